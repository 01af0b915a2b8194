"""Which renderers there are, by name; one is loaded when it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from h3prompt.errors import CapabilityError, unknown_name

from .contract import Backend


def _local(work: Path | None) -> Backend:
    from .local.renderer import Local

    return Local(work)


def _slate(work: Path | None) -> Backend:
    from .slate.renderer import Slate

    return Slate()


#: Every renderer of this version.
BACKENDS: dict[str, Callable[[Path | None], Backend]] = {"slate": _slate, "local": _local}
#: Renderers whose limits are known (`h3prompt.limits`) and that this version cannot run.
PLANNED = ("vllm-omni", "sglang", "minimax")


def load(name: str, work: Path | None = None) -> Backend:
    """The renderer called `name`.

    Args:
        name: as in a brief.
        work: a folder where it may keep what later renders can use again; it may be deleted at any time.

    Raises:
        CapabilityError: for one that this version knows and cannot run.
        UsageError: for an unknown name; the message lists the known ones.
    """
    loader = BACKENDS.get(name)
    if loader is not None:
        return loader(work / name if work else None)
    if name in PLANNED:
        raise CapabilityError(
            f"backend {name!r}: this version cannot render with it; it can with {', '.join(BACKENDS)}",
            hint="prompts for it can be checked all the same; use the slate for an animatic",
        )
    raise unknown_name("backend", name, BACKENDS)
