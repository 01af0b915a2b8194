"""Links from one file of a project to another: relative, so that the project can be moved, and percent-encoded."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import quote


def relative_url(path: Path, folder: Path) -> str:
    """The URL of `path` for a page in `folder`, for any name that the file system allows.

    Where there is no relative way (another drive) it is an absolute ``file:`` URL.
    """
    try:
        way = os.path.relpath(path, folder)
    except ValueError:
        return Path(os.path.abspath(path)).as_uri()
    return quote(os.fsencode(way.replace(os.sep, "/")), safe="/")
