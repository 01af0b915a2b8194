"""The painted parts of a slate that stay for a whole clip, a shot or a line: strips, tags, thumbnails, spoken words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from backends.contract import LineNote, RenderRequest, ShotNote
from h3prompt.context import Kind, Role

from . import moves, text
from .layout import Layout
from .planes import Bytes, Color, Planes, array, even, planes
from .scene import palette, voice_color

YELLOW: Color = (255, 205, 30)
WHITE: Color = (245, 245, 245)
GREY: Color = (170, 172, 178)
INK: Color = (22, 23, 27)
BOX: Color = (36, 38, 44)
RED: Color = (226, 60, 50)
WORD, WARNING = "SLATE", "NOT A FINISHED SHOT"
_FIELD = re.compile(r"^\s*[a-z_]+:\s*|\[Shot 1\]\s*")


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """A painted part and the even place where it belongs."""

    planes: Planes
    x: int
    y: int

    def onto(self, target: Planes) -> None:
        """Puts it there."""
        target.paste(self.planes, self.x, self.y)


def _blank(width: int, height: int, color: Color) -> Bytes:
    return np.full((max(2, height), max(2, width), 3), color, np.uint8)


def head(place: Layout, request: RenderRequest) -> Patch:
    """The strip at the top: clapper stripes, the big word, the warning, the film's title, the clip."""
    px = place.px
    picture = _blank(place.width, place.head, INK)
    step = max(4, px(44))
    for left in range(-step, place.width + step, 2 * step):
        corners = [
            (left, place.stripes),
            (left + step, place.stripes),
            (left + step + step // 2, 0),
            (left + step // 2, 0),
        ]
        cv2.fillConvexPoly(picture, np.array(corners, np.int32), WHITE, cv2.LINE_AA)
    picture[place.stripes :] = INK
    baseline = place.stripes + px(56)
    word, size = text.fit(WORD, place.width // 3, px(58), 850)
    text.draw(picture, word, place.margin, baseline, size, YELLOW, 850)
    left = place.margin + text.width(word, size, 850) + px(22)
    room = place.width - left - place.margin
    warning, size = text.fit(WARNING, room if not place.wide else min(room, px(420)), px(32), text.BOLD, 0.3)
    text.draw(picture, warning, left, baseline - px(5), size, WHITE, text.BOLD)
    left += text.width(warning, size, text.BOLD) + px(30)
    if not place.wide:
        left, baseline = place.margin, place.head - px(18)
    _right(picture, place, left, baseline, text.clean(request.notes.film_title), f"CLIP {text.clean(request.clip)}")
    return Patch(planes(picture), 0, 0)


def _right(picture: Bytes, place: Layout, left: int, baseline: int, title: str, clip: str) -> None:
    """The clip's name at the right edge and the title before it."""
    clip, size = text.fit(clip, (place.width - left) // 2, place.px(34), text.BOLD)
    start = place.width - place.margin - text.width(clip, size, text.BOLD)
    text.draw(picture, clip, start, baseline - place.px(4), size, WHITE, text.BOLD)
    title, size = text.fit(title, start - left - place.px(24), place.px(32))
    title_at = start - place.px(24) - text.width(title, size) if place.wide else left
    text.draw(picture, title, title_at, baseline - place.px(4), size, GREY)


def opening(prompt: str) -> str:
    """The first words of a prompt that describe something."""
    body = prompt.split("integrated_multimodal_description:")[-1].split("detailed_description:")[-1]
    return text.clean(_FIELD.sub("", body.strip()))


def _arrow(picture: Bytes, x: int, y: int, size: int, name: str, direction: str) -> None:
    """A sign for a move, `size` pixels square, its top left corner at (x, y)."""
    half = size / 2
    thick = max(1, size // 9)
    angle = {"left": 180, "right": 0, "up": 270, "down": 90}.get(direction, 0)

    def ray(degrees: float, start: float, end: float) -> None:
        turn = np.deg2rad(degrees)
        points = [
            (round(x + half + np.cos(turn) * half * far), round(y + half + np.sin(turn) * half * far))
            for far in (start, end)
        ]
        cv2.arrowedLine(picture, points[0], points[1], YELLOW, thick, cv2.LINE_AA, tipLength=0.45)

    middle, box = (round(x + half), round(y + half)), round(half * 0.45)
    if name in ("push in", "zoom in", "pull out", "zoom out"):
        inwards = name.endswith("in")
        for degrees in (45, 135, 225, 315):
            ray(degrees, *((1.2, 0.35) if inwards else (0.35, 1.2)))
    elif name in ("pan", "truck", "tilt", "pedestal", "tracking"):
        usual = {"tilt": 270, "pedestal": 270}.get(name, 0)
        ray(angle if direction else usual, -0.95, 0.95)
    elif name in ("arc", "roll"):
        cv2.ellipse(picture, middle, (round(half * 0.8),) * 2, 0, 30, 300, YELLOW, thick, cv2.LINE_AA)
        ray(20 if direction != "counterclockwise" else 300, 0.55, 1.0)
    elif name in ("shake", "pov"):
        zigzag = [(x + round(size * i / 6), y + round(half + (-1) ** i * half * 0.6)) for i in range(7)]
        cv2.polylines(picture, [np.array(zigzag, np.int32)], False, YELLOW, thick, cv2.LINE_AA)
    else:
        corner = (middle[0] - box, middle[1] - box)
        cv2.rectangle(picture, corner, (middle[0] + box, middle[1] + box), YELLOW, thick, cv2.LINE_AA)


def tag(place: Layout, request: RenderRequest, shot: ShotNote, ordinal: int, count: int) -> Patch:
    """The tag of a shot, top left on the view: its id, its title, the camera, the mode."""
    px, pad = place.px, place.px(16)
    room = round(place.width * (0.46 if place.wide else 0.6))
    name, size = text.fit(text.clean(shot.id) or f"{ordinal + 1}", room - 2 * pad, px(66), 800)
    title = shot.title or ("" if request.notes.shots else opening(request.prompt))
    rows = text.wrap(title, room - 2 * pad, px(30), 2)
    found = moves.known(shot.move)
    camera = moves.spelled(shot.move) + ("" if found else " (not drawn)")
    sign = px(30)
    camera = text.cut(text.clean(camera), room - 2 * pad - sign - px(12), px(25), 600)
    facts = text.cut(
        f"shot {ordinal + 1} of {count}, {shot.end - shot.start} frames, {request.mode.value}, seed {request.seed}",
        room - 2 * pad,
        px(22),
    )
    wide = max(
        text.width(name, size, 800),
        sign + px(12) + text.width(camera, px(25), 600),
        text.width(facts, px(22)),
        *(text.width(row, px(30)) for row in rows),
    )
    high = px(70) + px(38) * len(rows) + px(44) + px(32) + pad
    picture = _blank(even(min(room, wide + 2 * pad)), even(high), BOX)
    picture[:, : max(2, px(6))] = YELLOW
    baseline = px(62)
    text.draw(picture, name, pad, baseline, size, WHITE, 800)
    for row in rows:
        baseline += px(38)
        text.draw(picture, row, pad, baseline, px(30), WHITE)
    baseline += px(44)
    known_name, direction = found or ("static", "")
    _arrow(picture, pad, baseline - px(24), sign, known_name, direction)
    text.draw(picture, camera, pad + sign + px(12), baseline, px(25), YELLOW, 600)
    text.draw(picture, facts, pad, baseline + px(32), px(22), GREY)
    return Patch(planes(picture), even(place.margin), even(place.head + px(18)))


def words(place: Layout, line: LineNote) -> Patch:
    """The words of a line and who says them, at the bottom of the view."""
    px, pad = place.px, place.px(14)
    room = round(place.width * (0.8 if place.wide else 0.92)) - 2 * pad
    rows = text.wrap(line.text, room, px(32), 2, 550)
    who = text.clean(f"{line.speaker} ({line.language})" if line.language else line.speaker)
    who = text.cut(who, room, px(24), text.BOLD)
    wide = max(text.width(who, px(24), text.BOLD), *(text.width(row, px(32), 550) for row in rows), 2)
    picture = _blank(even(wide + 2 * pad), even(px(40) + px(42) * len(rows) + pad), INK)
    text.draw(picture, who, pad, px(34), px(24), voice_color(line.speaker), text.BOLD)
    for index, row in enumerate(rows):
        across = (picture.shape[1] - text.width(row, px(32), 550)) // 2
        text.draw(picture, row, across, px(74) + px(42) * index, px(32), WHITE, 550)
    x = max(0, even((place.width - picture.shape[1]) / 2))
    return Patch(planes(picture), x, max(0, even(place.foot - picture.shape[0] - px(18))))


def labels(request: RenderRequest) -> list[str]:
    """What each reference is called: First frame, Last frame, Picture 1, Video 1, Audio 1."""
    counts = dict.fromkeys(Kind, 0)
    names = []
    for file in request.references:
        if file.role is Role.REFERENCE:
            counts[file.kind] += 1
            kind = {Kind.IMAGE: "Picture", Kind.VIDEO: "Video", Kind.AUDIO: "Audio"}[file.kind]
            names.append(f"{kind} {counts[file.kind]}")
        else:
            names.append("First frame" if file.role is Role.FIRST_FRAME else "Last frame")
    return names


def thumbnails(place: Layout, names: Sequence[str], pictures: Sequence[Bytes]) -> list[Patch]:
    """The given files down the right edge of the view, in one column, or more where there are many."""
    if not names:
        return []
    px, gap = place.px, place.px(10)
    room = max(8, place.foot - place.head - px(18) - px(150))
    columns = 1 if len(names) <= 4 else 2 if len(names) <= 8 else 3
    rows = -(-len(names) // columns)
    high = even(max(8, min(px(118), room // rows - gap)))
    wide = even(high * 1.5)
    patches = []
    for index, (name, picture) in enumerate(zip(names, pictures, strict=True)):
        card = _blank(wide, high, INK)
        caption = min(high // 3, px(26))
        space = (wide - 4, max(2, high - caption - 4))
        scale = min(space[0] / picture.shape[1], space[1] / picture.shape[0])
        size = (max(1, round(picture.shape[1] * scale)), max(1, round(picture.shape[0] * scale)))
        small = array(cv2.resize(picture, size, interpolation=cv2.INTER_AREA))
        top, left = 2 + (space[1] - size[1]) // 2, (wide - size[0]) // 2
        card[top : top + size[1], left : left + size[0]] = small
        label, letters = text.fit(name, wide - px(8), max(5, round(caption * 0.8)), 600)
        text.draw(card, label, px(6), high - max(2, caption // 4), letters, WHITE, 600)
        column, row = index % columns, index // columns
        x = place.width - place.margin - (columns - column) * (wide + gap) + gap
        patches.append(Patch(planes(card), max(0, even(x)), even(place.head + px(18) + row * (high + gap))))
    return patches


def bug(place: Layout) -> Patch:
    """The small tag that stays on a frame that shows a plate alone."""
    size = place.px(22)
    words_ = f"{WORD}: {WARNING}"
    picture = _blank(even(text.width(words_, size, text.BOLD) + place.px(16)), even(place.px(32)), INK)
    text.draw(picture, words_, place.px(8), place.px(24), size, YELLOW, text.BOLD)
    return Patch(planes(picture), even(place.px(8)), even(place.px(8)))


def timeline(place: Layout, shots: Sequence[tuple[ShotNote, int]], frames: int) -> Patch:
    """The clip's own time at the very bottom: its shots in their colours, its lines as marks."""
    top = place.bar + (place.height - place.bar) // 2
    top -= top % 2
    picture = _blank(place.width, place.height - top, INK)
    for shot, number in shots:
        left, right = (round(place.width * edge / frames) for edge in (shot.start, shot.end))
        picture[:, left:right] = palette(number).wall
        picture[:, left : left + max(1, place.px(2))] = WHITE
        for line in shot.lines:
            begin, end = (round(place.width * edge / frames) for edge in (line.start, line.end))
            picture[-max(2, place.px(7)) :, begin:end] = voice_color(line.speaker)
    return Patch(planes(picture), 0, top)
