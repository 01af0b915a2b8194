"""Geometry, turning, colour: pictures are fitted, never stretched, and tagged."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from backends.media import run
from backends.media.probe import probe
from h3prompt.grid import Canvas
from production.edit import Piece, Sound
from tests import media

from .films import codes, film

SILENT = Sound(policy="silent")


def _clip(path: Path, size: tuple[int, int] = (160, 96), **options: object) -> Path:
    return media.clip(path, 6, size, audio=None, source="color:red", **options)  # type: ignore[arg-type]


def _red(path: Path) -> np.ndarray:
    return media.pictures(path)[3, :, :, 0] > 128


def test_another_shape_gets_borders_and_is_not_stretched(tmp_path: Path) -> None:
    made = film(tmp_path, [Piece("A", _clip(tmp_path / "a.mp4", (96, 160)), 0, 6)], sound=SILENT)
    red = _red(made.path)
    assert "other-size" in codes(made)
    assert abs(int(red[48].sum()) - 58) <= 2 and red[:, 80].all() and not red[:, :40].any()


@pytest.mark.parametrize("rotation", [90, -90])
def test_a_turned_clip_stands_upright(rotation: int, tmp_path: Path) -> None:
    clip = _clip(tmp_path / "a.mp4", (96, 160), rotation=rotation)
    made = film(tmp_path, [Piece("A", clip, 0, 6)], sound=SILENT)
    assert "turned" in codes(made) and "other-size" not in codes(made)
    assert _red(made.path).all() and probe(made.path).video.rotation == 0  # type: ignore[union-attr]


def test_a_clip_turned_upside_down_is_turned(tmp_path: Path) -> None:
    source = np.zeros((6, 96, 160, 3), np.uint8)
    source[:, :48] = 255
    clip = media.clip(tmp_path / "a.mp4", 6, source=source, audio=None, rotation=180)
    made = film(tmp_path, [Piece("A", clip, 0, 6)], sound=SILENT)
    shown = media.gray(made.path)[2]
    assert shown[:40].mean() < 40 < 200 < shown[56:].mean()


def test_pixels_that_are_not_square_are_made_square(tmp_path: Path) -> None:
    clip = _clip(tmp_path / "a.mp4", (160, 192), sar="2/1")
    made = film(tmp_path, [Piece("A", clip, 0, 6)], sound=SILENT)
    assert "not-square" in codes(made) and _red(made.path).all()
    assert probe(made.path).video.sar == 1  # type: ignore[union-attr]


def test_odd_sizes_are_fitted(tmp_path: Path) -> None:
    clip = _clip(tmp_path / "a.mkv", (641, 361), pixel_format="yuv444p")
    made = film(tmp_path, [Piece("A", clip, 0, 6)], canvas=Canvas(640, 360), sound=SILENT)
    assert _red(made.path).all()


@pytest.mark.parametrize(("transfer", "word"), [("arib-std-b67", "HLG"), ("smpte2084", "PQ")])
def test_high_dynamic_range_is_tone_mapped_and_said(transfer: str, word: str, tmp_path: Path) -> None:
    clip = tmp_path / "hdr.mp4"
    tags = f"setparams=color_primaries=bt2020:color_trc={transfer}:colorspace=bt2020nc:range=tv"
    run.run(
        ["-y", "-f", "lavfi", "-i", f"testsrc2=s=160x96:r=24,format=yuv420p10le,{tags}", "-frames:v", "6",
         "-c:v", "libx265", "-x265-params", "log-level=none", str(clip)],
        what="hdr",
    )  # fmt: skip
    made = film(tmp_path, [Piece("A", clip, 0, 6)], sound=SILENT)
    assert any(f"HDR ({word})" in finding.message for finding in made.findings)
    video = probe(made.path).video
    assert video is not None and (video.color_transfer, video.pixel_format) == ("bt709", "yuv420p")
    assert 20 < media.gray(made.path).mean() < 235


def test_full_range_becomes_limited_without_a_change_of_what_is_seen(tmp_path: Path) -> None:
    clip = tmp_path / "full.mkv"
    run.run(
        ["-y", "-f", "lavfi", "-i", "color=c=0xC0C0C0:s=160x96:r=24", "-frames:v", "6", "-vf",
         "scale=out_range=pc:out_color_matrix=bt709,format=yuv420p,setparams=range=pc:colorspace=bt709",
         "-c:v", "libx264", "-color_range", "pc", "-colorspace", "bt709", str(clip)],
        what="full",
    )  # fmt: skip
    made = film(tmp_path, [Piece("A", clip, 0, 6)], sound=SILENT)
    video = probe(made.path).video
    assert "full-range" in codes(made) and video is not None and video.color_range == "tv"
    assert abs(media.pictures(made.path).mean() - 0xC0) < 3


def test_a_film_is_tagged_as_it_is_delivered(tmp_path: Path) -> None:
    made = film(tmp_path, [Piece("A", _clip(tmp_path / "a.mp4"), 0, 5)], sound=SILENT)
    video = probe(made.path).video
    assert video is not None
    assert (video.codec, video.profile, video.pixel_format, video.color_range) == ("h264", "High", "yuv420p", "tv")
    assert {video.color_space, video.color_primaries, video.color_transfer} == {"bt709"}
    head = made.path.read_bytes()
    assert head.index(b"moov") < head.index(b"mdat")
