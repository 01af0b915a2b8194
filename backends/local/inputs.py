"""Reference files as the model takes them: pictures upright and in RGB, videos at 24 fps, sound at 32 kHz in stereo.

The library's own file readers are not used: they follow no rotation, and resample nothing.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from backends.contract import ReferenceFile, RenderRequest
from h3prompt.context import Kind, Role
from h3prompt.grid import FPS

from .runtime import torch as ready

#: Sample rate of the model's sound in Hz.
RATE = 32_000


def inputs(request: RenderRequest) -> dict[str, Any]:
    """Everything of a request that the pipeline takes as a value, except the seed.

    Raises:
        SourceError: when a file cannot be read.
        ToolError: when ffmpeg cannot decode one.
    """
    found: dict[str, Any] = {
        "prompt": request.prompt,
        "height": request.canvas.height,
        "width": request.canvas.width,
        "num_frames": request.frames,
    }
    references = []
    for file in request.references:
        if file.role is Role.FIRST_FRAME:
            found["image"] = _picture(file.path)
        elif file.role is Role.LAST_FRAME:
            found["last_image"] = _picture(file.path)
        else:
            references.append(_reference(file, request.frames))
    if references:
        found["references"] = references
    return found


def _picture(path: Path) -> Any:
    from PIL import Image

    from backends.media.stills import image

    return Image.fromarray(image(path))


def _reference(file: ReferenceFile, frames: int) -> Any:
    from diffusers.modular_pipelines.minimax_h3 import (
        MiniMaxH3AudioReference,
        MiniMaxH3ImageReference,
        MiniMaxH3VideoReference,
    )

    from backends.media.probe import probe

    if file.kind is Kind.IMAGE:
        return MiniMaxH3ImageReference(image=_picture(file.path))
    if file.kind is Kind.AUDIO:
        return MiniMaxH3AudioReference(audio=_sound(file.path, frames), sample_rate=RATE)
    media = probe(file.path)
    sound = _sound(file.path, frames) if media.audio else None
    rate = RATE if sound is not None else None
    return MiniMaxH3VideoReference(frames=_video(file.path, media, frames), fps=FPS, audio=sound, sample_rate=rate)


def _video(path: Path, media: Any, frames: int) -> Any:
    """Pictures of shape (frames, height, width, 3) at 24 fps, square pixels, at most `frames` of them."""
    import numpy as np

    from backends.media import run
    from h3prompt.errors import SourceError

    if media.video is None:
        raise SourceError(f"{path}: has no picture")
    width, height = (max(1, round(edge)) for edge in media.video.shown)
    arguments = [
        *("-i", str(path.absolute()), "-map", "0:v:0", "-vf", f"fps={FPS},scale={width}:{height},setsar=1"),
        *("-frames:v", str(frames), "-f", "rawvideo", "-pix_fmt", "rgb24", "pipe:1"),
    ]
    with run.reading(arguments, what=f"reading {path.name}") as pipe:
        data = pipe.read()
    return np.frombuffer(data, np.uint8).reshape(-1, height, width, 3).copy()


def _sound(path: Path, frames: int) -> Any:
    """Sound of shape (2, samples), float32, as long as the clip at most."""
    import numpy as np

    from backends.media import run

    arguments = [
        *("-i", str(path.absolute()), "-map", "0:a:0", "-af", f"aresample={RATE},aformat=channel_layouts=stereo"),
        *("-t", f"{frames / FPS:.6f}", "-f", "f32le", "pipe:1"),
    ]
    with run.reading(arguments, what=f"reading {path.name}") as pipe:
        data = pipe.read()
    samples = np.frombuffer(data, np.float32).reshape(-1, 2).T.copy()
    return ready().from_numpy(samples.clip(-1.0, 1.0))
