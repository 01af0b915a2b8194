"""Success is said only of what is right, and failure only of what is wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from backends.media import run
from h3prompt.brief.model import Brief
from production.hashes import sha256
from production.plan.planner import make_plan
from production.plan.tables import plan_document
from tests import media
from tests.cli import Cli
from tests.production.films import brief, write
from tests.production.qc.scenes import moving, voice

HERE = "tests/production/complaints/test_p.py"
CHECK = "tests/production/qc/test_checks.py::test_a_check_speaks_when_it_should"
BROKEN = f"{HERE}::test_the_status_follows_what_is_broken"
#: Input to the test of it.
COVERED = {
    "silent": f"{BROKEN}[silent]",
    "silent, where somebody speaks": f"{CHECK}[SND001 silent with lines]",
    "black": f"{BROKEN}[black]",
    "frozen": f"{BROKEN}[frozen]",
    "1 frame short": f"{BROKEN}[1 frame short]",
    "wrong fps": f"{BROKEN}[wrong fps]",
    "clipped": f"{BROKEN}[clipped]",
    "-40 LUFS": f"{CHECK}[SND006 far too quiet]",
    "mono": f"{BROKEN}[mono]",
    "no audio stream": f"{BROKEN}[no audio stream]",
    "extra stream": f"{BROKEN}[extra stream]",
    "truncated": f"{BROKEN}[truncated]",
    "nothing wrong": f"{BROKEN}[good]",
    "every check": "tests/production/qc/test_checks.py::test_every_check_is_documented_and_has_a_speaking_and_a_silent_file",
    "a check of another file": f"{HERE}::test_the_papers_name_the_hash_of_the_film_that_they_judge",
    "an option without effect": f"{HERE}::test_options_that_would_do_nothing_are_refused",
    "a setting that means nothing": "tests/backends/test_slate_faults.py::test_what_means_nothing_is_refused",
    "a film with an error": f"{HERE}::test_a_film_with_an_error_has_the_status_of_one",
}

FRAMES = 96


def _changed(first: int, length: int, value: int | None) -> np.ndarray:
    """The scene with some frames in one colour, or all like the first of them."""
    scene = _scene(FRAMES)
    scene[first : first + length] = scene[first] if value is None else value
    return scene


def _scene(frames: int) -> np.ndarray:
    """The plan's 128 x 64 pixels out of a scene that moves."""
    return np.ascontiguousarray(moving(frames)[:, 16:80, 16:144])


def _clip(path: Path, source: np.ndarray | None = None, **options: Any) -> Path:
    scene = _scene(FRAMES) if source is None else source
    return media.clip(path, len(scene), source=scene, **{"audio": voice(4), "rate": 48_000, **options})


def _extra(path: Path) -> Path:
    one = _clip(path.with_name("one.mp4"))
    words = ["-i", str(one), "-map", "0:v", "-map", "0:a", "-map", "0:a", "-c", "copy", "-strict", "-2", str(path)]
    run.run(words, what="adding a stream")
    return path


def _truncated(path: Path) -> Path:
    one = _clip(path.with_name("one.mp4"))
    run.run(
        ["-i", str(one), "-c", "copy", "-strict", "-2", "-movflags", "+faststart", str(path)], what="moving an index"
    )
    path.write_bytes(path.read_bytes()[: path.stat().st_size * 6 // 10])
    return path


CASES = {
    "good": (_clip, 0, None),
    "silent": (lambda path: _clip(path, audio="silence"), 0, "SND001"),
    "black": (lambda path: _clip(path, _changed(30, 24, 0)), 1, "PIC001"),
    "frozen": (lambda path: _clip(path, _changed(30, 30, None)), 1, "PIC002"),
    "1 frame short": (lambda path: _clip(path, _scene(FRAMES - 1)), 1, "STR003"),
    "wrong fps": (lambda path: _clip(path, fps=25), 1, "STR005"),
    "clipped": (lambda path: _clip(path, audio=np.clip(voice(4, 40), -1, 1)), 1, "SND005"),
    "mono": (lambda path: _clip(path, audio="speechlike", channels=1), 0, "STR007"),
    "no audio stream": (lambda path: _clip(path, audio=None), 0, "STR001"),
    "extra stream": (_extra, 0, "STR001"),
    "truncated": (_truncated, 1, "STR002"),
}


@pytest.mark.parametrize("case", CASES)
def test_the_status_follows_what_is_broken(case: str, h3: Cli, tmp_path: Path) -> None:
    make, status, code = CASES[case]
    plan = tmp_path / "plan.json"
    plan.write_text(json.dumps(plan_document(make_plan(Brief.model_validate(brief(1))))), "utf-8")
    result = h3("qc", make(tmp_path / "film.mp4"), "--plan", plan, "--json")
    found = result.document["findings"]
    assert result.status == status, found
    assert result.document["ok"] is (status == 0)
    if code is None:
        assert not found
    else:
        assert code in [one["code"] for one in found]
        level = "error" if status else "warning"
        assert level in [one["level"] for one in found if one["code"] == code]


def test_the_papers_name_the_hash_of_the_film_that_they_judge(h3: Cli, tmp_path: Path) -> None:
    path = write(tmp_path / "source", brief(1))
    seen = set()
    for target in (-14, -20):
        write(tmp_path / "source", brief(1, audio={"loudness": {"target": target}}))
        result = h3("produce", path, "--into", tmp_path / "out", "--json")
        assert result.status == 0, result.err
        film = Path(result.document["film"]["path"])
        inspection = json.loads((film.parent / "inspection.json").read_text("utf-8"))
        record = json.loads(Path(result.document["film"]["manifest"]).read_text("utf-8"))
        assert sha256(film) == inspection["sha256"] == record["film"]["sha256"] == record["inspection"]["sha256"]
        assert sha256(film)[:12] in (film.parent / "report.html").read_text("utf-8")
        seen.add(sha256(film))
    assert len(seen) == 2


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["--set", "colour=red"], "colour"),
        (["--only", "S09"], "S09"),
        (["--reset-prompt", "C09"], "C09"),
        (["--set", "fault=noisier"], "noisier"),
    ],
)
def test_options_that_would_do_nothing_are_refused(words: list[str], named: str, h3: Cli, tmp_path: Path) -> None:
    path = write(tmp_path / "source", brief(1))
    result = h3("produce", path, "--into", tmp_path / "out", *words)
    assert result.status in (1, 2)
    assert named in result.err + result.out
    assert not (tmp_path / "out" / "takes").exists()


def test_a_film_with_an_error_has_the_status_of_one(h3: Cli, tmp_path: Path) -> None:
    document = brief(1)
    document["entities"] = {"keeper": {"look": "a keeper with a grey beard"}}
    document["shots"][0] |= {"who": ["keeper"], "lines": [{"speaker": "keeper", "text": "The gate is open."}]}
    document |= {"settings": {"fault": "silent_clip"}, "retries": 0}
    path = write(tmp_path / "source", document)
    assert h3("produce", path, "--into", tmp_path / "out").status == 3
    # A person may take the clip as it is; the film still says what is wrong with it.
    assert h3("takes", "pick", "T0001", tmp_path / "out").status == 0
    result = h3("produce", path, "--into", tmp_path / "out", "--json")
    assert result.status == 1, result.err
    assert result.document["film"]["findings"]["error"] >= 1
