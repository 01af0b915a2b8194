"""Times are exact, whatever form they are written in."""

from __future__ import annotations

from fractions import Fraction

import pytest

from h3prompt.brief.model import Audio, Brief, Handles
from h3prompt.brief.times import Time, read_time, time_of


@pytest.mark.parametrize(
    ("written", "seconds"),
    [
        ("12s", 12),
        ("12", 12),
        (12, 12),
        (1.5, Fraction(3, 2)),
        ("12.5 sec", Fraction(25, 2)),
        (".5s", Fraction(1, 2)),
        ("12.s", 12),
        ("500ms", Fraction(1, 2)),
        ("1ms", Fraction(1, 1000)),
        ("300f", Fraction(25, 2)),
        ("1 frame", Fraction(1, 24)),
        ("7 frames", Fraction(7, 24)),
        ("2min", 120),
        ("1.5 minutes", 90),
        ("2m", 120),
        ("0:12.5", Fraction(25, 2)),
        ("1:30", 90),
        ("90:00", 5400),
        ("1:02:03", 3723),
        ("0:00.041", Fraction(41, 1000)),
        ("12S", 12),
        (" 3 s ", 3),
        ("1 second", 1),
    ],
)
def test_every_form_is_read_exactly(written: object, seconds: int | Fraction) -> None:
    time = read_time(written)
    assert time.seconds == seconds
    assert read_time(time) is time
    assert read_time(time.text) == time


@pytest.mark.parametrize(
    "written",
    [
        "",
        "s",
        "-1",
        "+1",
        "1,5",
        "1e3",
        "1/3",
        "nan",
        "inf",
        "0x10",
        "1:60",
        "1:2:3:4",
        "1:75:00",
        "12 h",
        "1_0",
        True,
        None,
        [],
        {},
    ],
)
def test_what_is_no_time_is_refused_with_the_forms(written: object) -> None:
    with pytest.raises(ValueError, match=r"12s, 0:12\.5 or 300f|at most 59"):
        read_time(written)


@pytest.mark.parametrize(
    ("written", "frames", "exact"),
    [
        ("1s", 24, True),
        ("1.03s", 25, False),
        ("1ms", 0, False),
        ("0.5f", 1, False),
        ("1.5f", 2, False),
        ("0:10", 240, True),
    ],
)
def test_frames_are_the_nearest_half_up(written: str, frames: int, exact: bool) -> None:
    time = read_time(written)
    assert time.frames == frames
    assert time.exact is exact


def test_a_time_says_what_was_typed() -> None:
    assert str(read_time("0:12.5")) == "0:12.5"
    assert time_of(12) == Time(Fraction(1, 2), "12f")


def test_defaults_are_times() -> None:
    assert (Handles().head.frames, Handles().tail.frames) == (4, 8)
    assert Audio().fade.seconds == Fraction(1, 100)
    brief = Brief.model_validate({"title": "x", "shots": [{"duration": 2}]})
    assert brief.shots[0].duration == read_time("2")
