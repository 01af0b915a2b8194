"""The helpers that make test clips do what they say."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest

from backends.media.probe import probe
from tests import media


@pytest.mark.parametrize("source", [*media.SOURCES, "color:red"])
def test_a_clip_has_exactly_what_was_asked_for(source: str, tmp_path: Path) -> None:
    path = media.clip(tmp_path / "a.mp4", 29, (160, 96), source=source)
    found = probe(path, count=True)
    assert found.video is not None and found.audio is not None
    assert (found.video.frames, media.frames_of(path)) == (29, 29)
    assert (found.video.width, found.video.height, found.video.rate) == (160, 96, 24)
    assert (found.video.color_space, found.video.color_primaries, found.video.color_transfer) == (
        "bt709",
        "bt709",
        "bt709",
    )
    assert found.video.pixel_format == "yuv420p"
    assert len(media.samples(path, None)) == round(Fraction(29, 24) * 32_000)
    moved = np.abs(np.diff(media.gray(path).astype(int), axis=0)).mean()
    assert moved < 0.1 if source == "color:red" else moved > 0.5


@pytest.mark.parametrize("kind", media.SOUNDS)
def test_every_sound_can_be_heard_but_silence(kind: str, tmp_path: Path) -> None:
    level = media.rms_db(media.samples(media.song(tmp_path / "a.wav", 3, kind=kind)))
    assert level == -200 if kind == "silence" else -40 < level < -10


@pytest.mark.parametrize("codec", ["wav", "mp3", "flac", "aac"])
def test_songs_in_every_codec(codec: str, tmp_path: Path) -> None:
    path = media.song(tmp_path / f"song.{'m4a' if codec == 'aac' else codec}", 2)
    assert abs(len(media.samples(path)) - 96_000) < 4_000
    assert list(tmp_path.iterdir()) == [path]


def test_odd_clips(tmp_path: Path) -> None:
    turned = probe(media.clip(tmp_path / "r.mp4", 12, (160, 96), audio=None, rotation=90, sar="4/3")).video
    assert turned is not None and turned.sar == Fraction(4, 3)
    varied = media.times_of(media.clip(tmp_path / "v.mp4", 12, (160, 96), vfr=True))
    assert len(varied) == 12 and len({b - a for a, b in pairwise(varied)}) > 1
    ten = probe(media.clip(tmp_path / "t.mkv", 12, (160, 96), fps="30000/1001", pixel_format="yuv420p10le")).video
    assert ten is not None and ten.pixel_format == "yuv420p10le"
    quiet = media.clip(tmp_path / "q.mov", 24, (160, 96), gain_db=-20, channels=1, rate=44_100, audio_seconds=2)
    assert len(media.samples(quiet, None)) == 88_200


def test_own_frames_and_samples(tmp_path: Path) -> None:
    frames = np.zeros((10, 96, 160, 3), np.uint8)
    frames[5:] = 255
    path = media.clip(tmp_path / "a.mp4", 10, source=frames, audio=np.full((4_000, 2), 0.5))
    shown = media.gray(path).mean(axis=(1, 2))
    assert shown[4] < 5 and shown[5] > 250
    assert np.allclose(media.samples(path, None), 0.5, atol=1e-3)


def test_pictures_of_every_make(tmp_path: Path) -> None:
    assert cv2.imread(str(media.image(tmp_path / "a.jpg"))).shape == (192, 320, 3)
    for channels, depth in ((1, 8), (4, 8), (3, 16)):
        path = media.image(tmp_path / "a.png", (64, 32), channels=channels, depth=depth)
        read = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
        assert read.dtype == (np.uint16 if depth == 16 else np.uint8)
        assert (read.shape[2] if read.ndim == 3 else 1) == channels
    assert media.rms_db(media.samples(media.tone(tmp_path / "t.wav", 1))) == pytest.approx(-15.05, abs=0.1)
