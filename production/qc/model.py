"""What a check is given and what it says."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from h3prompt.findings import Finding, Level
from h3prompt.grid import Canvas


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch ``[start, end)`` of frames with a name: a shot, a line, a transition."""

    start: int
    end: int
    name: str = ""


@dataclass(frozen=True, slots=True)
class Expected:
    """What a file should be. None or empty: not known, so the checks that need it are skipped and named.

    Attributes:
        frames: its length.
        canvas: width and height in pixels.
        audio_rate: sample rate of its sound in Hz (48,000 for a film, the renderer's for a take).
        exact_audio: the sound has exactly as many samples as the picture lasts.
        silent: there is no sound on purpose.
        cuts: frames at which a new shot begins by a hard cut.
        transitions: dissolves and dips.
        joins: frames at which two clips meet, whatever the join; levels and pops are judged there.
        lines: stretches in which somebody speaks.
        shots: all shots, for naming a place.
        first, last: picture files that the first and the last frame should look like.
        target, true_peak: programme loudness in LUFS and its ceiling in dBTP.
        dark: stretches that are black on purpose (the middle of a dip).
        still: stretches in which nothing is meant to move.
    """

    frames: int | None = None
    canvas: Canvas | None = None
    audio_rate: int | None = None
    exact_audio: bool = False
    silent: bool = False
    cuts: tuple[int, ...] | None = None
    transitions: tuple[Span, ...] = ()
    joins: tuple[int, ...] = ()
    lines: tuple[Span, ...] | None = None
    shots: tuple[Span, ...] = ()
    first: Path | None = None
    last: Path | None = None
    target: float | None = None
    true_peak: float | None = None
    dark: tuple[Span, ...] = ()
    still: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class MediaFinding:
    """A `Finding` with its place in the picture: frames ``[start, end)``, and what was measured against which limit."""

    finding: Finding
    start: int | None = None
    end: int | None = None
    measured: float | None = None
    limit: float | None = None

    def to_dict(self) -> dict[str, Any]:
        """The published JSON form; `time` is the moment as ``MM:SS.mmm`` with the frame after it."""
        from .times import code

        document = self.finding.to_dict()
        for name in ("line", "column", "end_line", "end_column", "fixable"):
            del document[name]
        return {
            **document,
            "start": self.start,
            "end": self.end,
            "time": None if self.start is None else code(self.start),
            "measured": self.measured,
            "limit": self.limit,
        }


@dataclass(frozen=True, slots=True)
class Inspection:
    """The result for one file.

    Attributes:
        path: the file.
        sha256, size: of the bytes that were judged.
        findings: what was found, in order of time.
        ran, skipped: codes of the checks that ran, and code to reason for those that did not.
        measured: facts for the report: frames, samples, loudness, true peak, curves of luma and level.
    """

    path: Path
    sha256: str
    size: int
    findings: tuple[MediaFinding, ...]
    ran: tuple[str, ...] = ()
    skipped: dict[str, str] = field(default_factory=dict)
    measured: dict[str, Any] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        """No finding at error level."""
        return not any(found.finding.level is Level.ERROR for found in self.findings)

    def to_dict(self) -> dict[str, Any]:
        """The published JSON form (``docs/schemas/inspection.schema.json``); the file is named without its folder."""
        return {
            "schema": 1,
            "file": self.path.name,
            "sha256": self.sha256,
            "size": self.size,
            "ok": self.ok,
            "findings": [{**found.to_dict(), "file": self.path.name} for found in self.findings],
            "ran": list(self.ran),
            "skipped": dict(self.skipped),
            "measured": self.measured,
        }
