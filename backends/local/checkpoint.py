"""A folder with a model, read without its weights: what it is, what it can do, what it weighs.

Only indexes, configurations and the headers of weight files are opened, so that this takes milliseconds for 140 GB.
"""

from __future__ import annotations

import hashlib
import json
import struct
from dataclasses import dataclass, field
from functools import cached_property
from math import prod
from pathlib import Path
from typing import Any

from h3prompt.errors import SourceError
from h3prompt.modes import Mode

#: The pipeline's class in an index to the family.
FAMILIES = {"MiniMaxH3ModularPipeline": "minimax-h3"}
#: Tokens that are one token each in the tokenizer of MiniMax-H3: without them a prompt's `<d>` is three letters.
H3_TOKENS = (
    "<d>",
    "</d>",
    "<|cutoff|>",
    "<|lyrics_start|>",
    "<|lyrics_end|>",
    "<|caption_start|>",
    "<|caption_end|>",
)
#: The marker that `h3 model tiny` leaves in the index.
TEST_MARK = "h3_test_weights"
#: Components without which no clip of the family can be made, and those of its two halves.
_NEEDED = ("text_encoder", "tokenizer", "processor", "vae", "audio_vae", "scheduler", "audio_scheduler")
#: A header is JSON; a longer one is no header.
_LONGEST_HEADER = 100_000_000


@dataclass(frozen=True, slots=True)
class Component:
    """One part of a model.

    Attributes:
        name: its folder.
        bytes: of its weight files; 0 for a part without weights.
        parameters: how many numbers those are.
        dtypes: their types by safetensors' names, rising.
    """

    name: str
    bytes: int = 0
    parameters: int = 0
    dtypes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Checkpoint:
    """A model's folder. `family` is "minimax-h3"; `index` is its index file."""

    folder: Path
    family: str
    index: dict[str, Any] = field(repr=False)

    @property
    def test_weights(self) -> bool:
        """Its weights are random: it shows that the line works, nothing else."""
        return bool(self.index.get(TEST_MARK))

    @property
    def name(self) -> str:
        """How the model is called in records."""
        return f"{self.family} test weights" if self.test_weights else self.folder.name

    @cached_property
    def components(self) -> dict[str, Component]:
        """Every part that has a folder.

        Raises:
            SourceError: when a weight file is not whole.
        """
        # A name is that of a folder here: one with a separator in it would lead out of the model.
        names = [name for name, value in self.index.items() if isinstance(value, list) and name.isidentifier()]
        return {name: _component(self.folder / name) for name in names if (self.folder / name).is_dir()}

    @property
    def modes(self) -> tuple[Mode, ...]:
        """What it can be asked for: keyframe modes need `transformer`, references need `transformer_ref`."""
        found: list[Mode] = []
        if all(name in self.components for name in _NEEDED):
            if "transformer" in self.components:
                found += [Mode.T2VA, Mode.I2VA, Mode.FL2VA, Mode.L2VA]
            if "transformer_ref" in self.components:
                found.append(Mode.REF2VA)
        return tuple(found)

    @property
    def lacking(self) -> tuple[str, ...]:
        """Parts that every mode needs and that have no folder."""
        return tuple(name for name in _NEEDED if name not in self.components)

    @cached_property
    def lacking_tokens(self) -> tuple[str, ...]:
        """Tokens of the family that the tokenizer would cut into pieces.

        Raises:
            SourceError: when the tokenizer cannot be read.
        """
        path = self.folder / "tokenizer" / "tokenizer.json"
        listed = _json(path).get("added_tokens")
        added = (
            {token.get("content") for token in listed if isinstance(token, dict)} if isinstance(listed, list) else set()
        )
        return tuple(token for token in H3_TOKENS if token not in added)

    @cached_property
    def revision(self) -> str:
        """Twelve hexadecimal digits that change with every configuration and with the layout of every weight file.

        The weights themselves are not read: a file of the same size with the same header counts as the same file.
        """
        digest = hashlib.sha256()
        for path in sorted(self.folder.rglob("*")):
            if path.is_file() and path.suffix in (".json", ".txt", ".model", ".safetensors", ".jinja"):
                digest.update(path.relative_to(self.folder).as_posix().encode())
                if path.suffix == ".safetensors":
                    digest.update(f"{path.stat().st_size}".encode())
                    with path.open("rb") as file:
                        digest.update(file.read(1 << 16))
                        file.seek(max(0, path.stat().st_size - (1 << 16)))
                        digest.update(file.read(1 << 16))
                else:
                    digest.update(path.read_bytes())
        return digest.hexdigest()[:12]


def read(folder: Path) -> Checkpoint:
    """The model in `folder`.

    Raises:
        SourceError: when there is none, or one of a family that is not known.
    """
    if not folder.is_dir():
        raise SourceError(f"model {folder}: there is no such folder", hint="h3 model tiny DIR makes small test weights")
    for name in ("modular_model_index.json", "model_index.json"):
        path = folder / name
        if path.is_file():
            index = _json(path)
            family = FAMILIES.get(str(index.get("_class_name")))
            if family is None:
                raise SourceError(
                    f"{path}: field _class_name is {index.get('_class_name')!r}; known are {', '.join(FAMILIES)}"
                )
            return Checkpoint(folder, family, index)
    raise SourceError(
        f"model {folder}: has no modular_model_index.json and no model_index.json",
        hint="a model is a folder in the layout of diffusers, with a folder for each component",
    )


def _json(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SourceError(f"{path}: {error.strerror}") from error
    except ValueError as error:
        raise SourceError(f"{path}: is not JSON: {error}") from error
    if not isinstance(found, dict):
        raise SourceError(f"{path}: is not a mapping")
    return found


def _component(folder: Path) -> Component:
    size = parameters = 0
    dtypes: set[str] = set()
    for path in sorted(folder.glob("*.safetensors")):
        header, end = _header(path)
        actual = path.stat().st_size
        if actual != end:
            raise SourceError(
                f"{path}: has {actual:,} bytes, its header tells {end:,}", hint="the file was not copied whole"
            )
        size += actual
        for entry in header.values():
            parameters += prod(entry["shape"])
            dtypes.add(entry["dtype"])
    for index in folder.glob("*.safetensors.index.json"):
        listed = _json(index).get("weight_map")
        if not isinstance(listed, dict):
            raise SourceError(f"{index}: field weight_map is missing or no mapping")
        absent = sorted(name for name in {str(name) for name in listed.values()} if not (folder / name).is_file())
        if absent:
            raise SourceError(f"{folder / absent[0]}: is missing ({len(absent)} of the files that {index.name} lists)")
    return Component(folder.name, size, parameters, tuple(sorted(dtypes)))


def _header(path: Path) -> tuple[dict[str, Any], int]:
    """The tensors of a safetensors file and the size that the file must have."""
    with path.open("rb") as file:
        start = file.read(8)
        length = struct.unpack("<Q", start)[0] if len(start) == 8 else 0
        if not 0 < length <= _LONGEST_HEADER:
            raise SourceError(f"{path}: is not a safetensors file")
        try:
            header = json.loads(file.read(length))
            header.pop("__metadata__", None)
            end = max((entry["data_offsets"][1] for entry in header.values()), default=0)
            for entry in header.values():
                prod(entry["shape"]), entry["dtype"]
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise SourceError(f"{path}: is not a safetensors file") from error
    return header, 8 + length + int(end)


def place(model: str) -> Path:
    """The folder that a brief or an option names; ``~`` is the home folder."""
    return Path(model).expanduser().absolute()
