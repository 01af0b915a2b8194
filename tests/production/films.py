"""Small films for tests: a brief on disk, and runs of the whole line on it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

#: A plain sentence for each shot, so that no two prompts are alike.
ACTIONS = (
    "A red boat drifts past the stone pier.",
    "Rain runs down the green shutters of the harbour office.",
    "A rope swings slowly from an iron crane.",
    "Gulls lift from the wet roof of the fish market.",
    "A lantern burns on the bow of a grey barge.",
    "Waves fold over the black rocks below the wall.",
    "A brass bell turns in the wind above the door.",
    "Steam rises from a kettle on a tin stove.",
    "A cat walks along the edge of a blue crate.",
    "Nets dry in the sun between two crooked masts.",
    "A paper map lies open under a glass weight.",
    "Ice cracks along the hull of a moored trawler.",
)


def brief(shots: int = 2, **changes: Any) -> dict[str, Any]:
    """A small film of `shots` shots of 4 s, 128 x 64 pixels, a clip each."""
    return {
        "schema": 1,
        "title": "Harbour",
        "ratio": "16:9",
        "short_edge": 64,
        "packing": "shot",
        "handles": {"head": "2f", "tail": "4f"},
        "shots": [{"duration": "4s", "action": ACTIONS[index % len(ACTIONS)]} for index in range(shots)],
        **changes,
    }


def write(folder: Path, document: dict[str, Any]) -> Path:
    """Writes the brief and returns its path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "brief.yaml"
    path.write_text(yaml.safe_dump(document, allow_unicode=True, sort_keys=False), encoding="utf-8")
    return path
