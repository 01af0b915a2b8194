"""Makes a clip wrong in the way that was asked for; see `settings.FAULTS`."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from backends.contract import Notes, RenderRequest, ShotNote
from h3prompt import grid
from h3prompt.errors import BackendError
from h3prompt.grid import Canvas

from .frames import shots_of
from .planes import Bytes
from .sound import RATE, Sound, samples

#: How late the cuts come with "late", what is missing with "short", how long the other picture of "extra_cut" is: frames.
LATE, SHORT, EXTRA = 8, 24, 12
#: Where a crash comes, where the picture stands still, where it turns black: parts of the clip.
_CRASH, _FREEZE, _BLACK = 3, 3, 2
#: The exit status of a process that "died".
_KILLED = 137


@dataclass(frozen=True, slots=True)
class Shape:
    """What the file is like: `rate` in frames a second, and whether there is sound."""

    rate: int = grid.FPS
    audio: bool = True


def shape(fault: str) -> Shape:
    """What the file is like with this fault."""
    return Shape(25 if fault == "wrong_fps" else grid.FPS, fault != "no_audio")


def _late(shots: Sequence[ShotNote], frames: int) -> tuple[ShotNote, ...]:
    starts = [shot.start if index == 0 else min(frames - 1, shot.start + LATE) for index, shot in enumerate(shots)]
    ends = [*starts[1:], shots[-1].end]
    return tuple(replace(shot, start=start, end=end) for shot, start, end in zip(shots, starts, ends, strict=True))


def _extra(shots: Sequence[ShotNote]) -> tuple[ShotNote, ...]:
    longest = max(shots, key=lambda shot: shot.end - shot.start)
    start = (longest.start + longest.end - EXTRA) // 2
    if start <= longest.start:
        return tuple(shots)
    result: list[ShotNote] = []
    for shot in shots:
        if shot is longest:
            other = replace(shot, id="not planned", title="", start=start, end=start + EXTRA)
            result += [replace(shot, end=start), other, replace(shot, start=start + EXTRA)]
        else:
            result.append(shot)
    return tuple(result)


def _smaller(edge: int) -> int:
    return edge - 32 if edge > 32 else 16


def drawn(request: RenderRequest, fault: str) -> RenderRequest:
    """The request whose pictures are drawn instead."""
    shots = shots_of(request)
    if fault == "wrong_size":
        return replace(request, canvas=Canvas(*map(_smaller, request.canvas)))
    if fault == "short":
        return replace(request, frames=max(1, request.frames - SHORT))
    changed: tuple[ShotNote, ...] | None = None
    if fault == "late":
        changed = _late(shots, request.frames)
    elif fault == "extra_cut":
        changed = _extra(shots)
    elif fault == "no_cut":
        changed = (replace(shots[0], end=request.frames),)
    if changed is None:
        return request
    notes: Notes = replace(request.notes, shots=changed)
    return replace(request, notes=notes)


def pictures(frames: Iterator[Bytes], fault: str, total: int, luma: int) -> Iterator[Bytes]:
    """The frames with the fault in them; `luma` is how many bytes of each are luma.

    Raises:
        BackendError: with "crash".
    """
    held: Bytes | None = None
    for index, frame in enumerate(frames):
        if fault in ("crash", "die") and index >= total // _CRASH:
            if fault == "die":
                os._exit(_KILLED)
            raise BackendError(
                f"the slate renderer stopped at frame {index} of {total}, as it was told to",
                hint="the setting fault=crash asked for it",
            )
        if fault == "flat" or (fault == "black" and index >= total // _BLACK):
            frame[:luma] = 126 if fault == "flat" else 16
            frame[luma:] = 128
        elif fault == "frozen":
            held = frame.copy() if held is None or index <= total // _FREEZE else held
            yield held
            continue
        yield frame


def heard(sound: Sound, fault: str, frames: int, seed: int) -> Sound:
    """The sound with the fault in it; `frames` is how many the picture has."""
    random = np.random.default_rng([seed, 3])
    if fault == "clipped":
        return np.clip(sound * 10**1.5, -1, 1)
    if fault == "dc":
        return sound + 0.2
    if fault == "mono":
        return sound[:, :1]
    if fault == "noisy":
        return sound + random.normal(0, 10 ** (-22 / 20), sound.shape)
    if fault == "silent_clip":
        return np.zeros_like(sound)
    if fault == "short":
        return sound[: samples(frames)]
    if fault == "wrong_fps":
        return sound[: round(frames * RATE / shape(fault).rate)]
    return sound
