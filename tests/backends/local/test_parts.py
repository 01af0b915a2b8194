"""What surrounds the model: settings, checkpoints, kept stages, checks of what came out."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from backends.local import checkpoint, checks, outputs
from backends.local.renderer import Local
from backends.local.runtime import torch as ready
from backends.local.settings import Settings, read
from backends.local.stages import Stages, key
from h3prompt.context import Kind, Role
from h3prompt.errors import BackendError, SourceError
from h3prompt.findings import Level
from h3prompt.grid import Canvas
from h3prompt.modes import Mode
from tests import media

from .asked import file, files, request


def codes(asked: Any) -> list[str]:
    return [finding.code for finding in Local().preflight(asked) if finding.level is Level.ERROR]


@pytest.mark.parametrize("mode", list(Mode))
def test_a_good_request_has_only_the_word_about_its_weights(mode: Mode, tiny: Path, tmp_path: Path) -> None:
    found = Local().preflight(request(tiny, mode=mode, references=files(mode, tmp_path)))
    assert [(finding.code, finding.level) for finding in found] == [("LOC016", Level.INFO)]


@pytest.mark.parametrize(
    ("changes", "code", "suggestion"),
    [
        ({"settings": {"steps": 50}}, "LOC001", None),
        ({"settings": {"evaluation": 50}}, "LOC001", "evaluations"),
        ({"settings": {"evaluations": 0}}, "LOC002", "1"),
        ({"frames": 120}, "LOC003", "124"),
        ({"frames": 107}, "LOC004", "124"),
        ({"frames": 362}, "LOC004", "345"),
        ({"canvas": Canvas(768, 1350)}, "LOC005", "1344"),
        ({"seed": -1}, "LOC010", "0"),
        ({"prompt": " \n"}, "LOC015", None),
        ({"mode": Mode.I2VA}, "LOC008", None),
    ],
)
def test_a_wrong_value_is_found_with_the_nearest_right_one(
    changes: dict[str, Any], code: str, suggestion: str | None, tiny: Path
) -> None:
    found = [finding for finding in Local().preflight(request(tiny, **changes)) if finding.level is Level.ERROR]
    assert [finding.code for finding in found] == [code]
    assert found[0].suggestion == suggestion


def test_a_gpu_that_is_not_there_is_refused_before_anything_is_read(tiny: Path) -> None:
    wanted = [] if ready().cuda.is_available() else ["LOC002"]
    assert codes(request(tiny, settings={"device": "cuda"})) == wanted
    assert codes(request(tiny, settings={"device": "cpu"})) == []


def test_reference_files_are_looked_at(tiny: Path, tmp_path: Path) -> None:
    def one(*given: Any) -> list[str]:
        return codes(request(tiny, mode=Mode.REF2VA, references=given))

    image = file(media.image(tmp_path / "a.png", (64, 64)))
    tone = file(media.tone(tmp_path / "a.wav"), Kind.AUDIO)
    assert one(image, tone) == []
    assert one(file(tmp_path / "none.png")) == ["LOC006"]
    (tmp_path / "text.png").write_text("no picture")
    assert one(file(tmp_path / "text.png")) == ["LOC007"]
    assert one(file(media.clip(tmp_path / "b.mp4", 8, (64, 64)), Kind.VIDEO)) == ["LOC007"]
    assert one(file(media.clip(tmp_path / "c.mp4", 24, (64, 64)), Kind.VIDEO)) == []
    assert one(tone) == ["LOC009"]
    assert one(*[image] * 10) == ["LOC009"]
    assert one(file(tone.path, Kind.AUDIO, Role.FIRST_FRAME), image) == ["LOC008"]


def changed(tiny: Path, folder: Path, change: Callable[[Path], object]) -> Path:
    """A copy of the model with a change to it."""
    copy = shutil.copytree(tiny, folder / "model")
    change(copy)
    return copy


def _cut(folder: Path) -> None:
    path = next((folder / "vae").glob("*.safetensors"))
    path.write_bytes(path.read_bytes()[:-100])


def _index(folder: Path, **values: Any) -> None:
    path = folder / "modular_model_index.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **values}))


def _tokens(folder: Path) -> None:
    path = folder / "tokenizer" / "tokenizer.json"
    found = json.loads(path.read_text())
    found["added_tokens"] = [token for token in found["added_tokens"] if token["content"] not in ("<d>", "</d>")]
    path.write_text(json.dumps(found))


@pytest.mark.parametrize(
    ("change", "code", "says"),
    [
        (lambda folder: shutil.rmtree(folder), "LOC011", "there is no such folder"),
        (lambda folder: [path.unlink() for path in folder.glob("*.json")], "LOC011", "modular_model_index.json"),
        (lambda folder: _index(folder, _class_name="FluxPipeline"), "LOC011", "'FluxPipeline'; known are"),
        (lambda folder: (folder / "modular_model_index.json").write_text("{"), "LOC011", "is not JSON"),
        (_cut, "LOC011", "its header tells"),
        (lambda folder: next((folder / "vae").glob("*.safetensors")).write_bytes(b"x" * 64), "LOC011", "safetensors"),
        (lambda folder: shutil.rmtree(folder / "vae"), "LOC011", "lacks vae"),
        (lambda folder: shutil.rmtree(folder / "transformer"), "LOC012", "T2VA without transformer"),
        (_tokens, "LOC013", "<d>, </d>"),
    ],
)
def test_a_model_that_is_not_whole_is_refused(
    change: Callable[[Path], object], code: str, says: str, tiny: Path, tmp_path: Path
) -> None:
    found = Local().preflight(request(changed(tiny, tmp_path, change)))
    assert [finding.code for finding in found if finding.level is Level.ERROR] == [code]
    assert says in found[0].message


def test_no_model_and_no_packages_are_said(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert codes(request(None)) == ["LOC011"]
    monkeypatch.setattr("backends.local.runtime.PACKAGES", ("torch", "no_such_package"))
    assert codes(request(tiny)) == ["LOC014"]


def test_every_code_is_tried_here() -> None:
    text = Path(__file__).read_text() + Path(__file__).with_name("test_render.py").read_text()
    assert not [code for code in checks.CODES if code not in text]


def test_a_shard_that_is_missing_is_named(tiny: Path, tmp_path: Path) -> None:
    copy = changed(tiny, tmp_path, lambda folder: None)
    index = {"weight_map": {"a": "model-00001-of-00002.safetensors", "b": "model-00002-of-00002.safetensors"}}
    (copy / "text_encoder" / "model.safetensors.index.json").write_text(json.dumps(index))
    with pytest.raises(SourceError, match=r"model-00001-of-00002\.safetensors: is missing \(2 of"):
        _ = checkpoint.read(copy).components


@pytest.mark.parametrize("listed", [[], "x", None])
def test_an_index_of_shards_that_is_no_mapping_is_refused(listed: Any, tiny: Path, tmp_path: Path) -> None:
    copy = changed(tiny, tmp_path, lambda folder: None)
    (copy / "vae" / "x.safetensors.index.json").write_text(json.dumps({"weight_map": listed}))
    assert codes(request(copy)) == ["LOC011"]


@pytest.mark.parametrize("tokens", [None, "x", [1, None]])
def test_a_tokenizer_without_a_list_of_tokens_is_refused(tokens: Any, tiny: Path, tmp_path: Path) -> None:
    copy = changed(tiny, tmp_path, lambda folder: None)
    (copy / "tokenizer" / "tokenizer.json").write_text(json.dumps({"added_tokens": tokens}))
    assert codes(request(copy)) == ["LOC013"]


def test_a_part_of_a_model_is_a_folder_in_it(tiny: Path, tmp_path: Path) -> None:
    copy = changed(tiny, tmp_path, lambda folder: _index(folder, **{"../outside": ["a", "b", {}]}))
    (tmp_path / "outside").mkdir()
    assert set(checkpoint.read(copy).components) == set(checkpoint.read(tiny).components)


def test_a_revision_changes_with_every_configuration(tiny: Path, tmp_path: Path) -> None:
    copy = changed(tiny, tmp_path, lambda folder: None)
    assert checkpoint.read(copy).revision == checkpoint.read(tiny).revision
    path = copy / "scheduler" / "scheduler_config.json"
    path.write_text(path.read_text().replace("12.0", "11.0"))
    assert checkpoint.read(copy).revision != checkpoint.read(tiny).revision


def test_settings_are_read_from_numbers_and_words() -> None:
    found, problems = read({"evaluations": "20", "dtype": "bfloat16", "threads": 2.0, "memory": "resident"})
    assert (found, problems) == (Settings(evaluations=20, dtype="bfloat16", threads=2, memory="resident"), [])
    _, problems = read({"evaluations": 1.5, "dtype": "fp4", "threads": 300, "checkpoint_every": True})
    assert [(problem.name, problem.suggestion) for problem in problems] == [
        ("evaluations", "49"),
        ("dtype", "auto"),
        ("threads", "256"),
        ("checkpoint_every", "5"),
    ]


@pytest.mark.parametrize("where", ["disk", "memory"])
def test_what_is_kept_comes_back_as_it_was(where: str, tmp_path: Path) -> None:
    torch = ready()
    stages = Stages(tmp_path if where == "disk" else None)
    given = {
        "a": torch.randn(3, 4),
        "b": torch.randn(5).to(torch.bfloat16),
        "c": torch.tensor(7),
        "d.0": torch.zeros(0),
    }
    assert stages.load("x", "k") is None
    stages.save("x", "k", given)
    found = stages.load("x", "k")
    assert found is not None and all(torch.equal(found[name], given[name]) for name in given)
    stages.drop("x", "k")
    assert stages.load("x", "k") is None
    stages.drop("x", "k")


@pytest.mark.parametrize(
    "damage", [lambda data: data[:-4], lambda data: data[:-1] + bytes([data[-1] ^ 1]), lambda data: b""]
)
def test_what_is_damaged_is_never_used_and_removed(damage: Callable[[bytes], bytes], tmp_path: Path) -> None:
    stages = Stages(tmp_path)
    stages.save("x", "k", {"a": ready().ones(3)})
    path = tmp_path / "x" / "k.safetensors"
    path.write_bytes(damage(path.read_bytes()))
    assert stages.load("x", "k") is None
    assert not path.exists()


def test_a_key_depends_on_values_not_on_order() -> None:
    assert key({"a": 1, "b": [2]}) == key({"b": [2], "a": 1}) != key({"a": 1, "b": [3]})


def _noise() -> tuple[Any, Any]:
    rng = np.random.default_rng(1)
    return rng.integers(0, 255, (5, 32, 32, 3), dtype=np.uint8), rng.normal(0, 0.1, (2, 4000)).astype(np.float32)


def test_what_is_certainly_broken_is_refused() -> None:
    pictures, sound = _noise()
    outputs.clip("C01", pictures, sound)
    nan = sound.copy()
    nan[0, 5] = np.nan
    for shown, heard, says in (
        (np.full_like(pictures, 90), sound, "flat fill"),
        (np.repeat(pictures[:1], 5, axis=0), sound, "the same picture"),
        (pictures, nan, "no numbers"),
        (pictures, sound + 0.2, "beside zero"),
        (pictures, np.clip(sound * 50, -1, 1), "cut off at full scale"),
    ):
        with pytest.raises(BackendError, match=says):
            outputs.clip("C01", shown, heard)


def test_latents_that_are_no_numbers_are_refused() -> None:
    torch = ready()
    outputs.latents("C01", {"latents": torch.ones(3)})
    for value in (float("nan"), float("inf")):
        with pytest.raises(BackendError, match="not finite"):
            outputs.latents("C01", {"latents": torch.tensor([1.0, value])})
