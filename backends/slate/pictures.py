"""Reference files as pictures: still images in every usual make, the first frame of a video, the shape of a sound."""

from __future__ import annotations

from pathlib import Path

import av
import av.error
import cv2
import numpy as np

from backends.contract import ReferenceFile
from backends.media.stills import image
from h3prompt.context import Kind
from h3prompt.errors import SourceError
from h3prompt.grid import Canvas

from .planes import Bytes, array

#: How much of a sound its thumbnail looks at, in seconds.
_SOUND_SECONDS = 30


def _refuse(path: Path, kind: str, reason: str) -> SourceError:
    return SourceError(f"{path}: cannot be read as {kind}: {reason}")


def video(path: Path) -> Bytes:
    """The first frame of a video, RGB, in square pixels and upright.

    Raises:
        SourceError: when it has none that can be read.
    """
    try:
        with av.open(str(path)) as container:
            if not container.streams.video:
                raise _refuse(path, "a video", "it has no picture stream")
            frame = next(container.decode(video=0), None)
            if frame is None:
                raise _refuse(path, "a video", "it has no frame")
            shape = frame.sample_aspect_ratio if hasattr(frame, "sample_aspect_ratio") else None
            ratio = shape or container.streams.video[0].sample_aspect_ratio
            picture = array(frame.to_ndarray(format="rgb24"))
            turns = round(frame.rotation / 90) % 4
    except (av.error.FFmpegError, OSError, ValueError) as error:
        raise _refuse(path, "a video", getattr(error, "strerror", None) or str(error)) from error
    if ratio and ratio != 1:
        size = (max(1, round(picture.shape[1] * float(ratio))), picture.shape[0])
        picture = array(cv2.resize(picture, size, interpolation=cv2.INTER_AREA))
    return np.ascontiguousarray(np.rot90(picture, turns))


def audio(path: Path, width: int = 256, height: int = 144) -> Bytes:
    """The shape of a sound's first half minute as a picture, RGB.

    Raises:
        SourceError: when it has no sound that can be read.
    """
    try:
        with av.open(str(path)) as container:
            if not container.streams.audio:
                raise _refuse(path, "a sound", "it has no sound stream")
            resampler = av.AudioResampler(format="flt", layout="mono", rate=8_000)
            parts, length = [np.zeros(0, np.float32)], 0
            for frame in container.decode(audio=0):
                for out in resampler.resample(frame):
                    parts.append(out.to_ndarray()[0])
                    length += out.samples
                if length > _SOUND_SECONDS * 8_000:
                    break
    except (av.error.FFmpegError, OSError, ValueError) as error:
        raise _refuse(path, "a sound", getattr(error, "strerror", None) or str(error)) from error
    sound = np.concatenate(parts)
    if not sound.size:
        raise _refuse(path, "a sound", "it is empty")
    columns = [float(np.abs(part).max(initial=0)) for part in np.array_split(sound, width)]
    loudest = max(max(columns), 1e-6)
    picture = np.full((height, width, 3), (28, 30, 36), np.uint8)
    for index, peak in enumerate(columns):
        half = round(peak / loudest * height * 0.42)
        picture[height // 2 - half : height // 2 + half + 1, index] = (96, 200, 160)
    return picture


def load(file: ReferenceFile) -> Bytes:
    """The picture that stands for a reference file.

    Raises:
        SourceError: when it cannot be read.
    """
    return {Kind.IMAGE: image, Kind.VIDEO: video, Kind.AUDIO: audio}[file.kind](file.path)


def cover(picture: Bytes, canvas: Canvas) -> Bytes:
    """`picture` scaled until it covers the canvas, the rest cut off evenly on both sides."""
    height, width = picture.shape[:2]
    scale = max(canvas.width / width, canvas.height / height)
    size = (max(canvas.width, round(width * scale)), max(canvas.height, round(height * scale)))
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    scaled = array(cv2.resize(picture, size, interpolation=method)) if size != (width, height) else picture
    left, top = (size[0] - canvas.width) // 2, (size[1] - canvas.height) // 2
    return np.ascontiguousarray(scaled[top : top + canvas.height, left : left + canvas.width])
