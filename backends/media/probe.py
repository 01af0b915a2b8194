"""What is in a media file, without ffprobe: PyAV reads the streams, and on request counts every packet."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from h3prompt.errors import SourceError


@dataclass(frozen=True, slots=True)
class Video:
    """A picture stream.

    `frames` is the number of packets (None when they were not counted); `rate` the average and `nominal_rate` the base
    frame rate: when they differ the rate varies. `rotation` is in degrees, counter-clockwise, as the player turns it.
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
        with av.open(str(path)) as container:
            pictures = [s for s in container.streams.video if not s.disposition & av.stream.Disposition.attached_pic]
            counted: dict[int, int] = {}
            if count and pictures:
                for packet in container.demux(pictures):
                    if packet.size:
                        counted[packet.stream_index] = counted.get(packet.stream_index, 0) + 1
            return Media(
                path=path,
                format=container.format.name,
                size=size,
                duration=None if container.duration is None else Fraction(container.duration, 1_000_000),
                videos=tuple(_video(stream, counted.get(stream.index) if count else None) for stream in pictures),
                audios=tuple(_audio(stream, index) for index, stream in enumerate(container.streams.audio)),
            )
    except (av.error.FFmpegError, OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise SourceError(f"{path}: is no media file that can be read: {reason}") from error


def _seconds(value: int | None, base: Fraction | None) -> Fraction | None:
    return None if value is None or base is None else value * base


def _video(stream: object, frames: int | None) -> Video:
    import av.video.stream

    assert isinstance(stream, av.video.stream.VideoStream)
    context = stream.codec_context
    return Video(
        codec=context.name,
        profile=str(context.profile or ""),
        width=context.width,
        height=context.height,
        sar=Fraction(stream.sample_aspect_ratio or 1) or Fraction(1),
        pixel_format=context.pix_fmt or "",
        rate=stream.average_rate,
        nominal_rate=stream.base_rate,
        frames=frames if frames is not None else (stream.frames or None),
        start=_seconds(stream.start_time, stream.time_base) or Fraction(0),
        duration=_seconds(stream.duration, stream.time_base),
        time_base=stream.time_base or Fraction(0),
        extradata=context.extradata or b"",
        color_range=str(context.color_range or ""),
        color_space=str(context.colorspace or ""),
        color_primaries=str(context.color_primaries or ""),
        color_transfer=str(context.color_trc or ""),
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
