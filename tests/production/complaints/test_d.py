"""Sound at joins and its level."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from backends.media.probe import probe
from production.edit import Bed, Piece, Sound
from production.qc.inspect import inspect
from production.qc.model import Expected
from tests import media
from tests.production.assembly.films import PLAIN, codes, film, heard

HERE = "tests/production/complaints/test_d.py"
SOUND = "tests/production/assembly/test_sound.py"
CHECKS = "tests/production/qc/test_checks.py::test_a_check_speaks_when_it_should"
#: Input to the test of it.
COVERED = {
    "440 Hz cut to 523 Hz": f"{SOUND}::test_a_cut_from_one_tone_to_another_does_not_click",
    "440 Hz cut to 523 Hz between two frames": f"{HERE}::test_a_tone_that_ends_between_two_frames_ends_in_a_fade",
    "440 Hz cut to 523 Hz, inspected": f"{HERE}::test_a_bare_cut_clicks_and_the_film_does_not",
    "32 kHz through the loudness": f"{HERE}::test_a_rate_of_32_khz_comes_out_as_48",
    "a tone and silence, mixed": f"{HERE}::test_mixing_with_silence_lowers_nothing",
    "music and a silent clip, mixed": f"{SOUND}::test_music_is_added_goes_down_under_speech_and_fades",
    "shots at -14 and -26 LUFS": f"{SOUND}::test_shots_at_14_and_26_lufs_come_together_within_the_limit",
    "shots at -14 and -26 LUFS, inspected": f"{CHECKS}[SND008 12 dB apart]",
    "a fade that has no effect": f"{HERE}::test_the_fade_at_a_cut_is_as_long_as_it_says",
    "a silent track": f"{SOUND}::test_a_silent_film_is_left_and_said",
    "a track below -70 LUFS": f"{HERE}::test_sound_that_nobody_hears_is_called_silent",
}

SMALL = (160, 96)


def _tone(hertz: float, samples: int, phase: float = 0) -> np.ndarray:
    mono = 0.25 * np.sin(2 * np.pi * hertz * np.arange(samples) / 48_000 + phase)
    return np.repeat(mono[:, None], 2, axis=1)


def test_a_bare_cut_clicks_and_the_film_does_not(tmp_path: Path) -> None:
    # The first tone ends at its crest, the second begins in a trough.
    both = np.concatenate([_tone(440, 96_000, 1.5), _tone(523, 96_000, -1.5)])
    expected = Expected(joins=(48,))
    bare = media.clip(tmp_path / "bare.mp4", 96, SMALL, audio=both, rate=48_000)
    assert any(one.finding.code == "SND009" for one in inspect(bare, expected).findings)
    first = media.clip(tmp_path / "a.mp4", 48, SMALL, audio=_tone(440, 96_000, 1.5), rate=48_000)
    second = media.clip(tmp_path / "b.mp4", 48, SMALL, audio=_tone(523, 96_000, -1.5), rate=48_000)
    made = film(tmp_path, [Piece("A", first, 0, 48), Piece("B", second, 0, 48)], sound=PLAIN)
    assert not [one for one in inspect(made.path, expected).findings if one.finding.code == "SND009"]


def test_a_tone_that_ends_between_two_frames_ends_in_a_fade(tmp_path: Path) -> None:
    # 2.003 s are 48 frames and 144 samples: the clip is cut at its 48th frame, the rest of its tone is not shown.
    first = media.clip(tmp_path / "a.mp4", 49, SMALL, audio=_tone(440, round(2.003 * 48_000)), rate=48_000)
    second = media.clip(tmp_path / "b.mp4", 48, SMALL, audio=_tone(523, 96_000, 1.4), rate=48_000)
    data = heard(film(tmp_path, [Piece("A", first, 0, 48), Piece("B", second, 0, 48)], sound=PLAIN))
    steps = np.abs(np.diff(data[:, 0]))
    assert steps[95_000:97_000].max() <= steps[110_000:180_000].max() * 1.02


def test_a_rate_of_32_khz_comes_out_as_48(tmp_path: Path) -> None:
    clip = media.clip(tmp_path / "a.mp4", 72, SMALL, audio="speechlike", rate=32_000, gain_db=-9)
    made = film(tmp_path, [Piece("A", clip, 0, 72)])
    audio = probe(made.path).audio
    assert audio is not None
    assert (audio.rate, audio.channels, audio.codec) == (48_000, 2, "aac")
    assert made.after is not None
    assert made.after.lufs == pytest.approx(-14, abs=0.6)


def test_mixing_with_silence_lowers_nothing(tmp_path: Path) -> None:
    clip = media.clip(tmp_path / "a.mp4", 48, SMALL, rate=48_000)
    silence = media.song(tmp_path / "m.wav", 2, kind="silence")
    bed = Bed(silence, gain=0, duck=0, fade_out=0)
    alone = heard(film(tmp_path, [Piece("A", clip, 0, 48)], sound=PLAIN))
    mixed = heard(film(tmp_path, [Piece("A", clip, 0, 48)], sound=Sound(target=None, match_limit=0, bed=bed)))
    assert np.abs(alone - mixed).max() < 1e-3
    assert media.rms_db(mixed[4_000:90_000]) == pytest.approx(media.rms_db(media.samples(clip)[4_000:90_000]), abs=0.05)


@pytest.mark.parametrize("fade_ms", [0.0, 5.0, 30.0])
def test_the_fade_at_a_cut_is_as_long_as_it_says(fade_ms: float, tmp_path: Path) -> None:
    clip = media.clip(tmp_path / "a.mp4", 60, SMALL, audio=_tone(1_000, 120_000), rate=48_000)
    sound = Sound(target=None, match_limit=0, fade_ms=fade_ms)
    data = np.abs(heard(film(tmp_path, [Piece("A", clip, 0, 24), Piece("B", clip, 30, 24)], sound=sound))[:, 0])
    envelope = np.array([data[at : at + 48].max() for at in range(46_000, 50_000, 48)])
    low = int((envelope < 0.225).sum()) * 48 / 48
    assert low == pytest.approx(2 * fade_ms * 0.9, abs=2.5)


def test_sound_that_nobody_hears_is_called_silent(tmp_path: Path) -> None:
    clip = media.clip(tmp_path / "a.mp4", 48, SMALL, audio="noise", gain_db=-62)
    made = film(tmp_path, [Piece("A", clip, 0, 48)])
    assert {"silent-clip", "silent-film"} <= codes(made)
    assert any(one.finding.code == "SND001" for one in inspect(made.path).findings)
