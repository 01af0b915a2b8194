"""Moves of the camera as views on a drawn set: what is far and what is near shifts, grows and turns with the time."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from backends.contract import Move

#: How far a move goes, relative to a medium one.
AMPLITUDES = {"small": 0.5, "medium": 1.0, "large": 1.7}
#: Which part of the shot a move takes; then the camera rests.
SPEEDS = {"slow": 1.0, "normal": 0.65, "fast": 0.3}
#: Other words for the moves of `MOVES`.
_ALIASES = {
    "arc shot": "arc",
    "boom": "pedestal",
    "crab": "truck",
    "crane": "pedestal",
    "dolly": "push in",
    "dolly back": "pull out",
    "dolly in": "push in",
    "dolly out": "pull out",
    "fixed": "static",
    "fixed shot": "static",
    "follow": "tracking",
    "handheld": "shake",
    "locked": "static",
    "locked off": "static",
    "locked shot": "static",
    "none": "static",
    "orbit": "arc",
    "point of view": "pov",
    "pov shot": "pov",
    "pull back": "pull out",
    "push": "push in",
    "shake slightly": "shake",
    "shake strongly": "shake",
    "static shot": "static",
    "still": "static",
    "swish pan": "pan",
    "track": "tracking",
    "tracking shot": "tracking",
    "whip pan": "pan",
    "zoom": "zoom in",
}
MOVES = ("static", "push in", "pull out", "zoom in", "zoom out", "pan", "truck", "tilt", "pedestal", "arc", "tracking",
         "roll", "shake", "pov")  # fmt: skip
#: Words that may stand after the name: "pan left".
_DIRECTIONS = ("left", "right", "up", "down", "in", "out", "clockwise", "counterclockwise")


@dataclass(frozen=True, slots=True)
class View:
    """How the set is seen.

    Attributes:
        scale, x, y: of what is far: how large it is, and how far the camera stands to the right and down of the middle,
            in widths and heights of the picture.
        angle: of the camera, in degrees clockwise.
        near_scale, near_x, near_y: the same for what is near.
        walks: what is near walks on the spot.
    """

    scale: float = 1.0
    x: float = 0.0
    y: float = 0.0
    angle: float = 0.0
    near_scale: float = 1.0
    near_x: float = 0.0
    near_y: float = 0.0
    walks: bool = False


def known(move: Move) -> tuple[str, str] | None:
    """The name in `MOVES` and the direction that `move` means, or None for a move that cannot be drawn."""
    words = " ".join(re.sub("[_-]", " ", move.name.lower().replace("counter-", "counter")).split())
    said = move.direction.lower().replace("-", "").split()
    direction = next((word for word in said if word in _DIRECTIONS), "")  # "to the left"
    words = _ALIASES.get(words, words)
    if f"{words} {direction}" in MOVES:  # "zoom" and "out" in two fields
        return f"{words} {direction}", ""
    if words == "zoom in" and direction == "out":
        return "zoom out", ""
    if words == "push in" and direction == "out":
        return "pull out", ""
    if words not in MOVES:
        head, _, tail = words.rpartition(" ")
        head = _ALIASES.get(head, head)
        if head not in MOVES or tail not in _DIRECTIONS:
            return None
        words, direction = head, tail
    return words, direction


def _wave(frame: int, *periods: float) -> float:
    """A wave without a visible period, -1 to 1; the periods are in frames."""
    return sum(math.sin(2 * math.pi * frame / period + period) for period in periods) / len(periods)


def view(move: Move, frame: int, frames: int) -> View:
    """How the set is seen at `frame` of a shot of `frames` frames."""
    found = known(move)
    name, direction = found if found is not None else ("static", "")
    amount = AMPLITUDES.get(move.amplitude, 1.0)
    linear = min(1.0, frame / max(1.0, (frames - 1) * SPEEDS.get(move.speed, SPEEDS["normal"])))
    done = linear * linear * (3 - 2 * linear)  # starts and ends softly
    back = -1 if direction in ("left", "up", "counterclockwise") else 1
    across = back * amount * (done - 0.5)
    if name in ("push in", "pull out"):
        near = done if name == "push in" else 1 - done
        return View(scale=1 + 0.22 * amount * near, near_scale=1 + 0.6 * amount * near)
    if name in ("zoom in", "zoom out"):
        scale = 1 + 0.45 * amount * (done if name == "zoom in" else 1 - done)
        return View(scale=scale, near_scale=scale)
    if name == "pan":
        return View(x=0.3 * across, near_x=0.3 * across)
    if name == "truck":
        return View(x=0.12 * across, near_x=0.42 * across)
    if name == "tilt":
        return View(y=0.26 * across, near_y=0.26 * across)
    if name == "pedestal":
        return View(y=0.1 * across, near_y=0.34 * across)
    if name == "arc":
        return View(x=0.36 * across, angle=1.5 * across, near_x=-0.08 * across, near_scale=1.06)
    if name == "tracking":
        return View(x=0.36 * across, near_y=0.006 * math.sin(math.pi * frame / 6), walks=True)
    if name == "roll":
        # The camera rolls clockwise, so the picture turns the other way.
        return View(scale=1.1, angle=16 * back * amount * done, near_scale=1.05)
    if name in ("shake", "pov"):
        strong = "strongly" in move.name.lower()
        size = 0.011 * amount * (1.8 if strong else 1.0) * (1.0 if name == "shake" else 0.6)
        speed = 1 / SPEEDS.get(move.speed, 0.65) ** 0.5
        x, y = size * _wave(frame, 7.3 / speed, 13.7 / speed), size * _wave(frame, 5.9 / speed, 11.1 / speed)
        return View(scale=1.03, x=x, y=y, near_x=1.4 * x, near_y=1.4 * y, angle=30 * size * _wave(frame, 17.0))
    return View()


def spelled(move: Move) -> str:
    """What the move is called on the slate: ``PUSH IN, slow, small``; medium and normal are not said."""
    words = [" ".join(move.name.upper().split()) or "STATIC SHOT"]
    if move.direction and move.direction.upper() not in words[0]:
        words[0] += f" {move.direction.upper()}"
    words += [move.speed] if move.speed != "normal" else []
    words += [f"{move.amplitude} amplitude"] if move.amplitude != "medium" else []
    return ", ".join(words)
