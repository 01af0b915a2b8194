"""Turns a planned clip and its prompt file into the request that a renderer is given."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from backends.contract import LineNote, Move, Notes, ReferenceFile, RenderRequest, ShotNote, Value
from h3prompt.context import Kind, Role

from ..plan.model import Clip, FilmPlan, PlannedShot, Plate

if TYPE_CHECKING:
    from h3prompt.brief.model import Brief

    from ..hashes import Hashes
    from ..project import Project
    from ..takes.model import Take


class NotYet(Exception):
    """The clip opens with a frame of a clip that is not made yet."""

    def __init__(self, clip: str) -> None:
        super().__init__(clip)
        self.clip = clip


class Requests:
    """Builds the requests of one film.

    Args:
        project: where plates are kept.
        brief, folder: the brief and the folder that its paths are relative to.
        plan: the plan.
        prompts: clip to the exact text of its prompt.
        settings: options of the renderer.
        hashes: the memory of hashes.
    """

    def __init__(
        self,
        project: Project,
        brief: Brief,
        folder: Path,
        plan: FilmPlan,
        prompts: Mapping[str, str],
        settings: Mapping[str, Value],
        hashes: Hashes,
    ) -> None:
        self._project = project
        self._brief = brief
        self._folder = folder
        self._plan = plan
        self._prompts = prompts
        self._settings = settings
        self._hashes = hashes
        #: Clip to the take that the film shows, as far as it is known; whoever decides or renders fills it.
        self.chosen: dict[str, Take] = {}

    def of(self, clip: Clip, seed: int | None = None) -> RenderRequest:
        """The request for `clip`.

        Raises:
            NotYet: when it continues a clip that has no take yet.
            SourceError: when one of its files cannot be read.
        """
        references = []
        if clip.first:
            references.append(self._file(Kind.IMAGE, self._plate(clip.first), Role.FIRST_FRAME))
        if clip.last:
            references.append(self._file(Kind.IMAGE, self._plate(clip.last), Role.LAST_FRAME))
        references += [
            self._file(Kind(reference.kind), self._folder / reference.path, Role.REFERENCE)
            for reference in clip.references
        ]
        return RenderRequest(
            clip=clip.id,
            prompt=self._prompts[clip.id],
            mode=clip.mode,
            frames=clip.frames,
            canvas=self._plan.canvas,
            seed=clip.seed if seed is None else seed,
            references=tuple(references),
            model=self._brief.model,
            settings=self._settings,
            notes=notes(self._brief, self._plan, clip),
        )

    def _file(self, kind: Kind, path: Path, role: Role) -> ReferenceFile:
        return ReferenceFile(kind, path.absolute(), role, self._hashes.of(path))

    def _plate(self, plate: Plate) -> Path:
        if not plate.clip:
            return self._folder / plate.path
        take = self.chosen.get(plate.clip)
        if take is None or take.path is None:
            raise NotYet(plate.clip)
        # Named by content, so that another take of the same clip gives another plate.
        target = self._project.plates / f"{take.file['sha256'][:16]}-f{plate.frame:04d}.png"
        if not target.exists():
            from backends.media.frames import save_frame

            target.parent.mkdir(parents=True, exist_ok=True)
            save_frame(take.path, plate.frame, target)
        return target


def notes(brief: Brief, plan: FilmPlan, clip: Clip) -> Notes:
    """What the plan knows of `clip`, on the clip's own clock."""
    return Notes(
        shots=tuple(_shot(brief, clip, shot) for shot in clip.shots),
        film_start=clip.start - clip.head,
        film_title=plan.title,
    )


def _shot(brief: Brief, clip: Clip, shot: PlannedShot) -> ShotNote:
    written = brief.shots[shot.index]
    camera = written.camera
    opens = clip.head + shot.start - clip.start
    return ShotNote(
        id=shot.id,
        start=clip.local(shot),
        end=clip.local_end(shot),
        title=written.title or "",
        move=Move(camera.move, camera.direction or "", camera.speed, camera.amplitude),
        lines=tuple(
            LineNote(opens + line.start, opens + line.end, line.speaker, line.text, line.language)
            for line in shot.lines
        ),
    )
