"""Draws the frames of a slate one after the other: what stays is painted once, what moves is drawn into each frame."""

from __future__ import annotations

from collections.abc import Iterator

import cv2

from backends.contract import LineNote, RenderRequest, ShotNote
from h3prompt import grid
from h3prompt.context import Role

from . import card, moves, pictures, scene, sound, text
from .layout import layout
from .planes import Buffer, Bytes, Planes, planes, ycc

#: How long a plate takes to fade into the slate and back, in frames.
FADE = 12


def shots_of(request: RenderRequest) -> tuple[ShotNote, ...]:
    """The planned shots; one over the whole clip when nothing is planned."""
    return request.notes.shots or (ShotNote(id=request.clip, start=0, end=request.frames),)


def clock(frame: int) -> str:
    """A frame number as hours, minutes, seconds and frames at 24 fps; a minus before a negative one."""
    seconds, rest = divmod(abs(frame), grid.FPS)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{'-' if frame < 0 else ''}{hours:02d}:{minutes:02d}:{seconds:02d}:{rest:02d}"


class Painter:
    """Draws the frames of one request, in order.

    Raises:
        SourceError: when a reference cannot be read.
    """

    def __init__(self, request: RenderRequest) -> None:
        self._request = request
        self._place = layout(request.canvas)
        self._shots = shots_of(request)
        self._numbers = scene.numbers(self._shots)
        width, height = request.canvas
        self._buffer, self._mixed = Buffer(width, height), Buffer(width, height)
        loaded = [pictures.load(file) for file in request.references]
        self._thumbnails = card.thumbnails(self._place, card.labels(request), loaded)
        self._first = self._plate(Role.FIRST_FRAME, loaded)
        self._last = self._plate(Role.LAST_FRAME, loaded)
        self._bug = card.bug(self._place)
        self._fade = min(FADE, request.frames // 2)
        self._current = -1
        self._line: LineNote | None = None
        self._words: card.Patch | None = None
        self._seen: moves.View | None = None
        card.head(self._place, request).onto(self._buffer.planes)
        self._buffer.planes.fill(0, self._place.foot, width, self._place.bar, card.INK)
        self._timeline = card.timeline(self._place, list(zip(self._shots, self._numbers, strict=True)), request.frames)

    def _plate(self, role: Role, loaded: list[Bytes]) -> Buffer | None:
        """The plate for `role` on the canvas."""
        for file, picture in zip(self._request.references, loaded, strict=True):
            if file.role is role:
                buffer = Buffer(*self._request.canvas)
                buffer.planes.paste(planes(pictures.cover(picture, self._request.canvas)), 0, 0)
                return buffer
        return None

    def frames(self) -> Iterator[Bytes]:
        """Every frame in the encoder's memory order; each array is valid until the next one."""
        for index in range(self._request.frames):
            yield self.frame(index)

    def frame(self, index: int) -> Bytes:
        """The frame with this number."""
        self._enter(index)
        self._draw_view(index)
        self._draw_foot(index)
        return self._faded(index)

    def _enter(self, index: int) -> None:
        """Paints what stays for the shot at `index`."""
        found = max((n for n, shot in enumerate(self._shots) if shot.start <= index), default=0)
        if found == self._current:
            return
        self._current = found
        shot, number, place = self._shots[found], self._numbers[found], self._place
        height = place.foot - place.head
        self._far = scene.far(place.width, height, number, self._request.seed)
        self._backdrop = Buffer(place.width, height)
        self._leader = scene.Leader(place.width, height, scene.palette(number).light)
        self._cast = scene.cast(shot, place.wide)
        self._tag = card.tag(place, self._request, shot, found, len(self._shots))
        self._seen = None

    def _draw_view(self, index: int) -> None:
        shot, place = self._shots[self._current], self._place
        local = index - shot.start
        view = self._buffer.planes.rows(place.head, place.foot)
        seen = moves.view(shot.move, local, shot.end - shot.start)
        if seen != self._seen:
            scene.show(self._far, self._backdrop.planes, seen)
            self._seen = seen
        view.paste(self._backdrop.planes, 0, 0)
        self._leader.draw(view, local)
        spoken = [line for line in shot.lines if line.start <= index < line.end]
        for actor in self._cast:
            voices = [sound.loudness(line, index + 0.5) for line in spoken if line.speaker == actor.speaker]
            scene.act(view, actor, seen, local, max(voices, default=0.0))
        whole = self._buffer.planes
        for patch in (self._tag, *self._thumbnails):
            patch.onto(whole)
        if spoken:
            line = max(spoken, key=lambda line: line.start)  # who cuts in is read
            if line is not self._line:
                self._line, self._words = line, card.words(place, line)
            if self._words is not None:
                self._words.onto(whole)

    def _draw_foot(self, index: int) -> None:
        """Both clocks and both bars."""
        place, whole, px = self._place, self._buffer.planes, self._place.px
        shot = self._shots[self._current]
        luma = whole.y
        luma[place.foot : place.bar] = ycc(card.INK)[0]
        film = self._request.notes.film_start + index
        first, second = place.foot + px(66), place.foot + px(66 if place.wide else 132)
        text.draw(luma, "CLIP", place.margin, first, px(20), 150, 600)
        text.draw(luma, clock(index), place.margin + px(60), first, px(48), 235, 700)
        middle = place.width // 2 - px(60) if place.wide else place.margin
        text.draw(luma, "FILM", middle, second, px(20), 150, 600)
        text.draw(luma, clock(film), middle + px(60), second, px(48), 200, 550)
        count = f"{index + 1}/{self._request.frames}"
        text.draw(luma, count, place.width - place.margin - text.width(count, px(34), 600), first, px(34), 235, 600)
        number = f"f {film}"
        if place.wide:
            text.draw(luma, number, place.width - place.margin - px(260), second, px(28), 170, 500)
        else:
            at = place.width - place.margin - text.width(number, px(34), 500)
            text.draw(luma, number, at, second, px(34), 170, 500)
        self._draw_bars(whole, index, shot)

    def _draw_bars(self, whole: Planes, index: int, shot: ShotNote) -> None:
        place = self._place
        whole.fill(0, place.bar, place.width, self._timeline.y, card.BOX)
        done = (index - shot.start + 1) / max(1, shot.end - shot.start)
        whole.fill(0, place.bar, max(2, round(place.width * min(1.0, done))), self._timeline.y, card.YELLOW)
        self._timeline.onto(whole)
        hand, wide = round(place.width * (index + 0.5) / self._request.frames), max(2, place.px(3))
        left = max(0, min(place.width - 2 * wide, hand - wide))
        whole.fill(left, self._timeline.y, left + 2 * wide, place.height, card.RED)

    def _faded(self, index: int) -> Bytes:
        """The frame, or near an end of the clip its mixture with the plate there."""
        to_end = self._request.frames - 1 - index
        for plate, distance in ((self._first, index), (self._last, to_end)):
            if plate is not None and distance < self._fade:
                share = 1 - distance / self._fade
                cv2.addWeighted(plate.data, share, self._buffer.data, 1 - share, 0, dst=self._mixed.data)
                self._bug.onto(self._mixed.planes)
                return self._mixed.data
        return self._buffer.data
