"""BUD: whether lines and beats fit into their shots."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from ..document import Line
from ..facts import Check
from ..findings import Level, Span
from ..patterns import lazy
from ..speech import speech_seconds, units
from .base import Hit, Rule, rule

#: A line that ends later than this before the end of the clip is cut by the slightest delay, in seconds.
_TAIL = Fraction(3, 10)
_NEXT_WORDS = frozenset(
    (
        "then",
        "next",
        "after",
        "afterwards",
        "finally",
        "last",
        "later",
        "followed",
        "before",
        "soon",
        "once",
        "suddenly",
    )
)
_NEXT = lazy(
    r"\b(?:then|next|after that|afterwards|finally|at last|moments? later|followed by|before (?:he|she|it|they|turning|walking)|"
    r"as soon as|once (?:he|she|it|they)|suddenly)\b",
    re.IGNORECASE,
)


@rule(
    "BUD001",
    "line-too-long",
    Level.WARNING,
    evidence="Official outputs have 2.2 to 2.5 English words and 3.9 to 4.1 Chinese characters a second.",
    wants=("duration",),
)
def line_too_long(check: Check) -> Iterator[Hit]:
    """The lines of a shot need more time than the shot has.

    English 2.5 words a second, Chinese and Japanese 4.5 characters, Korean 6 syllables, other languages in proportion to
    measured reading speeds. What does not fit is rushed or cut off: move the cut, or shorten the line.

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
            needed += speech_seconds(line)
            if needed > available and not line.cut_off:
                yield Hit(line.words_span, _too_long(line, needed, available, len(lines)))
                break


def _too_long(line: Line, needed: Fraction, available: Fraction, count: int) -> str:
    amount, unit, rate = units(line)
    fits = int(available * Fraction(str(rate)))
    what = f"the line has {amount} {unit}" if count == 1 else f"with this line the shot's {count} lines"
    verb = "and needs" if count == 1 else "need"
    return f"{what} {verb} {float(needed):.1f} s; the shot has {float(available):.1f} s, which hold about {fits} {unit}"


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
    needed = sum((speech_seconds(line) for line in lines), Fraction(0))
    if available - _TAIL < needed <= available:
        left = float(available - needed)
        yield Hit(lines[-1].words_span, f"the last line ends about {left:.1f} s before the clip; leave 0.3 s or more")


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
        if check.words(shot.body_span).isdisjoint(_NEXT_WORDS):
            continue
        found = list(_NEXT.finditer(check.prose(shot.body_span)))
        if len(found) >= 3:
            start = shot.body_span.start + found[2].start()
            yield Hit(
                Span(start, start + len(found[2].group())),
                f"the shot has about {len(found) + 1} beats; three can be played",
            )


BUDGET: tuple[Rule, ...] = (line_too_long, line_ends_with_the_clip, too_many_beats)
