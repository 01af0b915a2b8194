"""Still pictures of every usual make, as they are meant to be seen."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from h3prompt.errors import SourceError

#: Eight-bit samples of any shape.
Bytes = NDArray[np.uint8]
#: Larger files than this are no plate (bytes).
LARGEST = 512 * 1024 * 1024


def _refuse(path: Path, kind: str, reason: str) -> SourceError:
    return SourceError(f"{path}: cannot be read as {kind}: {reason}")


def image(path: Path) -> Bytes:
    """A still picture as it is meant to be seen: RGB, 8 bits, turned as its EXIF says, transparency over grey.

    Raises:
        SourceError: when it cannot be read.
    """
    try:
        if path.stat().st_size > LARGEST:
            raise _refuse(path, "a picture", f"it has more than {LARGEST // 1024**2} MiB")
        data = np.frombuffer(path.read_bytes(), np.uint8)
        found = cv2.imdecode(data, cv2.IMREAD_UNCHANGED) if data.size else None
        # With IMREAD_UNCHANGED the turn of EXIF is not applied; a colour read applies it.
        turned = cv2.imdecode(data, cv2.IMREAD_COLOR | cv2.IMREAD_ANYDEPTH) if data.size else None
    except (OSError, cv2.error) as error:
        raise _refuse(path, "a picture", getattr(error, "strerror", None) or "it is damaged") from error
    if found is None or turned is None:
        raise _refuse(path, "a picture", "it is no picture, or damaged")
    color = _eight(turned)
    if found.ndim == 3 and found.shape[2] == 4 and found.shape[:2] == color.shape[:2]:
        alpha = _eight(found[:, :, 3])[:, :, None].astype(np.float32) / 255
        color = np.round(_eight(found[:, :, :3]) * alpha + 128 * (1 - alpha)).astype(np.uint8)
    return np.asarray(cv2.cvtColor(color, cv2.COLOR_BGR2RGB), np.uint8)


def _eight(picture: np.ndarray) -> Bytes:
    """Samples of any depth in 8 bits."""
    if picture.dtype == np.uint16:
        return np.round(picture / 257.0).astype(np.uint8)
    if picture.dtype != np.uint8:
        return np.clip(np.round(np.nan_to_num(picture.astype(np.float64)) * 255), 0, 255).astype(np.uint8)
    return np.asarray(picture, np.uint8)
