"""The sound: every piece cut or padded to its exact samples, levelled, joined on the film's clock, made as loud as asked."""

from __future__ import annotations

import hashlib
import math
import os
import re
import statistics
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from backends.media import run
from backends.media.probe import AudioStream, probe
from h3prompt.brief.joins import JoinKind
from h3prompt.errors import Interrupted, SourceError, ToolError
from h3prompt.findings import Level
from h3prompt.grid import FPS

from ..edit import Bed, Edit, Sound
from . import graph
from .graph import FRAME, RATE
from .sources import Part, Survey

#: Below this a stretch counts as silent, in LUFS: the absolute gate of the loudness standard.
SILENT = -70.0
#: Frames on each side of the cut over which the sound of a match cut is cross-faded.
MATCH = 1
#: How fast music goes down before a line and comes back after it, in seconds.
DUCK_IN, DUCK_OUT = 0.15, 0.5
#: Frames that are mixed at once: memory does not grow with the film.
_BLOCK = 240
_BYTES = 8
_SUMMARY = re.compile(r"I:\s*(-?inf|-?[\d.]+) LUFS")
_PEAK = re.compile(r"Peak:\s*(-?inf|-?[\d.]+) dBFS")

Cancelled = Callable[[], bool]
Samples = NDArray[np.float32]
Curve = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Loudness:
    """Programme loudness in LUFS and true peak in dBTP; -inf for silence."""

    lufs: float
    peak: float

    @property
    def silent(self) -> bool:
        """Whether there is nothing to hear."""
        return self.lufs <= SILENT


@dataclass(frozen=True, slots=True)
class Voice:
    """A piece's sound as a file of raw samples.

    Attributes:
        path: the file; None: silence.
        start, end: the film's samples, handles included, that it covers.
        fade_in, fade_out: ``(from, to, shape)`` in the film's samples; shape "power" or "line".
        lufs: its loudness, -inf for silence.
        gain: in dB.
    """

    path: Path | None
    start: int
    end: int
    fade_in: tuple[int, int, str] | None
    fade_out: tuple[int, int, str] | None
    lufs: float
    gain: float = 0.0


def loudness(log: str) -> Loudness:
    """What ebur128 says at the end of its log.

    Raises:
        ToolError: when it says nothing.
    """
    summary = log.rpartition("Summary:")[2]
    level, peak = _SUMMARY.search(summary), _PEAK.search(summary)
    if level is None:
        raise ToolError("the loudness of the sound was not measured", hint="the ffmpeg in use gives no ebur128 summary")
    return Loudness(float(level[1]), float(peak[1]) if peak else -math.inf)


class Mixer:
    """Makes the sound of a film in a folder of its own.

    Args:
        edit: the film.
        parts: its pieces with their files.
        folder: for raw sound; emptied by the caller.
        found: gets the findings.
        log: gets the commands that were run.
        cancelled: asked again and again.
    """

    def __init__(
        self,
        edit: Edit,
        parts: Sequence[Part],
        folder: Path,
        found: Survey,
        log: list[str],
        cancelled: Cancelled | None,
    ) -> None:
        self.edit, self.parts, self.folder = edit, parts, folder
        self.found, self.log, self.cancelled = found, log, cancelled
        self.samples = edit.frames * FRAME

    def _run(self, arguments: Sequence[str], what: str) -> str:
        done = run.run(arguments, what=what, cancelled=self.cancelled)
        self.log.append(run.spelled(done.command))
        return done.log

    # --- pieces -------------------------------------------------------------------------------------------------------

    def voices(self) -> list[Voice]:
        """Every piece's sound, decoded, cut to its samples and measured, with the gain that levels it."""
        with ThreadPoolExecutor(2) as pool:
            found = list(pool.map(self._voice, range(len(self.parts))))
        gains = self._gains([voice.lufs for voice in found])
        return [
            Voice(v.path, v.start, v.end, v.fade_in, v.fade_out, v.lufs, gain)
            for v, gain in zip(found, gains, strict=True)
        ]

    def _match(self, index: int) -> int:
        """Frames over which the match cut into piece `index` can be cross-faded on each side: what both handles have."""
        leaving, entering = self.parts[index - 1], self.parts[index]
        left = leaving.available - leaving.piece.start - leaving.piece.frames
        reach = min(MATCH, left, entering.piece.start, leaving.piece.frames, entering.piece.frames)
        if reach < 1:
            name = entering.piece.clip
            message = f"{name}: no handle is there for the cross-fade of its match cut; the sound is cut hard"
            self.found.note("hard-match", Level.INFO, message, entering.piece.path)
        return max(0, reach)

    def _edges(self, index: int) -> tuple[int, int, tuple[int, int, str] | None]:
        """How the sound enters piece `index`: frames before and after the cut that both pieces share, and the fade."""
        part = self.parts[index]
        cut = part.at * FRAME
        fade = round(self.edit.sound.fade_ms * RATE / 1000)
        hard = (cut, cut + min(fade, part.piece.frames * FRAME // 2), "line")
        if index == 0:
            return 0, 0, hard if fade else None
        join = part.piece.join
        if join is JoinKind.CONTINUE:
            return 0, 0, None
        if join is JoinKind.DISSOLVE and part.piece.overlap:
            head, tail = part.head, self.parts[index - 1].tail
            return head, tail, (cut - head * FRAME, cut + tail * FRAME, "power")
        if join is JoinKind.DIP and part.piece.overlap:
            return 0, 0, (cut, cut + part.enter * FRAME, "line")
        reach = self._match(index) if join is JoinKind.MATCH else 0
        if reach:
            return reach, reach, (cut - reach * FRAME, cut + reach * FRAME, "power")
        return 0, 0, hard if fade else None

    def _voice(self, index: int) -> Voice:
        part = self.parts[index]
        head, _, fade_in = self._edges(index)
        end = part.at + part.piece.frames
        tail, fade_out = 0, None
        fade = min(round(self.edit.sound.fade_ms * RATE / 1000), part.piece.frames * FRAME // 2)
        if index + 1 < len(self.parts):
            following = self.parts[index + 1].piece
            _, tail, entering = self._edges(index + 1)
            if entering is not None and entering[2] == "power":
                fade_out = entering
            elif following.join is JoinKind.DIP and following.overlap:
                fade_out = ((end - part.leave) * FRAME, end * FRAME, "line")
            elif entering is not None:
                fade_out = (end * FRAME - fade, end * FRAME, "line")
        elif fade:
            fade_out = (end * FRAME - fade, end * FRAME, "line")
        start, stop = (part.at - head) * FRAME, (end + tail) * FRAME
        path, lufs = self._decoded(part, index, part.piece.start - head, stop - start)
        return Voice(path, start, stop, fade_in, fade_out, lufs)

    def _decoded(self, part: Part, index: int, start: int, samples: int) -> tuple[Path | None, float]:
        audio = part.media.audio
        if audio is None:
            return None, -math.inf
        path = self.folder / f"piece{index:04}.f32"
        # A time before 0 is the encoder's run-in, which the decoder leaves out.
        late = max(audio.start, Fraction(0)) - max(part.video.start, Fraction(0))
        arguments = graph.decoded(part.piece.path, audio, round(late * RATE), start * FRAME, samples, path)
        level = loudness(self._run(arguments, f"the sound of {part.piece.clip}")).lufs
        _exact(path, samples, part.piece.clip)
        if level <= SILENT:
            self.found.note("silent-clip", Level.WARNING, f"{part.piece.clip}: its sound is silent", part.piece.path)
        return path, level

    def _gains(self, levels: Sequence[float]) -> list[float]:
        """The gain of each piece: towards the median, by no more than the limit; pieces that continue one another share it."""
        limit = self.edit.sound.match_limit
        runs: list[list[int]] = []
        for index, part in enumerate(self.parts):
            if index and part.piece.join is JoinKind.CONTINUE:
                runs[-1].append(index)
            else:
                runs.append([index])
        together = [self._together(members, levels) for members in runs]
        heard = [level for level in together if level > SILENT]
        gains = [0.0] * len(levels)
        if len(heard) < 2 or limit <= 0:
            return gains
        middle = statistics.median(heard)
        for members, level in zip(runs, together, strict=True):
            if level <= SILENT:
                continue
            wanted = middle - level
            gain = max(-limit, min(limit, wanted))
            if abs(wanted) > limit:
                name = self.parts[members[0]].piece.clip
                message = f"{name} is {-wanted:+.1f} dB beside the others; it was moved by {gain:+.1f} dB, the limit"
                self.found.note("uneven-level", Level.WARNING, message, self.parts[members[0]].piece.path)
            for member in members:
                gains[member] = gain
        return gains

    def _together(self, members: Sequence[int], levels: Sequence[float]) -> float:
        heard = [(10 ** (levels[m] / 10), self.parts[m].piece.frames) for m in members if levels[m] > SILENT]
        if not heard:
            return -math.inf
        return 10 * math.log10(sum(power * frames for power, frames in heard) / sum(frames for _, frames in heard))

    # --- the mix ------------------------------------------------------------------------------------------------------

    def mixed(self, voices: Sequence[Voice], target: Path) -> None:
        """Writes the film's sound as raw samples: the pieces and the music, added as they are."""
        bed = self._bed()
        with target.open("wb") as file:
            for start in range(0, self.samples, _BLOCK * FRAME):
                if self.cancelled is not None and self.cancelled():
                    raise Interrupted("the sound: cancelled")
                end = min(self.samples, start + _BLOCK * FRAME)
                block = np.zeros((end - start, 2), np.float32)
                for voice in voices:
                    _add(block, voice, start, end)
                if bed is not None and self.edit.sound.bed is not None:
                    music = _read(bed, start, end - start)
                    block += music * self._music(self.edit.sound.bed, start, end)[:, None].astype(np.float32)
                file.write(block.tobytes())

    def _bed(self) -> Path | None:
        bed = self.edit.sound.bed
        if bed is None:
            return None
        audio = _audio(bed.path)
        path = self.folder / "bed.f32"
        self._run(graph.decoded(bed.path, audio, 0, bed.start * FRAME, self.samples, path), "the music")
        _exact(path, self.samples, bed.path.name)
        missing = None if audio.duration is None else self.edit.frames - (audio.duration * FPS - bed.start)
        if missing is not None and missing > 1:
            message = f"the music ends {float(missing) / FPS:.3f} s before the film; silence follows"
            self.found.note("short-music", Level.WARNING, message, bed.path)
        return path

    def _music(self, bed: Bed, start: int, end: int) -> Curve:
        """The factor of each of the music's samples: its gain, down under speech, out at the end."""
        time = np.arange(start, end, dtype=np.float64)
        down = np.zeros(end - start)
        rise, fall = DUCK_OUT * RATE, DUCK_IN * RATE
        for part in self.parts:
            for first, last in part.piece.speech:
                opens, closes = (part.at + first) * FRAME, (part.at + last) * FRAME
                if closes + rise < start or opens - fall > end:
                    continue
                shape = np.minimum((time - opens + fall) / fall, (closes + rise - time) / rise)
                down = np.maximum(down, np.clip(shape, 0, 1))
        factor = 10 ** ((bed.gain - abs(bed.duck) * down) / 20)
        if bed.fade_out:
            factor = factor * np.clip((self.samples - time) / (bed.fade_out * FRAME), 0, 1)
        return np.asarray(factor)

    # --- loudness -----------------------------------------------------------------------------------------------------

    def measure(self, path: Path, raw: bool = False) -> Loudness:
        """Loudness and true peak of a file's first sound stream."""
        return loudness(self._run(graph.measured(path, raw), "measuring the loudness"))

    def mastered(self, source: Path, target: Path) -> tuple[Loudness, Loudness, float]:
        """Brings the mix to the wanted loudness under the ceiling, and encodes it.

        Returns:
            loudness before and after (of the encoded sound), and the gain in dB.
        """
        sound = self.edit.sound
        before = self.measure(source, raw=True)
        if before.silent:
            self.found.note("silent-film", Level.WARNING, "the film's sound is silent; its loudness was left as it is")
            self._run(graph.encoded(source, target), "encoding the sound")
            return before, self.measure(target), 0.0
        gain = 0.0 if sound.target is None else sound.target - before.lufs
        # Encoding moves peaks by some tenths of a decibel.
        ceiling = sound.true_peak - 0.3
        after = before
        for _ in range(3):
            levelled = self.folder / "levelled.f32"
            limited = ceiling if before.peak + gain > ceiling else None
            self._run(graph.levelled(source, levelled, gain, limited), "setting the loudness")
            _even(levelled, self.samples)
            self._run(graph.encoded(levelled, target), "encoding the sound")
            after = self.measure(target)
            low = 0.0 if sound.target is None else sound.target - after.lufs
            over = after.peak - sound.true_peak
            if over > 0:
                ceiling -= over + 0.1
            elif limited is not None and low > 0.3:
                gain += low
            else:
                break
        self._judge(sound, after)
        return before, after, gain

    def _judge(self, sound: Sound, after: Loudness) -> None:
        if sound.target is not None and abs(after.lufs - sound.target) > 1:
            message = f"the film has {after.lufs:.1f} LUFS, not {sound.target:.1f}: its peaks leave no more room"
            self.found.note("off-target", Level.WARNING, message)
        if after.peak > sound.true_peak + 0.05:
            message = f"the film's true peak is {after.peak:.1f} dBTP, above {sound.true_peak:.1f}"
            self.found.note("over-peak", Level.WARNING, message)

    def silence(self, target: Path, samples: int) -> None:
        """Encodes silence of this length."""
        raw = self.folder / "silence.f32"
        with raw.open("wb") as file:
            # A file with a hole: it takes no room.
            file.truncate(samples * _BYTES)
        self._run(graph.encoded(raw, target), "encoding silence")

    # --- a finished track -----------------------------------------------------------------------------------------------

    def packets(self, path: Path) -> str:
        """The SHA-256 of a file's sound packets."""
        target = self.folder / f"{hashlib.sha256(os.fsencode(path)).hexdigest()[:16]}.hash"
        self._run(graph.packet_hash(path, target), "hashing the song")
        found = re.search(r"SHA256=([0-9a-f]{64})", target.read_text("ascii"))
        if found is None:
            raise ToolError(f"{path}: its packets cannot be hashed")
        return found[1]


def _audio(path: Path) -> AudioStream:
    if not path.is_file():
        raise SourceError(f"{path}: there is no such file")
    audio = probe(path).audio
    if audio is None:
        raise SourceError(f"{path}: has no sound")
    return audio


def _exact(path: Path, samples: int, name: str) -> None:
    size = path.stat().st_size
    if size != samples * _BYTES:
        raise ToolError(f"the sound of {name} has {size // _BYTES} samples, not {samples}")


def _even(path: Path, samples: int) -> None:
    """Resampling back may give or lose a sample at the end: the length is set."""
    found = path.stat().st_size // _BYTES
    if abs(found - samples) > 64:
        raise ToolError(f"the levelled sound has {found} samples, not {samples}")
    with path.open("r+b") as file:
        file.truncate(samples * _BYTES)


def _read(path: Path, start: int, count: int) -> Samples:
    return np.fromfile(path, "<f4", count * 2, offset=start * _BYTES).reshape(-1, 2)


def _add(block: Samples, voice: Voice, start: int, end: int) -> None:
    """Adds a voice's samples between `start` and `end` of the film to `block`."""
    first, last = max(start, voice.start), min(end, voice.end)
    if first >= last or voice.path is None:
        return
    data = _read(voice.path, first - voice.start, last - first)
    time = np.arange(first, last, dtype=np.float64) + 0.5
    factor = np.full(last - first, 10 ** (voice.gain / 20))
    if voice.fade_in is not None:
        factor *= ramp(time, *voice.fade_in)
    if voice.fade_out is not None:
        opens, closes, shape = voice.fade_out
        factor *= ramp(opens + closes - time, opens, closes, shape)
    block[first - start : last - start] += data * factor[:, None].astype(np.float32)


def ramp(time: Curve, opens: int, closes: int, shape: str) -> Curve:
    """From 0 at `opens` to 1 at `closes`; "power" keeps the sum of two powers, "line" is straight."""
    part = np.clip((time - opens) / max(1, closes - opens), 0, 1)
    return np.sin(part * np.pi / 2) if shape == "power" else part
