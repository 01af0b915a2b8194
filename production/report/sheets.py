"""Contact sheets and posters: pictures of a film by exact frame number, with labels in any script."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from backends.media.frames import frames as read_frames
from backends.slate import text as lettering
from h3prompt.errors import ToolError, UsageError

from ..files import write_bytes
from ..qc.times import code

Picture = NDArray[np.uint8]

#: The box that a picture is fitted into, the gap round it and the room for its label, in pixels.
_BOX = (320, 240)
_GAP = 12
_LABEL = 44
_BANNER = 44
#: JPEG cannot hold more than 65,535 rows.
_TALLEST = 60_000
_PAPER, _INK, _FAINT = (250, 249, 246), (34, 34, 38), (118, 116, 112)
_WARNING, _ON_WARNING = (176, 58, 32), (255, 255, 255)
#: What stands over everything that is made of slates or previews.
_DRAFT = "SLATE / DRAFT: not a finished film"


def contact_sheet(
    film: Path, frames: Sequence[int], labels: Sequence[str], target: Path, *, draft: bool = False
) -> None:
    """Writes one picture with the given frames of a film, each with its label and its time.

    Args:
        film: the file; it is decoded once, up to the last frame that is asked for.
        frames: frame numbers from 0, in the order in which they are shown on the sheet; a number may come up twice.
        labels: one for each frame.
        target: a ``.jpg`` or ``.png`` file.
        draft: mark the sheet as one of slates.

    Raises:
        UsageError: without frames, for another number of labels, or for a name with another ending.
        SourceError: when the film has no such frame.
    """
    if not frames or len(frames) != len(labels):
        raise UsageError(f"{target}: {len(frames)} frames and {len(labels)} labels; one label for each frame is needed")
    small = {number: _fitted(picture) for number, picture in read_frames(film, frames)}
    wide = max(picture.shape[1] for picture in small.values())
    high = max(picture.shape[0] for picture in small.values())
    columns, rows = _grid(len(frames), high + _LABEL + _GAP)
    top = _GAP + (_BANNER if draft else 0)
    sheet: Any = np.empty((top + rows * (high + _LABEL + _GAP), _GAP + columns * (wide + _GAP), 3), np.uint8)
    sheet[:] = _PAPER
    if draft:
        _banner(sheet, sheet.shape[1], _BANNER)
    for place, (number, label) in enumerate(zip(frames, labels, strict=True)):
        row, column = divmod(place, columns)
        x, y = _GAP + column * (wide + _GAP), top + row * (high + _LABEL + _GAP)
        picture = small[number]
        sheet[y : y + picture.shape[0], x : x + picture.shape[1]] = picture
        name = lettering.cut(lettering.clean(label), wide, 15, lettering.BOLD)
        lettering.draw(sheet, name, x, y + high + 18, 15, _INK, lettering.BOLD)
        lettering.draw(sheet, lettering.cut(code(number), wide, 13), x, y + high + 36, 13, _FAINT)
    _write(sheet, target)


def poster(film: Path, frame: int, target: Path, *, draft: bool = False) -> None:
    """Writes one frame of a film in full size, with a banner when it is a draft.

    Raises:
        UsageError: for a name that ends neither in ``.jpg`` nor in ``.png``.
        SourceError: when the film has no such frame.
    """
    picture: Any = np.ascontiguousarray(next(iter(read_frames(film, [frame])))[1])
    if draft:
        _banner(picture, picture.shape[1], max(20, picture.shape[0] // 12))
    _write(picture, target)


def _fitted(picture: Picture) -> Picture:
    """`picture` scaled into the box; it is never made larger."""
    height, width = picture.shape[:2]
    scale = min(_BOX[0] / width, _BOX[1] / height, 1.0)
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


def _grid(count: int, row: int) -> tuple[int, int]:
    """Columns and rows; the columns are even, so that the two pictures of a shot stay side by side."""
    columns = next((columns for limit, columns in ((24, 4), (96, 6)) if count <= limit), 8)
    columns = max(columns, 2 * ceil(count * row / _TALLEST / 2))
    columns = min(columns, count)
    return columns, ceil(count / columns)


def _banner(picture: Any, width: int, height: int) -> None:
    picture[:height] = _WARNING
    words, size = lettering.fit(_DRAFT, width - 2 * _GAP, height // 2, lettering.BOLD)
    lettering.draw(picture, words, _GAP, height * 7 // 10, size, _ON_WARNING, lettering.BOLD)


def _write(picture: Any, target: Path) -> None:
    ending = target.suffix.lower()
    if ending not in (".jpg", ".jpeg", ".png"):
        raise UsageError(f"{target}: a sheet is a .jpg or a .png file, not {ending or 'a file without an ending'}")
    options = [] if ending == ".png" else [cv2.IMWRITE_JPEG_QUALITY, 88]
    done, data = cv2.imencode(ending, cv2.cvtColor(picture, cv2.COLOR_RGB2BGR), options)
    if not done:
        raise ToolError(f"{target}: the picture cannot be encoded")
    write_bytes(target, data.tobytes())
