"""Every filter graph of the assembly. They are built with ffmpeg-python, which only compiles them; `backends.media.run` runs them.

No text of a user is ever part of a graph: files are arguments of their own, captions are pictures, the title is metadata.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import ffmpeg

from backends.media.probe import AudioStream, Video
from h3prompt.grid import FPS, Canvas

#: Sample rate of a film's sound in Hz, and the samples of one frame.
RATE: int = 48_000
FRAME: int = RATE // FPS
#: Ticks a second of the film's picture: 512 a frame, as FFmpeg itself chooses for 24 fps.
TIMESCALE: int = 12_288
#: Transfers of high dynamic range by FFmpeg's word.
HDR: dict[str, str] = {"smpte2084": "PQ", "arib-std-b67": "HLG"}
#: The same for every segment, or they could not be joined without encoding again. The number of threads is fixed because the
#: bytes depend on it; "stitchable" keeps the headers equal whatever is in the picture.
ENCODER: dict[str, Any] = {
    "c:v": "libx264",
    "preset": "medium",
    "crf": 17,
    "profile:v": "high",
    "pix_fmt": "yuv420p",
    "g": 48,
    "bf": 2,
    "threads": 2,
    "x264-params": "stitchable=1:open-gop=0:force-cfr=1",
    "color_range": "tv",
    "color_primaries": "bt709",
    "color_trc": "bt709",
    "colorspace": "bt709",
    "fps_mode": "passthrough",
    "video_track_timescale": TIMESCALE,
}
_FLAGS: dict[str, Any] = {"bitexact": None}


@dataclass(frozen=True, slots=True)
class Stretch:
    """Frames ``[start, start + frames)`` of one file, counted at 24 fps."""

    path: Path
    video: Video
    start: int
    frames: int


@dataclass(frozen=True, slots=True)
class Overlay:
    """A picture that lies over frames ``[start, end)`` of a segment, at (x, y)."""

    path: Path
    start: int
    end: int
    x: int
    y: int


#: Opens a word that stands for bytes, in hexadecimal: ffmpeg-python cannot hash a name that the locale does not decode.
_WORD = "h3-word-"


def _word(text: str | Path) -> str:
    """A file's name or a text as ffmpeg-python can carry it; `compiled` puts the real one in its place.

    A name is absolute: "part 1: dawn.mp4" alone would be read as a protocol called "part 1".
    """
    return _WORD + (os.fsencode(text.absolute()) if isinstance(text, Path) else text.encode("utf-8", "replace")).hex()


def _real(word: str) -> str:
    # Decoded by the locale's rule, as it will be encoded for the program: the bytes arrive as they are.
    return os.fsdecode(bytes.fromhex(word[len(_WORD) :])) if word.startswith(_WORD) else word


def compiled(node: Any) -> list[str]:
    """A graph as ffmpeg's arguments, without the program."""
    return [_real(str(word)) for word in ffmpeg.compile(node, cmd="ffmpeg", overwrite_output=True)[1:]]


# --- picture ----------------------------------------------------------------------------------------------------------


def fitted(video: Video, canvas: Canvas) -> Canvas:
    """The size in which a picture is shown inside `canvas`: whole, not stretched, even numbers."""
    width, height = video.shown
    scale = min(Fraction(canvas.width) / width, Fraction(canvas.height) / height)

    def even(value: Fraction, limit: int) -> int:
        # Within two pixels of the edge it is the edge: a border of one pixel is a flaw, not a frame.
        rounded = max(2, round(value * scale / 2) * 2)
        return limit if limit - rounded <= 2 else rounded

    return Canvas(even(width, canvas.width), even(height, canvas.height))


def fills(video: Video, canvas: Canvas) -> bool:
    """Whether a picture is shown in exactly the size of `canvas`."""
    width, height = video.shown
    return width == canvas.width and height == canvas.height


def _conformed(stretch: Stretch, canvas: Canvas, **reading: Any) -> Any:
    """Frames as the film wants them: turned, 24 a second from time 0, cut out by number, fitted, 8 bits, bt709 limited."""
    video = stretch.video
    # The stream's own number: a cover picture may come before it. FFmpeg turns the picture by itself.
    stream = ffmpeg.input(_word(stretch.path), **reading)[str(video.index)]
    stream = stream.filter("setpts", "PTS-STARTPTS").filter("fps", fps=FPS, start_time=0)
    stream = stream.filter("trim", start_frame=stretch.start, end_frame=stretch.start + stretch.frames)
    stream = stream.filter("setpts", "PTS-STARTPTS")
    size = fitted(video, canvas)
    as_it_is = (
        fills(video, canvas)
        and video.sar == 1
        and video.pixel_format == "yuv420p"
        and video.color_range in ("", "tv")
        and video.color_space in ("", "bt709")
    )
    if video.color_transfer in HDR:
        stream = _tone_mapped(stream.filter("scale", w=size.width, h=size.height, flags="bicubic"), video)
    elif not as_it_is:
        stream = stream.filter("scale", w=size.width, h=size.height, **_colours(video))
    stream = stream.filter("format", "yuv420p").filter("setsar", "1")
    if size != canvas:
        # On even places: the colour of yuv420p has half the resolution.
        left, top = (canvas.width - size.width) // 4 * 2, (canvas.height - size.height) // 4 * 2
        stream = stream.filter("pad", w=canvas.width, h=canvas.height, x=left, y=top, color="black")
    return stream.filter("setparams", range="tv", color_primaries="bt709", color_trc="bt709", colorspace="bt709")


def _colours(video: Video) -> dict[str, str]:
    options = {
        "flags": "bicubic+accurate_rnd+full_chroma_int",
        "out_color_matrix": "bt709",
        "out_range": "tv",
    }
    if video.pixel_format.startswith(("yuv", "nv", "p0")):
        # A picture that does not say its matrix is taken for what this model and today's cameras write.
        known = {"bt709", "bt470bg", "smpte170m", "smpte240m", "fcc"}
        if video.color_space.startswith("bt2020"):
            options["in_color_matrix"] = "bt2020"
        else:
            options["in_color_matrix"] = video.color_space if video.color_space in known else "bt709"
        full = video.color_range == "pc" or video.pixel_format.startswith("yuvj")
        options["in_range"] = "pc" if full else "tv"
    return options


def _tone_mapped(stream: Any, video: Video) -> Any:
    source = {
        "tin": video.color_transfer,
        "pin": video.color_primaries or "bt2020",
        "min": video.color_space or "bt2020nc",
    }
    stream = stream.filter("zscale", t="linear", npl=203, rin=video.color_range or "tv", **source)
    stream = stream.filter("format", "gbrpf32le").filter("zscale", p="bt709").filter("tonemap", "hable", desat=0)
    return stream.filter("zscale", t="bt709", m="bt709", r="tv")


def _overlaid(stream: Any, overlays: Sequence[Overlay]) -> Any:
    for overlay in overlays:
        # Read as one picture whatever its name: by name alone, "%d" in a folder would mean a numbered series.
        picture = ffmpeg.input(_word(overlay.path), f="png_pipe")
        during = f"between(n,{overlay.start},{overlay.end - 1})"
        stream = ffmpeg.overlay(stream, picture, x=overlay.x, y=overlay.y, enable=during)
    return stream.filter("format", "yuv420p") if overlays else stream


def _segment(stream: Any, target: Path) -> list[str]:
    return compiled(ffmpeg.output(stream, _word(target), an=None, sn=None, dn=None, f="mp4", **ENCODER, **_FLAGS))


def body(
    stretch: Stretch,
    canvas: Canvas,
    target: Path,
    *,
    fade_in: int = 0,
    fade_out: int = 0,
    hold: int = 0,
    overlays: Sequence[Overlay] = (),
) -> list[str]:
    """A segment of one clip; fades from and to black and the last frame held, all in frames."""
    stream = _conformed(stretch, canvas)
    if fade_in:
        stream = stream.filter("fade", type="in", start_frame=0, nb_frames=fade_in)
    if fade_out:
        stream = stream.filter("fade", type="out", start_frame=stretch.frames - fade_out, nb_frames=fade_out)
    if hold:
        stream = stream.filter("tpad", stop=hold, stop_mode="clone")
    return _segment(_overlaid(stream, overlays), target)


def dissolve(
    leaving: Stretch, entering: Stretch, canvas: Canvas, target: Path, overlays: Sequence[Overlay] = ()
) -> list[str]:
    """A segment in which one clip becomes the other; both stretches are as long as the segment."""
    # ffmpeg-python makes one of two inputs that are written alike: the second has an option that is on anyway.
    first = _conformed(leaving, canvas).filter("settb", f"1/{TIMESCALE}")
    second = _conformed(entering, canvas, accurate_seek=None).filter("settb", f"1/{TIMESCALE}")
    length = f"{leaving.frames * 1_000_000 // FPS}us"
    stream = ffmpeg.filter([first, second], "xfade", transition="fade", duration=length, offset=0)
    return _segment(_overlaid(stream, overlays), target)


# --- sound ------------------------------------------------------------------------------------------------------------


def _stereo(path: Path, audio: AudioStream) -> Any:
    stream = ffmpeg.input(_word(path))[f"a:{audio.index}"]
    # Gaps in the time stamps become silence. A single channel goes to both sides as it is; the resampler would lower it.
    stream = stream.filter("aresample", RATE, **{"async": 1})
    if audio.channels == 1:
        stream = stream.filter("channelmap", map="0-FL|0-FR", channel_layout="stereo")
    return stream.filter("aformat", sample_fmts="flt", channel_layouts="stereo", sample_rates=RATE)


def decoded(path: Path, audio: AudioStream, lead: int, start: int, samples: int, target: Path) -> list[str]:
    """Exactly `samples` of a file's sound as raw 32-bit floats, from sample `start` of the picture's clock.

    `lead` is by how many samples the sound begins after the picture (negative: before). Loudness is measured on the way;
    where the sound ends, silence follows.
    """
    stream = _stereo(path, audio)
    if lead > 0:
        stream = stream.filter("adelay", delays=f"{lead}S", all=1)
    elif lead < 0:
        stream = stream.filter("atrim", start_sample=-lead).filter("asetpts", "N/SR/TB")
    stream = stream.filter("apad", whole_len=start + samples)
    stream = stream.filter("atrim", start_sample=start, end_sample=start + samples).filter("asetpts", "N/SR/TB")
    stream = stream.filter("ebur128", framelog="quiet").filter("aformat", sample_fmts="flt")
    return compiled(ffmpeg.output(stream, _word(target), f="f32le", acodec="pcm_f32le", **_FLAGS))


def _raw(path: Path) -> Any:
    return ffmpeg.input(_word(path), f="f32le", ar=RATE, ch_layout="stereo")["a:0"]


def measured(path: Path, raw: bool = False) -> list[str]:
    """Loudness and true peak of a whole file, in the log."""
    stream = _raw(path) if raw else ffmpeg.input(_word(path))["a:0"]
    stream = stream.filter("ebur128", peak="true", framelog="quiet")
    return compiled(ffmpeg.output(stream, "-", f="null"))


def levelled(source: Path, target: Path, gain: float, ceiling: float | None) -> list[str]:
    """Raw sound with a gain in dB, and held below `ceiling` dBTP by a limiter that works at four times the rate."""
    stream = _raw(source).filter("volume", f"{gain:.4f}dB", precision="float")
    if ceiling is not None:
        limit = f"{10 ** (ceiling / 20):.6f}"
        stream = stream.filter("aresample", RATE * 4)
        stream = stream.filter("alimiter", limit=limit, attack=5, release=60, level=0, latency=1)
        stream = stream.filter("aresample", RATE)
    stream = stream.filter("aformat", sample_fmts="flt", sample_rates=RATE, channel_layouts="stereo")
    return compiled(ffmpeg.output(stream, _word(target), f="f32le", acodec="pcm_f32le", **_FLAGS))


def encoded(source: Path, target: Path) -> list[str]:
    """Raw sound as AAC. Its encoder begins with 1,024 samples that are not to be heard: the edit list says so."""
    options: dict[str, Any] = {"b:a": "256k", "movie_timescale": RATE}
    return compiled(ffmpeg.output(_raw(source), _word(target), f="mp4", acodec="aac", **options, **_FLAGS))


# --- the file ---------------------------------------------------------------------------------------------------------


def muxed(picture: Path, sound: Path, target: Path, title: str) -> list[str]:
    """Picture and sound in one file, both copied. Nothing here shortens a stream: -shortest loses packets."""
    inputs = [ffmpeg.input(_word(picture))["v:0"], ffmpeg.input(_word(sound))["a:0"]]
    options: dict[str, Any] = {"c": "copy", "strict": "-2", "movflags": "+faststart", "movie_timescale": RATE}
    options |= {"map_metadata": -1, "map_chapters": -1, "video_track_timescale": TIMESCALE}
    if title:
        # A program's argument ends at a NUL.
        options["metadata"] = _word("title=" + title.replace("\0", ""))
    return compiled(ffmpeg.output(*inputs, _word(target), f="mp4", **options, **_FLAGS))


def packet_hash(path: Path, target: Path) -> list[str]:
    """The SHA-256 of all packets of the first sound stream, written to `target`."""
    stream = ffmpeg.input(_word(path))["a:0"]
    return compiled(ffmpeg.output(stream, _word(target), c="copy", f="streamhash", hash="sha256"))
