"""What the model card and each server allow to travel with a prompt.

The numbers were read from the servers' source (vLLM-Omni 0.30.0, SGLang 0.5.23, diffusers 0.42.1) or, for the hosted API,
from mirrors of its documentation; `source` says which.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from . import grid
from .errors import UsageError

#: Characters of prompt text that the hosted API takes.
PROMPT_CHARACTERS = 7_000


@dataclass(frozen=True, slots=True)
class MediaLimits:
    """Limits on the files of one request. None: no limit is known.

    Attributes:
        images, videos, audios, files: how many of each, and together.
        clip_seconds: shortest and longest reference video or audio.
        total_seconds: all videos together; all audios together, counted apart.
        audio_alone: audio may be the only kind of reference.
        image_pixels: shortest and longest edge of an image.
        image_ratio: smallest and largest width / height.
        image_bytes, video_bytes, audio_bytes: size of one file.
    """

    images: int | None = 9
    videos: int | None = 3
    audios: int | None = 3
    files: int | None = 12
    clip_seconds: tuple[int, int] | None = (2, 15)
    total_seconds: int | None = 15
    audio_alone: bool = False
    image_pixels: tuple[int, int] | None = None
    image_ratio: tuple[Fraction, Fraction] | None = None
    image_bytes: int | None = None
    video_bytes: int | None = None
    audio_bytes: int | None = None


@dataclass(frozen=True, slots=True)
class ServerLimits:
    """Limits of one renderer.

    Attributes:
        name: the backend's name.
        prompt_characters: longest prompt text, None where no limit was found.
        media: limits on reference files.
        frames_mix_with_references: keyframe roles and reference roles may come together.
        window: which clip lengths it accepts.
        source: where the numbers come from.
    """

    name: str
    prompt_characters: int | None
    media: MediaLimits
    frames_mix_with_references: bool
    window: grid.Window
    source: str


_MIB = 1024 * 1024
_KEYFRAME_RATIO = (Fraction(2, 5), Fraction(5, 2))

#: The model's own limits: 9 images, 3 videos, 3 audios, 12 files; each clip 2 to 15 s, 15 s of each kind together; never
#: audio alone. The servers enforce them unevenly, so they are enforced here whatever the server.
MODEL_CARD = MediaLimits()

SERVERS = {
    "local": ServerLimits(
        "local",
        None,
        MediaLimits(image_ratio=(grid.RATIO_MIN, grid.RATIO_MAX)),
        False,
        grid.WINDOWS["local"],
        "diffusers 0.42.1 source",
    ),
    "vllm-omni": ServerLimits(
        "vllm-omni",
        None,
        MediaLimits(
            image_pixels=(256, 5760),
            image_ratio=_KEYFRAME_RATIO,
            image_bytes=30 * _MIB,
            video_bytes=50 * _MIB,
            audio_bytes=15 * _MIB,
        ),
        False,
        grid.WINDOWS["vllm-omni"],
        "vLLM-Omni 0.30.0 source and its own replies",
    ),
    "sglang": ServerLimits(
        "sglang",
        None,
        MediaLimits(image_ratio=(grid.RATIO_MIN, grid.RATIO_MAX)),
        True,
        grid.WINDOWS["sglang"],
        "SGLang 0.5.23 source and its own replies",
    ),
    "minimax": ServerLimits(
        "minimax",
        PROMPT_CHARACTERS,
        MediaLimits(
            image_pixels=(256, 5760),
            image_ratio=_KEYFRAME_RATIO,
            image_bytes=30_000_000,
            video_bytes=50_000_000,
            audio_bytes=15_000_000,
        ),
        False,
        grid.WINDOWS["minimax"],
        "documentation of the hosted API, second-hand",
    ),
    "slate": ServerLimits(
        "slate",
        None,
        MediaLimits(),
        True,
        grid.WINDOWS["slate"],
        "this project: as wide as the servers",
    ),
}


def limits(backend: str) -> ServerLimits:
    """The limits of `backend`.

    Raises:
        UsageError: for an unknown name; the message lists the known ones.
    """
    found = SERVERS.get(backend)
    if found is None:
        from difflib import get_close_matches

        near = get_close_matches(backend.lower(), list(SERVERS), n=1)
        raise UsageError(
            f"backend {backend!r} is unknown; the backends are {', '.join(SERVERS)}",
            hint=f"did you mean {near[0]!r}?" if near else None,
        )
    return found
