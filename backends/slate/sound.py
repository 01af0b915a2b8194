"""The sound of a slate: the tone of a quiet room, a beep at each cut, a scratch voice wherever a line is planned."""

from __future__ import annotations

import wave
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from backends.contract import LineNote, ShotNote
from h3prompt import grid

#: Samples a second.
RATE = grid.AUDIO_RATE
#: The beep: pitch in Hz, length in frames, peak.
BEEP_HERTZ, BEEP_FRAMES, BEEP_PEAK = 1_000, 2, 0.16
#: The room's noise, root mean square (about -54 dB below full scale).
ROOM = 0.002
#: The voice: syllables a second, peak, and the range of its pitches in Hz. Five partials stay below the beep.
SYLLABLES, VOICE_PEAK = 4.5, 0.22
PITCHES = (90.0, 170.0)
_PARTIALS = (1.0, 0.6, 0.4, 0.2, 0.1)

Sound = npt.NDArray[np.float64]


def samples(frames: int) -> int:
    """Samples per channel that last as long as `frames` frames, to the nearest: 4,000 / 3 a frame."""
    return (frames * RATE * 2 + grid.FPS) // (2 * grid.FPS)


def pitch(speaker: str) -> float:
    """The pitch of a speaker in Hz: the same in every clip, 16 different ones."""
    step = (zlib.crc32(speaker.encode("utf-8", "replace")) >> 4) % 16
    return float(PITCHES[0] * (PITCHES[1] / PITCHES[0]) ** (step / 15))


def loudness(line: LineNote, frame: float) -> float:
    """How loud the voice is at `frame` of the clip, 0 to 1: one hump a syllable, a rest after each eighth one."""
    if not line.start <= frame < line.end:
        return 0.0
    beat = (frame - line.start) / grid.FPS * SYLLABLES
    return float(_envelope(np.array([beat]))[0])


def _envelope(beat: Sound) -> Sound:
    spoken = np.sin(np.pi * (beat % 1.0)) ** 0.7
    strength = 0.7 + 0.3 * np.sin(2.4 * np.floor(beat) + 1)
    result: Sound = np.where(np.floor(beat) % 8 == 7, 0.0, spoken * strength)
    return result


def _edges(count: int, ramp: int = 160) -> Sound:
    """Ones with soft ends, so that nothing clicks."""
    ramp = max(1, min(ramp, count // 2))
    result = np.ones(count)
    result[:ramp] = np.linspace(0, 1, ramp, endpoint=False)
    result[count - ramp :] = result[:ramp][::-1]
    return result


def _voice(line: LineNote, count: int) -> Sound:
    time = np.arange(count) / RATE
    # A sentence falls a little, and each syllable has a small tune of its own.
    hertz = pitch(line.speaker) * (1.06 - 0.1 * time / max(time[-1], 1e-6) + 0.03 * np.sin(2 * np.pi * 1.3 * time))
    phase = 2 * np.pi * np.cumsum(hertz) / RATE
    tone = sum(weight * np.sin((index + 1) * phase) for index, weight in enumerate(_PARTIALS)) / sum(_PARTIALS)
    result: Sound = VOICE_PEAK * 1.4 * tone * _envelope(time * SYLLABLES) * _edges(count)
    return result


def track(shots: Sequence[ShotNote], frames: int, seed: int) -> Sound:
    """The whole sound of a clip, shape (samples, 2), -1 to 1."""
    count = samples(frames)
    random = np.random.default_rng([seed, 1])
    both: Sound = random.normal(0, ROOM, (count, 2))
    for shot in shots:
        beep = np.arange(samples(BEEP_FRAMES))
        _add(
            both,
            samples(max(shot.start, 0)),
            BEEP_PEAK * np.sin(2 * np.pi * BEEP_HERTZ / RATE * beep) * _edges(len(beep)),
        )
        for line in shot.lines:
            start, end = max(0, line.start), min(frames, line.end)
            if end > start:
                _add(both, samples(start), _voice(line, samples(end) - samples(start)))
    return both


def _add(both: Sound, start: int, mono: Sound) -> None:
    room = both[start : start + len(mono)]
    room += mono[: len(room), None]


def write(path: Path, data: npt.NDArray[Any]) -> None:
    """Writes samples as 16-bit PCM; what is above full scale is clipped."""
    with path.open("wb") as raw, wave.open(raw, "wb") as file:  # wave stumbles over a place it cannot open
        file.setnchannels(data.shape[1])
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(np.clip(np.round(data * 32_767), -32_768, 32_767).astype("<i2").tobytes())
