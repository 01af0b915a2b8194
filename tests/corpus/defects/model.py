"""One seeded defect: a valid prompt, an exact text change, and the finding a checker owes for it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

VALID = Path(__file__).resolve().parent.parent / "valid"

Change = Callable[[str], str]
Edit = tuple[str, str] | Change

ANY: tuple[str, ...] = ()
"""Anchor value for findings without one natural line (a field that is not there)."""


def source(base: str) -> str:
    """Whole text of the valid prompt `base` (file name without `.h3.md`)."""
    return (VALID / f"{base}.h3.md").read_text(encoding="utf-8")


def split_front_matter(text: str) -> tuple[str, str]:
    """Front matter block with its fences, and the body behind it."""
    match = re.match(r"---\n.*?\n---\n", text, re.S)
    return (match.group(0), text[match.end() :]) if match else ("", text)


def nth(old: str, new: str, number: int) -> Change:
    """Replace occurrence `number` of `old`, counted from 1."""

    def change(text: str) -> str:
        parts = text.split(old)
        if len(parts) <= number:
            raise ValueError(f"only {len(parts) - 1} times in the text: {old!r}")
        return old.join(parts[:number]) + new + old.join(parts[number:])

    return change


def every(old: str, new: str) -> Change:
    """Replace all occurrences of `old`."""
    return lambda text: text.replace(old, new)


def body(change: Change) -> Change:
    """Apply `change` to the prompt and leave the front matter alone."""

    def inner(text: str) -> str:
        head, rest = split_front_matter(text)
        return head + change(rest)

    return inner


def span(start: str, end: str, new: str = "") -> Change:
    """Replace everything from the first `start` up to, not including, the next `end`."""

    def change(text: str) -> str:
        first = text.index(start)
        return text[:first] + new + text[text.index(end, first + len(start)) :]

    return change


def tail(start: str, new: str = "") -> Change:
    """Replace everything from the last `start` to the end of the text."""
    return lambda text: text[: text.rindex(start)] + new


def swap(first: str, second: str) -> Change:
    """Exchange two strings wherever they occur."""
    return lambda text: text.replace(first, "\0").replace(second, first).replace("\0", second)


@dataclass(frozen=True)
class Defect:
    """A broken prompt and the finding that has to appear in it."""

    name: str
    base: str
    row: str
    level: str  # "error|warning" where the contract names no level
    edits: tuple[Edit, ...]
    at: tuple[str, ...] | None
    also: tuple[str, ...]
    fixable: bool

    @property
    def file(self) -> str:
        return f"{self.base}.h3.md"

    def text(self) -> str:
        """The broken text. A pair (old, new) needs `old` exactly once in the text."""
        text = source(self.base)
        for edit in self.edits:
            before = text
            if callable(edit):
                text = edit(text)
            else:
                old, new = edit
                if text.count(old) != 1:
                    raise ValueError(f"{self.name}: {text.count(old)} times in {self.base}: {old!r}")
                text = text.replace(old, new)
            if text == before:
                raise ValueError(f"{self.name}: nothing changed in {self.base}: {edit!r}")
        return text

    def lines(self) -> set[int] | None:
        """Acceptable line numbers in the broken file, or None where every line will do."""
        if self.at == ANY:
            return None
        text = self.text()
        anchors = (self.at or ()) + self.also
        found: set[int] = set()
        for anchor in anchors:
            if anchor not in text:
                raise ValueError(f"{self.name}: anchor not in the broken text: {anchor!r}")
            for match in re.finditer(re.escape(anchor), text):
                found.update(_covered(text, match.start(), match.end()))
        return found if self.at else found | _changed_lines(source(self.base), text)


def _covered(text: str, start: int, end: int) -> range:
    first = text.count("\n", 0, start) + 1
    return range(first, first + text.count("\n", start, max(start, end - 1)) + 1)


def _changed_lines(before: str, after: str) -> set[int]:
    """Lines of `after` between the common head and the common tail of both texts."""
    old, new = before.splitlines(), after.splitlines()
    head = 0
    while head < min(len(old), len(new)) and old[head] == new[head]:
        head += 1
    rest = 0
    while rest < min(len(old), len(new)) - head and old[-1 - rest] == new[-1 - rest]:
        rest += 1
    first, last = head + 1, max(head + 1, len(new) - rest)
    return set(range(first, min(last, len(new)) + 1)) or {len(new)}


class Table:
    """Collects the defects of one row of the severity table."""

    def __init__(self, row: str) -> None:
        self.row = row
        self.defects: list[Defect] = []

    def add(
        self,
        level: str,
        kind: str,
        base: str,
        *edits: Edit,
        at: str | tuple[str, ...] | None = None,
        also: str | tuple[str, ...] = (),
        fix: bool = False,
    ) -> None:
        """Add one defect. `at`: anchors whose lines are accepted instead of the changed lines;
        `also`: anchors accepted on top of them; `fix`: the finding has to carry a safe fix."""
        number = len(self.defects) + 1
        self.defects.append(
            Defect(
                name=f"{self.row}-{number:03d} {kind}",
                base=base,
                row=f"{self.row}: {kind}",
                level=level,
                edits=edits,
                at=(at,) if isinstance(at, str) else at,
                also=(also,) if isinstance(also, str) else also,
                fixable=fix,
            )
        )

    def error(self, kind: str, base: str, *edits: Edit, **options) -> None:
        self.add("error", kind, base, *edits, **options)

    def warning(self, kind: str, base: str, *edits: Edit, **options) -> None:
        self.add("warning", kind, base, *edits, **options)

    def info(self, kind: str, base: str, *edits: Edit, **options) -> None:
        self.add("info", kind, base, *edits, **options)
