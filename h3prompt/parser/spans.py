"""Small steps over a text that all parts of the parser take."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from ..document import (
    Section,
)
from ..findings import Span


def strip(text: str, start: int, end: int) -> Span:
    """The span without the blanks at its ends; empty at `start` when there is nothing else."""
    stretch = text[start:end]
    inner = stretch.strip()
    if not inner:
        return Span(start, start)
    start += stretch.index(inner[0])
    return Span(start, start + len(inner))


def text_lines(text: str, body: Span) -> Iterator[Span]:
    """The lines of `body` that are not blank, without their outer blanks."""
    start = body.start
    while start < body.end:
        stop = text.find("\n", start, body.end)
        stop = body.end if stop < 0 else stop
        line = strip(text, start, stop)
        if line.end > line.start:
            yield line
        start = stop + 1


def label_number(digits: str) -> int:
    """The number of a label or a shot."""
    # A number of thousands of digits is no label; int() of it would be slow and is refused by Python itself.
    return int(digits[:9])


class Owner:
    """Which field an offset lies in."""

    def __init__(self, sections: tuple[Section, ...]) -> None:
        self._starts = [section.header_span.start for section in sections]
        self._names = [section.name for section in sections]

    def __call__(self, offset: int) -> str:
        index = bisect_right(self._starts, offset) - 1
        return self._names[index] if index >= 0 else ""
