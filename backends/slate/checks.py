"""What is wrong with a request before anything is drawn."""

from __future__ import annotations

from collections.abc import Iterator

from backends import preflight
from backends.contract import RenderRequest
from h3prompt.findings import Finding, Level

from . import moves, pictures
from .settings import read

#: Every code with its name.
CODES = {
    "SLT001": "unknown-setting",
    "SLT002": "setting-value",
    "SLT003": "frames-off-grid",
    "SLT004": "frames-outside-window",
    "SLT005": "canvas",
    "SLT006": "reference-missing",
    "SLT007": "reference-unreadable",
    "SLT008": "references-of-mode",
    "SLT009": "too-many-references",
    "SLT010": "move-not-drawn",
    "SLT011": "shots-outside-clip",
    "SLT012": "line-outside-clip",
    "SLT013": "seed",
}


def _finding(
    code: str, message: str, suggestion: str | None = None, *, level: Level = Level.ERROR, file: str | None = None
) -> Finding:
    return Finding(code, level, message, file=file, suggestion=suggestion)


def check(request: RenderRequest) -> list[Finding]:
    """Everything that is wrong with `request`; nothing is written."""
    return [
        *_settings(request),
        *_shared(request),
        *_notes(request),
    ]


def _shared(request: RenderRequest) -> Iterator[Finding]:
    codes = {name: code for code, name in CODES.items()}
    for problem in preflight.problems(request, "slate", pictures.load):
        yield _finding(codes[problem.name], problem.message, problem.suggestion, file=problem.file)


def _settings(request: RenderRequest) -> Iterator[Finding]:
    for problem in read(request.settings)[1]:
        yield _finding(
            "SLT001" if problem.unknown else "SLT002", f"{problem.name}: {problem.message}", problem.suggestion
        )


def _notes(request: RenderRequest) -> Iterator[Finding]:
    end = 0
    for index, shot in enumerate(request.notes.shots):
        name = shot.id or f"shot {index + 1}"
        if not 0 <= shot.start < shot.end <= request.frames or (index == 0) != (shot.start == 0):
            message = f"{name}: frames {shot.start} to {shot.end} are no shot of a clip of {request.frames} frames"
            yield _finding("SLT011", message)
        elif shot.start > end or shot.start < request.notes.shots[max(0, index - 1)].start:
            message = f"{name}: begins at frame {shot.start}, the shot before it ends at {end}"
            yield _finding("SLT011", message, str(end))
        end = shot.end
        if moves.known(shot.move) is None:
            message = f"{name}: the slate cannot draw the move {shot.move.name!r}; the camera stands still there"
            yield _finding("SLT010", message, f"one of {', '.join(moves.MOVES)}", level=Level.WARNING)
        for line in shot.lines:
            if not 0 <= line.start < line.end <= request.frames:
                message = (
                    f"{name}: a line of {line.speaker} lies at frames {line.start} to {line.end}, outside the clip"
                )
                yield _finding("SLT012", message, level=Level.WARNING)
    if request.notes.shots and end != request.frames:
        message = f"{request.clip}: the last shot ends at frame {end}, the clip at {request.frames}"
        yield _finding("SLT011", message, str(request.frames))
