"""What ``h3 status``, ``takes``, ``approve`` and ``diff`` do."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from h3prompt.errors import Exit, UsageError

from .. import manifest
from ..produce.approve import GATES, Approvals
from ..produce.pipeline import Options, Run
from ..project import Project, find
from ..takes.model import State, Take
from ..takes.store import TakeStore, intact
from . import console
from .making import SCHEMA, prepared
from .options import one_of


def _existing(path: Path, into: Path | None) -> Project:
    project = find(path, into)
    if not (project.folder / "project.json").exists():
        raise UsageError(f"{project.folder} is no project yet", hint=f"h3 plan {path} makes it")
    return project


def _run(project: Project, options: Options = Options()) -> Run:  # noqa: B008
    run = prepared(project, options, False)
    if run is None:
        raise UsageError("the brief has errors; see above")
    return run


def show_status(path: Path, into: Path | None, as_json: bool) -> int:
    """Where the film stands. Needs no lock: it reads records that are replaced at once."""
    project = _existing(path, into)
    store = TakeStore(project.takes)
    states = {state.value: sum(take.state is state for take in store) for state in State}
    document: dict[str, Any] = {
        "schema": SCHEMA,
        "project": str(project.folder),
        "brief": str(project.brief),
        "takes": states,
        "damaged": store.damaged,
        "film": None,
    }
    if project.manifest.exists():
        record = manifest.read(project.manifest)
        film = project.folder / record["film"]["path"]
        document["film"] = {
            "version": record["version"],
            "path": str(film),
            "there": film.exists() and film.stat().st_size == record["film"]["size"],
            "draft": record["draft"],
            "frames": record["film"]["frames"],
            "findings": record["inspection"]["counts"],
            "clips": {clip["id"]: clip["take"] for clip in record["clips"]},
        }
    if as_json:
        console.json_out(document)
        return Exit.FINE
    console.out(f"{project.folder} (brief: {project.brief})\n")
    said = ", ".join(f"{count} {name}" for name, count in states.items() if count) or "none yet"
    console.out(f"takes: {said}\n")
    for damage in store.damaged:
        console.out(f"damaged: {damage}\n")
    found = document["film"]
    if found is None:
        console.out("film: none yet\n")
    else:
        gone = "" if found["there"] else " (GONE OR CHANGED)"
        word = " (a draft, not a finished film)" if found["draft"] else ""
        console.out(f"film: {found['version']}{word}: {found['path']}{gone}\n")
        counts = found["findings"]
        console.out(f"inspection: {counts['error']} errors, {counts['warning']} warnings, {counts['info']} infos\n")
    return Exit.FINE


def show_takes(path: Path, into: Path | None, only: Sequence[str], as_json: bool) -> int:
    """All takes, oldest first."""
    project = _existing(path, into)
    store = TakeStore(project.takes)
    names = {name.upper() for name in only}
    takes = [take for take in store if not names or names & {take.clip.upper(), *(shot.upper() for shot in take.shots)}]
    shown = _shown(project)
    if as_json:
        document = [
            {**take.to_dict(), "shown": take.id in shown, "intact": take.state is not State.FINISHED or intact(take)}
            for take in takes
        ]
        console.json_out({"schema": SCHEMA, "project": str(project.folder), "takes": document})
        return Exit.FINE
    rows = [
        [
            take.id,
            take.clip,
            ", ".join(take.shots),
            take.state.value + (" (draft)" if take.draft and take.file else ""),
            str(take.seed),
            "in the film" if take.id in shown else "picked" if store.picked(take.base) == take.id else "",
            take.error.splitlines()[0] if take.error else str(take.path or ""),
        ]
        for take in takes
    ]
    console.table(["take", "clip", "shots", "state", "seed", "", "file or reason"], rows)
    return Exit.FINE


def _shown(project: Project) -> set[str]:
    if not project.manifest.exists():
        return set()
    return {clip["take"] for clip in manifest.read(project.manifest)["clips"]}


def pick_take(name: str, path: Path, into: Path | None, force: bool) -> int:
    """Makes one take the one that the film shows."""
    project = _existing(path, into)
    with project.lock():
        run = _run(project)
        take = run.store.get(name)
        if not take.file or not intact(take):
            raise UsageError(f"{take.id} is {take.state.value} and has no clip to show")
        base = _place(run, take, force)
        if take.state is State.REJECTED:
            run.store.move(take, State.FINISHED, error="")
        run.store.pick(base, take, "picked by a person")
    console.out(f"{take.id} is picked; h3 produce {path} puts it into the film\n")
    return Exit.FINE


def _place(run: Run, take: Take, force: bool) -> str:
    """The base of the clip that `take` is to be shown for."""
    decisions = run.decisions()
    for decision in decisions.values():
        if decision.base == take.base:
            return decision.base
    for clip in run.plan.clips:
        decision = decisions[clip.id]
        if decision.shots == take.shots and decision.base:
            if not force:
                raise UsageError(
                    f"{take.id} was made for {', '.join(take.shots)} from another prompt or other settings",
                    hint="--force shows it all the same",
                )
            if take.identity.get("frames") != clip.frames:
                raise UsageError(
                    f"{take.id} has {take.identity.get('frames')} frames and {clip.id} needs {clip.frames} now"
                )
            return decision.base
    raise UsageError(f"{take.id} was made for {', '.join(take.shots)}, which the plan does not have as one clip now")


def reject_take(name: str, path: Path, into: Path | None, why: str) -> int:
    """Takes one take out of the film."""
    project = _existing(path, into)
    with project.lock():
        store = TakeStore(project.takes)
        take = store.get(name)
        if take.state is State.REJECTED:
            console.out(f"{take.id} is rejected already\n")
            return Exit.FINE
        if take.state is not State.FINISHED:
            raise UsageError(f"{take.id} is {take.state.value}; only a finished take can be rejected")
        store.move(take, State.REJECTED, error=why or "rejected by a person")
        store.unpick(take)
    console.out(f"{take.id} is rejected; h3 produce {path} makes another take\n")
    return Exit.FINE


def give_approval(gate: str, path: Path, into: Path | None) -> int:
    """Approves a gate as it is now."""
    name = one_of("GATE", gate, GATES)
    project = _existing(path, into)
    with project.lock():
        if name == "plan":
            files = [project.folder / "plan.json"]
        elif name == "prompts":
            files = [prompt.path for prompt in _run(project).prompts]
        else:
            files = (
                [project.folder / manifest.read(project.manifest)["film"]["path"]] if project.manifest.exists() else []
            )
        Approvals(project).approve(name, *files)
    console.out(f"the {name} is approved as it is now\n")
    return Exit.FINE


#: Parts of a manifest that differ between any two runs and say nothing about the film.
_NOISE = ("created", "version", "notes")
_NOISY_PATHS = ("film.path", "inspection.path")


def show_difference(old: str, new: str, path: Path | None, into: Path | None, as_json: bool) -> int:
    """What differs between two manifests."""
    from ..report.compare import compare, render_changes

    records = [_record(name, path, into) for name in (old, new)]
    first, second = ({key: value for key, value in record.items() if key not in _NOISE} for record in records)
    changes = compare(first, second, ignore=_NOISY_PATHS)
    if as_json:
        console.json_out(
            {"schema": SCHEMA, "old": old, "new": new, "changes": [change.to_dict() for change in changes]}
        )
    else:
        console.out(render_changes(changes))
    return Exit.FINE


def _record(name: str, path: Path | None, into: Path | None) -> dict[str, Any]:
    if re.fullmatch(r"v\d+", name):
        if path is None:
            raise UsageError(
                f"{name}: name the project as well", hint="for example h3 diff v001 v002 outputs/lighthouse"
            )
        project = _existing(path, into)
        file = project.films / name / "manifest.json"
        if not file.exists():
            known = sorted(entry.name for entry in project.films.glob("v*")) if project.films.exists() else []
            raise UsageError(f"{name}: there is no such version; there are {', '.join(known) or 'none'}")
        return manifest.read(file)
    return manifest.read(Path(name))
