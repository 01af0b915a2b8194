"""SHT: shots, their numbers, times and cuts, and the camera."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .. import grid
from ..document import Shot
from ..facts import Check
from ..findings import Edit, Level, Span
from ..lexicon import CUT_PHRASES
from ..modes import Mode
from ..patterns import lazy
from ..writer import time_code
from .base import Hit, Rule, rule
from .camera import CAMERA

_NEVER = "Prompt guide; no official output breaks it."
_LINE_END = lazy(r"\n\s*")
_SENTENCE_END = lazy(r"[.!?][\"”)]*\s+(?=[A-Z\"“(<])")
_SOFT = lazy(r"\b(?:cross-?)?dissolv|\bfad(?:e|es|ing)\b|\bwip(?:e|es|ing)\b", re.IGNORECASE)
# Digits that could be a time: before a unit of seconds, in a clock form, or after "t".
_DIGIT = lazy(r"\d")
_TIMELY = lazy(r"\d\s?-?s|seconds?\s\d|\d:\d|[tT]\s?[=+]\s?\d")
_TIME_CODE = lazy(
    r"\b\d{1,2}:\d{2}(?:[.:,]\d{1,3})?\b(?!\s*(?:[ap]\.?m\b|o'clock))"
    r"|\b\d{1,3}(?:\.\d{1,3})?\s?(?:s|secs?|seconds?)?\s?(?:-|–|—|to)\s?\d{1,3}(?:\.\d{1,3})?[\s-]?(?:s|secs?|seconds?)\b"
    r"|\b(?i:at|by|from|until|till|after|before|around)\s(?:the\s)?\d{1,3}(?:\.\d{1,3})?[\s-]?(?:s|secs?|seconds?)\b"
    r"|\b(?:first|last|next|final|opening|closing)\s\d{1,3}(?:\.\d{1,3})?[\s-]?(?:s|secs?|seconds?)\b"
    r"|\(\s?\d{1,3}(?:\.\d{1,3})?\s?(?:s|secs?|seconds?)\s?\)|\bseconds?\s\d{1,3}(?:\.\d{1,3})?\b"
    r"|\b\d{1,3}(?:\.\d{1,3})?[\s-]second\s+mark\b|\b[tT]\s?[=+]\s?\d"
)


def _marked(check: Check) -> bool:
    """Some shot is marked; without any there is one finding and no other."""
    return any(shot.number is not None for shot in check.shots)


def _later(check: Check) -> Iterator[tuple[int, Shot]]:
    for index, shot in enumerate(check.shots):
        if index:
            yield index, shot


@rule("SHT001", "no-shot-marker", Level.ERROR, evidence=_NEVER, fixable=True)
def no_shot_marker(check: Check) -> Iterator[Hit]:
    """The main field has no shot marker.

    Every prompt has at least ``[Shot 1]``. Tools that cut a prompt into shots do nothing without it.

    Wrong::

        integrated_multimodal_description: A courier opens a gate.

    Right::

        integrated_multimodal_description: [Shot 1] A courier opens a gate.
    """
    main = check.prompt.main
    if main and main.body and not _marked(check):
        start = main.body_span.start
        edits = (Edit(start, start, "[Shot 1] "),) if check.mode is not Mode.REF2VA else ()
        first = Span(main.header_span.start, start + min(40, len(main.body)))
        yield Hit(first, f"{main.name} has no shot marker", "[Shot 1]", edits, "mark the first shot")


@rule("SHT002", "first-marker-left-out", Level.WARNING, evidence="11 % of the official outputs.", fixable=True)
def first_marker_left_out(check: Check) -> Iterator[Hit]:
    """The first shot is not marked although a later one is.

    In Ref2VA the style comes first, so the fix puts the marker behind the first sentence.

    Wrong::

        A courier opens a gate. [Shot 2] At 00:03.500, the camera cuts to …

    Right::

        [Shot 1] A courier opens a gate. [Shot 2] At 00:03.500, the camera cuts to …
    """
    shots = check.shots
    if len(shots) > 1 and shots[0].number is None:
        start: int | None = shots[0].span.start
        if check.mode is Mode.REF2VA:
            # A style on a line of its own ends with the line, else its first sentence is taken for it.
            end = _LINE_END.search(check.text, shots[0].span.start, shots[0].span.end) or _SENTENCE_END.search(
                check.text, shots[0].span.start, shots[0].span.end
            )
            start = end.end() if end else None
        edits = (Edit(start, start, "[Shot 1] "),) if start is not None else ()
        at = shots[0].span.start if start is None else start
        place = Span(at, min(at + 40, shots[0].span.end))
        yield Hit(place, "the marker of the first shot is left out", "[Shot 1]", edits, "mark the first shot")


def _numbering(check: Check) -> Iterator[tuple[Shot, str, str]]:
    """(shot, what is wrong, the number that belongs there) of every shot out of the row 1, 2, 3, …"""
    expected = 1
    seen: set[int] = set()
    for shot in check.shots:
        number = expected if shot.number is None else shot.number
        if number in seen:
            yield shot, "duplicate", str(expected)
        elif number < expected:
            yield shot, "order", str(expected)
        elif number > expected:
            yield shot, "gap", str(expected)
        seen.add(number)
        expected = max(expected, number) + 1


@rule("SHT003", "shot-gap", Level.ERROR, evidence=_NEVER)
def shot_gap(check: Check) -> Iterator[Hit]:
    """A shot number is left out.

    Wrong::

        [Shot 1] … [Shot 3] At 00:03.500, …

    Right::

        [Shot 1] … [Shot 2] At 00:03.500, …
    """
    for shot, wrong, number in _numbering(check):
        if wrong == "gap" and _marked(check):
            yield Hit(shot.marker_span, f"Shot {shot.number} follows where Shot {number} belongs", f"[Shot {number}]")


@rule("SHT004", "shot-duplicate", Level.ERROR, evidence=_NEVER)
def shot_duplicate(check: Check) -> Iterator[Hit]:
    """Two shots have the same number.

    Wrong::

        [Shot 1] … [Shot 2] At 00:02.000, … [Shot 2] At 00:04.000, …

    Right::

        [Shot 1] … [Shot 2] At 00:02.000, … [Shot 3] At 00:04.000, …
    """
    for shot, wrong, number in _numbering(check):
        if wrong == "duplicate":
            yield Hit(
                shot.marker_span, f"Shot {shot.number} was there before; this is Shot {number}", f"[Shot {number}]"
            )


@rule("SHT005", "shot-order", Level.ERROR, evidence=_NEVER)
def shot_order(check: Check) -> Iterator[Hit]:
    """Shots are numbered in another order than they stand.

    Wrong::

        [Shot 2] At 00:02.000, … [Shot 1] …

    Right::

        [Shot 1] … [Shot 2] At 00:02.000, …
    """
    for shot, wrong, _ in _numbering(check):
        if wrong == "order":
            yield Hit(shot.marker_span, f"Shot {shot.number} stands after a later shot; numbers rise from 1")


@rule("SHT006", "cut-without-time", Level.ERROR, evidence=_NEVER)
def cut_without_time(check: Check) -> Iterator[Hit]:
    """A later shot has no time.

    Every shot after the first says when it begins, on the clip's own clock.

    Wrong::

        [Shot 2] The camera cuts to a bridge.

    Right::

        [Shot 2] At 00:03.500, the camera cuts to a bridge.
    """
    for _, shot in _later(check):
        if shot.time is None:
            message = f"Shot {shot.number} has no time; later shots open with At MM:SS.mmm,"
            yield Hit(shot.marker_span, message, f"[Shot {shot.number}] At MM:SS.mmm, the camera cuts to")


@rule("SHT007", "time-form", Level.ERROR, evidence=_NEVER, fixable=True)
def time_form(check: Check) -> Iterator[Hit]:
    """The time of a shot is not written ``At MM:SS.mmm,``.

    Two digits of minutes, two of seconds below 60, three of milliseconds, a comma and a blank. The fix rewrites a time
    that can only mean one thing.

    Wrong::

        [Shot 2] At 3.5s, the camera cuts to a bridge.

    Right::

        [Shot 2] At 00:03.500, the camera cuts to a bridge.
    """
    for _, shot in _later(check):
        time = shot.time
        if time is None or time.well_formed:
            continue
        known = time.milliseconds is not None and time.milliseconds < 6_000_000
        right = f"At {time_code(time.milliseconds or 0)}," if known else None
        edits = (Edit(shot.marker_span.end, shot.body_span.start, f" {right} "),) if right and shot.body else ()
        yield Hit(time.span, f"the time {time.text!r} is not in the form At MM:SS.mmm,", right, edits)


@rule("SHT008", "time-not-rising", Level.ERROR, evidence=_NEVER)
def time_not_rising(check: Check) -> Iterator[Hit]:
    """A shot begins no later than the one before.

    Wrong::

        [Shot 2] At 00:04.000, … [Shot 3] At 00:03.000, …

    Right::

        [Shot 2] At 00:03.000, … [Shot 3] At 00:04.000, …
    """
    last = 0
    for _, shot in _later(check):
        if shot.time is None or shot.time.milliseconds is None:
            continue
        now = shot.time.milliseconds
        if now <= last:
            yield Hit(
                shot.time.span,
                f"Shot {shot.number} begins at {time_code(min(now, 5_999_999))}, not after the shot before",
            )
        last = max(last, now)


@rule("SHT009", "cut-past-the-end", Level.ERROR, evidence=_NEVER, needs=("duration",))
def cut_past_the_end(check: Check) -> Iterator[Hit]:
    """A shot begins when the clip is over.

    Times count from the start of this clip; a film's clock never enters a prompt. The clip's length is the effective one.

    Wrong::

        [Shot 2] At 00:08.000, …  (a clip of 5.167 s)

    Right::

        [Shot 2] At 00:03.000, …
    """
    length = check.length
    for _, shot in _later(check):
        known = shot.time.milliseconds if shot.time else None
        if shot.time and known is not None and length is not None and grid.cut_frame(known)[0] >= (check.frames or 0):
            yield Hit(
                shot.time.span,
                f"Shot {shot.number} begins at {known / 1000:.3f} s, but the clip lasts {float(length):.3f} s "
                f"({check.frames} frames)",
                f"a time below {float(length):.3f} s",
            )


@rule("SHT010", "time-on-first-shot", Level.WARNING, evidence="6 % of the official outputs.", fixable=True)
def time_on_first_shot(check: Check) -> Iterator[Hit]:
    """The first shot has a time.

    Wrong::

        [Shot 1] At 00:00.000, a courier opens a gate.

    Right::

        [Shot 1] A courier opens a gate.
    """
    shot = check.shots[0] if check.shots else None
    if shot and shot.time and shot.number is not None:
        start = shot.body_span.start
        first = check.text[start : start + 1]
        edit = Edit(shot.marker_span.end, start + len(first), f" {first.upper()}")
        yield Hit(
            shot.time.span, "the first shot begins at 0 and has no time", "remove the time", (edit,), "remove the time"
        )


@rule("SHT011", "cut-phrase", Level.WARNING, evidence="6 % of the official outputs, 34 % of community prompts.")
def cut_phrase(check: Check) -> Iterator[Hit]:
    """A cut is not announced by one of the guide's phrases.

    A phrase for a dissolve, a fade or a wipe is an info: it is right where the brief asks for one.

    Wrong::

        [Shot 2] At 00:03.500, a bridge in the rain.

    Right::

        [Shot 2] At 00:03.500, the camera cuts to a bridge in the rain.
    """
    for _, shot in _later(check):
        if shot.cut or shot.time is None or not shot.body:
            continue
        start = shot.body_span.start
        opening = check.text[start : min(start + 90, shot.body_span.end)]
        soft = _SOFT.search(opening)
        span = Span(start, start + min(len(opening), 40))
        if soft:
            yield Hit(span, "a soft transition; use one only where the brief asks for it", level=Level.INFO)
        else:
            phrases = ", ".join(f'"{phrase}"' for phrase in CUT_PHRASES)
            yield Hit(span, f"the cut to Shot {shot.number} is not announced by {phrases}", CUT_PHRASES[0])


@rule("SHT012", "extra-time-code", Level.WARNING, evidence="8 % of community prompts; no official output.")
def extra_time_code(check: Check) -> Iterator[Hit]:
    """A time stands inside a shot.

    Only cuts have times. Inside a shot the order of the words tells the order of events; digits are drawn or spoken.
    Visible text in quotation marks is exempt.

    Wrong::

        [Shot 1] At 2.5 seconds he turns. (0-3s) The door opens.

    Right::

        [Shot 1] He turns. Then the door opens.
    """
    for shot in check.shots:
        prose = check.prose(shot.body_span)
        if not _DIGIT.search(prose) or not _TIMELY.search(prose):
            continue
        for match in _TIME_CODE.finditer(prose):
            start = shot.body_span.start + match.start()
            message = f"{match.group()!r} reads as a time inside a shot; time it in prose"
            yield Hit(Span(start, start + len(match.group())), message)


@rule(
    "SHT013",
    "text-before-first-shot",
    Level.WARNING,
    evidence="3 % of community prompts; no official output.",
    family="base",
    fixable=True,
)
def text_before_first_shot(check: Check) -> Iterator[Hit]:
    """Text stands before ``[Shot 1]`` in a base mode.

    Base modes state the overall style right after the marker.

    Wrong::

        integrated_multimodal_description: Grainy 16 mm look. [Shot 1] A courier …

    Right::

        integrated_multimodal_description: [Shot 1] Grainy 16 mm look. A courier …
    """
    style, shots = check.prompt.style, check.shots
    if style.end > style.start and shots and shots[0].number is not None:
        marker = shots[0].marker_span
        edits: tuple[Edit, ...] = ()
        if shots[0].time is None:
            cut = marker.end + (1 if check.text[marker.end : marker.end + 1] == " " else 0)
            edits = (Edit(style.start, style.start, f"{marker.of(check.text)} "), Edit(marker.start, cut, ""))
        yield Hit(style, "text before the first shot", "put it after the marker", edits, "move the marker to the front")


@rule(
    "SHT014",
    "no-style-sentence",
    Level.WARNING,
    evidence="18 % of community reference prompts; no official one.",
    family="reference",
)
def no_style_sentence(check: Check) -> Iterator[Hit]:
    """A Ref2VA prompt states no style before ``[Shot 1]``.

    Ref2VA opens the description with one or two sentences on the overall style; the shots follow.

    Wrong::

        detailed_description:
        [Shot 1] <Subject 1> walks.

    Right::

        detailed_description:
        Soft documentary light, natural colours. [Shot 1] <Subject 1> walks.
    """
    style, shots = check.prompt.style, check.shots
    if shots and shots[0].number is not None and style.end == style.start:
        yield Hit(shots[0].marker_span, "one or two sentences on the style belong before the first shot")


@rule(
    "SHT015",
    "marker-form",
    Level.ERROR,
    evidence="Field: tools that split at [Shot N] silently do nothing.",
    fixable=True,
)
def marker_form(check: Check) -> Iterator[Hit]:
    """A shot marker is written in another form than ``[Shot N]``.

    Wrong::

        [shot 2] At 00:03.500, …

    Right::

        [Shot 2] At 00:03.500, …
    """
    for shot in check.shots:
        if not shot.marker_form and shot.number is not None:
            span = shot.marker_span
            right = f"[Shot {shot.number}]"
            end = span.end + (1 if check.text[span.end : span.end + 1] == ":" else 0)
            edits = (Edit(span.start, end, right),) if check.text[end : end + 1] in (" ", "") else ()
            yield Hit(span, f"the marker {span.of(check.text)!r} is written {right}", right, edits)


@rule(
    "SHT018",
    "cut-between-frames",
    Level.INFO,
    evidence="Measured: a cut falls on one of 24 frames a second.",
    fixable=True,
)
def cut_between_frames(check: Check) -> Iterator[Hit]:
    """A cut time lies between two frames.

    A frame lasts 41.667 ms. The cut will fall on a frame; write that frame's time, so that plan and clip agree.

    Wrong::

        [Shot 2] At 00:03.520, …

    Right::

        [Shot 2] At 00:03.500, …
    """
    for _, shot in _later(check):
        time = shot.time
        if time and time.well_formed and time.milliseconds is not None:
            frame, exact = grid.cut_frame(time.milliseconds)
            if not exact:
                right = f"At {time_code(grid.milliseconds(frame))},"
                message = f"{time.text.rstrip(',')} lies between two frames; frame {frame} begins {right[:-1].lower()}"
                yield Hit(time.span, message, right, (Edit(*time.span, right),), "move the cut to the nearest frame")


SHOTS: tuple[Rule, ...] = (
    no_shot_marker,
    first_marker_left_out,
    shot_gap,
    shot_duplicate,
    shot_order,
    cut_without_time,
    time_form,
    time_not_rising,
    cut_past_the_end,
    time_on_first_shot,
    cut_phrase,
    extra_time_code,
    text_before_first_shot,
    no_style_sentence,
    marker_form,
    *CAMERA,
    cut_between_frames,
)
