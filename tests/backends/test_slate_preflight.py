"""What the slate refuses before it draws, each with a request that it takes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from backends.contract import LineNote, Move, Notes, ShotNote
from backends.slate import pictures
from backends.slate.checks import CODES
from backends.slate.renderer import Slate
from h3prompt.context import Kind, Role
from h3prompt.errors import BackendError, SourceError
from h3prompt.grid import Canvas
from h3prompt.modes import Mode
from tests import media
from tests.backends.requests import NOTES, reference, render, request


def _codes(wanted: object) -> list[str]:
    return [finding.code for finding in Slate().preflight(wanted)]  # type: ignore[arg-type]


def test_a_good_request_has_no_finding() -> None:
    assert _codes(request()) == [] and _codes(request(notes=Notes())) == []


@pytest.mark.parametrize(
    ("changes", "code", "nearest"),
    [
        ({"frames": 108, "notes": Notes()}, "SLT003", "124"),
        ({"frames": 90, "notes": Notes()}, "SLT004", "107"),
        ({"frames": 379, "notes": Notes()}, "SLT004", "362"),
        ({"canvas": Canvas(321, 192)}, "SLT005", "320"),
        ({"canvas": Canvas(320, 0)}, "SLT005", "32"),
        ({"canvas": Canvas(9_600, 192)}, "SLT005", "8192"),
        ({"seed": -1}, "SLT013", "0"),
        ({"seed": 2**32}, "SLT013", str(2**32 - 1)),
        ({"settings": {"steps": 50}}, "SLT001", None),
    ],
)
def test_numbers_out_of_range(changes: dict[str, object], code: str, nearest: str | None) -> None:
    (found,) = Slate().preflight(request(**changes))
    assert (found.code, found.level, found.suggestion) == (code, "error", nearest)


def test_files_that_are_not_there_or_not_what_they_should_be(tmp_path: Path) -> None:
    text = tmp_path / "t.png"
    text.write_text("no picture")
    empty = tmp_path / "e.jpg"
    empty.write_bytes(b"")
    song = media.song(tmp_path / "s.wav", 2)
    picture = media.image(tmp_path / "p.png")
    clip = media.clip(tmp_path / "v.mp4", 12, (160, 96), audio=None)

    def files(*given: object) -> list[str]:
        return _codes(request(mode=Mode.REF2VA, references=given))

    good = reference(picture)
    assert files(good, reference(clip, Kind.VIDEO), reference(song, Kind.AUDIO)) == []
    assert files(reference(tmp_path / "none.png")) == ["SLT006"]
    assert files(reference(tmp_path)) == ["SLT006"]
    for bad in (
        reference(text), reference(empty), reference(song), reference(song, Kind.VIDEO), reference(text, Kind.VIDEO),
        reference(clip, Kind.AUDIO), reference(text, Kind.AUDIO),
    ):  # fmt: skip
        found = Slate().preflight(request(mode=Mode.REF2VA, references=(good, bad)))
        assert [(finding.code, finding.file) for finding in found] == [("SLT007", str(bad.path))], bad


def test_an_unreadable_reference_fails_the_render_as_well(tmp_path: Path) -> None:
    wanted = request(mode=Mode.I2VA, references=(reference(tmp_path / "none.png", role=Role.FIRST_FRAME),))
    with pytest.raises(BackendError, match=r"none\.png"):
        render(wanted, tmp_path / "a.mp4")


@pytest.mark.parametrize(
    ("mode", "roles"),
    [
        (Mode.T2VA, []),
        (Mode.I2VA, [Role.FIRST_FRAME]),
        (Mode.L2VA, [Role.LAST_FRAME]),
        (Mode.FL2VA, [Role.FIRST_FRAME, Role.LAST_FRAME]),
        (Mode.REF2VA, [Role.REFERENCE, Role.REFERENCE]),
        (Mode.REF2VA, [Role.FIRST_FRAME, Role.REFERENCE]),
    ],
)
def test_every_mode_wants_its_own_files(mode: Mode, roles: list[Role], tmp_path: Path) -> None:
    picture = media.image(tmp_path / "p.png", (64, 64))

    def files(given: list[Role]) -> list[str]:
        return _codes(request(mode=mode, references=tuple(reference(picture, role=role) for role in given)))

    assert files(roles) == []
    for role in Role:
        if mode is not Mode.REF2VA:
            assert set(files([*roles, role])) == {"SLT008"}
    assert files(roles[:-1]) == (["SLT008"] if roles and roles[-2:] != [Role.REFERENCE] * 2 else [])


def test_a_plate_is_an_image(tmp_path: Path) -> None:
    clip = media.clip(tmp_path / "v.mp4", 12, (160, 96), audio=None)
    file = reference(clip, Kind.VIDEO, Role.FIRST_FRAME)
    assert _codes(request(mode=Mode.I2VA, references=(file,))) == ["SLT008"]


def test_too_many_references(tmp_path: Path) -> None:
    picture = reference(media.image(tmp_path / "p.png", (64, 64)))
    song = reference(media.song(tmp_path / "s.wav", 2), Kind.AUDIO)

    def files(*given: object) -> list[str]:
        return _codes(request(mode=Mode.REF2VA, references=given))

    assert files(*[picture] * 9, *[song] * 3) == []
    assert files(*[picture] * 10) == ["SLT009"]
    assert files(picture, *[song] * 4) == ["SLT009"]
    assert files(song) == ["SLT009"]


def test_a_plan_that_does_not_fit_the_clip() -> None:
    def shots(*spans: tuple[int, int]) -> list[str]:
        notes = Notes(tuple(ShotNote(f"S{index}", start, end) for index, (start, end) in enumerate(spans)))
        return _codes(request(notes=notes))

    assert shots((0, 60), (60, 107)) == [] and shots((0, 66), (60, 107)) == []
    for wrong in ([(0, 50), (60, 107)], [(0, 60), (60, 108)], [(5, 107)], [(0, 60)], [(0, 0), (0, 107)]):
        assert set(shots(*wrong)) == {"SLT011"}, wrong


def test_moves_and_lines_that_cannot_be_drawn() -> None:
    first = NOTES.shots[0]
    odd = replace(first, move=Move("barrel dive"), lines=(LineNote(90, 120, "Mara", "Late.", "English"),))
    found = Slate().preflight(request(notes=replace(NOTES, shots=(odd, NOTES.shots[1]))))
    assert [(finding.code, finding.level) for finding in found] == [("SLT010", "warning"), ("SLT012", "warning")]


def test_every_code_is_documented() -> None:
    page = (Path(__file__).parents[2] / "docs" / "slate.md").read_text(encoding="utf-8")
    assert not [code for code, name in CODES.items() if code not in page or name not in page]


# --- pictures of every make -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("channels", "depth", "suffix"), [(1, 8, ".png"), (3, 16, ".png"), (1, 16, ".tiff"), (3, 8, ".webp")]
)
def test_pictures_of_every_make_are_read(channels: int, depth: int, suffix: str, tmp_path: Path) -> None:
    path = media.image(tmp_path / f"a{suffix}", (64, 32), channels=channels, depth=depth)
    plain = cv2.imread(str(media.image(tmp_path / "b.png", (64, 32), channels=channels)))
    found = pictures.image(path)
    assert found.dtype == np.uint8 and found.shape == (32, 64, 3)
    assert np.abs(found[..., ::-1].astype(int) - plain).mean() < 6


def test_transparency_lies_over_grey(tmp_path: Path) -> None:
    found = pictures.image(media.image(tmp_path / "a.png", (64, 32), color=(255, 0, 0), channels=4))
    assert (
        np.abs(found[:, 0].astype(int) - 128).max() <= 1 and np.abs(found[:, -1].astype(int) - (255, 0, 0)).max() <= 1
    )


def test_a_picture_is_turned_as_its_exif_says(tmp_path: Path) -> None:
    plain = media.image(tmp_path / "a.jpg", (64, 32)).read_bytes()
    exif = (
        b"Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00\x00\x00\x00\x00"
    )
    turned = tmp_path / "t.jpg"
    turned.write_bytes(plain[:2] + b"\xff\xe1" + (len(exif) + 2).to_bytes(2, "big") + exif + plain[2:])
    upright, found = pictures.image(tmp_path / "a.jpg"), pictures.image(turned)
    assert found.shape == (64, 32, 3)
    assert np.abs(found.astype(int) - np.rot90(upright, -1)).mean() < 2


def test_videos_are_shown_upright_and_in_square_pixels(tmp_path: Path) -> None:
    plain = pictures.video(media.clip(tmp_path / "p.mp4", 5, (160, 96), audio=None))
    turned = pictures.video(media.clip(tmp_path / "r.mp4", 5, (160, 96), audio=None, rotation=90))
    assert turned.shape == (160, 96, 3)
    assert np.abs(turned.astype(int) - np.rot90(plain)).mean() < 2
    assert pictures.video(media.clip(tmp_path / "s.mp4", 5, (160, 96), audio=None, sar="2/1")).shape == (96, 320, 3)


def test_a_video_without_frames_and_a_sound_without_samples(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="picture stream"):
        pictures.video(media.song(tmp_path / "s.wav", 1))
    with pytest.raises(SourceError):
        pictures.audio(media.write_wav(tmp_path / "e.wav", np.zeros((0, 2))))


@pytest.mark.parametrize("size", [(640, 384), (100, 400), (400, 100), (33, 17), (1, 1)])
def test_a_plate_covers_the_canvas(size: tuple[int, int], tmp_path: Path) -> None:
    picture = pictures.image(media.image(tmp_path / "a.png", size))
    assert pictures.cover(picture, Canvas(320, 192)).shape == (192, 320, 3)
