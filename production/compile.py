"""Writes a film's prompts: one file a clip, from the brief and the plan, unless a person has edited it.

``prompts/C01.h3.md`` is front matter and the exact text that a renderer gets. ``prompts/generated.json`` keeps the hash of what the
template wrote. A file with another hash was edited: it wins over the template and is only checked.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from h3prompt import grid
from h3prompt.checker import Report, check_source
from h3prompt.compiler.compile import Compiled, compile_clip, context_of
from h3prompt.compiler.script import (
    ClipScript,
    ScriptBeat,
    ScriptCamera,
    ScriptEntity,
    ScriptLine,
    ScriptPlate,
    ScriptReference,
    ScriptShot,
    ScriptWho,
)
from h3prompt.context import Context
from h3prompt.errors import SourceError, UsageError, unknown_name
from h3prompt.findings import Finding, Level
from h3prompt.lexicon import CUT_PHRASES
from h3prompt.source import Source, read_source

from .compiled import Known, Memory
from .files import write_bytes, write_text

if TYPE_CHECKING:
    from h3prompt.brief.model import Brief, Shot

    from .plan.model import Clip, FilmPlan, PlannedReference, PlannedShot, Plate

FOLDER = "prompts"
ENDING = ".h3.md"
RECORD = "generated.json"
SCHEMA = 1


@dataclass(frozen=True, slots=True)
class PromptFile:
    """The prompt of one clip, as it lies on disk.

    Attributes:
        clip: "C01".
        path: the file.
        body: the exact text that a renderer gets: `Source.body` of the file, line ends LF.
        context: what it was checked against.
        edited: a person changed it; the template's text was not written.
        report: the check, with a warning when the brief has moved on since the edit. Not `Report.ok`: it is never rendered.
        assumptions: what the template added or left out, one sentence each; empty for an edited one.
    """

    clip: str
    path: Path
    body: str
    context: Context
    edited: bool
    report: Report
    assumptions: tuple[str, ...] = ()

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What the check found."""
        return self.report.findings


# --- from plan to script ----------------------------------------------------------------------------------------------


def script_for(
    brief: Brief, plan: FilmPlan, clip: Clip, *, assets: Path = Path(), folder: Path = Path("prompts")
) -> ClipScript:
    """What the compiler needs to know about `clip`.

    Args:
        brief, plan, clip: the film.
        assets: the folder of the brief, to which its paths are relative.
        folder: the folder of the prompt files, to which the paths in them are relative.
    """
    from h3prompt.brief.model import Policy

    shots: list[ScriptShot] = []
    for planned in clip.shots:
        made = _shot(brief, plan, clip, planned)
        if shots and _goes_on(planned):
            shots[-1] = _merged(shots[-1], made)
        else:
            shots.append(made)
    return ClipScript(
        id=clip.id,
        mode=clip.mode,
        frames=clip.frames,
        shots=tuple(shots),
        entities=tuple(
            ScriptEntity(name, one.kind.value, one.look, one.name or "", one.voice or "")
            for name, one in brief.entities.items()
        ),
        style=brief.style,
        soundscape=brief.soundscape or "",
        music=(brief.music or "") if brief.audio.policy is Policy.NATIVE else "",
        sequence=len(plan.clips) > 1,
        references=tuple(_reference(one, assets, folder) for one in clip.references),
        first=_plate(clip.first, assets, folder),
        last=_plate(clip.last, assets, folder),
        backend=plan.backend,
    )


def _goes_on(planned: PlannedShot) -> bool:
    """Whether no edit is seen where it begins."""
    from h3prompt.brief.joins import JoinKind

    return planned.join is JoinKind.CONTINUE or planned.part > 0


def _shot(brief: Brief, plan: FilmPlan, clip: Clip, planned: PlannedShot) -> ScriptShot:
    from h3prompt.brief.joins import JoinKind

    written = brief.shots[planned.index]
    start = clip.local(planned)
    # Times of the brief count from where the film shows the shot; the first one begins earlier, with the head handle.
    shift = clip.head + planned.start - clip.start - start
    soft = planned.join in (JoinKind.DISSOLVE, JoinKind.DIP)
    first_part, last_part = planned.part == 0, planned.part == planned.parts - 1
    return ScriptShot(
        id=planned.id,
        start=start,
        frames=clip.local_end(planned) - start,
        framing=written.framing,
        camera=ScriptCamera(
            written.camera.move, written.camera.direction or "", written.camera.speed, written.camera.amplitude
        ),
        light=written.light or "",
        place=written.place or "",
        who=tuple(ScriptWho(entity, _wardrobe(brief, written, entity)) for entity in written.who),
        beats=tuple(_beats(plan, written, planned, shift)),
        lines=tuple(
            ScriptLine(
                line.speaker,
                line.text,
                line.language,
                line.start + shift,
                line.end + shift,
                line.delivery,
                line.off_screen,
            )
            for line in planned.lines
        ),
        sound=written.sound or "",
        visible_text=written.visible_text,
        cut=CUT_PHRASES[2] if soft else CUT_PHRASES[0],
        incoming=(written.incoming or "") if first_part else "",
        outgoing=(written.outgoing or "") if last_part else "",
    )


def _wardrobe(brief: Brief, written: Shot, entity: str) -> str:
    """What somebody wears: the state that the shot names, else the first that the entity has."""
    known = brief.entities.get(entity)
    if known is None or not known.wardrobe:
        return ""
    state = written.wardrobe.get(entity)
    return known.wardrobe.get(state, "") if state else next(iter(known.wardrobe.values()))


def _beats(plan: FilmPlan, written: Shot, planned: PlannedShot, shift: int) -> Iterator[ScriptBeat]:
    """What happens in a shot. Of one in several parts, each has the beats of its time, or goes on with the last one."""
    beats = [(beat.text, beat.at.frames if beat.at else None) for beat in written.beats]
    if written.action:
        beats.insert(0, (written.action, None))
    if planned.parts == 1:
        yield from (ScriptBeat(text, None if at is None else at + shift) for text, at in beats)
        return
    parts = [shot for shot in plan.shots if shot.index == planned.index]
    opens = planned.start - parts[0].start
    whole = sum(part.frames for part in parts)
    placed: list[tuple[str, int, bool]] = []
    for order, (text, at) in enumerate(beats):
        placed.append((text, whole * order // len(beats) if at is None else at, at is not None))
    own = [beat for beat in placed if opens <= beat[1] < opens + planned.frames]
    if not own:
        earlier = [text for text, at, _ in placed if at < opens] or [text for text, _, _ in placed[:1]]
        yield from (ScriptBeat(text) for text in earlier[-1:])
    for text, at, timed in own:
        yield ScriptBeat(text, at - opens + shift if timed else None)


def _merged(before: ScriptShot, after: ScriptShot) -> ScriptShot:
    """Two shots without an edit between them are one for the model; its framing, place and camera are the first one's."""
    shift = after.start - before.start
    who = {one.entity: one for one in (*after.who, *before.who)}
    order = dict.fromkeys(one.entity for one in (*before.who, *after.who))
    return replace(
        before,
        frames=before.frames + after.frames,
        who=tuple(who[entity] for entity in order),
        beats=(*before.beats, *(replace(beat, at=(beat.at or 0) + shift) for beat in after.beats)),
        lines=(
            *before.lines,
            *(replace(line, start=line.start + shift, end=line.end + shift) for line in after.lines),
        ),
        sound="; ".join(dict.fromkeys(sound for sound in (before.sound, after.sound) if sound)),
        visible_text=tuple(dict.fromkeys((*before.visible_text, *after.visible_text))),
        outgoing=after.outgoing or before.outgoing,
    )


def _reference(one: PlannedReference, assets: Path, folder: Path) -> ScriptReference:
    return ScriptReference(_relative(assets / one.path, folder), one.kind, one.entity, one.role, one.note)


def _plate(plate: Plate | None, assets: Path, folder: Path) -> ScriptPlate | None:
    """A frame of another clip has the name of that clip and the number of the frame until it is made."""
    if plate is None:
        return None
    if not plate.clip:
        return ScriptPlate(_relative(assets / plate.path, folder))
    return ScriptPlate(f"../plates/{plate.clip}-f{plate.frame:04d}.png", carries=True)


def _relative(path: Path, folder: Path) -> str:
    try:
        return os.path.relpath(path.absolute(), folder.absolute()).replace(os.sep, "/")
    except ValueError:  # another drive
        return path.absolute().as_posix()


# --- front matter -----------------------------------------------------------------------------------------------------


def front_matter(context: Context) -> str:
    """The opening of a prompt file that states `context`, both lines of dashes included."""
    import yaml

    document: dict[str, Any] = {"mode": context.mode.value if context.mode else None}
    if context.duration is not None:
        # Three decimals are exact enough: lengths lie 17 frames apart.
        document["duration"] = round(float(context.duration), 3)
    document["fps"] = grid.FPS
    document["references"] = [
        {
            "kind": one.kind.value,
            "path": one.path,
            **({"role": one.role.value} if one.role else {}),
            **({"seconds": round(float(one.seconds), 3)} if one.seconds is not None else {}),
        }
        for one in context.references or ()
    ]
    document["dialogue"] = [
        {"speaker": line.speaker, "language": line.language, "text": line.text} for line in context.dialogue or ()
    ]
    document["visible_text"] = list(context.visible_text or ())
    document["backend"] = context.backend
    document["sequence"] = context.sequence
    stated = {key: value for key, value in document.items() if value is not None}
    text = yaml.safe_dump(stated, allow_unicode=True, sort_keys=False, width=1_000_000, default_flow_style=None)
    return f"---\n{text}---\n"


# --- files ------------------------------------------------------------------------------------------------------------


def write_prompts(
    brief: Brief,
    plan: FilmPlan,
    folder: Path,
    *,
    assets: Path | None = None,
    reset: Iterable[str] = (),
    templates: Path | None = None,
) -> list[PromptFile]:
    """Writes the prompt of every clip whose file nobody has edited, and checks all of them.

    Args:
        brief, plan: the film.
        folder: the project; the files go into its ``prompts``.
        assets: the folder of the brief; default: the one that the project names, else `folder`.
        reset: clips whose edited prompt is given up: it is kept as ``C01.h3.md.bak``.
        templates: the folder of the templates; default: those that come with the program.

    Raises:
        UsageError: for an unknown skill or clip, a template that is not right, a file that cannot be written.
        SourceError: for an edited file that cannot be read.
    """
    given_up = frozenset(reset)
    known = [clip.id for clip in plan.clips]
    for name in given_up:
        if name not in known:
            raise unknown_name("clip", name, known)
    prompts = folder / FOLDER
    try:
        prompts.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{prompts}: cannot be made: {error.strerror or error}") from error
    home = assets if assets is not None else _home(folder)
    return _Writer(brief, plan, prompts, home, given_up, templates).write()


def orphans(plan: FilmPlan, folder: Path) -> tuple[Path, ...]:
    """The prompt files of a project whose clips the plan no longer has; they are left alone."""
    known = {clip.id for clip in plan.clips}
    found = sorted((folder / FOLDER).glob(f"*{ENDING}"))
    return tuple(path for path in found if path.name.removesuffix(ENDING) not in known)


def _home(folder: Path) -> Path:
    from .project import find

    try:
        return find(folder).brief.parent
    except SourceError:
        return folder


class _Mark(NamedTuple):
    """What was written for a clip: the hash of the file (two while it is being replaced) and that of the prompt in it."""

    files: tuple[str, ...]
    body: str


class _Writer:
    def __init__(
        self, brief: Brief, plan: FilmPlan, prompts: Path, home: Path, reset: frozenset[str], templates: Path | None
    ) -> None:
        self.brief = brief
        self.plan = plan
        self.prompts = prompts
        self.home = home
        self.reset = reset
        self.templates = templates
        self.record = prompts / RECORD
        self.known = _recorded(self.record)
        self.memory = Memory(prompts.parent, brief.skill, templates)
        #: Clips whose compiled file has been checked and has no finding.
        self.clean: set[str] = set()

    def write(self) -> list[PromptFile]:
        """All prompts, in the order of the film."""
        texts: dict[str, tuple[Compiled, str]] = {}
        for clip in self.plan.clips:
            script = script_for(self.brief, self.plan, clip, assets=self.home, folder=self.prompts)
            texts[clip.id] = self._compiled(clip.id, script)
        found = {name: self._found(name) for name in texts}
        edited = {name for name, old in found.items() if old is not None and self._edited(name, old, texts[name][1])}
        fresh = {name: text for name, (_, text) in texts.items() if name not in edited and found[name] != text}
        # Both hashes are known while files are written, so that a stop in between makes none of them look edited.
        own = {
            name: _Mark((_hash(text),), _hash(compiled.text))
            for name, (compiled, text) in texts.items()
            if name not in edited
        }
        marks = {**self.known, **own}
        if fresh:
            both = {name: marks[name]._replace(files=(*marks[name].files, *self._files(name))) for name in fresh}
            self._note({**marks, **both})
        for name, text in fresh.items():
            if name in self.reset and (old := found[name]) is not None and _hash(old) not in self._files(name):
                write_bytes(_spare(self._path(name)), self._path(name).read_bytes())
            write_text(self._path(name), text)
        if marks != self.known or fresh:
            self._note(marks)
        self.memory.save()
        left = orphans(self.plan, self.prompts.parent)
        files = [self._file(name, *texts[name], name in edited) for name in texts]
        if left and files:
            files[0] = _with(files[0], [_orphan(path) for path in left])
        return files

    def _compiled(self, name: str, script: ClipScript) -> tuple[Compiled, str]:
        """The compiled prompt and the whole text of its file."""
        key = self.memory.key(script)
        known = self.memory.get(key)
        if known is not None:
            self.clean.add(name)
            return Compiled(known.text, context_of(script), Report(), known.assumptions), known.file
        compiled = compile_clip(script, self.brief.skill, folder=self.templates)
        text = f"{front_matter(compiled.context)}{compiled.text}\n"
        if not compiled.report.findings and not check_source(Source(text, name), compiled.context).findings:
            self.memory.put(key, Known(compiled.text, text, compiled.assumptions))
            self.clean.add(name)
        return compiled, text

    def _path(self, name: str) -> Path:
        return self.prompts / f"{name}{ENDING}"

    def _found(self, name: str) -> str | None:
        """The text on disk with LF and without a byte order mark; None without a file."""
        path = self._path(name)
        return _normal(read_source(path).text) if path.exists() else None

    def _files(self, name: str) -> tuple[str, ...]:
        return self.known[name].files if name in self.known else ()

    def _edited(self, name: str, old: str, new: str) -> bool:
        return name not in self.reset and old != new and _hash(old) not in self._files(name)

    def _note(self, marks: Mapping[str, _Mark]) -> None:
        document = {"schema": SCHEMA, "prompts": {name: mark._asdict() for name, mark in sorted(marks.items())}}
        write_text(self.record, json.dumps(document, indent=2) + "\n")

    def _file(self, name: str, compiled: Compiled, text: str, edited: bool) -> PromptFile:
        path = self._path(name)
        if not edited:
            source = Source(text, str(path))
            report = Report() if name in self.clean else check_source(source, compiled.context)
            return PromptFile(name, path, source.body, compiled.context, False, report, compiled.assumptions)
        read = read_source(path)
        source = Source(_normal(read.text), str(path), read.undecodable)
        context = _of_edited(source, compiled.context)
        made = PromptFile(name, path, source.body, context, True, check_source(source, context))
        # Another renderer or folder changes the front matter alone, and the plan decides that anyway.
        if name not in self.known or self.known[name].body != _hash(compiled.text):
            return _with(made, [_outdated(path, name)])
        return made


def _of_edited(source: Source, planned: Context) -> Context:
    """The plan decides length, mode and files; a person may have changed the words in text and front matter alike."""
    own = source.context
    return replace(
        planned,
        dialogue=own.dialogue if own.dialogue is not None else planned.dialogue,
        visible_text=own.visible_text if own.visible_text is not None else planned.visible_text,
        spans=own.spans,
    )


def _outdated(path: Path, name: str) -> Finding:
    return Finding(
        "prompt-outdated",
        Level.WARNING,
        "the file was edited, and the brief would now give another text; the edited one is used",
        file=str(path),
        suggestion=f"carry the change over by hand, or give the edit up: reset the prompt of {name}",
    )


def _orphan(path: Path) -> Finding:
    return Finding(
        "prompt-orphan",
        Level.INFO,
        "the plan has no such clip any more; the file is left alone and not used",
        file=str(path),
        suggestion="delete it when it is not needed",
    )


def _with(file: PromptFile, more: list[Finding]) -> PromptFile:
    return replace(file, report=replace(file.report, findings=(*file.report.findings, *more)))


def _normal(text: str) -> str:
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()


def _spare(path: Path) -> Path:
    """The first name for a copy that is not taken: ``C01.h3.md.bak``, ``C01.h3.md.bak2`` …"""
    names = (path.with_name(f"{path.name}.bak{number if number > 1 else ''}") for number in range(1, 10_000))
    return next((name for name in names if not name.exists()), path.with_name(f"{path.name}.bak"))


def _recorded(record: Path) -> dict[str, _Mark]:
    """What the template wrote, by clip. Without a readable record every file counts as edited, so none is lost."""
    try:
        document = json.loads(record.read_text("utf-8"))
        if document["schema"] != SCHEMA:
            return {}
        return {
            str(name): _Mark(tuple(map(str, mark["files"])), str(mark["body"]))
            for name, mark in document["prompts"].items()
        }
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return {}


__all__ = ["PromptFile", "front_matter", "orphans", "script_for", "write_prompts"]
