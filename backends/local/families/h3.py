"""MiniMax-H3 through diffusers' modular pipeline, cut into three stages that can be run apart.

The stages are the library's own blocks in the library's own order, so their outcome is that of one plain call, bit for bit:

    encode    prompt and reference files to the rows that condition the transformer
    denoise   those rows and a seed to latents
    decode    latents to pictures and sound

What a stage hands on is a flat mapping of names to tensors (`Tensors`), which `..stages` keeps on disk. The keyframes and
references are normalised again before `denoise`: that needs no weights and gives the same values every time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from h3prompt.errors import BackendError
from h3prompt.modes import Mode

from ..runtime import calm
from ..runtime import torch as ready

#: Names to tensors; the members of a list called ``x`` are ``x.0``, ``x.1`` and so on.
Tensors = dict[str, Any]

#: Mode to the workflow of the pipeline.
WORKFLOWS: dict[Mode, str] = {
    Mode.T2VA: "t2va",
    Mode.I2VA: "fl2va",
    Mode.FL2VA: "fl2va",
    Mode.L2VA: "fl2va",
    Mode.REF2VA: "ref2va",
}
#: What `encode` hands on; the last two only exist where there are files.
_ENCODED = ("prompt_embeds", "text_token_tags", "condition_latents", "audio_condition_latents")
_LISTS = ("condition_latents", "audio_condition_latents")


def stage_blocks(workflow: str, stage: str) -> dict[str, Any]:
    """The blocks of one stage of a workflow, in their order."""
    from diffusers import MiniMaxH3Blocks

    blocks = MiniMaxH3Blocks().get_workflow(workflow).sub_blocks
    first = {
        "encode": ("before_encode", "text_encoder", "vae_encoder"),
        "denoise": ("before_encode", "denoise."),
        "decode": ("decode.",),
    }[stage]
    return {name: block for name, block in blocks.items() if name.startswith(first)}


def components(workflow: str, stage: str) -> tuple[str, ...]:
    """The components of a stage that are read from the checkpoint."""
    found: dict[str, None] = {}
    for block in stage_blocks(workflow, stage).values():
        for component in block.expected_components:
            if component.default_creation_method != "from_config":
                found[component.name] = None
    return tuple(found)


class Stage:
    """One stage of one workflow with its weights, ready to be called.

    Args:
        checkpoint: the folder.
        workflow: t2va, fl2va or ref2va.
        name: encode, denoise or decode.
        dtype: torch's name of the type that the weights are read in; parts that the model keeps in float32 stay so.
        device: where it computes.

        parts: components that are in memory already, by name; what is loaded joins them.

    Raises:
        BackendError: when a component could not be loaded.
    """

    def __init__(
        self,
        checkpoint: Path,
        workflow: str,
        name: str,
        *,
        dtype: str,
        device: str,
        parts: dict[str, Any] | None = None,
    ) -> None:
        torch = ready()
        from diffusers.modular_pipelines import SequentialPipelineBlocks

        blocks = SequentialPipelineBlocks.from_blocks_dict(stage_blocks(workflow, name))
        self.pipe = _pipeline(blocks, checkpoint)
        self.workflow = workflow
        self.name = name
        held = {} if parts is None else parts
        wanted = components(workflow, name)
        self.pipe.update_components(**{part: held[part] for part in wanted if part in held})
        self.read = tuple(part for part in wanted if part not in held)
        if self.read:
            with calm():
                self.pipe.load_components(names=list(self.read), dtype=getattr(torch, dtype))
        # The library only logs what it could not load, and fails much later with another error.
        lacking = [part for part in wanted if getattr(self.pipe, part, None) is None]
        if lacking:
            raise BackendError(f"model {checkpoint}: {', '.join(lacking)} could not be loaded")
        held.update({part: getattr(self.pipe, part) for part in wanted})
        if device != "cpu":
            self.pipe.to(device)
        self.pipe.set_progress_bar_config(disable=True)

    def encode(self, inputs: Mapping[str, Any]) -> Tensors:
        """Prompt and files to conditioning.

        Args:
            inputs: prompt, height, width, num_frames, and the files as `image`, `last_image` or `references`.
        """
        wanted = [name for name in _ENCODED if name in self._produced()]
        found = self.pipe(**_accepted(self.pipe, inputs), output=wanted)
        tensors: Tensors = {}
        for name in wanted:
            value = found.get(name)
            if name in _LISTS:
                tensors.update({f"{name}.{number}": part for number, part in enumerate(value or [])})
            elif value is not None:
                tensors[name] = value
        return tensors

    def denoise(
        self,
        inputs: Mapping[str, Any],
        encoded: Tensors,
        *,
        seed: int,
        evaluations: int,
        begin: Tensors | None = None,
        after: Callable[[int, int, Callable[[], Tensors]], None] | None = None,
    ) -> Tensors:
        """Conditioning and a seed to latents.

        Args:
            inputs: as for `encode`, without the prompt.
            encoded: what `encode` gave.
            seed: of the noise; drawn on the CPU, so that it means the same on every device.
            evaluations: how often the transformer is run.
            begin: a state that `after` was given; the loop goes on from there.
            after: called after every evaluation with its number from 1, their count, and a function that returns the state.

        Returns:
            latents of shape (1, 24, latent frames, height / 16, width / 16), audio_latents of shape (2, 32, latents).
        """
        torch = ready()
        loop = _loop(self.pipe)
        loop.begin, loop.after = begin, after
        try:
            found = self.pipe(
                **_accepted(self.pipe, inputs),
                **_gathered(encoded),
                # The library counts the points of the sigma grid, the last of which is not evaluated.
                num_inference_steps=evaluations + 1,
                generator=torch.Generator("cpu").manual_seed(seed),
                output=["latents", "audio_latents"],
            )
        finally:
            loop.begin = loop.after = None
        return {"latents": found["latents"], "audio_latents": found["audio_latents"]}

    def decode(self, latents: Tensors) -> tuple[Any, Any, int]:
        """Latents to pictures and sound.

        Returns:
            pictures as uint8 of shape (frames, height, width, 3), RGB; sound as float32 of shape (2, samples); its rate.
        """
        found = self.pipe(**latents, output_type="np", output=["videos", "audio", "sampling_rate"])
        # In place: a clip as float32 is the largest thing in memory here.
        pictures = found["videos"][0]
        pictures *= 255
        return (
            pictures.round(out=pictures).astype("uint8"),
            found["audio"][0].cpu().numpy(),
            int(found["sampling_rate"]),
        )

    @contextmanager
    def stoppable(self, check: Callable[[], None]) -> Iterator[None]:
        """Calls `check` before every layer of every part, so that an exception of its own ends the stage between two layers.

        It must not be an `Exception`: for one of those the library writes a traceback to its log.
        """
        torch = ready()
        hooks = [
            layer.register_forward_pre_hook(lambda *_: check())
            for part in self.pipe.components.values()
            if isinstance(part, torch.nn.Module)
            for module in part.modules()
            if isinstance(module, torch.nn.ModuleList)
            for layer in module
        ]
        try:
            with calm():
                yield
        finally:
            for hook in hooks:
                hook.remove()

    def _produced(self) -> set[str]:
        return {output.name for block in self.pipe._blocks.sub_blocks.values() for output in block.intermediate_outputs}


def _pipeline(blocks: Any, checkpoint: Path) -> Any:
    from diffusers import MiniMaxH3ModularPipeline

    names = list(blocks.sub_blocks)
    if "denoise.denoise" in names:
        blocks.sub_blocks["denoise.denoise"] = _resumable(blocks.sub_blocks["denoise.denoise"])
    return MiniMaxH3ModularPipeline(blocks=blocks, pretrained_model_name_or_path=str(checkpoint))


def _loop(pipe: Any) -> Any:
    return pipe._blocks.sub_blocks["denoise.denoise"]


def _resumable(block: Any) -> Any:
    """The library's denoising loop, which can also begin in the middle and tell how far it is."""
    torch = ready()

    class Loop(type(block)):  # type: ignore[misc]
        begin: Tensors | None = None
        after: Callable[[int, int, Callable[[], Tensors]], None] | None = None

        @torch.no_grad()  # type: ignore[untyped-decorator]
        def __call__(self, parts: Any, state: Any) -> Any:
            rows = self.get_block_state(state)
            first, total = 0, len(rows.timesteps)
            if self.begin is not None:
                first = int(self.begin["evaluations"])
                rows.latents = self.begin["latents"].to(rows.latents)
                rows.audio_latents = self.begin["audio_latents"].to(rows.audio_latents)
                parts.scheduler.set_begin_index(first)
                parts.audio_scheduler.set_begin_index(first)
            for number in range(first, total):
                parts, rows = self.loop_step(parts, rows, i=number, t=rows.timesteps[number])
                if self.after is not None:
                    self.after(number + 1, total, partial(_state, rows, number + 1))
            self.set_block_state(state, rows)
            return parts, state

    # The same block with another way through it: nothing that it was given is lost.
    block.__class__ = Loop
    return block


def _state(rows: Any, done: int) -> Tensors:
    torch = ready()
    return {
        "evaluations": torch.tensor(done),
        "latents": rows.latents.detach().cpu().clone(),
        "audio_latents": rows.audio_latents.detach().cpu().clone(),
    }


def _accepted(pipe: Any, inputs: Mapping[str, Any]) -> dict[str, Any]:
    """The inputs that the blocks of this stage know: the library drops others with a warning that nobody reads."""
    known = {parameter.name for parameter in pipe.blocks.inputs}
    return {name: value for name, value in inputs.items() if name in known}


def _gathered(encoded: Tensors) -> dict[str, Any]:
    found: dict[str, Any] = {name: value for name, value in encoded.items() if "." not in name}
    for name in _LISTS:
        parts = sorted((int(key.split(".")[1]), value) for key, value in encoded.items() if key.startswith(f"{name}."))
        if parts or "condition_latents.0" in encoded:
            found[name] = [value for _, value in parts]
    return found
