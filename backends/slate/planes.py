"""Pictures as the encoder takes them: planes of luma and half-size chroma, BT.709, limited range."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

#: An array of 8-bit samples.
Bytes = npt.NDArray[np.uint8]
#: A colour, red, green and blue from 0 to 255.
Color = tuple[int, int, int]

#: Full-range RGB to limited-range Y'CbCr (ITU-R BT.709-6, 3.4 and 3.5), with the offsets in the last column.
_KR, _KB = 0.2126, 0.0722
_KG = 1 - _KR - _KB
_Y, _C = 219 / 255, 224 / 255
_MATRIX = np.array(
    [
        [_Y * _KR, _Y * _KG, _Y * _KB, 16],
        [-_C * _KR / (2 * (1 - _KB)), -_C * _KG / (2 * (1 - _KB)), _C / 2, 128],
        [_C / 2, -_C * _KG / (2 * (1 - _KR)), -_C * _KB / (2 * (1 - _KR)), 128],
    ]
)


def array(value: Any) -> Bytes:
    """What OpenCV returned, as bytes."""
    return np.asarray(value, np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class Planes:
    """A picture: `y` of (height, width), `u` and `v` of half of both. Height and width are even."""

    y: Bytes
    u: Bytes
    v: Bytes

    @property
    def height(self) -> int:
        """In pixels of luma."""
        return int(self.y.shape[0])

    @property
    def width(self) -> int:
        """In pixels of luma."""
        return int(self.y.shape[1])

    def paste(self, other: Planes, x: int, y: int) -> None:
        """Puts `other` at the even place (x, y); what sticks out is cut off."""
        height, width = min(other.height, self.height - y), min(other.width, self.width - x)
        if height <= 0 or width <= 0:
            return
        self.y[y : y + height, x : x + width] = other.y[:height, :width]
        top, left, rows, columns = y // 2, x // 2, height // 2, width // 2
        self.u[top : top + rows, left : left + columns] = other.u[:rows, :columns]
        self.v[top : top + rows, left : left + columns] = other.v[:rows, :columns]

    def rows(self, top: int, bottom: int) -> Planes:
        """A view of the rows ``[top, bottom)``, both even."""
        return Planes(self.y[top:bottom], self.u[top // 2 : bottom // 2], self.v[top // 2 : bottom // 2])

    def fill(self, left: int, top: int, right: int, bottom: int, color: Color) -> None:
        """Fills a rectangle, to even places."""
        luma, blue, red = ycc(color)
        left, top, right, bottom = (edge - edge % 2 for edge in (left, top, right, bottom))
        self.y[top:bottom, left:right] = luma
        self.u[top // 2 : bottom // 2, left // 2 : right // 2] = blue
        self.v[top // 2 : bottom // 2, left // 2 : right // 2] = red


class Buffer:
    """One frame in the memory order of the encoder (I420), with views on its planes."""

    __slots__ = ("data", "planes")

    def __init__(self, width: int, height: int) -> None:
        luma, chroma = width * height, (width // 2) * (height // 2)
        self.data: Bytes = np.full(luma + 2 * chroma, 128, np.uint8)
        self.data[:luma] = 16
        half = (height // 2, width // 2)
        self.planes = Planes(
            self.data[:luma].reshape(height, width),
            self.data[luma : luma + chroma].reshape(half),
            self.data[luma + chroma :].reshape(half),
        )


def even(value: float) -> int:
    """The nearest even number that is at least 2."""
    return max(2, 2 * round(value / 2))


@cache
def ycc(color: Color) -> tuple[int, int, int]:
    """The luma and the two chroma samples of a colour."""
    values = _MATRIX @ np.array([*color, 1.0])
    return round(values[0]), round(values[1]), round(values[2])


def planes(rgb: Bytes) -> Planes:
    """An RGB picture of (height, width, 3) in planes; an odd last row or column is repeated."""
    height, width = rgb.shape[:2]
    if height % 2 or width % 2:
        rgb = array(cv2.copyMakeBorder(rgb, 0, height % 2, 0, width % 2, cv2.BORDER_REPLICATE))
    mixed = array(cv2.transform(rgb, _MATRIX))
    half = (mixed.shape[1] // 2, mixed.shape[0] // 2)
    chroma = array(cv2.resize(mixed[:, :, 1:], half, interpolation=cv2.INTER_AREA)).reshape(half[1], half[0], 2)
    return Planes(
        np.ascontiguousarray(mixed[:, :, 0]),
        np.ascontiguousarray(chroma[:, :, 0]),
        np.ascontiguousarray(chroma[:, :, 1]),
    )
