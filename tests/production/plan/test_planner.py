"""Plans: exact sums, clips on the grid, handles that cover their transitions, refusals that name what would do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from h3prompt import grid
from h3prompt.brief.model import Brief
from h3prompt.errors import GridError, PlanError, UsageError
from h3prompt.findings import Level
from h3prompt.modes import Mode
from production.edit import after, before
from production.plan.codes import CODES
from production.plan.lengths import AIR, line_frames, speech_need
from production.plan.model import Clip, FilmPlan
from production.plan.planner import make_plan
from tests.cli import ROOT

SHORT = "The gate is open."
LONG = "The boats come round the point at nine and we have not even lit the lamp in the tower."


def film(*shots: dict[str, Any], **values: Any) -> Brief:
    """A brief of these shots with two people."""
    people = {
        "keeper": {"look": "a keeper with a grey beard", "files": [{"file": "keeper.png"}]},
        "girl": {"look": "a girl in a yellow jacket"},
    }
    return Brief.model_validate({"schema": 1, "title": "Lamp", "entities": people, "shots": list(shots), **values})


def shot(duration: str | None = "4s", **values: Any) -> dict[str, Any]:
    """A shot."""
    return {"duration": duration, **values} if duration else values


def say(*texts: str, **values: Any) -> list[dict[str, Any]]:
    """Lines of the keeper."""
    return [{"speaker": "keeper", "text": text, **values} for text in texts]


def codes(plan: FilmPlan) -> list[str]:
    """The codes of a plan's findings."""
    return [finding.code for finding in plan.findings]


def refused(brief: Brief) -> dict[str, str]:
    """Code to message of the errors for which a brief is refused."""
    with pytest.raises(PlanError) as caught:
        make_plan(brief)
    return {finding.code: finding.message for finding in caught.value.findings if finding.level is Level.ERROR}


# --- lengths ----------------------------------------------------------------------------------------------------------


def test_the_shots_add_up_to_the_film_to_the_frame() -> None:
    plan = make_plan(film(shot("100f"), shot("4s"), shot("0:05.5"), duration="328f"))
    assert (plan.frames, [one.frames for one in plan.shots]) == (328, [100, 96, 132])
    assert [one.start for one in plan.shots] == [0, 100, 196]


def test_a_wrong_sum_is_refused_with_the_choices() -> None:
    said = refused(film(shot("4s"), shot("5s"), duration="10s"))["PLN001"]
    assert "216 frames and the film has 240" in said
    assert "set the duration of the film to 216f" in said
    assert "lengthen S02 to 144f" in said


def test_a_wrong_sum_never_proposes_a_shot_too_short_for_its_lines() -> None:
    said = refused(film(shot("4s"), shot("5s", lines=say(SHORT, SHORT)), duration="8s"))["PLN001"]
    assert "shorten S01 to 72f" in said


def test_open_shots_share_what_is_left_and_the_first_ones_get_the_remainder() -> None:
    plan = make_plan(film(shot("4s"), shot(None), shot(None), shot(None), duration="400f"))
    assert [one.frames for one in plan.shots] == [96, 102, 101, 101]
    assert [one.assumed for one in plan.shots] == [False, True, True, True]
    assert len(plan.assumptions) == 3


def test_speech_comes_before_length() -> None:
    brief = film(shot(None), shot(None, lines=say(LONG)), duration="12s")
    lengths = [one.frames for one in make_plan(brief).shots]
    assert lengths[1] == speech_need(brief, brief.shots[1])
    assert sum(lengths) == 288


def test_nothing_left_for_open_shots_is_refused() -> None:
    said = refused(film(shot("4s"), shot(None), shot(None), duration="5s"))
    assert "24 frames are left for S02, S03" in said["PLN002"]


def test_without_a_total_an_open_shot_gets_its_speech_or_four_seconds() -> None:
    brief = film(shot(None), shot(None, lines=say(LONG)))
    assert [one.frames for one in make_plan(brief).shots] == [96, speech_need(brief, brief.shots[1])]


# --- lines ------------------------------------------------------------------------------------------------------------


def test_lines_stand_one_after_the_other_with_air_around_them() -> None:
    brief = film(shot("8s", lines=say(SHORT, SHORT)))
    one, two = make_plan(brief).shots[0].lines
    assert one.start >= AIR
    assert one.end < two.start
    assert two.end <= 192 - AIR
    assert one.end - one.start == line_frames(brief, brief.shots[0].lines[0])


def test_a_stated_time_is_kept() -> None:
    assert make_plan(film(shot("6s", lines=say(SHORT, at="2s")))).shots[0].lines[0].start == 48


def test_lines_that_do_not_fit_are_a_warning_and_hopeless_ones_an_error() -> None:
    brief = film(shot("3s", lines=say(LONG)))
    need = line_frames(brief, brief.shots[0].lines[0])
    assert need > 1.3 * 72
    assert f"need {need} frames and the shot has 72; about 7 words fit" in refused(brief)["PLN003"]
    tight = make_plan(film(shot(f"{need - 5}f", lines=say(LONG))))
    assert [finding.level for finding in tight.findings if finding.code == "PLN003"] == [Level.WARNING]
    assert "PLN003" not in codes(make_plan(film(shot(f"{need}f", lines=say(LONG)))))


def test_a_line_that_touches_the_cut_is_told() -> None:
    need = line_frames(film(shot(lines=say(SHORT))), film(shot(lines=say(SHORT))).shots[0].lines[0])
    assert "PLN016" in codes(make_plan(film(shot(f"{need + 30}f", lines=say(SHORT, at="25f")))))
    assert "PLN016" not in codes(make_plan(film(shot(f"{need + 30}f", lines=say(SHORT, at="20f")))))


def test_a_line_that_no_clip_can_hold_is_refused() -> None:
    endless = " ".join([LONG] * 8)
    assert "split it" in refused(film(shot("60s", lines=say(endless))))["PLN017"]
    assert "PLN017" not in codes(make_plan(film(shot("60s", lines=say(LONG)))))


def test_all_that_is_wrong_is_told_at_once() -> None:
    brief = film(
        shot("4s"), shot("20f", join={"kind": "dissolve", "length": "40f"}), shot("3s", lines=say(LONG)), duration="60s"
    )
    assert set(refused(brief)) >= {"PLN001", "PLN003", "PLN005"}
    tight = film(shot("4s"), shot(None), shot("20f", join={"kind": "dissolve", "length": "40f"}), duration="5s")
    assert set(refused(tight)) >= {"PLN002", "PLN005"}


def test_a_time_past_the_end_is_told_as_it_was_written() -> None:
    plan = make_plan(film(shot("5s", lines=say(SHORT, at="20s"))))
    assert "begins at frame 480" in plan.findings[0].message


def test_two_lines_at_once_are_told() -> None:
    both = [*say(SHORT, at="1s"), *say(SHORT, at="1.5s")]
    assert "PLN004" in codes(make_plan(film(shot("6s", lines=both))))
    apart = [*say(SHORT, at="1s"), *say(SHORT, at="4s")]
    assert "PLN004" not in codes(make_plan(film(shot("6s", lines=apart))))


# --- transitions ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["dissolve", "dip"])
def test_a_transition_longer_than_a_shot_is_refused_with_the_longest(kind: str) -> None:
    said = refused(film(shot("4s"), shot("20f", join={"kind": kind, "length": "20f"})))["PLN005"]
    assert "at most 19" in said
    make_plan(film(shot("4s"), shot("20f", join={"kind": kind, "length": "19f"})))


def test_transitions_at_both_ends_of_a_shot_must_not_overlap() -> None:
    join = {"kind": "dissolve", "length": "24f"}
    assert "PLN006" in refused(
        film(shot("4s"), shot("25f", join={**join, "length": "26f"}), shot("4s", join={**join, "length": "26f"}))
    )
    make_plan(film(shot("4s"), shot("24f", join={**join, "length": "23f"}), shot("4s", join={**join, "length": "23f"})))


def test_a_dissolve_takes_its_frames_from_the_handles_and_the_film_keeps_its_length() -> None:
    plan = make_plan(film(shot("4s"), shot("4s", join={"kind": "dissolve", "length": "30f"})))
    one, two = plan.clips
    assert one.tail >= after(30)
    assert two.head >= before(30)
    assert plan.frames == 192


def test_a_dissolve_into_a_keyframe_is_refused() -> None:
    said = refused(film(shot("4s"), shot("4s", join="dissolve", first_frame="a.png")))["PLN007"]
    assert "6 frames before its first_frame" in said
    assert "PLN007" in refused(film(shot("4s", last_frame="a.png"), shot("4s", join="dissolve")))
    make_plan(film(shot("4s"), shot("4s", join="dip", first_frame="a.png")))


# --- packing ----------------------------------------------------------------------------------------------------------


def ids(plan: FilmPlan) -> list[list[str]]:
    """The shots of each clip."""
    return [[one.id for one in clip.shots] for clip in plan.clips]


def test_short_shots_share_a_clip_and_long_ones_do_not() -> None:
    assert ids(make_plan(film(*[shot("3s")] * 4))) == [["S01", "S02", "S03", "S04"]]
    assert ids(make_plan(film(shot("10s"), shot("10s")))) == [["S01"], ["S02"]]


@pytest.mark.parametrize(
    "second",
    [
        {"new_clip": True},
        {"join": "dissolve"},
        {"join": "dip"},
        {"first_frame": "a.png"},
    ],
)
def test_what_cannot_follow_inside_a_clip_begins_one(second: dict[str, Any]) -> None:
    assert ids(make_plan(film(shot("4s"), shot("4s", **second)))) == [["S01"], ["S02"]]


def test_a_last_frame_ends_a_clip() -> None:
    assert ids(make_plan(film(shot("4s", last_frame="a.png"), shot("4s")))) == [["S01"], ["S02"]]


def test_a_clip_each_when_that_is_asked_for() -> None:
    assert len(make_plan(film(*[shot("3s")] * 4, packing="shot")).clips) == 4


def test_fewer_frames_are_rendered_than_with_a_clip_each() -> None:
    shots = [shot(f"{length}s") for length in (2, 7, 3, 5, 2, 2, 6, 4)]
    packed, single = (make_plan(film(*shots, packing=way)) for way in ("auto", "shot"))
    assert sum(clip.frames for clip in packed.clips) < sum(clip.frames for clip in single.clips)


def test_a_shot_longer_than_a_clip_goes_on_from_the_last_shown_frame() -> None:
    plan = make_plan(film(shot("40s")))
    assert [clip.shots[0].part for clip in plan.clips] == [0, 1, 2]
    for earlier, later in zip(plan.clips, plan.clips[1:], strict=False):
        assert later.after == earlier.id
        assert later.first is not None
        assert (later.first.clip, later.first.frame) == (earlier.id, earlier.head + earlier.shown - 1)
        # The repeated frame is the only one before the first shown one.
        assert later.head == 1
        assert later.mode is Mode.I2VA


def test_a_line_is_not_cut_by_the_parts_of_a_long_shot() -> None:
    plan = make_plan(film(shot("20s", lines=say(LONG, at="7s"))))
    assert len(plan.clips) == 2
    lines = [line for one in plan.shots for line in one.lines]
    assert [line.end - line.start for line in lines] == [
        line_frames(film(shot(lines=say(LONG))), film(shot(lines=say(LONG))).shots[0].lines[0])
    ]


def test_a_long_chain_is_told_and_a_short_one_is_not() -> None:
    assert "PLN013" in codes(make_plan(film(shot("55s"))))
    assert "PLN013" not in codes(make_plan(film(shot("40s"))))


def test_a_transition_that_no_clip_can_hold_is_refused() -> None:
    window = grid.Window("tiny", 107, 107)
    with pytest.raises(PlanError, match="PLN014"):
        make_plan(
            film(shot("10s"), shot("10s", join={"kind": "dissolve", "length": "230f"}), shot("10s")), window=window
        )


# --- keyframes, references, seeds -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("values", "mode"),
    [
        ({}, Mode.T2VA),
        ({"first_frame": "a.png"}, Mode.I2VA),
        ({"last_frame": "a.png"}, Mode.L2VA),
        ({"first_frame": "a.png", "last_frame": "b.png"}, Mode.FL2VA),
        ({"who": ["keeper"]}, Mode.REF2VA),
    ],
)
def test_the_mode_follows_from_the_files(values: dict[str, Any], mode: Mode) -> None:
    clip = make_plan(film(shot("124f", **values))).clips[0]
    assert clip.mode is mode
    assert bool(clip.references) == (mode is Mode.REF2VA)


def test_a_first_frame_is_the_first_shown_one_and_a_last_frame_the_last() -> None:
    assert make_plan(film(shot("4s", first_frame="a.png"))).clips[0].head == 0
    assert make_plan(film(shot("4s", last_frame="a.png"))).clips[0].tail == 0


def test_two_keyframes_want_a_length_of_the_grid() -> None:
    both = {"first_frame": "a.png", "last_frame": "b.png"}
    assert "PLN008" in codes(make_plan(film(shot("5s", **both))))
    exact = make_plan(film(shot("124f", **both)))
    assert "PLN008" not in codes(exact)
    assert (exact.clips[0].head, exact.clips[0].tail) == (0, 0)


def test_handles_give_way_before_anything_is_refused() -> None:
    plan = make_plan(film(shot("360f"), handles={"head": "8f", "tail": "8f"}))
    assert codes(plan) == ["PLN009"]
    assert plan.clips[0].frames == 362
    assert "PLN009" not in codes(make_plan(film(shot("300f"), handles={"head": "8f", "tail": "8f"})))


def test_files_that_cannot_travel_with_keyframes_are_named() -> None:
    shots = shot("124f", who=["keeper"], first_frame="a.png")
    plan = make_plan(film(shots, backend="local"))
    assert "keeper.png" in next(found.message for found in plan.findings if found.code == "PLN010")
    assert plan.clips[0].mode is Mode.I2VA
    assert "PLN010" not in codes(make_plan(film(shots)))


def test_a_voice_alone_is_no_reference() -> None:
    keeper = {"look": "a keeper", "files": [{"file": "v.wav", "role": "voice"}]}
    alone = film(shot("6s", who=["keeper"], lines=say(SHORT)), entities={"keeper": keeper})
    plan = make_plan(alone)
    assert (plan.clips[0].mode, codes(plan)) == (Mode.T2VA, ["PLN012"])
    keeper["files"].append({"file": "k.png"})  # type: ignore[attr-defined]
    plan = make_plan(film(shot("6s", who=["keeper"], lines=say(SHORT)), entities={"keeper": keeper}))
    assert [reference.kind for reference in plan.clips[0].references] == ["image", "audio"]


def test_only_what_is_worn_travels() -> None:
    files = [
        {"file": "day.png", "role": "wardrobe", "state": "day"},
        {"file": "night.png", "role": "wardrobe", "state": "night"},
    ]
    keeper = {"look": "a keeper", "wardrobe": {"day": "a coat", "night": "a gown"}, "files": files}
    plan = make_plan(film(shot("6s", who=["keeper"], wardrobe={"keeper": "night"}), entities={"keeper": keeper}))
    assert [reference.path for reference in plan.clips[0].references] == ["night.png"]


def test_more_files_than_the_model_takes_are_refused_or_spread_over_clips() -> None:
    many = {"look": "a crowd", "files": [{"file": f"{number}.png"} for number in range(10)]}
    assert "at most 9" in refused(film(shot("6s", who=["keeper"]), entities={"keeper": many}))["PLN011"]
    two = {
        name: {"look": "a crowd", "files": [{"file": f"{name}{number}.png"} for number in range(6)]} for name in "ab"
    }
    plan = make_plan(film(shot("4s", who=["a"]), shot("4s", who=["b"]), entities=two))
    assert ids(plan) == [["S01"], ["S02"]]


def test_a_seed_stays_when_other_shots_come_and_go() -> None:
    def seed(*shots: dict[str, Any]) -> int:
        return next(clip.seed for clip in make_plan(film(*shots, packing="shot")).clips if clip.shots[0].id == "END")

    assert seed(shot("4s", id="END")) == seed(shot("4s", id="A"), shot("4s", id="END"))
    assert seed(shot("4s", id="END", seed=5)) == 5


def test_the_size_and_the_backend_are_checked() -> None:
    with pytest.raises(GridError, match="5:1"):
        make_plan(film(shot(), ratio="5:1"))
    with pytest.raises(UsageError, match="known"):
        make_plan(film(shot(), backend="nothing"))


def test_whole_seconds_are_respected() -> None:
    window = grid.window("minimax")
    plan = make_plan(film(shot("130f"), shot("130f", new_clip=True), backend="minimax"))
    assert all(clip.frames in window.frames() for clip in plan.clips)


def test_findings_carry_the_place_of_the_brief() -> None:
    def place(*keys: str | int) -> tuple[int, int] | None:
        return (7, 3) if keys == ("shots", 0) else None

    with pytest.raises(PlanError) as caught:
        make_plan(film(shot("3s", lines=say(LONG))), place=place, file="brief.yaml")
    found = caught.value.findings[0]
    assert (found.file, found.line, found.column) == ("brief.yaml", 7, 3)


def test_every_code_is_documented_and_tested_in_both_directions() -> None:
    page = (ROOT / "docs" / "planning.md").read_text("utf-8")
    tests = Path(__file__).read_text("utf-8")
    for name, code in CODES.items():
        assert code.meaning.endswith(".")
        assert f"| `{name}` |" in page
        assert f'"{name}"' in tests or name == "PLN015", name  # Keyframes are looked at with their files.


# --- any film ---------------------------------------------------------------------------------------------------------

JOINS = st.sampled_from(["cut", "cut", "cut", "match", "dissolve", "dip", "continue"])
SHOTS = st.lists(
    st.fixed_dictionaries(
        {"duration": st.integers(30, 900).map(lambda frames: f"{frames}f")},
        optional={
            "join": JOINS,
            "lines": st.sampled_from([say(SHORT), say(SHORT, SHORT), []]),
            "first_frame": st.sampled_from(["a.png", None]),
            "last_frame": st.sampled_from(["b.png", None]),
            "who": st.sampled_from([["keeper"], ["girl"], []]),
            "new_clip": st.booleans(),
        },
    ),
    min_size=1,
    max_size=14,
)


@settings(max_examples=300, deadline=None)
@given(shots=SHOTS, packing=st.sampled_from(["auto", "shot"]), backend=st.sampled_from(["slate", "local", "minimax"]))
def test_any_plan_keeps_its_promises(shots: list[dict[str, Any]], packing: str, backend: str) -> None:
    brief = film(*shots, packing=packing, backend=backend)
    try:
        plan = make_plan(brief)
    except PlanError:
        # What is refused is tested above, case by case.
        return
    window = grid.window(backend)
    assert plan.frames == sum(one.duration.frames for one in brief.shots if one.duration)
    frame = 0
    for clip, following in zip(plan.clips, [*plan.clips[1:], None], strict=True):
        assert clip.frames in window.frames()
        assert clip.head >= 0
        assert clip.tail >= 0
        assert clip.start == frame
        frame += clip.shown
        _transitions_fit(clip, following)
        cuts = [clip.local(one) for one in clip.shots]
        assert cuts == sorted(set(cuts))
        assert clip.local_end(clip.shots[-1]) == clip.frames
    assert frame == plan.frames


def _transitions_fit(clip: Clip, following: Clip | None) -> None:
    opening = clip.shots[0]
    if opening.join.value == "dissolve":
        assert clip.head >= before(opening.overlap)
    if following is not None and following.shots[0].join.value == "dissolve":
        assert clip.tail >= after(following.shots[0].overlap)


def test_a_thousand_shots_are_planned_in_less_than_a_second() -> None:
    import time

    brief = film(*[shot(length, who=["keeper"]) for length in ("5f", "24f", "4s", "1s")] * 250)
    start = time.process_time()
    make_plan(brief)
    assert time.process_time() - start < 1
