"""The set of a shot: a wall, a floor and flats that are far, and mannequins that are near and talk."""

from __future__ import annotations

import colorsys
import math
import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from backends.contract import ShotNote

from .moves import View
from .planes import Bytes, Color, Planes, array, planes, ycc

#: The set is this much larger than what is seen of it at scale 1, so that the camera has room to move.
OVERSCAN = 1.7
#: Fractional bits of the coordinates that OpenCV draws with.
_SHIFT = 4
#: The turn of hue from one shot to the next: the golden angle keeps neighbours and their neighbours apart.
_TURN = 0.381966
#: The end of the id of a shot's part.
_PART = re.compile(r"\.\d+$")


def _hash(text: str) -> int:
    return zlib.crc32(text.encode("utf-8", "replace"))


def numbers(shots: Sequence[ShotNote]) -> list[int]:
    """A number for each shot, odd and even by turns: the last digits of its id, else its place in the clip.

    The parts of a long shot ("S03.1", "S03.2") have the same, so that they share a set across their clips.
    """
    found: list[int] = []
    for index, shot in enumerate(shots):
        name = _PART.sub("", shot.id)
        digits = re.findall(r"\d{1,6}", name)
        number = int(digits[-1]) if digits else _hash(name) % 97 * 2 + index
        changed = index > 0 and name != _PART.sub("", shots[index - 1].id)
        found.append(number + 1 if changed and (number - found[-1]) % 2 == 0 else number)
    return found


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of a shot. Dark and light shots alternate, so that every cut changes luma as well as hue."""

    wall: Color
    wall_low: Color
    floor: Color
    line: Color
    flat: Color
    light: bool


def _hsv(hue: float, saturation: float, value: float) -> Color:
    red, green, blue = colorsys.hsv_to_rgb(hue % 1, saturation, value)
    return round(red * 255), round(green * 255), round(blue * 255)


def palette(count: int) -> Palette:
    """The colours of the shot with this number."""
    hue, light = (0.58 + count * _TURN) % 1, count % 2 == 0
    base = 0.74 if light else 0.32
    return Palette(
        wall=_hsv(hue, 0.38, base),
        wall_low=_hsv(hue + 0.03, 0.30, base + 0.14),
        floor=_hsv(hue + 0.06, 0.42, base - 0.1),
        line=_hsv(hue, 0.35, base - 0.2 if light else base + 0.08),
        flat=_hsv(hue - 0.02, 0.45, base - 0.07),
        light=light,
    )


def voice_color(speaker: str) -> Color:
    """The colour of a speaker: of the mannequin and of the name beside the words."""
    return _hsv((_hash(speaker) % 360) / 360, 0.5, 0.95)


# --- what is far ------------------------------------------------------------------------------------------------------


def _gradient(height: int, width: int, top: Color, bottom: Color) -> Bytes:
    ramp = np.linspace(0, 1, max(height, 1))[:, None, None]
    column = np.array(top) * (1 - ramp) + np.array(bottom) * ramp
    return np.ascontiguousarray(np.repeat(np.round(column), width, axis=1), np.uint8)


def far(width: int, height: int, count: int, seed: int) -> Planes:
    """The set behind everything: `width` x `height` is what is seen at scale 1, the picture is `OVERSCAN` times that.

    The seed places and sizes the flats a little differently.
    """
    colors = palette(count)
    wide, high = round(width * OVERSCAN), round(height * OVERSCAN)
    random = np.random.default_rng([seed, count, 2])
    horizon = round(high * 0.58)
    picture = np.concatenate(
        [
            _gradient(horizon, wide, colors.wall, colors.wall_low),
            _gradient(high - horizon, wide, colors.flat, colors.floor),
        ]
    )
    disc = (round(wide * random.uniform(0.3, 0.7)), round(high * random.uniform(0.3, 0.4)))
    cv2.circle(picture, disc, round(height * random.uniform(0.1, 0.16)), _lighter(colors.wall_low), -1, cv2.LINE_AA)
    for _ in range(12):
        left = random.uniform(-0.05, 1)
        size = (random.uniform(0.03, 0.1) * wide, random.uniform(0.06, 0.24) * high)
        corner = (round(left * wide), round(horizon - size[1]))
        shade = random.uniform(0.8, 1.12)
        tone = tuple(min(255, round(channel * shade)) for channel in colors.flat)
        cv2.rectangle(picture, corner, (round(corner[0] + size[0]), horizon), tone, -1)
        cv2.line(picture, corner, (round(corner[0] + size[0]), corner[1]), _lighter(colors.flat), max(1, height // 200))
    thin = max(1, round(height / 260))
    for index in range(-14, 15):
        foot = (round(wide * (0.5 + index * 0.16)), high)
        cv2.line(picture, (round(wide * (0.5 + index * 0.022)), horizon), foot, colors.line, thin, cv2.LINE_AA)
    for index in range(1, 9):
        row = round(horizon + (high - horizon) * (index / 8) ** 2)
        cv2.line(picture, (0, row), (wide, row), colors.line, thin, cv2.LINE_AA)
    cv2.line(picture, (0, horizon), (wide, horizon), _lighter(colors.line), thin)
    return planes(array(picture))


def _lighter(color: Color) -> Color:
    red, green, blue = (min(255, round(channel * 1.12 + 14)) for channel in color)
    return red, green, blue


def show(source: Planes, target: Planes, seen: View) -> None:
    """Draws what is far into `target`, as `seen`."""
    turn = math.radians(seen.angle)
    cosine, sine = math.cos(turn) / seen.scale, math.sin(turn) / seen.scale
    linear = np.array([[cosine, -sine], [sine, cosine]])
    middle = np.array([(target.width - 1) / 2, (target.height - 1) / 2])
    origin = np.array([(source.width - 1) / 2, (source.height - 1) / 2])
    origin += np.array([seen.x * target.width, seen.y * target.height])
    offset = origin - linear @ middle
    # A chroma sample lies in the middle of four of luma.
    half = (linear @ np.array([0.5, 0.5]) + offset - 0.5) / 2
    for plane, into, shift in ((source.y, target.y, offset), (source.u, target.u, half), (source.v, target.v, half)):
        if seen.angle or not _scaled(plane, into, seen.scale, float(shift[0]), float(shift[1])):
            size = (into.shape[1], into.shape[0])
            flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
            matrix = np.column_stack([linear, shift])
            cv2.warpAffine(plane, matrix, size, dst=into, flags=flags, borderMode=cv2.BORDER_REPLICATE)


def _scaled(plane: Bytes, into: Bytes, scale: float, left: float, top: float) -> bool:
    """Draws `plane` from (left, top) on into `into`, `scale` times as large; False when that reaches over its border.

    In place of a turn this is several times faster. The scale is right to half a pixel across the picture.
    """
    height, width = into.shape
    right, bottom = left + (width - 1) / scale, top + (height - 1) / scale
    first, last = (math.floor(left) - 2, math.floor(top) - 2), (math.ceil(right) + 3, math.ceil(bottom) + 3)
    if min(first) < 0 or last[0] > plane.shape[1] or last[1] > plane.shape[0]:
        return False
    part = plane[first[1] : last[1], first[0] : last[0]]
    size = (part.shape[1], part.shape[0])
    if scale != 1:
        size = (round(size[0] * scale), round(size[1] * scale))
        part = array(cv2.resize(part, size, interpolation=cv2.INTER_LINEAR))
    center = [
        ((begin + end) / 2 - edge + 0.5) * length / (stop - edge) - 0.5
        for begin, end, edge, stop, length in zip((left, top), (right, bottom), first, last, size, strict=True)
    ]
    cv2.getRectSubPix(part, (width, height), center, into)
    return True


# --- what is near -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Actor:
    """A mannequin: who it stands for, where it stands (0 to 1 across the picture), its colour."""

    speaker: str
    place: float
    color: Color


def cast(shot: ShotNote, wide: bool) -> tuple[Actor, ...]:
    """One mannequin for each speaker of the shot, in the order in which they speak, at most five; one grey for nobody.

    On a wide canvas they stand to the right of the tag.
    """
    middle = 0.63 if wide else 0.5
    speakers = list(dict.fromkeys(line.speaker for line in shot.lines))[:5]
    if not speakers:
        return (Actor("", middle, (168, 168, 172)),)
    step = min(0.2, (0.4 if wide else 0.8) / len(speakers))
    first = middle - step * (len(speakers) - 1) / 2
    return tuple(Actor(name, first + step * index, voice_color(name)) for index, name in enumerate(speakers))


def act(target: Planes, actor: Actor, seen: View, frame: int, voice: float) -> None:
    """Draws a mannequin into `target`: it sways, walks when the view says so, and opens its mouth with `voice` (0 to 1)."""
    height, width = target.height, target.width
    size = min(height * 0.74, width * 0.7) * seen.near_scale
    turn = math.radians(-seen.angle)
    across = (actor.place - 0.5 - seen.near_x) * width * seen.near_scale
    down = (0.42 - seen.near_y) * height * seen.near_scale  # of the feet, from the middle
    phase = 2 * math.pi * (frame / 36 + actor.place)
    sway, swing = 0.016 * math.sin(phase), (0.09 if seen.walks else 0.012) * math.sin(2 * math.pi * frame / 24)

    def place(x: float, y: float) -> tuple[float, float]:
        """From the mannequin's own measure (its height is 1, y upwards from its feet) to the picture."""
        right, low = across + x * size, down - y * size
        return (
            width / 2 + right * math.cos(turn) - low * math.sin(turn),
            height / 2 + right * math.sin(turn) + low * math.cos(turn),
        )

    gesture = 0.1 * voice
    limbs = [
        ((0.05, 0.45), (0.06 + swing, 0.02), 0.075),
        ((-0.05, 0.45), (-0.06 - swing, 0.02), 0.075),
        ((0.0, 0.5), (sway * 0.6, 0.72), 0.19),
        ((0.11 + sway * 0.7, 0.76), (0.16 - swing + sway, 0.45 + gesture), 0.055),
        ((-0.11 + sway * 0.7, 0.76), (-0.16 + swing + sway, 0.45 + gesture * 0.4), 0.055),
    ]
    dark: Color = (24, 24, 28)
    lines = [(place(*start), place(*end), thick * size) for start, end, thick in limbs]
    head, radius = place(sway, 0.9 + 0.006 * voice), 0.085 * size
    rim = max(1.0, size / 90)
    for tone, more in ((dark, rim), (actor.color, 0.0)):
        for begin, finish, thick in lines:
            _line(target, begin, finish, thick + 2 * more, tone)
        _disc(target, head, (radius + more, radius + more), tone)
    _disc(target, place(sway, 0.865 + 0.006 * voice), (0.028 * size, (0.006 + 0.03 * voice) * size), dark)
    for side in (-0.03, 0.03):
        _disc(target, place(sway + side, 0.922 + 0.006 * voice), (0.01 * size, 0.012 * size), dark)


def _fixed(value: float) -> int:
    return round(value * (1 << _SHIFT))


def _line(target: Planes, start: tuple[float, float], end: tuple[float, float], thick: float, color: Color) -> None:
    for plane, tone, by in zip((target.y, target.u, target.v), ycc(color), (1, 2, 2), strict=True):
        points = [(_fixed(x / by), _fixed(y / by)) for x, y in (start, end)]
        soft = cv2.LINE_AA if by == 1 else cv2.LINE_8  # nobody sees the edges of colour alone
        cv2.line(plane, points[0], points[1], (tone,), max(1, min(32_000, round(thick / by))), soft, _SHIFT)


def _disc(target: Planes, middle: tuple[float, float], radii: tuple[float, float], color: Color) -> None:
    for plane, tone, by in zip((target.y, target.u, target.v), ycc(color), (1, 2, 2), strict=True):
        center = (_fixed(middle[0] / by), _fixed(middle[1] / by))
        axes = (max(1, _fixed(radii[0] / by)), max(1, _fixed(radii[1] / by)))
        cv2.ellipse(plane, center, axes, 0, 0, 360, (tone,), -1, cv2.LINE_AA, _SHIFT)


# --- the clock --------------------------------------------------------------------------------------------------------


class Leader:
    """The sweeping hand of a film leader: one turn a second, filling and emptying by turns."""

    def __init__(self, width: int, height: int, light: bool) -> None:
        radius = max(4, round(min(width, height) * 0.46))
        self._top, self._left = max(0, height // 2 - radius), max(0, width // 2 - radius)
        rows, columns = np.mgrid[0 : 2 * radius, 0 : 2 * radius] - (radius - 0.5)
        turn = (np.arctan2(columns, -rows) / (2 * np.pi)) % 1
        steps = np.floor(turn * 24).astype(np.uint8)
        steps[rows**2 + columns**2 > radius**2] = 255
        self._steps: Bytes = np.ascontiguousarray(steps[:height, :width])
        self._radius = radius
        self._tone = -26 if light else 26
        self._center = (width // 2, height // 2)

    def draw(self, target: Planes, frame: int) -> None:
        """Draws the hand at `frame` of the shot, into luma alone."""
        turn, step = divmod(frame, 24)
        lowest, highest = (0, step) if turn % 2 == 0 else (step + 1, 23)
        height, width = self._steps.shape
        room = target.y[self._top : self._top + height, self._left : self._left + width]
        room_mask = self._steps[: room.shape[0], : room.shape[1]]
        if lowest <= highest:
            mask = cv2.inRange(room_mask, (lowest,), (highest,))
            change = cv2.add if self._tone > 0 else cv2.subtract
            change(room, (abs(self._tone),), dst=room, mask=mask)
        thin = max(1, self._radius // 130)
        line = (205 if self._tone > 0 else 70,)
        for radius in (self._radius, round(self._radius * 0.9)):
            cv2.circle(target.y, self._center, radius, line, thin, cv2.LINE_AA)
        for dx, dy in ((1, 0), (0, 1)):
            start = (self._center[0] - dx * self._radius, self._center[1] - dy * self._radius)
            end = (self._center[0] + dx * self._radius, self._center[1] + dy * self._radius)
            cv2.line(target.y, start, end, line, thin)
