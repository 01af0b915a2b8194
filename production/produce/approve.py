"""Gates at which the work waits for a person: what was approved is remembered by its hash, so a change asks again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from h3prompt.errors import UsageError, WaitingError

from ..files import write_text
from ..hashes import digest, sha256
from ..project import Project
from ..takes.store import now

if TYPE_CHECKING:
    from h3prompt.brief.model import Brief

GATES = ("plan", "prompts", "film")


class Approvals:
    """The approvals of a project."""

    def __init__(self, project: Project) -> None:
        self._file = project.folder / "approvals.json"
        self._project = project
        try:
            self._known: dict[str, Any] = json.loads(self._file.read_text("utf-8"))["approvals"]
        except (OSError, ValueError, KeyError, TypeError):
            # Whatever cannot be read was not approved.
            self._known = {}

    def given(self, gate: str, *files: Path) -> bool:
        """Whether `gate` was approved for exactly these files."""
        return bool(self._known.get(gate, {}).get("sha256") == _hash(files))

    def require(self, gate: str, brief: Brief, *files: Path) -> None:
        """Stops here unless the brief has no such gate or it was approved.

        Raises:
            WaitingError: when a person has to look first.
        """
        if gate not in brief.approvals or self.given(gate, *files):
            return
        changed = " again, since it has changed" if gate in self._known else ""
        raise WaitingError(
            f"the {gate} waits for approval{changed}: {self._project.relative(files[0])}",
            hint=f"look at it, then run h3 approve {gate} {self._project.folder}",
            code="approval",
        )

    def approve(self, gate: str, *files: Path) -> None:
        """Remembers that a person approved exactly these files.

        Raises:
            UsageError: when there is nothing to approve yet.
        """
        missing = [file for file in files if not file.exists()]
        if missing or not files:
            raise UsageError(f"there is no {gate} to approve yet", hint="h3 plan writes the plan and the prompts")
        self._known[gate] = {"sha256": _hash(files), "when": now()}
        write_text(self._file, json.dumps({"schema": 1, "approvals": self._known}, indent=1) + "\n")


def _hash(files: tuple[Path, ...]) -> str:
    return digest([sha256(file) if file.exists() else "" for file in files])
