"""What a check is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from inspect import getdoc

from h3prompt.findings import Finding, Level

from ..facts import Facts
from ..model import MediaFinding
from ..times import code


@dataclass(frozen=True, slots=True)
class Check:
    """One check.

    Attributes:
        code: "PIC001".
        name: a few words in kebab-case.
        needs: what has to be known of the file or of the plan: "picture", "sound", or a field of `Expected`.
        look: gives what it finds; its docstring is the documentation.
    """

    code: str
    name: str
    needs: tuple[str, ...]
    look: Callable[[Facts, Check], Iterator[MediaFinding]]

    @property
    def documentation(self) -> str:
        """What it does, its threshold and where that comes from."""
        return getdoc(self.look) or ""

    def say(
        self,
        facts: Facts,
        level: Level,
        message: str,
        start: int | None = None,
        end: int | None = None,
        *,
        measured: float | None = None,
        limit: float | None = None,
        suggestion: str | None = None,
    ) -> MediaFinding:
        """A finding; its message begins with the moment and names the shot."""
        where = ""
        if start is not None:
            shot = next((span.name for span in facts.expected.shots if span.start <= start < span.end), "")
            where = f"{code(start)}{f', {shot}' if shot else ''}: "
        finding = Finding(self.code, level, f"{where}{message}", file=str(facts.path), suggestion=suggestion)
        return MediaFinding(
            finding,
            start,
            end,
            None if measured is None else round(float(measured), 4),
            None if limit is None else round(float(limit), 4),
        )


def stretches(flags: object, least: int) -> Iterator[tuple[int, int]]:
    """The stretches ``[start, end)`` of at least `least` true values in a row."""
    import numpy as np

    padded = np.concatenate([[False], np.asarray(flags, bool), [False]])
    edges = np.flatnonzero(np.diff(padded.astype(np.int8)))
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        if end - start >= least:
            yield int(start), int(end)
