"""LBL008, LBL010 to LBL013: definitions against each other, against the retention lines and against the description."""

from __future__ import annotations

from collections.abc import Iterator

from ..document import Label, LabelKind, Mention
from ..facts import Check
from ..findings import Edit, Level, Span
from .base import Hit, rule
from .mentions import USES, bare_labels, undefined_labels
from .retention import broken_labels

_NEVER = "Prompt guide; no official output breaks it."


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
    if kept.issuperset(check.defined) or check.jumbled:
        return
    kept.update(broken_labels(check))
    # A line that begins with a name instead of a label may be the one that is missing.
    unread = sum(line.label is None for line in check.prompt.retention)
    if unread and len([label for label in check.defined if label not in kept]) <= unread:
        return
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
    if check.jumbled:
        return
    undefined: dict[Label, Mention] | None = None
    for line in check.prompt.retention:
        if line.label is not None and line.label not in check.defined:
            undefined = undefined_labels(check) if undefined is None else undefined
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
        places = USES if label.kind is LabelKind.AUDIO else USES[:1]
        if not any(label in sections.get(name, {}) for name in places):
            bare = bare_labels(check) if bare is None else bare
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
