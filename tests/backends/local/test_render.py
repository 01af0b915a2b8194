"""The local renderer on small weights: what comes out, what is made once, what a stop leaves."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from backends.contract import Cancel, EventKind, RenderEvent, RenderRequest
from backends.local import inputs
from backends.local.families.h3 import WORKFLOWS, Stage
from backends.local.renderer import Local
from backends.local.runtime import calm
from backends.local.runtime import torch as ready
from backends.media.probe import probe
from h3prompt.errors import BackendError, CapabilityError, Interrupted
from h3prompt.modes import Mode
from tests import media

from .asked import PROMPT, files, request


def render(
    backend: Local, asked: RenderRequest, target: Path, cancel: Cancel | None = None
) -> tuple[Any, list[RenderEvent]]:
    events: list[RenderEvent] = []
    found = backend.render(asked, target, events.append, Cancel() if cancel is None else cancel)
    return found, events


def directly(model: Path, asked: RenderRequest) -> tuple[Any, Any]:
    """The uint8 pictures and the sound of one plain call of the library."""
    torch = ready()
    torch.set_num_threads(1)
    from diffusers import MiniMaxH3ModularPipeline

    pipe = MiniMaxH3ModularPipeline.from_pretrained(str(model), workflow=WORKFLOWS[asked.mode])
    with calm():
        pipe.load_components(dtype=torch.float32)
    found = pipe(
        **inputs.inputs(asked),
        num_inference_steps=int(asked.settings["evaluations"]) + 1,
        generator=torch.Generator("cpu").manual_seed(asked.seed),
        output_type="np",
        output=["videos", "audio"],
    )
    return (found["videos"][0] * 255).round().astype(np.uint8), found["audio"][0].numpy()


def sha(values: Any) -> str:
    return hashlib.sha256(values.tobytes()).hexdigest()


@pytest.mark.parametrize("mode", list(Mode))
def test_a_clip_is_what_one_plain_call_gives_bit_for_bit(mode: Mode, tiny: Path, tmp_path: Path) -> None:
    asked = request(tiny, mode=mode, references=files(mode, tmp_path))
    found, _ = render(Local(tmp_path / "work"), asked, tmp_path / "a.mp4")
    pictures, sound = directly(tiny, asked)
    assert found.facts["pictures_sha256"] == sha(pictures)
    assert found.facts["sound_sha256"] == sha(sound)
    seen = probe(tmp_path / "a.mp4", count=True)
    assert seen.video is not None and media.frames_of(tmp_path / "a.mp4") == asked.frames
    assert (seen.video.width, seen.video.height) == (64, 64)
    assert media.samples(tmp_path / "a.mp4", None).shape == (-(-124 * 32_000 // 24), 2)
    assert found.draft and "test weights" in found.model
    assert [finding.code for finding in found.findings] == ["LOC017"]


def test_evaluations_are_how_often_the_transformer_is_run(tiny: Path, tmp_path: Path) -> None:
    _, events = render(Local(tmp_path), request(tiny), tmp_path / "a.mp4")
    assert [
        (event.done, event.total) for event in events if event.kind is EventKind.PROGRESS and event.stage == "denoise"
    ] == [
        (1, 4),
        (2, 4),
        (3, 4),
        (4, 4),
    ]


def test_another_seed_never_encodes_again_and_the_same_request_only_decodes(tiny: Path, tmp_path: Path) -> None:
    first, _ = render(Local(tmp_path), request(tiny), tmp_path / "a.mp4")
    other, events = render(Local(tmp_path), request(tiny, seed=6), tmp_path / "b.mp4")
    assert {event.stage for event in events if event.kind is EventKind.STAGE} == {"denoise", "decode"}
    same, events = render(Local(tmp_path), request(tiny), tmp_path / "c.mp4")
    assert {event.stage for event in events if event.kind is EventKind.STAGE} == {"decode"}
    assert same.facts == first.facts != other.facts
    assert (tmp_path / "a.mp4").read_bytes() == (tmp_path / "c.mp4").read_bytes()


class StopAt(Cancel):
    """Is set by the report of an evaluation."""

    def __init__(self, evaluation: int) -> None:
        super().__init__()
        self._evaluation = evaluation

    def __call__(self, event: RenderEvent) -> None:
        if event.stage == "denoise" and event.kind is EventKind.PROGRESS and event.done == self._evaluation:
            self.set()


@pytest.mark.parametrize("stopped", [1, 2, 3])
def test_a_stopped_clip_goes_on_from_its_last_state_and_comes_out_the_same(
    stopped: int, tiny: Path, tmp_path: Path
) -> None:
    asked = request(tiny, settings={"evaluations": 4, "threads": 1, "checkpoint_every": 2})
    whole, _ = render(Local(), asked, tmp_path / "whole.mp4")
    cancel = StopAt(stopped)
    backend = Local(tmp_path / "work")
    with pytest.raises(Interrupted):
        backend.render(asked, tmp_path / "a.mp4", cancel, cancel)
    assert not (tmp_path / "a.mp4").exists() and not list(tmp_path.rglob("*.part"))
    # The next one is another process as far as weights and memory go.
    again, events = render(Local(tmp_path / "work"), asked, tmp_path / "a.mp4")
    done = [event.done for event in events if event.kind is EventKind.PROGRESS and event.stage == "denoise"]
    assert done == ([1, 2, 3, 4] if stopped < 2 else [3, 4])
    assert again.facts["pictures_sha256"] == whole.facts["pictures_sha256"]
    assert again.facts["sound_sha256"] == whole.facts["sound_sha256"]
    assert not list((tmp_path / "work" / "stages" / "state").glob("*"))
    # And the one that was stopped is still good.
    after, _ = render(backend, replace(asked, seed=9), tmp_path / "b.mp4")
    assert after.facts["pictures_sha256"] != whole.facts["pictures_sha256"]


def test_many_clips_read_each_part_once(tiny: Path, tmp_path: Path) -> None:
    clips = [request(tiny, clip=f"C{number:02}", prompt=f"{PROMPT} {number}", seed=number) for number in range(1, 5)]
    together = Local(tmp_path / "together")
    together.prepare(clips, lambda event: None, Cancel())
    apart = Local(tmp_path / "apart")
    for asked in clips:
        one, _ = render(together, asked, tmp_path / f"{asked.clip}.mp4")
        other, _ = render(apart, asked, tmp_path / f"{asked.clip}-apart.mp4")
        assert one.facts["pictures_sha256"] == other.facts["pictures_sha256"]
    assert together._engine is not None and apart._engine is not None
    assert together._engine[1].bytes_read * 4 == apart._engine[1].bytes_read


def test_parts_that_stay_in_memory_change_nothing(tiny: Path, tmp_path: Path) -> None:
    staged, _ = render(Local(), request(tiny), tmp_path / "a.mp4")
    backend = Local()
    resident, _ = render(
        backend, request(tiny, settings={"evaluations": 4, "threads": 1, "memory": "resident"}), tmp_path / "b.mp4"
    )
    assert resident.facts["pictures_sha256"] == staged.facts["pictures_sha256"]
    assert backend._engine is not None
    once = backend._engine[1].bytes_read
    render(
        backend,
        request(tiny, seed=7, prompt="Another.", settings={"evaluations": 4, "threads": 1, "memory": "resident"}),
        tmp_path / "c.mp4",
    )
    assert backend._engine[1].bytes_read == once


def test_a_prompt_without_effect_is_refused(tiny: Path, tmp_path: Path) -> None:
    backend = Local()
    found, _ = render(backend, request(tiny), tmp_path / "a.mp4")
    backend._seen[found.facts["pictures_sha256"]] = "another prompt"
    with pytest.raises(BackendError, match="the prompt has no effect"):
        render(backend, request(tiny), tmp_path / "b.mp4")
    assert not (tmp_path / "b.mp4").exists()


def test_wrong_settings_and_no_model_are_refused(tiny: Path, tmp_path: Path) -> None:
    for asked in (request(tiny, settings={"steps": 50}), request(None)):
        with pytest.raises(CapabilityError):
            render(Local(), asked, tmp_path / "a.mp4")


def test_a_part_that_does_not_load_is_an_error_that_names_it(tiny: Path, tmp_path: Path) -> None:
    import shutil

    broken = shutil.copytree(tiny, tmp_path / "broken")
    (broken / "vae" / "config.json").write_text("{}")
    for weights in (broken / "audio_vae").glob("*.safetensors"):
        weights.write_bytes(weights.read_bytes()[:1000])
    with pytest.raises(BackendError, match="vae"):
        Stage(broken, "t2va", "decode", dtype="float32", device="cpu")


def test_the_identity_of_a_clip_changes_with_the_model(tiny: Path, tmp_path: Path) -> None:
    from backends.contract import identity

    backend = Local()
    assert identity(request(tiny), backend)["model"].startswith("minimax-h3 test weights@")
    assert backend.model_of(str(tmp_path / "none")) == str(tmp_path / "none")


def test_options_that_change_no_bit_are_no_part_of_the_identity(tiny: Path) -> None:
    from backends.contract import identity

    def of(**settings: Any) -> Any:
        return identity(request(tiny, settings=settings), Local())

    assert of(memory="resident", checkpoint_every=1, evaluations=4) == of(evaluations=4) != of(evaluations=5)


def test_a_clip_that_cannot_be_prepared_keeps_no_other_from_it(tiny: Path, tmp_path: Path) -> None:
    events: list[RenderEvent] = []
    backend = Local(tmp_path / "work")
    backend.prepare([request(tmp_path / "none", clip="C01"), request(tiny, clip="C02")], events.append, Cancel())
    assert {event.clip for event in events if event.kind is EventKind.LOG} == {"C01"}
    _, after = render(backend, request(tiny, clip="C02"), tmp_path / "a.mp4")
    assert {event.stage for event in after if event.kind is EventKind.STAGE} == {"decode"}
