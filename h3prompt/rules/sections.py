"""SEC: the fields of a prompt, their names, order and form."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches
from functools import lru_cache

from ..facts import Check
from ..findings import Edit, Level, Span
from ..modes import BASE_FIELDS, BASE_ONLY, FIELDS, REFERENCE_FIELDS, REFERENCE_ONLY, Mode
from ..patterns import lazy
from .base import Hit, Rule, rule

_NEVER = "Prompt guide; no official output breaks it."
_STRUCTURE = lazy(r"\[Shot \d|<d>|<(?:Subject|Picture|Video|Audio) \d|\(S\d")


def _foreign(check: Check) -> frozenset[str]:
    return BASE_ONLY if check.mode is Mode.REF2VA else REFERENCE_ONLY


@rule("SEC001", "no-fields", Level.ERROR, evidence=_NEVER)
def no_fields(check: Check) -> Iterator[Hit]:
    """The text has no fields at all.

    A plain sentence is a brief, not a prompt: the released weights were trained on text in fields.

    Wrong::

        A courier opens a gate in the rain.

    Right::

        integrated_multimodal_description: [Shot 1] …

        overall_soundscape: …

        non_diegetic_music: N/A
    """
    if not check.prompt.sections:
        names = ", ".join(check.mode.fields)
        yield Hit(Span(0, min(len(check.text), 60)), f"the text has no fields; a {check.mode.value} prompt has {names}")


@rule("SEC002", "missing-field", Level.ERROR, evidence=_NEVER)
def missing_field(check: Check) -> Iterator[Hit]:
    """A field of the mode is missing.

    Every field is always there; one without content is ``N/A`` where the guide allows it.

    Wrong::

        integrated_multimodal_description: [Shot 1] …

        non_diegetic_music: N/A

    Right::

        integrated_multimodal_description: [Shot 1] …

        overall_soundscape: Rain on stone.

        non_diegetic_music: N/A
    """
    sections = check.prompt.sections
    foreign = _foreign(check)
    # Fields of the other family are one mistake of their own; what they stand in for is not missing as well.
    if not sections or any(section.name in foreign for section in sections):
        return
    fields = check.mode.fields
    present = {section.name for section in sections}
    for index, name in enumerate(fields):
        if name not in present:
            later = [section for section in sections if section.name in fields[index + 1 :]]
            span = later[0].header_span if later else sections[-1].header_span
            yield Hit(span, f"the field {name} is missing", f"{name}:")


@rule("SEC003", "duplicated-field", Level.ERROR, evidence=_NEVER)
def duplicated_field(check: Check) -> Iterator[Hit]:
    """A field stands twice.

    Wrong::

        overall_soundscape: Rain.

        overall_soundscape: Wind.

    Right::

        overall_soundscape: Rain and wind.
    """
    seen: set[str] = set()
    for section in check.prompt.sections:
        if section.name in FIELDS and section.name in seen:
            yield Hit(section.header_span, f"the field {section.name} stands twice; keep one")
        seen.add(section.name)


@rule("SEC004", "field-order", Level.ERROR, evidence=_NEVER)
def field_order(check: Check) -> Iterator[Hit]:
    """The fields stand in another order than the guide's.

    Wrong::

        non_diegetic_music: N/A

        overall_soundscape: Rain.

    Right::

        overall_soundscape: Rain.

        non_diegetic_music: N/A
    """
    order = {name: index for index, name in enumerate(check.mode.fields)}
    highest, before = -1, ""
    for section in check.prompt.sections:
        index = order.get(section.name)
        if index is None:
            continue
        if index < highest:
            yield Hit(
                section.header_span,
                f"{section.name} comes after {before}; the order is {', '.join(check.mode.fields)}",
            )
            return
        highest, before = index, section.name


@rule("SEC005", "mixed-families", Level.ERROR, evidence=_NEVER)
def mixed_families(check: Check) -> Iterator[Hit]:
    """A field of the other family of modes stands in the prompt.

    Base modes and Ref2VA have fields of their own; they are never mixed.

    Wrong::

        summary: …  (in a T2VA prompt)

    Right::

        integrated_multimodal_description: [Shot 1] …
    """
    foreign = _foreign(check)
    for section in check.prompt.sections:
        if section.name in foreign:
            fields = BASE_FIELDS if check.mode is not Mode.REF2VA else REFERENCE_FIELDS
            yield Hit(
                section.header_span,
                f"{section.name} is no field of a {check.mode.value} prompt; its fields are {', '.join(fields)}",
            )
            return


@lru_cache(maxsize=64)
def _nearest(word: str, names: tuple[str, ...]) -> str | None:
    near = get_close_matches(word, names, n=1, cutoff=0.55)
    return near[0] if near else None


@rule("SEC006", "unknown-field", Level.ERROR, evidence=_NEVER, fixable=True)
def unknown_field(check: Check) -> Iterator[Hit]:
    """A field has a name that the format does not know.

    A misspelt name, or a right one in other letters, is taken for the field that it means, and the fix writes it right. A
    field of your own has no meaning to the model: put its content into the prose of the main field.

    Wrong::

        Overall Soundscape: Rain.

        camera_notes: slow push in

    Right::

        overall_soundscape: Rain.
    """
    for section in check.prompt.sections:
        if section.name not in FIELDS:
            yield Hit(
                section.header_span,
                f"{section.written!r} is no field; the fields are {', '.join(check.mode.fields)}",
                _nearest(section.written.lower(), check.mode.fields),
            )
        elif section.written != section.name:
            start = section.header_span.start
            yield Hit(
                section.header_span,
                f"the field's name is {section.name}, not {section.written!r}",
                section.name,
                (Edit(start, start + len(section.written), section.name),),
            )


def _removal(check: Check, span: Span) -> tuple[Edit, ...]:
    if _STRUCTURE.search(check.text, span.start, span.end):
        return ()
    start, end = span
    text = check.text
    if start == 0 or not text[:start].strip():
        while end < len(text) and text[end] in " \t\n":
            end += 1
        start = 0
    else:
        while start and text[start - 1] in " \t\n":
            start -= 1
        if text[end:].strip():
            return (Edit(start, end, ""),) if text[end] == "\n" else (Edit(start, end, "\n\n"),)
        end = len(text)
        return (Edit(start, end, "\n" if text.endswith("\n") else ""),)
    return (Edit(start, end, ""),)


@rule("SEC007", "text-before-fields", Level.ERROR, evidence=_NEVER, fixable=True)
def text_before_fields(check: Check) -> Iterator[Hit]:
    """Text stands before the first field that is no alignment line.

    Introductions and titles are read as part of the picture. The fix removes text that has nothing of the format in it.

    Wrong::

        Here is your prompt:

        integrated_multimodal_description: [Shot 1] …

    Right::

        integrated_multimodal_description: [Shot 1] …
    """
    if check.prompt.sections:
        for span in check.prompt.preamble:
            yield Hit(span, "text before the first field", "remove it", _removal(check, span), "remove the text")


@rule("SEC008", "text-after-fields", Level.ERROR, evidence=_NEVER, fixable=True)
def text_after_fields(check: Check) -> Iterator[Hit]:
    """Text stands after the last field that does not belong to it.

    The music is one paragraph; what follows it, and what speaks to the reader, is left over from a conversation.

    Wrong::

        non_diegetic_music: N/A

        Let me know if you want a darker version!

    Right::

        non_diegetic_music: N/A
    """
    span = check.prompt.trailer
    if span:
        yield Hit(span, "text after the last field", "remove it", _removal(check, span), "remove the text")


@rule("SEC009", "empty-field", Level.ERROR, evidence=_NEVER)
def empty_field(check: Check) -> Iterator[Hit]:
    """A field has no content.

    Wrong::

        non_diegetic_music:

    Right::

        non_diegetic_music: N/A
    """
    for section in check.prompt.sections:
        if not section.body and section.name in FIELDS:
            hint = "N/A" if section.name in ("overall_soundscape", "non_diegetic_music") else None
            yield Hit(section.header_span, f"the field {section.name} is empty", hint)


@rule("SEC010", "header-inside-a-line", Level.ERROR, evidence=_NEVER, fixable=True)
def header_inside_a_line(check: Check) -> Iterator[Hit]:
    """A field begins in the middle of a line.

    Readers of the format look for names at the start of a line and miss this one.

    Wrong::

        … the gate closes. overall_soundscape: Rain.

    Right::

        … the gate closes.

        overall_soundscape: Rain.
    """
    for section in check.prompt.sections:
        if not section.line_start:
            start = section.header_span.start
            gap = start
            while gap and check.text[gap - 1] in " \t":
                gap -= 1
            message = f"the field {section.name} begins in the middle of a line"
            yield Hit(section.header_span, message, "begin a new line", (Edit(gap, start, "\n\n"),), "begin a new line")


@rule("SEC011", "header-without-colon", Level.WARNING, evidence=_NEVER, fixable=True)
def header_without_colon(check: Check) -> Iterator[Hit]:
    """The colon after a field's name is missing.

    Wrong::

        overall_soundscape Rain.

    Right::

        overall_soundscape: Rain.
    """
    for section in check.prompt.sections:
        if not section.colon and section.name in FIELDS:
            end = section.header_span.end
            dash = re.match(r"[ \t]*[-–—=]?", check.text[end : section.body_span.start])
            stop = end + (dash.end() if dash else 0)
            glue = ":" if check.text[stop : stop + 1] in ("", "\n", " ") else ": "
            message = f"the colon after {section.name} is missing"
            yield Hit(section.header_span, message, f"{section.name}:", (Edit(end, stop, glue),), "write the colon")


@rule("SEC012", "text-form", Level.WARNING, evidence=_NEVER, fixable=True)
def text_form(check: Check) -> Iterator[Hit]:
    """A field's text stands on the wrong line.

    Base modes write it on the header's line, Ref2VA on the next one.

    Wrong::

        overall_soundscape:
        Rain.

    Right::

        overall_soundscape: Rain.
    """
    reference = check.mode is Mode.REF2VA
    for section in check.prompt.sections:
        if not section.body or section.name not in FIELDS or section.same_line is not reference:
            continue
        where = "on the line after its header" if reference else "on the line of its header"
        edit = Edit(section.header_span.end, section.body_span.start, "\n" if reference else " ")
        yield Hit(
            section.header_span,
            f"the text of {section.name} belongs {where}",
            edits=(edit,) if section.colon else (),
            fix="move the text",
        )


@rule("SEC013", "blank-line-between-fields", Level.INFO, evidence="11 % of the official outputs.", fixable=True)
def blank_line_between_fields(check: Check) -> Iterator[Hit]:
    """Fields are not separated by exactly one blank line.

    One blank line is the norm; readers accept a single line break as well, and so do some queues that split at blank
    lines.

    Wrong::

        overall_soundscape: Rain.
        non_diegetic_music: N/A

    Right::

        overall_soundscape: Rain.

        non_diegetic_music: N/A
    """
    sections = check.prompt.sections
    for index, section in enumerate(sections):
        if index and section.line_start and section.blank_lines != 1:
            end = sections[index - 1].body_span.end
            if sections[index - 1].body_span.start == end:
                end = sections[index - 1].header_span.end
            start = section.header_span.start
            if check.text[end:start].strip():
                continue
            message = f"{section.blank_lines or 'no'} blank lines before {section.name}; one is the norm"
            yield Hit(section.header_span, message, "one blank line", (Edit(end, start, "\n\n"),), "one blank line")


SECTIONS: tuple[Rule, ...] = (
    no_fields,
    missing_field,
    duplicated_field,
    field_order,
    mixed_families,
    unknown_field,
    text_before_fields,
    text_after_fields,
    empty_field,
    header_inside_a_line,
    header_without_colon,
    text_form,
    blank_line_between_fields,
)
