"""The grid against the numbers that the renderers' own functions gave, and its laws for every other number."""

from __future__ import annotations

import itertools
from fractions import Fraction
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from h3prompt import grid
from h3prompt.errors import GridError, UsageError

EDGES = (480, 544, 720, 768, 1024, 1080)
#: Computed with SGLang 0.5.23 and diffusers 0.42.1; the column of 768 with vLLM-Omni 0.30.0 as well.
CANVASES = {
    "21:9": "1120x480 1280x544 1536x672 1536x672 1536x672 1536x672",
    "16:9": "864x480 960x544 1280x704 1344x768 1344x768 1344x768",
    "4:3": "640x480 736x544 960x704 1024x768 1184x864 1184x864",
    "1:1": "480x480 544x544 704x704 768x768 1024x1024 1024x1024",
    "3:4": "480x640 544x736 704x960 768x1024 864x1184 864x1184",
    "9:16": "480x864 544x960 704x1280 768x1344 768x1344 768x1344",
}
#: seconds, asked, frames, video latents, audio latents, whether diffusers accepts the length.
DURATIONS = [
    ("4", 96, 107, 32, 178, False),
    ("4.25", 102, 107, 32, 178, False),
    ("4.5", 108, 124, 37, 207, True),
    ("5", 120, 124, 37, 207, True),
    ("6", 144, 158, 47, 263, True),
    ("7", 168, 175, 52, 292, True),
    ("8", 192, 192, 57, 320, True),
    ("8.7", 209, 209, 62, 348, True),
    ("9", 216, 226, 67, 377, True),
    ("10", 240, 243, 72, 405, True),
    ("11", 264, 277, 82, 462, True),
    ("12", 288, 294, 87, 490, True),
    ("13", 312, 328, 97, 547, True),
    ("14", 336, 345, 102, 575, True),
    ("14.375", 345, 345, 102, 575, True),
    ("14.4", 346, 362, 107, 603, False),
    ("15", 360, 362, 107, 603, False),
]
COUNTS = (107, 124, 141, 158, 175, 192, 209, 226, 243, 260, 277, 294, 311, 328, 345, 362)
WHOLE_SECONDS = (107, 124, 158, 175, 192, 226, 243, 277, 294, 328, 345, 362)

lattice = st.integers(0, 1_000).map(lambda n: 17 * n + 5)
lengths = st.fractions(min_value=Fraction(1, 1_000), max_value=600)


# --- frames -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "asked", "frames", "video", "audio", "local"), DURATIONS)
def test_a_request_becomes_frames_and_latents(
    text: str, asked: int, frames: int, video: int, audio: int, local: bool
) -> None:
    length = Fraction(text)
    assert grid.asked_frames(length) == asked
    assert grid.align_frames(asked) == grid.frames_for(length) == frames
    assert grid.seconds(frames) == Fraction(frames, 24)
    assert (grid.video_latents(frames), grid.audio_latents(frames)) == (video, audio)
    assert (frames in grid.window("local").frames()) is local
    assert frames in grid.window("sglang").frames()


@given(lengths)
def test_a_request_is_rounded_up_to_the_next_count(length: Fraction) -> None:
    frames = grid.frames_for(length)
    assert grid.is_frame_count(frames)
    asked = max(1, grid.asked_frames(length))
    assert asked <= frames < asked + grid.FRAME_STEP
    assert grid.frames_for(grid.seconds(frames)) == frames, "an exact length stays as it is"


def test_half_a_frame_goes_to_the_even_one() -> None:
    assert [grid.asked_frames(Fraction(n, 48)) for n in (1, 3, 5, 7)] == [0, 2, 2, 4]
    assert grid.frames_for(Fraction(1, 1_000)) == 5


@given(st.integers(-100, 100_000))
def test_a_count_is_on_the_grid_exactly_when_it_is_5_plus_a_multiple_of_17(frames: int) -> None:
    on_grid = frames in range(5, max(6, frames + 1), 17)
    assert grid.is_frame_count(frames) is on_grid
    low, high = grid.neighbours(frames)
    assert grid.is_frame_count(high)
    assert high >= frames
    if on_grid:
        assert low == high == frames
        assert grid.align_frames(frames) == frames
    elif low is None:
        assert frames < 5
        assert high == 5
    else:
        assert low < frames < high == low + 17


@pytest.mark.parametrize("frames", [0, -1, -17])
def test_no_frame_is_no_clip(frames: int) -> None:
    with pytest.raises(GridError, match=rf"at least 1 frame, not {frames}; .* 5"):
        grid.align_frames(frames)


@pytest.mark.parametrize("length", [0, -3, Fraction(-1, 2)])
def test_no_time_is_no_clip(length: Fraction) -> None:
    with pytest.raises(GridError, match=r"more than 0 seconds, not .*5 frames \(0\.208 s\)"):
        grid.frames_for(length)


@pytest.mark.parametrize("function", [grid.video_latents, grid.audio_latents])
@pytest.mark.parametrize(("frames", "nearest"), [(120, "107 and 124"), (125, "124 and 141"), (3, "nearest: 5$")])
def test_a_count_off_the_grid_has_no_latents(function, frames: int, nearest: str) -> None:
    with pytest.raises(GridError, match=f"{frames} frames are not on the grid .*{nearest}"):
        function(frames)


@given(lattice)
def test_latents_follow_the_frames(frames: int) -> None:
    assert grid.video_latents(frames) * 17 == (frames - 5) * 5 + 34
    assert grid.audio_latents(frames) == round(frames / 24 * 40), "as the renderers reckon it, in floats"
    assert abs(Fraction(grid.audio_latents(frames), 40) - grid.seconds(frames)) <= Fraction(1, 80)


def test_sound_and_picture_end_together_at_five_counts_only() -> None:
    apart = {frames: Fraction(grid.audio_latents(frames), 40) - grid.seconds(frames) for frames in COUNTS}
    assert [frames for frames, gap in apart.items() if not gap] == [141, 192, 243, 294, 345]
    assert [round(float(apart[frames]) * 1000, 1) for frames in (107, 124, 158)] == [-8.3, 8.3, -8.3]


# --- windows ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("backend", "frames"),
    [
        ("local", COUNTS[1:-1]),
        ("vllm-omni", COUNTS),
        ("sglang", COUNTS),
        ("minimax", WHOLE_SECONDS),
        ("slate", COUNTS),
    ],
)
def test_the_window_of_a_backend(backend: str, frames: tuple[int, ...]) -> None:
    window = grid.window(backend)
    assert window.name == backend
    assert grid.legal_frames(window) == window.frames() == frames
    assert (window.min_frames, window.max_frames) == (frames[0], frames[-1])
    if window.min_request and window.max_request:
        assert grid.frames_for(window.min_request) == window.min_frames
        assert grid.frames_for(window.max_request) == window.max_frames


def test_only_the_hosted_service_wants_whole_seconds() -> None:
    assert [name for name, window in grid.WINDOWS.items() if window.whole_seconds] == ["minimax"]


@given(st.sampled_from(sorted(grid.WINDOWS)), st.integers(1, 500))
def test_the_nearest_counts_of_a_window_enclose_the_one_asked_for(backend: str, frames: int) -> None:
    window = grid.window(backend)
    low, high = window.nearest(frames)
    assert low is None or (low <= frames and low in window.frames())
    assert high is None or (high >= frames and high in window.frames())
    assert not any((low or 0) < count < (high or 1_000) for count in window.frames() if count != frames)
    assert (low == high == frames) is (frames in window.frames())


def test_an_unknown_backend_is_told_the_known_ones() -> None:
    with pytest.raises(UsageError, match="'vllm' is unknown; known: local, vllm-omni, sglang, minimax, slate") as error:
        grid.window("vllm")
    assert error.value.hint == "did you mean 'vllm-omni'?"


@pytest.mark.parametrize(
    ("length", "frames", "windows"),
    [
        (15, 362, [(0, 277), (255, 362)]),
        (20, 481, [(0, 277), (255, 481)]),
        (30, 736, [(0, 277), (255, 532), (510, 736)]),
        (60, 1450, [(0, 277), (255, 532), (510, 787), (765, 1042), (1020, 1297), (1275, 1450)]),
    ],
)
def test_the_windows_of_a_continuation(length: int, frames: int, windows: list[tuple[int, int]]) -> None:
    assert grid.frames_for(length) == frames
    assert list(grid.continuation_windows(frames)) == windows


@given(lattice, st.integers(1, 400), st.integers(0, 399))
def test_a_continuation_covers_every_frame(frames: int, size: int, overlap: int) -> None:
    if overlap >= size:
        with pytest.raises(GridError, match=f"an overlap of {overlap} .* the longest is {size - 1}"):
            grid.continuation_windows(frames, size, overlap)
        return
    windows = grid.continuation_windows(frames, size, overlap)
    assert windows[0][0] == 0
    assert windows[-1][1] == frames
    assert all(end - start <= size for start, end in windows)
    assert all(after[0] == before[1] - overlap for before, after in itertools.pairwise(windows))


# --- what people write ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("frames", "mark"),
    [(107, "4.46"), (124, "5.17"), (192, "8.00"), (209, "8.71"), (243, "10.13"), (294, "12.25"), (345, "14.38")],
)
def test_a_mark_has_two_decimals_and_rounds_half_up(frames: int, mark: str) -> None:
    assert grid.mark(frames) == mark


@given(lattice)
def test_a_mark_is_read_back(frames: int) -> None:
    mark = Fraction(grid.mark(frames))
    assert grid.effective(mark) == frames
    assert grid.effective(Fraction(round(grid.seconds(frames) * 1000), 1000)) == frames
    assert grid.effective(grid.seconds(frames)) == frames
    assert grid.mark_matches(mark, frames)
    assert not grid.mark_matches(mark, frames + 17)


def test_both_hundredths_beside_the_exact_end_are_accepted() -> None:
    accepted = [
        text for text in ("10.11", "10.12", "10.125", "10.13", "10.14") if grid.mark_matches(Fraction(text), 243)
    ]
    assert accepted == ["10.12", "10.125", "10.13"]
    assert [text for text in ("7.99", "8", "8.01") if grid.mark_matches(Fraction(text), 192)] == ["8"]


@pytest.mark.parametrize(
    ("stated", "frames"),
    [
        ("5.17", 124),
        ("5.167", 124),
        ("5.16", 124),
        ("5.18", None),
        ("5.15", None),
        ("5", None),
        ("8", 192),
        ("8.01", None),
        ("10", None),
        ("15.08", 362),
        ("0", None),
        ("-5", None),
    ],
)
def test_a_stated_length_is_a_count_or_none(stated: str, frames: int | None) -> None:
    assert grid.effective(Fraction(stated)) == frames


@given(st.decimals(min_value=0, max_value=60, places=3))
def test_a_stated_length_means_the_count_less_than_a_hundredth_away(stated: object) -> None:
    value = Fraction(str(stated))
    near = [n for n in range(5, 1_500, 17) if abs(value - Fraction(n, 24)) < Fraction(1, 100)]
    assert grid.effective(value) == (near[0] if near else None)


@pytest.mark.parametrize(
    ("milliseconds", "frame", "exact"),
    [
        (0, 0, True),
        (41, 1, True),
        (42, 1, True),
        (43, 1, False),
        (40, 1, False),
        (124, 3, True),
        (125, 3, True),
        (126, 3, True),
        (127, 3, False),
        (3500, 84, True),
        (3520, 84, False),
        (3521, 85, False),
    ],
)
def test_a_cut_is_on_a_frame_when_at_most_1_ms_away(milliseconds: int, frame: int, exact: bool) -> None:
    assert grid.cut_frame(milliseconds) == (frame, exact)


@given(st.integers(0, 100_000))
def test_the_time_of_a_frame_is_read_back(frame: int) -> None:
    time = grid.milliseconds(frame)
    assert abs(time - Fraction(frame * 1000, 24)) <= Fraction(1, 2)
    assert grid.cut_frame(time) == (frame, True)
    assert grid.cut_frame(frame * 1000 // 24) == (frame, True), "cut off instead of rounded"


# --- samples ----------------------------------------------------------------------------------------------------------


@given(st.integers(0, 100_000), st.sampled_from([24_000, 48_000, 96_000, 192_000]))
def test_samples_last_exactly_as_long_as_the_frames(frames: int, rate: int) -> None:
    samples = grid.audio_samples(frames, rate)
    assert Fraction(samples, rate) == grid.seconds(frames)


def test_samples_of_a_clip() -> None:
    assert [grid.audio_samples(frames) for frames in (0, 1, 107, 124)] == [0, 2_000, 214_000, 248_000]


@pytest.mark.parametrize(
    ("rate", "nearest"), [(44_100, 48_000), (32_000, 24_000), (22_050, 24_000), (0, 24_000), (-1, 24_000)]
)
def test_a_rate_that_cuts_samples_is_refused(rate: int, nearest: int) -> None:
    with pytest.raises(GridError, match=f"rate of {rate} Hz .* nearest usual rate is {nearest}"):
        grid.audio_samples(124, rate)


def test_negative_frames_have_no_samples() -> None:
    with pytest.raises(GridError, match="-1 frames last no time; the least is 0"):
        grid.audio_samples(-1)


# --- canvas -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ratio", grid.RATIOS)
def test_the_canvas_of_a_named_ratio(ratio: str) -> None:
    assert [str(grid.canvas(ratio, edge)) for edge in EDGES] == CANVASES[ratio].split()
    assert grid.canvas(ratio) == grid.canvas(ratio, 768)


@pytest.mark.parametrize(
    ("size", "canvas"),
    [
        ((1280, 720), (1344, 768)),
        ((720, 1280), (768, 1344)),
        ((1000, 1000), (768, 768)),
        ((1920, 800), (1568, 640)),
        ((640, 360), (1344, 768)),
        ((1024, 768), (1024, 768)),
        ((1400, 1000), (1088, 768)),  # SGLang's answer to an explicit 7:5
        ((2500, 1000), (1600, 640)),  # vLLM-Omni's to an image of 5:2
        ((3000, 1000), (1760, 576)),  # SGLang's to a keyframe of 3:1
    ],
)
def test_the_canvas_of_a_first_keyframe(size: tuple[int, int], canvas: tuple[int, int]) -> None:
    assert grid.keyframe_canvas(*size) == canvas


def test_a_ratio_is_the_same_in_every_form() -> None:
    assert grid.canvas("16:9") == grid.canvas((1280, 720)) == grid.canvas(Fraction(16, 9)) == grid.canvas(" 32:18 ")


def test_an_edge_between_two_multiples_goes_where_the_renderers_put_it() -> None:
    assert grid.canvas("34:61", 544) == (544, 992)
    assert grid.canvas("1:1", 720) == (704, 704)
    assert grid.canvas("1:1", 16) == (32, 32)


@given(st.integers(1, 6_000), st.integers(1, 6_000), st.sampled_from([16, *EDGES, 2048]))
def test_every_canvas_is_what_exact_arithmetic_gives_but_at_a_half(width: int, height: int, edge: int) -> None:
    ratio = Fraction(width, height)
    if not Fraction(1, 4) <= ratio <= 4:
        nearest = "1:4" if ratio < 1 else "4:1"
        with pytest.raises(
            GridError, match=f"{ratio.numerator}:{ratio.denominator} lies outside .* nearest is {nearest}"
        ):
            grid.canvas((width, height), edge)
        return
    canvas = grid.canvas((width, height), edge)
    long, short = edge * max(ratio, 1 / ratio), Fraction(edge)
    scale = min(Fraction(1), Fraction(grid.AREA_CAP) / (long * short))
    for side, exact in zip(sorted(canvas), (short, long), strict=True):
        assert side % 32 == 0
        assert side >= 32
        # |side - exact * sqrt(scale)| <= 16, without a root; 32 is the least.
        if side > 32:
            assert (side - 16) ** 2 <= exact**2 * scale
        assert exact**2 * scale <= (side + 16) ** 2
    assert (canvas.width >= canvas.height) is (ratio >= 1) or canvas.width == canvas.height
    assert canvas.width * canvas.height <= grid.AREA_CAP + 32 * sqrt(5 * grid.AREA_CAP) + 1_024


@given(st.integers(1, 4_000), st.integers(1, 4_000))
def test_turning_a_picture_turns_its_canvas(width: int, height: int) -> None:
    if not Fraction(1, 4) <= Fraction(width, height) <= 4:
        return
    upright, turned = grid.keyframe_canvas(width, height), grid.keyframe_canvas(height, width)
    assert abs(upright.width - turned.height) in (0, 32), "a half may fall either way"
    assert abs(upright.height - turned.width) in (0, 32)


@pytest.mark.parametrize("ratio", ["1:4", "4:1", Fraction(4), (1, 4)])
def test_the_ends_of_the_range_belong_to_it(ratio: str | Fraction | tuple[int, int]) -> None:
    assert sorted(grid.canvas(ratio)) == [512, 2_016]


@pytest.mark.parametrize(
    "ratio", ["", ":", "16", "16:", ":9", "16:0", "0:9", "-16:9", "16.5:9", "16:9:1", "wide", "9" * 5_000 + ":1"]
)
def test_what_is_no_ratio_is_refused_with_examples(ratio: str) -> None:
    with pytest.raises(GridError, match="is no aspect ratio; write width:height, for example 21:9, 16:9") as error:
        grid.canvas(ratio)
    assert len(error.value.message) < 200


@pytest.mark.parametrize(
    ("ratio", "message"),
    [
        ("5:1", "5:1 lies outside of 1:4 to 4:1; the nearest is 4:1"),
        ((200, 1000), "1:5 lies outside of 1:4 to 4:1; the nearest is 1:4"),
        (Fraction(401, 100), "401:100 lies outside"),
        ((0, 5), "0x5 has no aspect ratio; the smallest width and height is 1"),
        ((5, -1), "5x-1 has no aspect ratio"),
    ],
)
def test_a_ratio_out_of_range_names_the_nearest(ratio: str | Fraction | tuple[int, int], message: str) -> None:
    with pytest.raises(GridError, match=message):
        grid.canvas(ratio)


@pytest.mark.parametrize("edge", [0, -768])
def test_a_short_edge_has_a_pixel(edge: int) -> None:
    with pytest.raises(GridError, match=f"at least 1 pixel, not {edge}; the usual one is 768"):
        grid.canvas("16:9", edge)


def test_constants() -> None:
    assert (grid.FPS, grid.FRAME_STEP, grid.FRAME_OFFSET, grid.LATENTS_PER_STEP) == (24, 17, 5, 5)
    assert (grid.AUDIO_RATE, grid.AUDIO_LATENTS_PER_SECOND) == (32_000, 40)
    assert (grid.SPATIAL_MULTIPLE, grid.BASE_SHORT_EDGE, grid.AREA_CAP) == (32, 768, 1_032_192)
