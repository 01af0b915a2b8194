"""Names, encodings, long films, other programs on the path, a full disk."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections import namedtuple
from pathlib import Path
from typing import Any

import pytest

from production.takes.store import TakeStore
from tests import media
from tests.cli import Cli, process
from tests.production.films import brief, write

HERE = "tests/production/complaints/test_g.py"
OUTPUT = "tests/production/assembly/test_output.py"
PRODUCE = "tests/production/test_produce.py"
#: Input to the test of it.
COVERED = {
    "folder it's 测试 [1]": f"{HERE}::test_a_film_is_made_in_a_folder_of_any_name_in_any_locale[C]",
    "folder it's 测试 [1], files": f"{OUTPUT}::test_odd_names_of_folders_and_files",
    "200 shots": f"{HERE}::test_a_film_of_two_hundred_shots",
    "200 shots, the commands": f"{OUTPUT}::test_two_hundred_pieces",
    "LC_ALL=C": f"{HERE}::test_a_film_is_made_in_a_folder_of_any_name_in_any_locale[C]",
    "a code page": f"{HERE}::test_a_film_is_made_in_a_folder_of_any_name_in_any_locale[cp1252]",
    "CRLF": f"{PRODUCE}::test_a_change_that_changes_nothing_makes_nothing[crlf]",
    "BOM": f"{PRODUCE}::test_a_change_that_changes_nothing_makes_nothing[bom]",
    "CRLF and BOM from the start": f"{HERE}::test_line_breaks_and_a_mark_give_the_same_film",
    "two ffmpegs on the path": f"{HERE}::test_an_old_ffmpeg_that_comes_first_is_passed_over_and_named",
    "an ffmpeg that is no program": f"{HERE}::test_an_ffmpeg_that_does_not_run_is_passed_over",
    "an ffmpeg by name": f"{HERE}::test_the_ffmpeg_that_was_named_is_taken_or_refused",
    "100 MB free": f"{HERE}::test_too_little_room_is_told_before_anything_is_rendered",
    "a full disk, nothing to do": f"{HERE}::test_a_full_disk_does_not_stop_a_film_that_is_there",
    "100 MB free, in the assembly": f"{OUTPUT}::test_too_little_room_is_said_in_numbers",
    "standard input": f"{HERE}::test_nothing_is_read_from_standard_input",
}

WEIRD = "it's 测试 [1]"


def _produce(folder: Path, path: Path, env: dict[str, str] | None = None, *words: str, stdin: bytes = b"") -> Any:
    done = process(["produce", path, "--into", folder / "out", "--json", *words], folder, env=env, stdin=stdin)
    assert done.returncode == 0, done.stderr.decode("utf-8", "replace")
    return json.loads(done.stdout)


@pytest.mark.parametrize(
    "env",
    [
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"PYTHONIOENCODING": "cp1252"},
    ],
    ids=["C", "cp1252"],
)
def test_a_film_is_made_in_a_folder_of_any_name_in_any_locale(env: dict[str, str], tmp_path: Path) -> None:
    folder = tmp_path / WEIRD
    document = brief(1)
    document["title"] = "Der Hafen – 港 “1”"
    document["entities"] = {"keeper": {"look": "a keeper with a grey beard"}}
    document["shots"][0] |= {"who": ["keeper"], "lines": [{"speaker": "keeper", "text": "你好, it's 8:30."}]}
    document["captions"] = {"burn": True}
    made = _produce(folder, write(folder / "source", document), env)
    film = Path(made["film"]["path"])
    assert film.is_relative_to(folder)
    assert media.frames_of(film) == 96
    assert "你好, it's 8:30." in film.with_suffix(".srt").read_text("utf-8")


def test_line_breaks_and_a_mark_give_the_same_film(tmp_path: Path) -> None:
    path = write(tmp_path / "source", brief(1))
    plain = Path(_produce(tmp_path, path)["film"]["path"]).read_bytes()
    other = write(tmp_path / "other" / "source", brief(1))
    other.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert Path(_produce(tmp_path / "other", other)["film"]["path"]).read_bytes() == plain


@pytest.mark.slow
def test_a_film_of_two_hundred_shots(tmp_path: Path) -> None:
    document = brief(200, packing="auto", handles={"head": "0f", "tail": "0f"})
    for number, shot in enumerate(document["shots"]):
        shot["duration"] = f"{7 + number % 3}f"
    made = _produce(tmp_path, write(tmp_path / "source", document))
    frames = sum(7 + number % 3 for number in range(200))
    film = Path(made["film"]["path"])
    assert made["frames"] == frames
    assert media.frames_of(film) == frames
    assert 0 <= len(media.samples(film)) - frames * 2_000 < 1_024
    assert made["film"]["findings"]["error"] == 0


def _program(folder: Path, text: str) -> Path:
    folder.mkdir()
    path = folder / "ffmpeg"
    path.write_text(f"#!/bin/sh\n{text}\n", "utf-8")
    path.chmod(0o755)
    return path


def _doctor(folder: Path, env: dict[str, str]) -> tuple[int, dict[str, Any]]:
    done = process(["doctor", "--json"], folder, env=env)
    checks = {check["name"]: check for check in json.loads(done.stdout)["checks"]}
    return done.returncode, checks["ffmpeg"]


@pytest.mark.skipif(os.name == "nt", reason="the program is a script")
def test_an_old_ffmpeg_that_comes_first_is_passed_over_and_named(tmp_path: Path) -> None:
    old = _program(tmp_path / "bin", "echo ffmpeg version 4.4.2-0ubuntu Copyright")
    env = {"PATH": f"{old.parent}{os.pathsep}{os.environ['PATH']}", "H3_FFMPEG": ""}
    status, found = _doctor(tmp_path, env)
    assert (status, found["ok"]) == (0, True)
    assert str(old) in found["found"]
    assert "6.0 or later (it is 4.4)" in found["found"]
    made = _produce(tmp_path, write(tmp_path / "source", brief(1)), env)
    assert media.frames_of(Path(made["film"]["path"])) == 96


@pytest.mark.skipif(os.name == "nt", reason="the program is a script")
@pytest.mark.parametrize("text", ["exit 1", "kill -9 $$", "echo hello; echo world >&2"])
def test_an_ffmpeg_that_does_not_run_is_passed_over(text: str, tmp_path: Path) -> None:
    wrong = _program(tmp_path / "bin", text)
    env = {"PATH": f"{wrong.parent}{os.pathsep}{os.environ['PATH']}", "H3_FFMPEG": ""}
    status, found = _doctor(tmp_path, env)
    assert status == 0
    assert f"passed over: {wrong}" in found["found"]


def test_the_ffmpeg_that_was_named_is_taken_or_refused(tmp_path: Path) -> None:
    from backends.media.find import find

    status, found = _doctor(tmp_path, {"H3_FFMPEG": find().path})
    assert status == 0
    assert f"{find().path} (given, " in found["found"]
    status, found = _doctor(tmp_path, {"H3_FFMPEG": str(tmp_path / "no such program")})
    assert (status, found["ok"]) == (3, False)
    assert "no such program is no program that can be run" in found["found"]


@pytest.mark.parametrize("free", [1_000_000, 100_000_000])
def test_too_little_room_is_told_before_anything_is_rendered(
    free: int, h3: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = brief(1) if free < 10**7 else brief(12, short_edge=768)
    path = write(tmp_path / "source", document)
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(10**12, 10**12, free))
    result = h3("produce", path, "--into", tmp_path / "out", "--json")
    assert result.status == 2, result.err
    assert result.document["error"]["code"] == "disk-full"
    assert f"{free / 1e6:.0f} MB are free" in result.document["error"]["message"]
    assert not list(TakeStore(tmp_path / "out" / "takes"))


def test_a_full_disk_does_not_stop_a_film_that_is_there(
    h3: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(tmp_path / "source", brief(1))
    assert h3("produce", path, "--into", tmp_path / "out").status == 0
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(10**12, 10**12, 1))
    assert h3("produce", path, "--into", tmp_path / "out").status == 0


def test_nothing_is_read_from_standard_input(tmp_path: Path) -> None:
    folder = tmp_path / "film"
    path = write(folder / "source", brief(1))
    code = (
        "import sys\nfrom production.__main__ import main\n"
        "status = main(sys.argv[1:])\nassert sys.stdin.read() == 'q\\nq\\n'\nsys.exit(status)\n"
    )
    import subprocess

    from tests.cli import ROOT

    done = subprocess.run(
        [sys.executable, "-c", code, "produce", str(path), "--into", str(folder / "out")],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        input=b"q\nq\n",
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr.decode()
