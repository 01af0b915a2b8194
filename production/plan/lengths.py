"""How long each shot is and where its lines stand: speech first, whole frames, a sum that is exactly the film."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from h3prompt import grid
from h3prompt.brief.joins import JoinKind
from h3prompt.document import Line as SpokenLine
from h3prompt.findings import Level
from h3prompt.speech import exact, speech_seconds, units

from .codes import Findings
from .model import PlannedLine, PlannedShot

if TYPE_CHECKING:
    from h3prompt.brief.model import Brief, Line, Shot

#: Frames of air before the first and after the last line of a shot, so that no line touches a cut.
AIR = 12
#: A line that ends closer to the end of its shot than this is told: 0.3 s, in whole frames.
CLOSE = 7
#: Frames between two lines.
GAP = 6
#: A shot without a length of its own, when the film has none either.
DEFAULT = 4 * grid.FPS
#: The shortest shot that is given a length here.
SHORTEST = grid.FPS
#: Default lengths of transitions, in frames.
DISSOLVE, DIP = 12, 16
#: From this many times a shot's length on its lines cannot be spoken at all.
HOPELESS = 1.3


def overlap(shot: Shot, index: int) -> int:
    """The frames of the transition into a shot; 0 for a cut and for the first shot."""
    if index == 0 or shot.join.kind not in (JoinKind.DISSOLVE, JoinKind.DIP):
        return 0
    if shot.join.length is not None:
        return shot.join.length.frames
    return DISSOLVE if shot.join.kind is JoinKind.DISSOLVE else DIP


def language(brief: Brief, line: Line) -> str:
    """In which language a line is spoken."""
    entity = brief.entities.get(line.speaker)
    return line.language or (entity.language if entity else None) or brief.language


def line_frames(brief: Brief, line: Line) -> int:
    """The frames that a line takes at the usual speed of its language."""
    return max(1, ceil(speech_seconds(SpokenLine(language(brief, line), line.text)) * grid.FPS))


def speech_need(brief: Brief, shot: Shot) -> int:
    """The frames that a shot needs for its lines, air included; 0 without lines."""
    if not shot.lines:
        return 0
    end = AIR
    for line in shot.lines:
        start = max(end, line.at.frames) if line.at is not None else end
        end = start + line_frames(brief, line) + GAP
    return end - GAP + AIR


def shot_lengths(brief: Brief, findings: Findings) -> tuple[list[int], list[str]]:
    """(frames of every shot, what was assumed); says when they cannot add up to the film, with the nearest choices."""
    needs = [max(speech_need(brief, shot), SHORTEST) for shot in brief.shots]
    stated = [None if shot.duration is None else shot.duration.frames for shot in brief.shots]
    open_shots = [index for index, frames in enumerate(stated) if frames is None]
    fixed = sum(frames for frames in stated if frames is not None)
    if brief.duration is None:
        return _without_total(brief, stated, needs)
    total = brief.duration.frames
    if not open_shots:
        if fixed != total:
            _refuse_sum(brief, stated, fixed, total, findings)
        return [frames or 0 for frames in stated], []
    left, least = total - fixed, sum(needs[index] for index in open_shots)
    if left < least:
        names = ", ".join(_name(brief, index) for index in open_shots)
        findings.say(
            "PLN002",
            f"{left} frames are left for {names}, which need at least {least} for their lines or a second each",
            "duration",
            suggestion=f"{fixed + least}f",
        )
        # What else is wrong can be told with the lengths that are needed at least.
        left = least
    shares = _shared(left, [needs[index] for index in open_shots])
    lengths = list(stated)
    assumptions = []
    for index, frames in zip(open_shots, shares, strict=True):
        lengths[index] = frames
        assumptions.append(f"{_name(brief, index)} has no duration; it gets {frames} frames of what the film leaves")
    return [frames or 0 for frames in lengths], assumptions


def _without_total(brief: Brief, stated: list[int | None], needs: list[int]) -> tuple[list[int], list[str]]:
    lengths, assumptions = [], []
    for index, frames in enumerate(stated):
        if frames is None:
            spoken = needs[index] if brief.shots[index].lines else 0
            frames = max(DEFAULT, spoken)
            why = "its lines need that" if frames == spoken else "the usual length"
            assumptions.append(f"{_name(brief, index)} has no duration; it gets {frames} frames ({why})")
        lengths.append(frames)
    return lengths, assumptions


def _shared(total: int, needs: list[int]) -> list[int]:
    """`total` in equal whole parts, but none below its need; what cannot be divided goes to the first ones."""
    shares = [0] * len(needs)
    rest = sorted(range(len(needs)), key=lambda index: -needs[index])
    left = total
    while rest and needs[rest[0]] * len(rest) > left:
        # The neediest one wants more than an equal part.
        index = rest.pop(0)
        shares[index] = needs[index]
        left -= needs[index]
    rest.sort()
    for place, index in enumerate(rest):
        shares[index] = left // len(rest) + (place < left % len(rest))
    return shares


def _refuse_sum(brief: Brief, stated: list[int | None], fixed: int, total: int, findings: Findings) -> None:
    difference = total - fixed
    choices = [f"set the duration of the film to {fixed}f ({fixed / grid.FPS:.3f} s)"]
    order = sorted(range(len(stated)), key=lambda index: -(stated[index] or 0))
    for index in order:
        frames = (stated[index] or 0) + difference
        if frames >= max(1, speech_need(brief, brief.shots[index])):
            verb = "lengthen" if difference > 0 else "shorten"
            choices.append(f"{verb} {_name(brief, index)} to {frames}f")
            break
    findings.say(
        "PLN001",
        f"the shots add up to {fixed} frames and the film has {total}: {abs(difference)} "
        f"{'are missing' if difference > 0 else 'too many'}; {', or '.join(choices)}",
        "duration",
        suggestion=f"{fixed}f",
    )


def _name(brief: Brief, index: int) -> str:
    return brief.shots[index].id or f"S{index + 1:02d}"


def planned_shots(brief: Brief, findings: Findings) -> tuple[list[PlannedShot], list[str]]:
    """All shots on the film's clock, with their lines placed, and what was assumed."""
    lengths, assumptions = shot_lengths(brief, findings)
    shots, start = [], 0
    for index, (shot, frames) in enumerate(zip(brief.shots, lengths, strict=True)):
        shots.append(
            PlannedShot(
                id=_name(brief, index),
                index=index,
                start=start,
                frames=frames,
                join=shot.join.kind if index else JoinKind.CUT,
                overlap=overlap(shot, index),
                lines=_lines(brief, shot, index, frames, findings),
                assumed=shot.duration is None,
            )
        )
        start += frames
    _check_transitions(shots, findings)
    return shots, assumptions


def _lines(brief: Brief, shot: Shot, index: int, frames: int, findings: Findings) -> tuple[PlannedLine, ...]:
    """The lines of a shot, one after the other unless the brief says when."""
    if not shot.lines:
        return ()
    lengths = [line_frames(brief, line) for line in shot.lines]
    spoken = sum(lengths) + GAP * (len(lengths) - 1)
    if spoken > frames:
        _say_too_long(brief, shot, index, frames, spoken, findings)
    # What is left is spread evenly before, between and after.
    spare = (
        max(0, frames - spoken - 2 * AIR) // (len(lengths) + 1) if all(line.at is None for line in shot.lines) else 0
    )
    end = min(AIR, max(0, frames - spoken)) + spare - GAP
    placed: list[PlannedLine] = []
    for number, (line, length) in enumerate(zip(shot.lines, lengths, strict=True)):
        start = line.at.frames if line.at is not None else end + GAP + (spare if number else 0)
        start = min(start, max(0, frames - 1))
        if placed and start < placed[-1].end:
            findings.say(
                "PLN004",
                f"{_name(brief, index)}: line {number + 1} begins at frame {start}, while the line before lasts to {placed[-1].end}",
                "shots",
                index,
                "lines",
                number,
                suggestion=f"{placed[-1].end + GAP}f",
            )
        if line.at is not None and line.at.frames + length > frames >= spoken:
            latest = max(0, frames - length)
            findings.say(
                "PLN003",
                f"{_name(brief, index)}: line {number + 1} begins at frame {line.at.frames} and needs {length}; the shot ends at {frames}",
                "shots",
                index,
                "lines",
                number,
                suggestion=f"{latest}f",
            )
        end = min(start + length, frames)
        if frames - CLOSE < start + length <= frames:
            findings.say(
                "PLN016",
                f"{_name(brief, index)}: line {number + 1} ends {frames - start - length} frames before the end of the shot",
                "shots",
                index,
                "lines",
                number,
                suggestion=f"{start + length + AIR}f",
            )
        placed.append(
            PlannedLine(
                speaker=line.speaker,
                text=line.text,
                language=language(brief, line),
                start=start,
                end=max(end, start + 1),
                delivery=line.delivery or "",
                off_screen=line.off_screen,
            )
        )
    return tuple(placed)


def _say_too_long(brief: Brief, shot: Shot, index: int, frames: int, spoken: int, findings: Findings) -> None:
    first = shot.lines[0]
    _, unit, rate = units(SpokenLine(language(brief, first), first.text))
    fit = int(exact(rate) * frames / grid.FPS)
    findings.say(
        "PLN003",
        f"{_name(brief, index)}: its lines need {spoken} frames and the shot has {frames}; about {fit} {unit} fit",
        "shots",
        index,
        "duration",
        suggestion=f"{speech_need(brief, shot)}f",
        level=Level.ERROR if spoken > HOPELESS * frames else None,
    )


def _check_transitions(shots: list[PlannedShot], findings: Findings) -> None:
    for before, shot, following in zip([None, *shots], shots, [*shots[1:], None], strict=False):
        if shot.overlap and before is not None:
            longest = min(before.frames, shot.frames) - 1
            if shot.overlap > longest:
                findings.say(
                    "PLN005",
                    f"{shot.id}: the {shot.join.value} has {shot.overlap} frames; between {before.frames} and {shot.frames} "
                    f"frames it can have at most {longest}",
                    "shots",
                    shot.index,
                    "join",
                    "length",
                    suggestion=f"{max(longest, 2)}f",
                )
        if following is not None and shot.overlap and following.overlap:
            used = shot.overlap - shot.overlap // 2 + following.overlap // 2
            if used > shot.frames:
                findings.say(
                    "PLN006",
                    f"{shot.id}: has {shot.frames} frames, and the transitions at both ends take {used} of them",
                    "shots",
                    shot.index,
                    suggestion=f"{used}f",
                )
