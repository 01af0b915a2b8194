"""The local renderer behind the protocol of all renderers."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from backends.capabilities import Capabilities
from backends.contract import Cancel, EventKind, Events, Rendered, RenderEvent, RenderRequest
from backends.media import run
from h3prompt import grid
from h3prompt.errors import BackendError, CapabilityError, Interrupted, SourceError, ToolError
from h3prompt.findings import Finding, Level
from h3prompt.modes import Mode

from . import checkpoint, checks, outputs, runtime
from .checkpoint import Checkpoint
from .engine import Engine, conditions
from .families.h3 import WORKFLOWS
from .inputs import RATE
from .settings import SETTINGS, Settings, read
from .stages import Stages

#: Changes with every change of what comes out for the same request.
VERSION = "1"


class Local:
    """Renders with a model in this process, through diffusers.

    Args:
        work: where finished stages are kept; None: only as long as the object lives.
    """

    name = "local"
    version = VERSION

    def __init__(self, work: Path | None = None) -> None:
        self._stages = Stages(work / "stages" if work else None)
        self._engine: tuple[object, Engine] | None = None
        self._models: dict[str, Checkpoint] = {}
        # Digest of the pictures to the prompt that made them.
        self._seen: dict[str, str] = {}

    def capabilities(self, mode: Mode) -> Capabilities:
        """What it can do: every mode, one clip at a time."""
        return Capabilities(
            backend=self.name,
            mode=mode,
            window=grid.window(self.name),
            settings=frozenset(SETTINGS),
            neutral=frozenset({"memory", "checkpoint_every"}),
            parallel=1,
            audio_rate=RATE,
            # Whether the weights are real is known with the model: `Rendered.draft` says it.
            draft=False,
        )

    def model_of(self, model: str | None) -> str | None:
        """The model's name and revision; the path alone when it cannot be read."""
        if not model:
            return model
        try:
            found = self._model(model)
            return f"{found.name}@{found.revision}"
        except (SourceError, OSError):
            return model

    def preflight(self, request: RenderRequest) -> Sequence[Finding]:
        """What is wrong with `request`; the codes are in `checks.CODES`."""
        return checks.check(request)

    def prepare(self, requests: Sequence[RenderRequest], events: Events, cancel: Cancel) -> None:
        """Encodes all clips, then denoises all: each part of the model is read once, not once for every clip."""
        # Workflows one after another: each has parts that the others do without.
        ordered = sorted(requests, key=lambda request: WORKFLOWS[request.mode])
        for stage in ("encode", "denoise"):
            for request in ordered:
                cancel.check()
                try:
                    settings, engine = self._ready(request)
                    if stage == "encode":
                        engine.encoded(request, events, cancel)
                    else:
                        engine.denoised(request, settings, events, cancel)
                except Interrupted:
                    raise
                except Exception as error:  # The clip's own render meets it again and has a take to record it in.
                    events(RenderEvent(request.clip, EventKind.LOG, stage, message=str(error)))

    def render(self, request: RenderRequest, target: Path, events: Events, cancel: Cancel) -> Rendered:
        """Makes the clip: MP4, H.264 at 24 frames a second, FLAC in stereo at 32 kHz.

        Raises:
            CapabilityError: for settings that mean nothing.
            BackendError: when the model, ffmpeg or the disk fails, or what came out is certainly broken.
            Interrupted: after `cancel` was set.
        """
        settings, engine = self._ready(request)
        try:
            pictures, sound, rate = engine.decoded(request, settings, events, cancel)
            outputs.clip(request.clip, pictures, sound)
            shown, heard = _digest(pictures), _digest(sound)
            self._another(request, shown)
            fitted, findings = _fitted(sound, len(pictures), rate)
            _write(request, pictures, fitted, rate, target, events, cancel)
        except (ToolError, SourceError) as error:
            raise BackendError(f"{request.clip}: {error.message}", hint=error.hint) from error
        except OSError as error:
            raise BackendError(f"{request.clip}: {target.name} cannot be written: {error.strerror or error}") from error
        model = self._model(str(request.model))
        return Rendered(
            path=target,
            backend=self.name,
            version=self.version,
            model=f"{model.name}@{model.revision}",
            seed=request.seed,
            draft=model.test_weights,
            facts={
                "test_weights": model.test_weights,
                "evaluations": settings.evaluations,
                "memory": settings.memory,
                **conditions(settings).to_dict(),
                "versions": runtime.versions(),
                # Of the uint8 frames and the float32 samples as the model gave them, before any encoder.
                "pictures_sha256": shown,
                "sound_sha256": heard,
            },
            findings=tuple(findings),
        )

    def _ready(self, request: RenderRequest) -> tuple[Settings, Engine]:
        settings, problems = read(request.settings)
        if problems:
            raise CapabilityError(f"{problems[0].name}: {problems[0].message}", hint=problems[0].suggestion)
        if not request.model:
            raise CapabilityError("model: the local renderer needs the folder of a model", hint="h3 model tiny DIR")
        under = conditions(settings)
        wanted = (request.model, under, settings.memory)
        if self._engine is None or self._engine[0] != wanted:
            if self._engine is not None:
                self._engine[1].release()
            resident = settings.memory == "resident"
            self._engine = (wanted, Engine(self._model(request.model), under, self._stages, resident=resident))
        return settings, self._engine[1]

    def _model(self, model: str) -> Checkpoint:
        if model not in self._models:
            self._models[model] = checkpoint.read(checkpoint.place(model))
        return self._models[model]

    def _another(self, request: RenderRequest, shown: str) -> None:
        """Refuses pictures that another prompt gave as well: the prompt had no effect."""
        before = self._seen.setdefault(shown, request.prompt)
        if before != request.prompt:
            raise BackendError(
                f"{request.clip}: has the very pictures that another prompt gave; the prompt has no effect"
            )


def _digest(values: Any) -> str:
    return hashlib.sha256(values.tobytes()).hexdigest()


def _fitted(sound: Any, frames: int, rate: int) -> tuple[Any, list[Finding]]:
    """The sound as long as the picture: the model's own is up to half a latent longer or shorter."""
    import numpy as np

    # Rounded up, so that the last frame has sound to its end: at 32 kHz a frame is 1333 1/3 samples.
    wanted = -(-frames * rate // grid.FPS)
    given = sound.shape[1]
    if given == wanted:
        return sound, []
    fitted = sound[:, :wanted] if given > wanted else np.pad(sound, ((0, 0), (0, wanted - given)))
    change = f"{given - wanted} samples cut off" if given > wanted else f"{wanted - given} samples of silence added"
    return fitted, [Finding("LOC017", Level.INFO, f"sound fitted to {frames} frames: {change} at its end")]


def _write(
    request: RenderRequest, pictures: Any, sound: Any, rate: int, target: Path, events: Events, cancel: Cancel
) -> None:
    beside = target.with_name(f"{target.name}.sound.raw")
    total, height, width, _ = pictures.shape
    arguments = [
        *("-y", "-loglevel", "warning"),
        *(
            "-f",
            "rawvideo",
            "-pix_fmt",
            "rgb24",
            "-s",
            f"{width}x{height}",
            "-framerate",
            str(grid.FPS),
            "-i",
            "pipe:0",
        ),
        *("-f", "f32le", "-ar", str(rate), "-ac", "2", "-i", os.fspath(beside), "-map", "0:v", "-map", "1:a"),
        *("-vf", "scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd+full_chroma_int,format=yuv420p"),
        *("-c:v", "libx264", "-preset", "medium", "-crf", "12", "-g", "48", "-threads", "2"),
        *("-color_range", "tv", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"),
        # FLAC keeps every sample: AAC would add its own delay and padding.
        *("-c:a", "flac", "-sample_fmt", "s32", "-strict", "-2"),
        *("-fflags", "+bitexact", "-flags:v", "+bitexact", "-flags:a", "+bitexact", "-map_metadata", "-1"),
        *("-video_track_timescale", str(grid.FPS * 512), "-f", "mp4", os.fspath(target)),
    ]
    try:
        beside.write_bytes(sound.T.astype("<f4").tobytes())
        with run.writing(arguments, what=f"the clip {request.clip}", cancelled=lambda: bool(cancel)) as pipe:
            for done, picture in enumerate(pictures, start=1):
                cancel.check()
                pipe.write(picture.tobytes())
                if done % 24 == 0 or done == total:
                    events(RenderEvent(request.clip, EventKind.PROGRESS, "write", done, total))
    finally:
        beside.unlink(missing_ok=True)
