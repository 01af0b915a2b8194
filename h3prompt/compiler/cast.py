"""People as a template knows them, and how beats name them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..mouths import BUSY_IF_SOMEBODY, BUSY_WORDS
from ..persons import PERSON_NOUNS
from . import words

_QUOTED = re.compile(r'("[^"]*")')


@dataclass(frozen=True, slots=True)
class Person:
    """An entity in one shot.

    Attributes:
        id, kind, look, name, voice: as in the brief.
        label: ``<Subject N>`` or "".
        audio: ``<Audio N>`` that lends the voice, or "".
        intro: how it is introduced: its label, or its look with an article.
        ref: how it is called afterwards: its label, or "the keeper".
        first: it comes up for the first time in this clip.
        wardrobe: what it wears, "" when that was not said or is known from an earlier shot.
        changed: it wore something else before.
    """

    id: str
    kind: str
    look: str
    name: str
    voice: str
    label: str
    audio: str
    intro: str
    ref: str
    first: bool = True
    wardrobe: str = ""
    changed: bool = False
    told: bool = False

    @property
    def face(self) -> bool:
        """Whether it has lips that could move."""
        return self.kind == "person"

    @property
    def many(self) -> bool:
        """Whether the look is of several: "two brothers"."""
        return words.several(self.look)


def known(text: str, people: tuple[Person, ...], named: set[str]) -> str:
    """A beat in which somebody is named who is introduced already: "a keeper" becomes "the keeper", or the label.

    Twice introduced is two people, and a label ties the beat to its file. What stands in quotation marks is text in the picture and
    stays. `named` holds those whom an earlier beat introduces.
    """
    parts = _QUOTED.split(text)
    return "".join(part if at % 2 else _known(part, people, named) for at, part in enumerate(parts))


def _known(text: str, people: tuple[Person, ...], named: set[str]) -> str:
    for person in people:
        text = _introduced(text, person, named)
        if person.told:
            continue
        short = words.head(person.look)
        last = short.rsplit(" ", 1)[-1]
        alone = sum(words.head(one.look).rsplit(" ", 1)[-1] == last for one in people) == 1
        noun = rf"(?P<noun>{re.escape(short)}{f'|{re.escape(last)}' if alone else ''})"
        end = r"(?![\w-])(?! (?:of|with|in a|in an|wearing|who)\b)"
        if person.label:
            name = rf"|\b{re.escape(person.name)}(?![\w-])" if person.name else ""
            text = re.sub(rf"\b(?:[Aa]n?|[Tt]he) {noun}{end}{name}", person.label, text)
        elif person.ref.startswith("the "):
            text = re.sub(rf"\b(?P<a>[Aa])n? {noun}{end}", _the, text)
    return text


def _introduced(text: str, person: Person, named: set[str]) -> str:
    """The whole look, which only the first beat may have, and only where nothing else introduces the person."""

    def once(match: re.Match[str]) -> str:
        if person.told and person.id not in named:
            named.add(person.id)
            return match.group()
        return words.capital(person.ref) if match.group()[0].isupper() else person.ref

    look = words.article(person.look)
    if not look or look.lower() not in text.lower():
        return text
    return re.sub(rf"(?<!\w){re.escape(look)}(?!\w)", once, text, flags=re.IGNORECASE)


def _all_words(beats: tuple[str, ...]) -> set[str]:
    return set(re.findall(r"[a-z'-]+", " ".join(beats).lower()))


def names_somebody(beats: tuple[str, ...]) -> bool:
    """Whether prose alone puts a person into the picture."""
    return not PERSON_NOUNS.isdisjoint(_all_words(beats))


def busy(beats: tuple[str, ...]) -> bool:
    """Whether a mouth does something that leaves no lips closed."""
    return not (BUSY_WORDS | BUSY_IF_SOMEBODY).isdisjoint(_all_words(beats))


def tells_the_camera(beats: tuple[str, ...]) -> bool:
    """Whether a beat speaks of the camera."""
    return "camera" in _all_words(beats)


def _the(match: re.Match[str]) -> str:
    return f"{'T' if match['a'] == 'A' else 't'}he {match['noun']}"
