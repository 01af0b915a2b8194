"""What one look at a file gives: everything that the checks judge."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from backends.media.probe import Media

from .limits import Limits
from .model import Expected

Floats = NDArray[np.float64]
#: A small picture, shape (3, height, width): luma and both chroma planes, 0 to 255.
Small = NDArray[np.uint8]


@dataclass(slots=True)
class Picture:
    """The picture, frame by frame; all arrays have one value a frame.

    Attributes:
        luma: mean, 0 to 255.
        dark: share of pixels below the limit of black.
        spread: standard deviation of the luma.
        change: mean difference from the frame before, all planes; 0 for the first.
        stir: mean difference of the luma alone.
        motion: the largest difference of a pixel's luma from the frame before; 0 for the first.
        first, last: the first and the last frame.
        log: what the decoder complained about.
    """

    luma: Floats
    dark: Floats
    spread: Floats
    change: Floats
    stir: Floats
    motion: Floats
    first: Small | None
    last: Small | None
    log: str = ""

    @property
    def frames(self) -> int:
        """How many frames were decoded."""
        return len(self.luma)


@dataclass(slots=True)
class Sound:
    """The sound, read once.

    Attributes:
        rate: samples a second.
        samples: for each channel.
        channels: in the file; what is judged is stereo.
        levels: RMS of every 50 ms in dB, -120 for nothing.
        waveform: lowest and highest sample of each of at most 2,000 stretches.
        mean, peak: of each channel.
        clipped: (first sample, length) of runs at full scale.
        silent: (first sample, length) of stretches of digital silence.
        windows: samples around each join: frame to (first sample, array of shape (n, 2)).
        integrated, range, true_peak: LUFS, LU, dBTP; None when they could not be measured.
        log: what the decoder complained about.
    """

    rate: int
    samples: int
    channels: int
    levels: Floats
    waveform: list[tuple[float, float]]
    mean: tuple[float, float]
    peak: tuple[float, float]
    clipped: list[tuple[int, int]]
    silent: list[tuple[int, int]]
    windows: dict[int, tuple[int, NDArray[np.float32]]]
    integrated: float | None = None
    range: float | None = None
    true_peak: float | None = None
    log: str = ""


@dataclass(slots=True)
class Facts:
    """All that is known of a file, and what it should be.

    `media` is None when the file is none; `problem` then says why. `cuts` are the detected ones.
    """

    path: Path
    expected: Expected
    limits: Limits
    media: Media | None = None
    problem: str = ""
    picture: Picture | None = None
    sound: Sound | None = None
    cuts: tuple[int, ...] = ()
    notes: dict[str, str] = field(default_factory=dict)
