"""What a file is said to hold is what it holds."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from backends.media import run
from backends.media.probe import decoded_length, probe
from h3prompt.errors import SourceError
from tests import media

SMALL = (160, 96)


@pytest.mark.parametrize("rotation", [90, 180, -90])
def test_turned_clips_say_by_how_much(rotation: int, tmp_path: Path) -> None:
    video = probe(media.clip(tmp_path / "a.mp4", 6, SMALL, audio=None, rotation=rotation)).video
    assert video is not None and video.rotation % 360 == rotation % 360
    assert video.shown == ((160, 96) if rotation == 180 else (96, 160))


def test_pixels_that_are_not_square_count_in_the_shown_size(tmp_path: Path) -> None:
    video = probe(media.clip(tmp_path / "a.mp4", 6, SMALL, audio=None, sar="4/3")).video
    assert video is not None and video.shown == (Fraction(640, 3), 96)


@pytest.mark.parametrize(
    ("pixels", "given", "wanted"),
    [
        ("yuv420p10le", "tv:bt2020:smpte2084:bt2020nc", ("tv", "bt2020", "smpte2084", "bt2020nc")),
        ("yuv420p", "pc:bt709:bt709:bt709", ("pc", "bt709", "bt709", "bt709")),
    ],
)
def test_colours_have_ffmpegs_names(pixels: str, given: str, wanted: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "a.mkv"
    span, primaries, transfer, space = given.split(":")
    tags = f"setparams=range={span}:color_primaries={primaries}:color_trc={transfer}:colorspace={space}"
    run.run(
        ["-y", "-f", "lavfi", "-i", "color=s=160x96", "-frames:v", "2", "-vf", f"scale=out_range={span},format={pixels},{tags}",
         "-c:v", "libx264", "-color_range", span, str(path)],
        what="a",
    )  # fmt: skip
    video = probe(path).video
    assert video is not None
    assert (video.color_range, video.color_primaries, video.color_transfer, video.color_space) == wanted


def test_what_is_not_said_is_empty(tmp_path: Path) -> None:
    path = tmp_path / "a.mkv"
    run.run(["-y", "-f", "lavfi", "-i", "testsrc=s=160x96", "-frames:v", "2", "-c:v", "ffv1", str(path)], what="a")
    video = probe(path).video
    assert video is not None and (video.color_primaries, video.color_transfer) == ("", "")


def test_an_attached_cover_is_no_picture_stream(tmp_path: Path) -> None:
    cover = media.image(tmp_path / "c.png", (64, 64))
    song, clip = media.song(tmp_path / "s.mp3", 1), media.clip(tmp_path / "v.mp4", 6, SMALL, audio=None)
    both = tmp_path / "both.mp4"
    cmd = [
        "-y",
        "-i",
        str(clip),
        "-i",
        str(cover),
        "-map",
        "1",
        "-map",
        "0",
        "-c",
        "copy",
        "-disposition:0",
        "attached_pic",
    ]
    run.run([*cmd, str(both)], what="cover")
    found = probe(both, count=True)
    assert len(found.videos) == 1 and found.video is not None and found.video.frames == 6
    assert found.video.width == 160
    assert probe(song).video is None and probe(song).audio is not None


def test_frames_are_counted_and_the_length_is_theirs(tmp_path: Path) -> None:
    path = media.clip(tmp_path / "a.mp4", 24, SMALL, audio_seconds=3)
    found = probe(path, count=True)
    assert found.video is not None
    assert (found.video.frames, found.video.span, found.video.constant) == (24, 1, True)
    assert found.duration is not None and found.duration >= 3
    assert probe(path).video.constant is None  # type: ignore[union-attr]


@pytest.mark.parametrize(("name", "fps", "vfr", "constant"), [
    ("a.mp4", 24, True, False), ("a.mkv", 24, False, True), ("b.mkv", "30000/1001", False, True), ("c.mkv", 24, True, False),
])  # fmt: skip
def test_varying_rates_are_told_from_rounded_time_stamps(
    name: str, fps: int | str, vfr: bool, constant: bool, tmp_path: Path
) -> None:
    video = probe(media.clip(tmp_path / name, 30, SMALL, fps, audio=None, vfr=vfr), count=True).video
    assert video is not None and video.constant is constant


@pytest.mark.parametrize("name", ["a.wav", "a.flac", "a.mp3"])
def test_sound_is_as_long_as_it_decodes(name: str, tmp_path: Path) -> None:
    assert decoded_length(media.song(tmp_path / name, Fraction(5, 4))) == pytest.approx(Fraction(5, 4), abs=1e-4)


def test_no_sound_and_no_media_are_named(tmp_path: Path) -> None:
    clip = media.clip(tmp_path / "a.mp4", 6, SMALL, audio=None)
    with pytest.raises(SourceError, match="has no sound"):
        decoded_length(clip)
    (tmp_path / "b.mp4").write_bytes(b"nothing")
    for read in (probe, decoded_length):
        with pytest.raises(SourceError, match=r"b\.mp4"):
            read(tmp_path / "b.mp4")
