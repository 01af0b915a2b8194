"""LBL: reference labels against their definitions, their retention lines and the files."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..context import Kind
from ..document import Label, LabelKind
from ..facts import Check
from ..findings import Edit, Level, Span
from ..modes import REFERENCE_ONLY, Mode
from ..patterns import lazy
from .base import Hit, Rule, rule
from .definitions import (
    definition_without_retention,
    label_defined_twice,
    label_never_used,
    retention_without_definition,
    two_definitions_on_a_line,
)
from .mentions import (
    FILES,
    HOST_TOKEN,
    KINDS,
    ODD_LABEL,
    USES,
    bare,
    bare_labels,
    gap,
    known,
    shifted_kinds,
    undefined_labels,
)

_NEVER = "Prompt guide; no official output breaks it."


@rule("LBL001", "undefined-label", Level.ERROR, evidence=_NEVER, family="reference")
def undefined_label(check: Check) -> Iterator[Hit]:
    """A label is used but not defined.

    A file that only defines a subject is cited inside that subject's line and needs none of its own. A label that stands in
    the summary alone is another rule's (LBL009).

    Wrong::

        subject_definitions:
        <Subject 1> is …
        …
        detailed_description:
        … <Subject 2> enters.

    Right::

        subject_definitions:
        <Subject 1> is …
        <Subject 2> is …
    """
    for label, mention in () if check.jumbled else undefined_labels(check).items():
        yield Hit(mention.span, f"{label} is used but has no line in subject_definitions", f"{label} is …")


@rule("LBL002", "file-without-label", Level.ERROR, evidence=_NEVER, needs=("references",), family="reference")
def file_without_label(check: Check) -> Iterator[Hit]:
    """A file travels with the prompt that no label stands for.

    Images are ``<Picture N>``, videos ``<Video N>``, audios ``<Audio N>``, each numbered from 1 in the order in which they are
    sent. What has no label is sent, paid for and ignored, and shifts the numbers of what follows.

    Wrong::

        references: [{kind: image, path: a.png}, {kind: image, path: b.png}]
        … only <Picture 1> …

    Right::

        … <Picture 1> … <Picture 2> …
    """
    if check.prompt.section("subject_definitions") is None:
        return
    numbers = dict.fromkeys(LabelKind, 0)
    excused: tuple[set[Label], set[LabelKind]] | None = None
    for reference in check.context.references or ():
        kind = next(kind for kind, medium in FILES.items() if medium is reference.kind)
        numbers[kind] += 1
        label = Label(kind, numbers[kind])
        if label in check.labels:
            continue
        if excused is None:
            excused = bare_labels(check), shifted_kinds(check)
        if label not in excused[0] and kind not in excused[1]:
            yield Hit(
                reference.span or Span(0, 0),
                f"no label stands for {reference.path or 'this file'}; it is {label}",
                str(label),
                in_file=True,
            )


@rule("LBL003", "label-without-file", Level.ERROR, evidence=_NEVER, needs=("references",))
def label_without_file(check: Check) -> Iterator[Hit]:
    """A label stands for a file that is not there.

    A reference video with sound brings an ``<Audio N>`` of its own, so there may be as many audio labels as audios and videos
    together.

    Wrong::

        references: [{kind: image, path: a.png}]
        … <Picture 2> …

    Right::

        … <Picture 1> …
    """
    if check.mode is Mode.T2VA:
        return
    counts = check.file_counts
    unfounded = [
        label
        for label in check.labels
        if label.kind in _COUNTED
        and label.number > counts[FILES[label.kind]]
        and (check.mode is Mode.REF2VA or label.kind is LabelKind.PICTURE)
    ]
    if check.mode is Mode.REF2VA:
        unfounded += _audios_without_file(check)
    if not unfounded:
        return
    # One fault, one finding: it is undefined, or the numbers have a gap.
    undefined = undefined_labels(check) if check.mode is Mode.REF2VA else {}
    shifted = shifted_kinds(check)
    told = {label for label in unfounded if label not in undefined and label.kind not in shifted}
    told = {label for label in told if not _only_in_summary(check, label)}
    for mention in check.prompt.mentions:
        if mention.label in told:
            told.remove(mention.label)
            medium = FILES[mention.label.kind]
            files = f"{counts[medium]} {medium.value} file{'s' if counts[medium] != 1 else ''}"
            yield Hit(mention.span, f"{mention.label} has no file; the prompt travels with {files}")


_COUNTED = frozenset((LabelKind.PICTURE, LabelKind.VIDEO))
_OF_VIDEO = lazy(r"<Video \d+>|\b(?:sound-?\s?track|videos?|clips?|footage|film|take|source)\b", re.IGNORECASE)


def _audios_without_file(check: Check) -> list[Label]:
    """The audios that are neither a file nor, by their definition, the sound of a reference video."""
    audios = sorted(label for label in check.labels if label.kind is LabelKind.AUDIO)
    own: list[Label] = []
    of_video: list[Label] = []
    for label in audios:
        place = check.defined.get(label)
        (of_video if place is None or _OF_VIDEO.search(check.text, *place) else own).append(label)
    have, videos = check.file_counts[Kind.AUDIO], check.file_counts[Kind.VIDEO]
    spare = max(0, have - len(own))
    return own[have:] + of_video[videos + spare :]


def _only_in_summary(check: Check, label: Label) -> bool:
    """Undefined, and named by the summary alone: another rule has it."""
    places = {name for name, labels in check.first_mentions.items() if label in labels}
    return check.mode is Mode.REF2VA and places == {"summary"}


@rule("LBL004", "label-gap", Level.ERROR, evidence=_NEVER, family="reference")
def label_gap(check: Check) -> Iterator[Hit]:
    """The numbers of a kind of label have a gap.

    Each kind counts from 1 on its own, without holes.

    Wrong::

        <Subject 1> … <Subject 3> …

    Right::

        <Subject 1> … <Subject 2> …
    """
    for kind in dict.fromkeys(mention.label.kind for mention in check.prompt.mentions):
        found = gap(check, kind)
        if found:
            missing, label = found
            span = next(mention.span for mention in check.prompt.mentions if mention.label == label)
            yield Hit(span, f"{label} follows where {missing} belongs; the numbers of a kind have no gap", str(missing))


@rule("LBL005", "label-of-another-mode", Level.ERROR, evidence=_NEVER, family="base")
def label_of_another_mode(check: Check) -> Iterator[Hit]:
    """A base prompt uses a label that only Ref2VA has, or a picture that its mode does not have.

    Wrong::

        integrated_multimodal_description: [Shot 1] <Subject 1> opens a gate.

    Right::

        integrated_multimodal_description: [Shot 1] A courier in a red coat opens a gate.
    """
    told: set[Label] = set()
    if any(section.name in REFERENCE_ONLY for section in check.prompt.sections):
        return
    for mention in check.prompt.mentions:
        label = mention.label
        if label in told or not mention.section:
            continue
        if label.kind is not LabelKind.PICTURE:
            told.add(label)
            yield Hit(mention.span, f"{label} means nothing in a {check.mode.value} prompt; describe it in words")
        elif check.mode.has_keyframes and label.number > check.mode.pictures and check.context.references is None:
            told.add(label)
            yield Hit(
                mention.span,
                f"a {check.mode.value} prompt has {check.mode.pictures} picture(s); {label} is none of them",
            )


@rule(
    "LBL006",
    "label-form",
    Level.ERROR,
    evidence="Field: label numbering is the most common audit finding.",
    fixable=True,
)
def label_form(check: Check) -> Iterator[Hit]:
    """A label is written in another form than ``<Subject 1>``.

    Wrong::

        <subject1> enters.

    Right::

        <Subject 1> enters.
    """
    names = {label: str(label) for label in check.labels}
    for mention in check.prompt.mentions:
        if mention.section and mention.span.of(check.text) != names[mention.label]:
            yield _odd(check, mention.span, mention.label)
    if check.plain_tags:
        return
    read = {mention.span.start for mention in check.prompt.mentions}
    for match in ODD_LABEL.finditer(check.text):
        if match.start() not in read and not check.in_dialogue(match.start()):
            yield _odd(check, Span(*match.span()), Label(KINDS[match.group(1).lower()], int(match.group(2))))


def _odd(check: Check, span: Span, label: Label) -> Hit:
    right = str(label)
    return Hit(span, f"the label {span.of(check.text)} is written {right}", right, (Edit(*span, right),))


@rule("LBL007", "label-without-brackets", Level.WARNING, evidence="Field: hosts with @image syntax.", fixable=True)
def label_without_brackets(check: Check) -> Iterator[Hit]:
    """A label stands without its angle brackets, or as a token of another host.

    Wrong::

        Subject 1 enters; the light is that of @image2.

    Right::

        <Subject 1> enters; the light is that of <Picture 2>.
    """
    if "@" in check.text:
        for section in check.prompt.sections:
            for match in HOST_TOKEN.finditer(check.prose(section.body_span)):
                label = Label(KINDS[match.group(1).lower()], int(match.group(2)))
                yield _without(check, section.body_span.start + match.start(), match.group(), label)
    if check.mode is not Mode.REF2VA:
        return
    floor = check.prompt.sections[0].header_span.start if check.prompt.sections else 0
    heads = {line.span.start for line in check.prompt.retention if line.label is None}
    for span, label in bare(check):
        # The head of a retention line is another rule's, and a Video 8 camera is no label.
        if (
            span.start >= floor
            and span.start not in heads
            and (label in check.labels or check.text[span.start - 1 : span.start] == "\n")
        ):
            yield _without(check, span.start, span.of(check.text), label)


def _without(check: Check, start: int, written: str, label: Label) -> Hit:
    span, right = Span(start, start + len(written)), str(label)
    if check.mode is Mode.REF2VA or (label.kind is LabelKind.PICTURE and label.number <= check.mode.pictures):
        return Hit(span, f"{written!r} is no label; write {right}", right, (Edit(*span, right),))
    return Hit(span, f"{written!r} means nothing in a {check.mode.value} prompt; describe it in words")


@rule(
    "LBL009", "label-first-met-in-summary", Level.WARNING, evidence="6 % of the official outputs.", family="reference"
)
def label_first_met_in_summary(check: Check) -> Iterator[Hit]:
    """The summary names a label that nothing else defines or uses.

    Wrong::

        summary:
        [reference generation] <Subject 1> meets <Video 2>.

    Right::

        subject_definitions:
        <Video 2> is …
    """
    sections = check.first_mentions
    if check.jumbled or check.prompt.section("subject_definitions") is None:
        return
    for label, mention in sections.get("summary", {}).items():
        used = any(label in sections.get(name, {}) for name in USES)
        if not known(check, label) and not used:
            yield Hit(mention.span, f"the summary names {label}, which is not defined", f"{label} is …")


LABELS: tuple[Rule, ...] = (
    undefined_label,
    file_without_label,
    label_without_file,
    label_gap,
    label_of_another_mode,
    label_form,
    label_without_brackets,
    two_definitions_on_a_line,
    label_first_met_in_summary,
    definition_without_retention,
    retention_without_definition,
    label_never_used,
    label_defined_twice,
)
