"""Makes the takes that are missing: several at a time, each recorded before work begins, inspected before it counts."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from backends.contract import Backend, Cancel, Preparing, RenderEvent, RenderRequest, identity
from h3prompt.errors import BackendError, H3Error, Interrupted

from ..hashes import sha256
from ..plan.model import Clip
from ..takes.model import State, Take
from ..takes.store import TakeStore, another_seed, hashes
from .decide import Action, Decision, decide, shot_ids
from .requests import Requests

if TYPE_CHECKING:
    from ..qc.model import Inspection

#: Inspects a fresh clip: (file, clip, request) to what was found.
Inspector = Callable[[Path, Clip, RenderRequest], "Inspection"]


class Listener(Protocol):
    """Is told what happens, from the threads that render."""

    def decided(self, decision: Decision) -> None:
        """A clip is kept or will be made."""

    def event(self, event: RenderEvent) -> None:
        """A clip makes progress."""

    def take(self, take: Take) -> None:
        """A take came into another state."""


class Silent:
    """Listens to nothing."""

    def decided(self, decision: Decision) -> None:
        """Nothing."""

    def event(self, event: RenderEvent) -> None:
        """Nothing."""

    def take(self, take: Take) -> None:
        """Nothing."""


@dataclass(slots=True)
class Outcome:
    """How it went for one clip: the take that the film shows, or why there is none."""

    clip: str
    take: Take | None = None
    made: bool = False
    error: str = ""
    tried: list[str] = field(default_factory=list)


def draft_word(backend: str, draft: bool) -> str:
    """The word that stands in the name of every file that is no finished one: "slate", "draft", "" for a real one."""
    return ("slate" if backend == "slate" else "draft") if draft else ""


class Renderer:
    """Renders the clips of one film.

    Args:
        store: the takes.
        backend: the renderer.
        requests: builds the requests.
        inspect: looks at a fresh clip; a finding at error level rejects it.
        retries: further attempts for a clip after a failure or a rejection.
        jobs: clips at a time; never more than the renderer allows.
        timeout: seconds after which a clip counts as failed, None: never.
        listener: is told what happens.
    """

    def __init__(
        self,
        store: TakeStore,
        backend: Backend,
        requests: Requests,
        inspect: Inspector,
        *,
        retries: int = 1,
        jobs: int | None = None,
        timeout: float | None = None,
        listener: Listener | None = None,
    ) -> None:
        self._store = store
        self._backend = backend
        self._requests = requests
        self._inspect = inspect
        self._retries = retries
        self._jobs = jobs
        self._timeout = timeout
        self._listener: Listener = listener or Silent()
        self._stopped = threading.Event()
        self._active: set[Cancel] = set()
        self._mutex = threading.Lock()

    def stop(self) -> None:
        """Ends everything that runs, as soon as it can be ended; from any thread."""
        self._stopped.set()
        with self._mutex:
            for cancel in self._active:
                cancel.set()

    def run(self, clips: Sequence[Clip], anew: Collection[str] = ()) -> dict[str, Outcome]:
        """Makes or keeps a take of every clip.

        A clip that fails does not keep the others from being made.

        Raises:
            Interrupted: after `stop`; what was finished by then is recorded.
        """
        limit = min((self._backend.capabilities(clip.mode).parallel for clip in clips), default=1)
        workers = max(1, min(limit, self._jobs or limit))
        self._prepare(clips, anew)
        waiting = list(clips)
        outcomes: dict[str, Outcome] = {}
        running: dict[Future[Outcome], Clip] = {}
        with ThreadPoolExecutor(workers, thread_name_prefix="render") as pool:
            try:
                while waiting or running:
                    self._start(waiting, running, outcomes, anew, pool, workers)
                    if not running:
                        continue
                    done, _ = wait(running, return_when=FIRST_COMPLETED)
                    for future in done:
                        outcome = future.result()
                        outcomes[running.pop(future).id] = outcome
                        if outcome.take is not None:
                            self._requests.chosen[outcome.clip] = outcome.take
            except BaseException:
                self.stop()
                raise
        if self._stopped.is_set():
            raise Interrupted("the work was stopped", hint="run the same command again to go on where it ended")
        return {clip.id: outcomes[clip.id] for clip in clips}

    def _prepare(self, clips: Sequence[Clip], anew: Collection[str]) -> None:
        """Lets the renderer do what it can do for many clips at once; clips that continue another are not known yet."""
        if not isinstance(self._backend, Preparing):
            return
        wanted = [
            self._seeded(clip, clip.id in anew)
            for clip in clips
            if not clip.after
            and decide(clip, self._requests, self._backend, self._store, anew=clip.id in anew).action is Action.MAKE
        ]
        cancel = Cancel()
        with self._mutex:
            self._active.add(cancel)
            if self._stopped.is_set():
                cancel.set()
        try:
            if wanted:
                self._backend.prepare(wanted, self._listener.event, cancel)
        finally:
            with self._mutex:
                self._active.discard(cancel)

    def _start(
        self,
        waiting: list[Clip],
        running: dict[Future[Outcome], Clip],
        outcomes: dict[str, Outcome],
        anew: Collection[str],
        pool: ThreadPoolExecutor,
        workers: int,
    ) -> None:
        """Hands out the clips that can be begun, in the order of the film."""
        pending = {clip.id for clip in waiting} | {clip.id for clip in running.values()}
        for clip in list(waiting):
            if self._stopped.is_set():
                waiting.clear()
                return
            if len(running) >= workers:
                return
            before = outcomes.get(clip.after)
            if clip.after and before is None and clip.after in pending:
                continue
            waiting.remove(clip)
            if before is not None and before.take is None:
                outcomes[clip.id] = Outcome(clip.id, error=f"it continues {clip.after}, which could not be made")
                continue
            decision = decide(clip, self._requests, self._backend, self._store, anew=clip.id in anew)
            self._listener.decided(decision)
            if decision.action is Action.KEEP:
                outcomes[clip.id] = Outcome(clip.id, decision.take)
            elif decision.action is Action.WAIT:
                outcomes[clip.id] = Outcome(clip.id, error=decision.why)
            else:
                running[pool.submit(self._make, clip, clip.id in anew)] = clip

    # --- one clip -----------------------------------------------------------------------------------------------------

    def _make(self, clip: Clip, anew: bool) -> Outcome:
        outcome = Outcome(clip.id, made=True)
        for attempt in range(1, self._retries + 2):
            if self._stopped.is_set():
                return outcome
            request = self._seeded(clip, anew)
            document = identity(request, self._backend)
            take = self._store.add(clip=clip.id, shots=shot_ids(clip), identity=document, attempt=attempt)
            outcome.tried.append(take.id)
            self._attempt(take, clip, request)
            if take.state is State.FINISHED:
                if anew:
                    self._store.pick(take.base, take, "made on request")
                outcome.take = take
                return outcome
            outcome.error = f"{take.id}: {take.error}"
            if take.state is State.CANCELLED:
                return outcome
        return outcome

    def _seeded(self, clip: Clip, anew: bool) -> RenderRequest:
        """The request with a seed that has not been used up: a take that was rejected would come out the same again."""
        request = self._requests.of(clip)
        base, _ = hashes(identity(request, self._backend))
        before = self._store.of(base)
        used = {take.seed for take in before if take.state is State.REJECTED or (anew and take.state is State.FINISHED)}
        number = len(before)
        seed = request.seed
        while seed in used:
            seed = another_seed(request.seed, number)
            number += 1
        return request if seed == request.seed else self._requests.of(clip, seed)

    def _attempt(self, take: Take, clip: Clip, request: RenderRequest) -> None:
        """Renders and inspects one take and brings it into its last state."""
        capabilities = self._backend.capabilities(request.mode)
        cancel = Cancel()
        with self._mutex:
            self._active.add(cancel)
            if self._stopped.is_set():
                cancel.set()
        timer = threading.Timer(self._timeout, cancel.set) if self._timeout else None
        if timer:
            timer.daemon = True
            timer.start()
        partial = take.folder / "partial.mp4"
        try:
            self._move(
                take,
                State.RUNNING,
                backend=self._backend.name,
                version=self._backend.version,
                draft=capabilities.draft,
            )
            rendered = self._backend.render(request, partial, self._listener.event, cancel)
            self._unchanged(request)
            inspection = self._inspect(partial, clip, request)
            word = draft_word(self._backend.name, rendered.draft)
            name = "-".join(
                [take.id, *take.shots[:3], *(["more"] if len(take.shots) > 3 else []), *([word] if word else [])]
            )
            values: dict[str, Any] = {
                "model": rendered.model,
                "seed": rendered.seed,
                "draft": rendered.draft,
                "facts": {**rendered.facts, "findings": [finding.to_dict() for finding in rendered.findings]},
                "inspection": summary(inspection),
                "file": _settle(partial, take.folder / f"{name}.mp4"),
            }
            wrong = [found.finding for found in inspection.findings if found.finding.level.rank == 0]
            if wrong:
                more = f" and {len(wrong) - 1} more" if len(wrong) > 1 else ""
                error = f"{wrong[0].code} {wrong[0].message}{more}"
                self._move(take, State.REJECTED, error=error, **values)
            else:
                self._move(take, State.FINISHED, **values)
        except Interrupted as error:
            if timer and not self._stopped.is_set():
                self._move(take, State.FAILED, error=f"it took longer than {self._timeout:g} s")
            else:
                self._move(take, State.CANCELLED, error=error.message)
        except H3Error as error:
            self._move(take, State.FAILED, error=error.message)
        except Exception as error:  # A renderer may fail in any way; the film goes on without this take.
            self._move(take, State.FAILED, error=f"{type(error).__name__}: {error}")
        finally:
            if timer:
                timer.cancel()
            with self._mutex:
                self._active.discard(cancel)
            with suppress(OSError):
                partial.unlink(missing_ok=True)

    def _move(self, take: Take, state: State, *, error: str = "", **values: Any) -> None:
        self._store.move(take, state, error=error, **values)
        self._listener.take(take)

    @staticmethod
    def _unchanged(request: RenderRequest) -> None:
        for file in request.references:
            if sha256(file.path) != file.sha256:
                raise BackendError(f"{file.path.name} changed while the clip was rendered; the take is not trusted")


def summary(inspection: Inspection) -> dict[str, Any]:
    """What the record of a take keeps of its inspection."""
    return {
        "sha256": inspection.sha256,
        "findings": [found.to_dict() for found in inspection.findings],
        "ran": list(inspection.ran),
        "skipped": dict(inspection.skipped),
    }


def _settle(partial: Path, final: Path) -> dict[str, Any]:
    """Makes a clip durable under its final name and returns its record."""
    with partial.open("rb+") as file:
        os.fsync(file.fileno())
    sha = sha256(partial)
    partial.replace(final)
    found = final.stat()
    return {"name": final.name, "size": found.st_size, "mtime_ns": found.st_mtime_ns, "sha256": sha}
