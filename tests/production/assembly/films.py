"""Edits of test clips, assembled and measured."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from backends.media.probe import probe
from h3prompt.grid import Canvas
from production.assembly.assemble import Assembled, assemble
from production.edit import Edit, Piece, Sound
from tests import media

CANVAS = Canvas(160, 96)
#: Sound as it is: no levelling, no loudness.
PLAIN = Sound(target=None, match_limit=0.0)


def film(folder: Path, pieces: Sequence[Piece], *, name: str = "film.mp4", **edit: Any) -> Assembled:
    """Assembles the pieces; the edit's other fields by name."""
    whole = Edit(tuple(pieces), edit.pop("canvas", CANVAS), **edit)
    made = assemble(whole, folder / name, work=folder / "work", overwrite=True)
    exact(made, whole.frames)
    return made


def exact(made: Assembled, frames: int) -> None:
    """The film has exactly these frames and their samples, each frame at its time."""
    found = probe(made.path, count=True)
    assert found.video is not None and found.audio is not None
    assert (made.frames, found.video.frames, media.frames_of(made.path)) == (frames, frames, frames)
    assert found.audio.rate == 48_000 and found.audio.duration is not None
    assert found.audio.duration * 48_000 == made.samples == frames * 2_000
    assert found.video.start == found.audio.start == 0
    assert [time * 24 for time in media.times_of(made.path)] == list(range(frames))


def codes(made: Assembled) -> set[str]:
    """The codes of the findings."""
    return {finding.code for finding in made.findings}


def heard(made: Assembled) -> Any:
    """The samples that a player plays, of shape (n, 2)."""
    data = media.samples(made.path)
    assert 0 <= len(data) - made.samples < 1_024
    return data[: made.samples]


def shade(path: Path, frames: int, level: int, **options: Any) -> Path:
    """A clip whose frame k has the grey `level` + k."""
    levels = np.arange(level, level + frames, dtype=np.uint8)
    source = np.broadcast_to(levels[:, None, None, None], (frames, 96, 160, 3))
    return media.clip(path, frames, source=np.ascontiguousarray(source), crf=4, **options)
