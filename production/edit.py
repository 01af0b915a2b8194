"""The edit of a film as data: which frames of which files follow each other, and how they are joined.

This is what the assembly is given and all that it knows. Everything counts in frames at 24 fps; one frame is exactly 2,000
samples of 48 kHz sound. `Piece.frames` of all pieces add up to the length of the film: a dissolve takes the frames that it
needs from the handles of its two pieces, `before(length)` frames before the cut and `after(length)` after it.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from h3prompt.brief.joins import JoinKind
from h3prompt.grid import Canvas


def before(length: int) -> int:
    """How many of a transition's frames lie before the cut on which it is centred."""
    return length // 2


def after(length: int) -> int:
    """How many lie after it."""
    return length - length // 2


@dataclass(frozen=True, slots=True)
class Piece:
    """One stretch of one clip.

    Attributes:
        clip: the clip's name, for messages.
        path: its file.
        start: the first of the clip's frames that belongs to the piece.
        frames: how many belong to it: from the cut that opens it to the cut that ends it.
        join: how it is entered.
        overlap: length of the dissolve or dip into it, in frames; 0 for the other joins.
        speech: stretches ``(start, end)`` in which somebody speaks, in frames of the piece: the music goes down there.
    """

    clip: str
    path: Path
    start: int
    frames: int
    join: JoinKind = JoinKind.CUT
    overlap: int = 0
    speech: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Bed:
    """Music under the native sound: gain and ducking in dB, the offset in the file and the fade at the end in frames."""

    path: Path
    gain: float = -12.0
    duck: float = 10.0
    start: int = 0
    fade_out: int = 24


@dataclass(frozen=True, slots=True)
class Caption:
    """Words that are shown during frames ``[start, end)`` of the film."""

    start: int
    end: int
    text: str
    speaker: str = ""


@dataclass(frozen=True, slots=True)
class Sound:
    """How the sound is treated.

    Attributes:
        policy: native, master or silent.
        master: the track of policy master.
        bed: music under policy native.
        target: programme loudness in LUFS, None: as it is.
        true_peak: ceiling in dBTP.
        match_limit: the most by which one clip's level is moved towards the others, in dB.
        fade_ms: fade on both sides of a hard cut.
    """

    policy: str = "native"
    master: Path | None = None
    bed: Bed | None = None
    target: float | None = -14.0
    true_peak: float = -1.0
    match_limit: float = 6.0
    fade_ms: float = 10.0


@dataclass(frozen=True, slots=True)
class Edit:
    """A whole film.

    Attributes:
        pieces: in order.
        canvas: width and height of the film in pixels.
        sound: how the sound is treated.
        captions: in order.
        burn: draw the captions into the picture.
        font: a font file for them; None: the built-in one.
        title: written into the file's metadata.
    """

    pieces: tuple[Piece, ...]
    canvas: Canvas
    sound: Sound = Sound()
    captions: tuple[Caption, ...] = ()
    burn: bool = False
    font: Path | None = None
    title: str = ""

    @property
    def frames(self) -> int:
        """Length of the film."""
        return sum(piece.frames for piece in self.pieces)

    @property
    def cuts(self) -> tuple[int, ...]:
        """The film's frame number at which each piece but the first begins."""
        found, total = [], 0
        for piece in self.pieces[:-1]:
            total += piece.frames
            found.append(total)
        return tuple(found)
