"""The folder of a film: where everything lies, one lock, and which brief it belongs to.

::

    project.json      which brief the folder belongs to
    plan.json  plan.md  storyboard.md  shots.md
    prompts/          one prompt file a clip; yours to edit
    plates/           frames taken from clips as the first frame of the next
    takes/T0001/      one folder a take: take.json and the clip
    films/v001/       one folder a finished version: film, captions, report, timelines, manifest
    manifest.json     the record of the newest film
    work/             can be deleted at any time
"""

from __future__ import annotations

import json
import os
import re
import socket
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from h3prompt.errors import LockedError, SourceError, UsageError

from .files import write_text

SCHEMA = 1
#: Where projects land by default, relative to the working folder.
OUTPUTS = "outputs"
BRIEF = "brief.yaml"
_FILE = "project.json"


def slug(text: str) -> str:
    """A name for files made of `text`: letters and digits of any script, joined by hyphens, at most 60."""
    words = re.findall(r"[^\W_]+", unicodedata.normalize("NFKC", text).lower())
    return "-".join(words)[:60].strip("-") or "film"


class Project:
    """A project folder. Nothing is written before `create`."""

    def __init__(self, folder: Path, brief: Path) -> None:
        self.folder = folder
        self.brief = brief

    @property
    def name(self) -> str:
        """The folder's name, used in the names of films."""
        return slug(self.folder.resolve().name)

    @property
    def takes(self) -> Path:
        """Holds the takes."""
        return self.folder / "takes"

    @property
    def prompts(self) -> Path:
        """Holds the prompt files."""
        return self.folder / "prompts"

    @property
    def plates(self) -> Path:
        """Holds frames that were taken from clips."""
        return self.folder / "plates"

    @property
    def films(self) -> Path:
        """Holds the finished versions."""
        return self.folder / "films"

    @property
    def work(self) -> Path:
        """Holds what can be made again."""
        return self.folder / "work"

    @property
    def manifest(self) -> Path:
        """The record of the newest film."""
        return self.folder / "manifest.json"

    def relative(self, path: Path) -> str:
        """`path` relative to the project, with forward slashes."""
        return os.path.relpath(path, self.folder).replace(os.sep, "/")

    def create(self) -> None:
        """Makes the folder and notes its brief.

        Raises:
            UsageError: when it cannot be made, or belongs to another brief.
        """
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageError(f"{self.folder}: cannot be made: {error.strerror or error}") from error
        file = self.folder / _FILE
        if not file.exists() and any(entry.name not in (".lock", "README.md") for entry in self.folder.iterdir()):
            raise UsageError(
                f"{self.folder} holds other files and is no project", hint="name an empty or a new folder with --into"
            )
        document = {"schema": SCHEMA, "brief": self.relative(self.brief.absolute())}
        if file.exists() and (known := _read(file).get("brief")) != document["brief"]:
            if isinstance(known, str) and (self.folder / known).exists():
                raise UsageError(
                    f"{self.folder} is the project of {known}, not of {document['brief']}",
                    hint="name another folder with --into",
                )
        text = json.dumps(document, indent=2, ensure_ascii=False) + "\n"
        if not file.exists() or file.read_text("utf-8") != text:
            write_text(file, text)

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Holds the project's only lock; the system releases it when the process dies, however it dies.

        Raises:
            LockedError: when another process holds it.
        """
        path = self.folder / ".lock"
        try:
            file = path.open("a+", encoding="utf-8")
        except OSError as error:
            raise UsageError(f"{path}: cannot be written: {error.strerror or error}") from error
        with file:
            try:
                _take_lock(file)
            except OSError as error:
                file.seek(0)
                holder = file.read(200).strip() or "another process"
                raise LockedError(
                    f"{self.folder} is in use by {holder}",
                    hint=f"wait for it or stop it; the lock is {path}, and it frees itself when that process ends",
                ) from error
            file.seek(0)
            file.truncate()
            file.write(f"process {os.getpid()} on {socket.gethostname()}")
            file.flush()
            try:
                yield
            finally:
                with suppress(OSError):
                    file.seek(0)
                    file.truncate()


def _take_lock(file: IO[str]) -> None:
    if os.name == "nt":
        import msvcrt

        # Far behind the text, so that others can still read who holds it.
        file.seek(1 << 20)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _read(file: Path) -> dict[str, Any]:
    try:
        document = json.loads(file.read_text("utf-8"))
    except OSError as error:
        raise SourceError(f"{file}: cannot be read: {error.strerror or error}") from error
    except ValueError as error:
        raise SourceError(f"{file}: is no JSON: {error}", hint="delete it; it is written again") from error
    if not isinstance(document, dict):
        raise SourceError(f"{file}: is no project file", hint="delete it; it is written again")
    if document.get("schema") != SCHEMA:
        raise SourceError(f"{file}: has the schema {document.get('schema')!r}; this version knows {SCHEMA}")
    return document


def find(path: Path, into: Path | None = None) -> Project:
    """The project that `path` means: a brief, a folder with a ``brief.yaml``, or the folder of a project.

    Args:
        path: what the person named.
        into: the project folder; default: the folder of that name, else ``outputs/NAME``, with the name of the brief's
            file, or of its folder when the file is called ``brief.yaml``.

    Raises:
        SourceError: when there is no brief.
    """
    if path.is_dir() and (path / _FILE).exists():
        brief = _read(path / _FILE).get("brief")
        if not isinstance(brief, str):
            raise SourceError(f"{path / _FILE}: names no brief", hint="delete it; it is written again")
        return Project(path, Path(os.path.normpath(path / brief)))
    if path.is_dir():
        found = path / BRIEF
        if not found.exists():
            raise SourceError(
                f"{path}: is neither a project nor a folder with a {BRIEF}", hint="name the file of the brief"
            )
        path = found
    if not path.exists():
        raise SourceError(f"{path}: does not exist", hint="name a brief or a project folder")
    stem = path.absolute().parent.name if path.name == BRIEF else path.name.split(".")[0]
    return Project(into or Path(OUTPUTS) / slug(stem), path)
