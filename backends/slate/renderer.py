"""The slate behind the protocol of all renderers."""

from __future__ import annotations

import os
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2

from backends.capabilities import Capabilities
from backends.contract import Cancel, EventKind, Events, Rendered, RenderEvent, RenderRequest
from backends.media import find, run
from h3prompt import grid
from h3prompt.errors import BackendError, CapabilityError, Interrupted, SourceError, ToolError
from h3prompt.findings import Finding
from h3prompt.modes import Mode

from . import checks, faults, sound
from .frames import Painter, shots_of
from .planes import Bytes
from .settings import SETTINGS, read

#: Changes with every change of what is drawn or heard.
VERSION = "1"
#: Frames from one report of progress to the next.
_REPORT = 8


class Slate:
    """Draws an animatic for every request, quickly and always the same."""

    name = "slate"
    version = VERSION

    def __init__(self) -> None:
        self._attempts: Counter[str] = Counter()
        self._lock = threading.Lock()

    def capabilities(self, mode: Mode) -> Capabilities:
        """What it can do: every mode, any canvas."""
        return Capabilities(
            backend=self.name,
            mode=mode,
            window=grid.window(self.name),
            settings=frozenset(SETTINGS),
            parallel=2,
            draft=True,
            uses_notes=True,
            audio_rate=sound.RATE,
        )

    def model_of(self, model: str | None) -> str | None:
        """The name alone: there is no model."""
        return model

    def preflight(self, request: RenderRequest) -> Sequence[Finding]:
        """What is wrong with `request`; the codes are in `checks.CODES`."""
        return checks.check(request)

    def render(self, request: RenderRequest, target: Path, events: Events, cancel: Cancel) -> Rendered:
        """Draws the clip into `target`: MP4, H.264 at 24 frames a second, FLAC in stereo at 32 kHz.

        Beside the target lies its sound for as long as the drawing lasts.

        Raises:
            CapabilityError: for settings that mean nothing.
            BackendError: when ffmpeg or the disk fails, or a reference cannot be read.
            Interrupted: within a frame after `cancel` was set.
        """
        settings, problems = read(request.settings)
        if problems:
            raise CapabilityError(f"{problems[0].name}: {problems[0].message}", hint=problems[0].suggestion)
        with self._lock:
            self._attempts[request.clip] += 1
            fault = settings.fault_for(request.clip, self._attempts[request.clip])
        cancel.check()
        if settings.delay:
            events(RenderEvent(request.clip, EventKind.STAGE, "wait"))
            cancel.wait(settings.delay)
            cancel.check()
        if fault == "hang":
            events(RenderEvent(request.clip, EventKind.STAGE, "hang"))
            while not cancel:
                cancel.wait(3600)
            cancel.check()
        try:
            _draw(request, fault, target, events, cancel)
        except (ToolError, SourceError) as error:
            raise BackendError(f"{request.clip}: {error.message}", hint=error.hint) from error
        except cv2.error as error:
            raise BackendError(f"{request.clip}: the picture cannot be drawn: {error}") from error
        except OSError as error:
            raise BackendError(f"{request.clip}: {target.name} cannot be written: {error.strerror or error}") from error
        facts: dict[str, str | int] = {
            "shots": len(shots_of(request)),
            "opencv": str(cv2.__version__),
            "ffmpeg": find.find().version,
        }
        if fault:
            facts["fault"] = fault
        return Rendered(
            path=target,
            backend=self.name,
            version=self.version,
            model=self.name,
            seed=request.seed,
            draft=True,
            facts=facts,
        )


def _draw(request: RenderRequest, fault: str, target: Path, events: Events, cancel: Cancel) -> None:
    wanted = faults.drawn(request, fault)
    shape = faults.shape(fault)
    beside = target.with_name(f"{target.name}.sound.wav")
    total = wanted.frames
    painter = Painter(wanted)
    try:
        if shape.audio:
            events(RenderEvent(request.clip, EventKind.STAGE, "sound"))
            heard = sound.track(shots_of(request), request.frames, request.seed)
            sound.write(beside, faults.heard(heard, fault, total, request.seed))
        cancel.check()
        events(RenderEvent(request.clip, EventKind.STAGE, "draw", 0, total))
        arguments = _arguments(wanted, shape, beside if shape.audio else None, target)
        luma = wanted.canvas.width * wanted.canvas.height
        frames = faults.pictures(painter.frames(), fault, total, luma)
        with run.writing(arguments, what=f"the slate of {request.clip}", cancelled=lambda: bool(cancel)) as pipe:
            for done, frame in enumerate(_until(frames, cancel), start=1):
                pipe.write(frame.data)
                if done % _REPORT == 0 or done == total:
                    events(RenderEvent(request.clip, EventKind.PROGRESS, "draw", done, total))
    finally:
        beside.unlink(missing_ok=True)
    if fault == "truncated":
        os.truncate(target, target.stat().st_size * 6 // 10)


def _until(frames: Iterator[Bytes], cancel: Cancel) -> Iterator[Bytes]:
    """The frames until the work is cancelled.

    Raises:
        Interrupted: then.
    """
    for frame in frames:
        if cancel:
            raise Interrupted("the slate was cancelled")
        yield frame


def _arguments(request: RenderRequest, shape: faults.Shape, heard: Path | None, target: Path) -> list[str]:
    """The encoder's arguments: nothing in the file depends on the time, the machine's cores or the version's name."""
    return [
        *("-y", "-loglevel", "warning"),
        *("-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", str(request.canvas), "-framerate", str(shape.rate)),
        *("-i", "pipe:0"),
        *(("-i", str(heard), "-map", "0:v", "-map", "1:a") if heard else ("-map", "0:v")),
        *("-c:v", "libx264", "-preset", "ultrafast", "-crf", "16", "-bf", "0", "-g", "48", "-threads", "1"),
        *("-vf", "setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709", "-pix_fmt", "yuv420p"),
        # FLAC keeps every sample: AAC would add its own delay and padding.
        *(("-c:a", "flac", "-strict", "-2") if heard else ()),
        *("-fflags", "+bitexact", "-flags:v", "+bitexact", "-flags:a", "+bitexact", "-map_metadata", "-1"),
        *("-video_track_timescale", str(shape.rate * 512), "-f", "mp4", os.fspath(target)),
    ]
