"""Packs shots into clips: which shots are rendered together, in how many frames, with which handles."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from h3prompt.brief.joins import JoinKind
from h3prompt.findings import Level
from h3prompt.grid import Window
from h3prompt.limits import MODEL_CARD

from ..edit import after, before
from .codes import Findings
from .model import PlannedLine, PlannedShot
from .references import wanted

if TYPE_CHECKING:
    from h3prompt.brief.model import Brief

#: What it costs in frames to begin a clip in the middle of something that goes on: more than any clip saves.
_BREAK = 100_000
#: What one more clip costs, so that of two packings with the same frames the one with fewer clips wins.
_CLIP = 1 / 64


@dataclass(frozen=True, slots=True)
class Group:
    """The shots of one clip with its length and its head handle in frames."""

    shots: tuple[PlannedShot, ...]
    frames: int
    head: int
    shortened: bool = False


class Packer:
    """Packs the shots of one film.

    Args:
        brief: the film.
        window: which clip lengths come out of the renderer.
        findings: where it says what is wrong.
    """

    def __init__(self, brief: Brief, window: Window, findings: Findings) -> None:
        self._brief = brief
        self._counts = window.frames()
        self._longest = self._counts[-1]
        self._findings = findings
        self._handles = (brief.handles.head.frames, brief.handles.tail.frames)

    def pack(self, shots: Sequence[PlannedShot]) -> list[Group]:
        """The clips with the fewest rendered frames, and of those the fewest clips."""
        parts = [part for index, shot in enumerate(shots) for part in self._parts(shots, index, shot)]
        count = len(parts)
        best: list[float] = [0.0] + [float("inf")] * count
        back: list[tuple[int, Group] | None] = [None] * (count + 1)
        for start in range(count):
            if best[start] == float("inf"):
                continue
            for end in range(start + 1, count + 1):
                if end > start + 1 and not self._together(parts, start, end - 1):
                    break
                group = self._group(parts, start, end)
                if group is None:
                    if sum(shot.frames for shot in parts[start:end]) > self._longest:
                        break
                    continue
                broken = start > 0 and parts[start].join is JoinKind.CONTINUE and parts[start].part == 0
                cost = best[start] + group.frames + _CLIP + (_BREAK if broken else 0)
                if cost < best[end]:
                    best[end], back[end] = cost, (start, group)
        groups: list[Group] = []
        end = count
        while end > 0:
            step = back[end]
            if step is None:
                # A single shot always has a group unless something was said about it; go on behind it.
                end -= 1
                continue
            end = step[0]
            groups.append(step[1])
        return groups[::-1]

    # --- what may stand together --------------------------------------------------------------------------------------

    def _together(self, parts: Sequence[PlannedShot], start: int, index: int) -> bool:
        """Whether the part at `index` may follow in the clip that begins with the part at `start`."""
        shot, last = parts[index], parts[index - 1]
        written, before_it = self._brief.shots[shot.index], self._brief.shots[last.index]
        if self._brief.packing == "shot" and shot.index != last.index:
            return False
        if shot.overlap or shot.part or written.new_clip or written.first_frame or before_it.last_frame:
            return False
        return self._references_fit(parts[start : index + 1])

    def _references_fit(self, shots: Sequence[PlannedShot]) -> bool:
        """Whether the files of the shots can travel together, and none is lost for the sake of another shot's keyframe."""
        found = wanted(self._brief, shots)
        plates = any(self._plated(shot) for shot in shots)
        if plates and any(wanted(self._brief, [shot]) and not self._plated(shot) for shot in shots):
            return False
        kinds = [reference.kind for reference in found]
        return (
            len(found) <= (MODEL_CARD.files or len(found))
            and kinds.count("image") <= (MODEL_CARD.images or len(found))
            and kinds.count("video") <= (MODEL_CARD.videos or len(found))
            and kinds.count("audio") <= (MODEL_CARD.audios or len(found))
        )

    def _plated(self, shot: PlannedShot) -> bool:
        written = self._brief.shots[shot.index]
        return bool(written.first_frame or written.last_frame)

    # --- one clip -----------------------------------------------------------------------------------------------------

    def _group(self, parts: Sequence[PlannedShot], start: int, end: int) -> Group | None:
        """The clip of ``parts[start:end]``; None when it does not fit."""
        shots = tuple(parts[start:end])
        shown = sum(shot.frames for shot in shots)
        ahead, behind = self._wanted_handles(parts, start, end)
        least_ahead, least_behind = self._least_handles(parts, start, end)
        shortened = False
        frames = self._fitting(ahead + shown + behind)
        if frames is None:
            frames = self._fitting(least_ahead + shown + least_behind)
            shortened = frames is not None and (ahead, behind) != (least_ahead, least_behind)
            if frames is None:
                return None
            ahead, behind = self._shortened(frames - shown, ahead, behind, least_ahead, least_behind)
        if self._ends_plated(shots[-1]) and not self._opens_plated(shots[0]) and not self._chained(parts, start):
            # The last frame is the plate: what is left over lies before the shots.
            ahead = frames - shown
        return Group(shots, frames, ahead, shortened)

    def _fitting(self, frames: int) -> int | None:
        place = bisect_left(self._counts, frames)
        return self._counts[place] if place < len(self._counts) else None

    @staticmethod
    def _shortened(spare: int, ahead: int, behind: int, least_ahead: int, least_behind: int) -> tuple[int, int]:
        """As much of the wanted handles as there is room for, the tail first."""
        room = spare - least_ahead - least_behind
        tail = min(behind, least_behind + room)
        return min(ahead, spare - tail), tail

    def _wanted_handles(self, parts: Sequence[PlannedShot], start: int, end: int) -> tuple[int, int]:
        ahead, behind = self._least_handles(parts, start, end)
        if not self._opens_plated(parts[start]) and not self._chained(parts, start):
            ahead = max(ahead, self._handles[0])
        if not self._ends_plated(parts[end - 1]):
            behind = max(behind, self._handles[1])
        return ahead, behind

    def _least_handles(self, parts: Sequence[PlannedShot], start: int, end: int) -> tuple[int, int]:
        """What the joins at both ends need: half a dissolve, or the frame that a chained clip repeats."""
        if self._opens_plated(parts[start]):
            ahead = 0
        elif self._chained(parts, start):
            ahead = 1
        else:
            ahead = before(parts[start].overlap) if parts[start].join is JoinKind.DISSOLVE else 0
        behind = 0
        if end < len(parts) and parts[end].join is JoinKind.DISSOLVE and not self._ends_plated(parts[end - 1]):
            behind = after(parts[end].overlap)
        return ahead, behind

    def _chained(self, parts: Sequence[PlannedShot], start: int) -> bool:
        return start > 0 and parts[start].join is JoinKind.CONTINUE

    def _opens_plated(self, shot: PlannedShot) -> bool:
        return bool(self._brief.shots[shot.index].first_frame) and shot.part == 0

    def _ends_plated(self, shot: PlannedShot) -> bool:
        return bool(self._brief.shots[shot.index].last_frame) and shot.part == shot.parts - 1

    # --- shots longer than a clip -------------------------------------------------------------------------------------

    def _parts(self, shots: Sequence[PlannedShot], index: int, shot: PlannedShot) -> list[PlannedShot]:
        """The shot itself, or its parts when no clip is long enough; each part goes on from the last frame of the one before."""
        self._check_plates(shots, index, shot)
        if self._group(list(shots), index, index + 1) is not None:
            return [shot]
        ahead, behind = self._least_handles(shots, index, index + 1)
        room = self._longest - max(ahead, 1) - behind
        if room < 1:
            self._findings.say(
                "PLN014",
                f"{shot.id}: its transitions need {ahead + behind} frames, and a clip has at most {self._longest}",
                "shots",
                shot.index,
                "join",
                level=Level.ERROR,
            )
            return [shot]
        count = -(-shot.frames // room)
        edges = [shot.frames * number // count for number in range(count + 1)]
        for number in range(1, count):
            edges[number] = self._between_lines(shot, edges[number], edges[number - 1], room)
        if any(later - earlier > room for earlier, later in pairwise(edges)):
            edges = [shot.frames * number // count for number in range(count + 1)]
        return [
            replace(
                shot,
                start=shot.start + edges[number],
                frames=edges[number + 1] - edges[number],
                join=shot.join if number == 0 else JoinKind.CONTINUE,
                overlap=shot.overlap if number == 0 else 0,
                lines=tuple(
                    _moved(line, edges[number], edges[number + 1])
                    for line in shot.lines
                    if edges[number] <= line.start < edges[number + 1]
                ),
                part=number,
                parts=count,
            )
            for number in range(count)
        ]

    @staticmethod
    def _between_lines(shot: PlannedShot, edge: int, last: int, room: int) -> int:
        """The edge moved out of a line that it would cut, where there is room for that."""
        for line in shot.lines:
            if line.start < edge < line.end:
                if line.start > last:
                    return line.start
                if line.end - last <= room:
                    return line.end
        return edge

    def _check_plates(self, shots: Sequence[PlannedShot], index: int, shot: PlannedShot) -> None:
        written = self._brief.shots[shot.index]
        if shot.join is JoinKind.DISSOLVE and written.first_frame:
            self._findings.say(
                "PLN007",
                f"{shot.id}: a dissolve of {shot.overlap} frames needs {before(shot.overlap)} frames before its first_frame; "
                "use a cut or a dip, or leave the first_frame out",
                "shots",
                shot.index,
                "join",
                suggestion="dip",
            )
        following = shots[index + 1] if index + 1 < len(shots) else None
        if following is not None and following.join is JoinKind.DISSOLVE and written.last_frame:
            self._findings.say(
                "PLN007",
                f"{shot.id}: the dissolve into {following.id} needs {after(following.overlap)} frames after its last_frame; "
                "use a cut or a dip, or leave the last_frame out",
                "shots",
                following.index,
                "join",
                suggestion="dip",
            )


def _moved(line: PlannedLine, start: int, end: int) -> PlannedLine:
    return replace(line, start=line.start - start, end=min(line.end, end) - start)
