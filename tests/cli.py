"""Runs the command line inside the test process, or as a process of its own."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from production.__main__ import main

ROOT = Path(__file__).resolve().parent.parent
SCHEMAS = ROOT / "docs" / "schemas"

GOOD = """---
mode: T2VA
duration: 5.17
references: []
---
integrated_multimodal_description: [Shot 1] Static shot of a gate in the rain. [Shot 2] At 00:03.000, the camera cuts to a bird.

overall_soundscape: Rain on stone.

non_diegetic_music: N/A
"""
BAD = GOOD.replace("At 00:03.000,", "At 3s,").replace("music: N/A", "music: none")


@dataclass(frozen=True)
class Result:
    """How a command ended."""

    status: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """Standard output as the one JSON document that it must be."""
        return json.loads(self.out)


class Cli:
    """Runs commands in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self._capsys = capsys
        self._monkeypatch = monkeypatch

    def __call__(self, *words: str | Path, stdin: str | bytes | None = None) -> Result:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        stream = io.TextIOWrapper(io.BytesIO(data or b""), "utf-8")
        self._monkeypatch.setattr(sys, "stdin", stream)
        self._capsys.readouterr()
        status = main([str(word) for word in words])
        captured = self._capsys.readouterr()
        return Result(int(status), captured.out, captured.err)


def process(
    words: Sequence[str | Path], cwd: Path, *, stdin: bytes = b"", env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Runs a command as a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **(env or {})}
    command = [sys.executable, "-m", "production", *map(str, words)]
    return subprocess.run(command, cwd=cwd, input=stdin, capture_output=True, env=environment, check=False, timeout=60)


def validate(document: Any, schema: str) -> None:
    """Fails when `document` does not follow the published schema."""
    from jsonschema import Draft202012Validator

    content = json.loads((SCHEMAS / f"{schema}.schema.json").read_text("utf-8"))
    Draft202012Validator.check_schema(content)
    Draft202012Validator(content).validate(document)
