"""Packs shots into clips: which shots are rendered together, in how many frames, with which handles."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, NamedTuple

from h3prompt.brief.joins import JoinKind
from h3prompt.findings import Level
from h3prompt.grid import Window
from h3prompt.limits import MODEL_CARD

from ..edit import after, before
from .codes import Findings
from .model import PlannedLine, PlannedReference, PlannedShot
from .references import wanted

if TYPE_CHECKING:
    from h3prompt.brief.model import Brief

#: What it costs in frames to begin a clip in the middle of something that goes on: more than any clip saves.
_BREAK = 100_000
#: What one more clip costs, so that of two packings with the same frames the one with fewer clips wins.
_CLIP = 1 / 64


class _Size(NamedTuple):
    """Length and head handle of a clip in frames, and whether its handles are shorter than was asked for."""

    frames: int
    head: int
    shortened: bool


@dataclass(frozen=True, slots=True)
class Group:
    """The shots of one clip with its length and its head handle in frames."""

    shots: tuple[PlannedShot, ...]
    frames: int
    head: int
    shortened: bool = False


class _Files(NamedTuple):
    """The files of one part, and whether a keyframe stands at one of its ends."""

    references: tuple[PlannedReference, ...]
    plated: bool


class _Lot:
    """The files of a clip that grows part by part."""

    def __init__(self, first: _Files) -> None:
        self._found = set(first.references)
        self._plated = first.plated
        self._bare = bool(first.references) and not first.plated

    def takes(self, files: _Files) -> bool:
        """Adds the files of a part; says whether all can travel together and none is lost to another part's keyframe."""
        self._found.update(files.references)
        self._plated |= files.plated
        self._bare |= bool(files.references) and not files.plated
        if self._plated and self._bare:
            return False
        kinds = [reference.kind for reference in self._found]
        most = (MODEL_CARD.files, MODEL_CARD.images, MODEL_CARD.videos, MODEL_CARD.audios)
        have = (len(kinds), kinds.count("image"), kinds.count("video"), kinds.count("audio"))
        return all(limit is None or number <= limit for number, limit in zip(have, most, strict=True))


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
        sums = [0, *accumulate(part.frames for part in parts)]
        files = [_Files(wanted(self._brief, [part]), self._plated(part)) for part in parts]
        best: list[float] = [0.0] + [float("inf")] * count
        back: list[tuple[int, _Size] | None] = [None] * (count + 1)
        for start in range(count):
            if best[start] == float("inf"):
                continue
            broken = start > 0 and parts[start].join is JoinKind.CONTINUE and parts[start].part == 0
            begun = best[start] + _CLIP + (_BREAK if broken else 0)
            lot = _Lot(files[start])
            for end in range(start + 1, count + 1):
                if end > start + 1 and not (self._joinable(parts, end - 1) and lot.takes(files[end - 1])):
                    break
                shown = sums[end] - sums[start]
                if shown > self._longest:
                    break
                size = self._size(parts, start, end, shown)
                if size is not None and begun + size.frames < best[end]:
                    best[end], back[end] = begun + size.frames, (start, size)
        groups: list[Group] = []
        end = count
        while end > 0:
            step = back[end]
            if step is None:
                # A single shot always has a clip unless something was said about it; go on before it.
                end -= 1
                continue
            start, size = step
            groups.append(Group(tuple(parts[start:end]), *size))
            end = start
        return groups[::-1]

    # --- what may stand together --------------------------------------------------------------------------------------

    def _joinable(self, parts: Sequence[PlannedShot], index: int) -> bool:
        """Whether the part at `index` may stand in one clip with the part before it."""
        shot, last = parts[index], parts[index - 1]
        written, before_it = self._brief.shots[shot.index], self._brief.shots[last.index]
        if self._brief.packing == "shot" and shot.index != last.index:
            return False
        return not (shot.overlap or shot.part or written.new_clip or written.first_frame or before_it.last_frame)

    def _plated(self, shot: PlannedShot) -> bool:
        written = self._brief.shots[shot.index]
        return bool(written.first_frame or written.last_frame)

    # --- one clip -----------------------------------------------------------------------------------------------------

    def _size(self, parts: Sequence[PlannedShot], start: int, end: int, shown: int) -> _Size | None:
        """The size of the clip of ``parts[start:end]``, of which `shown` frames are shown; None when it does not fit."""
        ahead, behind = self._wanted_handles(parts, start, end)
        least_ahead, least_behind = self._least_handles(parts, start, end)
        shortened = False
        frames = self._fitting(ahead + shown + behind)
        if frames is None:
            frames = self._fitting(least_ahead + shown + least_behind)
            if frames is None:
                return None
            shortened = (ahead, behind) != (least_ahead, least_behind)
            ahead = self._shortened(frames - shown, ahead, behind, least_ahead, least_behind)
        plated = self._ends_plated(parts[end - 1]) and not self._opens_plated(parts[start])
        if plated and not self._chained(parts, start):
            # The last frame is the plate: what is left over lies before the shots.
            ahead = frames - shown
        return _Size(frames, ahead, shortened)

    def _fitting(self, frames: int) -> int | None:
        place = bisect_left(self._counts, frames)
        return self._counts[place] if place < len(self._counts) else None

    @staticmethod
    def _shortened(spare: int, ahead: int, behind: int, least_ahead: int, least_behind: int) -> int:
        """The head handle when there is no room for what is wanted: the tail gets its share first."""
        room = spare - least_ahead - least_behind
        tail = min(behind, least_behind + room)
        return min(ahead, spare - tail)

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
        if self._size(shots, index, index + 1, shot.frames) is not None:
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
        edges = self._edges(shot, room)
        count = len(edges) - 1
        for line in shot.lines:
            inside = [edge for edge in edges[1:-1] if line.start < edge < line.end]
            if inside:
                self._findings.say(
                    "PLN017",
                    f"{shot.id}: a line of {line.end - line.start} frames is cut where the shot goes on in another clip "
                    f"(frame {inside[0]}); split it, or move it by its `at`",
                    "shots",
                    shot.index,
                    "lines",
                )
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

    def _edges(self, shot: PlannedShot, room: int) -> list[int]:
        """Where the parts of a long shot begin and end: as few as can be, and one or two more where that keeps a line whole."""
        fewest = -(-shot.frames // room)
        for count in range(fewest, fewest + 3):
            edges = [shot.frames * number // count for number in range(count + 1)]
            for number in range(1, count):
                edges[number] = self._between_lines(shot, edges[number], edges[number - 1], room)
            whole = all(not line.start < edge < line.end for edge in edges for line in shot.lines)
            if whole and all(0 < later - earlier <= room for earlier, later in pairwise(edges)):
                return edges
        return [shot.frames * number // fewest for number in range(fewest + 1)]

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
