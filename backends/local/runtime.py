"""Brings torch and its libraries into this process once, in the order and with the settings that rendering needs."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from typing import Any

from h3prompt.errors import CapabilityError

#: What the local extra installs, in the order in which a missing one is named.
PACKAGES = ("torch", "diffusers", "transformers", "accelerate", "torchvision", "safetensors")
#: Operators of torchvision's compiled half that the classes we use declare fakes for when they are imported.
_OPERATORS = (
    "nms(Tensor dets, Tensor scores, float iou_threshold) -> Tensor",
    "qnms(Tensor dets, Tensor scores, float iou_threshold) -> Tensor",
)


def missing() -> list[str]:
    """The packages of the local extra that are not installed; nothing is imported."""
    return [name for name in PACKAGES if find_spec(name) is None]


@cache
def torch() -> Any:
    """The torch module, ready: no library of the family goes to the network on its own.

    Raises:
        CapabilityError: when a package is missing.
    """
    absent = missing()
    if absent:
        raise CapabilityError(
            f"the local renderer needs {', '.join(absent)}, which {'is' if len(absent) == 1 else 'are'} not installed",
            hint="pip install 'h3-film[local]'",
        )
    # An index names a repository for every component: without these a missing file becomes a download. Only
    # `h3 model fetch` goes to the network, in a process of its own.
    os.environ["HF_HUB_OFFLINE"] = "1"
    os.environ["TRANSFORMERS_OFFLINE"] = "1"
    import torch as module

    _torchvision(module)
    _quiet()
    return module


def _quiet() -> None:
    """Ends the bars and hints that the libraries print on their own: the progress of a film is told in one place."""
    import diffusers
    import transformers

    for library in (diffusers, transformers):
        library.utils.logging.set_verbosity_error()
        library.utils.logging.disable_progress_bar()


@contextmanager
def calm() -> Iterator[None]:
    """Ignores two warnings of the libraries that are about themselves."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", category=FutureWarning, message=".*weight_norm")
        # Every stage is given what its blocks name and nothing else; the library compares with a narrower list.
        warnings.filterwarnings("ignore", message="Unexpected input")
        yield


def _torchvision(module: Any) -> None:
    """Declares torchvision's operators where its wheel was built against another torch.

    The usual wheel is built against CUDA: with a CPU torch its compiled half does not load and its import fails with
    "operator torchvision::nms does not exist", although nothing of that half is used here.
    """
    try:
        import torchvision

        return
    except RuntimeError as error:
        if "does not exist" not in str(error):
            raise
    library = module.library.Library("torchvision", "DEF")
    for operator in _OPERATORS:
        library.define(operator)
    _KEPT.append(library)
    import torchvision  # noqa: F401


#: A library's operators live as long as the object.
_KEPT: list[Any] = []


def versions() -> dict[str, str]:
    """Versions of everything that decides the bits of a clip."""
    from importlib.metadata import PackageNotFoundError, version

    found = {}
    for name in (*PACKAGES, "tokenizers", "numpy", "pillow", "av"):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = ""
    return found
