"""Fixtures for all tests."""

from __future__ import annotations

import pytest

from tests.cli import Cli


@pytest.fixture
def h3(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Cli:
    """The command line: ``h3("prompt", "check", path)`` gives status, standard output and standard error."""
    for name in ("NO_COLOR", "FORCE_COLOR", "H3_DEBUG", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    return Cli(capsys, monkeypatch)
