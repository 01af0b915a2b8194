"""What is wrong with a request before anything is drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from backends.contract import RenderRequest
from h3prompt import grid, limits
from h3prompt.context import Kind, Role
from h3prompt.errors import SourceError
from h3prompt.findings import Finding, Level
from h3prompt.modes import Mode

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
#: The highest seed.
_SEEDS = 2**32
#: The largest canvas edge in pixels: what the encoder takes.
_LARGEST_EDGE = 8192


def _finding(
    code: str, message: str, suggestion: str | None = None, *, level: Level = Level.ERROR, file: str | None = None
) -> Finding:
    return Finding(code, level, message, file=file, suggestion=suggestion)


def check(request: RenderRequest) -> list[Finding]:
    """Everything that is wrong with `request`; nothing is written."""
    return [
        *_settings(request),
        *_length(request),
        *_canvas(request),
        *_files(request),
        *_roles(request),
        *_counts(request),
        *_notes(request),
    ]


def _settings(request: RenderRequest) -> Iterator[Finding]:
    for problem in read(request.settings)[1]:
        yield _finding(
            "SLT001" if problem.unknown else "SLT002", f"{problem.name}: {problem.message}", problem.suggestion
        )
    if not 0 <= request.seed < _SEEDS:
        nearest = 0 if request.seed < 0 else _SEEDS - 1
        yield _finding("SLT013", f"seed: {request.seed} lies outside of 0 to {_SEEDS - 1}", str(nearest))


def _length(request: RenderRequest) -> Iterator[Finding]:
    window = grid.window("slate")
    if not grid.is_frame_count(request.frames):
        low, high = grid.neighbours(request.frames)
        nearest = " or ".join(str(count) for count in (low, high) if count is not None)
        message = f"frames: {request.frames} is not on the grid of 17 k + 5; nearest: {nearest}"
        yield _finding("SLT003", message, nearest.split(" ")[-1])
    elif not window.min_frames <= request.frames <= window.max_frames:
        nearest = str(window.min_frames if request.frames < window.min_frames else window.max_frames)
        message = f"frames: a slate has {window.min_frames} to {window.max_frames} frames, not {request.frames}"
        yield _finding("SLT004", message, nearest)


def _canvas(request: RenderRequest) -> Iterator[Finding]:
    for name, edge in (("width", request.canvas.width), ("height", request.canvas.height)):
        if edge < grid.SPATIAL_MULTIPLE or edge > _LARGEST_EDGE or edge % grid.SPATIAL_MULTIPLE:
            nearest = min(max(1, round(edge / grid.SPATIAL_MULTIPLE)) * grid.SPATIAL_MULTIPLE, _LARGEST_EDGE)
            message = f"canvas: the {name} is a multiple of {grid.SPATIAL_MULTIPLE} up to {_LARGEST_EDGE}, not {edge}"
            yield _finding("SLT005", message, str(nearest))


def _files(request: RenderRequest) -> Iterator[Finding]:
    for file in request.references:
        if not file.path.is_file():
            message = f"{file.path.name}: there is no such file ({file.role.value}, {file.kind.value})"
            yield _finding("SLT006", message, file=str(file.path))
            continue
        try:
            pictures.load(file)
        except SourceError as error:
            yield _finding("SLT007", error.message, file=str(file.path))


def _roles(request: RenderRequest) -> Iterator[Finding]:
    """Whether the files are those of the mode."""
    mode = request.mode
    roles = Counter(file.role for file in request.references)
    wanted = {
        Role.FIRST_FRAME: (1, 1) if mode in (Mode.I2VA, Mode.FL2VA) else (0, 1 if mode is Mode.REF2VA else 0),
        Role.LAST_FRAME: (1, 1) if mode in (Mode.L2VA, Mode.FL2VA) else (0, 1 if mode is Mode.REF2VA else 0),
        Role.REFERENCE: (1, None) if mode is Mode.REF2VA else (0, 0),
    }
    for role, (least, most) in wanted.items():
        if roles[role] < least or (most is not None and roles[role] > most):
            span = "at least 1" if most is None else f"{least}" if least == most else f"at most {most}"
            yield _finding(
                "SLT008", f"references: {mode.value} takes {span} of the role {role.value}, not {roles[role]}"
            )
    for file in request.references:
        if file.role is not Role.REFERENCE and file.kind is not Kind.IMAGE:
            message = f"{file.path.name}: a {file.role.value} is an image, not {_article(file.kind)}"
            yield _finding("SLT008", message, file=str(file.path))


def _article(kind: Kind) -> str:
    return {Kind.IMAGE: "an image", Kind.VIDEO: "a video", Kind.AUDIO: "a sound"}[kind]


def _counts(request: RenderRequest) -> Iterator[Finding]:
    media = limits.limits("slate").media
    references = [file for file in request.references if file.role is Role.REFERENCE]
    kinds = Counter(file.kind for file in references)
    rooms = (
        ("images", kinds[Kind.IMAGE], media.images),
        ("videos", kinds[Kind.VIDEO], media.videos),
        ("sounds", kinds[Kind.AUDIO], media.audios),
        ("files", len(references), media.files),
    )
    for name, count, most in rooms:
        if most is not None and count > most:
            yield _finding("SLT009", f"references: at most {most} {name} go with a prompt, not {count}", str(most))
    if references and not media.audio_alone and set(kinds) == {Kind.AUDIO}:
        yield _finding("SLT009", "references: a sound does not go alone; add an image or a video")


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
