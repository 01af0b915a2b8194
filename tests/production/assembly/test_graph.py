"""Graphs hold no text of a user, whatever a file or a film is called."""

from __future__ import annotations

import os
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backends.media.probe import AudioStream, Video
from h3prompt.grid import Canvas
from production.assembly import graph
from production.assembly.graph import Overlay, Stretch

NAMES = st.text(st.characters(exclude_characters="/\0", exclude_categories=("Cs",)), min_size=1, max_size=40)
HARD = 'it\'s 测试 [1]; a=b, c:d \\ "e" 100% $(f)'


def _video(**options: object) -> Video:
    values: dict[str, object] = {
        "codec": "h264", "profile": "High", "width": 160, "height": 96, "sar": Fraction(1), "pixel_format": "yuv420p",
        "rate": Fraction(24), "nominal_rate": Fraction(24), "frames": 48, "start": Fraction(0), "duration": Fraction(2),
    }  # fmt: skip
    return Video(**{**values, **options})  # type: ignore[arg-type]


def _graph(words: list[str]) -> str:
    return words[words.index("-filter_complex") + 1]


@settings(deadline=None, max_examples=50)
@given(NAMES)
def test_files_and_titles_are_arguments_of_their_own(name: str) -> None:
    path = Path("/films") / f"-{name}"
    stretch = Stretch(path, _video(), 3, 8)
    plain = Stretch(Path("/films/plain"), _video(), 3, 8)
    over = [Overlay(path, 1, 4, 2, 2)]
    real = os.fsdecode(os.fsencode(path))
    words = graph.body(stretch, Canvas(320, 192), path, overlays=over)
    other = graph.body(plain, Canvas(320, 192), path, overlays=[Overlay(Path("/films/other"), 1, 4, 2, 2)])
    assert words.count(real) >= 2 and _graph(words) == _graph(other)
    both = graph.dissolve(stretch, stretch, Canvas(160, 96), path)
    assert [word for word in both if word == real] == [real] * 3
    muxed = graph.muxed(path, plain.path, path, name)
    assert f"title={name}" in muxed and real in muxed


def test_hard_names_reach_the_command_as_they_are() -> None:
    path = Path("/films") / HARD
    audio = AudioStream("aac", 48_000, 2, "stereo", Fraction(0), Fraction(2))
    assert str(path) in graph.decoded(path, audio, 0, 0, 10, Path("/x.f32"))
    assert str(path) in graph.packet_hash(path, Path("/x"))


@pytest.mark.parametrize(
    ("video", "wanted"),
    [
        ({}, (160, 96)),
        ({"width": 320, "height": 192}, (160, 96)),
        ({"width": 96, "height": 160}, (58, 96)),
        ({"width": 96, "height": 160, "rotation": 90}, (160, 96)),
        ({"width": 641, "height": 361}, (160, 90)),
        ({"width": 161, "height": 97}, (160, 96)),
        ({"width": 80, "sar": Fraction(2)}, (160, 96)),
    ],
)
def test_pictures_are_fitted_whole(video: dict[str, object], wanted: tuple[int, int]) -> None:
    assert graph.fitted(_video(**video), Canvas(160, 96)) == wanted


def test_a_picture_that_is_right_is_not_scaled() -> None:
    right = graph.body(Stretch(Path("/a"), _video(color_range="tv"), 0, 8), Canvas(160, 96), Path("/b"))
    assert "scale=" not in _graph(right) and "pad=" not in _graph(right)
    wrong = graph.body(Stretch(Path("/a"), _video(color_range="pc"), 0, 8), Canvas(160, 96), Path("/b"))
    assert "in_range=pc" in _graph(wrong)


def test_nothing_shortens_a_stream() -> None:
    words = graph.muxed(Path("/a"), Path("/b"), Path("/c"), "t")
    assert not {"-shortest", "-ss", "-t"} & set(words)
    assert words[words.index("-c") + 1] == "copy"
