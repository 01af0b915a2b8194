"""What a check may know besides the text: mode, length, files, the brief's words, the server."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from .findings import Span
from .modes import Mode


class Kind(StrEnum):
    """The medium of a reference file."""

    IMAGE = "image"
    VIDEO = "video"
    AUDIO = "audio"


class Role(StrEnum):
    """What a reference file is for."""

    FIRST_FRAME = "first_frame"
    LAST_FRAME = "last_frame"
    REFERENCE = "reference"


class Reference(NamedTuple):
    """One file that travels with the prompt. `role` is None when it was not stated; `seconds` is its length.

    `span` is the place in the file's front matter (None for one that came by option).
    """

    kind: Kind
    path: str
    role: Role | None = None
    seconds: Fraction | None = None
    span: Span | None = None


class BriefLine(NamedTuple):
    """A line as the brief has it. `speaker` is ``S1``, a group ``S1,S2``, or ``Audio 1`` for words in a reused track."""

    text: str
    speaker: str | None = None
    language: str | None = None
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Context:
    """Everything is optional. None means "not given": the checks that need it are skipped and named.

    Attributes:
        mode: one of the five modes; None lets the checker derive it.
        duration: the clip's EFFECTIVE length in seconds (frames / 24), as stated.
        fps: frame rate as stated; the model knows 24 only.
        references: files in the order in which they are sent.
        dialogue: the brief's lines in order.
        visible_text: the strings that must be readable in the picture.
        backend: which server or renderer the prompt is for.
        sequence: the clip is one of several of a film.
    """

    mode: Mode | None = None
    duration: Fraction | None = None
    fps: Fraction | None = None
    references: tuple[Reference, ...] | None = None
    dialogue: tuple[BriefLine, ...] | None = None
    visible_text: tuple[str, ...] | None = None
    backend: str | None = None
    sequence: bool = False
    spans: tuple[tuple[str, Span], ...] = ()

    def over(self, base: Context) -> Context:
        """This context, with what it leaves open taken from `base`."""
        given = {
            name: value
            for name in ("mode", "duration", "fps", "references", "dialogue", "visible_text", "backend")
            if (value := getattr(self, name)) is not None
        }
        return replace(base, **given, sequence=self.sequence or base.sequence, spans=self.spans or base.spans)

    def place(self, key: str) -> Span | None:
        """Where the front matter states `key` (offsets of the file), or None."""
        return next((span for name, span in self.spans if name == key), None)
