"""Project folders: where they are, whose they are, and that only one process works in one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from h3prompt.errors import LockedError, SourceError, UsageError
from production.project import Project, find, slug
from tests.cli import ROOT

HOLDER = """
import sys
from pathlib import Path
from production.project import Project
folder = Path(sys.argv[1])
with Project(folder, folder / "brief.yaml").lock():
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The Lamp at Nine", "the-lamp-at-nine"),
        ("  ../../etc/passwd ", "etc-passwd"),
        ("灯台 — 夜", "灯台-夜"),
        ("!!!", "film"),
        ("a" * 200, "a" * 60),
    ],
)
def test_a_slug_is_a_safe_file_name(text: str, expected: str) -> None:
    assert slug(text) == expected


def test_a_brief_lands_in_outputs_under_the_name_of_its_folder(tmp_path: Path) -> None:
    brief = tmp_path / "The Ferry" / "brief.yaml"
    brief.parent.mkdir()
    brief.write_text("title: x", encoding="utf-8")
    assert find(brief).folder == Path("outputs/the-ferry")
    assert find(brief.parent).brief == brief
    named = tmp_path / "storm.yaml"
    named.write_text("title: x", encoding="utf-8")
    assert find(named).folder == Path("outputs/storm")


def test_a_project_leads_back_to_its_brief_after_it_was_moved(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    brief = tmp_path / "a" / "brief.yaml"
    brief.write_text("title: x", encoding="utf-8")
    Project(tmp_path / "a" / "out", brief).create()
    (tmp_path / "a").rename(tmp_path / "b")
    found = find(tmp_path / "b" / "out")
    assert found.brief == tmp_path / "b" / "brief.yaml"
    assert "\\" not in (tmp_path / "b" / "out" / "project.json").read_text("utf-8")


def test_a_folder_with_other_files_is_not_taken_over(tmp_path: Path) -> None:
    (tmp_path / "holiday.jpg").write_bytes(b"x")
    with pytest.raises(UsageError, match="no project"):
        Project(tmp_path, tmp_path / "brief.yaml").create()


def test_a_project_is_not_given_to_another_brief(tmp_path: Path) -> None:
    for name in ("one.yaml", "two.yaml"):
        (tmp_path / name).write_text("title: x", encoding="utf-8")
    Project(tmp_path / "out", tmp_path / "one.yaml").create()
    with pytest.raises(UsageError, match=r"project of .*one\.yaml"):
        Project(tmp_path / "out", tmp_path / "two.yaml").create()


@pytest.mark.parametrize("content", ["", "[]", "{", '{"schema": 99}', '{"schema": 1}'])
def test_a_damaged_project_file_is_named(tmp_path: Path, content: str) -> None:
    (tmp_path / "project.json").write_text(content, encoding="utf-8")
    with pytest.raises(SourceError, match=r"project\.json"):
        find(tmp_path)


def test_what_is_neither_brief_nor_project_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="neither"):
        find(tmp_path)
    with pytest.raises(SourceError, match="does not exist"):
        find(tmp_path / "nothing.yaml")


def test_a_second_process_is_told_who_holds_the_lock_and_a_dead_one_holds_nothing(tmp_path: Path) -> None:
    project = Project(tmp_path, tmp_path / "brief.yaml")
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    with holder:
        assert holder.stdout is not None
        assert holder.stdout.readline().strip() == b"held"
        with pytest.raises(LockedError, match=f"process {holder.pid}") as caught, project.lock():
            pass
        assert str(tmp_path / ".lock") in (caught.value.hint or "")
        holder.kill()
        holder.wait()
        with project.lock():
            pass


def test_a_lock_is_free_again_after_its_block(tmp_path: Path) -> None:
    project = Project(tmp_path, tmp_path / "brief.yaml")
    with project.lock():
        pass
    with project.lock():
        assert str(os.getpid()) in (tmp_path / ".lock").read_text("utf-8")
    assert json.dumps((tmp_path / ".lock").read_text("utf-8")) == '""'
