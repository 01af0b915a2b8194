"""Prompt files: written from brief and plan, kept when a person has edited them."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from h3prompt import Level, Mode, check_file, grid
from h3prompt.brief.joins import JoinKind
from h3prompt.brief.model import Brief
from h3prompt.compiler import TemplateError
from h3prompt.compiler.templates import root
from h3prompt.errors import UsageError
from h3prompt.source import read_source
from production.compile import orphans, script_for, write_prompts
from production.plan.model import Clip, FilmPlan, PlannedLine, PlannedReference, PlannedShot, Plate

ENTITIES = {
    "keeper": {
        "look": "a keeper of about sixty with a grey beard",
        "wardrobe": {"dry": "a navy oilskin", "wet": "a dripping oilskin"},
        "voice": "low and hoarse",
    },
    "roof": {"kind": "place", "look": "a whitewashed roof terrace"},
}
LINE = PlannedLine("keeper", "The lamp is out.", "English", 12, 60, delivery="quietly")


def _brief(*shots: dict[str, Any], **more: Any) -> Brief:
    return Brief.model_validate({"title": "Lamp", "entities": ENTITIES, "shots": list(shots), **more})


def _shot(**more: Any) -> dict[str, Any]:
    return {"action": "A rope swings from an iron crane.", "who": ["keeper"], "place": "roof", **more}


def _plan(*clips: Clip) -> FilmPlan:
    return FilmPlan("Lamp", sum(clip.shown for clip in clips), grid.canvas("16:9"), "slate", clips)


def _clip(number: int = 1, *shots: PlannedShot, **more: Any) -> Clip:
    made = shots or (PlannedShot(f"S{number:02d}", number - 1, (number - 1) * 100, 100, lines=(LINE,)),)
    return replace(Clip(f"C{number:02d}", made, 124, 8, Mode.T2VA, 1), **more)


@pytest.fixture
def brief() -> Brief:
    return _brief(_shot(lines=[{"speaker": "keeper", "text": "The lamp is out."}]), _shot(lines=[]))


@pytest.fixture
def plan() -> FilmPlan:
    return _plan(_clip(1), _clip(2, PlannedShot("S02", 1, 100, 100)))


# --- the script -------------------------------------------------------------------------------------------------------


def test_times_are_the_clips_own_with_the_handle_in_front(brief: Brief) -> None:
    shots = (PlannedShot("S01", 0, 48, 50, lines=(LINE,)), PlannedShot("S02", 1, 98, 50))
    clip = _clip(1, *shots)
    script = script_for(brief, _plan(clip), clip)
    assert [(shot.start, shot.frames) for shot in script.shots] == [(0, 58), (58, 66)]
    assert (script.shots[0].lines[0].start, script.shots[0].lines[0].end) == (20, 68)


def test_beats_keep_their_time_on_the_shots_own_clock() -> None:
    brief = _brief(_shot(action=None, beats=[{"text": "One.", "at": "1s"}, {"text": "Two."}]))
    clip = _clip(1)
    assert [beat.at for beat in script_for(brief, _plan(clip), clip).shots[0].beats] == [32, None]


def test_wardrobe_is_the_state_of_the_shot_or_the_first(brief: Brief) -> None:
    brief = _brief(_shot(), _shot(wardrobe={"keeper": "wet"}))
    clip = _clip(1, PlannedShot("S01", 0, 0, 50), PlannedShot("S02", 1, 50, 50))
    script = script_for(brief, _plan(clip), clip)
    assert [shot.who[0].wardrobe for shot in script.shots] == ["a navy oilskin", "a dripping oilskin"]


def test_shots_without_an_edit_between_them_are_one_shot_of_the_prompt() -> None:
    brief = _brief(_shot(), _shot(action="The door opens.", join="continue", visible_text=["OPEN"]))
    clip = _clip(1, PlannedShot("S01", 0, 0, 50), PlannedShot("S02", 1, 50, 50, join=JoinKind.CONTINUE, lines=(LINE,)))
    (shot,) = script_for(brief, _plan(clip), clip).shots
    assert shot.frames == 124
    assert [(beat.text, beat.at) for beat in shot.beats][1] == ("The door opens.", 58)
    assert shot.lines[0].start == 58 + 12 and shot.visible_text == ("OPEN",)


def test_a_shot_in_parts_has_in_each_the_beats_of_its_time() -> None:
    beats = [{"text": "One.", "at": "0s"}, {"text": "Two.", "at": "5s"}]
    brief = _brief(_shot(action=None, beats=beats, incoming="the door shut", outgoing="the door open"))
    parts = [PlannedShot("S01", 0, n * 100, 100, part=n, parts=3) for n in range(3)]
    clips = [replace(_clip(1, part), id=f"C{n + 1:02d}") for n, part in enumerate(parts)]
    plan = _plan(*clips)
    shots = [script_for(brief, plan, clip).shots[0] for clip in clips]
    assert [[beat.text for beat in shot.beats] for shot in shots] == [["One."], ["Two."], ["Two."]]
    assert [(shot.incoming, shot.outgoing) for shot in shots] == [
        ("the door shut", ""),
        ("", ""),
        ("", "the door open"),
    ]


def test_music_is_for_the_native_sound_alone() -> None:
    clip = _clip(1)
    assert script_for(_brief(_shot(), music="A cello."), _plan(clip), clip).music == "A cello."
    silent = _brief(_shot(), music="A cello.", audio={"policy": "silent"})
    assert script_for(silent, _plan(clip), clip).music == ""


# --- files ------------------------------------------------------------------------------------------------------------


def test_a_prompt_file_states_what_the_plan_knows(brief: Brief, plan: FilmPlan, tmp_path: Path) -> None:
    first, second = write_prompts(brief, plan, tmp_path, assets=tmp_path)
    source = read_source(first.path)
    assert first.path == tmp_path / "prompts" / "C01.h3.md"
    assert first.body == source.body and not first.edited and first.report.ok
    assert replace(source.context, spans=()).mode is Mode.T2VA
    assert source.context.duration == Fraction("5.167")
    assert source.context.backend == "slate" and source.context.sequence
    assert [(line.speaker, line.language, line.text) for line in source.context.dialogue or ()] == [
        ("S1", "English", "The lamp is out.")
    ]
    assert not source.problems
    assert check_file(first.path).ok and check_file(second.path).ok
    assert not [found for found in first.findings if found.level is not Level.INFO]


def test_files_in_front_matter_are_relative_to_the_prompt(tmp_path: Path) -> None:
    home, project = tmp_path / "film", tmp_path / "out" / "lamp"
    (home / "in").mkdir(parents=True)
    clip = _clip(
        1,
        mode=Mode.REF2VA,
        references=(
            PlannedReference("in/keeper.png", "image", "keeper", "identity"),
            PlannedReference("in/voice.wav", "audio", "keeper", "voice"),
        ),
    )
    (made,) = write_prompts(_brief(_shot()), _plan(clip), project, assets=home)
    references = read_source(made.path).context.references or ()
    assert [one.path for one in references] == ["../../../film/in/keeper.png", "../../../film/in/voice.wav"]
    assert (made.path.parent / references[0].path).resolve() == (home / "in" / "keeper.png").resolve()
    assert made.report.ok


@pytest.mark.parametrize(
    "words",
    [
        "no",
        "1:30",
        "- a: {b}",
        'it\'s "so" # far',
        "---",
        "明日は晴れる。",
        "{{ hero }} ${x}",
        "a\n---\nb",
        "*anchor &x",
        "\ttab",
    ],
)
def test_any_line_survives_the_front_matter(words: str, tmp_path: Path) -> None:
    line = PlannedLine("keeper", words, "English", 12, 60)
    (made,) = write_prompts(_brief(_shot()), _plan(_clip(1, PlannedShot("S01", 0, 0, 100, lines=(line,)))), tmp_path)
    source = read_source(made.path)
    assert [one.text for one in source.context.dialogue or ()] == [words]
    assert f"<d>[English] {words}</d>" in made.body


@pytest.mark.parametrize(
    ("mode", "first", "last"),
    [
        (Mode.I2VA, Plate(clip="C00", frame=120), None),
        (Mode.L2VA, None, Plate("end.png")),
        (Mode.FL2VA, Plate("start.png"), Plate("end.png")),
    ],
)
def test_plates_are_keyframes(mode: Mode, first: Plate | None, last: Plate | None, tmp_path: Path) -> None:
    clip = _clip(1, mode=mode, first=first, last=last)
    (made,) = write_prompts(_brief(_shot()), _plan(clip), tmp_path, assets=tmp_path)
    assert made.report.ok
    paths = [one.path for one in made.context.references or ()]
    assert paths == [
        f"../plates/{plate.clip}-f0120.png" if plate.clip else f"../{plate.path}" for plate in (first, last) if plate
    ]


def test_nothing_is_written_when_nothing_changes(brief: Brief, plan: FilmPlan, tmp_path: Path) -> None:
    write_prompts(brief, plan, tmp_path)
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "prompts").iterdir()}
    write_prompts(brief, plan, tmp_path)
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "prompts").iterdir()} == before


def test_a_change_of_the_brief_is_written_into_files_that_nobody_edited(
    brief: Brief, plan: FilmPlan, tmp_path: Path
) -> None:
    write_prompts(brief, plan, tmp_path)
    changed = brief.model_copy(update={"style": "Charcoal drawing on rough paper"})
    made = write_prompts(changed, plan, tmp_path)
    assert all("Charcoal" in one.path.read_text("utf-8") and not one.edited for one in made)


def test_an_edited_file_wins_and_the_next_change_of_the_brief_is_told(
    brief: Brief, plan: FilmPlan, tmp_path: Path
) -> None:
    (first, _) = write_prompts(brief, plan, tmp_path)
    text = first.path.read_text("utf-8").replace("A rope swings from an iron crane.", "A chain swings from a crane.")
    first.path.write_text(text, "utf-8")
    kept, other = write_prompts(brief, plan, tmp_path)
    assert kept.edited and "A chain swings" in kept.body and not other.edited
    assert "prompt-outdated" not in [found.code for found in kept.findings]
    changed = brief.model_copy(update={"style": "Charcoal drawing on rough paper"})
    kept, other = write_prompts(changed, plan, tmp_path)
    assert first.path.read_text("utf-8") == text
    assert [found.level for found in kept.findings if found.code == "prompt-outdated"] == [Level.WARNING]
    assert "Charcoal" in other.body


def test_another_renderer_makes_no_edit_outdated(brief: Brief, plan: FilmPlan, tmp_path: Path) -> None:
    first = write_prompts(brief, plan, tmp_path)[0]
    first.path.write_text(first.path.read_text("utf-8").replace("rope", "chain"), "utf-8")
    made, other = write_prompts(brief, replace(plan, backend="sglang"), tmp_path)
    assert made.edited and "prompt-outdated" not in [found.code for found in made.findings]
    assert made.context.backend == "sglang"
    assert not other.edited and "backend: sglang" in other.path.read_text("utf-8")


def test_an_edited_file_is_checked_again(brief: Brief, plan: FilmPlan, tmp_path: Path) -> None:
    first = write_prompts(brief, plan, tmp_path)[0]
    first.path.write_text(first.path.read_text("utf-8").replace("[Shot 1]", "[Shot 7]"), "utf-8")
    made = write_prompts(brief, plan, tmp_path)[0]
    assert made.edited and not made.report.ok
    assert made.findings[0].file == str(first.path) and (made.findings[0].line or 0) > 5


def test_words_may_be_edited_in_text_and_front_matter_together(brief: Brief, plan: FilmPlan, tmp_path: Path) -> None:
    first = write_prompts(brief, plan, tmp_path)[0]
    first.path.write_text(first.path.read_text("utf-8").replace("The lamp is out.", "The lamp is lit."), "utf-8")
    made = write_prompts(brief, plan, tmp_path)[0]
    assert made.edited and made.report.ok and "The lamp is lit." in made.body


@pytest.mark.parametrize("change", ["crlf", "bom", "both", "cr"])
def test_line_ends_and_a_byte_order_mark_are_no_edit(change: str, brief: Brief, plan: FilmPlan, tmp_path: Path) -> None:
    first = write_prompts(brief, plan, tmp_path)[0]
    data = first.path.read_bytes()
    if change in ("crlf", "both"):
        data = data.replace(b"\n", b"\r\n")
    if change == "cr":
        data = data.replace(b"\n", b"\r")
    if change in ("bom", "both"):
        data = b"\xef\xbb\xbf" + data
    first.path.write_bytes(data)
    assert write_prompts(brief, plan, tmp_path)[0] == first
    edited = data.replace(b"rope", b"chain")
    first.path.write_bytes(edited)
    made = write_prompts(brief, plan, tmp_path)[0]
    assert made.edited and made.report.ok and "\r" not in made.body
    assert not [found for found in made.findings if found.code.startswith("TXT")]
    assert first.path.read_bytes() == edited


def test_reset_gives_an_edit_up_and_keeps_a_copy(brief: Brief, plan: FilmPlan, tmp_path: Path) -> None:
    first = write_prompts(brief, plan, tmp_path)[0]
    for round_ in ("one", "two"):
        first.path.write_text(first.path.read_text("utf-8").replace("rope", round_), "utf-8")
        made = write_prompts(brief, plan, tmp_path, reset=("C01",))[0]
        assert made == first
    copies = sorted(path.name for path in first.path.parent.glob("*.bak*"))
    assert copies == ["C01.h3.md.bak", "C01.h3.md.bak2"]
    assert "A two swings" in (first.path.parent / copies[1]).read_text("utf-8")
    write_prompts(brief, plan, tmp_path, reset=("C01",))
    assert len(list(first.path.parent.glob("*.bak*"))) == 2


def test_an_unknown_clip_cannot_be_reset(brief: Brief, plan: FilmPlan, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"clip 'C07' is unknown; known: C01, C02"):
        write_prompts(brief, plan, tmp_path, reset=("C07",))
    assert not (tmp_path / "prompts").exists()


def test_a_missing_file_is_written_again(brief: Brief, plan: FilmPlan, tmp_path: Path) -> None:
    first = write_prompts(brief, plan, tmp_path)[0]
    first.path.unlink()
    assert write_prompts(brief, plan, tmp_path)[0] == first
    assert first.path.exists()


@pytest.mark.parametrize(
    "damage", ["", "{", "[]", '{"schema": 9}', '{"schema": 1, "prompts": {"C01": []}}', '{"schema": 1, "prompts": 3}']
)
def test_without_a_record_no_edit_is_lost(damage: str, brief: Brief, plan: FilmPlan, tmp_path: Path) -> None:
    first, second = write_prompts(brief, plan, tmp_path)
    text = first.path.read_text("utf-8").replace("rope", "chain")
    first.path.write_text(text, "utf-8")
    record = tmp_path / "prompts" / "generated.json"
    record.write_text(damage, "utf-8")
    made = write_prompts(brief, plan, tmp_path)
    assert [one.edited for one in made] == [True, False]
    assert first.path.read_text("utf-8") == text
    assert second.path.name.removesuffix(".h3.md") in json.loads(record.read_text("utf-8"))["prompts"]


def test_a_stop_between_record_and_file_makes_no_file_look_edited(
    brief: Brief, plan: FilmPlan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import production.compile as module

    write_prompts(brief, plan, tmp_path)
    real = module.write_text

    def stops(path: Path, text: str) -> None:
        if path.name == "C02.h3.md":
            raise KeyboardInterrupt
        real(path, text)

    monkeypatch.setattr(module, "write_text", stops)
    changed = brief.model_copy(update={"style": "Charcoal drawing on rough paper"})
    with pytest.raises(KeyboardInterrupt):
        write_prompts(changed, plan, tmp_path)
    monkeypatch.setattr(module, "write_text", real)
    again = brief.model_copy(update={"style": "Ink on silk"})
    assert [one.edited for one in write_prompts(again, plan, tmp_path)] == [False, False]


def test_files_of_clips_that_are_gone_are_left_and_named(brief: Brief, plan: FilmPlan, tmp_path: Path) -> None:
    second = write_prompts(brief, plan, tmp_path)[1]
    shorter = _plan(plan.clips[0])
    (first,) = write_prompts(brief, shorter, tmp_path)
    assert second.path.exists() and orphans(shorter, tmp_path) == (second.path,)
    assert [found.file for found in first.findings if found.code == "prompt-orphan"] == [str(second.path)]


def test_a_file_that_is_not_utf_8_is_reported(brief: Brief, plan: FilmPlan, tmp_path: Path) -> None:
    first = write_prompts(brief, plan, tmp_path)[0]
    first.path.write_bytes(first.path.read_bytes().replace(b"rope", b"caf\xe9"))
    made = write_prompts(brief, plan, tmp_path)[0]
    assert made.edited and "TXT009" in [found.code for found in made.findings]


def test_a_mistake_in_a_template_writes_nothing(brief: Brief, plan: FilmPlan, tmp_path: Path) -> None:
    templates = tmp_path / "templates"
    for source in [*root().glob("plain/*.j2"), *root().glob("shared/*.j2")]:
        target = templates / source.relative_to(root())
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(source.read_text("utf-8"), "utf-8")
    (templates / "plain" / "style.j2").write_text("{{ hero }}", "utf-8")
    with pytest.raises(TemplateError, match=r"style\.j2:1"):
        write_prompts(brief, plan, tmp_path / "film", templates=templates)
    assert not list((tmp_path / "film").rglob("*.h3.md"))


@pytest.mark.parametrize("made_by", ["folder", "file"])
def test_a_place_that_cannot_be_written_is_named(made_by: str, brief: Brief, plan: FilmPlan, tmp_path: Path) -> None:
    (tmp_path / "prompts").write_text("", "utf-8") if made_by == "file" else (tmp_path / "prompts" / "C01.h3.md").mkdir(
        parents=True
    )
    with pytest.raises(UsageError, match="prompts"):
        write_prompts(brief, plan, tmp_path)


def test_sixty_shots_are_compiled_quickly(tmp_path: Path) -> None:
    lines = [{"speaker": "keeper", "text": "The lamp is out."}]
    brief = _brief(*(_shot(action=f"A rope swings from crane {n}.", lines=lines if n % 2 else []) for n in range(60)))
    clips = []
    for number in range(20):
        shots = [
            PlannedShot(f"S{n:02d}", n, n * 80, 80, lines=(LINE,) if n % 2 else ())
            for n in range(number * 3, number * 3 + 3)
        ]
        clips.append(Clip(f"C{number + 1:02d}", tuple(shots), 260, 8, Mode.T2VA, 1))
    write_prompts(brief, _plan(*clips), tmp_path)
    start = time.process_time()
    assert all(one.report.ok for one in write_prompts(brief, _plan(*clips), tmp_path))
    assert time.process_time() - start < 1
