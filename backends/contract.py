"""What every renderer is given, what it reports, what it returns: no film is known here, only clips.

A renderer is a class with the methods of `Backend`. It writes one file to the path that it is given and nothing else; the
caller gives a temporary path, inspects the file and renames it. Everything that reaches the clip is in `RenderRequest`;
`identity` is the part of it on which the clip depends, so two requests with equal identities may share a clip.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from h3prompt.context import Kind, Role
from h3prompt.errors import Interrupted
from h3prompt.findings import Finding
from h3prompt.grid import Canvas
from h3prompt.modes import Mode

from .capabilities import Capabilities

#: A value of a renderer's option.
Value = str | int | float | bool


@dataclass(frozen=True, slots=True)
class ReferenceFile:
    """A file that travels with the prompt. `path` is absolute; `sha256` is of its content."""

    kind: Kind
    path: Path
    role: Role
    sha256: str


@dataclass(frozen=True, slots=True)
class Move:
    """A planned move of the camera: ``push in``, its direction, speed (slow, normal, fast) and amplitude."""

    name: str
    direction: str = ""
    speed: str = "normal"
    amplitude: str = "medium"


@dataclass(frozen=True, slots=True)
class LineNote:
    """A planned line: frames ``[start, end)`` of the clip, who says what in which language."""

    start: int
    end: int
    speaker: str
    text: str
    language: str


@dataclass(frozen=True, slots=True)
class ShotNote:
    """A planned shot of the clip: frames ``[start, end)``, what it is called and how the camera moves."""

    id: str
    start: int
    end: int
    title: str = ""
    move: Move = Move("static shot")
    lines: tuple[LineNote, ...] = ()


@dataclass(frozen=True, slots=True)
class Notes:
    """What the plan knows of a clip, for renderers that draw it instead of imagining it (see `Capabilities.uses_notes`).

    `film_start` is the film's frame number of the clip's frame 0; negative when a head handle reaches before the film.
    """

    shots: tuple[ShotNote, ...] = ()
    film_start: int = 0
    film_title: str = ""


@dataclass(frozen=True, slots=True)
class RenderRequest:
    """One clip to be made.

    Attributes:
        clip: its name, "C03".
        prompt: the exact text that the model reads.
        mode: how the references are to be understood.
        frames: its effective length, on the 17k+5 grid.
        canvas: width and height in pixels.
        seed: 0 to 2**32 - 1.
        references: the files in the order in which the prompt counts them.
        model: the model or checkpoint, None for the renderer's own choice.
        settings: options of the renderer; each must be among `Capabilities.settings`.
        notes: what the plan knows.
    """

    clip: str
    prompt: str
    mode: Mode
    frames: int
    canvas: Canvas
    seed: int
    references: tuple[ReferenceFile, ...] = ()
    model: str | None = None
    settings: Mapping[str, Value] = field(default_factory=dict)
    notes: Notes = Notes()


class EventKind(StrEnum):
    """What an event tells."""

    STAGE = "stage"
    PROGRESS = "progress"
    LOG = "log"


@dataclass(frozen=True, slots=True)
class RenderEvent:
    """Progress of one clip: `done` of `total` units of `stage`, or a message."""

    clip: str
    kind: EventKind
    stage: str = ""
    done: int = 0
    total: int = 0
    message: str = ""


#: Called from the thread that renders.
Events = Callable[[RenderEvent], None]


class Cancel:
    """Set once, from any thread: whoever renders stops at the next chance."""

    def __init__(self) -> None:
        self._event = threading.Event()

    def set(self) -> None:
        """Asks for the end."""
        self._event.set()

    def __bool__(self) -> bool:
        return self._event.is_set()

    def wait(self, seconds: float) -> bool:
        """Waits at most `seconds` for the request to stop; True when it came."""
        return self._event.wait(seconds)

    def check(self) -> None:
        """Raises `Interrupted` once it is set."""
        if self._event.is_set():
            raise Interrupted("the work was cancelled")


@dataclass(frozen=True, slots=True)
class Rendered:
    """What a renderer says of the file that it wrote.

    Attributes:
        path: the file.
        backend, version: which renderer, in which version.
        model: the model that was used in the end, with its revision where it has one.
        seed: the seed that was used in the end.
        draft: the clip stands in for a finished one.
        facts: anything else worth recording (devices, timings, ids of a server), JSON values only, no secrets.
        findings: what was rounded, dropped or replaced on the way.
    """

    path: Path
    backend: str
    version: str
    model: str
    seed: int
    draft: bool = False
    facts: Mapping[str, Any] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()


class Backend(Protocol):
    """A renderer."""

    name: str
    version: str

    def capabilities(self, mode: Mode) -> Capabilities:
        """What it can do in `mode`.

        Raises:
            CapabilityError: when it has no such mode.
        """

    def model_of(self, model: str | None) -> str | None:
        """`model` with whatever else of it a clip depends on, its revision for one."""

    def preflight(self, request: RenderRequest) -> Sequence[Finding]:
        """What is wrong with `request`, without any side effect; a finding at error level means that it is refused."""

    def render(self, request: RenderRequest, target: Path, events: Events, cancel: Cancel) -> Rendered:
        """Makes the clip and writes it to `target`, whose folder exists.

        Raises:
            BackendError: when it fails; `target` may then hold half a file.
            Interrupted: after `cancel` was set.
        """


@runtime_checkable
class Preparing(Protocol):
    """A renderer that does work for many clips at once more cheaply than for one after another."""

    def prepare(self, requests: Sequence[RenderRequest], events: Events, cancel: Cancel) -> None:
        """Does what can be done for all of `requests` before each is rendered, and keeps it.

        A request that cannot be prepared is left alone: its own `render` will say why.

        Raises:
            Interrupted: after `cancel` was set; what was done is kept.
        """


def identity(request: RenderRequest, backend: Backend) -> dict[str, Any]:
    """What the clip depends on, as a JSON document: equal documents, equal clips.

    Line ends of the prompt are normalised; paths and names of files are left out, their content counts; the name of the
    clip is left out.
    """
    capabilities = backend.capabilities(request.mode)
    document: dict[str, Any] = {
        "backend": backend.name,
        "version": backend.version,
        "model": backend.model_of(request.model),
        "mode": request.mode.value,
        "frames": request.frames,
        "width": request.canvas.width,
        "height": request.canvas.height,
        "seed": request.seed,
        "prompt": request.prompt.replace("\r\n", "\n").replace("\r", "\n").strip(),
        "references": [
            {"kind": file.kind.value, "role": file.role.value, "sha256": file.sha256} for file in request.references
        ],
        "settings": {
            name: value for name, value in sorted(request.settings.items()) if name not in capabilities.neutral
        },
    }
    if capabilities.uses_notes:
        from dataclasses import asdict

        document["notes"] = asdict(request.notes)
    return document
