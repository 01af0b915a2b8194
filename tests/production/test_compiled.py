"""The memory of compiled prompts: saves work, never a finding, and never outlives what it was made with."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from h3prompt.brief.model import Brief
from h3prompt.compiler.templates import root
from production import compile as compiling
from production.compile import PromptFile, write_prompts
from production.compiled import NAME
from production.plan.planner import make_plan
from tests.production.films import brief


class Work:
    """Writes the prompts of a film and counts what was compiled."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.templates = folder / "templates"
        shutil.copytree(root(), self.templates)
        self.compiled: list[str] = []
        real = compiling.compile_clip

        def counted(script: Any, *words: Any, **values: Any) -> Any:
            self.compiled.append(script.id)
            return real(script, *words, **values)

        monkeypatch.setattr(compiling, "compile_clip", counted)

    def write(self, **changes: Any) -> list[PromptFile]:
        self.compiled.clear()
        film = Brief.model_validate({**brief(3), **changes})
        return write_prompts(film, make_plan(film), self.folder / "out", assets=self.folder, templates=self.templates)


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Work:
    return Work(tmp_path, monkeypatch)


def test_what_did_not_change_is_not_compiled_again_and_says_the_same(work: Work) -> None:
    first = work.write()
    assert work.compiled == ["C01", "C02", "C03"]
    second = work.write()
    assert not work.compiled
    assert [(one.body, one.context, one.findings) for one in second] == [
        (one.body, one.context, one.findings) for one in first
    ]


def test_only_the_changed_clip_is_compiled(work: Work) -> None:
    work.write()
    shots = brief(3)["shots"]
    shots[1]["action"] = "A white boat drifts past the stone pier."
    assert "white boat" in work.write(shots=shots)[1].body
    assert work.compiled == ["C02"]


def test_another_template_is_another_prompt(work: Work) -> None:
    work.write()
    page = next((work.templates / "plain").glob("*.j2"))
    os.utime(page, ns=(1, 1))
    work.write()
    assert len(work.compiled) == 3


@pytest.mark.parametrize("content", ["", "[]", '{"built": 1}', "\x00"])
def test_a_damaged_memory_is_no_memory(work: Work, content: str) -> None:
    work.write()
    (work.folder / "out" / "work" / NAME).write_text(content, encoding="utf-8")
    work.write()
    assert len(work.compiled) == 3


def test_a_prompt_with_a_finding_is_found_again_every_time(work: Work) -> None:
    shots = brief(3)["shots"]
    shots[1]["action"] = "Ein rotes Boot treibt langsam an der alten steinernen Mauer vorbei und verschwindet im Nebel."
    first = [found.code for found in work.write(shots=shots)[1].findings]
    assert first
    assert [found.code for found in work.write(shots=shots)[1].findings] == first


def test_an_edit_by_hand_wins_over_the_memory(work: Work) -> None:
    path = work.write()[1].path
    path.write_text(path.read_text("utf-8").replace("green shutters", "yellow shutters"), encoding="utf-8")
    edited = work.write()[1]
    assert edited.edited
    assert "yellow shutters" in edited.body
