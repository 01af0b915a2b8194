"""Looks at what a model made before it becomes a clip: the failures that are certain and that only an eye would see later."""

from __future__ import annotations

from typing import Any

from h3prompt.errors import BackendError

#: Pictures whose samples spread less than this over the whole clip (of 255) are one flat fill.
FLAT = 0.5
#: Share of samples at full scale from which a sound counts as cut off.
CLIPPED = 0.02
#: Mean of a channel (full scale 1) from which the sound sits beside zero.
OFFSET = 0.1


def latents(clip: str, tensors: dict[str, Any]) -> None:
    """Refuses latents that are not numbers.

    Raises:
        BackendError: then.
    """
    from .runtime import torch

    for name, value in tensors.items():
        if not bool(torch().isfinite(value).all()):
            raise BackendError(
                f"{clip}: {name} are not finite numbers after denoising; no picture can come of them",
                hint="set the option dtype to float32, or to bfloat16 where it was float16",
            )


def clip(name: str, pictures: Any, sound: Any) -> None:
    """Refuses pictures and sound that are certainly broken.

    Args:
        name: of the clip.
        pictures: uint8 of shape (frames, height, width, 3).
        sound: float32 of shape (2, samples).

    Raises:
        BackendError: for a flat fill, a frozen clip, sound that is no number, sits beside zero or is cut off.
    """
    import numpy as np

    # Every fourth sample both ways tells as much, at a sixteenth of the memory.
    seen = pictures[:, ::4, ::4]
    if float(seen.std()) < FLAT:
        raise BackendError(f"{name}: every frame is the same flat fill")
    if len(seen) > 1 and bool((pictures[1:] == pictures[:1]).all()):
        raise BackendError(f"{name}: all {len(seen)} frames are the same picture")
    if not bool(np.isfinite(sound).all()):
        raise BackendError(f"{name}: the sound holds values that are no numbers")
    offset = float(np.abs(sound.mean(axis=1)).max())
    if offset > OFFSET:
        raise BackendError(f"{name}: the sound sits {offset:.2f} of full scale beside zero (at most {OFFSET})")
    share = float((np.abs(sound) >= 0.999).mean())
    if share > CLIPPED:
        raise BackendError(f"{name}: {share:.0%} of the sound is cut off at full scale (at most {CLIPPED:.0%})")
