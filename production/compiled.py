"""A memory of compiled prompts: what did not change is neither compiled nor checked again.

It lies in the project's ``work`` folder and can be deleted at any time. Only prompts without any finding are remembered, so a
finding is never lost with them.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import NamedTuple

import h3prompt
from h3prompt.compiler.script import ClipScript
from h3prompt.compiler.templates import root
from h3prompt.version import VERSION

from .files import write_text

NAME = "compiled.json"


class Known(NamedTuple):
    """A compiled prompt without findings: its text, the whole file, and what the template assumed."""

    text: str
    file: str
    assumptions: tuple[str, ...]


def built(templates: Path | None = None) -> str:
    """What a compiled prompt depends on besides its script: the program and the templates, by size and time stamp."""
    found = hashlib.sha256(VERSION.encode())
    package = Path(h3prompt.__file__).parent
    for folder, pattern in ((package, "*.py"), (templates or root(), "*.j2")):
        for path in sorted(folder.rglob(pattern)):
            stat = path.stat()
            found.update(f"{path.relative_to(folder).as_posix()}:{stat.st_size}:{stat.st_mtime_ns};".encode())
    return found.hexdigest()


class Memory:
    """The memory of one project.

    Args:
        folder: the project.
        skill: the template.
        templates: the folder of the templates; default: those that come with the program.
    """

    def __init__(self, folder: Path, skill: str, templates: Path | None = None) -> None:
        self._path = folder / "work" / NAME
        self._built = f"{skill}:{built(templates)}"
        self._old: dict[str, Known] = {}
        self._new: dict[str, Known] = {}
        try:
            document = json.loads(self._path.read_text("utf-8"))
            if document["built"] == self._built:
                self._old = {
                    str(key): Known(str(text), str(file), tuple(map(str, assumptions)))
                    for key, (text, file, assumptions) in document["prompts"].items()
                }
        except (OSError, ValueError, LookupError, TypeError, AttributeError):
            self._old = {}

    @staticmethod
    def key(script: ClipScript) -> str:
        """A script's own hash. Scripts are frozen data, so their written form says everything about them."""
        return hashlib.sha256(repr(script).encode("utf-8", "backslashreplace")).hexdigest()

    def get(self, key: str) -> Known | None:
        """The prompt of a script, None when it is not known."""
        found = self._old.get(key)
        if found is not None:
            self._new[key] = found
        return found

    def put(self, key: str, known: Known) -> None:
        """Remembers a prompt without findings."""
        self._new[key] = known

    def save(self) -> None:
        """Writes what this run used, when that is something new."""
        if self._new.keys() != self._old.keys():
            self._path.parent.mkdir(parents=True, exist_ok=True)
            prompts = {key: list(known) for key, known in self._new.items()}
            write_text(self._path, json.dumps({"built": self._built, "prompts": prompts}, ensure_ascii=False))
