"""Joining clips: drift, streams that do not match, sound that is missing."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from backends.media.probe import probe
from h3prompt.brief.joins import JoinKind
from h3prompt.grid import Canvas
from production.edit import Piece, Sound
from tests import media
from tests.production.assembly.films import PLAIN, codes, film, heard

HERE = "tests/production/complaints/test_a.py"
JOINS = "tests/production/assembly/test_joins.py"
#: Input to the test of it.
COVERED = {
    "C-A1": f"{HERE}::test_twenty_clips_with_short_sound_end_with_their_picture[whole]",
    "C-A2": f"{HERE}::test_twenty_clips_with_short_sound_end_with_their_picture[trimmed]",
    "C-A3": f"{HERE}::test_dissolves_of_clips_with_short_sound_do_not_drift",
    "C-A4": f"{HERE}::test_mixed_rates_and_channels_keep_their_pitch",
    "C-A5": f"{JOINS}::test_a_clip_without_sound_is_silent_where_it_stands[0]",
    "C-A6": f"{JOINS}::test_a_clip_without_sound_is_silent_where_it_stands[1]",
    "C-A7": f"{HERE}::test_a_second_clip_without_sound_joins_with_every_join[cut]",
    "C-A8": f"{HERE}::test_ten_bits_beside_eight_become_eight_without_a_change_of_the_picture",
    "C-A9": f"{HERE}::test_a_larger_clip_is_fitted_and_said",
    "C-A10": f"{JOINS}::test_the_models_own_lengths_come_out_to_the_sample[124]",
    "C-A10, lengths that are exact": f"{HERE}::test_sound_on_the_models_own_grid_stays_with_its_picture[141]",
    "C-A, sound ends 1.8 s early": f"{HERE}::test_sound_that_ends_early_is_said_in_seconds",
    "C-A, a trimmed join without picture": f"{JOINS}::test_what_the_edit_needs_and_the_files_lack_is_said_at_once",
}

SMALL = (160, 96)
FRAME = 2_000


def _onsets(data: np.ndarray) -> list[int]:
    """Where sound begins after silence of at least 50 ms, in samples."""
    loud = np.flatnonzero(np.abs(data[:, 0]) > 0.02)
    return [int(loud[0]), *map(int, loud[1:][np.diff(loud) > 2_400])]


def _pitch(data: np.ndarray) -> float:
    """The strongest frequency in Hz."""
    window = np.hanning(len(data))
    spectrum = np.abs(np.fft.rfft(data[:, 0] * window, 1 << 19))
    return float(np.argmax(spectrum)) * 48_000 / (1 << 19)


@pytest.mark.slow
@pytest.mark.parametrize("start", [0, 1], ids=["whole", "trimmed"])
def test_twenty_clips_with_short_sound_end_with_their_picture(start: int, tmp_path: Path) -> None:
    # 5.2083 s of picture with 4.667 s of sound; whole clips are joined as they are, the others encoded.
    frames, count = 125, 20
    clip = media.clip(tmp_path / "a.mp4", frames, (32, 32), source="color:gray", audio_seconds=Fraction(14, 3))
    pieces = [Piece(f"C{n:02}", clip, start, frames - start) for n in range(count)]
    made = film(tmp_path, pieces, canvas=Canvas(32, 32), sound=PLAIN)
    data = heard(made)
    length = (frames - start) * FRAME
    assert made.copied is (start == 0)
    assert len(_onsets(data)) == count
    assert max(abs(at - number * length) for number, at in enumerate(_onsets(data))) < 200
    assert media.rms_db(data[-length + 226_000 :]) < -90


def test_dissolves_of_clips_with_short_sound_do_not_drift(tmp_path: Path) -> None:
    clip = media.clip(tmp_path / "a.mp4", 125, SMALL, source="color:gray", audio_seconds=Fraction(14, 3))
    # Half a second of dissolve: twelve frames, six on either side of the cut. Each clip is whole but for that.
    pieces = [
        Piece("A", clip, 0, 119),
        Piece("B", clip, 6, 113, JoinKind.DISSOLVE, 12),
        Piece("C", clip, 6, 119, JoinKind.DISSOLVE, 12),
    ]
    made = film(tmp_path, pieces, sound=PLAIN)
    assert made.frames == 351
    begins = [0, 113, 226]
    # The last sound of a clip is over before the next one is heard: the hole stands between the two.
    found = _onsets(heard(made))
    assert len(found) == 3
    assert max(abs(at - frame * FRAME) for at, frame in zip(found, begins, strict=True)) < FRAME
    assert "short-sound" in codes(made)


def test_mixed_rates_and_channels_keep_their_pitch(tmp_path: Path) -> None:
    low = media.clip(tmp_path / "a.mp4", 48, SMALL, rate=32_000, channels=1)
    high = media.clip(tmp_path / "b.mp4", 48, SMALL, rate=48_000, channels=2)
    data = heard(film(tmp_path, [Piece("A", low, 0, 48), Piece("B", high, 0, 48)], sound=PLAIN))
    for part in (data[4_000:92_000], data[100_000:188_000]):
        assert _pitch(part) == pytest.approx(440, abs=0.5)
        assert np.abs(part[:, 0] - part[:, 1]).max() < 0.01
    assert media.rms_db(data[4_000:92_000]) == pytest.approx(media.rms_db(data[100_000:188_000]), abs=0.2)


@pytest.mark.parametrize("join", [JoinKind.CUT, JoinKind.MATCH, JoinKind.DISSOLVE, JoinKind.DIP, JoinKind.CONTINUE])
def test_a_second_clip_without_sound_joins_with_every_join(join: JoinKind, tmp_path: Path) -> None:
    loud = media.clip(tmp_path / "a.mp4", 36, SMALL)
    mute = media.clip(tmp_path / "m.mp4", 36, SMALL, audio=None)
    overlap = 6 if join in (JoinKind.DISSOLVE, JoinKind.DIP) else 0
    made = film(tmp_path, [Piece("A", loud, 0, 24), Piece("B", mute, 6, 24, join, overlap)], sound=PLAIN)
    data = heard(made)
    assert media.rms_db(data[4_000:40_000]) > -20
    assert media.rms_db(data[60_000:]) < -90
    assert "no-sound" in codes(made)


def test_ten_bits_beside_eight_become_eight_without_a_change_of_the_picture(tmp_path: Path) -> None:
    eight = media.clip(tmp_path / "a.mp4", 12, SMALL, crf=4)
    ten = media.clip(tmp_path / "b.mp4", 12, SMALL, crf=4, pixel_format="yuv420p10le")
    made = film(tmp_path, [Piece("A", eight, 0, 12), Piece("B", ten, 0, 12)])
    video = probe(made.path).video
    assert video is not None
    assert (video.pixel_format, video.profile, made.copied) == ("yuv420p", "High", False)
    shown = media.pictures(made.path).astype(int)
    assert np.abs(shown[:12] - shown[12:]).mean() < 3
    assert "fewer-bits" in codes(made)


def test_a_larger_clip_is_fitted_and_said(tmp_path: Path) -> None:
    first = media.clip(tmp_path / "a.mp4", 12, (320, 192), source="color:red")
    second = media.clip(tmp_path / "b.mp4", 12, (384, 256), source="color:red")
    made = film(tmp_path, [Piece("A", first, 0, 12), Piece("B", second, 0, 12)], canvas=Canvas(320, 192))
    shown = media.pictures(made.path)
    assert shown.shape[1:3] == (192, 320)
    # 384 x 256 is 3:2: it keeps its ratio, 288 x 192, and lies between two black borders.
    assert (shown[18, 96, :, 0] > 128).sum() == pytest.approx(288, abs=2)
    assert (shown[18, :, 160, 0] > 128).all()
    said = [finding.message for finding in made.findings if finding.code == "other-size"]
    assert len(said) == 1
    assert "384x256" in said[0]
    assert "288x192" in said[0]


@pytest.mark.parametrize("frames", [107, 124, 141, 158, 192])
def test_sound_on_the_models_own_grid_stays_with_its_picture(frames: int, tmp_path: Path) -> None:
    # Sound comes in steps of 1/40 s, so it is up to 8.3 ms longer or shorter than the picture.
    seconds = Fraction(round(Fraction(frames, 24) * 40), 40)
    clip = media.clip(tmp_path / "a.mp4", frames, (64, 64), source="color:gray", audio="clicks", audio_seconds=seconds)
    pieces = [Piece(f"C{number}", clip, 0, frames) for number in range(3)]
    made = film(tmp_path, pieces, canvas=Canvas(64, 64), sound=Sound(target=None, match_limit=0, fade_ms=0))
    data = heard(made)
    once = data[: frames * FRAME]
    click = int(np.argmax(np.abs(once[12_000:36_000, 0]))) + 12_000
    for number in (1, 2):
        again = data[number * frames * FRAME :]
        found = int(np.argmax(np.abs(again[12_000:36_000, 0]))) + 12_000
        assert abs(found - click) <= 16
    assert not {"short-sound", "other-rate"} & codes(made)


def test_sound_that_ends_early_is_said_in_seconds(tmp_path: Path) -> None:
    clip = media.clip(tmp_path / "a.mp4", 60, SMALL, audio_seconds=Fraction(7, 10))
    made = film(tmp_path, [Piece("C07", clip, 0, 60)], sound=PLAIN)
    assert any("C07: its sound ends 1.800 s early" in finding.message for finding in made.findings)
