"""What a report is made from: plain data, gathered by whoever knows the film."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from h3prompt.grid import Canvas

from ..qc.model import Inspection


@dataclass(frozen=True, slots=True)
class LineRow:
    """A line on the film's clock: frames ``[start, end)``."""

    start: int
    end: int
    speaker: str
    text: str
    language: str


@dataclass(frozen=True, slots=True)
class ShotRow:
    """A shot on the film's clock. `join` is how it is entered, `overlap` the length of that transition in frames."""

    id: str
    title: str
    clip: str
    start: int
    frames: int
    join: str
    overlap: int
    framing: str = ""
    camera: str = ""
    lines: tuple[LineRow, ...] = ()


@dataclass(frozen=True, slots=True)
class TakeRow:
    """A take. `path` is absolute; `picked` marks the one in the film; `findings` are those of its own inspection."""

    id: str
    state: str
    path: Path | None
    seed: int
    picked: bool
    draft: bool
    findings: tuple[Mapping[str, Any], ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ClipRow:
    """A clip: `frames` were rendered, the film shows ``[head, head + shown)`` of them."""

    id: str
    mode: str
    frames: int
    head: int
    shown: int
    prompt: str
    edited: bool
    takes: tuple[TakeRow, ...] = ()


@dataclass(frozen=True, slots=True)
class ReportData:
    """A film as its report shows it.

    Attributes:
        title, version: of the film ("v003").
        film: its file.
        folder: where the report is written; every link in it is relative to this folder and stays inside the project.
        draft: the film is made of slates or previews and must say so in every heading.
        backend: what rendered it.
        frames, canvas: of the film.
        shots, clips: in order.
        inspection: of the film.
        assumptions, decisions: one sentence each.
        made_with: name to version of every program that took part.
        sound: policy and loudness, for the summary.
    """

    title: str
    version: str
    film: Path
    folder: Path
    draft: bool
    backend: str
    frames: int
    canvas: Canvas
    shots: tuple[ShotRow, ...]
    clips: tuple[ClipRow, ...]
    inspection: Inspection
    assumptions: tuple[str, ...] = ()
    decisions: tuple[str, ...] = ()
    made_with: Mapping[str, str] = field(default_factory=dict)
    sound: Mapping[str, Any] = field(default_factory=dict)
