"""Keyframes are never stretched: what the film's shape leaves of one is told before anything is rendered."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from h3prompt.findings import Finding, Level

from ..plan.codes import Findings, Place
from ..plan.model import FilmPlan

#: The share of a picture that may be lost before it is a warning. A canvas of the model's grid is up to 3 % off its ratio.
_LITTLE = 0.05


def cropped(
    plan: FilmPlan,
    folder: Path,
    *,
    file: str | None = None,
    place: Place | None = None,
    measure: Callable[[Path], tuple[int, int] | None] | None = None,
) -> list[Finding]:
    """A finding for every keyframe of which less than the whole is shown.

    Args:
        plan: the plan.
        folder: the folder that the brief's paths are relative to.
        file, place: of the brief, for the place of a finding.
        measure: gives width and height in pixels as a picture is seen, None when it cannot be read; default `pixels`.
    """
    look = measure or pixels
    found = Findings(file, place)
    for clip in plan.clips:
        for plate, shot, key in ((clip.first, clip.shots[0], "first_frame"), (clip.last, clip.shots[-1], "last_frame")):
            if plate is None or not plate.path:
                continue
            size = look(folder / plate.path)
            # What cannot be read is refused elsewhere, in better words.
            if size is None:
                continue
            said = _lost(*size, plan.canvas.width, plan.canvas.height)
            if said is not None:
                share, where = said
                found.say(
                    "PLN015",
                    f"{plate.path} has {size[0]}x{size[1]} pixels and the film {plan.canvas}: {share:.1%} of it, "
                    f"{where}, is cropped",
                    "shots",
                    shot.index,
                    key,
                    suggestion=f"crop it yourself to {plan.canvas} or a multiple, so that nothing is lost by chance",
                    level=Level.WARNING if share > _LITTLE else Level.INFO,
                )
    return found.all


def _lost(width: int, height: int, wide: int, high: int) -> tuple[float, str] | None:
    """The share of a picture that a canvas leaves out when it is covered, and where; None for less than a pixel of the canvas."""
    across, down = width * high, height * wide
    if across > down:
        share, lost, where = 1 - down / across, across / height - wide, "left and right"
    else:
        share, lost, where = 1 - across / down, down / width - high, "above and below"
    return (share, where) if lost >= 1 else None


def pixels(path: Path) -> tuple[int, int] | None:
    """Width and height of a picture as it is seen, turned as its EXIF says; None when it cannot be read."""
    import cv2
    import numpy as np

    try:
        data = np.frombuffer(path.read_bytes(), np.uint8)
        picture = cv2.imdecode(data, cv2.IMREAD_GRAYSCALE) if data.size else None
    except (OSError, cv2.error):
        return None
    return None if picture is None else (picture.shape[1], picture.shape[0])
