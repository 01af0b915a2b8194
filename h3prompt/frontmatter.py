"""Reads YAML front matter into a `Context`, with the exact place of every mistake.

Only the YAML tree is used, never YAML's own idea of types: ``no`` stays a word, ``1:30`` stays what was typed, a number
is read as an exact decimal.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import yaml

from .context import BriefLine, Context, Kind, Reference, Role
from .findings import Span
from .modes import Mode
from .patterns import lazy
from .source import Problem

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_NUMBER = lazy(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)")
_RATIO = lazy(r"\d+/[1-9]\d*")

KEYS = ("mode", "duration", "fps", "references", "dialogue", "visible_text", "backend", "sequence")
_REFERENCE_KEYS = ("kind", "path", "role", "seconds")
_LINE_KEYS = ("speaker", "language", "text")
SPEAKER = lazy(r"S[1-9]\d*(?:\s*,\s*S[1-9]\d*)*|Audio [1-9]\d*|<Audio [1-9]\d*>")


def read(text: str, front: Span) -> tuple[Context, tuple[Problem, ...]]:
    """The context that ``text[front]`` states, and what is wrong with it. Never raises."""
    reader = _Reader(text, front)
    return reader.context(), tuple(reader.problems)


class _Reader:
    def __init__(self, text: str, front: Span) -> None:
        self.text = text
        self.front = front
        self.problems: list[Problem] = []

    # --- the tree -----------------------------------------------------------------------------------------------------

    def _tree(self) -> Any:
        # YAML counts its marks in characters of what it was given; CRLF stays as it is.
        content = self.text[self.front.start : self.front.end]
        try:
            return yaml.compose(content, Loader=_Loader)
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            at = self.front.start + min(self._index(mark) if mark else 0, len(content))
            reason = (error.problem or error.context or "it cannot be read").strip()
            self._say("yaml", Span(at, at), f"the front matter is not valid YAML: {reason}")
        except (yaml.YAMLError, ValueError, RecursionError) as error:
            at = self.front.start
            self._say("yaml", Span(at, at), f"the front matter is not valid YAML: {str(error).splitlines()[0]}")
        return None

    def _index(self, mark: Any) -> int:
        return int(mark.index)

    def _span(self, node: Any) -> Span:
        start = self.front.start + self._index(node.start_mark)
        return Span(start, max(start, self.front.start + self._index(node.end_mark)))

    def _say(self, kind: str, span: Span, message: str, suggestion: str | None = None) -> None:
        self.problems.append(Problem(kind, span, message, suggestion))

    def _pairs(self, node: Any, known: tuple[str, ...], what: str) -> Iterator[tuple[str, Any]]:
        """The known keys of a mapping, each once; everything else is a problem."""
        if not isinstance(node, yaml.MappingNode):
            self._say("type", self._span(node), f"{what} must be a mapping of {', '.join(known)}")
            return
        seen: set[str] = set()
        for key, value in node.value:
            name = key.value if isinstance(key, yaml.ScalarNode) else ""
            if name in seen:
                self._say("duplicate", self._span(key), f"{what} states {name!r} twice; the first one counts")
            elif name not in known:
                near = _nearest(name, known)
                self._say(
                    "key",
                    self._span(key),
                    f"{what} has no key {name!r}; the keys are {', '.join(known)}",
                    f"did you mean {near!r}?" if near else None,
                )
            else:
                seen.add(name)
                yield name, value

    def _items(self, node: Any, what: str) -> list[Any] | None:
        if isinstance(node, yaml.SequenceNode):
            return list(node.value)
        if _is_null(node):
            return []
        self._say("type", self._span(node), f"{what} must be a list")
        return None

    def _string(self, node: Any, what: str) -> str | None:
        if isinstance(node, yaml.ScalarNode) and not _is_null(node):
            return str(node.value)
        self._say("type", self._span(node), f"{what} must be a text")
        return None

    def _number(self, node: Any, what: str, above: int, unit: str) -> Fraction | None:
        value = node.value.strip() if isinstance(node, yaml.ScalarNode) else ""
        if (_NUMBER.fullmatch(value) and len(value) < 20) or (_RATIO.fullmatch(value) and len(value) < 20):
            number = Fraction(value)
        else:
            self._say("type", self._span(node), f"{what} must be a number of {unit}, not {value or 'a collection'!r}")
            return None
        if number <= above:
            self._say("value", self._span(node), f"{what} must be more than {above} {unit}, not {value}")
            return None
        return number

    # --- the keys -----------------------------------------------------------------------------------------------------

    def context(self) -> Context:
        node = self._tree()
        if node is None or _is_null(node):
            return Context()
        values: dict[str, Any] = {}
        spans: list[tuple[str, Span]] = []
        for name, value in self._pairs(node, KEYS, "the front matter"):
            if _is_null(value):
                continue
            read = getattr(self, f"_read_{name}")(value)
            if read is not None:
                values[name] = read
                spans.append((name, self._span(value)))
        return Context(**values, spans=tuple(spans))

    def _read_mode(self, node: Any) -> Mode | None:
        value = self._string(node, "mode")
        mode = Mode.read(value) if value is not None else None
        if value is not None and mode is None:
            names = [mode.value for mode in Mode]
            near = _nearest(value, tuple(names))
            self._say(
                "value",
                self._span(node),
                f"mode {value!r} is unknown; the modes are {', '.join(names)}",
                f"did you mean {near}?" if near else None,
            )
        return mode

    def _read_duration(self, node: Any) -> Fraction | None:
        return self._number(node, "duration", 0, "seconds")

    def _read_fps(self, node: Any) -> Fraction | None:
        return self._number(node, "fps", 0, "frames per second")

    def _read_backend(self, node: Any) -> str | None:
        return self._string(node, "backend")

    def _read_sequence(self, node: Any) -> bool | None:
        value = (self._string(node, "sequence") or "").lower()
        if value not in ("true", "false", "yes", "no", "on", "off"):
            self._say("value", self._span(node), f"sequence must be true or false, not {value!r}")
            return None
        return value in ("true", "yes", "on")

    def _read_visible_text(self, node: Any) -> tuple[str, ...] | None:
        if isinstance(node, yaml.ScalarNode):
            return (str(node.value),)
        items = self._items(node, "visible_text")
        if items is None:
            return None
        strings = (self._string(item, f"visible_text[{index}]") for index, item in enumerate(items))
        return tuple(string for string in strings if string is not None)

    def _read_references(self, node: Any) -> tuple[Reference, ...] | None:
        items = self._items(node, "references")
        if items is None:
            return None
        found = (self._reference(item, f"references[{index}]") for index, item in enumerate(items))
        return tuple(reference for reference in found if reference is not None)

    def _reference(self, node: Any, what: str) -> Reference | None:
        values: dict[str, Any] = {}
        for name, value in self._pairs(node, _REFERENCE_KEYS, what):
            if name == "seconds":
                values[name] = self._number(value, f"{what}.seconds", 0, "seconds")
                continue
            text = self._string(value, f"{what}.{name}")
            if text is None:
                continue
            if name == "path":
                values[name] = text
                continue
            choices = [choice.value for choice in (Kind if name == "kind" else Role)]
            written = text.strip().lower().replace("-", "_")
            if written not in choices:
                near = _nearest(written, tuple(choices))
                self._say(
                    "value",
                    self._span(value),
                    f"{what}.{name} {text!r} is unknown; it is one of {', '.join(choices)}",
                    f"did you mean {near}?" if near else None,
                )
                continue
            values[name] = Kind(written) if name == "kind" else Role(written)
        if "kind" not in values:
            if isinstance(node, yaml.MappingNode) and not any(key.value == "kind" for key, _ in node.value):
                self._say("missing", self._span(node), f"{what} needs a kind: image, video or audio")
            return None
        return Reference(path=values.pop("path", ""), span=self._span(node), **values)

    def _read_dialogue(self, node: Any) -> tuple[BriefLine, ...] | None:
        items = self._items(node, "dialogue")
        if items is None:
            return None
        found = (self._line(item, f"dialogue[{index}]") for index, item in enumerate(items))
        return tuple(line for line in found if line is not None)

    def _line(self, node: Any, what: str) -> BriefLine | None:
        values: dict[str, Any] = {}
        for name, value in self._pairs(node, _LINE_KEYS, what):
            text = self._string(value, f"{what}.{name}")
            if text is None:
                continue
            if name == "speaker" and not SPEAKER.fullmatch(text.strip()):
                self._say(
                    "value",
                    self._span(value),
                    f"{what}.speaker {text!r} is no speaker; write S1, a group S1,S2, or Audio 1 for words in a track",
                )
                continue
            values[name] = text
        if "text" not in values:
            if isinstance(node, yaml.MappingNode):
                self._say("missing", self._span(node), f"{what} needs a text")
            return None
        return BriefLine(span=self._span(node), **values)


def _is_null(node: Any) -> bool:
    return isinstance(node, yaml.ScalarNode) and node.style is None and node.value in ("", "~", "null", "Null", "NULL")


def _nearest(word: str, known: tuple[str, ...]) -> str | None:
    from difflib import get_close_matches

    lowered = {name.lower(): name for name in known}
    close = get_close_matches(word.lower(), list(lowered), n=1, cutoff=0.6)
    return lowered[close[0]] if close else None
