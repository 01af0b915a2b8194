"""What a long run shows: bars on a terminal, plain lines elsewhere, always on standard error."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from backends.contract import EventKind, RenderEvent
from h3prompt.printers.excerpt import visible

from ..produce.decide import Action, Decision
from ..takes.model import State, Take
from . import console


class Plain:
    """One line for each change; for logs and for readers that are no terminal."""

    def __init__(self, clips: int) -> None:
        self._clips = clips
        self._done = 0
        self._mutex = threading.Lock()
        self._stages: set[str] = set()

    def decided(self, decision: Decision) -> None:
        """A clip is kept or will be made."""
        if decision.action is Action.KEEP:
            with self._mutex:
                self._done += 1
                console.note(f"[{self._done}/{self._clips}] {decision.clip} kept: {visible(decision.why)}")

    def event(self, event: RenderEvent) -> None:
        """Messages are told, progress is not."""
        if event.kind is EventKind.LOG and event.message:
            console.note(f"{event.clip}: {visible(event.message)}")

    def take(self, take: Take) -> None:
        """A take came into another state."""
        with self._mutex:
            if take.state is State.RUNNING:
                console.note(f"{take.clip}: {take.id} is rendered ({', '.join(take.shots)})")
                return
            self._done += take.state is State.FINISHED
            reason = f": {visible(take.error.splitlines()[0])}" if take.error else ""
            console.note(f"[{self._done}/{self._clips}] {take.clip}: {take.id} {take.state.value}{reason}")

    def film(self, stage: str, done: int, total: int) -> None:
        """A stage of the film begins."""
        if stage not in self._stages:
            self._stages.add(stage)
            console.note(f"film: {stage}")


class Bars:
    """A bar for the film and one for every clip that is being made."""

    def __init__(self, clips: int) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

        self._console = Console(file=sys.stderr, markup=False, emoji=False, highlight=False)
        self.progress = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            console=self._console,
            transient=True,
        )
        self._clips = self.progress.add_task("clips", total=clips)
        self._tasks: dict[str, Any] = {}

    def decided(self, decision: Decision) -> None:
        """A clip is kept or will be made."""
        if decision.action is Action.KEEP:
            self.progress.advance(self._clips)

    def event(self, event: RenderEvent) -> None:
        """A clip makes progress."""
        if event.kind is EventKind.LOG and event.message:
            self._console.print(f"{event.clip}: {visible(event.message)}")
        elif event.clip in self._tasks:
            self.progress.update(
                self._tasks[event.clip],
                description=f"{event.clip} {event.stage}",
                completed=event.done,
                total=event.total or None,
            )

    def take(self, take: Take) -> None:
        """A take came into another state."""
        if take.state is State.RUNNING:
            self._tasks[take.clip] = self.progress.add_task(take.clip, total=None)
            return
        if take.clip in self._tasks:
            self.progress.remove_task(self._tasks.pop(take.clip))
        if take.state is State.FINISHED:
            self.progress.advance(self._clips)
        elif take.error:
            self._console.print(f"{take.clip}: {take.id} {take.state.value}: {visible(take.error.splitlines()[0])}")

    def film(self, stage: str, done: int, total: int) -> None:
        """A stage of the film makes progress."""
        if stage not in self._tasks:
            self._tasks[stage] = self.progress.add_task(stage, total=total or None)
        self.progress.update(self._tasks[stage], completed=done, total=total or None)


@contextmanager
def watching(clips: int) -> Iterator[Plain | Bars]:
    """Whoever shows the progress of a run of `clips` clips."""
    if not console.colour(sys.stderr) or not sys.stderr.isatty():
        yield Plain(clips)
        return
    bars = Bars(clips)
    with bars.progress:
        yield bars
