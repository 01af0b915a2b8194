"""From takes to a film: assembled, inspected, reported and recorded as a version of its own."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from h3prompt.errors import SourceError
from h3prompt.findings import Level

from .. import manifest
from ..files import write_text
from ..hashes import digest, sha256
from ..takes.model import Take
from ..takes.store import now
from .paperwork import write_changed
from .render import draft_word

if TYPE_CHECKING:
    from ..edit import Edit
    from ..project import Project
    from ..qc.model import Expected, Inspection
    from .pipeline import Run

#: Raised whenever the assembly gives another film for the same edit.
ASSEMBLY = 1
_VERSION = re.compile(r"v(\d{3,})")
Progress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class Film:
    """A finished version.

    Attributes:
        version: "v003".
        path, report, manifest: its files.
        findings: how many of each level its inspection has.
        draft: it is made of slates or previews.
        kept: it was there already and nothing that it depends on has changed.
        waits: a person has to approve it.
    """

    version: str
    path: Path
    report: Path
    manifest: Path
    findings: Mapping[str, int]
    draft: bool
    kept: bool = False
    waits: bool = False

    @property
    def ok(self) -> bool:
        """Its inspection found no error."""
        return not self.findings.get(Level.ERROR.value)


def make_film(
    run: Run,
    takes: Mapping[str, Take],
    *,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Film:
    """Makes a new version of the film, unless the newest one is exactly what would be made.

    Args:
        run: the project.
        takes: clip to the take that the film shows.
        progress: called with a stage, how much of it is done and how much there is.
        cancelled: asked again and again.
    """
    films = run.project.films
    films.mkdir(exist_ok=True)
    _sweep(run.project)
    edit = build_edit(run, takes)
    key = digest(edit_document(run, edit, takes))
    newest = _newest(run, key)
    if newest is not None:
        return newest
    draft = any(take.draft for take in takes.values())
    number = 1 + max((_number(path) for path in films.iterdir() if _VERSION.fullmatch(path.name)), default=0)
    version = f"v{number:03d}"
    # Everything is made beside its final place: a folder with a version's name is always a whole version.
    folder = films / f".{version}.partial"
    folder.mkdir()
    try:
        film = _make(run, takes, edit, key, version, folder, draft, progress or _nothing, cancelled)
        final = films / version
        folder.rename(final)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    record = final / film.manifest.name
    write_changed(run.project.manifest, record.read_text("utf-8"))
    return replace(film, path=final / film.path.name, report=final / film.report.name, manifest=record)


def _sweep(project: Project) -> None:
    """Removes what a run that was killed has left. Whoever holds the project's lock is the only one at work here."""
    for left in [*project.films.glob(".v*"), *project.work.glob(".assembly-*")]:
        shutil.rmtree(left, ignore_errors=True)
    for partial in project.work.rglob(".*.partial"):
        partial.unlink(missing_ok=True)


def _nothing(stage: str, done: int, total: int) -> None:
    """Nobody watches."""


def build_edit(run: Run, takes: Mapping[str, Take]) -> Edit:
    """The edit of the film that these takes give."""
    return planned_edit(run, {name: path for name, take in takes.items() if (path := take.path) is not None})


def planned_edit(run: Run, paths: Mapping[str, Path]) -> Edit:
    """The edit of the film; `paths` gives each clip's file, which need not exist yet."""
    from ..plan.to_edit import edit, sound

    captions = run.brief.captions
    return replace(
        edit(run.plan, paths),
        sound=sound(run.brief, run.folder),
        burn=captions.burn,
        font=None if captions.font is None else run.folder / captions.font,
        title=run.brief.title,
    )


def edit_document(run: Run, edit: Edit, takes: Mapping[str, Take]) -> dict[str, Any]:
    """The edit with the content of every file in place of its path: equal documents, equal films."""
    from backends.media.find import find

    document = asdict(edit)
    for piece in document["pieces"]:
        # The key as well: a film made from other prompts is another version, even where the pictures came out alike.
        piece["path"] = [takes[piece["clip"]].key, takes[piece["clip"]].file["sha256"]]
    files = [(document["sound"], "master"), (document["sound"]["bed"] or {}, "path"), (document, "font")]
    for part, name in files:
        if part.get(name) is not None:
            part[name] = run.hashes.of(Path(part[name]))
    return {"assembly": ASSEMBLY, "ffmpeg": find().configuration, "version": find().version, "edit": document}


def _newest(run: Run, key: str) -> Film | None:
    """The newest film when it was made from the same edit and its file is still what was recorded."""
    versions = sorted((path for path in run.project.films.iterdir() if _VERSION.fullmatch(path.name)), key=_number)
    if not versions:
        return None
    record = versions[-1] / "manifest.json"
    try:
        document = manifest.read(record)
        film = document["film"]
        path = run.project.folder / film["path"]
        if film["key"] != key or path.stat().st_size != film["size"] or run.hashes.of(path) != film["sha256"]:
            return None
        # Whoever deleted one of its papers gets a new version that has them all.
        if not all(record.with_name(name).is_file() for name in ("report.html", "inspection.json")):
            return None
        found = Film(
            version=document["version"],
            path=path,
            report=record.with_name("report.html"),
            manifest=record,
            findings=document["inspection"]["counts"],
            draft=document["draft"],
            kept=True,
            waits=_waits(run, path),
        )
    except (SourceError, OSError, KeyError, TypeError):
        # A record that cannot be used means that the film is made again; the old one stays where it is.
        return None
    # A crash may have come between the version and the project's own record of it.
    write_changed(run.project.manifest, record.read_text("utf-8"))
    return found


def _number(path: Path) -> int:
    return int(path.name[1:])


def _waits(run: Run, path: Path) -> bool:
    from .approve import Approvals

    return "film" in run.brief.approvals and not Approvals(run.project).given("film", path)


def _make(
    run: Run,
    takes: Mapping[str, Take],
    edit: Edit,
    key: str,
    version: str,
    folder: Path,
    draft: bool,
    progress: Progress,
    cancelled: Callable[[], bool] | None,
) -> Film:
    from ..assembly.assemble import assemble
    from ..assembly.captions import write_srt, write_vtt
    from ..qc.inspect import inspect
    from .reporting import write_papers

    word = draft_word(run.backend.name, draft)
    name = "-".join([run.project.name, version, *([word] if word else [])])
    path = folder / f"{name}.mp4"
    run.project.work.mkdir(exist_ok=True)
    assembled = assemble(
        edit,
        path,
        work=run.project.work,
        progress=lambda done, total: progress("assemble", done, total),
        cancelled=cancelled,
    )
    if edit.captions:
        write_srt(edit.captions, folder / f"{name}.srt")
        write_vtt(edit.captions, folder / f"{name}.vtt")
    inspection = inspect(
        path,
        expectation(run, edit, assembled.frames),
        progress=lambda done, total: progress("inspect", done, total),
        cancelled=cancelled,
    )
    write_text(folder / "inspection.json", json.dumps(inspection.to_dict(), indent=1, ensure_ascii=False) + "\n")
    progress("report", 0, 1)
    write_papers(run, takes, edit, inspection, assembled, version, path, draft)
    document = record(run, takes, edit, key, version, path, draft, inspection, assembled)
    manifest.write(folder / "manifest.json", document)
    progress("report", 1, 1)
    return Film(
        version=version,
        path=path,
        report=folder / "report.html",
        manifest=folder / "manifest.json",
        findings=document["inspection"]["counts"],
        draft=draft,
        waits="film" in run.brief.approvals,
    )


def expectation(run: Run, edit: Edit, frames: int) -> Expected:
    """What the film should be; `frames` is its length, which a song may have made one frame longer or shorter than planned."""
    from ..plan.expect import expected

    sound = edit.sound
    native = sound.policy == "native"
    return replace(
        expected(run.plan),
        frames=frames,
        audio_rate=48_000 if sound.policy != "master" else None,
        exact_audio=sound.policy != "master",
        silent=sound.policy == "silent",
        target=sound.target if native else None,
        true_peak=sound.true_peak if native else None,
        lines=expected(run.plan).lines if native else None,
    )


def counts(inspection: Inspection) -> dict[str, int]:
    """How many findings of each level there are."""
    levels = [found.finding.level for found in inspection.findings]
    return {level.value: levels.count(level) for level in Level}


def record(
    run: Run,
    takes: Mapping[str, Take],
    edit: Edit,
    key: str,
    version: str,
    path: Path,
    draft: bool,
    inspection: Inspection,
    assembled: Any,
) -> manifest.Document:
    """The manifest of one version."""
    from ..plan.tables import plan_document

    prompts = {prompt.clip: prompt for prompt in run.prompts}
    final = f"films/{version}"
    found = path.stat()
    return {
        "kind": "h3-film",
        "title": run.brief.title,
        "version": version,
        "created": now(),
        "draft": draft,
        "backend": {"name": run.backend.name, "version": run.backend.version, "model": run.brief.model},
        "made_with": manifest.made_with(),
        "brief": {"path": run.project.relative(run.project.brief.absolute()), "sha256": sha256(run.project.brief)},
        "assets": assets(run),
        "plan": plan_document(run.plan),
        "clips": [
            {
                "id": clip.id,
                "take": takes[clip.id].id,
                "picked": run.store.picked(takes[clip.id].base) == takes[clip.id].id,
                "seed": takes[clip.id].seed,
                "prompt": {
                    "path": run.project.relative(prompts[clip.id].path),
                    "sha256": digest(prompts[clip.id].body),
                    "edited": prompts[clip.id].edited,
                },
                "file": {
                    "path": run.project.relative(takes[clip.id].folder / takes[clip.id].file["name"]),
                    "sha256": takes[clip.id].file["sha256"],
                    "size": takes[clip.id].file["size"],
                },
                "base": takes[clip.id].base,
                "findings": takes[clip.id].inspection.get("findings", []),
                "facts": takes[clip.id].facts,
            }
            for clip in run.plan.clips
        ],
        "film": {
            "path": f"{final}/{path.name}",
            "sha256": inspection.sha256,
            "size": found.st_size,
            "frames": assembled.frames,
            "width": edit.canvas.width,
            "height": edit.canvas.height,
            "key": key,
            "sound": {"policy": edit.sound.policy, **assembled.facts},
        },
        "inspection": {
            "path": f"{final}/inspection.json",
            "sha256": inspection.sha256,
            "counts": counts(inspection),
        },
        "assumptions": list(run.assumptions),
        "notes": list(run.notes),
        "findings": [finding.to_dict() for finding in run.findings],
        "assembly": [finding.to_dict() for finding in assembled.findings],
    }


def assets(run: Run) -> list[dict[str, Any]]:
    """Every file that the brief names, with its content's hash."""
    from h3prompt.brief.loader import files

    found = {}
    for _, name, kind in files(run.brief):
        path = run.folder / name
        found[name] = {
            "path": run.project.relative(path.absolute()),
            "kind": str(getattr(kind, "value", kind)),
            "sha256": run.hashes.of(path),
            "size": path.stat().st_size,
        }
    return [found[name] for name in sorted(found)]
