"""Time stamps: rates that vary, sound of another length, starts that are not zero."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from backends.media import run
from backends.media.probe import probe
from h3prompt.errors import FindingsError
from production.edit import Piece, Sound
from production.qc.inspect import inspect
from tests import media
from tests.production.assembly.films import PLAIN, film, heard, shade

HERE = "tests/production/complaints/test_c.py"
JOINS = "tests/production/assembly/test_joins.py"
#: Input to the test of it.
COVERED = {
    "second half keeps every third frame": f"{HERE}::test_a_clip_that_thins_out_is_made_constant_without_a_drift",
    "the same, more frames than it has": f"{HERE}::test_more_frames_than_a_thinned_clip_has_time_for_are_refused",
    "the same, inspected": f"{HERE}::test_a_clip_that_thins_out_is_an_error_of_the_inspection",
    "5.1667 s of picture, 4.6 s of sound": f"{HERE}::test_no_frame_is_lost_to_shorter_sound",
    "a clip of the model and one of a phone": f"{HERE}::test_a_phone_clip_keeps_its_speed_and_its_sound",
    "non-monotonic times": f"{HERE}::test_times_that_do_not_start_at_zero_are_brought_to_zero",
    "encoder priming": f"{HERE}::test_the_run_in_of_an_encoder_is_not_heard",
    "-shortest": "tests/production/assembly/test_graph.py::test_nothing_shortens_a_stream",
    "a stutter every 24th frame": f"{JOINS}::test_every_frame_is_the_one_that_was_asked_for",
}

SMALL = (160, 96)


def _thinning(folder: Path) -> Path:
    """5 s at 30 fps whose second half keeps every third frame; frame n has the grey 40 + n."""
    levels = np.arange(40, 190, dtype=np.uint8)
    source = np.ascontiguousarray(np.broadcast_to(levels[:, None, None, None], (150, 96, 160, 3)))
    whole = media.clip(folder / "whole.mp4", 150, fps=30, source=source, crf=4)
    thin = folder / "thin.mp4"
    run.run(
        ["-y", "-i", str(whole), "-vf", "select='lt(n,75)+not(mod(n,3))'", "-fps_mode", "vfr", "-c:v", "libx264",
         "-preset", "ultrafast", "-crf", "4", "-c:a", "copy", "-strict", "-2", str(thin)],
        what="thinning a clip",
    )  # fmt: skip
    return thin


def test_a_clip_that_thins_out_is_made_constant_without_a_drift(tmp_path: Path) -> None:
    clip = _thinning(tmp_path)
    made = film(tmp_path, [Piece("C01", clip, 0, 116)], sound=PLAIN)
    shown = media.pictures(made.path).mean(axis=(1, 2, 3))
    wanted = 40 + np.arange(116) * 30 / 24
    assert np.abs(shown[:56] - wanted[:56]).max() < 2
    # Where every third frame is left, each is shown until the next one.
    assert np.abs(shown - wanted).max() < 4.5
    said = [finding.message for finding in made.findings if finding.code == "variable-rate"]
    assert len(said) == 1
    assert "10 to 30 fps" in said[0]


def test_a_clip_that_thins_out_is_an_error_of_the_inspection(tmp_path: Path) -> None:
    found = inspect(_thinning(tmp_path))
    assert not found.ok
    assert any(one.finding.code == "STR005" and "varies" in one.finding.message for one in found.findings)


def test_no_frame_is_lost_to_shorter_sound(tmp_path: Path) -> None:
    clip = shade(tmp_path / "a.mp4", 124, 40, audio_seconds=Fraction(23, 5))
    made = film(tmp_path, [Piece("A", clip, 0, 124), Piece("B", clip, 0, 124)], sound=PLAIN)
    shown = media.pictures(made.path).mean(axis=(1, 2, 3))
    assert np.abs(shown - np.tile(np.arange(40, 164), 2)).max() < 2
    data = heard(made)
    assert media.rms_db(data[222_000:246_000]) < -90
    assert media.rms_db(data[250_000:460_000]) > -20


def test_a_phone_clip_keeps_its_speed_and_its_sound(tmp_path: Path) -> None:
    own = shade(tmp_path / "a.mp4", 48, 40)
    phone = shade(tmp_path / "p.mp4", 90, 60, fps="30000/1001", audio="clicks", rate=44_100, channels=1)
    made = film(tmp_path, [Piece("A", own, 0, 48), Piece("P", phone, 0, 72)], sound=PLAIN)
    shown = media.pictures(made.path).mean(axis=(1, 2, 3))
    assert np.abs(shown[48:] - (60 + np.arange(72) / 24 * 30_000 / 1_001)).max() < 2
    data = heard(made)[96_000:, 0]
    for number in range(1, 6):
        near = slice(number * 24_000 - 400, number * 24_000 + 1_600)
        assert 0 <= int(np.argmax(np.abs(data[near]) > 0.1)) - 400 < 48
    assert any("P was 29.97 fps" in finding.message for finding in made.findings)


def test_times_that_do_not_start_at_zero_are_brought_to_zero(tmp_path: Path) -> None:
    clip = shade(tmp_path / "a.mkv", 36, 40)
    late = tmp_path / "late.mkv"
    run.run(["-y", "-copyts", "-itsoffset", "7.3", "-i", str(clip), "-c", "copy", str(late)], what="moving a clip")
    video = probe(late).video
    assert video is not None
    assert video.start > 7
    made = film(tmp_path, [Piece("A", late, 2, 30), Piece("B", late, 0, 30)], sound=PLAIN)
    shown = media.pictures(made.path).mean(axis=(1, 2, 3))
    assert np.abs(shown - np.r_[42:72, 40:70]).max() < 2
    data = heard(made)
    assert media.rms_db(data[2_000:58_000]) > -20
    assert media.rms_db(data[62_000:118_000]) > -20


@pytest.mark.parametrize("name", ["a.mp4", "a.mkv"])
def test_the_run_in_of_an_encoder_is_not_heard(name: str, tmp_path: Path) -> None:
    clip = media.clip(tmp_path / name, 48, SMALL, audio="clicks", rate=48_000, audio_codec="aac")
    sound = Sound(target=None, match_limit=0, fade_ms=0)
    data = heard(film(tmp_path, [Piece(f"C{n}", clip, 0, 48) for n in range(3)], sound=sound))[:, 0]
    # A click each half second, the loudest sample 8 samples after its begin.
    for number in range(1, 12):
        near = data[number * 24_000 - 200 : number * 24_000 + 400]
        assert abs(int(np.argmax(np.abs(near))) - 208) <= 12


def test_more_frames_than_a_thinned_clip_has_time_for_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FindingsError, match="at 24 fps"):
        film(tmp_path, [Piece("C01", _thinning(tmp_path), 0, 121)], sound=PLAIN)
