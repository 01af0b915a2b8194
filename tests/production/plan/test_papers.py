"""The plan on paper: complete, and nothing that a person writes breaks it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from h3prompt.brief.model import Brief
from h3prompt.errors import SourceError
from production.plan.expect import expected, expected_clip
from production.plan.planner import make_plan
from production.plan.reading import read_plan
from production.plan.tables import (
    SHOT_COLUMNS,
    plan_document,
    plan_markdown,
    plan_rows,
    shot_table_markdown,
    storyboard_markdown,
)
from production.plan.to_edit import edit, sound
from tests.cli import validate


def brief(**values: Any) -> Brief:
    """Three shots with a dissolve, a line and odd words."""
    shots = [
        {"duration": "5s", "title": "One | two", "action": "A pipe | stands\nhere.", "hook": "setup"},
        {
            "duration": "5s",
            "who": ["girl"],
            "join": {"kind": "dissolve", "length": "16f"},
            "lines": [{"speaker": "girl", "text": "It's <b>8:30</b> | *now*.", "at": "1s", "delivery": "quietly"}],
            "beats": [{"at": "0s", "text": "She turns."}, {"at": "2s", "text": "She looks up."}],
            "visible_text": ["OPEN"],
        },
        {"duration": "5s", "join": "dip", "sound": "A bell rings."},
    ]
    document = {"schema": 1, "title": "灯台 # 1", "shots": shots, "entities": {"girl": {"look": "a girl"}}}
    return Brief.model_validate({**document, **values})


def test_the_document_follows_its_schema() -> None:
    document = plan_document(make_plan(brief()))
    validate(document, "plan")
    assert (document["frames"], document["samples"]) == (360, 720_000)
    assert [clip["shown"] for clip in document["clips"]] == [120, 120, 120]


def test_a_plan_is_read_back_from_its_document(tmp_path: Any) -> None:
    plan = make_plan(brief())
    file = tmp_path / "plan.json"
    file.write_text(json.dumps(plan_document(plan)), encoding="utf-8")
    again = read_plan(file)
    assert plan_document(again) == plan_document(plan)
    assert expected(again) == expected(plan)


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"schema": 9}'])
def test_what_is_no_plan_is_named(tmp_path: Any, content: str) -> None:
    file = tmp_path / "plan.json"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(SourceError, match=r"plan\.json"):
        read_plan(file)


def test_the_table_has_a_row_for_every_clip() -> None:
    headers, rows = plan_rows(make_plan(brief()))
    assert len(rows) == 3
    assert all(len(row) == len(headers) for row in rows)
    assert rows[1][headers.index("join")] == "dissolve 16f"
    assert rows[1][headers.index("film")] == "00:05.000-00:10.000"


def test_the_shot_table_has_six_columns_whatever_is_written_in_it() -> None:
    page = shot_table_markdown(brief(), make_plan(brief()))
    rows = [line for line in page.splitlines() if line.startswith("|")]
    assert len(rows) == 2 + 3
    for row in rows:
        assert row.replace("\\|", "").count("|") == len(SHOT_COLUMNS) + 1
    assert "One \\| two" in page
    assert "\\<b\\>8:30" in page


def test_the_storyboard_has_a_section_for_every_shot_with_its_beats_in_order() -> None:
    page = storyboard_markdown(brief(), make_plan(brief()))
    assert [line for line in page.splitlines() if line.startswith("## ")] == ["## S01: One | two", "## S02", "## S03"]
    assert page.index("She turns.") < page.index("She looks up.")
    assert '"OPEN"' in page
    assert "girl (English, quietly)" in page


def test_the_plan_page_names_assumptions_findings_and_claims() -> None:
    said = brief(claims=[{"text": "It is the oldest lamp.", "source": "harbour archive"}])
    opened = said.model_copy(update={"shots": (*said.shots, said.shots[0].model_copy(update={"duration": None}))})
    page = plan_markdown(opened, make_plan(opened))
    assert "## Assumed" in page
    assert "harbour archive" in page


def test_what_is_expected_of_the_film_comes_from_the_same_frames() -> None:
    plan = make_plan(brief())
    found = expected(plan)
    assert (found.frames, found.cuts, found.joins) == (360, (), (120, 240))
    assert [(span.start, span.end, span.name) for span in found.transitions] == [
        (112, 128, "dissolve"),
        (232, 248, "dip"),
    ]
    assert [(span.start, span.end) for span in found.dark] == [(232, 248)]
    assert [(span.start, span.name) for span in found.lines or ()] == [(144, "girl")]
    assert [(span.start, span.end, span.name) for span in found.shots] == [
        (0, 120, "S01"),
        (120, 240, "S02"),
        (240, 360, "S03"),
    ]


def test_what_is_expected_of_a_clip_is_on_its_own_clock() -> None:
    document = brief().model_dump(mode="json", by_alias=True)
    document["shots"] = [
        {"duration": "3s"},
        {"duration": "3s", "lines": [{"speaker": "girl", "text": "Now.", "at": "1s"}]},
    ]
    plan = make_plan(Brief.model_validate(document))
    clip = plan.clips[0]
    found = expected_clip(plan, clip)
    assert found.frames == clip.frames
    assert found.cuts == (clip.head + 72,)
    assert [span.start for span in found.lines or ()] == [clip.head + 72 + 24]


def test_the_edit_shows_every_frame_once(tmp_path: Any) -> None:
    plan = make_plan(brief())
    made = edit(plan, {clip.id: tmp_path / f"{clip.id}.mp4" for clip in plan.clips})
    assert (made.frames, made.cuts) == (360, (120, 240))
    assert [piece.start for piece in made.pieces] == [clip.head for clip in plan.clips]
    assert [piece.overlap for piece in made.pieces] == [0, 16, 16]
    assert [(caption.start, caption.text) for caption in made.captions] == [(144, "It's <b>8:30</b> | *now*.")]
    assert made.pieces[1].speech[0][0] == 24


def test_the_sound_is_treated_as_the_brief_says(tmp_path: Any) -> None:
    plain = sound(brief(), tmp_path)
    assert (plain.policy, plain.target, plain.true_peak, plain.fade_ms) == ("native", -14, -1, 10)
    broadcast = sound(brief(audio={"loudness": {"standard": "ebu-r128"}, "fade": "20ms", "match_shots": "3"}), tmp_path)
    assert (broadcast.target, broadcast.fade_ms, broadcast.match_limit) == (-23, 20, 3)
    off = sound(brief(audio={"loudness": {"standard": "off"}}), tmp_path)
    assert off.target is None
    own = sound(brief(audio={"loudness": {"target": -18, "true_peak": -2}}), tmp_path)
    assert (own.target, own.true_peak) == (-18, -2)
    bed = sound(brief(audio={"music": {"file": "song.wav", "start": "2s"}}), tmp_path).bed
    assert bed is not None
    assert (bed.path, bed.start, bed.fade_out) == (tmp_path / "song.wav", 48, 24)
    master = sound(brief(audio={"policy": "master", "track": "song.wav"}), tmp_path)
    assert master.master == tmp_path / "song.wav"
