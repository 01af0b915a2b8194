"""What ``h3 model`` does."""

from __future__ import annotations

import shutil
from pathlib import Path

from h3prompt.errors import Exit, H3Error, UsageError

from . import console

SCHEMA = 1


def make_tiny(folder: Path, seed: int) -> int:
    """Writes test weights; a folder that is only half written does not stay."""
    from backends.local.tiny import h3

    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"{folder}: is not empty", hint="name a folder that does not exist yet")
    try:
        h3.make(folder, seed)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    console.out(f"test weights in {folder}: random, for trying the line; every clip of them counts as a draft\n")
    console.out(f"h3 produce BRIEF --backend local --model {folder}\n")
    return Exit.FINE


def show_model(folder: Path, as_json: bool) -> int:
    """Prints what the folder holds; 1 when it lacks what every mode needs."""
    from backends.local import checkpoint

    model = checkpoint.read(checkpoint.place(str(folder)))
    lacking = [*model.lacking]
    try:
        tokens = [*model.lacking_tokens]
    except H3Error:
        tokens = [*checkpoint.H3_TOKENS]
    parts = list(model.components.values())
    if as_json:
        console.json_out(
            {
                "schema": SCHEMA,
                "model": model.name,
                "family": model.family,
                "revision": model.revision,
                "test_weights": model.test_weights,
                "modes": [mode.value for mode in model.modes],
                "lacking": lacking,
                "lacking_tokens": tokens,
                "components": [
                    {"name": part.name, "bytes": part.bytes, "parameters": part.parameters, "dtypes": [*part.dtypes]}
                    for part in parts
                ],
            }
        )
    else:
        console.out(f"{model.name}, revision {model.revision}\n")
        console.out(f"modes: {', '.join(mode.value for mode in model.modes) or 'none'}\n")
        for what, names in (("lacks", lacking), ("its tokenizer lacks", tokens)):
            if names:
                console.out(f"{what}: {', '.join(names)}\n")
        rows = [[part.name, f"{part.parameters:,}", f"{part.bytes:,}", ", ".join(part.dtypes)] for part in parts]
        console.table(["part", "parameters", "bytes", "types"], rows)
    return Exit.FINDINGS if lacking or tokens else Exit.FINE
