"""One finding type for prompts, briefs, plans, media and skills, and the places and fixes it carries."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

_LINE_BREAK = re.compile(r"\r\n|\n|\r")


class Level(StrEnum):
    """How much a finding matters: an error stops a render, a warning should be read, an info may be."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"

    @property
    def rank(self) -> int:
        """0 for an error, 1 for a warning, 2 for an info: sorts the worst first."""
        return _RANK[self]


_RANK = {Level.ERROR: 0, Level.WARNING: 1, Level.INFO: 2}


class Span(NamedTuple):
    """A half-open range of character offsets, ``text[start:end]``."""

    start: int
    end: int

    def of(self, text: str) -> str:
        """The characters that the span covers in `text`."""
        return text[self.start : self.end]


class Edit(NamedTuple):
    """One replacement: ``text[start:end]`` becomes `text`. Equal start and end insert."""

    start: int
    end: int
    text: str


class Fix(NamedTuple):
    """A safe repair: the edits are applied together or not at all."""

    description: str
    edits: tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing worth saying about one place.

    Lines and columns count from 1, columns in characters (code points), the end is exclusive. A finding about a
    whole file or about a medium without lines has None in all four.
    """

    code: str
    level: Level
    message: str
    file: str | None = None
    line: int | None = None
    column: int | None = None
    end_line: int | None = None
    end_column: int | None = None
    suggestion: str | None = None
    fix: Fix | None = None

    @property
    def fixable(self) -> bool:
        """Whether ``h3 prompt fix`` can repair it without changing what the text means."""
        return self.fix is not None

    def to_dict(self) -> dict[str, Any]:
        """The published JSON form (``docs/schemas/findings.schema.json``)."""
        return {
            "code": self.code,
            "level": self.level.value,
            "file": self.file,
            "line": self.line,
            "column": self.column,
            "end_line": self.end_line,
            "end_column": self.end_column,
            "message": self.message,
            "suggestion": self.suggestion,
            "fixable": self.fixable,
        }

    def sort_key(self) -> tuple[str, int, int, int, str]:
        """Reading order: file, place, then the worst first."""
        return (self.file or "", self.line or 0, self.column or 0, self.level.rank, self.code)


class Lines:
    """Turns character offsets of a text into 1-based lines and columns; LF, CRLF and CR end a line."""

    __slots__ = ("_starts", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self._starts = [0, *(match.end() for match in _LINE_BREAK.finditer(text))]

    def __len__(self) -> int:
        return len(self._starts)

    def position(self, offset: int) -> tuple[int, int]:
        """(line, column) of the character at `offset`; an offset past the end is the place after the last one."""
        offset = min(max(offset, 0), len(self.text))
        index = bisect_right(self._starts, offset) - 1
        return index + 1, offset - self._starts[index] + 1

    def line(self, number: int) -> str:
        """The text of line `number` (from 1) without its line break; empty past the end."""
        if not 1 <= number <= len(self._starts):
            return ""
        start = self._starts[number - 1]
        end = self._starts[number] if number < len(self._starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")

    def start(self, number: int) -> int:
        """The offset at which line `number` (from 1) begins."""
        return self._starts[number - 1]


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """`text` with every edit applied.

    Raises:
        ValueError: when two edits overlap or an edit lies outside the text.
    """
    parts: list[str] = []
    position = 0
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        if not position <= edit.start <= edit.end <= len(text):
            raise ValueError(f"edit {edit.start}:{edit.end} overlaps another one or lies outside the text")
        parts += (text[position : edit.start], edit.text)
        position = edit.end
    parts.append(text[position:])
    return "".join(parts)
