"""What the pieces of a film are made of: every file is looked into before anything is made, and all problems are told at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

from backends.media.probe import Media, Video, probe
from h3prompt.brief.joins import JoinKind
from h3prompt.errors import FindingsError, SourceError
from h3prompt.findings import Finding, Level
from h3prompt.grid import FPS

from ..edit import Edit, Piece, after, before
from .graph import HDR, fills, fitted


@dataclass(frozen=True, slots=True)
class Part:
    """A piece with its file, and what its neighbours need from it.

    Attributes:
        piece: the piece.
        media: its file.
        video: the picture stream that is used.
        available: how many frames the file has at 24 fps.
        at: the film's frame at which the piece begins.
        head, tail: frames of its handles that dissolves show before it and after it.
        enter, leave: frames of its own that belong to the dissolve or dip at its beginning and at its end.
    """

    piece: Piece
    media: Media
    video: Video
    available: int
    at: int
    head: int = 0
    tail: int = 0
    enter: int = 0
    leave: int = 0

    @property
    def whole(self) -> bool:
        """Whether all frames of the file are shown and no others."""
        return self.piece.start == 0 and self.piece.frames == self.available and not (self.head or self.tail)


@dataclass
class Survey:
    """What was found while the files were looked into."""

    problems: list[Finding] = field(default_factory=list)
    notes: list[Finding] = field(default_factory=list)

    def wrong(self, code: str, message: str, path: Path | None = None, hint: str | None = None) -> None:
        """Records what makes the film impossible."""
        self.problems.append(
            Finding(code, Level.ERROR, message, file=None if path is None else str(path), suggestion=hint)
        )

    def note(self, code: str, level: Level, message: str, path: Path | None = None) -> None:
        """Records what is made otherwise than it was delivered; each thing once a file."""
        found = Finding(code, level, message, file=None if path is None else str(path))
        if found not in self.notes:
            self.notes.append(found)


def frames_at_24(video: Video) -> int:
    """How many frames the picture has at 24 fps."""
    if video.frames is None or video.span is None:
        return video.frames or 0
    rate = _rate(video)
    if video.constant and rate is not None and abs(rate - FPS) < Fraction(1, 100):
        return video.frames
    # As the fps filter counts: to the nearest, halves upwards.
    return int(video.span * FPS + Fraction(1, 2))


def _rate(video: Video) -> Fraction | None:
    """Frames a second, counted where they were counted."""
    if video.frames and video.frames > 1 and video.span:
        counted = video.frames / video.span
        if video.rate is not None and abs(counted - video.rate) < video.rate / 200:
            return video.rate
        return counted
    return video.rate


def survey(edit: Edit) -> tuple[list[Part], Survey]:
    """Looks into every file of the edit.

    Raises:
        FindingsError: with every problem of every piece.
    """
    found = Survey()
    media = _probed(edit, found)
    parts: list[Part] = []
    at = 0
    pieces = edit.pieces
    if not pieces:
        found.wrong("no-pieces", "the edit has no pieces: a film has at least one")
    for index, piece in enumerate(pieces):
        following = pieces[index + 1] if index + 1 < len(pieces) else None
        part = _part(piece, following, media.get(piece.path), at, index == 0, found)
        if part is not None:
            parts.append(part)
            _notes(part, edit, found)
        at += piece.frames
    if min(edit.canvas) < 16 or edit.canvas.width % 2 or edit.canvas.height % 2:
        found.wrong("odd-canvas", f"the canvas {edit.canvas} is not of even numbers of at least 16 pixels")
    if found.problems:
        raise FindingsError(found.problems)
    return parts, found


def _probed(edit: Edit, found: Survey) -> Mapping[Path, Media]:
    media: dict[Path, Media] = {}
    failed: set[Path] = set()
    for piece in edit.pieces:
        if piece.path in media or piece.path in failed:
            continue
        try:
            if not piece.path.is_file():
                raise SourceError(f"{piece.path}: there is no such file")
            media[piece.path] = probe(piece.path, count=True)
        except SourceError as error:
            failed.add(piece.path)
            found.wrong("unreadable-clip", f"{piece.clip}: {error.message}", piece.path)
    return media


def _part(
    piece: Piece, following: Piece | None, media: Media | None, at: int, first: bool, found: Survey
) -> Part | None:
    if piece.frames < 1 or piece.start < 0:
        found.wrong("empty-piece", f"{piece.clip}: a piece has at least 1 frame and begins at frame 0 or later")
        return None
    head = tail = enter = leave = 0
    if piece.overlap and piece.join in (JoinKind.DISSOLVE, JoinKind.DIP) and not first:
        enter = after(piece.overlap)
        head = before(piece.overlap) if piece.join is JoinKind.DISSOLVE else 0
        _fits(piece, piece, found)
    if following is not None and following.overlap and following.join in (JoinKind.DISSOLVE, JoinKind.DIP):
        leave = before(following.overlap)
        tail = after(following.overlap) if following.join is JoinKind.DISSOLVE else 0
        _fits(following, piece, found)
    if enter + leave > piece.frames:
        found.wrong(
            "long-transition",
            f"{piece.clip}: the transitions at both ends need {enter + leave} frames of it; it shows {piece.frames}",
        )
    if media is None:
        return None
    if media.video is None:
        found.wrong("no-picture", f"{piece.clip}: {piece.path} has no picture stream", piece.path)
        return None
    available = frames_at_24(media.video)
    needed = piece.start + piece.frames + tail
    if piece.start - head < 0:
        found.wrong(
            "short-handle",
            f"{piece.clip}: the dissolve into it needs {head} frames before its first one, and there are {piece.start}",
            piece.path,
            f"make the dissolve at most {2 * piece.start + 1} frames long, or begin the piece later",
        )
    if needed > available:
        found.wrong(
            "short-clip",
            f"{piece.clip}: the edit needs its frames up to {needed}{' with the handle' if tail else ''}; "
            f"{piece.path.name} has {available} at {FPS} fps",
            piece.path,
            f"use at most {max(0, available - piece.start - tail)} frames of it",
        )
    return Part(piece, media, media.video, available, at, head, tail, enter, leave)


def _fits(entered: Piece, neighbour: Piece, found: Survey) -> None:
    if entered.overlap > neighbour.frames - 1:
        found.wrong(
            "long-transition",
            f"{entered.clip}: its {entered.join.value} of {entered.overlap} frames is longer than {neighbour.clip} "
            f"({neighbour.frames} frames) allows: at most {neighbour.frames - 1}",
        )


def _notes(part: Part, edit: Edit, found: Survey) -> None:
    """Everything about a file that is changed on the way into the film."""
    piece, video, path = part.piece, part.video, part.piece.path
    name = piece.clip
    rate = _rate(video)
    if video.constant is False and video.steps is not None:
        slow, fast = (1 / step if step else None for step in reversed(video.steps))
        spread = " to ".join("?" if value is None else f"{float(value):.3g}" for value in (slow, fast))
        found.note("variable-rate", Level.WARNING, f"{name} varied ({spread} fps) and was made constant {FPS}", path)
    elif rate is not None and abs(rate - FPS) >= Fraction(1, 100):
        found.note("other-rate", Level.WARNING, f"{name} was {float(rate):.5g} fps and made constant {FPS}", path)
    if video.color_transfer in HDR:
        word = HDR[video.color_transfer]
        found.note("tone-mapped", Level.WARNING, f"{name} is HDR ({word}) and was tone-mapped to bt709", path)
    elif any(mark in video.pixel_format for mark in ("10", "12", "16")):
        found.note("fewer-bits", Level.INFO, f"{name} is {video.pixel_format} and was made 8-bit", path)
    if video.color_range == "pc":
        found.note("full-range", Level.INFO, f"{name} has full range and was made limited", path)
    if video.rotation % 360:
        found.note("turned", Level.INFO, f"{name} is marked as turned by {video.rotation} degrees and was turned", path)
    if video.sar != 1:
        found.note("not-square", Level.INFO, f"{name} has pixels of {video.sar} and was made square", path)
    if not fills(video, edit.canvas):
        size = fitted(video, edit.canvas)
        bars = "" if size == edit.canvas else f" as {size} with black borders"
        stored = f"{video.width}x{video.height}"
        found.note("other-size", Level.WARNING, f"{name} is {stored} and was fitted into {edit.canvas}{bars}", path)
    if edit.sound.policy == "native":
        _sound_notes(part, found)


def _sound_notes(part: Part, found: Survey) -> None:
    piece, path, audio = part.piece, part.piece.path, part.media.audio
    if audio is None:
        found.note("no-sound", Level.WARNING, f"{piece.clip} has no sound; silence was put there", path)
        return
    if audio.channels > 2:
        layout = audio.layout or f"{audio.channels} channels"
        found.note("mixed-down", Level.INFO, f"{piece.clip} has {layout} and was mixed down to stereo", path)
    end = audio.start + audio.duration if audio.duration is not None else part.media.duration
    needed = Fraction(piece.start + piece.frames + part.tail, FPS)
    if end is not None and needed - end > Fraction(1, FPS):
        short = float(needed - end)
        found.note(
            "short-sound", Level.WARNING, f"{piece.clip}: its sound ends {short:.3f} s early; silence follows", path
        )
