"""The edit that a plan and its takes give."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from ..edit import Bed, Caption, Edit, Piece, Sound
from .model import Clip, FilmPlan

if TYPE_CHECKING:
    from h3prompt.brief.model import Brief

#: (LUFS, dBTP) of the standards that a brief can name.
STANDARDS = {"stream": (-14.0, -1.0), "ebu-r128": (-23.0, -1.0)}


def edit(plan: FilmPlan, takes: Mapping[str, Path]) -> Edit:
    """The edit of the film.

    Args:
        plan: the plan.
        takes: clip to the file that the film shows.
    """
    return Edit(
        pieces=tuple(_piece(clip, takes[clip.id]) for clip in plan.clips),
        canvas=plan.canvas,
        captions=tuple(
            Caption(shot.start + line.start, shot.start + line.end, line.text, line.speaker)
            for shot in plan.shots
            for line in shot.lines
        ),
        title=plan.title,
    )


def _piece(clip: Clip, path: Path) -> Piece:
    opening = clip.shots[0]
    return Piece(
        clip=clip.id,
        path=path,
        start=clip.head,
        frames=clip.shown,
        join=opening.join,
        overlap=opening.overlap,
        speech=tuple(
            (shot.start - clip.start + line.start, shot.start - clip.start + line.end)
            for shot in clip.shots
            for line in shot.lines
        ),
    )


def sound(brief: Brief, folder: Path) -> Sound:
    """How the brief wants the sound to be treated; paths become those of `folder`."""
    audio = brief.audio
    target, peak = STANDARDS.get(audio.loudness.standard, (None, -1.0))
    music = audio.music
    return Sound(
        policy=audio.policy.value,
        master=None if audio.track is None else folder / audio.track,
        bed=None
        if music is None
        else Bed(folder / music.file, music.gain, music.duck, music.start.frames, music.fade_out.frames),
        target=target if audio.loudness.target is None or target is None else audio.loudness.target,
        true_peak=peak if audio.loudness.true_peak is None else audio.loudness.true_peak,
        match_limit=audio.match_shots,
        fade_ms=float(audio.fade.seconds * 1000),
    )
