"""Requests for small slates, and a render of one."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path
from typing import Any

from backends.contract import (
    Cancel,
    LineNote,
    Move,
    Notes,
    ReferenceFile,
    Rendered,
    RenderEvent,
    RenderRequest,
    ShotNote,
)
from backends.slate.renderer import Slate
from h3prompt.context import Kind, Role
from h3prompt.grid import Canvas
from h3prompt.modes import Mode

PROMPT = "integrated_multimodal_description: [Shot 1] A lamp burns in a window.\n"
#: Two shots with a line in each; the cut is at frame 60.
CUT = 60
NOTES = Notes(
    shots=(
        ShotNote("S03", 0, CUT, "At the gate", Move("push in"), (LineNote(20, 44, "Mara", "Late again.", "English"),)),
        ShotNote("S04", CUT, 107, "夜の街", Move("pan", "left"), (LineNote(70, 95, "Tom", "我来了。", "Mandarin"),)),
    ),
    film_start=-5,
    film_title="The Last Ferry",
)


def request(**changes: Any) -> RenderRequest:
    """A small request with two shots; `changes` replaces fields."""
    base = RenderRequest("C02", PROMPT, Mode.T2VA, 107, Canvas(320, 192), 7, notes=NOTES)
    return replace(base, **changes)


def one_shot(move: Move, frames: int = 39, **changes: Any) -> RenderRequest:
    """A request with one shot and no line."""
    return request(frames=frames, notes=Notes((ShotNote("S02", 0, frames, move=move),)), **changes)


def reference(path: Path, kind: Kind = Kind.IMAGE, role: Role = Role.REFERENCE) -> ReferenceFile:
    """A file of a request."""
    digest = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
    return ReferenceFile(kind, path, role, digest)


def render(
    wanted: RenderRequest, target: Path, renderer: Slate | None = None, cancel: Cancel | None = None
) -> tuple[Rendered, list[RenderEvent]]:
    """Renders `wanted` and gives what came back and what was reported."""
    events: list[RenderEvent] = []
    done = (renderer or Slate()).render(wanted, target, events.append, Cancel() if cancel is None else cancel)
    return done, events
