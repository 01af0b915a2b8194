"""Transitions: their place, their length, and what comes after them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from h3prompt.brief.joins import JoinKind
from h3prompt.errors import FindingsError
from production.assembly.sources import survey
from production.edit import Edit, Piece
from tests import media
from tests.production.assembly.films import CANVAS, PLAIN, codes, film, heard, shade

HERE = "tests/production/complaints/test_b.py"
#: Input to the test of it.
COVERED = {
    "24 and 25 fps": "tests/production/assembly/test_joins.py::test_rates_of_24_and_25_dissolve",
    "24 and 25 fps, the sound": f"{HERE}::test_sound_and_picture_dissolve_at_the_same_time_whatever_the_rate",
    "container of 5 s with 4 s of picture": f"{HERE}::test_a_dissolve_behind_the_end_of_the_picture_is_refused",
    "three clips of 3 s": f"{HERE}::test_two_dissolves_of_three_clips_give_eight_seconds",
    "cut, fade, cut": f"{HERE}::test_cuts_and_fades_in_one_list_stay_where_they_are",
    "longer than a neighbour": f"{HERE}::test_a_transition_as_long_as_a_neighbour_is_refused_with_the_longest",
    "longer than a neighbour, in the plan": (
        "tests/production/plan/test_planner.py::test_a_transition_longer_than_a_shot_is_refused_with_the_longest[dissolve]"
    ),
}

SMALL = (160, 96)


def test_two_dissolves_of_three_clips_give_eight_seconds(tmp_path: Path) -> None:
    clips = [shade(tmp_path / f"{n}.mp4", 72, 20 + 50 * n) for n in range(3)]
    pieces = [
        Piece("A", clips[0], 0, 66),
        Piece("B", clips[1], 6, 60, JoinKind.DISSOLVE, 12),
        Piece("C", clips[2], 6, 66, JoinKind.DISSOLVE, 12),
    ]
    made = film(tmp_path, pieces)
    assert made.frames == 8 * 24
    found = media.pictures(made.path).mean(axis=(1, 2, 3))
    # Each clip begins at 0 s, 2.5 s and 5 s; outside of the dissolves it is alone.
    for number, (first, last) in enumerate([(0, 60), (72, 120), (132, 192)]):
        wanted = 20 + 50 * number - 60 * number + np.arange(first, last)
        assert np.abs(found[first:last] - wanted).max() < 2


def test_a_dissolve_behind_the_end_of_the_picture_is_refused(tmp_path: Path) -> None:
    # The container says 5 s; its picture has 4 s. A dissolve at 4.5 s would never show the second clip.
    claims = media.clip(tmp_path / "a.mp4", 96, SMALL, source="color:black", audio_seconds=5)
    second = media.clip(tmp_path / "b.mp4", 72, SMALL, source="color:white")
    late = (Piece("A", claims, 0, 114), Piece("B", second, 6, 60, JoinKind.DISSOLVE, 12))
    with pytest.raises(FindingsError) as error:
        survey(Edit(late, CANVAS))
    assert [finding.code for finding in error.value.findings] == ["short-clip"]
    assert "A: the edit needs its frames up to 120 with the handle; a.mp4 has 96" in error.value.findings[0].message
    assert error.value.findings[0].suggestion == "use at most 90 frames of it"
    early = [Piece("A", claims, 0, 90), Piece("B", second, 6, 60, JoinKind.DISSOLVE, 12)]
    luma = media.gray(film(tmp_path, early).path).mean(axis=(1, 2))
    assert luma[:84].max() < 30
    assert luma[96:].min() > 200


def test_cuts_and_fades_in_one_list_stay_where_they_are(tmp_path: Path) -> None:
    clips = [shade(tmp_path / f"{n}.mp4", 40, 20 + 50 * n) for n in range(4)]
    pieces = [
        Piece("A", clips[0], 4, 20),
        Piece("B", clips[1], 4, 20),
        Piece("C", clips[2], 4, 20, JoinKind.DISSOLVE, 6),
        Piece("D", clips[3], 4, 20),
    ]
    made = film(tmp_path, pieces)
    found = media.pictures(made.path).mean(axis=(1, 2, 3))
    wanted = np.concatenate([24 + 50 * number + np.arange(20) for number in range(4)])
    alone = np.r_[0:37, 43:80]
    assert np.abs(found[alone] - wanted[alone]).max() < 2
    assert made.frames == 80


@pytest.mark.parametrize(("overlap", "fine"), [(11, True), (12, False), (13, False)])
@pytest.mark.parametrize("kind", [JoinKind.DISSOLVE, JoinKind.DIP])
def test_a_transition_as_long_as_a_neighbour_is_refused_with_the_longest(
    kind: JoinKind, overlap: int, fine: bool, tmp_path: Path
) -> None:
    clip = media.clip(tmp_path / "a.mp4", 48, SMALL)
    pieces = (Piece("A", clip, 12, 24), Piece("B", clip, 12, 12, kind, overlap))
    if fine:
        assert len(survey(Edit(pieces, CANVAS))[0]) == 2
        return
    with pytest.raises(FindingsError, match="at most 11"):
        survey(Edit(pieces, CANVAS))


def test_sound_and_picture_dissolve_at_the_same_time_whatever_the_rate(tmp_path: Path) -> None:
    black = media.clip(tmp_path / "a.mp4", 48, SMALL, source="color:black", audio="silence")
    white = media.clip(tmp_path / "b.mp4", 60, SMALL, fps=25, source="color:white", audio="noise")
    pieces = [Piece("A", black, 0, 30), Piece("B", white, 10, 30, JoinKind.DISSOLVE, 12)]
    made = film(tmp_path, pieces, sound=PLAIN)
    luma = media.gray(made.path).mean(axis=(1, 2))
    levels = np.array([media.rms_db(part) for part in np.split(heard(made), made.frames)])
    assert luma[23] < 20 < luma[26]
    assert levels[:23].max() < -70 < -40 < levels[26:].min()
    assert luma[37:].min() > 230
    assert "other-rate" in codes(made)
