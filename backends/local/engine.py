"""Runs the stages of clips: one stage's weights in memory at a time, every finished stage kept, long ones resumable."""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from backends.contract import Cancel, EventKind, Events, RenderEvent, RenderRequest
from h3prompt.context import Role
from h3prompt.errors import BackendError, H3Error, Interrupted

from . import inputs, outputs, runtime
from .checkpoint import Checkpoint
from .families.h3 import WORKFLOWS, Stage, Tensors
from .settings import Settings
from .stages import Stages, key


class _Stop(BaseException):
    """Ends a stage between two layers; see `Stage.stoppable`."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """What the bits of a clip depend on beside its request."""

    device: str
    dtype: str
    threads: int

    def to_dict(self) -> dict[str, Any]:
        """For records."""
        return {"device": self.device, "dtype": self.dtype, "threads": self.threads}


def conditions(settings: Settings) -> Conditions:
    """What `settings` come to on this machine.

    Raises:
        BackendError: when a GPU is asked for and there is none.
    """
    torch = runtime.torch()
    gpu = torch.cuda.is_available()
    if settings.device == "cuda" and not gpu:
        raise BackendError("device: cuda was asked for and torch sees no GPU", hint="set device to auto or cpu")
    device = "cuda" if gpu and settings.device != "cpu" else "cpu"
    dtype = settings.dtype if settings.dtype != "auto" else "bfloat16" if device == "cuda" else "float32"
    return Conditions(device, dtype, settings.threads or torch.get_num_threads())


class Engine:
    """The stages of one model.

    Args:
        model: the checkpoint.
        under: device, type and threads.
        stages: where finished stages are kept.
        resident: all parts stay in memory, instead of those of one stage.
    """

    def __init__(self, model: Checkpoint, under: Conditions, stages: Stages, *, resident: bool = False) -> None:
        self._model = model
        self._under = under
        self._stages = stages
        self._resident = resident
        self._parts: dict[str, Any] = {}
        self._stage: Stage | None = None
        self._lock = threading.Lock()
        #: Bytes of weight files that were read so far.
        self.bytes_read = 0

    # --- the three stages ---------------------------------------------------------------------------------------------

    def encoded(self, request: RenderRequest, events: Events, cancel: Cancel) -> tuple[str, Tensors]:
        """Key and tensors of a clip's conditioning; made when they are not there."""
        name = key(self._encode_key(request))
        found = self._stages.load("encode", name)
        if found is None:
            events(RenderEvent(request.clip, EventKind.STAGE, "encode"))
            with self._running(request, "encode", cancel) as stage:
                found = stage.encode(inputs.inputs(request))
            self._stages.save("encode", name, found)
        return name, found

    def denoised(
        self, request: RenderRequest, settings: Settings, events: Events, cancel: Cancel
    ) -> tuple[str, Tensors]:
        """Key and tensors of a clip's latents; made when they are not there, from the last saved state on."""
        encode_name = key(self._encode_key(request))
        name = key(self._denoise_key(request, encode_name, settings))
        found = self._stages.load("latents", name)
        if found is not None:
            return name, found
        _, encoded = self.encoded(request, events, cancel)
        begin = self._stages.load("state", name)
        done = int(begin["evaluations"]) if begin else 0
        events(RenderEvent(request.clip, EventKind.STAGE, "denoise", done, settings.evaluations))

        def after(done: int, total: int, state: Callable[[], Tensors]) -> None:
            events(RenderEvent(request.clip, EventKind.PROGRESS, "denoise", done, total))
            if settings.checkpoint_every and done % settings.checkpoint_every == 0 and done < total:
                self._stages.save("state", name, state())

        with self._running(request, "denoise", cancel) as stage:
            found = stage.denoise(
                inputs.inputs(request),
                encoded,
                seed=request.seed,
                evaluations=settings.evaluations,
                begin=begin,
                after=after,
            )
        try:
            outputs.latents(request.clip, found)
        except BackendError:
            # A saved state of this run is most likely broken as well: the next attempt begins at the beginning.
            self._stages.drop("state", name)
            raise
        self._stages.save("latents", name, found)
        self._stages.drop("state", name)
        return name, found

    def decoded(
        self, request: RenderRequest, settings: Settings, events: Events, cancel: Cancel
    ) -> tuple[Any, Any, int]:
        """Pictures (frames, height, width, 3) as uint8, sound (2, samples) as float32, its rate in Hz."""
        _, latents = self.denoised(request, settings, events, cancel)
        events(RenderEvent(request.clip, EventKind.STAGE, "decode"))
        with self._running(request, "decode", cancel) as stage:
            return stage.decode(latents)

    def release(self) -> None:
        """Lets go of all weights."""
        with self._lock:
            self._drop(())

    # --- weights ------------------------------------------------------------------------------------------------------

    @contextmanager
    def _running(self, request: RenderRequest, name: str, cancel: Cancel) -> Iterator[Stage]:
        """The stage with its weights in memory; ends between two layers once `cancel` is set.

        Raises:
            BackendError: when the library fails.
            Interrupted: when it was cancelled.
        """
        torch = runtime.torch()

        def stop() -> None:
            if cancel:
                raise _Stop

        with self._lock:
            cancel.check()
            torch.set_num_threads(self._under.threads)
            try:
                stage = self._loaded(WORKFLOWS[request.mode], name)
                with stage.stoppable(stop):
                    yield stage
            except _Stop:
                raise Interrupted("the work was cancelled") from None
            except H3Error:
                raise
            except (RuntimeError, ValueError, TypeError, KeyError, OSError) as error:
                self._drop(())
                raise _failure(request, name, error) from error

    def _loaded(self, workflow: str, name: str) -> Stage:
        if self._stage is not None and (self._stage.workflow, self._stage.name) == (workflow, name):
            return self._stage
        from .families.h3 import components

        if not self._resident:
            self._drop(components(workflow, name))
        stage = Stage(
            self._model.folder, workflow, name, dtype=self._under.dtype, device=self._under.device, parts=self._parts
        )
        self.bytes_read += sum(self._model.components[part].bytes for part in stage.read)
        self._stage = stage
        return stage

    def _drop(self, kept: tuple[str, ...]) -> None:
        """Frees every part but these."""
        self._stage = None
        for name in [name for name in self._parts if name not in kept]:
            del self._parts[name]
        gc.collect()
        torch = runtime.torch()
        if torch.cuda.is_available():
            torch.cuda.empty_cache()

    # --- what a stage depends on --------------------------------------------------------------------------------------

    def _common(self) -> Mapping[str, Any]:
        return {"model": self._model.revision, **self._under.to_dict(), "versions": runtime.versions()}

    def _encode_key(self, request: RenderRequest) -> dict[str, Any]:
        document: dict[str, Any] = {
            **self._common(),
            "stage": "encode",
            "workflow": WORKFLOWS[request.mode],
            "prompt": request.prompt,
            "references": [[file.kind.value, file.role.value, file.sha256] for file in request.references],
        }
        if request.references:
            # Keyframes are fitted to the canvas; reference videos and sounds are cut to the clip.
            document["canvas"] = [request.canvas.width, request.canvas.height]
        if any(file.role is Role.REFERENCE for file in request.references):
            document["frames"] = request.frames
        return document

    def _denoise_key(self, request: RenderRequest, encoded: str, settings: Settings) -> dict[str, Any]:
        return {
            **self._common(),
            "stage": "denoise",
            "encoded": encoded,
            "frames": request.frames,
            "canvas": [request.canvas.width, request.canvas.height],
            "seed": request.seed,
            "evaluations": settings.evaluations,
        }


def _failure(request: RenderRequest, stage: str, error: Exception) -> BackendError:
    text = str(error).split("\n", 1)[0]
    if type(error).__name__ == "OutOfMemoryError" or "not enough memory" in text:
        return BackendError(
            f"{request.clip}: out of memory in the stage {stage}",
            hint="set memory to staged, dtype to bfloat16, or choose a smaller canvas or fewer frames",
            code="out-of-memory",
        )
    return BackendError(f"{request.clip}: the stage {stage} failed: {type(error).__name__}: {text}")
