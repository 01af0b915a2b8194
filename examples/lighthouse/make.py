"""Sets up an environment beside the project, makes the plate and the song, and produces the film.

``python3 examples/lighthouse/make.py`` works from a fresh clone and needs no key and no GPU; the network is only used to install
packages. Run again, it makes only what is missing.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
INSTALLED = VENV / "installed"


def run(*words: object) -> int:
    """Runs a command in the project's folder and returns its status."""
    return subprocess.run([str(word) for word in words], cwd=ROOT, check=False).returncode


def main() -> int:
    """Returns the status of ``h3 produce``, or of the step that failed before it."""
    if sys.version_info < (3, 11):  # noqa: UP036 - it is run by whatever Python there is
        print("h3 needs Python 3.11 or later", file=sys.stderr)
        return 2
    if not PYTHON.exists() and (status := run(sys.executable, "-m", "venv", VENV)):
        return status
    stamp = (ROOT / "pyproject.toml").read_text("utf-8")
    if not INSTALLED.exists() or INSTALLED.read_text("utf-8") != stamp:
        print(f"setting up {VENV}; the first time this takes some minutes", flush=True)
        if status := run(PYTHON, "-m", "pip", "install", "--quiet", "--editable", f"{ROOT}[dev]"):
            return status
        INSTALLED.write_text(stamp, "utf-8")
    if not (HERE / "assets" / "song.wav").exists() and (status := run(PYTHON, HERE / "make_assets.py")):
        return status
    return run(PYTHON, "-m", "production", "produce", "examples/lighthouse", *sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
