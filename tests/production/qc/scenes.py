"""Pictures and sounds with and without defects, as arrays for `tests.media.clip`."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from tests import media

Array = npt.NDArray[Any]
SIZE = (160, 96)
RATE = 48_000


def moving(frames: int, seed: int = 1, speed: int = 2, *, light: int = 0) -> Array:
    """A texture that drifts, with grain, uint8 of shape (frames, 96, 160, 3)."""
    width, height = SIZE
    wide = media.texture(height, width + abs(speed) * frames + 1, seed).astype(np.int16)
    noise = np.random.default_rng(seed)
    shots = [wide[:, number * speed : number * speed + width] for number in range(frames)]
    grain = noise.normal(0, 2, (frames, height, width, 1))
    return np.clip(np.stack(shots) + grain + light, 0, 255).astype(np.uint8)


def grainy(frames: int, seed: int = 1) -> Array:
    """A picture that does not move, with fresh grain in every frame, as a camera on a tripod gives it."""
    still = moving(1, seed)[0].astype(np.float64)
    noise = np.random.default_rng(seed).normal(0, 6, (frames, *still.shape[:2], 1))
    return np.clip(still + noise, 0, 255).astype(np.uint8)


def cut(*lengths: int) -> Array:
    """Shots of these lengths, each another texture, light and dark in turns."""
    shots = [moving(length, seed, light=40 if seed % 2 else -40) for seed, length in enumerate(lengths, 1)]
    return np.concatenate(shots)


def dissolve(before: int, length: int, after: int) -> Array:
    """Two shots that blend over `length` frames."""
    one, two = moving(before + length, 1, light=40), moving(length + after, 2, light=-40)
    share = (np.arange(length) / length)[:, None, None, None]
    middle = one[before:] * (1 - share) + two[:length] * share
    return np.concatenate([one[:before], middle.astype(np.uint8), two[length:]])


def voice(seconds: float, gain_db: float = 0) -> Array:
    """A room with somebody speaking, stereo, without any digital silence."""
    said = media.sound("speechlike", seconds, gain_db=gain_db)
    return said + np.random.default_rng(3).normal(0, 0.003, said.shape).astype(np.float32)
