"""The record of a film: what it was made from, by what, and what was decided on the way.

Paths are relative to the project and have forward slashes, so a project can be moved, copied and read on another system.
The document holds no secret: settings come from the brief, and whoever needs a key takes it from the environment.
"""

from __future__ import annotations

import json
import platform
from collections.abc import Callable, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from h3prompt.errors import SourceError
from h3prompt.version import VERSION

from .files import write_text

#: The version of the form.
SCHEMA = 1
#: Packages whose versions can change a film.
_PACKAGES = ("av", "ffmpeg-python", "jinja2", "numpy", "opencv-python-headless", "opentimelineio", "pydantic", "pyyaml")
Document = dict[str, Any]
#: From which version of the form each step leads to the next one.
MIGRATIONS: Mapping[int, Callable[[Document], Document]] = {}


def made_with() -> dict[str, str]:
    """Name to version of every program that takes part."""
    from backends.media.find import find

    ffmpeg = find()
    found = {
        "h3": VERSION,
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "ffmpeg": f"{ffmpeg.version} ({ffmpeg.origin}, configuration {ffmpeg.configuration})",
    }
    for name in _PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def write(path: Path, document: Document) -> None:
    """Writes a manifest at once; line ends are LF on every system."""
    text = json.dumps({"schema": SCHEMA, **document}, indent=1, ensure_ascii=False) + "\n"
    write_text(path, text)


def read(
    path: Path, migrations: Mapping[int, Callable[[Document], Document]] | None = None, to: int = SCHEMA
) -> Document:
    """Reads a manifest of any version up to this one, brought to the form of version `to`.

    Args:
        path: the file.
        migrations: version to the step to the next one; default: `MIGRATIONS`.
        to: the wanted version.

    Raises:
        SourceError: when it cannot be read, or comes from a later version of h3.
    """
    try:
        document = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise SourceError(f"{path}: cannot be read: {error.strerror or error}") from error
    except ValueError as error:
        raise SourceError(f"{path}: is no JSON: {error}") from error
    if not isinstance(document, dict) or not isinstance(document.get("schema"), int):
        raise SourceError(f"{path}: is no manifest: it states no schema")
    steps = MIGRATIONS if migrations is None else migrations
    while document["schema"] < to:
        step = steps.get(document["schema"])
        if step is None:
            raise SourceError(f"{path}: has the schema {document['schema']}, from which no way leads to {to}")
        document = {**step(document), "schema": document["schema"] + 1}
    if document["schema"] > to:
        raise SourceError(
            f"{path}: has the schema {document['schema']}; this version of h3 knows up to {to}", hint="use a newer h3"
        )
    return document
