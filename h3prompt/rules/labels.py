"""LBL: reference labels against their definitions, their retention lines and the files."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from ..context import Kind
from ..document import Label, LabelKind, Mention
from ..facts import Check
from ..findings import Edit, Level, Span
from ..modes import Mode
from ..patterns import lazy
from .base import Hit, Rule, rule
from .retention import broken_labels

_NEVER = "Prompt guide; no official output breaks it."
_FILES = {LabelKind.PICTURE: Kind.IMAGE, LabelKind.VIDEO: Kind.VIDEO, LabelKind.AUDIO: Kind.AUDIO}
_USES = ("detailed_description", "overall_soundscape", "non_diegetic_music")
_BARE = lazy(r"(?<![<\w@#])\[?(Subject|Picture|Video|Audio)[ _]?#?(\d{1,2})\]?(?![\w>%])")
_TOKEN = lazy(
    r"(?<![\w.])@(subject|character|char|image|img|picture|pic|video|audio)[ _-]?#?(\d{1,2})\b", re.IGNORECASE
)
_ODD = lazy(
    r"<\s{0,2}(subject|sub|character|char|picture|pic|image|img|photo|video|vid|clip|audio|aud|sound)\s{0,2}[_#:.-]?\s{0,2}0{0,2}(\d{1,3})\s{0,2}>",
    re.IGNORECASE,
)
_KINDS = {
    **dict.fromkeys(("subject", "sub", "character", "char"), LabelKind.SUBJECT),
    **dict.fromkeys(("picture", "pic", "image", "img", "photo"), LabelKind.PICTURE),
    **dict.fromkeys(("video", "vid", "clip"), LabelKind.VIDEO),
    **dict.fromkeys(("audio", "aud", "sound"), LabelKind.AUDIO),
}


def _known(check: Check, label: Label) -> bool:
    """The label has a definition, or is a file that another definition cites as its source."""
    if label in check.defined:
        return True
    return label.kind is not LabelKind.SUBJECT and label in check.first_mentions.get("subject_definitions", {})


def _undefined(check: Check) -> dict[Label, Mention]:
    """Labels that are used without a definition, each with its first place; empty where there is no field of definitions."""
    section = check.prompt.section("subject_definitions")
    if section is None or not section.body:
        return {}
    found: dict[Label, Mention] = {}
    for name in ("subject_definitions", *_USES):
        for label, mention in check.first_mentions.get(name, {}).items():
            if label not in found and not _known(check, label):
                found[label] = mention
    return found


def _gap(check: Check, kind: LabelKind) -> tuple[Label, Label] | None:
    """(the first label of `kind` that is left out, the label that stands in its place)."""
    mentioned = {label for labels in check.first_mentions.values() for label in labels if label.kind is kind}
    expected = 1
    for number in sorted(label.number for label in mentioned if _known(check, label)):
        # A label that is used and not defined is no gap; another rule has it.
        while expected < number and Label(kind, expected) in mentioned:
            expected += 1
        if number != expected:
            return Label(kind, expected), Label(kind, number)
        expected += 1
    return None


def _shifted(check: Check) -> set[LabelKind]:
    """The kinds whose labels are as many as their files and only count wrongly."""
    if check.mode is not Mode.REF2VA:
        return set()
    numbers = Counter(label.kind for label in check.labels)
    return {kind for kind, medium in _FILES.items() if numbers[kind] == check.file_counts[medium] and _gap(check, kind)}


def _bare(check: Check) -> set[Label]:
    """The labels that stand somewhere without their angle brackets or in another form."""
    found = {Label(LabelKind(match.group(1)), int(match.group(2))) for match in _BARE.finditer(check.text)}
    for pattern in (_TOKEN, _ODD):
        for match in pattern.finditer(check.text):
            label = Label(_KINDS[match.group(1).lower()], int(match.group(2)))
            if match.group() != str(label):
                found.add(label)
    return found


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
    for label, mention in _undefined(check).items():
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
    cited = {mention.label for mention in check.prompt.mentions}
    numbers = dict.fromkeys(LabelKind, 0)
    excused: tuple[set[Label], set[LabelKind]] | None = None
    for reference in check.context.references or ():
        kind = next(kind for kind, medium in _FILES.items() if medium is reference.kind)
        numbers[kind] += 1
        label = Label(kind, numbers[kind])
        if label in cited:
            continue
        if excused is None:
            excused = _bare(check), _shifted(check)
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
    counts = check.file_counts
    told: set[Label] = set()
    excused: tuple[dict[Label, Mention], set[LabelKind]] | None = None
    for mention in check.prompt.mentions:
        label = mention.label
        medium = _FILES.get(label.kind)
        if medium is None or label in told or (check.mode is not Mode.REF2VA and label.kind is not LabelKind.PICTURE):
            continue
        have = counts[medium] + (counts[Kind.VIDEO] if medium is Kind.AUDIO else 0)
        if label.number > have and check.mode is not Mode.T2VA:
            told.add(label)
            if excused is None:
                excused = _undefined(check) if check.mode is Mode.REF2VA else {}, _shifted(check)
            if label in excused[0] or label.kind in excused[1]:
                continue  # one fault, one finding: it is undefined, or the numbers have a gap
            files = f"{counts[medium]} {medium.value} file{'s' if counts[medium] != 1 else ''}"
            yield Hit(mention.span, f"{label} has no file; the prompt travels with {files}")


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
        gap = _gap(check, kind)
        if gap:
            missing, label = gap
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
    known = set()
    for mention in check.prompt.mentions:
        known.add(mention.span.start)
        if mention.section:
            yield from _odd(check, mention.span, mention.label)
    for match in _ODD.finditer(check.text):
        if match.start() not in known and not check.in_dialogue(match.start()):
            yield from _odd(check, Span(*match.span()), Label(_KINDS[match.group(1).lower()], int(match.group(2))))


def _odd(check: Check, span: Span, label: Label) -> Iterator[Hit]:
    written, right = span.of(check.text), str(label)
    if written != right:
        yield Hit(span, f"the label {written} is written {right}", right, (Edit(*span, right),))


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
            for match in _TOKEN.finditer(check.prose(section.body_span)):
                label = Label(_KINDS[match.group(1).lower()], int(match.group(2)))
                yield _without(check, section.body_span.start + match.start(), match.group(), label)
    if check.mode is not Mode.REF2VA:
        return
    heads = {line.span.start for line in check.prompt.retention if line.label is None}
    for section in check.prompt.sections:
        for match in _BARE.finditer(check.prose(section.body_span)):
            start = section.body_span.start + match.start()
            label = Label(LabelKind(match.group(1)), int(match.group(2)))
            # The head of a retention line is another rule's, and a Video 8 camera is no label.
            if start not in heads and (label in check.labels or check.text[start - 1 : start] == "\n"):
                yield _without(check, start, match.group(), label)


def _without(check: Check, start: int, written: str, label: Label) -> Hit:
    span, right = Span(start, start + len(written)), str(label)
    if check.mode is Mode.REF2VA or (label.kind is LabelKind.PICTURE and label.number <= check.mode.pictures):
        return Hit(span, f"{written!r} is no label; write {right}", right, (Edit(*span, right),))
    return Hit(span, f"{written!r} means nothing in a {check.mode.value} prompt; describe it in words")


@rule(
    "LBL008",
    "two-definitions-on-a-line",
    Level.WARNING,
    evidence="11 % of the official outputs.",
    family="reference",
    fixable=True,
)
def two_definitions_on_a_line(check: Check) -> Iterator[Hit]:
    """Two labels are defined on one line.

    Wrong::

        <Subject 1> is the diver. <Subject 2> is the boat.

    Right::

        <Subject 1> is the diver.
        <Subject 2> is the boat.
    """
    previous = None
    for definition in check.prompt.definitions:
        if not definition.line_start:
            start = definition.span.start
            gap = start
            while gap and check.text[gap - 1] in " \t":
                gap -= 1
            # "<Subject 1> and <Subject 2> are …" cannot be taken apart by a program.
            whole = previous is not None and check.text[gap - 1] in ".;!?"
            edits = (Edit(gap, start, "\n"),) if whole else ()
            yield Hit(
                Span(start, start + len(str(definition.label))),
                f"{definition.label} shares its line with another definition",
                "a line of its own",
                edits,
            )
        previous = definition


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
    if "subject_definitions" not in {section.name for section in check.prompt.sections}:
        return
    for label, mention in sections.get("summary", {}).items():
        used = any(label in sections.get(name, {}) for name in _USES)
        if not _known(check, label) and not used:
            yield Hit(mention.span, f"the summary names {label}, which is not defined", f"{label} is …")


@rule(
    "LBL010", "definition-without-retention", Level.WARNING, evidence="6 % of the official outputs.", family="reference"
)
def definition_without_retention(check: Check) -> Iterator[Hit]:
    """A defined label has no line in the retention analysis.

    Wrong::

        subject_definitions:
        <Subject 1> is … / <Audio 1> is …
        retention_analysis:
        <Subject 1> (appears in [Shot 1]): fully_preserved - …

    Right::

        retention_analysis:
        <Subject 1> (appears in [Shot 1]): fully_preserved - …
        <Audio 1>: reference - …
    """
    section = check.prompt.section("retention_analysis")
    if section is None or not section.body:
        return
    kept = {line.label for line in check.prompt.retention}
    if kept.issuperset(check.defined):
        return
    kept.update(broken_labels(check))
    for label, span in check.defined.items():
        if label not in kept:
            yield Hit(
                Span(span.start, span.start + len(str(label))),
                f"{label} has no line in retention_analysis",
                f"{label} …: fully_preserved - …",
            )


@rule(
    "LBL011",
    "retention-without-definition",
    Level.WARNING,
    evidence="9 % of community prompts; no official output.",
    family="reference",
)
def retention_without_definition(check: Check) -> Iterator[Hit]:
    """A line of the retention analysis speaks of a label that is not defined.

    A picture that only defines a subject gets no line of its own; the subject's line speaks for it.

    Wrong::

        <Picture 1> ([Shot 1] first frame): fully_preserved - …  (cited only inside <Subject 1>)

    Right::

        <Subject 1> (appears in [Shot 1]): fully_preserved - …
    """
    section = check.prompt.section("subject_definitions")
    if section is None or not section.body:
        return
    undefined: dict[Label, Mention] | None = None
    for line in check.prompt.retention:
        if line.label is not None and line.label not in check.defined:
            undefined = _undefined(check) if undefined is None else undefined
            if line.label in undefined:
                continue
            yield Hit(
                Span(line.span.start, line.span.start + len(str(line.label))),
                f"{line.label} has no definition of its own",
            )


@rule("LBL012", "label-never-used", Level.WARNING, evidence="Prompt guide.", family="reference")
def label_never_used(check: Check) -> Iterator[Hit]:
    """A defined label is never used in the description.

    An audio may be used in the field of its layer instead: ambience in the soundscape, score in the music.

    Wrong::

        subject_definitions:
        <Subject 2> is the boat.
        detailed_description:
        … <Subject 1> surfaces.

    Right::

        detailed_description:
        … <Subject 1> surfaces beside <Subject 2>.
    """
    sections = check.first_mentions
    main = check.prompt.section("detailed_description")
    if main is None or not main.body:
        return
    bare: set[Label] | None = None
    for label, span in check.defined.items():
        places = _USES if label.kind is LabelKind.AUDIO else _USES[:1]
        if not any(label in sections.get(name, {}) for name in places):
            bare = _bare(check) if bare is None else bare
            if label in bare:
                continue
            yield Hit(
                Span(span.start, span.start + len(str(label))), f"{label} is defined but never used in the description"
            )


@rule("LBL013", "label-defined-twice", Level.ERROR, evidence=_NEVER, family="reference")
def label_defined_twice(check: Check) -> Iterator[Hit]:
    """A label has two definitions.

    Wrong::

        <Subject 1> is the diver.
        <Subject 1> is the boat.

    Right::

        <Subject 1> is the diver.
        <Subject 2> is the boat.
    """
    seen: set[Label] = set()
    for definition in check.prompt.definitions:
        if definition.label in seen:
            start = definition.span.start
            yield Hit(Span(start, start + len(str(definition.label))), f"{definition.label} is defined twice")
        seen.add(definition.label)


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
