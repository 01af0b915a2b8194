"""Requests for the small model, with the files that their modes want."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from backends.contract import ReferenceFile, RenderRequest
from h3prompt.context import Kind, Role
from h3prompt.grid import Canvas
from h3prompt.modes import Mode
from tests import media

PROMPT = "integrated_multimodal_description: [Shot 1] A lamp burns. She says: <d>Late again.</d>\n"
FAST = {"evaluations": 4, "threads": 1}


def file(path: Path, kind: Kind = Kind.IMAGE, role: Role = Role.REFERENCE) -> ReferenceFile:
    content = path.read_bytes() if path.is_file() else b""
    return ReferenceFile(kind, path, role, hashlib.sha256(content).hexdigest())


def files(mode: Mode, folder: Path) -> tuple[ReferenceFile, ...]:
    """What a request of `mode` needs."""
    first = media.image(folder / "first.png", (80, 120), color=(200, 40, 10), channels=4)
    last = media.image(folder / "last.png", (64, 64), color=(10, 40, 200))
    if mode is Mode.REF2VA:
        clip = media.clip(folder / "clip.mp4", frames=40, size=(64, 64))
        return (file(first), file(clip, Kind.VIDEO), file(media.tone(folder / "tone.wav", 2.0), Kind.AUDIO))
    found = []
    if mode in (Mode.I2VA, Mode.FL2VA):
        found.append(file(first, role=Role.FIRST_FRAME))
    if mode in (Mode.L2VA, Mode.FL2VA):
        found.append(file(last, role=Role.LAST_FRAME))
    return tuple(found)


def request(model: Path | str | None, **changes: Any) -> RenderRequest:
    """A text request of 124 frames at 64x64; `changes` replaces fields."""
    values: dict[str, Any] = {
        "clip": "C01",
        "prompt": PROMPT,
        "mode": Mode.T2VA,
        "frames": 124,
        "canvas": Canvas(64, 64),
        "seed": 5,
        "model": None if model is None else str(model),
        "settings": FAST,
    }
    return RenderRequest(**{**values, **changes})
