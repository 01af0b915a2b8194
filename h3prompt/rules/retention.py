"""RET: what the retention analysis keeps of every label."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from functools import lru_cache

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
# What else people write for the same: other verbs, "and", ranges, shots without brackets, the shot behind the role.
_LOOSE_SUBJECT = lazy(
    r"(?:(?:appears?|appearing|seen|shown|visible|present|is|used|heard)?\s?(?:in|throughout)?\s?)?"
    r"(?P<shots>\[?shots?\b[^a-z()]*(?:(?:shots?|and|to|through)\b[^a-z()]*)*)",
    re.IGNORECASE,
)
_LOOSE_PICTURE = lazy(
    rf"(?:the )?(?P<role>{'|'.join(PICTURE_ROLES)})\s?(?:of|in|for|,|:|-)?\s?(?P<shots>\[?shots?\b[^a-z()]*(?:(?:shots?|and|to)\b[^a-z()]*)*)"
    rf"|(?P<shots2>\[?shots?\b[^a-z()]*(?:(?:shots?|and|to)\b[^a-z()]*)*?)[\s,:-]*(?:the |as (?:the )?)?(?P<role2>{'|'.join(PICTURE_ROLES)})",
    re.IGNORECASE,
)
_NUMBERS = lazy(r"(\d{1,3})(?:\]?\s?(?:-|–|—|to|through)\s?\[?(?:shots?\s?)?(\d{1,3}))?", re.IGNORECASE)
_SHOT = lazy(r"\[Shot (\d{1,4})\]")
_SPEAKER = lazy(r"\(S\d+(?:\s{0,2},\s{0,2}S\d+)*\)|\bS\d{1,2}\b")
_JOINED = lazy(
    r"<(Subject|Picture|Video|Audio) (\d{1,4})>\s{0,3}(?:\([^()\n]{0,200}\)\s{0,3})?:\s{0,3}[A-Za-z_]{2,30}\s{0,3}[-–—]"
)
_BARE_HEAD = lazy(r"[\[<(]?\s?(Subject|Picture|Video|Audio)[ _]?#?(\d{1,4})\s?[\]>)]?(?=\s?[(:])", re.IGNORECASE)
_LACKS_COLON = lazy(rf"<[A-Za-z]+ \d+>(?: ?\([^()\n]{{0,300}}\))?(\s{{0,3}})(?:{'|'.join(_ALL)})\s{{0,3}}[-–—]\s")
_ID_HEAD = lazy(r"<[A-Za-z]+ \d+>(\s{0,3}\(S\d+(?:\s{0,2},\s{0,2}S\d+)*\))")
_LACKS_DASH = lazy(r"(\s{0,2}[,;.]?\s{1,3})\S")


def _markers(label: Label) -> tuple[str, ...]:
    return AUDIO_MARKERS if label.kind is LabelKind.AUDIO else VISUAL_MARKERS


def _normal(marker: str) -> str:
    return re.sub(r"[\s-]+", "_", marker.strip().lower())


def broken_labels(check: Check) -> set[Label]:
    """The labels of retention lines that cannot be read: their head has another form, or they stand behind another line."""
    found = set()
    for line in check.prompt.retention:
        if line.label is None:
            head = _BARE_HEAD.match(line.text)
            if head:
                found.add(Label(LabelKind(head.group(1).capitalize()), int(head.group(2))))
        found.update(Label(LabelKind(match.group(1)), int(match.group(2))) for match in _JOINED.finditer(line.text, 1))
    return found


@rule("RET001", "malformed-retention-line", Level.ERROR, evidence=_NEVER, family="reference", fixable=True)
def malformed_retention_line(check: Check) -> Iterator[Hit]:
    """A line of the retention analysis has not the form ``label (where): marker - what``.

    The fix is offered where a bracket, the colon or the dash alone is missing.

    Wrong::

        <Subject 1> fully_preserved, suit and face stay

    Right::

        <Subject 1> (appears in [Shot 1]): fully_preserved - suit and face stay.
    """
    for line in () if check.jumbled else check.prompt.retention:
        if _ID_HEAD.match(line.text):
            continue  # the speaker's id is what is wrong with it
        edits: tuple[Edit, ...] = ()
        start = line.span.start
        if line.label is None:
            lacks = "a label at its start"
            head = _BARE_HEAD.match(line.text)
            if head:
                right = f"<{head.group(1).capitalize()} {int(head.group(2))}>"
                lacks = f"the label {right} at its start"
                edits = (Edit(start, start + head.end(), right),)
        elif line.marker is None:
            lacks = "a colon and a marker"
            colon = _LACKS_COLON.match(line.text)
            if colon:
                lacks = "the colon before its marker"
                edits = (Edit(start + colon.start(1), start + colon.end(1), ": "),)
        elif line.note is None:
            lacks = "a dash and a note after the marker"
            dash = _LACKS_DASH.match(check.text, line.marker_span.end, line.span.end)
            if dash and line.marker in _ALL and not line.dash:
                edits = (Edit(*dash.span(1), " - "),)
        else:
            continue
        yield Hit(line.span, f"the line lacks {lacks}; its form is label (where): marker - what stays", edits=edits)


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
        # Without a note the line is malformed, and what stands for the marker is none.
        if line.label is None or line.marker is None or line.marker in _ALL or line.note is None:
            continue
        legal = _markers(line.label)
        near, certain = _nearest(_normal(line.marker)[:40], legal)
        edits = (Edit(*line.marker_span, near),) if certain else ()
        yield Hit(
            line.marker_span,
            f"{line.marker!r} is no marker of {line.label}; legal are {', '.join(legal)}",
            near,
            edits,
        )


@lru_cache(maxsize=512)
def _nearest(marker: str, legal: tuple[str, ...]) -> tuple[str, bool]:
    """The legal marker that is most like `marker`, and whether nothing else can be meant."""
    if marker in legal:
        return marker, True
    ranked = sorted(((SequenceMatcher(None, marker, word).ratio(), word) for word in legal), reverse=True)
    return ranked[0][1], ranked[0][0] >= 0.86 and ranked[1][0] <= ranked[0][0] - 0.08


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
    fixable=True,
)
def retention_bracket(check: Check) -> Iterator[Hit]:
    """The bracket of a retention line is worded in another way than the guide's.

    A subject ``appears in [Shot 1], [Shot 3]``; a picture is ``[Shot 1] first frame``, ``last frame``, ``keyframe``,
    ``composition`` or ``storyboard``; a video has its role in words; shots are listed one by one. The fix rewrites a bracket that
    says the same in other words.

    Wrong::

        <Subject 1> (shots 1-3): fully_preserved - …

    Right::

        <Subject 1> (appears in [Shot 1], [Shot 2], [Shot 3]): fully_preserved - …
    """
    for line in () if check.jumbled else check.prompt.retention:
        if line.label is None or line.marker is None or _ID_HEAD.match(line.text):
            continue
        kind, bracket = line.label.kind, line.bracket
        if kind is LabelKind.SUBJECT and not (bracket and _SUBJECT_BRACKET.fullmatch(bracket)):
            wanted, message = _subject_bracket(check, bracket), "wants (appears in [Shot N], …)"
        elif kind is LabelKind.PICTURE and not (bracket and _PICTURE_BRACKET.fullmatch(bracket)):
            wanted, message = (
                _picture_bracket(check, bracket),
                f"wants ([Shot N] ROLE), ROLE being {', '.join(PICTURE_ROLES)}",
            )
        elif kind is LabelKind.VIDEO and not (bracket and bracket.strip()):
            wanted, message = None, "wants its role in brackets, for example (source of the edit)"
        else:
            continue
        edits = (Edit(*line.bracket_span, wanted),) if wanted and bracket is not None else ()
        example = {LabelKind.SUBJECT: "appears in [Shot 1]", LabelKind.PICTURE: "[Shot 1] first frame"}.get(kind)
        said = f"({bracket}) of {line.label}" if bracket is not None else str(line.label)
        yield Hit(_bracket_place(line), f"{said} {message}", wanted or example, edits)


def _subject_bracket(check: Check, bracket: str | None) -> str | None:
    match = _LOOSE_SUBJECT.fullmatch(bracket.strip()) if bracket and len(bracket) <= 200 else None
    shots = _listed(check, match.group("shots")) if match else None
    return f"appears in {shots}" if shots else None


def _picture_bracket(check: Check, bracket: str | None) -> str | None:
    match = _LOOSE_PICTURE.fullmatch(bracket.strip()) if bracket and len(bracket) <= 200 else None
    if match is None:
        return None
    shots = _listed(check, match.group("shots") or match.group("shots2"))
    return f"{shots} {(match.group('role') or match.group('role2')).lower()}" if shots else None


def _listed(check: Check, written: str) -> str | None:
    """The shots of `written` one by one in the guide's form; None where one does not exist."""
    numbers: list[int] = []
    for match in _NUMBERS.finditer(written):
        first, last = int(match.group(1)), int(match.group(2) or match.group(1))
        numbers += range(first, last + 1)
    existing = {shot.number for shot in check.shots}
    if not numbers or len(numbers) > 40 or not existing.issuperset(numbers):
        return None
    return ", ".join(f"[Shot {number}]" for number in dict.fromkeys(numbers))


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
    if not shots:
        return
    # What a marker left out or numbered wrongly does to the citations is not told again.
    highest = max(*shots, len(check.shots))
    for line in check.prompt.retention:
        for match in _SHOT.finditer(line.text):
            number = int(match.group(1))
            if number not in shots and not 1 <= number <= highest:
                start = line.span.start + match.start()
                yield Hit(Span(start, start + len(match.group())), f"the description has no {match.group()}")


@rule(
    "RET006",
    "speaker-in-retention",
    Level.WARNING,
    evidence="1 % of community prompts; no official output.",
    family="reference",
    fixable=True,
)
def speaker_in_retention(check: Check) -> Iterator[Hit]:
    """A speaker id stands in the retention analysis.

    Ids belong to vocal events; what a voice keeps is said of its ``<Audio N>``.

    Wrong::

        <Subject 1> (S1) (appears in [Shot 1]): …

    Right::

        <Subject 1> (appears in [Shot 1]): …
    """
    names: set[str] | None = None
    for line in check.prompt.retention:
        for match in _SPEAKER.finditer(line.text):
            if names is None:
                names = {name for speaker in check.prompt.speakers for name in speaker.ids}
            # Without brackets it is an id only where there is such a speaker.
            if match.group()[0] != "(" and match.group() not in names:
                continue
            start = line.span.start + match.start()
            span = Span(start, start + len(match.group()))
            behind = _ID_HEAD.match(line.text)
            edits: tuple[Edit, ...] = ()
            if behind and behind.end() == match.end():
                edits = (Edit(line.span.start + behind.start(1), span.end, ""),)
            yield Hit(span, f"the speaker id {match.group()} does not belong here", "remove it", edits)


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
        for match in _JOINED.finditer(line.text, len(str(line.label))):
            start = end = line.span.start + match.start()
            while check.text[start - 1] in " \t":
                start -= 1
            label = f"{match.group().split('>')[0]}>"
            message = f"a second label begins on this line; {label} has a line of its own"
            yield Hit(Span(end, end + len(label)), message, "a new line", (Edit(start, end, "\n"),))


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
