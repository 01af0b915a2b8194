"""Reads through what prompts are wrapped in on their way: byte order marks, CRLF, Markdown, JSON, HTML, full-width forms.

Each pass looks for one kind of wrapping and returns the edits that undo it. The parser reads the mended text, and every
offset of that text can be traced back (`Repaired.locate`), so a finding still points at the characters that the person
wrote. The edits of a pass are also its fix, so what the parser tolerates and what ``h3 prompt fix`` mends cannot differ.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable
from enum import StrEnum
from itertools import accumulate, pairwise
from typing import NamedTuple

from .findings import Edit, Span, apply_edits
from .modes import FIELDS
from .patterns import lazy


class RepairKind(StrEnum):
    """What a text was wrapped in."""

    BOM = "bom"
    LINE_ENDS = "line-ends"
    COMMENT = "comment"
    FENCE = "fence"
    JSON = "json"
    ESCAPES = "escapes"
    HTML = "html"
    FULL_WIDTH = "full-width"
    MARKDOWN = "markdown"


class Repair(NamedTuple):
    """One mended place. `span` and `edits` are offsets of the text that was given.

    `safe` is False where undoing the wrapping would lose something that a person wrote (other keys of a JSON object).
    """

    kind: RepairKind
    span: Span
    edits: tuple[Edit, ...]
    safe: bool = True


class Layer:
    """Maps offsets of an edited text back to the text before the edits."""

    __slots__ = ("_ends", "_in", "_starts")

    def __init__(self, edits: list[Edit]) -> None:
        growth = [0, *accumulate(len(edit.text) - (edit.end - edit.start) for edit in edits)]
        self._in = edits
        self._starts = [edit.start + grown for edit, grown in zip(edits, growth, strict=False)]
        self._ends = [edit.end + grown for edit, grown in zip(edits, growth[1:], strict=False)]

    def start(self, offset: int) -> int:
        """Where something that starts at `offset` starts in the text before: behind whatever was deleted there."""
        index = bisect_right(self._starts, offset) - 1
        if index < 0:
            return offset
        if offset < self._ends[index]:
            return self._in[index].start
        return self._in[index].end + offset - self._ends[index]

    def end(self, offset: int) -> int:
        """Where something that ends before `offset` ends in the text before: ahead of whatever was deleted there."""
        index = bisect_left(self._starts, offset) - 1
        if index < 0:
            return offset
        if offset <= self._ends[index]:
            return self._in[index].end
        return self._in[index].end + offset - self._ends[index]


class Repaired(NamedTuple):
    """A text that can be parsed, and the way back to the text that was given."""

    text: str
    repairs: tuple[Repair, ...] = ()
    layers: tuple[Layer, ...] = ()

    def locate(self, span: Span) -> Span:
        """The place of `span` (offsets of ``self.text``) in the text that was given."""
        start, end = span
        if not self.layers:
            return span
        empty = start == end
        for layer in reversed(self.layers):
            start = layer.start(start)
            end = start if empty else layer.end(end)
        return Span(start, max(start, end))


def layer(edits: list[Edit]) -> Layer:
    """The map back across `edits`, which are sorted and do not overlap."""
    return Layer(edits)


_NAMES = "|".join(sorted(FIELDS, key=len, reverse=True))
# A field's name as people and language models also write it: spaces or escaped underscores, any capitals.
_LOOSE_NAMES = _NAMES.replace("_", r"(?:\\?_|[ -])")

_Edits = Iterable[tuple[Edit, bool]]


def _bom(text: str) -> _Edits:
    if text.startswith("\ufeff"):
        yield Edit(0, 1, ""), True


def _line_ends(text: str) -> _Edits:
    if "\r" in text:
        for match in re.finditer(r"\r\n?", text):
            yield Edit(match.start(), match.end(), "\n"), True


_FENCE = lazy(r"^[ \t]*(?:```|~~~)[^\n`]*(?:\n|\Z)", re.MULTILINE)


def _fence(text: str) -> _Edits:
    if "```" in text or "~~~" in text:
        for match in _FENCE.finditer(text):
            yield Edit(match.start(), match.end(), ""), True


_JSON_STRING = lazy(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_JSON_ESCAPE = lazy(r"\\(?:u([0-9a-fA-F]{4})(?:\\u([dD][c-fC-F][0-9a-fA-F]{2}))?|(.))", re.DOTALL)
_JSON_NAMED = {"n": "\n", "t": "\t", "r": "\n", "b": "", "f": ""}
_HEADER_INSIDE = lazy(rf"(?:{_NAMES})\s*:")


def _unescape(text: str, start: int, end: int) -> Iterable[Edit]:
    for match in _JSON_ESCAPE.finditer(text, start, end):
        high, low, char = match.groups()
        if char is not None:
            yield Edit(match.start(), match.end(), _JSON_NAMED.get(char, char))
            continue
        code = int(high, 16)
        if low is not None and 0xD800 <= code < 0xDC00:
            decoded = chr(0x10000 + ((code - 0xD800) << 10) + (int(low, 16) - 0xDC00))
            yield Edit(match.start(), match.end(), decoded)
        elif not 0xD800 <= code < 0xE000:
            yield Edit(match.start(), match.start() + 6, chr(code))


def _json(text: str) -> _Edits:
    """Unwraps a JSON string, an object with the prompt as one of its values, or an object of fields."""
    opening = text.lstrip()[:1]
    if opening not in ('"', "{", "["):
        return
    strings = list(_JSON_STRING.finditer(text))
    whole = next((match for match in strings if _HEADER_INSIDE.search(text, match.start() + 1, match.end() - 1)), None)
    if whole is not None:
        # The key of the value itself may go; another string would be lost, so then the fix is not a safe one.
        others = [match for match in strings if match is not whole and text[match.end() :].lstrip()[:1] != ":"]
        before = text[: whole.start()]
        safe = not others and before.count(":") <= 1 and not re.search(r"[0-9]|true|false", text[whole.end() :])
        yield Edit(0, whole.start() + 1, ""), safe
        yield from ((edit, safe) for edit in _unescape(text, whole.start() + 1, whole.end() - 1))
        yield Edit(whole.end() - 1, len(text), ""), safe
        return
    pairs = [
        (key, value)
        for key, value in pairwise(strings)
        if text[key.start() + 1 : key.end() - 1] in FIELDS and text[key.end() : value.start()].strip() == ":"
    ]
    if not pairs:
        return
    safe = len(strings) == 2 * len(pairs)
    reference = any(text[key.start() + 1 : key.end() - 1] == "summary" for key, _ in pairs)
    position = 0
    for key, value in pairs:
        yield Edit(position, key.start() + 1, "\n\n" if position else ""), safe
        yield Edit(key.end() - 1, value.start() + 1, ":\n" if reference else ": "), safe
        yield from ((edit, safe) for edit in _unescape(text, value.start() + 1, value.end() - 1))
        position = value.end() - 1
    yield Edit(position, len(text), ""), safe


_ESCAPED_BREAK = lazy(rf"(?:\\r)?\\n(?=(?:\\r|\\n|\s)*(?:{_NAMES})\b|<(?:Subject|Picture|Video|Audio) \d)")


def _escapes(text: str) -> _Edits:
    if "\\n" in text:
        for match in _ESCAPED_BREAK.finditer(text):
            yield Edit(match.start(), match.end(), "\n"), True


_ENTITY = lazy(r"&(?:(lt|gt|amp|quot|apos|nbsp)|#(\d{1,6})|#[xX]([0-9a-fA-F]{1,5}));")
_ENTITIES = {"lt": "<", "gt": ">", "amp": "&", "quot": '"', "apos": "'", "nbsp": " "}


def _html(text: str) -> _Edits:
    if "&" in text:
        for match in _ENTITY.finditer(text):
            name, decimal, hexadecimal = match.groups()
            code = int(decimal) if decimal else int(hexadecimal, 16) if hexadecimal else 0
            if name or (32 <= code < 0xD800) or code in (9, 10):
                yield Edit(match.start(), match.end(), _ENTITIES[name] if name else chr(code)), True


_WIDE = lazy("[［］【】＜＞《》〈〉（）：．，０-９]")
_WIDE_TABLE = str.maketrans("［］【】＜＞《》〈〉（）：．，０１２３４５６７８９", "[][]<><><>():.,0123456789")
_STRUCTURE = lazy(
    rf"""
      [\[［【]\s*[Ss](?:hot|HOT)\s*[0-9０-９]+\s*[\]］】] (?:\s*At\s+[0-9０-９:：.．]+\s*[,，])?
    | At\s+[0-9０-９]+[:：][0-9０-９:：.．]+\s*[,，]
    | [<＜《〈]\s*/?\s*d\s*[>＞》〉] (?:\s*[\[［【][A-Za-z]+[\]］】])?
    | [<＜《〈]\s*(?:Subject|Picture|Video|Audio)\s*[0-9０-９]+\s*[>＞》〉] (?:\s*：)?
    | [(（]\s*S[0-9０-９]+(?:\s*[,，]\s*S[0-9０-９]+)*\s*[)）]
    | ^[ \t]*(?:{_NAMES})[ \t]*：
    | (?<=\))\s*：
    """,
    re.MULTILINE | re.VERBOSE,
)


def _full_width(text: str) -> _Edits:
    if _WIDE.search(text):
        for match in _STRUCTURE.finditer(text):
            for wide in _WIDE.finditer(match.group()):
                start = match.start() + wide.start()
                yield Edit(start, start + 1, wide.group().translate(_WIDE_TABLE)), True


# A cheap look: a line that opens with a mark or a digit.
_MARKED_LINE = lazy(r"^[ \t]*[#>*+•`\"_\d-]", re.MULTILINE)
_MARKED_HEADER = lazy(
    rf"^[ \t]*(?P<before>(?:(?:[#>*+•-]+|\d+[.)])[ \t]+)*[*_`\"#]*)(?P<name>{_LOOSE_NAMES})"
    rf"(?P<after>[*_`\"]*)(?P<colon>[ \t]*[:：]?)(?P<last>[*_`]*)",
    re.MULTILINE | re.IGNORECASE,
)
_BULLET = lazy(r"^[ \t]*[-*+•][ \t]+(?=<(?:Subject|Picture|Video|Audio) \d)", re.MULTILINE)
_BOLD = lazy(r"(\*\*|__)(?=[^\s*_])([^*_\n]*(?:_(?!_)[^*_\n]*)*)(\1)")
_BACKSLASH = lazy(r"\\(?=[_\[\]<>*#()])")


def _marked_headers(text: str) -> _Edits:
    if "*" not in text and "`" not in text and '":' not in text and not _MARKED_LINE.search(text):
        return
    for match in _MARKED_HEADER.finditer(text):
        for group in ("before", "after", "last"):
            if match.group(group).strip():
                yield Edit(match.start(group), match.end(group), ""), True
    for match in _BULLET.finditer(text):
        yield Edit(match.start(), match.end(), ""), True


def _bold(text: str) -> _Edits:
    if "**" in text or "__" in text:
        for match in _BOLD.finditer(text):
            yield Edit(match.start(1), match.end(1), ""), True
            yield Edit(match.start(3), match.end(3), ""), True


def _backslashes(text: str) -> _Edits:
    if "\\" in text:
        for match in _BACKSLASH.finditer(text):
            yield Edit(match.start(), match.end(), ""), True


# The order matters: a fence can hold JSON, a JSON string can hold line breaks, HTML and Markdown.
_PASSES: tuple[tuple[RepairKind, Callable[[str], _Edits]], ...] = (
    (RepairKind.BOM, _bom),
    (RepairKind.LINE_ENDS, _line_ends),
    (RepairKind.FENCE, _fence),
    (RepairKind.JSON, _json),
    (RepairKind.ESCAPES, _escapes),
    (RepairKind.HTML, _html),
    (RepairKind.MARKDOWN, _backslashes),
    (RepairKind.MARKDOWN, _marked_headers),
    (RepairKind.MARKDOWN, _bold),
    (RepairKind.FULL_WIDTH, _full_width),
)
# One finding for the whole text; the other kinds give one finding a line.
_WHOLE = frozenset({RepairKind.BOM, RepairKind.LINE_ENDS, RepairKind.FENCE, RepairKind.JSON, RepairKind.ESCAPES})


def repair(text: str) -> Repaired:
    """Undoes everything that `text` is wrapped in. Never raises and takes time linear in the text."""
    repairs: list[Repair] = []
    layers: list[Layer] = []
    for kind, look in _PASSES:
        found = sorted(look(text))
        if not found:
            continue
        so_far = Repaired(text, layers=tuple(layers))
        for group in _groups(text, kind, found):
            edits = tuple(_move(so_far, edit) for edit, _ in group)
            span = Span(edits[0].start, max(edits[0].end, edits[-1].end))
            repairs.append(Repair(kind, span, edits, all(safe for _, safe in group)))
        edits_here = [edit for edit, _ in found]
        layers.append(Layer(edits_here))
        text = apply_edits(text, edits_here)
    return Repaired(text, tuple(repairs), tuple(layers))


def _move(before: Repaired, edit: Edit) -> Edit:
    start, end = before.locate(Span(edit.start, edit.end))
    return Edit(start, end, edit.text)


def _groups(text: str, kind: RepairKind, found: list[tuple[Edit, bool]]) -> Iterable[list[tuple[Edit, bool]]]:
    if kind in _WHOLE:
        yield found
        return
    group = [found[0]]
    for item in found[1:]:
        if "\n" in text[group[-1][0].end : item[0].start]:
            yield group
            group = []
        group.append(item)
    yield group
