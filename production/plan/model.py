"""The plan of a film: shots packed into clips on the frame grid, one ledger of whole frames from brief to final cut."""

from __future__ import annotations

from dataclasses import dataclass, field

from h3prompt.brief.joins import JoinKind
from h3prompt.findings import Finding
from h3prompt.grid import Canvas
from h3prompt.modes import Mode


@dataclass(frozen=True, slots=True)
class PlannedLine:
    """A line with its place: frames ``[start, end)`` of its shot."""

    speaker: str
    text: str
    language: str
    start: int
    end: int
    delivery: str = ""
    off_screen: bool = False


@dataclass(frozen=True, slots=True)
class PlannedShot:
    """One shot.

    Attributes:
        id: "S03".
        index: its place in the brief's list of shots, from 0.
        start: its first frame in the film.
        frames: its length in the film.
        join: how it is entered; the first shot is entered by a cut.
        overlap: length of the dissolve or dip into it, in frames.
        lines: what is said in it.
        assumed: its length was not in the brief.
        part, parts: a shot that is longer than a clip is made in several parts, from 0; (0, 1) for all others.
    """

    id: str
    index: int
    start: int
    frames: int
    join: JoinKind = JoinKind.CUT
    overlap: int = 0
    lines: tuple[PlannedLine, ...] = ()
    assumed: bool = False
    part: int = 0
    parts: int = 1

    @property
    def end(self) -> int:
        """The film's frame after its last one."""
        return self.start + self.frames


@dataclass(frozen=True, slots=True)
class Plate:
    """A keyframe of a clip: a file of the brief, or a frame of an earlier clip that is only known once that is made.

    Attributes:
        path: the file, relative to the folder of the brief; "" for a frame of another clip.
        clip: the clip that it comes from, "" for a file.
        frame: the frame of that clip, from 0.
    """

    path: str = ""
    clip: str = ""
    frame: int = 0


@dataclass(frozen=True, slots=True)
class PlannedReference:
    """A reference file of a Ref2VA clip: path relative to the brief, kind (image, video, audio), entity and role."""

    path: str
    kind: str
    entity: str
    role: str
    state: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Clip:
    """One render.

    The clip has `frames` frames; the film shows ``[head, head + shown)`` of them. What lies before and after is handle:
    the edit trims it or uses it in a transition.

    Attributes:
        id: "C01".
        shots: the shots that it holds, in order.
        frames: its length on the 17k+5 grid.
        head: handle frames before the first shown one.
        mode: how it is asked for.
        first, last: its keyframes.
        references: its files, for Ref2VA, in the order of their labels.
        seed: 0 to 2**32 - 1.
        after: the clip whose tail it continues, "" for none.
    """

    id: str
    shots: tuple[PlannedShot, ...]
    frames: int
    head: int
    mode: Mode
    seed: int
    first: Plate | None = None
    last: Plate | None = None
    references: tuple[PlannedReference, ...] = ()
    after: str = ""

    @property
    def shown(self) -> int:
        """Frames that the film shows, transitions not counted."""
        return sum(shot.frames for shot in self.shots)

    @property
    def tail(self) -> int:
        """Handle frames after the last shown one."""
        return self.frames - self.head - self.shown

    @property
    def start(self) -> int:
        """The film's frame at which it begins to be shown."""
        return self.shots[0].start

    def local(self, shot: PlannedShot) -> int:
        """The clip's own frame at which `shot` begins; the first shot begins at 0, head handle included."""
        return 0 if shot is self.shots[0] else self.head + shot.start - self.start

    def local_end(self, shot: PlannedShot) -> int:
        """The clip's own frame after the last one of `shot`; the last shot lasts to the end of the clip."""
        return self.frames if shot is self.shots[-1] else self.head + shot.end - self.start


@dataclass(frozen=True, slots=True)
class FilmPlan:
    """The whole film.

    Attributes:
        title: of the film.
        frames: its length.
        canvas: width and height in pixels.
        backend: the renderer that it is planned for.
        clips: in the order of the film.
        assumptions: what the brief left open and how it was filled, one sentence each.
        findings: what was rounded, moved or is doubtful.
    """

    title: str
    frames: int
    canvas: Canvas
    backend: str
    clips: tuple[Clip, ...]
    assumptions: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = field(default=())

    @property
    def shots(self) -> tuple[PlannedShot, ...]:
        """All shots in order; a shot in several parts comes up once for each."""
        return tuple(shot for clip in self.clips for shot in clip.shots)
