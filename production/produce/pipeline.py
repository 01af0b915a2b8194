"""One run: from the brief to as far as it was asked to go."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from h3prompt.errors import BackendError, CapabilityError, FindingsError, UsageError, WaitingError, unknown_name
from h3prompt.findings import Finding, Level

from ..hashes import Hashes
from ..project import Project
from ..takes.store import TakeStore
from .approve import Approvals
from .decide import Action, Decision, decide_all, shot_ids
from .keyframes import cropped
from .render import Listener, Outcome, Renderer
from .requests import NotYet, Requests

if TYPE_CHECKING:
    from backends.contract import Backend, RenderRequest, Value
    from h3prompt.brief.model import Brief

    from ..compile import PromptFile
    from ..plan.model import Clip, FilmPlan
    from ..qc.model import Inspection
    from .film import Film


@dataclass(frozen=True, slots=True)
class Options:
    """What the person asks for besides the brief.

    Attributes:
        backend: another renderer than the brief's.
        model: another model than the brief's.
        only: shots or clips to work on; empty: all.
        new_take: make another take of these.
        settings: further options of the renderer; they win over the brief's.
        retries: further attempts for a clip, None: as the brief says.
        jobs: clips at a time, None: as many as the renderer allows.
        timeout: seconds for one clip, None: no limit.
        reset_prompts: clips whose edited prompt is given up for the template's.
    """

    backend: str | None = None
    model: str | None = None
    only: tuple[str, ...] = ()
    new_take: bool = False
    settings: Mapping[str, Value] = field(default_factory=dict)
    retries: int | None = None
    jobs: int | None = None
    timeout: float | None = None
    reset_prompts: tuple[str, ...] = ()


@dataclass(slots=True)
class Run:
    """A project that was read, planned and compiled, ready to be rendered."""

    project: Project
    brief: Brief
    folder: Path
    plan: FilmPlan
    prompts: Sequence[PromptFile]
    backend: Backend
    store: TakeStore
    hashes: Hashes
    requests: Requests
    options: Options
    findings: list[Finding]
    notes: list[str]

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What the brief leaves open and how the plan and the template filled it, one sentence each."""
        written = [f"{prompt.clip}, {text}" for prompt in self.prompts for text in prompt.assumptions]
        return (*self.plan.assumptions, *written)

    def selected(self) -> tuple[Clip, ...]:
        """The clips that `Options.only` names.

        Raises:
            UsageError: for a name that is neither a clip nor a shot.
        """
        if not self.options.only:
            return self.plan.clips
        names: dict[str, set[str]] = {}
        for clip in self.plan.clips:
            for name in (clip.id, *shot_ids(clip), *(shot.id for shot in clip.shots)):
                names.setdefault(name.upper(), set()).add(clip.id)
        wanted: set[str] = set()
        for name in self.options.only:
            if name.upper() not in names:
                raise unknown_name("shot or clip", name, sorted(names))
            wanted |= names[name.upper()]
        return tuple(clip for clip in self.plan.clips if clip.id in wanted)

    def anew(self) -> frozenset[str]:
        """The clips of which another take is wanted."""
        return frozenset(clip.id for clip in self.selected()) if self.options.new_take else frozenset()

    def decisions(self) -> Mapping[str, Decision]:
        """What would happen to every clip, without anything happening."""
        return decide_all(self.plan.clips, self.requests, self.backend, self.store, self.anew())


def prepare(project: Project, options: Options = Options()) -> Run:
    """Reads the brief, plans, writes plan and prompts, and looks at what every renderer would refuse.

    The caller holds the lock of the project.

    Raises:
        FindingsError: with every finding, when one of them is an error: then nothing may be rendered.
        UsageError: when the brief, an option or a file cannot be right.
    """
    from backends.registry import load
    from h3prompt.brief.loader import load_brief
    from h3prompt.compiler.templates import skills

    from ..compile import write_prompts
    from ..plan.planner import make_plan
    from .paperwork import write_plan

    loaded = load_brief(project.brief, skills=skills())
    brief = loaded.brief
    if options.backend is not None:
        brief = brief.model_copy(update={"backend": options.backend})
    if options.model is not None:
        brief = brief.model_copy(update={"model": options.model})
    backend = load(brief.backend, project.work)
    plan = make_plan(brief, place=loaded.place, file=str(project.brief))
    _fits(backend, plan, brief)
    project.create()
    write_plan(project, brief, plan)
    prompts = write_prompts(brief, plan, project.folder, assets=loaded.folder, reset=frozenset(options.reset_prompts))
    findings = [*loaded.findings, *plan.findings]
    for prompt in prompts:
        findings += prompt.findings
    store = TakeStore(project.takes)
    hashes = Hashes(project.folder / "hashes.json")
    requests = Requests(
        project,
        brief,
        loaded.folder,
        plan,
        {prompt.clip: prompt.body for prompt in prompts},
        {**brief.settings, **options.settings},
        hashes,
    )
    run = Run(project, brief, loaded.folder, plan, prompts, backend, store, hashes, requests, options, findings, [])
    run.findings += cropped(plan, loaded.folder, file=str(project.brief), place=loaded.place)
    run.notes += store.damaged
    for clip in plan.clips:
        # A clip that opens with a frame of another one can only be judged once that one is there.
        try:
            run.findings += backend.preflight(requests.of(clip))
        except NotYet:
            continue
    hashes.save()
    if any(finding.level is Level.ERROR for finding in run.findings):
        raise FindingsError(tuple(run.findings))
    return run


def _fits(backend: Backend, plan: FilmPlan, brief: Brief) -> None:
    for mode in dict.fromkeys(clip.mode for clip in plan.clips):
        edges = backend.capabilities(mode).short_edges
        if edges and brief.short_edge not in edges:
            near = min(edges, key=lambda edge: abs(edge - brief.short_edge))
            raise CapabilityError(
                f"short_edge: {backend.name} makes {', '.join(map(str, edges))} pixels, not {brief.short_edge}",
                hint=f"the nearest is {near}",
            )


@dataclass(frozen=True, slots=True)
class Result:
    """What came out of a run."""

    outcomes: Mapping[str, Outcome]
    film: Film | None

    @property
    def made(self) -> int:
        """How many clips were rendered."""
        return sum(outcome.made and outcome.take is not None for outcome in self.outcomes.values())


def render(
    run: Run, *, listener: Listener | None = None, started: Callable[[Renderer], None] | None = None
) -> dict[str, Outcome]:
    """Makes the takes that are missing.

    Args:
        run: what to do.
        listener: is told what happens.
        started: is given the renderer before it begins, so that it can be stopped.

    Raises:
        WaitingError: when a gate is not approved.
        BackendError: when a clip could not be made; the others were.
        Interrupted: when it was stopped.
    """
    gates = Approvals(run.project)
    gates.require("plan", run.brief, run.project.folder / "plan.json")
    gates.require("prompts", run.brief, *(prompt.path for prompt in run.prompts))
    for take in run.store.recover():
        run.notes.append(f"{take.id} ({', '.join(take.shots)}): {take.error}")
    clips = run.selected()
    # What a selected clip continues is decided as well, so that its tail is known.
    decide_all(run.plan.clips, run.requests, run.backend, run.store)
    renderer = Renderer(
        run.store,
        run.backend,
        run.requests,
        inspector(run),
        retries=run.brief.retries if run.options.retries is None else run.options.retries,
        jobs=run.options.jobs,
        timeout=run.options.timeout,
        listener=listener,
    )
    if started:
        started(renderer)
    outcomes = renderer.run(clips, run.anew())
    run.hashes.save()
    failed = [outcome for outcome in outcomes.values() if outcome.take is None]
    if failed:
        lines = "; ".join(f"{outcome.clip}: {outcome.error}" for outcome in failed)
        kept = len(outcomes) - len(failed)
        raise BackendError(
            f"{len(failed)} of {len(outcomes)} clips could not be made; {kept} are kept: {lines}",
            hint="h3 takes list shows every attempt; the same command tries again, h3 takes pick takes one as it is",
        )
    return outcomes


def inspector(run: Run) -> Callable[[Path, Clip, RenderRequest], Inspection]:
    """What looks at a fresh clip: against the plan, and against the plates that it was given."""
    from h3prompt.context import Role

    from ..plan.expect import expected_clip
    from ..qc.inspect import inspect

    def look(path: Path, clip: Clip, request: RenderRequest) -> Inspection:
        plates = {file.role: file.path for file in request.references if file.role is not Role.REFERENCE}
        expected = replace(
            expected_clip(run.plan, clip),
            first=plates.get(Role.FIRST_FRAME),
            last=plates.get(Role.LAST_FRAME),
            audio_rate=run.backend.capabilities(clip.mode).audio_rate,
        )
        return inspect(path, expected)

    return look


def produce(
    run: Run,
    *,
    listener: Listener | None = None,
    started: Callable[[Renderer], None] | None = None,
    progress: Callable[[str, int, int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Result:
    """Renders what is missing and, when every clip has a take, makes the film.

    Args:
        run: what to do.
        listener, started: see `render`.
        progress: called with a stage of the film and how much of it is done.
        cancelled: asked again and again while the film is assembled and inspected.
    """
    from .film import make_film

    _foresee(run)
    outcomes = render(run, listener=listener, started=started)
    decisions = run.decisions() if run.options.only else {}
    open_clips = [name for name, decision in decisions.items() if name not in outcomes and decision.take is None]
    if open_clips:
        run.notes.append(f"no film yet: {', '.join(open_clips)} have no take")
        return Result(outcomes, None)
    chosen = {
        **{name: decision.take for name, decision in decisions.items()},
        **{o.clip: o.take for o in outcomes.values()},
    }
    takes = {clip.id: take for clip in run.plan.clips if (take := chosen.get(clip.id)) is not None}
    return Result(outcomes, make_film(run, takes, progress=progress, cancelled=cancelled))


def _foresee(run: Run) -> None:
    """Stops before the first clip is rendered when the film could not be made of them."""
    if run.options.only or all(decision.action is Action.KEEP for decision in run.decisions().values()):
        return
    from ..assembly.assemble import foresee
    from .film import planned_edit

    foresee(planned_edit(run, {clip.id: Path(clip.id) for clip in run.plan.clips}), run.project.folder)


def explain(run: Run, decisions: Mapping[str, Decision]) -> list[dict[str, Any]]:
    """The decisions in their JSON form, in the order of the film."""
    return [decisions[clip.id].to_dict() for clip in run.plan.clips]


def waiting(actions: Collection[Decision]) -> int:
    """How many clips are not kept."""
    return sum(decision.action is not Action.KEEP for decision in actions)


__all__ = [
    "Options",
    "Result",
    "Run",
    "UsageError",
    "WaitingError",
    "explain",
    "prepare",
    "produce",
    "render",
    "waiting",
]
