"""Exact time and size of MiniMax-H3: frames as integers, seconds as `Fraction`.

The model makes 24 frames a second in chunks of 17 frames after the first 5, and stereo sound in latents of 1/40 s. So a
clip has ``17 k + 5`` frames, a request is rounded up to the next such count, and the clip is nearly always a little longer
than what was asked for. All renderers agree on that (vLLM-Omni 0.30.0, SGLang 0.5.23 and diffusers 0.42.1 give the same
numbers); they differ in the window of counts that they accept, see `WINDOWS`. The only floats are inside `canvas`, which
says why.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import NamedTuple

from .errors import GridError, unknown_name

#: Frames per second, fixed. A clip has FRAME_STEP n + FRAME_OFFSET frames; every step is LATENTS_PER_STEP latent frames.
FPS = 24
FRAME_STEP = 17
FRAME_OFFSET = 5
LATENTS_PER_STEP = 5
#: Sample rate of the sound that the model makes (Hz, stereo), and the rate of its latents (per second).
AUDIO_RATE = 32_000
AUDIO_LATENTS_PER_SECOND = 40
#: Width and height are multiples of this: the video autoencoder's 16 times the transformer's patch of 2.
SPATIAL_MULTIPLE = 32
BASE_SHORT_EDGE = 768
#: The canvas is scaled down to this many pixels before rounding (768 x 1344).
AREA_CAP = 768 * 1344
#: The aspect ratios that every renderer knows by name.
RATIOS = ("21:9", "16:9", "4:3", "1:1", "3:4", "9:16")
#: The widest range of aspect ratios that a renderer takes (SGLang, diffusers); vLLM-Omni wants keyframes of 0.4 to 2.5.
RATIO_MIN, RATIO_MAX = Fraction(1, 4), Fraction(4)
#: The usual sample rates at which a frame is a whole number of samples (Hz).
_FRAME_RATES = (24_000, 48_000, 96_000, 192_000)


class Canvas(NamedTuple):
    """Width and height in pixels."""

    width: int
    height: int

    def __str__(self) -> str:
        return f"{self.width}x{self.height}"


@dataclass(frozen=True, slots=True)
class Window:
    """Which clip lengths a renderer accepts.

    Attributes:
        name: the backend's name.
        min_frames, max_frames: the shortest and the longest clip that it makes, in frames.
        min_request, max_request: limits of the *requested* seconds; None where the rounded length is judged instead.
        whole_seconds: the request is a whole number of seconds.
    """

    name: str
    min_frames: int
    max_frames: int
    min_request: int | None = None
    max_request: int | None = None
    whole_seconds: bool = False

    def frames(self) -> tuple[int, ...]:
        """Every frame count that can come out, rising."""
        return legal_frames(self)

    def nearest(self, frames: int) -> tuple[int | None, int | None]:
        """The next accepted count at or below `frames`, and the next one at or above it; None where there is none."""
        counts = self.frames()
        return (
            max((count for count in counts if count <= frames), default=None),
            min((count for count in counts if count >= frames), default=None),
        )


#: diffusers judges the rounded length (5 to 15 s), the servers the requested one (4 to 15 s), the hosted API takes whole
#: seconds. The slate renderer makes what the servers make, so that a plan drawn with it fits them.
WINDOWS = {
    "local": Window("local", 124, 345),  # diffusers 0.42.1 source: 4 s and 15 s are errors there
    "vllm-omni": Window("vllm-omni", 107, 362, 4, 15),  # vLLM-Omni 0.30.0, its own replies
    "sglang": Window("sglang", 107, 362, 4, 15),  # SGLang 0.5.23, its own replies
    "minimax": Window("minimax", 107, 362, 4, 15, whole_seconds=True),  # hosted API documentation, second-hand
    "slate": Window("slate", 107, 362, 4, 15),  # ours
}


def window(backend: str) -> Window:
    """The window of `backend`.

    Raises:
        UsageError: for an unknown name; the message lists the known ones.
    """
    found = WINDOWS.get(backend)
    if found is None:
        raise unknown_name("backend", backend, WINDOWS)
    return found


# --- frames and seconds -----------------------------------------------------------------------------------------------


def is_frame_count(frames: int) -> bool:
    """Whether a clip can have `frames` frames: 5, 22, 39, …"""
    return frames >= FRAME_OFFSET and (frames - FRAME_OFFSET) % FRAME_STEP == 0


def asked_frames(seconds: Fraction | int) -> int:
    """`seconds` in frames, half to even, as all renderers round a request."""
    return round(Fraction(seconds) * FPS)


def align_frames(frames: int) -> int:
    """The smallest frame count on the grid that is at least `frames`.

    Raises:
        GridError: for a count below 1.
    """
    if frames < 1:
        raise GridError(f"a clip has at least 1 frame, not {frames}; the shortest on the grid has {FRAME_OFFSET}")
    return max(FRAME_OFFSET, frames + (FRAME_OFFSET - frames) % FRAME_STEP)


def frames_for(seconds: Fraction | int) -> int:
    """The frames that a request of `seconds` gives.

    Raises:
        GridError: for a length that is not above 0.
    """
    if seconds <= 0:
        raise GridError(
            f"a clip lasts more than 0 seconds, not {float(seconds):g}; "
            f"the shortest on the grid has {FRAME_OFFSET} frames ({FRAME_OFFSET / FPS:.3f} s)"
        )
    return align_frames(max(1, asked_frames(seconds)))


def seconds(frames: int) -> Fraction:
    """The exact length of `frames` frames."""
    return Fraction(frames, FPS)


def neighbours(frames: int) -> tuple[int | None, int]:
    """The grid counts at or below and at or above `frames`; None below the shortest."""
    above = align_frames(max(frames, 1))
    if above == frames:
        return above, above
    return (above - FRAME_STEP if above > FRAME_OFFSET else None), above


def legal_frames(window: Window) -> tuple[int, ...]:
    """Every frame count that can come out of a request inside `window`, rising.

    Where only whole seconds can be asked for, some counts between the limits are never reached (141, 209, 260 and 311).
    """
    if window.whole_seconds and window.min_request is not None and window.max_request is not None:
        return tuple(sorted({frames_for(second) for second in range(window.min_request, window.max_request + 1)}))
    return tuple(range(align_frames(window.min_frames), window.max_frames + 1, FRAME_STEP))


def effective(stated: Fraction) -> int | None:
    """The frame count that a stated effective length means, or None when no clip has that length.

    People write the length with two or three decimals (5.17 or 5.167 for 124 frames), so a stated value stands for the
    count that lies less than a hundredth of a second away.
    """
    frames = round(stated * FPS)
    if is_frame_count(frames) and abs(seconds(frames) - stated) < Fraction(1, 100):
        return frames
    return None


def mark(frames: int) -> str:
    """The length in seconds as an alignment line has it: two decimals, half up (243 frames: ``10.13``)."""
    hundredths = floor(seconds(frames) * 100 + Fraction(1, 2))
    return f"{hundredths // 100}.{hundredths % 100:02d}"


def mark_matches(stated: Fraction, frames: int) -> bool:
    """Whether a mark in seconds means the end of `frames`: both neighbouring hundredths do."""
    return abs(stated - seconds(frames)) < Fraction(1, 100)


def cut_frame(milliseconds: int) -> tuple[int, bool]:
    """The frame nearest to a cut time, and whether the time is that frame's: at most 1 ms away, cut off or rounded."""
    frame = (milliseconds * FPS + 500) // 1000
    return frame, abs(frame * 1000 - milliseconds * FPS) <= FPS


def milliseconds(frame: int) -> int:
    """The time at which `frame` begins, to the nearest millisecond, half up."""
    return (frame * 1000 + FPS // 2) // FPS


# --- latents and samples ----------------------------------------------------------------------------------------------


def _on_grid(frames: int) -> int:
    if not is_frame_count(frames):
        low, high = neighbours(frames)
        nearest = f"{low} and {high}" if low else f"{high}"
        raise GridError(f"{frames} frames are not on the grid of 17 k + 5; nearest: {nearest}")
    return frames


def video_latents(frames: int) -> int:
    """Latent frames of the picture: 2 for the first 5 frames and 5 for every further 17.

    Raises:
        GridError: for a count that is not on the grid.
    """
    return (_on_grid(frames) - FRAME_OFFSET) // FRAME_STEP * LATENTS_PER_STEP + 2


def audio_latents(frames: int) -> int:
    """Latents of the sound, from the length that the clip really has, half to even.

    Raises:
        GridError: for a count that is not on the grid.
    """
    return round(seconds(_on_grid(frames)) * AUDIO_LATENTS_PER_SECOND)


def audio_samples(frames: int, rate: int = 48_000) -> int:
    """Samples per channel that last exactly as long as `frames` frames (any count, on the grid or not).

    The model's own 32,000 Hz is refused: only every third frame ends on a sample there, so sound is resampled first.

    Args:
        rate: samples per second, a multiple of 24.

    Raises:
        GridError: when a frame of that rate is no whole number of samples, or for a negative count.
    """
    if rate <= 0 or rate % FPS:
        near = min(_FRAME_RATES, key=lambda usual: abs(usual - rate))
        raise GridError(
            f"at a rate of {rate} Hz a frame is no whole number of samples; the nearest usual rate is {near}"
        )
    if frames < 0:
        raise GridError(f"{frames} frames last no time; the least is 0")
    return frames * (rate // FPS)


# --- canvas -----------------------------------------------------------------------------------------------------------


def _ratio(ratio: str | Fraction | tuple[int, int]) -> Fraction:
    if isinstance(ratio, str):
        width, _, height = ratio.strip().partition(":")
        # Nine digits are more than any picture has, and few enough for every later step.
        if not all(side.isdecimal() and len(side) <= 9 and int(side) for side in (width, height)):
            raise GridError(f"{ratio[:40]!r} is no aspect ratio; write width:height, for example {', '.join(RATIOS)}")
        value = Fraction(int(width), int(height))
    elif isinstance(ratio, tuple):
        if min(ratio) < 1:
            raise GridError(f"{ratio[0]}x{ratio[1]} has no aspect ratio; the smallest width and height is 1")
        value = Fraction(*ratio)
    else:
        value = ratio
    if not RATIO_MIN <= value <= RATIO_MAX:
        named = ratio if isinstance(ratio, str) else f"{value.numerator}:{value.denominator}"
        nearest = "1:4" if value < RATIO_MIN else "4:1"
        raise GridError(f"the aspect ratio {named} lies outside of 1:4 to 4:1; the nearest is {nearest}")
    return value


def canvas(ratio: str | Fraction | tuple[int, int], short_edge: int = BASE_SHORT_EDGE) -> Canvas:
    """The canvas for an aspect ratio and a short edge, as all renderers reckon it.

    The short edge is given, the long one follows, both are scaled down together when the area is above the cap, and each
    is rounded to a multiple of 32 (half to even), which may end slightly above the cap.

    The range is judged exactly. The size is then reckoned with the renderers' own steps in double precision, since an edge
    that lies exactly between two multiples is decided by their rounding error: 34:61 at an edge of 544 is 30.5 units high
    and becomes 992 pixels everywhere, although exact half to even would say 960.

    Args:
        ratio: "16:9", (16, 9) or a fraction, from 1:4 to 4:1.
        short_edge: in pixels. vLLM-Omni takes 768 only.

    Raises:
        GridError: for a ratio outside the range or an edge below 1.
    """
    value = float(_ratio(ratio))
    if short_edge < 1:
        raise GridError(f"a short edge has at least 1 pixel, not {short_edge}; the usual one is {BASE_SHORT_EDGE}")
    width, height = (short_edge * value, float(short_edge)) if value >= 1 else (float(short_edge), short_edge / value)
    area = width * height
    if area > AREA_CAP:
        scale = (AREA_CAP / area) ** 0.5
        width, height = width * scale, height * scale
    return Canvas(_multiple(width), _multiple(height))


def _multiple(edge: float) -> int:
    return max(1, round(edge / SPATIAL_MULTIPLE)) * SPATIAL_MULTIPLE


def keyframe_canvas(width: int, height: int) -> Canvas:
    """The canvas of a clip whose first keyframe has `width` x `height` pixels; only their ratio counts.

    Raises:
        GridError: for a ratio outside 1:4 to 4:1.
    """
    return canvas((width, height))


def continuation_windows(frames: int, size: int = 277, overlap: int = 22) -> tuple[tuple[int, int], ...]:
    """The windows ``[start, end)`` in which vLLM-Omni continues a long video.

    Raises:
        GridError: when a window does not advance.
    """
    if not 0 <= overlap < size:
        raise GridError(
            f"an overlap of {overlap} frames does not fit into a window of {size}; the longest is {size - 1}"
        )
    if frames <= size:
        return ((0, frames),)
    count = 1 + ceil(Fraction(frames - size, size - overlap))
    return tuple((index * (size - overlap), min(index * (size - overlap) + size, frames)) for index in range(count))
