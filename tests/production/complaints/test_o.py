"""Making a film again: only what changed, never from what is damaged, and a late failure loses nothing."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from production.takes.model import State
from production.takes.store import TakeStore
from tests import media
from tests.cli import ROOT, Cli, process
from tests.production.films import brief, write

HERE = "tests/production/complaints/test_o.py"
PRODUCE = "tests/production/test_produce.py"
NOTHING = f"{PRODUCE}::test_a_change_that_changes_nothing_makes_nothing"
#: Input to the test of it.
COVERED = {
    "one shot of ten": f"{HERE}::test_one_shot_of_ten_is_made_again_and_named",
    "touch": f"{NOTHING}[touch]",
    "CRLF": f"{NOTHING}[crlf]",
    "LF again": f"{HERE}::test_line_breaks_there_and_back_change_nothing",
    "another folder": f"{NOTHING}[move]",
    "only the loudness": f"{PRODUCE}::test_another_loudness_makes_another_film_and_no_clip",
    "kill -9": "tests/production/test_kill.py::test_a_film_that_is_killed_again_and_again_is_the_same_film[0]",
    "kill -9, what it leaves": (
        "tests/production/takes/test_store.py::test_what_a_dead_process_left_is_interrupted_and_its_files_are_gone"
    ),
    "a truncated take": f"{PRODUCE}::test_a_truncated_take_is_made_again",
    "a take of 11 bytes": f"{HERE}::test_a_take_of_another_content_is_made_again[11 bytes]",
    "a truncated film": f"{PRODUCE}::test_a_film_that_was_changed_is_made_again_and_the_changed_one_stays",
    "a report that is gone": f"{HERE}::test_a_version_that_lacks_a_file_is_not_taken_for_whole[report.html]",
    "twice in parallel": f"{HERE}::test_the_second_of_two_runs_is_told_and_the_first_one_finishes",
    "an option that is missing from the key": f"{HERE}::test_everything_that_reaches_the_renderer_is_part_of_the_key[seed]",
    "a reference with the same name": f"{HERE}::test_a_keyframe_with_other_content_makes_its_clip_again_and_no_other",
    "a render is fine and a later step fails": f"{HERE}::test_a_film_that_cannot_be_written_keeps_its_clips",
    "a missing file": f"{PRODUCE}::test_a_missing_file_is_found_before_anything_is_rendered",
    "a song of another length": f"{HERE}::test_a_song_of_another_length_stops_the_work_at_once",
    "a song one frame longer": f"{HERE}::test_a_song_one_frame_beside_the_plan_makes_a_film_without_an_error[97]",
    "files of another project": "tests/production/test_project.py::test_a_folder_with_other_files_is_not_taken_over",
    "a damaged cache": "tests/production/test_hashes.py::test_a_damaged_memory_is_thrown_away",
}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a film of one shot, made once."""
    folder = tmp_path_factory.mktemp("made")
    done = process(["produce", write(folder / "source", brief(1)), "--into", folder / "out", "--json"], folder)
    assert done.returncode == 0, done.stderr.decode()
    return folder


@pytest.fixture
def again(made: Path, tmp_path: Path) -> Path:
    """A copy of it, to be changed."""
    shutil.copytree(made, tmp_path / "copy")
    return tmp_path / "copy"


def _produce(h3: Cli, folder: Path, *words: str, status: int = 0) -> Any:
    result = h3("produce", folder / "source" / "brief.yaml", "--into", folder / "out", "--json", *words)
    assert result.status == status, result.err
    return result.document


@pytest.mark.slow
def test_one_shot_of_ten_is_made_again_and_named(h3: Cli, tmp_path: Path) -> None:
    document = brief(10)
    for shot in document["shots"]:
        shot["duration"] = "36f"
    write(tmp_path / "source", document)
    assert _produce(h3, tmp_path)["made"] == 10
    document["shots"][6]["action"] = "Steam rises from a copper kettle on a tin stove."
    write(tmp_path / "source", document)
    decisions = {clip["clip"]: clip for clip in _produce(h3, tmp_path, "--dry-run")["clips"]}
    assert [name for name, clip in decisions.items() if clip["action"] != "keep"] == ["C07"]
    assert "since T0007 this changed: prompt, line" in decisions["C07"]["why"]
    again = _produce(h3, tmp_path)
    assert (again["made"], again["kept"], again["takes"]["C07"]) == (1, 9, "T0011")


def test_line_breaks_there_and_back_change_nothing(h3: Cli, again: Path) -> None:
    path = again / "source" / "brief.yaml"
    data = path.read_bytes()
    for end in (b"\r\n", b"\n"):
        path.write_bytes(data.replace(b"\n", end))
        for prompt in (again / "out" / "prompts").glob("*.md"):
            prompt.write_bytes(prompt.read_bytes().replace(b"\r\n", b"\n").replace(b"\n", end))
        document = _produce(h3, again)
        assert (document["made"], document["film"]["version"]) == (0, "v001")


@pytest.mark.parametrize("content", [b"", b"not a video", b"\0" * 4096], ids=["nothing", "11 bytes", "zeros"])
def test_a_take_of_another_content_is_made_again(content: bytes, h3: Cli, again: Path) -> None:
    take = next(iter(TakeStore(again / "out" / "takes")))
    assert take.path is not None
    take.path.write_bytes(content)
    document = _produce(h3, again)
    assert (document["made"], document["takes"]["C01"]) == (1, "T0002")
    assert [one.state for one in TakeStore(again / "out" / "takes")] == [State.FAILED, State.FINISHED]


@pytest.mark.parametrize("name", ["report.html", "inspection.json", "manifest.json"])
def test_a_version_that_lacks_a_file_is_not_taken_for_whole(name: str, h3: Cli, again: Path) -> None:
    (again / "out" / "films" / "v001" / name).unlink()
    document = _produce(h3, again)
    assert (document["made"], document["film"]["version"]) == (0, "v002")
    for key in ("path", "report", "manifest"):
        assert Path(document["film"][key]).is_file()


CHANGES: dict[str, dict[str, Any]] = {
    "seed": {"seed": 7},
    "size": {"short_edge": 96},
    "ratio": {"ratio": "1:1"},
    "length": {"shots": [{**brief(1)["shots"][0], "duration": "6s"}]},
    "handles": {"handles": {"head": "20f", "tail": "40f"}},
    "model": {"model": "another"},
    "setting": {"settings": {"fault": "noisy"}},
    "camera": {"shots": [{**brief(1)["shots"][0], "camera": {"move": "dolly in"}}]},
}


@pytest.mark.parametrize("name", CHANGES)
def test_everything_that_reaches_the_renderer_is_part_of_the_key(name: str, h3: Cli, again: Path) -> None:
    write(again / "source", {**brief(1), **CHANGES[name]})
    clips = _produce(h3, again, "--dry-run")["clips"]
    assert [clip["action"] for clip in clips] == ["make"]
    assert "since T0001 this changed: " in clips[0]["why"]
    assert not clips[0]["why"].endswith("changed: ")


def test_a_keyframe_with_other_content_makes_its_clip_again_and_no_other(h3: Cli, tmp_path: Path) -> None:
    document = brief(2)
    document["shots"][1]["first_frame"] = "plate.png"
    write(tmp_path / "source", document)
    plate = media.image(tmp_path / "source" / "plate.png", (128, 64), seed=1)
    assert _produce(h3, tmp_path)["made"] == 2
    status = plate.stat()
    media.image(plate, (128, 64), seed=2)
    os.utime(plate, ns=(status.st_atime_ns, status.st_mtime_ns + 1_000_000_000))
    clips = {clip["clip"]: clip for clip in _produce(h3, tmp_path, "--dry-run")["clips"]}
    assert (clips["C01"]["action"], clips["C02"]["action"]) == ("keep", "make")
    assert "references[1].sha256" in clips["C02"]["why"]


def test_the_second_of_two_runs_is_told_and_the_first_one_finishes(tmp_path: Path) -> None:
    words = ["produce", write(tmp_path / "source", brief(1)), "--into", tmp_path / "out", "--json", "--set", "delay=3"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [sys.executable, "-m", "production", *map(str, words)],
        cwd=tmp_path,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as first:
        assert first.stderr is not None
        # The first line says that a clip is being rendered: from then on the folder is taken.
        first.stderr.readline()
        second = process(words, tmp_path)
        out, _ = first.communicate(timeout=60)
    assert second.returncode == 2
    assert json.loads(second.stdout)["error"]["code"] == "locked"
    assert f"process {first.pid}" in second.stderr.decode()
    assert first.returncode == 0
    assert json.loads(out)["made"] == 1
    assert [take.id for take in TakeStore(tmp_path / "out" / "takes")] == ["T0001"]


def test_a_film_that_cannot_be_written_keeps_its_clips(h3: Cli, tmp_path: Path) -> None:
    write(tmp_path / "source", brief(1))
    _produce(h3, tmp_path, "--dry-run")
    (tmp_path / "out" / "films").write_text("a file where a folder belongs")
    result = h3("produce", tmp_path / "source" / "brief.yaml", "--into", tmp_path / "out", "--json")
    assert result.status in (2, 3)
    assert "films" in result.document["error"]["message"]
    assert result.document["error"]["code"] != "internal"
    assert [take.state for take in TakeStore(tmp_path / "out" / "takes")] == [State.FINISHED]
    (tmp_path / "out" / "films").unlink()
    document = _produce(h3, tmp_path)
    assert (document["made"], document["film"]["version"]) == (0, "v001")


def test_a_song_of_another_length_stops_the_work_at_once(h3: Cli, tmp_path: Path) -> None:
    write(tmp_path / "source", brief(1, audio={"policy": "master", "track": "song.wav"}))
    media.song(tmp_path / "source" / "song.wav", 7)
    document = _produce(h3, tmp_path, status=2)
    assert document["error"]["code"] == "song-length"
    assert "nearest picture has 168 frames" in document["error"]["message"]
    assert not list(TakeStore(tmp_path / "out" / "takes"))


@pytest.mark.parametrize("frames", [95, 96, 97])
def test_a_song_one_frame_beside_the_plan_makes_a_film_without_an_error(frames: int, h3: Cli, tmp_path: Path) -> None:
    write(tmp_path / "source", brief(1, audio={"policy": "master", "track": "song.wav"}))
    media.song(tmp_path / "source" / "song.wav", Fraction(frames, 24))
    document = _produce(h3, tmp_path)
    assert media.frames_of(Path(document["film"]["path"])) == frames
    assert document["film"]["findings"]["error"] == 0
    record = json.loads(Path(document["film"]["manifest"]).read_text("utf-8"))
    assert record["film"]["frames"] == frames
