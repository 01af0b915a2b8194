"""The film's sound: levels, joins, music, loudness, songs."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from h3prompt.brief.joins import JoinKind
from h3prompt.errors import UsageError
from production.assembly.assemble import assemble
from production.edit import Bed, Edit, Piece, Sound
from tests import media

from .films import CANVAS, PLAIN, codes, film, heard

SMALL = (160, 96)


def _sine(hertz: float, frames: int, level: float = 0.25) -> np.ndarray:
    time = np.arange(frames * 2_000) / 48_000
    return np.repeat((level * np.sin(2 * np.pi * hertz * time + 1))[:, None], 2, axis=1)


def test_a_cut_from_one_tone_to_another_does_not_click(tmp_path: Path) -> None:
    a = media.clip(tmp_path / "a.mp4", 24, SMALL, audio=_sine(440, 24), rate=48_000)
    b = media.clip(tmp_path / "b.mp4", 24, SMALL, audio=_sine(523, 24), rate=48_000)
    data = heard(film(tmp_path, [Piece("A", a, 0, 20), Piece("B", b, 3, 20)], sound=PLAIN))
    steps = np.abs(np.diff(data[:, 0]))
    alone = max(steps[5_000:35_000].max(), steps[45_000:75_000].max())
    assert steps[39_000:41_000].max() <= alone * 1.02


def test_a_clip_that_continues_has_no_hole(tmp_path: Path) -> None:
    a = media.clip(tmp_path / "a.mp4", 48, SMALL, audio=_sine(440, 48), rate=48_000)
    whole = [Piece("A", a, 0, 24), Piece("A", a, 24, 24, JoinKind.CONTINUE)]
    cut = [Piece("A", a, 0, 24), Piece("A", a, 24, 24)]
    levels = []
    for pieces in (whole, cut):
        data = heard(film(tmp_path, pieces, sound=PLAIN))
        levels.append(media.rms_db(data[47_800:48_200]))
    assert levels[0] > levels[1] + 3


@pytest.mark.parametrize("join", [JoinKind.MATCH, JoinKind.DISSOLVE])
def test_cross_fades_keep_the_power(join: JoinKind, tmp_path: Path) -> None:
    a, b = (np.random.default_rng(seed).normal(0, 0.08, (96_000, 2)) for seed in (1, 2))
    clips = [media.clip(tmp_path / f"{n}.mp4", 48, SMALL, audio=x, rate=48_000) for n, x in (("a", a), ("b", b))]
    overlap = 12 if join is JoinKind.DISSOLVE else 0
    pieces = [Piece("A", clips[0], 0, 30), Piece("B", clips[1], 10, 30, join, overlap)]
    data = heard(film(tmp_path, pieces, sound=PLAIN))
    reach = 12_000 if overlap else 2_000
    assert abs(media.rms_db(data[60_000 - reach : 60_000 + reach]) - media.rms_db(data[10_000:40_000])) < 0.7


def test_shots_at_14_and_26_lufs_come_together_within_the_limit(tmp_path: Path) -> None:
    loud = media.clip(tmp_path / "a.mp4", 48, SMALL, audio="noise", gain_db=6)
    quiet = media.clip(tmp_path / "b.mp4", 48, SMALL, audio="noise", gain_db=-6)
    made = film(tmp_path, [Piece("A", loud, 0, 48), Piece("B", quiet, 0, 48)])
    assert dict(made.gains)["A"] == pytest.approx(-6, abs=0.6) and dict(made.gains)["B"] == pytest.approx(6, abs=0.6)
    data = heard(made)
    assert abs(media.rms_db(data[9_000:87_000]) - media.rms_db(data[105_000:183_000])) < 1.5
    far = film(tmp_path, [Piece("A", loud, 0, 48), Piece("B", quiet, 0, 48)], sound=Sound(match_limit=2))
    assert dict(far.gains) == {"A": -2, "B": 2} and "uneven-level" in codes(far)


def test_loudness_is_reached_and_the_rate_stays(tmp_path: Path) -> None:
    clip = media.clip(tmp_path / "a.mp4", 72, SMALL, audio="speechlike", rate=32_000, gain_db=-12)
    made = film(tmp_path, [Piece("A", clip, 0, 72)])
    assert made.after is not None and made.before is not None
    assert made.after.lufs == pytest.approx(-14, abs=0.6) and made.after.peak <= -1
    assert made.before.lufs < -20


def test_peaks_are_held_below_the_ceiling(tmp_path: Path) -> None:
    clip = media.clip(tmp_path / "a.mp4", 72, SMALL, audio="clicks", rate=48_000)
    made = film(tmp_path, [Piece("A", clip, 0, 72)], sound=Sound(target=-14, true_peak=-3))
    assert made.after is not None and made.after.peak <= -2.95


def test_a_silent_film_is_left_and_said(tmp_path: Path) -> None:
    clip = media.clip(tmp_path / "a.mp4", 24, SMALL, audio="silence")
    made = film(tmp_path, [Piece("A", clip, 0, 24)])
    assert {"silent-clip", "silent-film"} <= codes(made)
    assert media.rms_db(heard(made)) < -90


def test_music_is_added_goes_down_under_speech_and_fades(tmp_path: Path) -> None:
    clip = media.clip(tmp_path / "a.mp4", 96, SMALL, audio="silence")
    music = media.song(tmp_path / "m.wav", 5, kind="tone")
    bed = Bed(music, gain=-6, duck=12, fade_out=12)
    made = film(
        tmp_path,
        [Piece("A", clip, 0, 96, speech=((24, 60),))],
        sound=Sound(target=None, match_limit=0, bed=bed),
    )
    data = heard(made)
    plain = media.rms_db(media.samples(music)[:48_000]) - 6
    assert media.rms_db(data[4_000:36_000]) == pytest.approx(plain, abs=0.3)
    assert media.rms_db(data[50_000:118_000]) == pytest.approx(plain - 12, abs=0.3)
    assert media.rms_db(data[-2_000:]) < plain - 20
    assert "short-music" not in codes(made)


def test_mixing_music_does_not_lower_the_clip(tmp_path: Path) -> None:
    clip = media.clip(tmp_path / "a.mp4", 48, SMALL, audio="tone", rate=48_000)
    music = media.song(tmp_path / "m.wav", 1, kind="silence")
    made = film(tmp_path, [Piece("A", clip, 0, 48)], sound=Sound(target=None, bed=Bed(music)))
    assert media.rms_db(heard(made)[9_000:87_000]) == pytest.approx(media.rms_db(media.samples(clip)), abs=0.2)
    assert "short-music" in codes(made)


@pytest.mark.parametrize("name", ["s.mp3", "s.m4a", "s.flac", "s.wav"])
def test_a_song_is_copied_packet_by_packet(name: str, tmp_path: Path) -> None:
    song = media.song(tmp_path / name, 2, rate=44_100)
    clip = media.clip(tmp_path / "a.mp4", 48, SMALL)
    edit = Edit((Piece("A", clip, 0, 48),), CANVAS, Sound(policy="master", master=song))
    made = assemble(edit, tmp_path / "film.mp4", work=tmp_path / "w")
    assert len(made.song) == 64 and made.frames == media.frames_of(made.path) == 48
    a, b = (media.samples(path, None)[:, 0] for path in (song, made.path))
    length = min(len(a), len(b))
    assert abs(len(a) - len(b)) <= 2_304
    spectrum = np.fft.rfft(a[:length]) * np.conj(np.fft.rfft(b[:length]))
    assert int(np.argmax(np.fft.irfft(spectrum))) == 0


def test_a_song_of_another_length_is_refused_with_the_nearest(tmp_path: Path) -> None:
    song = media.song(tmp_path / "s.wav", 3)
    clip = media.clip(tmp_path / "a.mp4", 48, SMALL)
    edit = Edit((Piece("A", clip, 0, 48),), CANVAS, Sound(policy="master", master=song))
    with pytest.raises(UsageError, match=r"lasts 3\.000 s, the picture 2\.000 s .* nearest picture has 72 frames"):
        assemble(edit, tmp_path / "film.mp4", work=tmp_path / "w")


@pytest.mark.parametrize(("frames", "wanted"), [(47, "held"), (49, "left out")])
def test_one_frame_beside_the_song_is_fitted_and_said(frames: int, wanted: str, tmp_path: Path) -> None:
    song = media.song(tmp_path / "s.wav", 2)
    clip = media.clip(tmp_path / "a.mp4", 49, SMALL)
    edit = Edit((Piece("A", clip, 0, frames),), CANVAS, Sound(policy="master", master=song))
    made = assemble(edit, tmp_path / "film.mp4", work=tmp_path / "w")
    assert made.frames == media.frames_of(made.path) == 48
    assert any(wanted in finding.message for finding in made.findings)


def test_policy_silent_has_a_silent_stream_and_no_findings(tmp_path: Path) -> None:
    clip = media.clip(tmp_path / "a.mp4", 24, SMALL, audio=None)
    made = film(tmp_path, [Piece("A", clip, 0, 24)], sound=Sound(policy="silent"))
    assert made.findings == () and media.rms_db(heard(made)) < -90


def test_late_sound_stays_late(tmp_path: Path) -> None:
    from backends.media import run

    clip = media.clip(tmp_path / "a.mkv", 48, SMALL, audio=None)
    tone = media.tone(tmp_path / "t.wav", Fraction(3, 2))
    late = tmp_path / "late.mkv"
    run.run(
        [
            "-y",
            "-i",
            str(clip),
            "-itsoffset",
            "0.5",
            "-i",
            str(tone),
            "-map",
            "0:v",
            "-map",
            "1:a",
            "-c",
            "copy",
            str(late),
        ],
        what="late",
    )
    data = heard(film(tmp_path, [Piece("A", late, 0, 48)], sound=PLAIN))
    first = int(np.argmax(np.abs(data[:, 0]) > 0.02))
    assert abs(first - 24_000) < 200
