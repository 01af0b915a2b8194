"""Lengths and moments as a person writes them, kept exact.

``12s``, ``12.5s``, ``500ms``, ``0:12.5`` (minutes:seconds), ``1:02:03`` (hours), ``300f`` (frames at 24 fps), or a bare
number, which means seconds. Nothing is rounded when it is read: `Time.seconds` is a `Fraction`.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from h3prompt import grid

_NUMBER = r"\d{1,7}(?:\.\d{0,9})?|\.\d{1,9}"
_PLAIN = re.compile(rf"(?P<number>{_NUMBER})\s*(?P<unit>s|sec|seconds?|ms|f|frames?|min|minutes?|m)?", re.IGNORECASE)
_CLOCK = re.compile(r"(?:(?P<hours>\d{1,3}):)?(?P<minutes>\d{1,3}):(?P<seconds>[0-5]?\d(?:\.\d{0,9})?)\s*s?")
#: What each unit is worth in seconds.
_UNITS = {
    "": Fraction(1),
    "s": Fraction(1),
    "ms": Fraction(1, 1000),
    "f": Fraction(1, grid.FPS),
    "m": Fraction(60),
}
#: How the forms are named in an error.
FORMS = "12s, 0:12.5 or 300f"


class Time(NamedTuple):
    """A length or a moment: the exact seconds and the text that said so."""

    seconds: Fraction
    text: str

    @property
    def frames(self) -> int:
        """The nearest whole frame at 24 fps, half up."""
        return int(self.seconds * grid.FPS + Fraction(1, 2))

    @property
    def exact(self) -> bool:
        """Whether it falls on a whole frame."""
        return (self.seconds * grid.FPS).denominator == 1

    def __str__(self) -> str:
        return self.text


def read_time(value: Any) -> Time:
    """Reads a time.

    Args:
        value: a string in one of the forms above, a number of seconds, or a `Time`.

    Raises:
        ValueError: for anything else; the message names the forms.
    """
    if isinstance(value, Time):
        return value
    if isinstance(value, bool) or not isinstance(value, str | int | float | Fraction):
        raise ValueError(f"a time is written as {FORMS}")
    return _read(str(value).strip())


@lru_cache(4_096)  # A film has many shots and few lengths.
def _read(text: str) -> Time:
    clock = _CLOCK.fullmatch(text)
    if clock:
        hours, minutes = int(clock["hours"] or 0), int(clock["minutes"])
        if clock["hours"] and minutes > 59:
            raise ValueError(f"{text!r} has {minutes} minutes after the hours; at most 59")
        return Time(Fraction(hours * 3600 + minutes * 60) + Fraction(clock["seconds"]), text)
    plain = _PLAIN.fullmatch(text)
    if not plain:
        raise ValueError(f"{text[:40]!r} is no time; write it as {FORMS}")
    unit = (plain["unit"] or "").lower()
    unit = "ms" if unit == "ms" else unit[:1]
    return Time(Fraction(plain["number"]) * _UNITS[unit], text)


def time_of(frames: int) -> Time:
    """The time that `frames` frames last."""
    return Time(Fraction(frames, grid.FPS), f"{frames}f")
