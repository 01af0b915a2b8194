"""Renderers by name."""

from __future__ import annotations

import subprocess
import sys

import pytest

from backends.registry import BACKENDS, PLANNED, load
from h3prompt.errors import CapabilityError, UsageError
from h3prompt.grid import WINDOWS


def test_the_slate_is_loaded_by_name() -> None:
    assert load("slate").name == "slate"


@pytest.mark.parametrize("name", PLANNED)
def test_a_renderer_that_is_not_there_yet_says_so(name: str) -> None:
    with pytest.raises(CapabilityError, match="this version cannot render with it"):
        load(name)


def test_an_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(UsageError, match="slate") as caught:
        load("slat")
    assert caught.value.hint == "did you mean 'slate'?"


def test_every_renderer_with_known_limits_has_an_answer() -> None:
    assert set(BACKENDS) | set(PLANNED) == set(WINDOWS)


def test_nothing_heavy_is_loaded_before_a_renderer_is_asked_for() -> None:
    code = "import sys, backends.registry; print({'cv2', 'numpy', 'av'} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "set()"
