"""CTX: what the front matter says, and whether it can be true."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

from .. import grid, limits
from ..context import Kind, Role
from ..facts import Check
from ..findings import Level, Span
from ..modes import Mode
from .base import Hit, Rule, rule


def _place(check: Check, key: str) -> Span:
    return check.context.place(key) or Span(0, 0)


@rule("CTX001", "front-matter", Level.ERROR, evidence="A statement that cannot be read switches its checks off.")
def front_matter(check: Check) -> Iterator[Hit]:
    """The front matter cannot be read: bad YAML, a wrong type, an unknown value, a key stated twice.

    Every key is optional, but one that is there has to mean something.

    Wrong::

        ---
        mode: I2V
        duration: five
        ---

    Right::

        ---
        mode: I2VA
        duration: 5.167
        ---
    """
    for problem in check.source.problems:
        if problem.kind != "key":
            yield Hit(problem.span, problem.message, problem.suggestion, in_file=True)


@rule("CTX002", "unknown-key", Level.WARNING, evidence="A misspelt key silently switches its checks off.")
def unknown_key(check: Check) -> Iterator[Hit]:
    """The front matter has a key that means nothing here.

    A key close to a known one is a warning: it is most likely a slip, and the check that it was meant for does not run.
    Another one is an info; keep notes of your own elsewhere.

    Wrong::

        durations: 5.167

    Right::

        duration: 5.167
    """
    for problem in check.source.problems:
        if problem.kind == "key":
            level = Level.WARNING if problem.suggestion else Level.INFO
            yield Hit(problem.span, problem.message, problem.suggestion, level=level, in_file=True)


@rule("CTX003", "frame-rate", Level.ERROR, evidence="The model makes 24 fps; the servers refuse or distort others.")
def frame_rate(check: Check) -> Iterator[Hit]:
    """The stated frame rate is not 24.

    Every clip of the model has 24 frames a second; another rate is a matter of the edit.

    Wrong::

        fps: 30

    Right::

        fps: 24
    """
    fps = check.context.fps
    if fps is not None and fps != grid.FPS:
        yield Hit(
            _place(check, "fps"), f"{float(fps):g} fps is not possible; the model makes 24 fps", "24", in_file=True
        )


@rule("CTX004", "unknown-backend", Level.ERROR, evidence="The limits of an unknown server cannot be checked.")
def unknown_backend(check: Check) -> Iterator[Hit]:
    """The backend has a name that is not known.

    Wrong::

        backend: vllm

    Right::

        backend: vllm-omni
    """
    backend = check.context.backend
    if backend is not None and backend not in limits.SERVERS:
        near = get_close_matches(backend.lower(), list(limits.SERVERS), n=1, cutoff=0.4)
        message = f"backend {backend!r} is unknown; the backends are {', '.join(limits.SERVERS)}"
        yield Hit(_place(check, "backend"), message, near[0] if near else None, in_file=True)


@rule("CTX005", "duration-off-grid", Level.INFO, evidence="Measured: all renderers round up to 17 k + 5 frames.")
def duration_off_grid(check: Check) -> Iterator[Hit]:
    """No clip has the stated length.

    Lengths go in steps of 17 frames. The stated one is taken as a request and rounded up, as every renderer does; times
    and marks are checked against what comes out. State the effective length instead.

    Wrong::

        duration: 5

    Right::

        duration: 5.167
    """
    stated = check.context.duration
    if stated is None or grid.effective(stated) is not None or check.frames is None:
        return
    frames = check.frames
    below = grid.neighbours(grid.asked_frames(stated))[0]
    nearest = [count for count in (below, frames) if count]
    yield Hit(
        _place(check, "duration"),
        f"no clip lasts {float(stated):g} s; checked as {frames} frames, {float(grid.seconds(frames)):.3f} s",
        " or ".join(f"{float(grid.seconds(count)):.3f}" for count in nearest),
        in_file=True,
    )


@rule("CTX006", "mode-and-files", Level.ERROR, evidence="The two partitions of the model take other files.")
def mode_and_files(check: Check) -> Iterator[Hit]:
    """The files that travel with the prompt do not fit its mode.

    T2VA takes none, I2VA a first frame, L2VA a last frame, FL2VA both, all of them images; Ref2VA takes references. Frame
    roles and references do not mix (SGLang alone accepts a keyframe beside a reference).

    Wrong::

        mode: I2VA
        references:
          - {kind: image, path: end.png, role: last_frame}

    Right::

        mode: L2VA
        references:
          - {kind: image, path: end.png, role: last_frame}
    """
    references, mode = check.context.references, check.mode
    if references is None:
        return
    expected = {
        Mode.I2VA: (Role.FIRST_FRAME,),
        Mode.FL2VA: (Role.FIRST_FRAME, Role.LAST_FRAME),
        Mode.L2VA: (Role.LAST_FRAME,),
    }.get(mode, ())
    if mode is Mode.REF2VA:
        if not references:
            yield Hit(_place(check, "references"), "a Ref2VA prompt needs at least one reference file", in_file=True)
        if check.context.backend != "sglang":
            for reference in references:
                if reference.role in (Role.FIRST_FRAME, Role.LAST_FRAME):
                    message = f"role {reference.role.value} does not go with Ref2VA; give the image as a reference"
                    yield Hit(reference.span or Span(0, 0), message, "reference", in_file=True)
        return
    if len(references) != len(expected):
        takes = {0: "no files", 1: "exactly one image", 2: "exactly two images"}[len(expected)]
        place = references[len(expected)].span if len(references) > len(expected) else None
        yield Hit(
            place or _place(check, "references"),
            f"a {mode.value} prompt takes {takes}, not {len(references)}",
            in_file=True,
        )
        return
    for reference, role in zip(references, expected, strict=True):
        place = reference.span or Span(0, 0)
        if reference.kind is not Kind.IMAGE:
            yield Hit(place, f"a {mode.value} prompt takes images; this is a {reference.kind.value}", in_file=True)
        elif reference.role not in (None, role):
            yield Hit(
                place,
                f"role {reference.role.value} does not fit: a {mode.value} prompt wants {role.value} here",
                role.value,
                in_file=True,
            )


CONTEXT: tuple[Rule, ...] = (
    front_matter,
    unknown_key,
    frame_rate,
    unknown_backend,
    duration_off_grid,
    mode_and_files,
)
