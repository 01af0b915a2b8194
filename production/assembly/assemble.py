"""From an edit to a finished film: looked into, encoded once, joined on one clock, checked, and put in place at once."""

from __future__ import annotations

import math
import shutil
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import av.error

from backends.media import run
from backends.media.probe import decoded_length, probe
from h3prompt.errors import Interrupted, SourceError, ToolError, UsageError
from h3prompt.findings import Finding, Level
from h3prompt.grid import FPS

from ..edit import Edit
from . import captions, graph, picture, sound
from .graph import FRAME, RATE
from .sources import Part, Survey, survey

#: Codecs that MP4 carries and players play.
_SONGS = frozenset(
    {"mp3", "mp3float", "aac", "flac", "alac", "opus", "pcm_s16le", "pcm_s24le", "pcm_s32le", "pcm_f32le"}
)

#: Seconds after which the room of another run counts as left behind.
_STALE = 86_400

Progress = Callable[[int, int], None]
Cancelled = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class Assembled:
    """A finished film.

    Attributes:
        path: the file.
        frames: of the picture; `samples` of the sound at 48 kHz, as the file declares them.
        before, after: loudness of the mix and of the film; None where there is nothing to measure.
        gain: by how much the whole sound was moved, in dB.
        gains: clip and gain in dB of each piece.
        findings: everything that was made otherwise than it was delivered.
        copied: the picture was joined as it was, without encoding.
        commands: every ffmpeg command that was run.
        song: SHA-256 of the song's packets under policy master, else "".
        facts: the same for a record, in words and numbers.
    """

    path: Path
    frames: int
    samples: int
    before: sound.Loudness | None
    after: sound.Loudness | None
    gain: float
    gains: tuple[tuple[str, float], ...]
    findings: tuple[Finding, ...]
    copied: bool
    commands: tuple[str, ...]
    song: str = ""
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass
class _Track:
    """The finished sound and what is known of it."""

    path: Path
    samples: int
    before: sound.Loudness | None = None
    after: sound.Loudness | None = None
    gain: float = 0.0
    gains: tuple[tuple[str, float], ...] = ()
    song: str = ""


def assemble(
    edit: Edit,
    target: Path,
    *,
    work: Path,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
    overwrite: bool = False,
) -> Assembled:
    """Makes the film.

    Args:
        edit: which frames of which files, and how they are joined.
        target: the file to be written, MP4.
        work: a folder for finished segments, which later films use again, and for what is needed meanwhile.
        progress: called with the frames that are done and those of the film.
        cancelled: asked again and again, from several threads; once it says True everything stops.
        overwrite: a file that exists is replaced.

    Raises:
        FindingsError: when pieces cannot be used; all problems at once.
        UsageError: when the target exists, the disk is too full, captions cannot be drawn, or the song does not fit.
        SourceError: when music or font cannot be read.
        ToolError: when ffmpeg fails or the result is not what was planned.
        Interrupted: when the work was cancelled. Then, and after any error, nothing is left at `target`.
    """
    _check_target(target, overwrite)
    parts, found = survey(edit)
    _check_sound(edit)
    if edit.burn:
        captions.check_drawable(edit.captions, edit.font)
    hold = _song_frames(edit, found) - edit.frames
    _check_space(edit, target, work)
    work.mkdir(parents=True, exist_ok=True)
    _sweep(work)
    log: list[str] = []
    room = Path(tempfile.mkdtemp(prefix=".assembly-", dir=work))
    partial = target.with_name(f".{target.name}.{room.name[-8:]}.partial")
    try:
        total = edit.frames + hold
        track = _sounded(edit, parts, total, room, found, log, cancelled)
        film, copied = _pictured(edit, parts, hold, total, work, room, log, progress, cancelled)
        done = run.run(graph.muxed(film, track.path, partial, edit.title), what="writing the film", cancelled=cancelled)
        log.append(run.spelled(done.command))
        if track.song:
            _same_song(edit, partial, track.song, sound.Mixer(edit, parts, room, found, log, cancelled))
        verify(partial, total, None if track.song else track.samples)
        if cancelled is not None and cancelled():
            raise Interrupted("the film: cancelled")
        _check_target(target, overwrite)
        partial.replace(target)
    finally:
        with suppress(OSError):
            partial.unlink(missing_ok=True)
        shutil.rmtree(room, ignore_errors=True)
    return Assembled(
        path=target,
        frames=total,
        samples=track.samples,
        before=track.before,
        after=track.after,
        gain=track.gain,
        gains=track.gains,
        findings=tuple(found.notes),
        copied=copied,
        commands=tuple(log),
        song=track.song,
        facts=_facts(edit, track, copied),
    )


def _sweep(work: Path) -> None:
    """Removes what a run that was killed has left: rooms nobody has written in for a day."""
    for room in work.glob(".assembly-*"):
        with suppress(OSError):
            if time.time() - room.stat().st_mtime > _STALE:
                shutil.rmtree(room, ignore_errors=True)


# --- before anything is made ------------------------------------------------------------------------------------------


def _check_target(target: Path, overwrite: bool) -> None:
    if target.exists() and not overwrite:
        raise UsageError(f"{target}: is there already", hint="name another file, or allow it to be replaced")
    if target.is_dir() or not target.parent.is_dir():
        raise UsageError(f"{target}: is no file that can be written: its folder must exist, and it must be none itself")


def foresee(edit: Edit, folder: Path) -> None:
    """Refuses now what `assemble` would refuse later, as far as it does not depend on the clips: they may not be there yet.

    Args:
        edit: the film; the files of its pieces are not looked at.
        folder: where the film and the work for it will lie.

    Raises:
        UsageError, SourceError: as `assemble` does for its sound, its captions, its song and the room on the disk.
    """
    _check_sound(edit)
    if edit.burn:
        captions.check_drawable(edit.captions, edit.font)
    _song_frames(edit, Survey())
    _check_space(edit, folder / "film.mp4", folder)


def _check_sound(edit: Edit) -> None:
    known = ("native", "master", "silent")
    if edit.sound.policy not in known:
        raise UsageError(f"sound policy {edit.sound.policy!r} is unknown; known: {', '.join(known)}")
    if edit.sound.policy == "master" and edit.sound.master is None:
        raise UsageError("sound policy master needs a song", hint="name its file, or take policy native or silent")
    for path in (edit.sound.master, edit.sound.bed.path if edit.sound.bed else None, edit.font):
        if path is not None and not path.is_file():
            raise SourceError(f"{path}: there is no such file")


def _song_frames(edit: Edit, found: Survey) -> int:
    """How many frames the film gets: those of the edit, or one more or fewer where the song needs it."""
    song = edit.sound.master
    if edit.sound.policy != "master" or song is None:
        return edit.frames
    audio = probe(song).audio
    if audio is None:
        raise SourceError(f"{song}: has no sound")
    if audio.codec not in _SONGS:
        raise UsageError(
            f"{song}: MP4 does not carry {audio.codec} as it is", hint="give the song as WAV, FLAC, MP3 or AAC (.m4a)"
        )
    length = decoded_length(song)
    nearest = max(1, int(length * FPS + Fraction(1, 2)))
    if abs(length * FPS - edit.frames) > 1:
        raise UsageError(
            f"{song} lasts {float(length):.3f} s, the picture {edit.frames / FPS:.3f} s ({edit.frames} frames); they may differ "
            f"by one frame. The nearest picture has {nearest} frames",
            hint="make the shots as long as the song, or cut the song",
            code="song-length",
        )
    if nearest != edit.frames:
        change = "the last frame is held for one more" if nearest > edit.frames else "the last frame was left out"
        found.note("fitted-to-song", Level.INFO, f"{change}, as the song lasts {float(length):.3f} s", song)
    return nearest


def space_needed(edit: Edit) -> int:
    """Bytes that the work takes at most, by a generous guess: segments, joined picture, film; three copies of raw sound."""
    # A pixel takes about a tenth of a byte at this quality in detailed pictures; it is there three times.
    pixels = edit.canvas.width * edit.canvas.height
    return edit.frames * (3 * pixels // 8 + 4 * FRAME * 8) + 16 * 1024**2


def _check_space(edit: Edit, target: Path, work: Path) -> None:
    needed = space_needed(edit)
    for folder in {target.parent, next(place for place in (work, *work.absolute().parents) if place.is_dir())}:
        free = shutil.disk_usage(folder).free
        if free < needed:
            raise UsageError(
                f"{folder}: {free / 1e6:.0f} MB are free, the film needs about {needed / 1e6:.0f} MB",
                hint="make room, or work in another place",
                code="disk-full",
            )


# --- the two halves ---------------------------------------------------------------------------------------------------


def _sounded(
    edit: Edit,
    parts: Sequence[Part],
    total: int,
    room: Path,
    found: Survey,
    log: list[str],
    cancelled: Cancelled | None,
) -> _Track:
    mixer = sound.Mixer(edit, parts, room, found, log, cancelled)
    target = room / "sound.m4a"
    samples = total * FRAME
    if edit.sound.policy == "master":
        assert edit.sound.master is not None
        level = mixer.measure(edit.sound.master)
        length = round(decoded_length(edit.sound.master) * RATE)
        return _Track(edit.sound.master, length, level, level, song=mixer.packets(edit.sound.master))
    if edit.sound.policy == "silent":
        mixer.silence(target, samples)
        return _Track(target, samples)
    voices = mixer.voices()
    mix = room / "mix.f32"
    mixer.mixed(voices, mix)
    before, after, gain = mixer.mastered(mix, target)
    gains = tuple((part.piece.clip, round(voice.gain, 3)) for part, voice in zip(parts, voices, strict=True))
    for path in room.glob("*.f32"):
        path.unlink()
    return _Track(target, samples, before, after, round(gain, 3), gains)


def _pictured(
    edit: Edit,
    parts: Sequence[Part],
    hold: int,
    total: int,
    work: Path,
    room: Path,
    log: list[str],
    progress: Progress | None,
    cancelled: Cancelled | None,
) -> tuple[Path, bool]:
    film = room / "picture.mp4"
    counted = 0

    def count(frames: int) -> None:
        nonlocal counted
        counted += frames
        if progress is not None:
            progress(counted, total)

    if progress is not None:
        progress(0, total)
    copied = not hold and picture.copyable(edit, parts)
    if copied:
        files = [part.piece.path for part in parts]
    else:
        encoder = picture.Encoder(work / "segments", edit.canvas, picture.burnt(edit, room), log, count, cancelled)
        files = encoder.all(picture.segments(parts, hold))
    made = picture.joined(files, film, cancelled)
    if made != total:
        raise ToolError(f"the picture has {made} frames, not {total}")
    if copied:
        count(total)
    return film, copied


# --- the result -------------------------------------------------------------------------------------------------------


def _same_song(edit: Edit, film: Path, wanted: str, mixer: sound.Mixer) -> None:
    if mixer.packets(film) != wanted:
        raise ToolError(
            f"the song in the film is not the packets of {edit.sound.master}",
            hint="convert the song to FLAC and use that",
            code="song-changed",
        )


def verify(path: Path, frames: int, samples: int | None) -> None:
    """Reads the finished file: frame k stands at k/24 s, and the sound lasts as many samples as it should.

    The length of the sound is what its packets last without the encoder's run-in, which the edit list leaves out, and what
    the edit list itself declares; both must be exact. `samples` None: only the picture is judged.

    Raises:
        ToolError: when it is not so.
    """
    try:
        with av.open(str(path.absolute())) as container:
            shown = container.streams.video[0]
            heard = container.streams.audio[0]
            times: list[Fraction] = []
            run_in = length = 0
            for packet in container.demux(shown, heard):
                if not packet.size or packet.pts is None or packet.time_base is None:
                    continue
                if packet.stream_index == shown.index:
                    times.append(packet.pts * packet.time_base * FPS)
                else:
                    length += packet.duration or 0
                    run_in = max(run_in, -packet.pts)
            declared = (heard.duration or 0, heard.time_base or Fraction(0))
    except (av.error.FFmpegError, IndexError) as error:
        raise ToolError(f"{path}: the film that was written cannot be read: {error}") from error
    if sorted(times) != list(range(frames)):
        raise ToolError(f"{path}: the film has {len(times)} frames, or not each at its time; {frames} were planned")
    if samples is not None:
        found = (Fraction(length - run_in), declared[0] * declared[1] * RATE)
        if found[0] != samples or found[1] != samples:
            raise ToolError(f"{path}: the sound has {found[0]} samples and declares {found[1]}, not {samples}")


def _number(value: float) -> float | None:
    return round(value, 2) if math.isfinite(value) else None


def _facts(edit: Edit, track: _Track, copied: bool) -> dict[str, Any]:
    facts: dict[str, Any] = {"picture_copied": copied, "samples": track.samples}
    if track.before is not None and track.after is not None:
        facts |= {
            "lufs_before": _number(track.before.lufs),
            "true_peak_before": _number(track.before.peak),
            "lufs": _number(track.after.lufs),
            "true_peak": _number(track.after.peak),
        }
    if edit.sound.policy == "native":
        facts |= {"target": edit.sound.target, "gain": track.gain}
        facts["clip_gains"] = [{"clip": clip, "gain": gain} for clip, gain in track.gains]
    if track.song:
        facts["song_sha256"] = track.song
    return facts
