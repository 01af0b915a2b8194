"""Checks of the file itself: its streams, its size, its clock."""

from __future__ import annotations

from collections.abc import Iterator

from h3prompt import grid
from h3prompt.findings import Level

from ..facts import Facts
from ..model import MediaFinding
from .base import Check


def _streams(facts: Facts, check: Check) -> Iterator[MediaFinding]:
    """A film has one picture stream and one sound stream.

    No picture is an error, no sound as well where sound is expected. Further streams are told, since players choose differently.
    """
    media = facts.media
    assert media is not None
    if not media.videos:
        yield check.say(facts, Level.ERROR, "there is no picture stream")
    if not media.audios:
        level = Level.ERROR if facts.expected.audio_rate is not None else Level.WARNING
        yield check.say(facts, level, "there is no sound stream")
    for name, count in (("picture", len(media.videos)), ("sound", len(media.audios))):
        if count > 1:
            yield check.say(
                facts,
                Level.WARNING,
                f"there are {count} {name} streams; players choose differently",
                measured=count,
                limit=1,
            )


def _decodes(facts: Facts, check: Check) -> Iterator[MediaFinding]:
    """Every packet decodes without an error, with the decoder told to be strict.

    A download that was cut off opens like a whole one, and plain players show what there is: only a strict decode notices.
    """
    for part, log in (("picture", facts.picture and facts.picture.log), ("sound", facts.sound and facts.sound.log)):
        lines = [line for line in str(log or "").splitlines()[1:] if line.strip()] if _failed(log) else []
        if _failed(log):
            frame = facts.picture.frames if part == "picture" and facts.picture else None
            reason = lines[0].strip() if lines else "ffmpeg gave up"
            yield check.say(facts, Level.ERROR, f"the {part} does not decode: {reason}", frame)


def _failed(log: object) -> bool:
    return bool(log) and "cannot be decoded" in str(log)


def _frames(facts: Facts, check: Check) -> Iterator[MediaFinding]:
    """The file has exactly as many frames as were planned. Frames are decoded and counted, not read from a header."""
    picture, planned = facts.picture, facts.expected.frames
    assert picture is not None
    assert planned is not None
    if picture.frames != planned:
        missing = planned - picture.frames
        said = f"{missing} too few" if missing > 0 else f"{-missing} too many"
        yield check.say(
            facts, Level.ERROR, f"{picture.frames} frames where {planned} were planned: {said}", min(picture.frames, planned),
            measured=picture.frames, limit=planned,
        )  # fmt: skip


def _canvas(facts: Facts, check: Check) -> Iterator[MediaFinding]:
    """Width and height are the planned ones."""
    media, planned = facts.media, facts.expected.canvas
    assert media is not None
    assert planned is not None
    video = media.video
    if video is not None and (video.width, video.height) != tuple(planned):
        yield check.say(
            facts, Level.ERROR, f"the picture has {video.width}x{video.height} pixels, {planned} were planned"
        )


def _rate(facts: Facts, check: Check) -> Iterator[MediaFinding]:
    """The picture runs at 24 frames a second, each frame as long as any other.

    The time stamps of all frames are looked at: a file can claim 24 and vary.
    """
    media = facts.media
    assert media is not None
    video = media.video
    if video is None:
        return
    if video.constant is False and video.steps is not None:
        low, high = (float(step) * 1000 for step in video.steps)
        yield check.say(
            facts,
            Level.ERROR,
            f"the frame rate varies: frames last {low:.2f} to {high:.2f} ms",
            measured=high,
            limit=1000 / grid.FPS,
        )
    elif video.rate is not None and abs(video.rate - grid.FPS) > grid.FPS / 1000:
        yield check.say(
            facts,
            Level.ERROR,
            f"{float(video.rate):.3f} frames a second, not {grid.FPS}",
            measured=float(video.rate),
            limit=grid.FPS,
        )


def _shape(facts: Facts, check: Check) -> Iterator[MediaFinding]:
    """Pixels are square, the picture is stored upright, 8 bit 4:2:0 in the limited range: what every player shows alike."""
    media = facts.media
    assert media is not None
    video = media.video
    if video is None:
        return
    if video.sar != 1:
        yield check.say(facts, Level.WARNING, f"pixels are not square: {video.sar.numerator}:{video.sar.denominator}")
    if video.rotation % 360:
        yield check.say(
            facts, Level.WARNING, f"the picture is stored turned by {video.rotation} degrees; some players ignore that"
        )
    if video.pixel_format not in ("yuv420p", ""):
        yield check.say(facts, Level.WARNING, f"pixels are {video.pixel_format}; many players show only yuv420p")
    if video.color_range == "pc":
        yield check.say(facts, Level.WARNING, "the range is full; many players show it too dark or too bright")
    if video.color_transfer in ("smpte2084", "arib-std-b67"):
        yield check.say(facts, Level.WARNING, f"the picture is HDR ({video.color_transfer})")


def _sound_format(facts: Facts, check: Check) -> Iterator[MediaFinding]:
    """The sound is stereo and has the planned sample rate."""
    sound, planned = facts.sound, facts.expected.audio_rate
    assert sound is not None
    if planned is not None and sound.rate != planned:
        yield check.say(
            facts,
            Level.WARNING,
            f"the sound has {sound.rate} Hz, {planned} were planned",
            measured=sound.rate,
            limit=planned,
        )
    if sound.channels != 2:
        name = "mono" if sound.channels == 1 else f"{sound.channels} channels"
        yield check.say(facts, Level.WARNING, f"the sound is {name}, not stereo", measured=sound.channels, limit=2)


def _late(facts: Facts) -> float:
    """Seconds from the beginning of the picture to that of the sound."""
    media = facts.media
    if media is None or media.video is None or media.audio is None:
        return 0.0
    return float(media.audio.start - media.video.start)


def _length(facts: Facts, check: Check) -> Iterator[MediaFinding]:
    """Sound and picture begin and end together: they end to the sample in a film, within a frame in a take.

    The model's own sound ends up to 8.3 ms beside its picture, which the assembly evens out.
    """
    picture, sound = facts.picture, facts.sound
    assert picture is not None
    assert sound is not None
    if not picture.frames:
        return
    told, wrong = facts.limits.sound_length
    late = _late(facts)
    if abs(late) > told:
        level = Level.ERROR if abs(late) > wrong or facts.expected.exact_audio else Level.WARNING
        word = "after" if late > 0 else "before"
        yield check.say(
            facts, level, f"the sound begins {abs(late):.3f} s {word} the picture", 0, measured=abs(late), limit=told
        )
    wanted = picture.frames * sound.rate / grid.FPS
    off = sound.samples - wanted
    if facts.expected.exact_audio:
        if abs(off) >= 1:
            yield check.say(
                facts, Level.ERROR, f"the sound has {sound.samples} samples, the picture lasts {wanted:g}", picture.frames,
                measured=sound.samples, limit=wanted,
            )  # fmt: skip
        return
    seconds = abs(off) / sound.rate
    if seconds > told:
        word = "longer" if off > 0 else "shorter"
        level = Level.ERROR if seconds > wrong and off < 0 else Level.WARNING
        yield check.say(
            facts,
            level,
            f"the sound is {seconds:.3f} s {word} than the picture",
            picture.frames,
            measured=seconds,
            limit=told,
        )


CHECKS = (
    Check("STR001", "streams", ("media",), _streams),
    Check("STR002", "decodes", ("media",), _decodes),
    Check("STR003", "frame-count", ("picture", "frames"), _frames),
    Check("STR004", "canvas", ("media", "canvas"), _canvas),
    Check("STR005", "frame-rate", ("media",), _rate),
    Check("STR006", "pixel-shape", ("media",), _shape),
    Check("STR007", "sound-format", ("sound",), _sound_format),
    Check("STR008", "sound-length", ("picture", "sound"), _length),
)
