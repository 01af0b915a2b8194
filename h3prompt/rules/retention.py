"""RET: what the retention analysis keeps of every label."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches

from ..document import Label, LabelKind, Retention
from ..facts import Check
from ..findings import Edit, Level, Span
from ..lexicon import AUDIO_MARKERS, PICTURE_ROLES, VISUAL_MARKERS
from ..patterns import lazy
from .base import Hit, Rule, rule

_NEVER = "Prompt guide; no official output breaks it."
_ALL = VISUAL_MARKERS + tuple(marker for marker in AUDIO_MARKERS if marker not in VISUAL_MARKERS)
_SHOTS = r"\[Shot \d+\](?:, \[Shot \d+\])*"
_SUBJECT_BRACKET = lazy(rf"appears in {_SHOTS}")
_PICTURE_BRACKET = lazy(rf"(?:{_SHOTS} )?(?:{'|'.join(PICTURE_ROLES)})")
_SHOT = lazy(r"\[Shot (\d{1,4})\]")
_SPEAKER = lazy(r"\(S\d+(?:\s*,\s*S\d+)*\)|\bS\d{1,2}\b")
_JOINED = lazy(r"\s*(?=<(?:Subject|Picture|Video|Audio) \d+>\s*(?:\([^()\n]{0,200}\))?:\s*[a-z_]+\s*[-–—])")


def _markers(label: Label) -> tuple[str, ...]:
    return AUDIO_MARKERS if label.kind is LabelKind.AUDIO else VISUAL_MARKERS


def _normal(marker: str) -> str:
    return re.sub(r"[\s-]+", "_", marker.strip().lower())


@rule("RET001", "malformed-retention-line", Level.ERROR, evidence=_NEVER, family="reference")
def malformed_retention_line(check: Check) -> Iterator[Hit]:
    """A line of the retention analysis has not the form ``label (where): marker - what``.

    Wrong::

        <Subject 1> fully_preserved, suit and face stay

    Right::

        <Subject 1> (appears in [Shot 1]): fully_preserved - suit and face stay.
    """
    for line in check.prompt.retention:
        if line.label is None:
            lacks = "a label at its start"
        elif line.marker is None:
            lacks = "a colon and a marker"
        elif line.note is None:
            lacks = "a dash and a note after the marker"
        else:
            continue
        yield Hit(line.span, f"the line lacks {lacks}; its form is label (where): marker - what stays")


@rule(
    "RET002",
    "illegal-marker",
    Level.ERROR,
    evidence="3 % of community prompts; no official output.",
    family="reference",
    fixable=True,
)
def illegal_marker(check: Check) -> Iterator[Hit]:
    """The marker is not one of the closed lists.

    Pictures, videos and subjects: fully_preserved, partially_preserved, attribute_transfer, weak_reference. Audios: fully_copy,
    partially_copy, reference, weak_reference. The fix mends spelling only.

    Wrong::

        <Subject 1> (appears in [Shot 1]): fully_reference - …

    Right::

        <Subject 1> (appears in [Shot 1]): fully_preserved - …
    """
    for line in check.prompt.retention:
        if line.label is None or line.marker is None or line.marker in _ALL:
            continue
        legal = _markers(line.label)
        normal = _normal(line.marker)
        near = [normal] if normal in legal else get_close_matches(normal, legal, n=1, cutoff=0.4)
        edits = (Edit(*line.marker_span, normal),) if normal in legal else ()
        yield Hit(
            line.marker_span,
            f"{line.marker!r} is no marker of {line.label}; legal are {', '.join(legal)}",
            near[0] if near else None,
            edits,
        )


@rule("RET003", "marker-of-the-other-kind", Level.ERROR, evidence=_NEVER, family="reference")
def marker_of_the_other_kind(check: Check) -> Iterator[Hit]:
    """An audio marker stands with a visual label, or a visual one with an audio.

    Wrong::

        <Audio 1>: fully_preserved - …

    Right::

        <Audio 1>: fully_copy - …
    """
    swap = {
        "fully_preserved": "fully_copy",
        "partially_preserved": "partially_copy",
        "attribute_transfer": "reference",
        "fully_copy": "fully_preserved",
        "partially_copy": "partially_preserved",
        "reference": "weak_reference",
    }
    for line in check.prompt.retention:
        if line.label is not None and line.marker in _ALL and line.marker not in _markers(line.label):
            what = "an audio" if line.label.kind is LabelKind.AUDIO else "a visual label"
            yield Hit(
                line.marker_span,
                f"{line.marker} does not go with {what}; legal are {', '.join(_markers(line.label))}",
                swap[line.marker],
            )


def _bracket_place(line: Retention) -> Span:
    return (
        line.bracket_span if line.bracket is not None else Span(line.span.start, line.span.start + len(str(line.label)))
    )


@rule(
    "RET004",
    "retention-bracket",
    Level.WARNING,
    evidence="2 to 4 % of community prompts; no official output.",
    family="reference",
)
def retention_bracket(check: Check) -> Iterator[Hit]:
    """The bracket of a retention line is worded in another way than the guide's.

    A subject ``appears in [Shot 1], [Shot 3]``; a picture is ``[Shot 1] first frame``, ``last frame``, ``keyframe``,
    ``composition`` or ``storyboard``; a video has its role in words; shots are listed one by one.

    Wrong::

        <Subject 1> (shots 1-3): fully_preserved - …

    Right::

        <Subject 1> (appears in [Shot 1], [Shot 2], [Shot 3]): fully_preserved - …
    """
    for line in check.prompt.retention:
        if line.label is None or line.marker is None:
            continue
        kind, bracket = line.label.kind, line.bracket
        if kind is LabelKind.SUBJECT and not (bracket and _SUBJECT_BRACKET.fullmatch(bracket)):
            yield Hit(_bracket_place(line), f"{line.label} wants (appears in [Shot N], …)", "appears in [Shot 1]")
        elif kind is LabelKind.PICTURE and not (bracket and _PICTURE_BRACKET.fullmatch(bracket)):
            roles = ", ".join(PICTURE_ROLES)
            yield Hit(
                _bracket_place(line),
                f"{line.label} wants ([Shot N] ROLE), where ROLE is {roles}",
                "[Shot 1] first frame",
            )
        elif kind is LabelKind.VIDEO and not (bracket and bracket.strip()):
            yield Hit(_bracket_place(line), f"{line.label} wants its role in brackets", "(source of the edit)")


@rule(
    "RET005",
    "cited-shot-missing",
    Level.WARNING,
    evidence="11 % of the official outputs, where [Shot 1] is left out.",
    family="reference",
)
def cited_shot_missing(check: Check) -> Iterator[Hit]:
    """A retention line cites a shot that the description does not have.

    Wrong::

        <Subject 1> (appears in [Shot 4]): …  (the description has three shots)

    Right::

        <Subject 1> (appears in [Shot 3]): …
    """
    shots = {shot.number for shot in check.shots if shot.number is not None}
    if not check.shots:
        return
    for line in check.prompt.retention:
        for match in _SHOT.finditer(line.text):
            if int(match.group(1)) not in shots:
                start = line.span.start + match.start()
                yield Hit(Span(start, start + len(match.group())), f"the description has no {match.group()}")


@rule(
    "RET006",
    "speaker-in-retention",
    Level.WARNING,
    evidence="1 % of community prompts; no official output.",
    family="reference",
)
def speaker_in_retention(check: Check) -> Iterator[Hit]:
    """A speaker id stands in the retention analysis.

    Ids belong to vocal events; what a voice keeps is said of its ``<Audio N>``.

    Wrong::

        <Subject 1> (S1) (appears in [Shot 1]): …

    Right::

        <Subject 1> (appears in [Shot 1]): …
    """
    for line in check.prompt.retention:
        for match in _SPEAKER.finditer(line.text):
            start = line.span.start + match.start()
            yield Hit(
                Span(start, start + len(match.group())),
                f"the speaker id {match.group()} does not belong here",
                "remove it",
            )


@rule(
    "RET007",
    "retention-dash",
    Level.WARNING,
    evidence="4 % of community prompts; no official output.",
    family="reference",
    fixable=True,
)
def retention_dash(check: Check) -> Iterator[Hit]:
    """The dash between marker and note is not `` - ``.

    Wrong::

        <Audio 1>: reference — only the timbre.

    Right::

        <Audio 1>: reference - only the timbre.
    """
    for line in check.prompt.retention:
        if line.note is None or line.marker is None:
            continue
        start = line.marker_span.end
        stop = line.dash_span.end
        while check.text[stop : stop + 1] in (" ", "\t"):
            stop += 1
        if check.text[start:stop] != " - ":
            yield Hit(
                line.dash_span,
                "the dash after the marker is a hyphen between blanks",
                " - ",
                (Edit(start, stop, " - "),),
            )


@rule("RET008", "label-kept-twice", Level.WARNING, evidence="Prompt guide: one line a label.", family="reference")
def label_kept_twice(check: Check) -> Iterator[Hit]:
    """A label has two lines in the retention analysis.

    Wrong::

        <Subject 1> (appears in [Shot 1]): fully_preserved - …
        <Subject 1> (appears in [Shot 2]): weak_reference - …

    Right::

        <Subject 1> (appears in [Shot 1], [Shot 2]): fully_preserved - …
    """
    seen: set[Label] = set()
    for line in check.prompt.retention:
        if line.label is not None and line.label in seen:
            yield Hit(Span(line.span.start, line.span.start + len(str(line.label))), f"{line.label} has a line already")
        if line.label is not None:
            seen.add(line.label)


@rule("RET009", "retention-lines-joined", Level.ERROR, evidence=_NEVER, family="reference", fixable=True)
def retention_lines_joined(check: Check) -> Iterator[Hit]:
    """Two labels share one line of the retention analysis.

    Wrong::

        <Subject 1> (…): fully_preserved - … <Audio 1>: reference - …

    Right::

        <Subject 1> (…): fully_preserved - …
        <Audio 1>: reference - …
    """
    for line in check.prompt.retention:
        if line.label is None:
            continue
        head = len(str(line.label))
        for match in _JOINED.finditer(line.text, head):
            start, end = line.span.start + match.start(), line.span.start + match.end()
            if end > start:
                yield Hit(
                    Span(end, end + 1),
                    "a second label begins on this line; each has a line of its own",
                    "a new line",
                    (Edit(start, end, "\n"),),
                )


RETENTION: tuple[Rule, ...] = (
    malformed_retention_line,
    illegal_marker,
    marker_of_the_other_kind,
    retention_bracket,
    cited_shot_missing,
    speaker_in_retention,
    retention_dash,
    label_kept_twice,
    retention_lines_joined,
)
