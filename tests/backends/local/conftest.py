"""A small model, made once, and requests for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from backends.local import runtime

#: Without the local extra there is nothing to try here.
collect_ignore_glob = ["test_*.py"] if runtime.missing() else []


@pytest.fixture(scope="session")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a MiniMax-H3 with random weights; read only."""
    from backends.local.tiny import h3

    folder = tmp_path_factory.mktemp("model") / "tiny"
    h3.make(folder)
    return folder
