"""A process that dies at any step loses nothing that was finished, trusts nothing that was not, and gives the same film."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from production.hashes import sha256
from production.takes.model import State
from production.takes.store import TakeStore
from tests.cli import ROOT
from tests.production.films import brief, write

#: Films, and how often each is killed: thirty points together.
FILMS, KILLS = 6, 5
CLIPS = 12


def _run(folder: Path, steps: int) -> subprocess.CompletedProcess[str]:
    words = ["produce", str(folder / "source" / "brief.yaml"), "--into", str(folder / "out")]
    return subprocess.run(
        [sys.executable, str(ROOT / "tests" / "production" / "killed.py"), str(steps), *words],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=300,
    )


def _film(folder: Path) -> str:
    versions = sorted((folder / "out" / "films").glob("v*/*.mp4"))
    return sha256(versions[-1])


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, int]:
    """The hash of the film of a run that nothing happens to, and how many steps it took."""
    folder = tmp_path_factory.mktemp("undisturbed")
    write(folder / "source", brief(CLIPS))
    done = _run(folder, 0)
    assert done.returncode == 0, done.stderr
    return _film(folder), int(done.stderr.splitlines()[-1])


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL")
@pytest.mark.parametrize("film", range(FILMS))
def test_a_film_that_is_killed_again_and_again_is_the_same_film(
    tmp_path: Path, undisturbed: tuple[str, int], film: int
) -> None:
    expected, steps = undisturbed
    chance = random.Random(film)
    write(tmp_path / "source", brief(CLIPS))
    finished: dict[str, str] = {}
    deaths = 0
    for kill in range(KILLS):
        # Later runs have less to do, so their points lie earlier; every film is also killed near its end.
        done = _run(tmp_path, chance.randint(1, max(2, steps * (KILLS - kill) // (KILLS + 1))))
        deaths += done.returncode == -9
        for take in TakeStore(tmp_path / "out" / "takes"):
            if take.state is State.FINISHED:
                assert finished.setdefault(take.id, take.file["sha256"]) == take.file["sha256"]
    assert deaths
    last = _run(tmp_path, 0)
    assert last.returncode == 0, last.stderr
    assert _film(tmp_path) == expected
    takes = list(TakeStore(tmp_path / "out" / "takes"))
    rendered = Counter(take.key for take in takes if take.state is State.FINISHED)
    assert len(rendered) == CLIPS
    assert set(rendered.values()) == {1}
    assert not [take for take in takes if take.state in (State.QUEUED, State.RUNNING)]
    assert not list((tmp_path / "out").rglob("*partial*"))
    assert finished.items() <= {take.id: take.file.get("sha256") for take in takes}.items()
