"""The one pass over the picture: decoded strictly, made small, measured in blocks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from backends.media.run import reading
from h3prompt.errors import ToolError

from .facts import Picture, Small
from .limits import Limits

#: The long edge of the small picture that is measured, in pixels.
LONG_EDGE = 96
#: Frames that are read at a time.
_BLOCK = 48

Progress = Callable[[int, int], None]


def small_size(width: int, height: int) -> tuple[int, int]:
    """Width and height of the small picture; even, at least 16."""
    scale = LONG_EDGE / max(width, height)
    return max(16, round(width * scale / 2) * 2), max(16, round(height * scale / 2) * 2)


def read_picture(
    path: Path,
    size: tuple[int, int],
    limits: Limits,
    *,
    stream: int = 0,
    total: int = 0,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Picture:
    """Decodes a picture stream once and measures every frame.

    Args:
        path: the file.
        size: of its picture.
        limits: the thresholds that are needed while reading.
        stream: the picture's number among all streams of the file; an attached cover may come before it.
        total: frames that are expected, for the progress.
    """
    width, height = small_size(*size)
    # Single pixels are taken, not means of many: means would hide the grain that tells a still shot from a frozen one.
    scale = f"scale={width}:{height}:flags=neighbor,format=yuv444p,scale=in_range=limited:out_range=full"
    arguments = [
        "-xerror", "-err_detect", "explode", "-v", "error", "-i", f"file:{path}", "-map", f"0:{stream}", "-an", "-sn", "-dn",
        "-vf", scale, "-fps_mode", "passthrough", "-f", "rawvideo", "pipe:1",
    ]  # fmt: skip
    size_of_frame = 3 * width * height
    columns: list[list[np.ndarray]] = [[], [], [], [], [], []]
    first: Small | None = None
    before: np.ndarray | None = None
    done, log = 0, ""
    try:
        with reading(arguments, what=f"{path.name}: the picture cannot be decoded", cancelled=cancelled) as pixels:
            while data := pixels.read(_BLOCK * size_of_frame):
                whole = len(data) // size_of_frame
                block = np.frombuffer(data[: whole * size_of_frame], np.uint8).reshape(whole, 3, height, width)
                if not whole:
                    break
                for column, values in zip(columns, _measured(block, before, limits), strict=True):
                    column.append(values)
                first = block[0].copy() if first is None else first
                before = block[-1].copy()
                done += whole
                if progress:
                    progress(done, total)
    except ToolError as error:
        log = error.message
    luma, dark, spread, change, stir, motion = (np.concatenate(column) if column else np.zeros(0) for column in columns)
    return Picture(luma, dark, spread, change, stir, motion, first, before, log)


def _measured(block: np.ndarray, before: np.ndarray | None, limits: Limits) -> tuple[np.ndarray, ...]:
    luma = block[:, 0]
    previous = np.concatenate([block[:1] if before is None else before[None], block[:-1]])
    difference = np.abs(block.astype(np.int16) - previous)
    return (
        luma.mean(axis=(1, 2), dtype=np.float64),
        (luma < limits.black_luma).mean(axis=(1, 2), dtype=np.float64),
        luma.std(axis=(1, 2), dtype=np.float64),
        difference.mean(axis=(1, 2, 3), dtype=np.float64),
        difference[:, 0].mean(axis=(1, 2), dtype=np.float64),
        difference[:, 0].max(axis=(1, 2)).astype(np.float64),
    )


def find_cuts(picture: Picture, limits: Limits) -> tuple[int, ...]:
    """The frames at which a new shot begins: a change that is large, and large against what is around it."""
    change = picture.change
    found: list[int] = []
    for frame in np.nonzero(change >= limits.cut_change)[0]:
        around = np.concatenate([change[max(1, frame - 3) : frame], change[frame + 1 : frame + 4]])
        usual = float(around.mean()) if len(around) else 0.0
        if change[frame] >= limits.cut_ratio * max(usual, 0.1):
            found.append(int(frame))
    return tuple(found)
