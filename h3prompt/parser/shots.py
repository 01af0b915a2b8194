"""Cuts the main field into shots and reads their times."""

from __future__ import annotations

import re
from fractions import Fraction

from ..document import (
    NOWHERE,
    Prompt,
    Shot,
    TimeMark,
)
from ..findings import Span
from ..lexicon import CUT_PHRASES
from ..patterns import lazy
from .spans import strip
from .tokens import Marker

# Words after which "[Shot 2]" names a shot instead of opening it.
_CITES = lazy(
    r"(?:\b(?:in|of|from|to|and|or|with|as|during|after|before|until|since|through|than|see|at|by|for|into|between|"
    r"like|following|throughout|matching|across|within|of the)|\(|\[Shot \d+\],)\s*$",
    re.IGNORECASE,
)
_TIME = lazy(r" At (\d\d):([0-5]\d)\.(\d{3}), ")
_TIME_LOOSE = lazy(
    r"[\s,:–—-]*[(\[]?\s*(?:(?:at|@|from)\s*)?(?P<time>\d{1,3}(?::\d{1,2}){1,2}(?:[.,:]\d{1,3})?|\d+(?:[.,]\d+)?\s*"
    r"(?:seconds?|secs?|ms|s)\b)(?:\s*(?:-|–|—|to)\s*\d[\d:.,]*\s*(?:seconds?|secs?|s\b)?)?\s*[)\]]?\s*[,:]?\s*",
    re.IGNORECASE,
)
_CUT = lazy("|".join(CUT_PHRASES), re.IGNORECASE)


def read_shots(
    prompt: Prompt, markers: list[Marker]
) -> tuple[Span, tuple[Shot, ...], tuple[tuple[int, Span, str], ...]]:
    """The style before the first shot, the shots, and the ``[Shot N]`` that only name a shot."""
    text, main = prompt.text, prompt.main
    citations: list[tuple[int, Span, str]] = []
    opening: list[Marker] = []
    for marker in markers:
        number, span, form, section = marker
        inside = main is not None and main.body_span.start <= span.start < main.body_span.end
        if inside and not (
            _CITES.search(text, max(0, span.start - 20), span.start) and not _TIME.match(text, span.end)
        ):
            opening.append(marker)
        else:
            citations.append((number, span, section))
    if main is None or main.body_span.end == main.body_span.start:
        return NOWHERE, (), tuple(citations)
    body = main.body_span
    if not opening:
        shot = Shot(None, body.of(text), span=body, marker_span=Span(body.start, body.start), body_span=body)
        return Span(body.start, body.start), (shot,), tuple(citations)
    shots: list[Shot] = []
    style = strip(text, body.start, opening[0][1].start)
    if opening[0][0] > 1 and style.end > style.start:
        # The first marker was left out: what stands before the second one is the first shot.
        shots.append(
            Shot(None, style.of(text), span=style, marker_span=Span(style.start, style.start), body_span=style)
        )
        style = Span(body.start, body.start)
    for index, (number, span, form, _) in enumerate(opening):
        stop = opening[index + 1][1].start if index + 1 < len(opening) else body.end
        shots.append(_shot(text, number, span, form, stop))
    return style, tuple(shots), tuple(citations)


def _shot(text: str, number: int, marker: Span, form: bool, stop: int) -> Shot:
    time, start = _time(text, marker.end, stop)
    body = strip(text, start, stop)
    cut = _CUT.match(text, body.start, body.end)
    return Shot(
        number=number,
        body=body.of(text),
        time=time,
        cut=cut.group().lower() if cut else "",
        span=Span(marker.start, stop),
        marker_span=marker,
        body_span=body,
        marker_form=form,
    )


def _time(text: str, start: int, stop: int) -> tuple[TimeMark | None, int]:
    match = _TIME.match(text, start, stop)
    if match:
        minutes, seconds, milliseconds = (int(group) for group in match.groups())
        span = Span(match.start() + 1, match.end() - 1)
        return TimeMark(span.of(text), span, (minutes * 60 + seconds) * 1000 + milliseconds), match.end()
    match = _TIME_LOOSE.match(text, start, stop)
    if match is None:
        return None, start
    span = strip(text, match.start(), match.end())
    return TimeMark(span.of(text), span, _milliseconds(match.group("time")), False), match.end()


def _milliseconds(written: str) -> int | None:
    number = re.sub(r"[^\d.,:]", "", written)
    parts = number.split(":")
    scale = 1 if written.rstrip().lower().endswith("ms") else 1000
    try:
        if len(parts) == 1:
            value = Fraction(parts[0].replace(",", ".")) * scale
        elif len(parts) == 2 and Fraction(parts[1].replace(",", ".")) < 60:
            value = (int(parts[0]) * 60 + Fraction(parts[1].replace(",", "."))) * 1000
        else:
            return None
    except ValueError:
        return None
    return int(value) if value.denominator == 1 else None
