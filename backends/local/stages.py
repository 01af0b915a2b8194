"""What a finished stage leaves on disk: tensors in a file named by everything that they depend on.

A file is trusted when it is whole and carries the digest of its content; anything else is made again. Files are written
beside their place, flushed and renamed.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any


def key(document: Mapping[str, Any]) -> str:
    """The name of what depends on `document`, and on nothing else."""
    text = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()[:40]


def digest(tensors: Mapping[str, Any]) -> str:
    """The SHA-256 of names, types, shapes and bytes."""
    found = hashlib.sha256()
    for name in sorted(tensors):
        value = tensors[name].detach().cpu().contiguous()
        found.update(f"{name} {value.dtype} {tuple(value.shape)}\n".encode())
        # bfloat16 is unknown to numpy; its bytes are not.
        found.update(value.reshape(-1).view(dtype=_byte()).numpy().tobytes() if value.numel() else b"")
    return found.hexdigest()


def _byte() -> Any:
    from .runtime import torch

    return torch().uint8


class Stages:
    """Keeps tensors under their keys.

    Args:
        folder: where; None: nothing outlives the object.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._memory: dict[str, dict[str, Any]] = {}

    def _path(self, stage: str, name: str) -> Path | None:
        return self._folder / stage / f"{name}.safetensors" if self._folder else None

    def load(self, stage: str, name: str) -> dict[str, Any] | None:
        """What was kept, None when nothing was or when it cannot be trusted."""
        path = self._path(stage, name)
        if path is None:
            return self._memory.get(f"{stage}/{name}")
        if not path.is_file():
            return None
        from safetensors import SafetensorError, safe_open

        try:
            with safe_open(str(path), framework="pt") as file:
                wanted = (file.metadata() or {}).get("sha256")
                tensors = {part: file.get_tensor(part) for part in file.keys()}  # noqa: SIM118
        except (OSError, SafetensorError):
            tensors, wanted = {}, ""
        if wanted and digest(tensors) == wanted:
            return tensors
        with suppress(OSError):
            path.unlink()
        return None

    def save(self, stage: str, name: str, tensors: Mapping[str, Any]) -> None:
        """Keeps `tensors`, durably before it returns."""
        held = {part: value.detach().cpu().contiguous() for part, value in tensors.items()}
        path = self._path(stage, name)
        if path is None:
            self._memory[f"{stage}/{name}"] = held
            return
        from safetensors.torch import save_file

        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_name(f".{path.name}.{os.getpid()}.part")
        try:
            save_file(held, str(beside), metadata={"sha256": digest(held)})
            with beside.open("rb+") as file:
                os.fsync(file.fileno())
            beside.replace(path)
        finally:
            with suppress(OSError):
                beside.unlink(missing_ok=True)

    def drop(self, stage: str, name: str) -> None:
        """Forgets what is no longer needed."""
        self._memory.pop(f"{stage}/{name}", None)
        path = self._path(stage, name)
        if path is not None:
            with suppress(OSError):
                path.unlink(missing_ok=True)
