"""What the model card and each renderer allow to travel with a prompt.

`MODEL_CARD` holds for every request, whatever the renderer: the servers enforce it unevenly, and one that does not simply
makes a worse clip. `SERVERS` says what each renderer refuses on its own. Every number has its source beside it: the
program's own code or replies, or, for the hosted service, mirrors of its documentation that nobody here could verify
("second-hand").
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from . import grid
from .errors import unknown_name

#: Characters of prompt text that the hosted service takes (its documentation, second-hand; no open server has a limit).
PROMPT_CHARACTERS = 7_000

_MB = 1_000_000
_MIB = 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class MediaLimits:
    """Limits on the files of one request. None: no limit is known. Both ends of a range are allowed.

    Attributes:
        images, videos, audios, files: how many of each, and together.
        clip_seconds: shortest and longest reference video or audio.
        total_seconds: all videos together; all audios together. Sound tracks of videos do not count as audios.
        audio_alone: audio may be the only kind of reference.
        image_pixels, video_pixels: shortest and longest edge.
        image_ratio, video_ratio: smallest and largest width / height.
        video_fps: lowest and highest frame rate.
        image_bytes, video_bytes, audio_bytes: size of one file.
        body_bytes: size of the whole request.
    """

    images: int | None = None
    videos: int | None = None
    audios: int | None = None
    files: int | None = None
    clip_seconds: tuple[int, int] | None = None
    total_seconds: int | None = None
    audio_alone: bool = True
    image_pixels: tuple[int, int] | None = None
    video_pixels: tuple[int, int] | None = None
    image_ratio: tuple[Fraction, Fraction] | None = None
    video_ratio: tuple[Fraction, Fraction] | None = None
    video_fps: tuple[Fraction, Fraction] | None = None
    image_bytes: int | None = None
    video_bytes: int | None = None
    audio_bytes: int | None = None
    body_bytes: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerLimits:
    """Limits of one renderer.

    Attributes:
        name: the backend's name.
        prompt_characters: longest prompt text, None where no limit was found.
        media: limits on reference files.
        frames_mix_with_references: a keyframe may stand next to references.
        window: which clip lengths it makes and which requests it takes, in frames and seconds.
        source: where the numbers come from.
    """

    name: str
    prompt_characters: int | None
    media: MediaLimits
    frames_mix_with_references: bool
    window: grid.Window
    source: str


#: The model's own limits (model card).
MODEL_CARD = MediaLimits(
    images=9,
    videos=3,
    audios=3,
    files=12,
    clip_seconds=(2, 15),
    total_seconds=15,
    audio_alone=False,
)

_WIDE = (grid.RATIO_MIN, grid.RATIO_MAX)
_NARROW = (Fraction(2, 5), Fraction(5, 2))
_VIDEO_FPS = (Fraction(23_976, 1_000), Fraction(60))

_LOCAL = ServerLimits(
    name="local",
    source="diffusers 0.42.1 source",
    prompt_characters=None,
    # Counts and the rule on audio: its reference step. No length of a reference is judged, but the ratios are.
    media=MediaLimits(images=9, videos=3, audios=3, files=12, audio_alone=False, image_ratio=_WIDE, video_ratio=_WIDE),
    frames_mix_with_references=False,  # one workflow takes keyframes, another takes references
    window=grid.WINDOWS["local"],
)

_VLLM_OMNI = ServerLimits(
    name="vllm-omni",
    source="vLLM-Omni 0.30.0 source and its own replies",
    prompt_characters=None,  # 8,500 characters were accepted
    media=replace(
        MODEL_CARD,
        # It refuses what the model card excludes. Pixels and ratios are those of keyframes as well.
        image_pixels=(256, 5760),
        video_pixels=(256, 5760),
        image_ratio=_NARROW,
        video_ratio=_NARROW,
        video_fps=_VIDEO_FPS,
        image_bytes=30 * _MIB,
        video_bytes=50 * _MIB,
        audio_bytes=15 * _MIB,
    ),
    frames_mix_with_references=False,  # the task takes the ones or the others
    window=grid.WINDOWS["vllm-omni"],
)

_SGLANG = ServerLimits(
    name="sglang",
    source="SGLang 0.5.23 source and its own replies",
    prompt_characters=None,
    # Ten images, four videos, audio of 1 s and audio alone were all accepted; only ratios are judged.
    media=MediaLimits(image_ratio=_WIDE, video_ratio=_WIDE),
    frames_mix_with_references=True,  # a keyframe next to at least one reference was accepted
    window=grid.WINDOWS["sglang"],
)

_MINIMAX = ServerLimits(
    name="minimax",
    source="documentation of the hosted service, second-hand",
    prompt_characters=PROMPT_CHARACTERS,
    # Counts and sizes are second-hand, the rest is the model card's. A megabyte is taken as 10^6 bytes, the stricter reading.
    media=replace(
        MODEL_CARD,
        image_pixels=(256, 5760),
        image_ratio=_NARROW,
        video_fps=_VIDEO_FPS,
        image_bytes=30 * _MB,
        video_bytes=50 * _MB,
        audio_bytes=15 * _MB,
        body_bytes=64 * _MB,
    ),
    frames_mix_with_references=False,  # frame roles and reference roles exclude each other
    window=grid.WINDOWS["minimax"],
)

_SLATE = ServerLimits(
    name="slate",
    source="this project",
    prompt_characters=None,
    # It draws what the plan says and shows its files as they are: only the model card limits it.
    media=MODEL_CARD,
    frames_mix_with_references=True,
    window=grid.WINDOWS["slate"],
)

#: Every renderer by name.
SERVERS = {server.name: server for server in (_LOCAL, _VLLM_OMNI, _SGLANG, _MINIMAX, _SLATE)}


def limits(backend: str) -> ServerLimits:
    """The limits of `backend`.

    Raises:
        UsageError: for an unknown name; the message lists the known ones, the hint names the most similar.
    """
    found = SERVERS.get(backend)
    if found is None:
        raise unknown_name("backend", backend, SERVERS)
    return found
