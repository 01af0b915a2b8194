"""Templates are strict, are found where they belong, and their mistakes have a place."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from h3prompt.compiler import ClipScript, ScriptBeat, ScriptShot, TemplateError, compile_clip, skills
from h3prompt.compiler.templates import environment, render, root
from h3prompt.errors import UsageError
from h3prompt.modes import Mode

CLIP = ClipScript("C01", Mode.T2VA, 124, (ScriptShot("S01", 0, 124, beats=(ScriptBeat("A rope swings."),)),))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the templates with a skill of its own that has one file."""
    for source in [*root().glob("plain/*.j2"), *root().glob("shared/*.j2")]:
        target = tmp_path / source.relative_to(root())
        target.parent.mkdir(exist_ok=True)
        target.write_text(source.read_text("utf-8"), "utf-8")
    (tmp_path / "noir").mkdir()
    (tmp_path / "noir" / "style.j2").write_text("Hard light and {{ clip.style | phrase }}.\n", "utf-8")
    return tmp_path


def test_the_plain_skill_is_there_and_the_shared_parts_are_none() -> None:
    assert "plain" in skills() and "shared" not in skills()


def test_a_skill_takes_what_it_lacks_from_the_plain_one(folder: Path) -> None:
    assert skills(folder) == ("noir", "plain")
    made = compile_clip(CLIP, "noir", folder=folder)
    assert "[Shot 1] Hard light and Live-action cinematic realism" in made.text
    assert made.report.ok


def test_a_skill_may_keep_its_prompts_in_a_folder_of_their_own(folder: Path) -> None:
    (folder / "noir" / "prompt").mkdir()
    (folder / "noir" / "style.j2").rename(folder / "noir" / "prompt" / "style.j2")
    (folder / "report").mkdir()
    (folder / "report" / "report.html.j2").write_text("{{ title }}", "utf-8")
    assert skills(folder) == ("noir", "plain")
    assert "Hard light and" in compile_clip(CLIP, "noir", folder=folder).text


def test_an_unknown_skill_is_named_with_those_that_exist() -> None:
    with pytest.raises(UsageError, match=r"skill 'plian' is unknown; known: .*plain") as error:
        compile_clip(CLIP, "plian")
    assert error.value.hint == "did you mean 'plain'?"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("one\n{{ hero }}\n", r"style\.j2:2: 'hero' is undefined"),
        ("{{ clip.styel }}\n", r"style\.j2:1: .*has no attribute 'styel'"),
        ("one\ntwo\n{% if %}\n", r"style\.j2:3: "),
        ("{{ clip.style | shout }}\n", r"style\.j2:1: No filter named 'shout'"),
        ("{{ clip.shots[9] }}\n", r"style\.j2:1: "),
        ("\n{{ 1 / 0 }}\n", r"style\.j2:2: "),
        ("{% include 'nothing.j2' %}\n", r"nothing\.j2"),
        ("{{ clip.style.__class__.__mro__ }}\n", r"style\.j2:1: "),
    ],
)
def test_a_mistake_in_a_template_has_its_file_and_line(folder: Path, text: str, message: str) -> None:
    (folder / "noir" / "style.j2").write_text(text, "utf-8")
    with pytest.raises(TemplateError, match=message):
        compile_clip(CLIP, "noir", folder=folder)


def test_a_mistake_in_a_shared_part_is_found_there(folder: Path) -> None:
    part = folder / "shared" / "camera.j2"
    part.write_text(part.read_text("utf-8").replace("camera.move | phrase", "camera.mvoe | phrase"), "utf-8")
    with pytest.raises(TemplateError, match=r"camera\.j2:\d+: .*mvoe"):
        compile_clip(CLIP, "plain", folder=folder)


def test_a_template_that_loses_a_line_is_caught_by_the_check(folder: Path) -> None:
    from h3prompt.compiler import ScriptEntity, ScriptLine, ScriptWho

    (folder / "noir" / "shot.j2").write_text("{{ shot.framing }}. {{ 'Stone and rope. ' * 60 }}", "utf-8")
    script = ClipScript(
        "C01",
        Mode.T2VA,
        124,
        (ScriptShot("S01", 0, 124, who=(ScriptWho("a"),), lines=(ScriptLine("a", "So late.", start=1, end=40),)),),
        (ScriptEntity("a", "person", "a woman"),),
    )
    made = compile_clip(script, "noir", folder=folder)
    assert not made.report.ok
    assert "DLG007" in {found.code for found in made.report.findings}


def test_values_are_data_and_never_templates() -> None:
    assert render("plain", "music", clip={"music": "{{ 7 * 7 }} {% raw %}"}).strip() == "{{ 7 * 7 }} {% raw %}."


def test_an_environment_is_made_once() -> None:
    assert environment("plain") is environment("plain")


def test_importing_the_compiler_loads_neither_jinja_nor_pydantic() -> None:
    code = "import sys, h3prompt.compiler; print({'jinja2', 'pydantic', 'yaml'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
