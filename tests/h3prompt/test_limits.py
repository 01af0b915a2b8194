"""What may travel with a prompt, renderer by renderer."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields
from fractions import Fraction

import pytest

from h3prompt import grid
from h3prompt.errors import UsageError
from h3prompt.limits import MODEL_CARD, PROMPT_CHARACTERS, SERVERS, MediaLimits, limits

NARROW = (Fraction("0.4"), Fraction("2.5"))
WIDE = (Fraction(1, 4), Fraction(4))


def _counts(media: MediaLimits) -> tuple[int | None, ...]:
    return (media.images, media.videos, media.audios, media.files)


def test_the_model_card() -> None:
    assert _counts(MODEL_CARD) == (9, 3, 3, 12)
    assert MODEL_CARD.clip_seconds == (2, 15)
    assert MODEL_CARD.total_seconds == 15
    assert not MODEL_CARD.audio_alone
    assert (MODEL_CARD.image_bytes, MODEL_CARD.image_pixels, MODEL_CARD.image_ratio) == (None, None, None)


def test_the_longest_clip_that_may_be_a_reference() -> None:
    longest = (MODEL_CARD.clip_seconds or (0, 0))[1]
    assert grid.seconds(362) > longest >= grid.seconds(345)


def test_every_renderer_has_limits_and_a_window() -> None:
    assert list(SERVERS) == list(grid.WINDOWS) == ["local", "vllm-omni", "sglang", "minimax", "slate"]
    for name, server in SERVERS.items():
        assert limits(name) is server
        assert server.name == name
        assert server.window is grid.window(name)
        assert server.source


def test_only_the_hosted_service_limits_the_text() -> None:
    assert PROMPT_CHARACTERS == 7_000
    assert {name: server.prompt_characters for name, server in SERVERS.items() if server.prompt_characters} == {
        "minimax": 7_000
    }


@pytest.mark.parametrize("name", ["local", "vllm-omni", "minimax", "slate"])
def test_most_renderers_enforce_the_counts_of_the_model_card(name: str) -> None:
    assert _counts(limits(name).media) == (9, 3, 3, 12)
    assert not limits(name).media.audio_alone


def test_sglang_judges_nothing_but_ratios() -> None:
    assert limits("sglang").media == MediaLimits(image_ratio=WIDE, video_ratio=WIDE)
    assert limits("sglang").media.audio_alone


def test_frames_and_references_mix_on_sglang_and_the_slate_only() -> None:
    assert [name for name, server in SERVERS.items() if server.frames_mix_with_references] == ["sglang", "slate"]


def test_sizes_of_files() -> None:
    sizes = {
        name: (server.media.image_bytes, server.media.video_bytes, server.media.audio_bytes)
        for name, server in SERVERS.items()
    }
    assert sizes["vllm-omni"] == (30 * 2**20, 50 * 2**20, 15 * 2**20)
    assert sizes["minimax"] == (30_000_000, 50_000_000, 15_000_000)
    assert sizes["local"] == sizes["sglang"] == sizes["slate"] == (None, None, None)
    assert {name: server.media.body_bytes for name, server in SERVERS.items() if server.media.body_bytes} == {
        "minimax": 64_000_000
    }


@pytest.mark.parametrize("name", ["vllm-omni", "minimax"])
def test_shapes_of_files(name: str) -> None:
    media = limits(name).media
    assert media.image_pixels == (256, 5760)
    assert media.image_ratio == NARROW
    assert media.video_fps == (Fraction("23.976"), 60)
    assert (media.video_fps or (61,))[0] <= Fraction(24_000, 1_001), "NTSC film is inside"


def test_requests_are_judged_in_seconds_by_servers_and_in_frames_locally() -> None:
    requests = {name: (server.window.min_request, server.window.max_request) for name, server in SERVERS.items()}
    assert requests.pop("local") == (None, None)
    assert set(requests.values()) == {(4, 15)}


def test_every_range_rises() -> None:
    for media in (MODEL_CARD, *(server.media for server in SERVERS.values())):
        for field in fields(media):
            value = getattr(media, field.name)
            assert not isinstance(value, tuple) or value[0] < value[1], field.name


@pytest.mark.parametrize(
    ("name", "near"),
    [("sglan", "sglang"), ("vLLM-Omni", "vllm-omni"), ("MINIMAX", "minimax"), ("zzz", None), ("", None)],
)
def test_an_unknown_name_is_told_the_known_ones(name: str, near: str | None) -> None:
    with pytest.raises(UsageError, match="is unknown; known: local, vllm-omni, sglang, minimax, slate") as error:
        limits(name)
    assert repr(name) in error.value.message
    assert error.value.hint == (f"did you mean {near!r}?" if near else None)


def test_limits_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        limits("local").name = "other"  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        MODEL_CARD.images = 10  # type: ignore[misc]
