"""Makes every clip, sound and picture that a test needs, and reads them back. Small and deterministic by default."""

from __future__ import annotations

import wave
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import cv2
import numpy as np
import numpy.typing as npt

from backends.media import run

#: What `clip` can show: a test chart that moves, coloured noise, a texture that drifts, or "color:NAME" (a still plane).
SOURCES = ("testsrc2", "noise", "moving")
#: What `clip`, `song` and `tone` can sound like.
SOUNDS = ("tone", "silence", "noise", "speechlike", "clicks", "chord")

Array = npt.NDArray[Any]


# --- sound ------------------------------------------------------------------------------------------------------------


def sound(
    kind: str, seconds: float | Fraction, *, rate: int = 48_000, channels: int = 2, gain_db: float = 0.0
) -> Array:
    """Samples of one of `SOUNDS`, float32 of shape (n, channels), peak about 0.25 before `gain_db`; always the same.

    "speechlike" is a voice-like buzz in syllables (4 a second) with pauses; "clicks" has one each half second (120 BPM),
    the first at 0; "chord" is three tones that swell, the channels slightly different.
    """
    count = round(Fraction(seconds) * rate)
    time = np.arange(count) / rate
    if kind == "silence":
        mono = np.zeros(count)
    elif kind == "tone":
        mono = 0.25 * np.sin(2 * np.pi * 440 * time)
    elif kind == "noise":
        mono = np.clip(np.random.default_rng(7).normal(0, 0.08, count), -0.5, 0.5)
    elif kind == "speechlike":
        buzz = sum(np.sin(2 * np.pi * 140 * harmonic * time) / harmonic for harmonic in range(1, 9))
        syllables = np.clip(np.sin(2 * np.pi * 4 * time), 0, 1) ** 0.5
        pauses = (time % 2.5) < 1.9
        mono = 0.12 * buzz * syllables * pauses
    elif kind == "clicks":
        since = time % 0.5
        mono = 0.25 * np.exp(-since * 90) * np.sin(2 * np.pi * 1_500 * since)
    elif kind == "chord":
        swell = 0.6 + 0.4 * np.sin(2 * np.pi * 0.5 * time)
        mono = 0.08 * swell * sum(np.sin(2 * np.pi * hertz * time) for hertz in (220.0, 277.2, 329.6))
    else:
        raise ValueError(f"no sound is called {kind!r}; known: {', '.join(SOUNDS)}")
    mono = mono * 10 ** (gain_db / 20)
    sides = [mono if side % 2 == 0 or kind != "chord" else np.roll(mono, 37) for side in range(channels)]
    return np.stack(sides, axis=1).astype(np.float32) if channels else np.zeros((count, 0), np.float32)


def write_wav(path: Path, data: Array, rate: int = 48_000) -> Path:
    """Writes samples of shape (n, channels), -1 to 1, as 16-bit PCM."""
    with path.open("wb") as raw, wave.open(raw, "wb") as file:
        file.setnchannels(data.shape[1])
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(np.clip(np.round(data * 32_767), -32_768, 32_767).astype("<i2").tobytes())
    return path


def song(
    path: Path,
    seconds: float | Fraction,
    codec: str | None = None,
    *,
    kind: str = "chord",
    rate: int = 48_000,
    channels: int = 2,
    gain_db: float = 0.0,
) -> Path:
    """A sound file; `codec` wav, mp3, flac or aac, by the name's ending when it is None."""
    codec = codec or path.suffix.lstrip(".").replace("m4a", "aac")
    data = sound(kind, seconds, rate=rate, channels=channels, gain_db=gain_db)
    if codec == "wav":
        return write_wav(path, data, rate)
    raw = write_wav(path.with_name(path.name + ".raw.wav"), data, rate)
    encoder = {"mp3": "libmp3lame", "flac": "flac", "aac": "aac"}[codec]
    run.run(["-y", "-i", str(raw), "-c:a", encoder, "-bitexact", str(path)], what=f"making {path.name}")
    raw.unlink()
    return path


def tone(
    path: Path,
    seconds: float | Fraction = 2,
    *,
    hertz: float = 440,
    rate: int = 48_000,
    channels: int = 2,
    level: float = 0.25,
) -> Path:
    """A WAV file of one sine with a peak of `level`."""
    time = np.arange(round(Fraction(seconds) * rate)) / rate
    return write_wav(path, np.repeat((level * np.sin(2 * np.pi * hertz * time))[:, None], channels, axis=1), rate)


# --- pictures ---------------------------------------------------------------------------------------------------------


def texture(height: int, width: int, seed: int = 5) -> Array:
    """A natural-looking colour texture (soft and fine detail), uint8 BGR of shape (height, width, 3)."""
    random = np.random.default_rng(seed)
    total = np.zeros((height, width, 3), np.float32)
    for cells, weight in ((4, 1.0), (16, 0.5), (64, 0.25)):
        grid = random.uniform(-1, 1, (max(2, cells * height // width + 1), cells, 3)).astype(np.float32)
        total += weight * cv2.resize(grid, (width, height), interpolation=cv2.INTER_CUBIC)
    return np.clip(128 + 75 * total, 0, 255).astype(np.uint8)


def image(
    path: Path,
    size: tuple[int, int] = (320, 192),
    *,
    color: tuple[int, int, int] | None = None,
    channels: int = 3,
    depth: int = 8,
    seed: int = 5,
) -> Path:
    """A picture file, its kind by the name's ending: a texture, or a plane of `color` (RGB).

    `channels` is 1 (grey), 3, or 4 (with an alpha that rises from left to right); `depth` 8 or 16 bits (PNG, TIFF).
    """
    width, height = size
    picture = texture(height, width, seed) if color is None else np.full((height, width, 3), color[::-1], np.uint8)
    if channels == 1:
        picture = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    elif channels == 4:
        alpha = np.tile(np.linspace(0, 255, width).astype(np.uint8), (height, 1))
        picture = np.dstack([picture, alpha])
    if depth == 16:
        picture = picture.astype(np.uint16) * 257
    path.write_bytes(cv2.imencode(path.suffix, picture)[1].tobytes())
    return path


# --- clips ------------------------------------------------------------------------------------------------------------


def _drifting(frames: int, width: int, height: int) -> Array:
    """A texture that moves two pixels a frame to the left, RGB."""
    wide = texture(height, width + 2 * frames)[:, :, ::-1]
    return np.stack([wide[:, 2 * index : 2 * index + width] for index in range(frames)])


def _lavfi(source: str, width: int, height: int, fps: Fraction) -> str:
    if source == "testsrc2":
        return f"testsrc2=size={width}x{height}:rate={fps}"
    if source == "noise":
        return f"color=c=gray:size={width}x{height}:rate={fps},noise=alls=60:allf=t+u:all_seed=11"
    if source.startswith("color:"):
        return f"color=c={source[6:]}:size={width}x{height}:rate={fps}"
    raise ValueError(f"no source is called {source!r}; known: {', '.join(SOURCES)}, color:NAME")


def clip(
    path: Path,
    frames: int = 48,
    size: tuple[int, int] = (320, 192),
    fps: int | str | Fraction = 24,
    *,
    source: str | Array = "testsrc2",
    audio: str | Array | None = "tone",
    rate: int = 32_000,
    channels: int = 2,
    audio_seconds: float | Fraction | None = None,
    audio_codec: str | None = None,
    pixel_format: str = "yuv420p",
    codec: str = "libx264",
    sar: str | None = None,
    rotation: int | None = None,
    vfr: bool = False,
    gain_db: float = 0.0,
    gop: int = 24,
    crf: int = 20,
) -> Path:
    """A video file.

    Args:
        path: the file; its ending chooses the container.
        frames, size, fps: exact; `size` is (width, height) as stored.
        source: one of `SOURCES`, "color:NAME", or RGB frames, uint8 of shape (frames, height, width, 3).
        audio: one of `SOUNDS`, samples of shape (n, channels) in -1 to 1, or None for no sound stream.
        rate, channels: of the sound.
        audio_seconds: its length; None: exactly that of the picture.
        audio_codec: None: FLAC in MP4 (lossless, exact length), PCM in MOV and MKV.
        sar: sample aspect ratio, "4/3".
        rotation: degrees that a player turns it by, 90, 180 or -90.
        vfr: every third frame comes a little late, so that the rate varies; the number of frames stays.
        gain_db: of the sound.
        gop: frames from one keyframe to the next.
    """
    rate_of_frames = Fraction(fps)
    width, height = size
    # A limit by -frames:v would also cut the sound short.
    arguments, filters = ["-y"], [f"trim=end_frame={frames}"]
    drawn: Array | None = None
    if isinstance(source, str) and source != "moving":
        arguments += ["-f", "lavfi", "-i", _lavfi(source, width, height, rate_of_frames)]
    else:
        drawn = _drifting(frames, width, height) if isinstance(source, str) else np.ascontiguousarray(source, np.uint8)
        height, width = drawn.shape[1:3]
        arguments += ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{width}x{height}"]
        arguments += ["-framerate", str(rate_of_frames), "-i", "pipe:0"]
    raw = path.with_name(path.name + ".raw.wav")
    if audio is not None:
        length = Fraction(frames) / rate_of_frames if audio_seconds is None else Fraction(audio_seconds)
        data = (
            sound(audio, length, rate=rate, channels=channels, gain_db=gain_db)
            if isinstance(audio, str)
            else np.asarray(audio, np.float32) * 10 ** (gain_db / 20)
        )
        arguments += ["-i", str(write_wav(raw, data, rate))]
    if sar is not None:
        filters.append(f"setsar={sar}")
    if vfr:
        filters.append("settb=1/24000,setpts='(N+0.4*eq(mod(N,3),1))/FRAME_RATE/TB'")
        arguments += ["-enc_time_base", "1/24000"]
    if drawn is not None and pixel_format.startswith("yuv"):
        filters.append("scale=out_color_matrix=bt709:out_range=tv")
    arguments += ["-map", "0:v", *(["-map", "1:a"] if audio is not None else [])]
    filters.append("setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709")
    arguments += ["-vf", ",".join(filters)]
    arguments += ["-c:v", codec, "-pix_fmt", pixel_format, "-threads", "1", "-g", str(gop)]
    if codec in ("libx264", "libx265"):
        arguments += ["-preset", "ultrafast", "-crf", str(crf)]
    arguments += ["-fps_mode", "passthrough" if vfr else "cfr"]
    if audio is not None:
        arguments += ["-c:a", audio_codec or ("flac" if path.suffix in (".mp4", ".m4v") else "pcm_s16le")]
    made = path if rotation is None else path.with_name("unturned-" + path.name)
    arguments += ["-strict", "-2", "-bitexact", str(made)]
    if drawn is None:
        run.run(arguments, what=f"making {path.name}")
    else:
        with run.writing(arguments, what=f"making {path.name}") as pipe:
            for frame in drawn:
                pipe.write(frame.tobytes())
    raw.unlink(missing_ok=True)
    if rotation is not None:
        turn = ["-y", "-display_rotation", str(rotation), "-i", str(made), "-map", "0", "-c", "copy"]
        run.run([*turn, "-strict", "-2", "-bitexact", str(path)], what=f"turning {path.name}")
        made.unlink()
    return path


# --- reading back -----------------------------------------------------------------------------------------------------


def frames_of(path: Path) -> int:
    """How many pictures come out when the file is decoded."""
    with av.open(str(path)) as container:
        return sum(1 for _ in container.decode(video=0))


def pictures(path: Path) -> Array:
    """All frames, RGB, uint8 of shape (n, height, width, 3)."""
    with av.open(str(path)) as container:
        return np.stack([frame.to_ndarray(format="rgb24") for frame in container.decode(video=0)])


def gray(path: Path) -> Array:
    """The luma of all frames, uint8 of shape (n, height, width)."""
    with av.open(str(path)) as container:
        return np.stack([frame.to_ndarray(format="gray") for frame in container.decode(video=0)])


def times_of(path: Path) -> list[Fraction]:
    """When each frame is shown, in seconds."""
    with av.open(str(path)) as container:
        return [Fraction(frame.pts) * frame.time_base for frame in container.decode(video=0)]


def samples(path: Path, rate: int | None = 48_000) -> Array:
    """The first sound stream in stereo, float32 of shape (n, 2); `rate` None keeps the file's own."""
    with av.open(str(path)) as container:
        resampler = av.AudioResampler(format="fltp", layout="stereo", rate=rate or container.streams.audio[0].rate)
        parts = [out.to_ndarray() for frame in container.decode(audio=0) for out in resampler.resample(frame)]
        parts += [out.to_ndarray() for out in resampler.resample(None)]
    return np.concatenate(parts, axis=1).T if parts else np.zeros((0, 2), np.float32)


def rms_db(data: Array) -> float:
    """Mean level of samples in dB below full scale; -200 for digital silence."""
    power = float(np.mean(np.square(data, dtype=np.float64))) if data.size else 0.0
    return 10 * float(np.log10(power)) if power > 1e-20 else -200.0
