"""What is in a media file, without ffprobe: PyAV reads the streams, and on request counts every packet."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

from h3prompt.errors import SourceError

#: FFmpeg's words for the numbers of ISO/IEC 23091-2 that a stream carries; "" is "not said".
_PRIMARIES = {1: "bt709", 4: "bt470m", 5: "bt470bg", 6: "smpte170m", 7: "smpte240m", 8: "film", 9: "bt2020", 10: "smpte428",
              11: "smpte431", 12: "smpte432", 22: "ebu3213"}  # fmt: skip
_TRANSFERS = {1: "bt709", 4: "gamma22", 5: "gamma28", 6: "smpte170m", 7: "smpte240m", 8: "linear", 9: "log100", 10: "log316",
              11: "iec61966-2-4", 12: "bt1361e", 13: "iec61966-2-1", 14: "bt2020-10", 15: "bt2020-12", 16: "smpte2084",
              17: "smpte428", 18: "arib-std-b67"}  # fmt: skip
_SPACES = {0: "gbr", 1: "bt709", 4: "fcc", 5: "bt470bg", 6: "smpte170m", 7: "smpte240m", 8: "ycgco", 9: "bt2020nc",
           10: "bt2020c", 14: "ictcp"}  # fmt: skip
_RANGES = {1: "tv", 2: "pc"}


@dataclass(frozen=True, slots=True)
class Video:
    """A picture stream.

    `frames` is the number of packets (None when they were not counted); `rate` the average and `nominal_rate` the base
    frame rate. `rotation` is in degrees, counter-clockwise, as the player turns it. The colours are FFmpeg's words
    ("bt709", "smpte2084", "tv"), "" where the file does not say. `index` is the stream's number in the file.

    Counted (else None): `steps`, the shortest and the longest time from one frame to the next in seconds, and `span`, the
    time from the first frame to the end of the last.
    """

    codec: str
    profile: str
    width: int
    height: int
    sar: Fraction
    pixel_format: str
    rate: Fraction | None
    nominal_rate: Fraction | None
    frames: int | None
    start: Fraction
    duration: Fraction | None
    rotation: int = 0
    color_range: str = ""
    color_space: str = ""
    color_primaries: str = ""
    color_transfer: str = ""
    time_base: Fraction = Fraction(0)
    extradata: bytes = b""
    index: int = 0
    steps: tuple[Fraction, Fraction] | None = None
    span: Fraction | None = None

    @property
    def constant(self) -> bool | None:
        """Whether the frames follow each other evenly, but for the rounding of the file's time stamps; None: not counted."""
        return None if self.steps is None else self.steps[1] - self.steps[0] <= 2 * self.time_base

    @property
    def shown(self) -> tuple[Fraction, Fraction]:
        """Width and height as a player shows them: square pixels, turned."""
        width, height = self.width * self.sar, Fraction(self.height)
        return (height, width) if self.rotation % 180 else (width, height)


@dataclass(frozen=True, slots=True)
class AudioStream:
    """A sound stream."""

    codec: str
    rate: int
    channels: int
    layout: str
    start: Fraction
    duration: Fraction | None
    index: int = 0


@dataclass(frozen=True, slots=True)
class Media:
    """A file: `videos` without attached pictures, `audios`, and its size in bytes."""

    path: Path
    format: str
    size: int
    duration: Fraction | None
    videos: tuple[Video, ...] = ()
    audios: tuple[AudioStream, ...] = ()

    @property
    def video(self) -> Video | None:
        """The first picture stream."""
        return self.videos[0] if self.videos else None

    @property
    def audio(self) -> AudioStream | None:
        """The first sound stream."""
        return self.audios[0] if self.audios else None


def probe(path: Path, *, count: bool = False) -> Media:
    """Looks into a file.

    Args:
        path: the file.
        count: read every packet of the picture, so that `Video.frames` and `Video.duration` are counted, not believed.

    Raises:
        SourceError: when it does not exist or is no media file.
    """
    import av
    import av.error

    try:
        size = path.stat().st_size
        with av.open(str(path.absolute())) as container:
            pictures = [s for s in container.streams.video if not s.disposition & av.stream.Disposition.attached_pic]
            counted: dict[int, list[tuple[int, int]]] = {stream.index: [] for stream in pictures}
            if count and pictures:
                for packet in container.demux(pictures):
                    # An edit list leaves packets in the file that are decoded but never shown.
                    if packet.size and not packet.is_discard:
                        time = packet.pts if packet.pts is not None else packet.dts or 0
                        counted[packet.stream_index].append((time, packet.duration or 0))
            turned = _rotation(path) if pictures else 0
            return Media(
                path=path,
                format=container.format.name,
                size=size,
                duration=None if container.duration is None else Fraction(container.duration, 1_000_000),
                videos=tuple(
                    _video(stream, counted[stream.index] if count else None, turned if number == 0 else 0)
                    for number, stream in enumerate(pictures)
                ),
                audios=tuple(_audio(stream, index) for index, stream in enumerate(container.streams.audio)),
            )
    except (av.error.FFmpegError, OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise SourceError(f"{path}: is no media file that can be read: {reason}") from error


def _seconds(value: int | None, base: Fraction | None) -> Fraction | None:
    return None if value is None or base is None else value * base


def _rotation(path: Path) -> int:
    """By how much a player turns the first picture stream: only a decoded frame says it."""
    import av
    import av.error

    try:
        with av.open(str(path.absolute())) as container:
            shown = [s for s in container.streams.video if not s.disposition & av.stream.Disposition.attached_pic]
            return next((round(frame.rotation) for frame in container.decode(shown[0])), 0)
    except av.error.FFmpegError:
        # A picture that cannot be decoded is found by whoever decodes it; what the file says of itself stays readable.
        return 0


def decoded_length(path: Path) -> Fraction:
    """How long the first sound stream lasts in seconds when it is decoded: exact, whatever the file claims.

    Raises:
        SourceError: when there is no sound or it cannot be decoded.
    """
    import av
    import av.error

    try:
        with av.open(str(path.absolute())) as container:
            if not container.streams.audio:
                raise SourceError(f"{path}: has no sound")
            stream = container.streams.audio[0]
            total = sum(frame.samples for frame in container.decode(stream))
            return Fraction(total, stream.codec_context.sample_rate)
    except (av.error.FFmpegError, OSError) as error:
        raise SourceError(f"{path}: cannot be decoded: {getattr(error, 'strerror', None) or error}") from error


def _steps(times: list[int], base: Fraction) -> tuple[Fraction, Fraction] | None:
    gaps = [after - before for before, after in pairwise(sorted(times))]
    return (min(gaps) * base, max(gaps) * base) if gaps else None


def _video(stream: object, packets: list[tuple[int, int]] | None, rotation: int) -> Video:
    import av.video.stream

    assert isinstance(stream, av.video.stream.VideoStream)
    context = stream.codec_context
    base = stream.time_base or Fraction(0)
    steps = span = None
    if packets:
        times = [time for time, _ in packets]
        steps = _steps(times, base)
        last = max(packets)
        length = last[1] * base or (steps[1] if steps else Fraction(1) / (stream.average_rate or 24))
        span = (last[0] - min(times)) * base + length
    return Video(
        codec=context.name,
        profile=str(context.profile or ""),
        width=context.width,
        height=context.height,
        sar=Fraction(stream.sample_aspect_ratio or 1) or Fraction(1),
        pixel_format=context.pix_fmt or "",
        rate=stream.average_rate,
        nominal_rate=stream.base_rate,
        frames=len(packets) if packets is not None else (stream.frames or None),
        start=_seconds(stream.start_time, stream.time_base) or Fraction(0),
        duration=span if span is not None else _seconds(stream.duration, stream.time_base),
        rotation=rotation,
        time_base=base,
        extradata=context.extradata or b"",
        color_range=_RANGES.get(int(context.color_range or 0), ""),
        color_space=_SPACES.get(int(context.colorspace), ""),
        color_primaries=_PRIMARIES.get(int(context.color_primaries or 0), ""),
        color_transfer=_TRANSFERS.get(int(context.color_trc or 0), ""),
        index=stream.index,
        steps=steps,
        span=span,
    )


def _audio(stream: object, index: int) -> AudioStream:
    import av.audio.stream

    assert isinstance(stream, av.audio.stream.AudioStream)
    context = stream.codec_context
    return AudioStream(
        codec=context.name,
        rate=context.sample_rate,
        channels=context.channels,
        layout=context.layout.name,
        start=_seconds(stream.start_time, stream.time_base) or Fraction(0),
        duration=_seconds(stream.duration, stream.time_base),
        index=index,
    )
