"""Reading the options of a renderer: what a wrong one is, and what the nearest right one would be."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from difflib import get_close_matches

from .contract import Value


@dataclass(frozen=True, slots=True)
class Problem:
    """An option that means nothing: its name, what is wrong, the nearest that is right."""

    name: str
    message: str
    suggestion: str | None
    unknown: bool = False


def nearest(word: str, known: Collection[str]) -> str | None:
    """The one of `known` that `word` is most likely meant to be, None when none is near."""
    near = get_close_matches(word.lower().replace("-", "_"), known, n=1, cutoff=0.6)
    return near[0] if near else None


def number(value: Value) -> float | None:
    """A number, also one that is written in a string; None for anything else, and beyond 10^9."""
    if isinstance(value, bool):
        return None
    try:
        found = float(value)
    except ValueError:
        return None
    return found if abs(found) < 1e9 else None
