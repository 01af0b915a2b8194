"""LBL: reference labels against their definitions, their retention lines and the files."""

from __future__ import annotations

from collections.abc import Iterator

from ..context import Kind
from ..document import Label, LabelKind, Mention
from ..facts import Check
from ..findings import Edit, Level, Span
from ..modes import Mode
from ..patterns import lazy
from .base import Hit, Rule, rule

_NEVER = "Prompt guide; no official output breaks it."
_FILES = {LabelKind.PICTURE: Kind.IMAGE, LabelKind.VIDEO: Kind.VIDEO, LabelKind.AUDIO: Kind.AUDIO}
_USES = ("detailed_description", "overall_soundscape", "non_diegetic_music")
_BARE = lazy(
    r"(?<![<\w@])\[?(Subject|Picture|Video|Audio) (\d{1,2})\]?(?![\w>])|@(subject|image|picture|video|audio)[ _]?(\d{1,2})\b"
)


def _by_section(check: Check) -> dict[str, dict[Label, Mention]]:
    """The first mention of every label in every field."""
    return check.first_mentions


def _known(check: Check, label: Label) -> bool:
    """The label has a definition, or is a file that another definition cites as its source."""
    if label in check.defined:
        return True
    return label.kind is not LabelKind.SUBJECT and label in _by_section(check).get("subject_definitions", {})


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
    if check.prompt.section("subject_definitions") is None:
        return
    told: set[Label] = set()
    sections = _by_section(check)
    for name in ("subject_definitions", *_USES):
        for label, mention in sections.get(name, {}).items():
            if label not in told and not _known(check, label):
                told.add(label)
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
    for reference in check.context.references or ():
        kind = next(kind for kind, medium in _FILES.items() if medium is reference.kind)
        numbers[kind] += 1
        label = Label(kind, numbers[kind])
        if label not in cited:
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
    for mention in check.prompt.mentions:
        label = mention.label
        medium = _FILES.get(label.kind)
        if medium is None or label in told or (check.mode is not Mode.REF2VA and label.kind is not LabelKind.PICTURE):
            continue
        have = counts[medium] + (counts[Kind.VIDEO] if medium is Kind.AUDIO else 0)
        if label.number > have and check.mode is not Mode.T2VA:
            told.add(label)
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
    first: dict[Label, Mention] = {}
    for mention in check.prompt.mentions:
        if _known(check, mention.label):
            first.setdefault(mention.label, mention)
    for kind in LabelKind:
        numbers = sorted(label.number for label in first if label.kind is kind)
        for expected, number in enumerate(numbers, 1):
            if number != expected:
                missing = Label(kind, expected)
                yield Hit(
                    first[Label(kind, number)].span,
                    f"{Label(kind, number)} follows where {missing} belongs",
                    str(missing),
                )
                break


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
    for mention in check.prompt.mentions:
        right = str(mention.label)
        if mention.section and mention.span.of(check.text) != right:
            yield Hit(
                mention.span,
                f"the label {mention.span.of(check.text)!r} is written {right}",
                right,
                (Edit(*mention.span, right),),
            )


@rule(
    "LBL007",
    "label-without-brackets",
    Level.WARNING,
    evidence="Field: hosts with @image syntax.",
    family="reference",
    fixable=True,
)
def label_without_brackets(check: Check) -> Iterator[Hit]:
    """A label stands without its angle brackets.

    Wrong::

        Subject 1 enters; the light is that of @image2.

    Right::

        <Subject 1> enters; the light is that of <Picture 2>.
    """
    for section in check.prompt.sections:
        prose = check.prose(section.body_span)
        for match in _BARE.finditer(prose):
            word, number = (match.group(1), match.group(2)) if match.group(1) else (match.group(3), match.group(4))
            kind = LabelKind.PICTURE if word.lower() == "image" else LabelKind(word.capitalize())
            right = str(Label(kind, int(number)))
            start = section.body_span.start + match.start()
            span = Span(start, start + len(match.group()))
            yield Hit(span, f"{match.group()!r} is no label; write {right}", right, (Edit(*span, right),))


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
    sections = _by_section(check)
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
    for line in check.prompt.retention:
        if line.label is not None and line.label not in check.defined:
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
    sections = _by_section(check)
    main = check.prompt.section("detailed_description")
    if main is None or not main.body:
        return
    for label, span in check.defined.items():
        places = _USES if label.kind is LabelKind.AUDIO else _USES[:1]
        if not any(label in sections.get(name, {}) for name in places):
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
