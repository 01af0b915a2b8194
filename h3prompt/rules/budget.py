"""BUD: whether lines and beats fit into their shots."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from ..document import Line
from ..facts import Check
from ..findings import Level, Span
from ..patterns import lazy
from ..speech import exact, language_of, speech_seconds, units
from .base import Hit, Rule, rule

#: A line that ends later than this before the end of the clip is cut by the slightest delay, in seconds.
_TAIL = Fraction(3, 10)
_MOST_BEATS = 3
#: A recording has its own speed; words that are only heard in one are judged at twice the usual speed.
_RECORDED = Fraction(1, 2)
#: Words that go on to the next beat, and the cheap look for them.
_STEMS = ("then", "next", "after", "finally", "at last", "later", "followed", "before ", "as soon", "once ", "sudden")
_NEXT = lazy(
    r"\b(?:then|next(?! (?:to|door|time|room|table|seat|stall|street|building|house)\b)|after (?:that|which|this)|afterwards?|finally|at last|"
    r"(?:moments?|seconds?|instants?) later|followed by|before (?:he|she|it|they|turning|walking|[a-z]+ing)|as soon as|"
    r"once (?:he|she|it|they)|suddenly)\b",
    re.IGNORECASE,
)


def _seconds(check: Check, line: Line) -> Fraction:
    """The time that a line takes."""
    seconds = speech_seconds(line)
    who = check.attribution_of(line)
    return seconds * _RECORDED if who.audio is not None and not who.ids else seconds


@rule(
    "BUD001",
    "line-too-long",
    Level.WARNING,
    evidence="Official outputs have 2.2 to 2.5 English words and 3.9 to 4.1 Chinese characters a second.",
    wants=("duration",),
)
def line_too_long(check: Check) -> Iterator[Hit]:
    """The lines of a shot need more time than the shot has.

    English 2.5 words a second, Chinese and Japanese 4.5 characters, Korean 6 syllables, the other languages in proportion to
    measured reading-aloud speeds (Arabic 1.5 words, German 2.0, French 2.1, Spanish 2.4). What does not fit is rushed or cut
    off: move the cut, or shorten the line. The lines of a shot count together; one that ends in ``<cutoff>`` may be too long.

    Wrong::

        a shot of 3 s with a line of 40 words

    Right::

        a shot of 3 s with a line of 7 words
    """
    for index in range(len(check.shots)):
        lines = check.lines_of(index)
        available = check.shot_seconds(index) if lines else None
        if available is None:
            continue
        needed = Fraction(0)
        for line in lines:
            needed += _seconds(check, line)
            if needed > available and not line.cut_off:
                yield Hit(line.words_span, _too_long(line, needed, available, len(lines)), _fitting(line, available))
                break


def _too_long(line: Line, needed: Fraction, available: Fraction, count: int) -> str:
    amount, unit, _ = units(line)
    what = f"the line has {amount} {unit} and needs" if count == 1 else f"with this line the shot's {count} lines need"
    return (
        f"{what} {float(needed):.1f} s at the speed of {language_of(line)} speech; the shot has {float(available):.1f} s and holds "
        f"{_fitting(line, available)}"
    )


def _fitting(line: Line, available: Fraction) -> str:
    _, unit, rate = units(line)
    return f"about {int(available * exact(rate))} {unit}"


@rule(
    "BUD002", "line-ends-with-the-clip", Level.WARNING, evidence="Field: late lines are cut off.", wants=("duration",)
)
def line_ends_with_the_clip(check: Check) -> Iterator[Hit]:
    """The last line ends less than 0.3 s before the clip.

    Reckoned from the shot's start at the usual speed of speech. A line that is meant to be cut off ends in ``<cutoff>``.

    Wrong::

        a last shot of 4 s with a line that takes 3.9 s

    Right::

        a last shot of 4.5 s with a line that takes 3.9 s
    """
    if not check.shots:
        return
    index = len(check.shots) - 1
    lines = check.lines_of(index)
    available = check.shot_seconds(index) if lines else None
    if available is None or lines[-1].cut_off:
        return
    needed = sum((_seconds(check, line) for line in lines), Fraction(0))
    if available - _TAIL < needed <= available:
        left = float(available - needed)
        message = f"at the usual speed the last line ends about {left:.1f} s before the clip does; leave {float(_TAIL)} s or more"
        yield Hit(lines[-1].words_span, message)


@rule(
    "BUD003",
    "too-many-beats",
    Level.INFO,
    evidence="Field, measured: with many beats in a shot most of them are not played.",
)
def too_many_beats(check: Check) -> Iterator[Hit]:
    """A shot has more than three beats.

    Counted by the words that go on to the next one (then, next, after that, finally…). Spread them over shots, or leave some
    out.

    Wrong::

        He sits, then drinks, then stands, then waves, and finally leaves.

    Right::

        He sits, drinks, then stands.
    """
    for shot in check.shots:
        prose = check.prose(shot.body_span).lower()
        if sum(map(prose.count, _STEMS)) < _MOST_BEATS:
            continue
        found = list(_NEXT.finditer(prose))
        if len(found) >= _MOST_BEATS:
            start = shot.body_span.start + found[_MOST_BEATS - 1].start()
            span = Span(start, start + len(found[_MOST_BEATS - 1].group()))
            yield Hit(span, f"the shot has about {len(found) + 1} beats; {_MOST_BEATS} can be played")


BUDGET: tuple[Rule, ...] = (line_too_long, line_ends_with_the_clip, too_many_beats)
