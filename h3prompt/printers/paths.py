"""File names as the printers write them."""

from __future__ import annotations

from os.path import abspath, commonpath
from pathlib import Path, PurePath
from urllib.parse import quote


def relative(name: str) -> str:
    """`name` relative to the working folder with forward slashes; a file outside of it keeps its absolute path."""
    path = Path(abspath(name))
    return _below(path) or path.as_posix()


def uri(name: str) -> tuple[str, bool]:
    """The percent-encoded URI of a file, and whether it is relative to the working folder."""
    path = Path(abspath(name))
    below = _below(path)
    return (quote(below), True) if below else (path.as_uri(), False)


def _below(path: PurePath) -> str | None:
    root = Path.cwd()
    try:
        if commonpath((root, path)) != str(root):
            return None
    except ValueError:  # Another drive.
        return None
    return path.relative_to(root).as_posix()
