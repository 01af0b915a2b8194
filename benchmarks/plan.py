"""How long ``h3 produce`` takes when there is nothing to do, and what looking at the files costs in it.

Makes a project of many shots with the slate renderer's records but without pictures (every take is one small file that is
recorded as finished), runs the command again and again, and prints the ratio of its time to that of the same run in which
the content of no file is looked at.

    python benchmarks/plan.py [--shots 1000] [--runs 5]
"""

from __future__ import annotations

import argparse
import io
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from production.hashes import sha256
from production.produce.decide import decide_all
from production.produce.pipeline import prepare
from production.project import Project
from production.takes.model import State
from tests.production.films import brief, write


def build(folder: Path, shots: int) -> Project:
    """A project whose takes are all there."""
    path = write(folder / "source", brief(shots))
    project = Project(folder / "out", path)
    run = prepare(project)
    for decision in decide_all(run.plan.clips, run.requests, run.backend, run.store).values():
        clip = next(clip for clip in run.plan.clips if clip.id == decision.clip)
        from backends.contract import identity

        take = run.store.add(clip=clip.id, shots=decision.shots, identity=identity(run.requests.of(clip), run.backend))
        run.store.move(take, State.RUNNING)
        file = take.folder / "clip-slate.mp4"
        file.write_bytes(take.id.encode() * 500)
        found = file.stat()
        record = {"name": file.name, "size": found.st_size, "mtime_ns": found.st_mtime_ns, "sha256": sha256(file)}
        run.store.move(take, State.FINISHED, file=record)
    return project


def no_op(project: Project) -> float:
    """Seconds of a run that decides about every clip and has nothing to make."""
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        start = time.perf_counter()
        with project.lock():
            run = prepare(project)
            decisions = run.decisions()
        seconds = time.perf_counter() - start
    assert all(decision.action.value == "keep" for decision in decisions.values())
    return seconds


@contextmanager
def nothing_hashed() -> Iterator[None]:
    """Every file counts as what it was: only its presence is looked at."""
    with mock.patch("production.takes.store._damage", lambda take: "" if take.path and take.path.stat() else "gone"):
        yield


def main() -> None:
    """Prints the ratio and the times."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shots", type=int, default=1_000)
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        project = build(Path(folder), options.shots)
        ours, bare = [], []
        for _ in range(options.runs):
            ours.append(no_op(project))
            with nothing_hashed():
                bare.append(no_op(project))
    first, second = statistics.median(ours), statistics.median(bare)
    print(f"{options.shots} shots, nothing to do: {first:.2f} s; without looking at any content: {second:.2f} s")
    print(f"ratio: {first / second:.2f} (goal: at most 2)")


if __name__ == "__main__":
    main()
