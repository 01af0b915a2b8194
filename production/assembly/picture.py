"""The picture: cut into segments that are each encoded once and kept, then joined without encoding."""

from __future__ import annotations

import hashlib
import json
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import av.error
import cv2

from backends.media import run
from backends.media.find import find
from h3prompt.brief.joins import JoinKind
from h3prompt.errors import Interrupted, ToolError
from h3prompt.grid import FPS, Canvas

from ..edit import Edit
from . import captions, graph
from .graph import TIMESCALE, Overlay, Stretch
from .sources import Part

#: Segments that are encoded at the same time.
WORKERS = 2
#: Raised whenever a segment made from the same things would come out otherwise.
_VERSION = 1
_TICKS = TIMESCALE // FPS

Cancelled = Callable[[], bool]
Count = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Segment:
    """A run of the film's frames that is encoded at once: a clip's own, or a dissolve from one into another.

    Attributes:
        at: the film's frame at which it begins.
        first: the clip's frames.
        second: the entering clip's frames of a dissolve.
        fade_in, fade_out: frames from and to black.
        hold: how often the last frame is shown once more.
    """

    at: int
    first: Stretch
    second: Stretch | None = None
    fade_in: int = 0
    fade_out: int = 0
    hold: int = 0

    @property
    def frames(self) -> int:
        """Its length."""
        return self.first.frames + self.hold


def segments(parts: Sequence[Part], hold: int = 0) -> list[Segment]:
    """The film in segments; together they have exactly its frames, and `hold` more of the last one (negative: fewer)."""
    found: list[Segment] = []
    for index, part in enumerate(parts):
        piece = part.piece
        into = piece.join if index and piece.overlap else JoinKind.CUT
        out = parts[index + 1].piece.join if index + 1 < len(parts) and parts[index + 1].piece.overlap else JoinKind.CUT
        skip = part.enter if into is JoinKind.DISSOLVE else 0
        stop = part.leave if out is JoinKind.DISSOLVE else 0
        if into is JoinKind.DISSOLVE:
            found.append(_dissolve(parts[index - 1], part))
        length = piece.frames - skip - stop
        if length:
            stretch = Stretch(piece.path, part.video, piece.start + skip, length)
            fades = (part.enter if into is JoinKind.DIP else 0, part.leave if out is JoinKind.DIP else 0)
            found.append(Segment(part.at + skip, stretch, None, *fades))
    return _held(found, hold)


def _dissolve(leaving: Part, entering: Part) -> Segment:
    length = entering.piece.overlap
    cut = leaving.piece.start + leaving.piece.frames
    first = Stretch(leaving.piece.path, leaving.video, cut - leaving.leave, length)
    second = Stretch(entering.piece.path, entering.video, entering.piece.start - entering.head, length)
    return Segment(entering.at - entering.head, first, second)


def _held(found: list[Segment], hold: int) -> list[Segment]:
    if not hold:
        return found
    last = found[-1]
    if hold > 0 and last.second is None:
        return [*found[:-1], Segment(last.at, last.first, None, last.fade_in, last.fade_out, hold)]
    if hold < 0 and last.first.frames + hold > 0:
        cut = Stretch(last.first.path, last.first.video, last.first.start, last.first.frames + hold)
        return [*found[:-1], Segment(last.at, cut, None, last.fade_in, min(last.fade_out, cut.frames))]
    return found[:-1] if hold < 0 else found


# --- captions in the picture --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Burnt:
    """A caption's picture as a file, with its place in the film and the hash of what it shows."""

    plate: captions.Plate
    path: Path
    digest: str


def burnt(edit: Edit, folder: Path) -> list[Burnt]:
    """Draws the captions, when they are to be burnt in."""
    if not edit.burn:
        return []
    found = []
    for number, plate in enumerate(captions.plates(edit.captions, edit.canvas, edit.font)):
        path = folder / f"caption{number:04}.png"
        data = cv2.imencode(".png", plate.image)[1].tobytes()
        path.write_bytes(data)
        found.append(Burnt(plate, path, hashlib.sha256(data).hexdigest()))
    return found


def _overlays(segment: Segment, all_burnt: Sequence[Burnt]) -> list[tuple[Overlay, str]]:
    found = []
    for one in all_burnt:
        start = max(0, one.plate.start - segment.at)
        end = min(segment.frames, one.plate.end - segment.at)
        if start < end:
            found.append((Overlay(one.path, start, end, one.plate.x, one.plate.y), one.digest))
    return found


# --- encoding -----------------------------------------------------------------------------------------------------------


def _file_key(stretch: Stretch) -> list[Any]:
    status = stretch.path.stat()
    return [str(stretch.path.absolute()), status.st_size, status.st_mtime_ns, stretch.start, stretch.frames]


def _key(segment: Segment, canvas: Canvas, overlays: Sequence[tuple[Overlay, str]]) -> str:
    """What a segment depends on: equal keys, equal segments. Where it lies in the film does not matter."""
    parts = {
        "version": _VERSION,
        "ffmpeg": [find().version, find().configuration],
        "encoder": graph.ENCODER,
        "canvas": list(canvas),
        "first": _file_key(segment.first),
        "second": _file_key(segment.second) if segment.second else None,
        "fades": [segment.fade_in, segment.fade_out, segment.hold],
        "captions": [[o.start, o.end, o.x, o.y, digest] for o, digest in overlays],
    }
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:32]


class Encoder:
    """Encodes what is not there yet.

    Args:
        folder: where finished segments are kept.
        canvas: the film's size.
        all_burnt: captions to be drawn in.
        log: gets the commands that were run.
        counted: called with the number of frames that were finished since the last call.
        cancelled: asked again and again.
    """

    def __init__(
        self,
        folder: Path,
        canvas: Canvas,
        all_burnt: Sequence[Burnt],
        log: list[str],
        counted: Count,
        cancelled: Cancelled | None,
    ) -> None:
        self.folder, self.canvas, self.burnt, self.log = folder, canvas, all_burnt, log
        self.counted, self.cancelled = counted, cancelled
        self._stop = threading.Event()
        self._lock = threading.Lock()
        self._busy: dict[str, threading.Lock] = {}
        folder.mkdir(parents=True, exist_ok=True)

    def all(self, wanted: Sequence[Segment]) -> list[Path]:
        """The files of the segments, in order.

        Raises:
            ToolError: when a segment cannot be made; the others are stopped.
            Interrupted: when the work was cancelled.
        """
        with ThreadPoolExecutor(WORKERS) as pool:
            jobs = [pool.submit(self._one, segment) for segment in wanted]
            try:
                return [job.result() for job in jobs]
            except BaseException:
                self._stop.set()
                for job in jobs:
                    job.cancel()
                # The first one that failed by itself says why; the rest were stopped for it.
                for job in jobs:
                    if job.done() and not job.cancelled() and job.exception() is not None:
                        failed = job.exception()
                        if failed is not None and not isinstance(failed, Interrupted):
                            raise failed from None
                raise

    def _stopped(self) -> bool:
        return self._stop.is_set() or (self.cancelled is not None and self.cancelled())

    def _one(self, segment: Segment) -> Path:
        if self._stopped():
            raise Interrupted("the picture: cancelled")
        overlays = _overlays(segment, self.burnt)
        key = _key(segment, self.canvas, overlays)
        target = self.folder / f"{key}.mp4"
        with self._lock:
            lock = self._busy.setdefault(key, threading.Lock())
        with lock:
            if not target.exists():
                try:
                    self._encode(segment, [overlay for overlay, _ in overlays], target)
                except BaseException:
                    self._stop.set()
                    raise
        with self._lock:
            self.counted(segment.frames)
        return target

    def _encode(self, segment: Segment, overlays: Sequence[Overlay], target: Path) -> None:
        partial = target.with_name(f".{target.stem}.{os.getpid()}.partial")
        if segment.second is not None:
            arguments = graph.dissolve(segment.first, segment.second, self.canvas, partial, overlays)
        else:
            arguments = graph.body(
                segment.first,
                self.canvas,
                partial,
                fade_in=segment.fade_in,
                fade_out=segment.fade_out,
                hold=segment.hold,
                overlays=overlays,
            )
        what = f"frames {segment.at} to {segment.at + segment.frames - 1} of the film"
        try:
            done = run.run(arguments, what=what, cancelled=self._stopped)
            with self._lock:
                self.log.append(run.spelled(done.command))
            numbers = _numbers(partial)
            if sorted(numbers) != list(range(segment.frames)):
                raise ToolError(
                    f"{what}: {segment.first.path} gave {len(numbers)} frames, not {segment.frames}",
                    hint="its picture is damaged or shorter than the file says; make the clip again",
                )
            partial.replace(target)
        finally:
            partial.unlink(missing_ok=True)


# --- joining ------------------------------------------------------------------------------------------------------------


def _numbers(path: Path) -> list[int]:
    """The numbers of a file's frames in the order in which they are stored; a time between two frames is no number.

    Raises:
        ToolError: for a file whose frames do not stand on the film's clock.
    """
    with av.open(str(path.absolute())) as container:
        stream = container.streams.video[0]
        return [_number(packet, path) for packet in container.demux(stream) if packet.size]


def _number(packet: av.Packet[Any], path: Path) -> int:
    if packet.pts is None or packet.time_base is None:
        raise ToolError(f"{path}: a frame has no time")
    number = packet.pts * packet.time_base * FPS
    if number.denominator != 1:
        raise ToolError(f"{path}: a frame stands at {float(number):.3f}, between two frames of {FPS} fps")
    return int(number)


def joined(files: Sequence[Path], target: Path, cancelled: Cancelled | None = None) -> int:
    """Writes the segments one after the other into one file, without encoding.

    Every frame k is shown at exactly k/24 s: the times are set, not taken over.

    Returns:
        the number of frames.

    Raises:
        ToolError: when a segment does not start with a frame that stands alone, or its frames are not 0, 1, 2, …
    """
    listed = {path: _numbers(path) for path in set(files)}
    if len({_header(path) for path in listed}) > 1:
        raise ToolError("the segments of the picture differ in their headers: they cannot be joined without encoding")
    # How far the order of decoding runs ahead of that of showing; one value for the whole film.
    delay = max(index - number for numbers in listed.values() for index, number in enumerate(numbers))
    total = 0
    try:
        with av.open(
            str(target.absolute()), "w", format="mp4", options={"video_track_timescale": str(TIMESCALE)}
        ) as output:
            output.flags |= 0x400  # AVFMT_FLAG_BITEXACT: no date and no version of the library in the file
            with av.open(str(files[0].absolute())) as first:
                stream = output.add_stream_from_template(first.streams.video[0])
            stream.time_base = Fraction(1, TIMESCALE)
            for path in files:
                if cancelled is not None and cancelled():
                    raise Interrupted("joining the picture: cancelled")
                if sorted(listed[path]) != list(range(len(listed[path]))):
                    raise ToolError(f"{path}: its frames are not numbered from 0 without a gap")
                for index, packet in enumerate(_packets(path)):
                    if index == 0 and not packet.is_keyframe:
                        raise ToolError(f"{path}: does not begin with a keyframe")
                    packet.time_base = Fraction(1, TIMESCALE)
                    packet.pts = (total + listed[path][index]) * _TICKS
                    packet.dts = (total + index - delay) * _TICKS
                    packet.duration = _TICKS
                    packet.stream = stream
                    output.mux(packet)
                total += len(listed[path])
    except av.error.FFmpegError as error:
        raise ToolError(f"joining the picture: {error.strerror or error}") from error
    return total


def _header(path: Path) -> bytes:
    with av.open(str(path.absolute())) as container:
        return bytes(container.streams.video[0].codec_context.extradata or b"")


def _packets(path: Path) -> Iterator[av.Packet[Any]]:
    with av.open(str(path.absolute())) as container:
        yield from (packet for packet in container.demux(container.streams.video[0]) if packet.size)


def copyable(edit: Edit, parts: Sequence[Part]) -> bool:
    """Whether the pieces can be joined as they are: whole, all alike, and as a film is delivered."""
    first = parts[0].video
    for part in parts:
        video = part.video
        if not part.whole or part.piece.overlap or (edit.burn and edit.captions):
            return False
        if video.codec != "h264" or video.profile not in ("High", "Main", "Constrained Baseline", "Baseline"):
            return False
        if (
            not graph.fills(video, edit.canvas)
            or video.rotation % 360
            or video.sar != 1
            or video.pixel_format != "yuv420p"
        ):
            return False
        if (video.color_range, video.color_space) != ("tv", "bt709") or video.color_transfer != "bt709":
            return False
        if video.extradata != first.extradata or video.profile != first.profile or video.time_base != first.time_base:
            return False
        try:
            numbers = _numbers(part.piece.path)
        except ToolError:
            return False
        if sorted(numbers) != list(range(part.piece.frames)):
            return False
    return True
