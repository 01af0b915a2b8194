"""Shows user text in a terminal: nothing hidden, nothing interpreted, carets under the right characters."""

from __future__ import annotations

import re
from typing import NamedTuple
from unicodedata import category, east_asian_width

from ..findings import Finding
from ..patterns import lazy
from ..source import Source

_TAB = "    "
_ELLIPSIS = "…"
# Control characters, line separators, direction overrides, invisible operators, byte order marks, halves of surrogate
# pairs, tags. Joiners stay: writing systems and emoji need them.
_HIDDEN = lazy(
    "[\x00-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff\ufff9-\ufffb\ufffe\uffff"
    "\U000e0000-\U000e007f]"
)
# Bytes of a file name that were no text in the locale's encoding.
_UNREAD = lazy("[\udc80-\udcff]+")
_NAMED = {"\t": _TAB, "\n": "\\n", "\r": "\\r"}


def visible(text: str) -> str:
    """`text` with every character that a terminal would hide or obey written out (``<U+202E>``)."""
    if text.isascii() and text.isprintable():
        return text
    return _HIDDEN.sub(_spell, readable(text))


def readable(text: str) -> str:
    """`text` with file names read as UTF-8 that the locale could not read."""
    return _UNREAD.sub(_read, text) if not text.isascii() else text


def _read(match: re.Match[str]) -> str:
    return match.group().encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape")


def _spell(match: re.Match[str]) -> str:
    char = match.group()
    return _NAMED.get(char) or f"<U+{ord(char):04X}>"


def cells(text: str) -> int:
    """How many columns of a terminal `text` takes: wide characters two, combining marks none."""
    if text.isascii():
        return len(text)
    return sum(_width(char) for char in text)


def _width(char: str) -> int:
    if category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if east_asian_width(char) in "WF" else 1


class Excerpt(NamedTuple):
    """A piece of the source line and the marks that stand below it, both ready to print."""

    text: str
    marks: str


def excerpt(source: Source, finding: Finding, width: int) -> Excerpt | None:
    """The source line of `finding`, cut round the finding's place to at most `width` columns; None when it has none."""
    if finding.line is None or finding.column is None:
        return None
    line = source.lines.line(finding.line)
    start = min(finding.column - 1, len(line))
    one_line = finding.end_line in (None, finding.line)
    end = min(finding.end_column - 1, len(line)) if one_line and finding.end_column else len(line)
    end = max(start, end)
    # Nothing further away than `width` characters can be shown.
    offset = max(0, start - width)
    shown = [visible(char) for char in line[offset : start + width + 1]]
    first, last = _window([cells(char) for char in shown], start - offset, end - offset, width - 2)
    before = _ELLIPSIS if offset + first > 0 else ""
    after = _ELLIPSIS if offset + last < len(line) else ""
    text = before + "".join(shown[first:last]) + after
    lead = cells(before) + sum(cells(char) for char in shown[first : start - offset])
    length = sum(cells(char) for char in shown[start - offset : min(end - offset, last)])
    return Excerpt(text, " " * lead + "^" * max(1, length))


def _window(widths: list[int], start: int, end: int, most: int) -> tuple[int, int]:
    """The range of characters to show: all of them if they fit, else the place with a third of the room before it."""
    if sum(widths) <= most:
        return 0, len(widths)
    first, used = start, 0
    room = max(most // 3, most - sum(widths[start:end]) - most // 3) if end > start else most // 2
    while first and used + widths[first - 1] <= min(room, most // 2):
        first -= 1
        used += widths[first]
    last = start
    while last < len(widths) and used + widths[last] <= most:
        used += widths[last]
        last += 1
    while first and used + widths[first - 1] <= most:
        first -= 1
        used += widths[first]
    return first, last
