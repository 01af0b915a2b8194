"""Contact sheets: the right frames, in any script, marked when they show slates."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from h3prompt.errors import SourceError, UsageError
from production.report.sheets import contact_sheet, poster
from tests import media

FRAMES = 20


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Every frame is a plane whose grey tells its number."""
    grey = np.stack([np.full((96, 160, 3), 20 + 10 * number, np.uint8) for number in range(FRAMES)])
    return media.clip(tmp_path_factory.mktemp("film") / "it's 片.mp4", FRAMES, source=grey, audio=None, gop=7)


def read(path: Path) -> Any:
    return cv2.imdecode(np.frombuffer(path.read_bytes(), np.uint8), cv2.IMREAD_COLOR)


def greys(sheet: media.Array, places: int, top: int = 12) -> list[int]:
    """The frame numbers that the grey in the middle of each picture of the first row tells."""
    return [round((int(sheet[top + 48, 12 + place * 172 + 80, 0]) - 20) / 10) for place in range(places)]


def test_a_sheet_shows_exactly_the_frames_in_the_given_order(film: Path, tmp_path: Path) -> None:
    contact_sheet(film, [7, 0, 19, 7], ["a", "b", "c", "d"], tmp_path / "sheet.png")
    assert greys(read(tmp_path / "sheet.png"), 4) == [7, 0, 19, 7]


def test_labels_are_drawn_in_any_script(film: Path, tmp_path: Path) -> None:
    drawn = []
    for label in ("", "Lamp", "雨夜的灯", "灯雨夜的", "ランプ", "램프"):
        contact_sheet(film, [3], [label], tmp_path / "sheet.png")
        drawn.append(read(tmp_path / "sheet.png"))
    ink = [int((picture[108:130] < 128).sum()) for picture in drawn]
    assert ink[0] == 0 and min(ink[1:]) > 50
    assert len({picture.tobytes() for picture in drawn}) == len(drawn)


def test_a_label_that_is_too_long_or_has_control_characters_stays_in_its_place(film: Path, tmp_path: Path) -> None:
    contact_sheet(film, [3, 4], ["long " * 200, "a\nb\x00c"], tmp_path / "sheet.png")
    sheet = read(tmp_path / "sheet.png")
    assert sheet.shape == (12 + 96 + 44 + 12, 12 + 2 * 172, 3)
    # The gap between the two labels is empty.
    assert (sheet[108:130, 172:184] > 200).all()


def test_a_sheet_of_slates_has_a_banner(film: Path, tmp_path: Path) -> None:
    contact_sheet(film, [2, 4], ["S01", "S02"], tmp_path / "plain.png")
    contact_sheet(film, [2, 4], ["S01", "S02"], tmp_path / "slate.png", draft=True)
    plain, slate = read(tmp_path / "plain.png"), read(tmp_path / "slate.png")
    assert slate.shape[0] == plain.shape[0] + 44
    red = (slate[:, :, 2] > 150) & (slate[:, :, 0] < 60)
    assert red[:44].mean() > 0.6 and not red[44:].any()
    assert greys(slate, 2, 56) == [2, 4]


def test_a_long_film_gets_more_columns(film: Path, tmp_path: Path) -> None:
    contact_sheet(film, [number % FRAMES for number in range(40)], ["x"] * 40, tmp_path / "sheet.jpg")
    assert read(tmp_path / "sheet.jpg").shape[1] == 12 + 6 * 172


def test_an_upright_film_keeps_its_shape(tmp_path: Path) -> None:
    film = media.clip(tmp_path / "f.mp4", 3, (288, 512), audio=None)
    contact_sheet(film, [1], ["S01"], tmp_path / "sheet.png")
    assert read(tmp_path / "sheet.png").shape[:2] == (12 + 240 + 44 + 12, 12 + 135 + 12)


def test_a_frame_that_the_film_does_not_have_is_said(film: Path, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no frame 20; its last one is 19"):
        contact_sheet(film, [0, 20], ["a", "b"], tmp_path / "sheet.jpg")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("frames", "labels", "name", "said"), [
    ([], [], "s.jpg", "0 frames"), ([1], [], "s.jpg", "1 frames and 0 labels"), ([1], ["a"], "s.gif", ".gif"),
    ([1], ["a"], "s", "without an ending"),
])  # fmt: skip
def test_what_cannot_be_a_sheet_is_said(
    film: Path, tmp_path: Path, frames: list[int], labels: list[str], name: str, said: str
) -> None:
    with pytest.raises(UsageError, match=said):
        contact_sheet(film, frames, labels, tmp_path / name)


def test_a_poster_is_one_frame_in_full_size(film: Path, tmp_path: Path) -> None:
    poster(film, 11, tmp_path / "poster.png")
    poster(film, 11, tmp_path / "slate.png", draft=True)
    plain, slate = read(tmp_path / "poster.png"), read(tmp_path / "slate.png")
    assert plain.shape == slate.shape == (96, 160, 3)
    assert abs(int(plain[48, 80, 0]) - 130) <= 2
    assert (plain[0, 0] != slate[0, 0]).any() and (plain[90] == slate[90]).all()
