"""Every input of these modules has a test, and every test that is named exists."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
GROUPS = sorted(path.stem for path in Path(__file__).parent.glob("test_?.py"))


def _named() -> dict[str, str]:
    """Group and input to the id of a test."""
    return {
        f"{group} {name}": test
        for group in GROUPS
        for name, test in import_module(f"tests.production.complaints.{group}").COVERED.items()
    }


def test_every_named_test_is_collected() -> None:
    named = _named()
    files = sorted({test.partition("::")[0] for test in named.values()})
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", "-m", "", *files]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False, timeout=120)
    assert done.returncode == 0, done.stdout[-2_000:]
    found = set(done.stdout.splitlines())
    whole = {test.partition("[")[0] for test in found}
    assert not {name: test for name, test in named.items() if test not in found and test not in whole}


def test_every_test_of_a_group_covers_an_input() -> None:
    covering = {test.partition("[")[0] for test in _named().values()}
    for group in GROUPS:
        module = import_module(f"tests.production.complaints.{group}")
        own = [name for name in vars(module) if name.startswith("test_")]
        missing = [name for name in own if f"tests/production/complaints/{group}.py::{name}" not in covering]
        assert not missing, group
