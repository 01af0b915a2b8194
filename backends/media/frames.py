"""Single pictures of a clip, by exact frame number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import av
import av.error
import cv2
import numpy as np
from numpy.typing import NDArray

from h3prompt.errors import SourceError, ToolError

Picture = NDArray[np.uint8]


def frames(path: Path, numbers: Iterable[int]) -> Iterator[tuple[int, Picture]]:
    """The pictures with these numbers, counted from 0 in the order in which they are shown.

    Yields:
        (number, picture of shape (height, width, 3), RGB), rising, each once.

    Raises:
        SourceError: when the file cannot be decoded or is too short; the message names its last frame.
    """
    wanted = sorted(set(numbers))
    if not wanted:
        return
    number = -1
    try:
        with av.open(str(path)) as container:
            if not container.streams.video:
                raise SourceError(f"{path}: has no picture")
            for frame in container.decode(container.streams.video[0]):
                number += 1
                if number == wanted[0]:
                    yield number, np.asarray(frame.to_ndarray(format="rgb24"))
                    wanted.pop(0)
                    if not wanted:
                        return
    except (av.error.FFmpegError, OSError) as error:
        raise SourceError(f"{path}: cannot be decoded: {getattr(error, 'strerror', None) or error}") from error
    raise SourceError(f"{path}: has no frame {wanted[0]}; its last one is {number}")


def save_frame(path: Path, number: int, target: Path) -> None:
    """Writes one picture of a clip to `target`, without loss, at once.

    Raises:
        SourceError: when the clip has no such frame.
        ToolError: when the picture cannot be written.
    """
    picture: Any = next(iter(frames(path, [number])))[1]
    done, data = cv2.imencode(".png", cv2.cvtColor(picture, cv2.COLOR_RGB2BGR))
    if not done:
        raise ToolError(f"{target}: the picture cannot be encoded")
    partial = target.with_name(f".{target.name}.partial")
    try:
        partial.write_bytes(data.tobytes())
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)
