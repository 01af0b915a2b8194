"""What ``h3 doctor`` does."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Any

from h3prompt.errors import Exit, H3Error

from .. import manifest
from . import console
from .making import SCHEMA


def examine(as_json: bool) -> int:
    """Looks at everything that a film needs here; 3 when something is missing."""
    checks = [_ffmpeg(), _fonts(), _disk(), _command()]
    ok = all(check["ok"] for check in checks)
    try:
        versions = manifest.made_with()
    except H3Error:
        versions = {}
    if as_json:
        console.json_out({"schema": SCHEMA, "ok": ok, "checks": checks, "versions": versions})
    else:
        console.table(
            ["", "what", "found"],
            [["ok" if check["ok"] else "MISSING", check["name"], check["found"]] for check in checks],
        )
        console.out("\n")
        console.table(["program", "version"], [[name, found] for name, found in versions.items()])
    return Exit.FINE if ok else Exit.FAILED


def _ffmpeg() -> dict[str, Any]:
    from backends.media.find import find

    try:
        found = find()
    except H3Error as error:
        return {"name": "ffmpeg", "ok": False, "found": error.message}
    why = f"; passed over: {found.passed_over}" if found.passed_over else ""
    return {"name": "ffmpeg", "ok": True, "found": f"{found.path} ({found.origin}, {found.version}){why}"}


def _fonts() -> dict[str, Any]:
    import cv2

    ok = hasattr(cv2, "FontFace")
    found = f"built in, OpenCV {cv2.__version__}" if ok else f"OpenCV {cv2.__version__} has none; 5 or later has"
    return {"name": "caption font", "ok": ok, "found": found}


def _disk() -> dict[str, Any]:
    free = shutil.disk_usage(Path.cwd()).free
    # A minute of film with its takes stays well below this.
    return {"name": "disk", "ok": free > 1 << 30, "found": f"{free / (1 << 30):.1f} GiB free in {Path.cwd()}"}


def _command() -> dict[str, Any]:
    first = shutil.which("h3")
    own = Path(sys.executable).parent / "h3"
    if first is None or Path(first).resolve() == own.resolve() or not own.exists():
        return {"name": "h3 on the path", "ok": True, "found": first or "not on the path; python -m production works"}
    return {
        "name": "h3 on the path",
        "ok": True,
        "found": f"{first} comes first and is another program; use {own} or python -m production",
    }
