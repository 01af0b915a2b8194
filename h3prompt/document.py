"""An H3 prompt as data: what `h3prompt.parse` returns and `h3prompt.render` writes.

Every part keeps its `Span`. Spans are offsets into ``Prompt.text``, which is the parsed text after the repairs that
the parser had to make to read it (see `h3prompt.repair`); ``Prompt.locate`` turns them into offsets of the text that
was given. Where nothing had to be repaired the two are the same.

Parts that a program builds itself carry ``Span(0, 0)``; the writer never looks at spans.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from .findings import Span
from .modes import MAIN_FIELDS, Mode
from .repair import Repair, Repaired

NOWHERE = Span(0, 0)


class LabelKind(StrEnum):
    """The four kinds of reference label; each counts from 1 on its own."""

    SUBJECT = "Subject"
    PICTURE = "Picture"
    VIDEO = "Video"
    AUDIO = "Audio"


class Label(NamedTuple):
    """``<Subject 1>``, ``<Picture 2>``, ``<Video 1>`` or ``<Audio 1>``."""

    kind: LabelKind
    number: int

    def __str__(self) -> str:
        return f"<{self.kind.value} {self.number}>"


class Mention(NamedTuple):
    """A label standing somewhere in the text. `section` is the field's name, "" outside of any."""

    label: Label
    span: Span
    section: str


class Speaker(NamedTuple):
    """A speaker id in the text: ``(S1)``, or a group ``(S1,S2)`` with both ids."""

    ids: tuple[str, ...]
    span: Span
    section: str


class Quote(NamedTuple):
    """A string in double quotation marks: text that is visible in the picture. The span includes the marks."""

    text: str
    span: Span
    section: str
    typographic: bool


class Line(NamedTuple):
    """One ``<d>…</d>``: words that are spoken or sung.

    `language` is the word in the tag, None when there is no tag. `words` is what stands after the tag, verbatim but
    for the outer blanks. `closed` is False when ``</d>`` is missing, `nested` True when another ``<d>`` stands inside.
    """

    language: str | None
    words: str
    span: Span = NOWHERE
    tag_span: Span = NOWHERE
    words_span: Span = NOWHERE
    section: str = ""
    closed: bool = True
    nested: bool = False

    @property
    def cut_off(self) -> bool:
        """The end of the clip cuts the speech off (``<cutoff>`` or the tokenizer's ``<|cutoff|>``)."""
        return "<cutoff>" in self.words or "<|cutoff|>" in self.words

    @property
    def continues_from(self) -> bool:
        """The second half of a line that runs over a cut: opens with ``<scenetrans>``."""
        return self.words.startswith("<scenetrans>")

    @property
    def continues_to(self) -> bool:
        """The first half of a line that runs over a cut: ends with ``<scenetrans>``."""
        return self.words.endswith("<scenetrans>") and self.words != "<scenetrans>"

    @property
    def spoken(self) -> str:
        """The words alone, without ``<scenetrans>`` and the cutoff marks, outer blanks removed."""
        words = self.words
        for mark in ("<scenetrans>", "<cutoff>", "<|cutoff|>"):
            words = words.replace(mark, " " if mark == "<scenetrans>" else "")
        return words.strip()


class TimeMark(NamedTuple):
    """The time in a cut mark. `milliseconds` is None when the digits cannot be read as a time at all.

    `well_formed` is True for the exact form ``At MM:SS.mmm,``.
    """

    text: str
    span: Span
    milliseconds: int | None
    well_formed: bool = True


class Shot(NamedTuple):
    """One shot of the main field.

    `number` is the number in its marker; a first shot whose marker was left out has None and an empty marker span.
    `cut` is the cut phrase from the vocabulary that follows the time ("the camera cuts to"), "" when there is none.
    `span` runs from the marker to the next one, `body_span` covers the prose after marker and time (the cut phrase
    included). `marker_form` is False for a marker that is written in another way than ``[Shot N]``.
    """

    number: int | None
    body: str
    time: TimeMark | None = None
    cut: str = ""
    span: Span = NOWHERE
    marker_span: Span = NOWHERE
    body_span: Span = NOWHERE
    marker_form: bool = True


class AlignmentMark(NamedTuple):
    """One picture of an alignment line: which picture stands in which shot at which second.

    `shot` and `seconds` are None when they could not be read. `seconds_text` is the number as written.
    """

    picture: int
    shot: int | None
    seconds: Fraction | None
    seconds_text: str = ""
    span: Span = NOWHERE


class Alignment(NamedTuple):
    """The line that ties keyframes to the clip. `mode` is the mode whose shape the line has (None: unreadable)."""

    mode: Mode | None
    text: str
    marks: tuple[AlignmentMark, ...] = ()
    span: Span = NOWHERE


class Section(NamedTuple):
    """One field with its body.

    `name` is the field that it is taken for, `written` the name as it stands in the text (they differ for a
    misspelt header). `name` is not in `modes.FIELDS` for an unknown field. `header_span` covers name and colon,
    `body_span` the body without outer blanks. `colon` tells whether the colon is there, `same_line` whether the body
    begins on the header's line, `line_start` whether the header begins a line, `blank_lines` how many blank lines
    stand before the header. `body` is the text of `body_span`.
    """

    name: str
    body: str
    written: str = ""
    header_span: Span = NOWHERE
    body_span: Span = NOWHERE
    colon: bool = True
    same_line: bool = True
    line_start: bool = True
    blank_lines: int = 1


class Definition(NamedTuple):
    """What `label` denotes. `line_start` is False for one that shares its line with an earlier definition."""

    label: Label
    text: str
    span: Span = NOWHERE
    line_start: bool = True


class Retention(NamedTuple):
    """One line of the retention analysis: ``label (bracket): marker - note``.

    Parts that are missing are None; `dash` is the dash as written. A line that has no label keeps its text in `note`.
    """

    label: Label | None
    bracket: str | None
    marker: str | None
    note: str | None
    dash: str = "-"
    span: Span = NOWHERE
    bracket_span: Span = NOWHERE
    marker_span: Span = NOWHERE
    dash_span: Span = NOWHERE
    text: str = ""


class TaskPrefix(NamedTuple):
    """The bracketed opening of the summary: ``[reference generation + audio reference]``."""

    tasks: tuple[str, ...]
    text: str
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Prompt:
    """A whole prompt.

    Attributes:
        text: the text that the spans refer to.
        repaired: how `text` came from the text that was given; its repairs are findings of the checker.
        alignment: the alignment line, None when there is none at the start.
        preamble: stretches of text before the first field that are no alignment line.
        trailer: text after the last field that does not belong to it (None when there is none).
        sections: all fields in the order of the text, unknown and repeated ones included.
        style: the text of the main field before the first shot marker (its overall style in reference mode).
        shots: the shots of the main field. A main field without any marker is one shot without a number.
        citations: ``[Shot N]`` that name a shot without opening it (all fields), as (number, span, section).
        lines, mentions, speakers, quotes: all of them in the order of the text.
        stray_tags: ``</d>`` that close nothing.
        definitions, retention, tasks: the parts of the reference fields.
    """

    text: str
    repaired: Repaired
    alignment: Alignment | None = None
    preamble: tuple[Span, ...] = ()
    trailer: Span | None = None
    sections: tuple[Section, ...] = ()
    style: Span = NOWHERE
    shots: tuple[Shot, ...] = ()
    citations: tuple[tuple[int, Span, str], ...] = ()
    lines: tuple[Line, ...] = ()
    mentions: tuple[Mention, ...] = ()
    speakers: tuple[Speaker, ...] = ()
    quotes: tuple[Quote, ...] = ()
    stray_tags: tuple[Span, ...] = ()
    definitions: tuple[Definition, ...] = ()
    retention: tuple[Retention, ...] = ()
    tasks: TaskPrefix | None = None
    _by_name: dict[str, Section] = field(default_factory=dict, compare=False, repr=False)

    def section(self, name: str) -> Section | None:
        """The first section called `name`, or None."""
        if not self._by_name:
            for section in reversed(self.sections):
                self._by_name[section.name] = section
        return self._by_name.get(name)

    @property
    def main(self) -> Section | None:
        """The field that holds the shots: the first of the two that is there."""
        found = [section for name in MAIN_FIELDS if (section := self.section(name)) is not None]
        return min(found, key=lambda section: section.header_span, default=None)

    @property
    def repairs(self) -> tuple[Repair, ...]:
        """What had to be mended before the text could be read."""
        return self.repaired.repairs

    def locate(self, span: Span) -> Span:
        """The place of `span` in the text that was given to the parser."""
        return self.repaired.locate(span)
