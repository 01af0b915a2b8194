"""Pieces become one film with exactly the frames and samples of the edit."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from h3prompt.brief.joins import JoinKind
from h3prompt.errors import FindingsError
from production.assembly.sources import survey
from production.edit import Edit, Piece
from tests import media

from .films import CANVAS, PLAIN, codes, film, heard, shade

SMALL = (160, 96)


def test_short_sound_in_every_clip_does_not_drift(tmp_path: Path) -> None:
    # Picture of 25 frames, sound of 0.8 s: each join of files as they are would be a quarter of a second early.
    clip = media.clip(tmp_path / "a.mp4", 25, SMALL, audio_seconds=Fraction(4, 5), audio="noise")
    made = film(tmp_path, [Piece(f"C{n}", clip, 0, 25) for n in range(6)], sound=PLAIN)
    data = heard(made)
    for number in range(6):
        at = number * 50_000
        assert media.rms_db(data[at + 2_000 : at + 30_000]) > -30
        assert media.rms_db(data[at + 42_000 : at + 49_000]) < -60
    assert "short-sound" in codes(made)


def test_clips_of_every_kind_make_one_film(tmp_path: Path) -> None:
    clips = [
        media.clip(tmp_path / "a.mp4", 12, SMALL, rate=32_000, channels=1),
        media.clip(tmp_path / "b.mov", 12, SMALL, rate=48_000),
        media.clip(tmp_path / "c.mp4", 12, SMALL, audio=None),
        media.clip(tmp_path / "d.mkv", 12, SMALL, pixel_format="yuv420p10le"),
        media.clip(tmp_path / "e.mp4", 12, (192, 128)),
        media.clip(tmp_path / "f.mkv", 12, (161, 97), pixel_format="yuv444p"),
        media.clip(tmp_path / "g.mkv", 12, SMALL, codec="ffv1"),
    ]
    made = film(tmp_path, [Piece(path.stem, path, 0, 12) for path in clips])
    assert {"no-sound", "fewer-bits", "other-size"} <= codes(made)
    assert not made.copied


@pytest.mark.parametrize("silent", [0, 1, 2])
def test_a_clip_without_sound_is_silent_where_it_stands(silent: int, tmp_path: Path) -> None:
    loud = media.clip(tmp_path / "a.mp4", 12, SMALL)
    mute = media.clip(tmp_path / "m.mp4", 12, SMALL, audio=None)
    pieces = [Piece(f"C{n}", mute if n == silent else loud, 0, 12) for n in range(3)]
    data = heard(film(tmp_path, pieces, sound=PLAIN))
    for number in range(3):
        level = media.rms_db(data[number * 24_000 + 3_000 : number * 24_000 + 21_000])
        assert level < -80 if number == silent else level > -20


@pytest.mark.parametrize("frames", [107, 124, 158])
def test_the_models_own_lengths_come_out_to_the_sample(frames: int, tmp_path: Path) -> None:
    latents = round(Fraction(frames, 24) * 40)
    clip = media.clip(tmp_path / "a.mp4", frames, SMALL, audio_seconds=Fraction(latents, 40), source="color:gray")
    film(tmp_path, [Piece("C01", clip, 0, frames), Piece("C02", clip, 0, frames)])


def test_every_frame_is_the_one_that_was_asked_for(tmp_path: Path) -> None:
    a, b = shade(tmp_path / "a.mp4", 30, 40), shade(tmp_path / "b.mp4", 30, 150)
    made = film(tmp_path, [Piece("A", a, 4, 10), Piece("B", b, 7, 9), Piece("A", a, 20, 10)])
    wanted = [*range(44, 54), *range(157, 166), *range(60, 70)]
    found = media.pictures(made.path).mean(axis=(1, 2, 3))
    assert np.abs(found - wanted).max() < 1.6


def test_dissolves_keep_every_later_frame_in_its_place(tmp_path: Path) -> None:
    a, b = shade(tmp_path / "a.mp4", 40, 30), shade(tmp_path / "b.mp4", 40, 150)
    pieces = [
        Piece("A", a, 0, 20),
        Piece("B", b, 10, 20, JoinKind.DISSOLVE, 8),
        Piece("C", a, 5, 20, JoinKind.DISSOLVE, 7),
        Piece("D", b, 0, 10),
    ]
    found = media.pictures(film(tmp_path, pieces).path).mean(axis=(1, 2, 3))
    assert np.abs(found[:16] - np.arange(30, 46)).max() < 1.6
    assert np.abs(found[24:37] - np.arange(164, 177)).max() < 1.6
    assert np.abs(found[44:60] - np.arange(39, 55)).max() < 1.6
    assert np.abs(found[60:] - np.arange(150, 160)).max() < 1.6
    assert np.all(np.diff(found[16:25]) > 5)


def test_a_dip_goes_through_black_at_the_cut(tmp_path: Path) -> None:
    a = media.clip(tmp_path / "a.mp4", 24, SMALL, source="color:white")
    made = film(tmp_path, [Piece("A", a, 0, 20), Piece("B", a, 0, 20, JoinKind.DIP, 8)])
    found = media.gray(made.path).mean(axis=(1, 2))
    assert found[15] > 200 and found[24] > 200
    assert found[19:21].min() < 70
    assert found[16] > found[17] > found[18] > found[19]


def test_rates_of_24_and_25_dissolve(tmp_path: Path) -> None:
    a, b = media.clip(tmp_path / "a.mp4", 30, SMALL), media.clip(tmp_path / "b.mp4", 40, SMALL, fps=25)
    made = film(tmp_path, [Piece("C01", a, 0, 20), Piece("C02", b, 5, 20, JoinKind.DISSOLVE, 6)])
    assert any("C02 was 25 fps and made constant 24" in finding.message for finding in made.findings)


def test_phone_rate_and_varying_rate_are_made_constant_and_said(tmp_path: Path) -> None:
    phone = media.clip(tmp_path / "p.mp4", 36, SMALL, fps="30000/1001")
    varied = media.clip(tmp_path / "v.mp4", 30, SMALL, vfr=True)
    made = film(tmp_path, [Piece("P", phone, 0, 24), Piece("V", varied, 0, 24)])
    assert {"other-rate", "variable-rate"} <= codes(made)


def test_what_the_edit_needs_and_the_files_lack_is_said_at_once(tmp_path: Path) -> None:
    a = media.clip(tmp_path / "a.mp4", 24, SMALL)
    tone = media.tone(tmp_path / "tone.wav", 1)
    (tmp_path / "broken.mp4").write_bytes(b"no film")
    pieces = (
        Piece("C01", a, 0, 25),
        Piece("C02", tmp_path / "gone.mp4", 0, 24),
        Piece("C03", tone, 0, 24),
        Piece("C04", tmp_path / "broken.mp4", 0, 24),
        Piece("C05", a, 2, 20, JoinKind.DISSOLVE, 24),
        Piece("C06", a, 0, 20, JoinKind.DISSOLVE, 4),
    )
    with pytest.raises(FindingsError) as error:
        survey(Edit(pieces, CANVAS))
    found = [(finding.code, finding.message) for finding in error.value.findings]
    assert [code for code, _ in found].count("unreadable-clip") == 2
    assert {"short-clip", "no-picture", "long-transition", "short-handle"} <= {code for code, _ in found}
    assert any("24 at 24 fps" in message for _, message in found)


def test_a_container_longer_than_its_picture_is_not_believed(tmp_path: Path) -> None:
    clip = media.clip(tmp_path / "a.mp4", 24, SMALL, audio_seconds=2)
    with pytest.raises(FindingsError, match="has 24 at 24 fps"):
        film(tmp_path, [Piece("C01", clip, 0, 48)])
    film(tmp_path, [Piece("C01", clip, 0, 24)])


def test_whole_clips_that_are_alike_are_copied(tmp_path: Path) -> None:
    a, b = (media.clip(tmp_path / f"{n}.mp4", 24, SMALL, source=s) for n, s in (("a", "testsrc2"), ("b", "noise")))
    made = film(tmp_path, [Piece("A", a, 0, 24), Piece("B", b, 0, 24)])
    assert made.copied and not (tmp_path / "work" / "segments").exists()
    assert np.array_equal(media.pictures(made.path)[24:], media.pictures(b))
    assert not film(tmp_path, [Piece("A", a, 0, 24), Piece("B", b, 0, 23)]).copied


def test_clips_that_differ_only_in_their_headers_are_not_copied(tmp_path: Path) -> None:
    a, b = (media.clip(tmp_path / f"{n}.mp4", 24, SMALL, source=s) for n, s in (("a", "testsrc2"), ("b", "moving")))
    assert not film(tmp_path, [Piece("A", a, 0, 24), Piece("B", b, 0, 24)]).copied


def test_only_a_changed_clip_is_encoded_again(tmp_path: Path) -> None:
    a, b = shade(tmp_path / "a.mp4", 30, 40), shade(tmp_path / "b.mp4", 30, 150)
    pieces = [Piece("A", a, 1, 20), Piece("B", b, 1, 20)]
    first = film(tmp_path, pieces)
    kept = first.path.read_bytes()
    again = film(tmp_path, pieces)
    assert again.path.read_bytes() == kept
    assert sum("libx264" in command for command in again.commands) == 0
    shade(b, 30, 100)
    assert sum("libx264" in command for command in film(tmp_path, pieces).commands) == 1
