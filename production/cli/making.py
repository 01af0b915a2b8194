"""What ``h3 plan`` and ``h3 produce`` do."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from h3prompt.checker import Report
from h3prompt.errors import Exit, FindingsError, UsageError
from h3prompt.findings import Finding, Level

from ..produce.pipeline import Options, Run, explain, prepare, produce, render, waiting
from ..project import Project, find
from . import console
from .progress import watching

if TYPE_CHECKING:
    from backends.contract import Value

    from ..produce.decide import Decision
    from ..produce.render import Renderer

SCHEMA = 1


def plan_film(
    path: Path,
    into: Path | None,
    *,
    backend: str | None,
    model: str | None = None,
    explained: bool,
    reset: Sequence[str],
    as_json: bool,
) -> int:
    """Plans, writes the papers, prints the table."""
    project = find(path, into)
    project.folder.mkdir(parents=True, exist_ok=True)
    with project.lock():
        run = prepared(project, Options(backend=backend, model=model, reset_prompts=tuple(reset)), as_json)
        if run is None:
            return Exit.FINDINGS
        decisions = run.decisions()
    if as_json:
        console.json_out({"schema": SCHEMA, **_described(run), "clips": explain(run, decisions)})
        return Exit.FINE
    _table(run)
    tell(run.findings)
    for text in run.assumptions:
        console.out(f"assumed: {text}\n")
    for note in run.notes:
        console.note(f"note: {note}")
    if explained:
        console.out("\n")
        for decision in decisions.values():
            console.out(f"{decision.clip} {', '.join(decision.shots)}: {decision.action.value}: {decision.why}\n")
    console.out(f"\n{project.folder}: plan.md, storyboard.md, shots.md, prompts/\n")
    return Exit.FINE


def produce_film(
    path: Path,
    into: Path | None,
    *,
    backend: str | None,
    model: str | None = None,
    only: Sequence[str],
    new_take: bool,
    dry_run: bool,
    settings: Sequence[str],
    retries: int | None,
    jobs: int | None,
    timeout: float | None,
    reset: Sequence[str],
    as_json: bool,
) -> int:
    """Makes the film and prints where it is."""
    options = Options(
        backend=backend,
        model=model,
        only=tuple(only),
        new_take=new_take,
        settings=dict(_setting(word) for word in settings),
        retries=retries,
        jobs=jobs,
        timeout=timeout,
        reset_prompts=tuple(reset),
    )
    project = find(path, into)
    project.folder.mkdir(parents=True, exist_ok=True)
    with project.lock():
        run = prepared(project, options, as_json)
        if run is None:
            return Exit.FINDINGS
        clips = run.selected()
        if dry_run:
            return _dry_run(run, as_json)
        deliverable = run.brief.deliverable.value
        if deliverable != "film":
            return _handed_over(run, deliverable, as_json)
        if not as_json:
            tell(run.findings)
        with watching(len(clips)) as watcher, stoppable() as (started, stopped):
            result = produce(run, listener=watcher, started=started, progress=watcher.film, cancelled=stopped)
    film = result.film
    document = {
        "schema": SCHEMA,
        **_described(run),
        "made": result.made,
        "kept": len(result.outcomes) - result.made,
        "takes": {name: outcome.take.id for name, outcome in result.outcomes.items() if outcome.take},
        "film": None
        if film is None
        else {
            "version": film.version,
            "path": str(film.path),
            "report": str(film.report),
            "manifest": str(film.manifest),
            "draft": film.draft,
            "kept": film.kept,
            "findings": dict(film.findings),
            "approved": not film.waits,
        },
    }
    if as_json:
        console.json_out(document)
    else:
        for note in run.notes:
            console.note(f"note: {note}")
        console.out(f"{result.made} clips made, {document['kept']} kept\n")
        if film is not None:
            _tell_film(film)
    if film is None:
        return Exit.FINE
    if not film.ok:
        return Exit.FINDINGS
    return Exit.WAITING if film.waits else Exit.FINE


def _tell_film(film: Any) -> None:
    found = film.findings
    word = "a draft, not a finished film" if film.draft else "the film"
    state = "unchanged since the last run" if film.kept else "new"
    console.out(f"{film.version} ({word}, {state}): {found['error']} errors, {found['warning']} warnings\n")
    console.out(f"film:   {film.path}\nreport: {film.report}\n")
    if film.waits:
        console.note("it waits for approval: look at it, then run h3 approve film on the project")


def prepared(project: Project, options: Options, as_json: bool) -> Run | None:
    """`prepare`, with all findings shown when they stop the work; None then."""
    try:
        return prepare(project, options)
    except FindingsError as error:
        if as_json:
            found = sorted(error.findings, key=Finding.sort_key)
            console.json_out({**Report(tuple(found)).to_dict(), "schema": SCHEMA})
        else:
            tell(error.findings, Level.INFO)
            console.note(
                f"h3: {len([f for f in error.findings if f.level is Level.ERROR])} errors; nothing was rendered"
            )
        return None


def tell(findings: Sequence[Finding], lowest: Level = Level.WARNING) -> None:
    """Shows findings as every check does."""
    from h3prompt.printers.text import render as text

    kept = sorted((finding for finding in findings if finding.level.rank <= lowest.rank), key=Finding.sort_key)
    if kept:
        console.note(text(Report(tuple(kept)), width=console.width(), quiet=True).rstrip())


def _described(run: Run) -> dict[str, Any]:
    return {
        "project": str(run.project.folder),
        "title": run.brief.title,
        "backend": run.backend.name,
        "draft": any(run.backend.capabilities(clip.mode).draft for clip in run.plan.clips),
        "frames": run.plan.frames,
        "seconds": round(run.plan.frames / 24, 6),
        "width": run.plan.canvas.width,
        "height": run.plan.canvas.height,
        "assumptions": list(run.assumptions),
        "findings": [finding.to_dict() for finding in run.findings],
    }


def _table(run: Run) -> None:
    from ..plan.tables import plan_rows

    headers, rows = plan_rows(run.plan)
    seconds = run.plan.frames / 24
    title = f"{run.brief.title}: {run.plan.frames} frames ({seconds:.3f} s), {run.plan.canvas}, {run.backend.name}"
    console.table(headers, rows, title)


def _dry_run(run: Run, as_json: bool) -> int:
    decisions: dict[str, Decision] = dict(run.decisions())
    chosen = {clip.id for clip in run.selected()}
    shown = {name: decision for name, decision in decisions.items() if name in chosen}
    if as_json:
        console.json_out({"schema": SCHEMA, **_described(run), "clips": [found.to_dict() for found in shown.values()]})
        return Exit.FINE
    rows = [[found.clip, ", ".join(found.shots), found.action.value, found.why] for found in shown.values()]
    console.table(["clip", "shots", "action", "why"], rows)
    console.out(f"{waiting(list(shown.values()))} of {len(shown)} clips would be made\n")
    return Exit.FINE


def _handed_over(run: Run, deliverable: str, as_json: bool) -> int:
    """The brief asks for a plan or prompts only: they are written by now."""
    if as_json:
        console.json_out({"schema": SCHEMA, **_described(run), "made": 0, "kept": 0, "takes": {}, "film": None})
    else:
        tell(run.findings)
        place = run.project.prompts if deliverable == "prompts" else run.project.folder / "plan.md"
        console.out(f"the brief asks for {deliverable}: {place}\n")
    return Exit.FINE


def _setting(word: str) -> tuple[str, Value]:
    name, equals, value = word.partition("=")
    if not equals or not name:
        raise UsageError(f"--set {word}: write NAME=VALUE", hint="for example --set delay=2")
    return name.strip(), _scalar(value.strip())


def _scalar(text: str) -> Value:
    """A value of a renderer's option as it would be read in a brief: true, false, a number, or the text."""
    import json

    with suppress(ValueError):
        found = json.loads(text)
        if isinstance(found, bool | int | float):
            return found
    return text


@contextmanager
def stoppable() -> Iterator[tuple[Callable[[Renderer], None], Callable[[], bool]]]:
    """Lets Ctrl-C and SIGTERM end the work in order: what runs is stopped and recorded as cancelled.

    A second Ctrl-C ends at once; that is no worse than a crash, from which a run recovers as well.
    """
    stop = threading.Event()
    renderers: list[Renderer] = []

    def ask(signum: int, frame: object) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()
        console.note("stopping; what is finished is kept")
        for renderer in renderers:
            # A handler must not wait for a lock that the interrupted code may hold.
            threading.Thread(target=renderer.stop, daemon=True).start()

    old = {}
    with suppress(ValueError):  # Only the main thread may.
        for number in (signal.SIGINT, signal.SIGTERM):
            old[number] = signal.signal(number, ask)
    try:
        yield renderers.append, stop.is_set
    finally:
        for number, handler in old.items():
            signal.signal(number, handler)


__all__ = ["plan_film", "prepared", "produce_film", "render", "stoppable", "tell"]
