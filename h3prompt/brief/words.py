"""What is wrong with a value, in plain words: the model's complaints turned into problems with a place."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple, get_args

from pydantic import BaseModel

from .model import ID, VISIBLE, Brief
from .times import FORMS, read_time
from .tree import Node, Problem, walk

Keys = tuple[str | int, ...]

#: Keys that people write, and the key that they mean, wherever the part has it.
_MEANT = {
    "aspect": ("ratio",),
    "aspect_ratio": ("ratio",),
    "background": ("place",),
    "cast": ("who", "entities"),
    "character": ("speaker",),
    "characters": ("who", "entities"),
    "clothes": ("wardrobe",),
    "clothing": ("wardrobe",),
    "costume": ("wardrobe",),
    "description": ("look", "action", "style", "text"),
    "dialog": ("lines",),
    "dialogue": ("lines",),
    "end_frame": ("last_frame",),
    "length": ("duration", "length"),
    "lighting": ("light",),
    "location": ("place",),
    "movement": ("move",),
    "name": ("id", "title"),
    "path": ("file",),
    "people": ("who", "entities"),
    "prompt": ("action", "look"),
    "renderer": ("backend",),
    "resolution": ("short_edge",),
    "scenes": ("shots",),
    "shot_size": ("framing",),
    "sfx": ("sound",),
    "start_frame": ("first_frame",),
    "subtitles": ("captions",),
    "template": ("skill",),
    "time": ("at", "duration"),
    "transition": ("join",),
    "type": ("kind", "role"),
    "voiceover": ("off_screen",),
    "what": ("action",),
    "words": ("text",),
}
_FACTS = {"fps": "the model always makes 24 frames a second, so nothing is stated"}
_SLUG = re.compile(r"[^A-Za-z0-9_-]+")
_QUOTED = re.compile(r"'([^']*)'")


#: How many findings of one kind are listed: who has more does not read them one by one.
MOST = 1_000
#: Among how many names a similar one is looked for.
_MOST_NAMES = 300


class Complaint(NamedTuple):
    """One problem, and the keys of the value that has it."""

    keys: Keys
    problem: Problem


def nearest(word: str, known: Iterable[str], cutoff: float = 0.6) -> str | None:
    """The most similar of `known` names, or None when none is similar."""
    return _nearest(word[:100].strip().lower(), tuple(islice(known, _MOST_NAMES)), cutoff)


@lru_cache(1_024)  # One wrong name often stands in many places.
def _nearest(word: str, known: tuple[str, ...], cutoff: float) -> str | None:
    from difflib import get_close_matches

    lowered = {name.lower(): name for name in known}
    close = get_close_matches(word, list(lowered), n=1, cutoff=cutoff)
    return lowered[close[0]] if close else None


def shown(value: Any) -> str:
    """A value as a message quotes it, cut short."""
    if value is None:
        return "nothing"
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list | tuple):
        return "a list"
    text = str(value)
    return repr(text if len(text) <= 60 else text[:59] + "…")


def where(root: Node, keys: Keys, *, key: bool = False) -> tuple[int, int]:
    """The offsets of the value at `keys`, or of the nearest part around it that exists.

    A value without text of its own (empty, a list, a mapping) is shown by its key. With `key` the key is meant anyway.
    """
    path = list(walk(root, keys))
    node = path[-1]
    if len(path) == 1:
        return node.start, node.start + 1
    parent, name = path[-2], keys[len(path) - 2]
    full = node.children is None and node.end > node.start
    if isinstance(parent.children, dict) and (not full or (key and len(path) == len(keys) + 1)):
        return parent.keys[str(name)]
    return (node.start, node.end) if full else (node.start, node.start + 1)


def model_at(keys: Keys) -> type[BaseModel] | None:
    """The model of the part at `keys`."""
    current: type[BaseModel] | None = Brief
    free = False
    for key in keys:
        if isinstance(key, int) or free:
            free = False
            continue
        if current is None:
            return None
        field = next((field for name, field in current.model_fields.items() if (field.alias or name) == key), None)
        if field is None:
            return None
        free = "dict" in str(field.annotation)
        current = next(_models(field.annotation), None)
    return current


def _models(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in get_args(annotation):
        yield from _models(part)


def known_keys(model: type[BaseModel]) -> list[str]:
    """The keys that a part may have, as they are written."""
    return [field.alias or name for name, field in model.model_fields.items()]


def only_items(error: Any) -> bool:
    """Whether a list is called too short although its items are there: each of them has a complaint of its own."""
    return bool(error["type"] == "too_short" and len(error["input"]) >= error["ctx"]["min_length"])


def complaints(errors: Iterable[Any], root: Node) -> Iterator[Complaint]:
    """The model's errors as problems, each place once."""
    seen = set()
    count: Counter[str] = Counter()
    for error in errors:
        count[error["type"]] += 1
        if only_items(error) or count[error["type"]] > MOST + 1:
            continue
        keys, code, message, suggestion = _translate(error, root)
        at_key = error["type"] == "extra_forbidden" or error["loc"][-1:] == ("[key]",)
        start, end = where(root, keys, key=at_key)
        problem = Problem(code, start, end, message, suggestion)
        if (code, start, message) not in seen:
            seen.add((code, start, message))
            yield Complaint(keys, problem)


_Said = tuple[Keys, str, str, str | None]


def _translate(error: Any, root: Node) -> _Said:
    keys: Keys = tuple(error["loc"])
    kind, value, context = error["type"], error["input"], error.get("ctx", {})
    if keys[:1] == ("settings",) and len(keys) > 1:
        return keys[:2], "BRF022", f"{keys[1]!r} is {shown(value)}; a setting is a text, a number, true or false", None
    if keys[-1:] == ("[key]",):
        return (*keys[:-1],), *_name(str(keys[-2]))
    # A short form (join: cut) has no keys of its own; the message speaks of the key that was written.
    written = keys[: len(list(walk(root, keys))) - 1]
    name = next((key for key in reversed(written) if isinstance(key, str)), "the brief")
    if written and isinstance(written[-1], int):
        name = f"item {written[-1] + 1} of {name}"
    if kind == "missing":
        return keys[:-1], "BRF021", *_missing(keys)
    if kind == "extra_forbidden":
        return keys, "BRF020", *_unknown(keys)
    if kind == "value_error":
        return keys, *_refused(name, value, context)
    if kind in ("enum", "literal_error"):
        return keys, "BRF023", *_none_of(name, value, context)
    if kind == "string_pattern_mismatch":
        return keys, *_pattern(name, value, context)
    if kind.startswith("string_too"):
        return keys, "BRF027", *_length_of_text(name, value, context)
    if kind in ("too_short", "too_long"):
        return keys, "BRF028", *_count(name, context)
    if kind in _FORMS:
        return keys, "BRF022", *_form(name, kind, value)
    return keys, "BRF024", *_number(name, kind, value, context)


def _name(word: str) -> tuple[str, str, str | None]:
    better = _SLUG.sub("_", word).strip("_-")[:32].lstrip("0123456789_-")
    message = f"{shown(word)} is no short name: letters, digits, - and _, a letter first, at most 32 characters"
    return "BRF026", message, better or None


def _missing(keys: Keys) -> tuple[str, str | None]:
    model, name = model_at(keys[:-1]), str(keys[-1])
    part = "the brief" if len(keys) == 1 else f"this part ({_last(keys[:-1])})"
    field = model.model_fields.get(name) if model else None
    meaning = field.description if field is not None else None
    return f"{part} needs the key {name!r}" + (f": {meaning}" if meaning else ""), f"{name}: …"


def _last(keys: Keys) -> str:
    named = [key for key in keys if isinstance(key, str)]
    number = keys[-1]
    return f"{named[-1]}, item {number + 1}" if isinstance(number, int) else named[-1]


def _unknown(keys: Keys) -> tuple[str, str | None]:
    word = str(keys[-1])
    model = model_at(keys[:-1])
    known = known_keys(model) if model else []
    if word.lower() in _FACTS:
        return f"the key {shown(word)} is unknown: {_FACTS[word.lower()]}", None
    meant = next((key for key in _MEANT.get(word.lower().replace("-", "_"), ()) if key in known), None)
    near = meant or nearest(word.replace("-", "_"), known)
    if near:
        return f"the key {shown(word)} is unknown here", f"did you mean {near}?"
    return f"the key {shown(word)} is unknown here; known: {', '.join(known)}", None


def _refused(name: str, value: Any, context: Any) -> tuple[str, str, str | None]:
    reason = str(context.get("error", ""))
    if isinstance(value, dict):
        return "BRF029", f"{name}: {reason}", None
    if isinstance(value, list) or value is None:
        return "BRF025", f"{name}: a time is written as {FORMS}, not {shown(value)}", None
    return "BRF025", f"{name}: {reason}", _time(str(value))


def _time(text: str) -> str | None:
    """The time that a person may have meant."""
    number = re.search(r"\d{1,7}(?:[.,]\d{1,9})?", text) if ":" not in text else None
    tries = [text.replace(",", "."), text.lstrip("+- "), number.group().replace(",", ".") + "s" if number else ""]
    for candidate in tries:
        try:
            return read_time(candidate).text
        except ValueError:
            continue
    return None


def _none_of(name: str, value: Any, context: Any) -> tuple[str, str | None]:
    expected = str(context.get("expected", ""))
    known = _QUOTED.findall(expected) or [expected]
    near = nearest(str(value), known, 0.5) if isinstance(value, str) else None
    message = f"{name} is {shown(value)}; it is one of {', '.join(known)}" if len(known) > 1 else ""
    message = message or f"{name} is {shown(value)}; it can only be {known[0]}"
    return message, near or (known[0] if len(known) == 1 else None)


def _pattern(name: str, value: Any, context: Any) -> tuple[str, str, str | None]:
    pattern = context.get("pattern")
    if pattern == ID:
        return _name(str(value))
    if pattern == VISIBLE:
        return "BRF027", f"{name} has blanks only; write something or leave the key out", None
    sides = [Fraction(number) for number in re.findall(r"\d{1,5}(?:\.\d{1,3})?", str(value))]
    guess = "16:9"
    if len(sides) == 2 and all(sides):
        least = sides[0] / sides[1]
        guess = f"{least.numerator}:{least.denominator}" if max(least.as_integer_ratio()) < 1_000 else guess
    return "BRF052", f"{name} is {shown(value)}; an aspect ratio is width:height in whole numbers", guess


def _length_of_text(name: str, value: Any, context: Any) -> tuple[str, str | None]:
    if "max_length" in context:
        return f"{name} has {len(str(value)):,} characters; at most {context['max_length']:,}", None
    return f"{name} is an empty text; write something or leave the key out", None


def _count(name: str, context: Any) -> tuple[str, str | None]:
    if "max_length" in context:
        return f"{name} has more than {context['max_length']:,} items; that is the most", None
    return f"{name} has {context.get('actual_length', 0)} items; at least {context.get('min_length', 1)}", None


#: The model's word for a wrong form, and what belongs there.
_FORMS = {
    "string_type": "a text",
    "tuple_type": "a list",
    "list_type": "a list",
    "dict_type": "a mapping of names and values",
    "model_type": "a mapping of keys and values",
    "model_attributes_type": "a mapping of keys and values",
    "bool_parsing": "true or false",
    "bool_type": "true or false",
}


def _form(name: str, kind: str, value: Any) -> tuple[str, str | None]:
    wanted = _FORMS[kind]
    suggestion = None
    if wanted == "a list" and isinstance(value, str):
        suggestion = f"{name}: [{value[:60]}]" if "," not in value else f"{name}: with one line for each, a dash first"
    elif wanted == "a list" and isinstance(value, dict):
        suggestion = "a dash and a blank in front of each item"
    elif wanted == "a text" and isinstance(value, dict | list):
        suggestion = "put a text that begins with { or [, or that has a colon and a blank, in quotes"
    elif wanted == "true or false" and isinstance(value, str):
        suggestion = nearest(value, ("true", "false"))
    return f"{name} is {shown(value)}; {wanted} belongs here", suggestion


_LIMITS = {"ge": "at least", "gt": "more than", "le": "at most", "lt": "less than"}


def _number(name: str, kind: str, value: Any, context: Any) -> tuple[str, str | None]:
    whole = "whole " if kind.startswith("int") else ""
    limits = [(key, context[key]) for key in _LIMITS if key in context]
    if not limits or str(value).strip().lower().lstrip("+-") in ("nan", "inf", "infinity"):
        return f"{name} is {shown(value)}; a {whole}number belongs here", None
    key, limit = limits[0]
    near = limit - 1 if key == "lt" else limit + 1 if key == "gt" else limit
    return f"{name} is {_LIMITS[key]} {limit:,.15g}, not {str(value)[:60]}", f"{near:.15g}"
