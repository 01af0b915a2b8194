"""A take and its states."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

#: The version of the form of ``take.json``.
SCHEMA = 1


class State(StrEnum):
    """Where a take stands; there are no others."""

    #: Recorded, nothing has been asked for.
    QUEUED = "queued"
    #: Asked for; if nobody is working on it any more, it was interrupted.
    RUNNING = "running"
    #: Made, inspected, hashed and renamed to its final name.
    FINISHED = "finished"
    #: The renderer said no, or its file was no clip.
    FAILED = "failed"
    #: The person stopped it.
    CANCELLED = "cancelled"
    #: The process died while it ran; nothing of it is trusted.
    INTERRUPTED = "interrupted"
    #: Asked for at a server that never answered: only a look there or a decision ends this.
    UNKNOWN = "unknown"
    #: Made, but not to be shown: an inspection or a person said so.
    REJECTED = "rejected"


#: Which states may follow which.
FOLLOWS: dict[State, frozenset[State]] = {
    State.QUEUED: frozenset({State.RUNNING, State.CANCELLED, State.INTERRUPTED, State.FAILED}),
    State.RUNNING: frozenset(
        {State.FINISHED, State.FAILED, State.CANCELLED, State.INTERRUPTED, State.UNKNOWN, State.REJECTED}
    ),
    State.UNKNOWN: frozenset({State.RUNNING, State.FINISHED, State.FAILED, State.CANCELLED, State.REJECTED}),
    State.FINISHED: frozenset({State.REJECTED, State.FAILED}),
    State.REJECTED: frozenset({State.FINISHED, State.FAILED}),
    State.FAILED: frozenset(),
    State.CANCELLED: frozenset(),
    State.INTERRUPTED: frozenset(),
}


@dataclass(slots=True)
class Take:
    """One attempt at one clip.

    Attributes:
        id: "T0007", unique in the project.
        clip, shots: what it was made for, by the names of that time.
        base: the hash of everything that it depends on but the seed; takes with one base are alternatives.
        key: the hash with the seed.
        identity: the document behind the hashes.
        state: where it stands.
        seed: what it was asked for with.
        attempt: 1 for the first one of a run.
        draft: it stands in for a finished clip.
        file: name, size, sha256 and mtime_ns of the clip, once it is finished.
        backend, version, model: what made it.
        facts: what the renderer reported.
        inspection: the findings of its inspection, and what it measured.
        error: why it failed or was rejected.
        created, updated: UTC, ISO 8601.
    """

    id: str
    folder: Path
    clip: str
    shots: tuple[str, ...]
    base: str
    key: str
    identity: dict[str, Any]
    seed: int
    state: State = State.QUEUED
    attempt: int = 1
    draft: bool = False
    file: dict[str, Any] = field(default_factory=dict)
    backend: str = ""
    version: str = ""
    model: str = ""
    facts: dict[str, Any] = field(default_factory=dict)
    inspection: dict[str, Any] = field(default_factory=dict)
    error: str = ""
    created: str = ""
    updated: str = ""

    @property
    def path(self) -> Path | None:
        """The clip, None before it is finished."""
        return self.folder / self.file["name"] if self.file else None

    def to_dict(self) -> dict[str, Any]:
        """The published JSON form."""
        return {
            "schema": SCHEMA,
            "id": self.id,
            "state": self.state.value,
            "clip": self.clip,
            "shots": list(self.shots),
            "seed": self.seed,
            "attempt": self.attempt,
            "draft": self.draft,
            "backend": self.backend,
            "version": self.version,
            "model": self.model,
            "created": self.created,
            "updated": self.updated,
            "error": self.error,
            "file": self.file,
            "facts": self.facts,
            "inspection": self.inspection,
            "base": self.base,
            "key": self.key,
            "identity": self.identity,
        }


def from_dict(document: dict[str, Any], folder: Path) -> Take:
    """The take that `document` describes.

    Raises:
        ValueError, KeyError, TypeError: when it describes none.
    """
    if document["schema"] != SCHEMA:
        raise ValueError(f"schema {document['schema']!r} is not {SCHEMA}")
    values = {name: document[name] for name in document if name not in ("schema", "state", "shots")}
    return Take(folder=folder, state=State(document["state"]), shots=tuple(document["shots"]), **values)
