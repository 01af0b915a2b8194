"""The one pass over the sound: decoded, measured by ffmpeg's loudness meter, looked at in blocks."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from backends.media.probe import AudioStream
from backends.media.run import reading_logged
from h3prompt.errors import ToolError
from h3prompt.grid import FPS

from .facts import Sound
from .limits import Limits

#: Seconds that are read at a time.
_BLOCK = 2
#: Points of the waveform at most.
POINTS = 2_000
#: Seconds around a join that are kept.
_AROUND = 0.5
#: The level of nothing.
FLOOR = -120.0
_INTEGRATED = re.compile(r"^\s+I:\s+(-?[\d.]+|-inf|nan) LUFS", re.MULTILINE)
_RANGE = re.compile(r"^\s+LRA:\s+(-?[\d.]+|nan) LU$", re.MULTILINE)
_TRUE_PEAK = re.compile(r"True peak:\s+Peak:\s+(-?[\d.]+|-inf|nan) dBFS")


class _Runs:
    """Finds runs of samples with a property across blocks."""

    def __init__(self, shortest: int) -> None:
        self.found: list[tuple[int, int]] = []
        self._shortest = shortest
        self._open: int | None = None
        self._seen = 0

    def add(self, flags: NDArray[np.bool_]) -> None:
        edges = np.flatnonzero(np.diff(np.concatenate([[self._open is not None], flags]).astype(np.int8)))
        for edge in edges:
            place = self._seen + int(edge)
            if self._open is None:
                self._open = place
            else:
                self._close(place)
        self._seen += len(flags)

    def _close(self, end: int) -> None:
        assert self._open is not None
        if end - self._open >= self._shortest:
            self.found.append((self._open, end - self._open))
        self._open = None

    def end(self) -> list[tuple[int, int]]:
        if self._open is not None:
            self._close(self._seen)
        return self.found


def read_sound(
    path: Path,
    stream: AudioStream,
    limits: Limits,
    *,
    joins: Sequence[int] = (),
    cancelled: Callable[[], bool] | None = None,
) -> Sound:
    """Decodes the first sound stream once.

    Args:
        path: the file.
        stream: what the probe says of it.
        limits: the thresholds that are needed while reading.
        joins: frames of the film around which the samples are kept.
    """
    rate = stream.rate
    # A plain mix of mono to stereo takes 3 dB off, and with them every clipped sample.
    twice = "pan=stereo|c0=c0|c1=c0," if stream.channels == 1 else ""
    arguments = [
        "-xerror", "-err_detect", "explode", "-v", "info", "-i", f"file:{path}", "-map", "0:a:0", "-vn", "-sn", "-dn",
        "-af", f"ebur128=peak=true:framelog=quiet,{twice}aformat=sample_fmts=flt:channel_layouts=stereo",
        "-ar", str(rate), "-f", "f32le", "pipe:1",
    ]  # fmt: skip
    tick = max(1, rate // 20)
    levels: list[np.ndarray] = []
    peaks: list[np.ndarray] = []
    total, peak = np.zeros(2), np.zeros(2)
    clipped, silent = _Runs(limits.clip_run), _Runs(int(limits.silence_seconds * rate))
    kept: dict[int, list[tuple[int, NDArray[np.float32]]]] = {join: [] for join in joins}
    samples, log = 0, ""
    rest = np.zeros((0, 2), np.float32)
    try:
        with reading_logged(arguments, what=f"{path.name}: the sound cannot be decoded", cancelled=cancelled) as (
            out,
            said,
        ):
            while data := out.read(_BLOCK * rate * 8):
                block = np.frombuffer(data[: len(data) // 8 * 8], np.float32).reshape(-1, 2)
                total += block.sum(axis=0, dtype=np.float64)
                peak = np.maximum(peak, np.abs(block).max(axis=0))
                loudest = np.abs(block).max(axis=1)
                clipped.add(loudest >= limits.clip_level)
                silent.add(loudest == 0)
                for join, parts in kept.items():
                    _keep(parts, block, samples, int(join * rate / FPS), int(_AROUND * rate))
                samples += len(block)
                joined = np.concatenate([rest, block])
                whole = len(joined) // tick * tick
                ticks = joined[:whole].reshape(-1, tick, 2)
                levels.append(_decibels(ticks))
                peaks.append(np.stack([ticks.min(axis=(1, 2)), ticks.max(axis=(1, 2))], axis=1))
                rest = joined[whole:]
        log = said()
        if not sum(map(len, levels)) and len(rest):
            levels.append(_decibels(rest[None]))  # Shorter than one tick: a level all the same.
    except ToolError as error:
        log = error.message
    everything = np.concatenate(levels) if levels else np.zeros(0)
    shape = np.concatenate(peaks) if peaks else np.zeros((0, 2))
    mean = total / max(1, samples)
    return Sound(
        rate=rate,
        samples=samples,
        channels=stream.channels,
        levels=everything,
        waveform=_thinned(shape),
        mean=(float(mean[0]), float(mean[1])),
        peak=(float(peak[0]), float(peak[1])),
        clipped=clipped.end(),
        silent=silent.end(),
        windows={
            join: (parts[0][0], np.concatenate([part for _, part in parts])) for join, parts in kept.items() if parts
        },
        integrated=_number(_INTEGRATED, log),
        range=_number(_RANGE, log),
        true_peak=_number(_TRUE_PEAK, log),
        log=log,
    )


def _keep(
    parts: list[tuple[int, NDArray[np.float32]]], block: NDArray[np.float32], at: int, join: int, around: int
) -> None:
    start, end = max(at, join - around), min(at + len(block), join + around)
    if start < end:
        parts.append((start, block[start - at : end - at].copy()))


def _decibels(ticks: np.ndarray) -> np.ndarray:
    power = np.square(ticks, dtype=np.float64).mean(axis=(1, 2))
    return np.asarray(np.maximum(FLOOR, 10 * np.log10(np.maximum(power, 1e-12))))


def _thinned(shape: np.ndarray) -> list[tuple[float, float]]:
    if not len(shape):
        return []
    step = -(-len(shape) // POINTS)
    return [
        (round(float(part[:, 0].min()), 4), round(float(part[:, 1].max()), 4))
        for part in np.split(shape, range(step, len(shape), step))
    ]


def _number(pattern: re.Pattern[str], log: str) -> float | None:
    """The last figure of its kind in the log: the summary at the end."""
    found = pattern.findall(log)
    if not found:
        return None
    value = float(found[-1])
    return value if np.isfinite(value) else None
