"""The parts that a slate is drawn with."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from backends.contract import LineNote, Move, ShotNote
from backends.slate import card, moves, scene, sound, text
from backends.slate.planes import Buffer, planes, ycc
from h3prompt.brief import checks as brief


@pytest.mark.parametrize("name", [*brief.MOVES, *brief.MOVE_ALIASES])
def test_every_move_that_a_brief_knows_is_drawn(name: str) -> None:
    found = moves.known(Move(name))
    assert found is not None and found[0] in moves.MOVES
    assert found == moves.known(Move(brief.MOVE_ALIASES.get(name, name)))


@pytest.mark.parametrize(
    ("move", "meant"),
    [
        (Move("pan left"), ("pan", "left")),
        (Move("Pan", "to the left"), ("pan", "left")),
        (Move("zoom", "out"), ("zoom out", "")),
        (Move("roll", "counter-clockwise"), ("roll", "counterclockwise")),
        (Move("crane up"), ("pedestal", "up")),
        (Move("roll counter-clockwise"), ("roll", "counterclockwise")),
        (Move("whip-pan", "right"), ("pan", "right")),
        (Move("barrel dive"), None),
        (Move(""), None),
    ],
)
def test_moves_as_people_write_them(move: Move, meant: tuple[str, str] | None) -> None:
    assert moves.known(move) == meant


@pytest.mark.parametrize("speed", ["slow", "normal", "fast", "odd"])
@pytest.mark.parametrize("name", moves.MOVES)
def test_views_are_smooth_and_stay_on_the_set(name: str, speed: str) -> None:
    """No jump from frame to frame, and what is far never leaves the picture, whatever the move."""
    seen = [moves.view(Move(name, "left", speed, "large"), frame, 120) for frame in range(120)]
    for before, after in pairwise(seen):
        assert abs(after.x - before.x) < 0.04 and abs(after.scale - before.scale) < 0.05
        assert abs(after.angle - before.angle) < 2.5
    for view in seen:
        if not view.angle:
            assert abs(view.x) + 0.5 / view.scale < scene.OVERSCAN / 2
            assert abs(view.y) + 0.5 / view.scale < scene.OVERSCAN / 2


def test_a_shot_of_one_frame_has_a_view() -> None:
    for name in moves.MOVES:
        assert moves.view(Move(name), 0, 1).scale > 0


def test_a_view_is_the_same_by_scaling_and_by_turning() -> None:
    """The fast way and the general way agree; the general one is taken for any angle."""
    source = scene.far(320, 134, 3, 7)
    for view in (moves.View(scale=1.3, x=0.05), moves.View(x=0.1, y=-0.05), moves.View(scale=1.17)):
        quick, general = Buffer(320, 134), Buffer(320, 134)
        scene.show(source, quick.planes, view)
        scene.show(source, general.planes, moves.View(view.scale, view.x, view.y, angle=1e-9))
        assert np.abs(quick.data.astype(int) - general.data).mean() < 1


def test_colours_are_those_of_bt709() -> None:
    assert ycc((255, 255, 255)) == (235, 128, 128) and ycc((0, 0, 0)) == (16, 128, 128)
    assert ycc((255, 0, 0)) == (63, 102, 240)  # 100 % red
    picture = planes(np.full((6, 8, 3), (255, 0, 0), np.uint8))
    assert (picture.y == 63).all() and (picture.u == 102).all() and (picture.v == 240).all()


def test_an_odd_picture_gets_a_last_row() -> None:
    assert planes(np.zeros((5, 7, 3), np.uint8)).y.shape == (6, 8)


def test_text_is_wrapped_cut_and_shrunk() -> None:
    long = "The ship leaves at midnight and nobody will wait for those who come late."
    rows = text.wrap(long, 300, 24, 2)
    assert len(rows) == 2 and rows[-1].endswith("…") and all(text.width(row, 24) <= 300 for row in rows)
    assert " ".join(text.wrap(long, 300, 24, 9)) == long
    assert (
        "".join(text.wrap("我们必须在午夜之前离开这里，不然就来不及了。", 200, 24, 9))
        == "我们必须在午夜之前离开这里，不然就来不及了。"
    )
    assert not any(
        row.startswith(("，", "。"))
        for row in text.wrap("我们必须在午夜之前离开这里，不然就来不及了。" * 3, 200, 24, 9)
    )
    assert text.fit("short", 300, 24) == ("short", 24)
    shrunk, size = text.fit(long, 600, 24)
    assert size < 24 and text.width(shrunk, size) <= 600
    assert text.cut("wide", 1, 24) == "" and text.wrap("", 300, 24, 2) == []


def test_text_is_one_line_without_control_signs() -> None:
    assert text.clean("a\x00b\n c\x1b[2J\u202e") == "ab c[2J"
    assert len(text.clean("x" * 10_000)) == 400 and text.clean("e\u0301") == "é"


def test_the_opening_of_a_prompt() -> None:
    assert card.opening("integrated_multimodal_description: [Shot 1] A lamp.") == "A lamp."
    assert card.opening("summary: x\n\ndetailed_description: Warm style.\n[Shot 1] A lamp.") == "Warm style. A lamp."
    assert card.opening("") == ""


def test_mannequins_are_the_speakers() -> None:
    lines = tuple(LineNote(0, 5, name, "x", "English") for name in ("A", "B", "A", "C"))
    assert [actor.speaker for actor in scene.cast(ShotNote("S01", 0, 9, lines=lines), True)] == ["A", "B", "C"]
    crowd = tuple(LineNote(0, 5, f"P{index}", "x", "") for index in range(40))
    places = [actor.place for actor in scene.cast(ShotNote("S01", 0, 9, lines=crowd), False)]
    assert len(places) == 5 and min(places) > 0 and max(places) < 1
    assert len(scene.cast(ShotNote("S01", 0, 9), True)) == 1


@pytest.mark.parametrize(
    "names",
    [("S03", "S04"), ("S02", "S02b"), ("S01", "S03", "S05"), ("sc1-sh3", "sc1-sh4"), ("opening", "end"), ("", "")],
)
def test_neighbours_never_share_a_set(names: tuple[str, ...]) -> None:
    found = scene.numbers([ShotNote(name, 0, 9) for name in names])
    if any(names):
        assert all((before + after) % 2 for before, after in pairwise(found))


def test_parts_of_a_shot_share_their_set() -> None:
    first, second = (
        scene.numbers([ShotNote("S03.1", 0, 9)]),
        scene.numbers([ShotNote("S03.2", 0, 9), ShotNote("S04", 9, 12)]),
    )
    assert first == [3] and second == [3, 4]


def test_the_mouth_follows_the_voice() -> None:
    line = LineNote(10, 34, "A", "x", "English")
    heard = [sound.loudness(line, frame) for frame in range(48)]
    assert not any(heard[:10]) and not any(heard[34:]) and max(heard[10:34]) > 0.5
    assert min(heard[11:30]) < 0.4
