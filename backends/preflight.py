"""What every renderer asks of a request before it begins: its length, canvas, files and seed against given limits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from h3prompt import grid, limits
from h3prompt.context import Kind, Role
from h3prompt.errors import SourceError
from h3prompt.modes import Mode

from .contract import ReferenceFile, RenderRequest

#: The highest seed.
SEEDS = 2**32
#: The largest canvas edge in pixels: what the encoder of the clips takes.
LARGEST_EDGE = 8192


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that keeps a request from being rendered; `name` is what a renderer's own code stands for.

    The names are frames-off-grid, frames-outside-window, canvas, reference-missing, reference-unreadable,
    references-of-mode, too-many-references and seed. `suggestion` is the nearest value that is possible.
    """

    name: str
    message: str
    suggestion: str | None = None
    file: str | None = None


def problems(request: RenderRequest, backend: str, load: Callable[[ReferenceFile], object]) -> Iterator[Problem]:
    """Everything that is wrong with `request` by the limits of `backend`.

    Args:
        request: the clip.
        backend: whose limits hold (`h3prompt.limits`).
        load: reads a reference file and raises `SourceError` when it cannot.
    """
    server = limits.limits(backend)
    yield from _seed(request)
    yield from _length(request, server.window)
    yield from _canvas(request)
    yield from _files(request, load)
    yield from _roles(request)
    yield from _counts(request, server.media)


def _seed(request: RenderRequest) -> Iterator[Problem]:
    if not 0 <= request.seed < SEEDS:
        nearest = 0 if request.seed < 0 else SEEDS - 1
        yield Problem("seed", f"seed: {request.seed} lies outside of 0 to {SEEDS - 1}", str(nearest))


def _length(request: RenderRequest, window: grid.Window) -> Iterator[Problem]:
    if not grid.is_frame_count(request.frames):
        low, high = grid.neighbours(request.frames)
        nearest = " or ".join(str(count) for count in (low, high) if count is not None)
        message = f"frames: {request.frames} is not on the grid of 17 k + 5; nearest: {nearest}"
        yield Problem("frames-off-grid", message, nearest.split(" ")[-1])
    elif not window.min_frames <= request.frames <= window.max_frames:
        nearest = str(window.min_frames if request.frames < window.min_frames else window.max_frames)
        message = f"frames: the renderer makes {window.min_frames} to {window.max_frames} frames, not {request.frames}"
        yield Problem("frames-outside-window", message, nearest)


def _canvas(request: RenderRequest) -> Iterator[Problem]:
    for name, edge in (("width", request.canvas.width), ("height", request.canvas.height)):
        if edge < grid.SPATIAL_MULTIPLE or edge > LARGEST_EDGE or edge % grid.SPATIAL_MULTIPLE:
            nearest = min(max(1, round(edge / grid.SPATIAL_MULTIPLE)) * grid.SPATIAL_MULTIPLE, LARGEST_EDGE)
            message = f"canvas: the {name} is a multiple of {grid.SPATIAL_MULTIPLE} up to {LARGEST_EDGE}, not {edge}"
            yield Problem("canvas", message, str(nearest))


def _files(request: RenderRequest, load: Callable[[ReferenceFile], object]) -> Iterator[Problem]:
    for file in request.references:
        if not file.path.is_file():
            message = f"{file.path.name}: there is no such file ({file.role.value}, {file.kind.value})"
            yield Problem("reference-missing", message, file=str(file.path))
            continue
        try:
            load(file)
        except SourceError as error:
            yield Problem("reference-unreadable", error.message, file=str(file.path))


def _roles(request: RenderRequest) -> Iterator[Problem]:
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
            yield Problem(
                "references-of-mode",
                f"references: {mode.value} takes {span} of the role {role.value}, not {roles[role]}",
            )
    for file in request.references:
        if file.role is not Role.REFERENCE and file.kind is not Kind.IMAGE:
            message = f"{file.path.name}: a {file.role.value} is an image, not {_article(file.kind)}"
            yield Problem("references-of-mode", message, file=str(file.path))


def _article(kind: Kind) -> str:
    return {Kind.IMAGE: "an image", Kind.VIDEO: "a video", Kind.AUDIO: "a sound"}[kind]


def _counts(request: RenderRequest, media: limits.MediaLimits) -> Iterator[Problem]:
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
            yield Problem(
                "too-many-references", f"references: at most {most} {name} go with a prompt, not {count}", str(most)
            )
    if references and not media.audio_alone and set(kinds) == {Kind.AUDIO}:
        yield Problem("too-many-references", "references: a sound does not go alone; add an image or a video")
