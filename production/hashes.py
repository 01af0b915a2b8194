"""Content hashes of files, remembered by size and time stamp so that an unchanged file is read only once."""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from h3prompt.errors import SourceError

from .files import write_text

#: A file that was changed this shortly before it was hashed may change again within the same tick of its time stamp, so
#: its hash is not remembered (nanoseconds).
_RACY = 2_000_000_000
_BLOCK = 1 << 20


def sha256(path: Path) -> str:
    """The SHA-256 of a file's bytes, in hexadecimal digits.

    Raises:
        SourceError: when it cannot be read.
    """
    digest = hashlib.sha256()
    try:
        with path.open("rb") as file:
            while block := file.read(_BLOCK):
                digest.update(block)
    except OSError as error:
        raise SourceError(f"{path}: cannot be read: {error.strerror or error}") from error
    return digest.hexdigest()


def digest(document: Any) -> str:
    """The SHA-256 of a JSON document in its canonical form."""
    text = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


class Hashes:
    """A memory of hashes, kept in a file of the project.

    Args:
        store: where it is kept; a damaged one is thrown away, since all of it can be made again.
        hasher: what reads a file.
    """

    def __init__(self, store: Path, hasher: Callable[[Path], str] = sha256) -> None:
        self._store = store
        self._hasher = hasher
        self._known: dict[str, tuple[int, int, str]] = {}
        self._changed = False
        try:
            document = json.loads(store.read_text("utf-8"))
            self._known = {name: (int(size), int(stamp), str(sha)) for name, (size, stamp, sha) in document.items()}
        except (OSError, ValueError, TypeError, AttributeError):
            self._known = {}

    def of(self, path: Path) -> str:
        """The hash of `path`, read again only when its size or time stamp changed.

        Raises:
            SourceError: when it cannot be read.
        """
        try:
            found = path.stat()
        except OSError as error:
            raise SourceError(f"{path}: cannot be read: {error.strerror or error}") from error
        # Relative names keep the memory valid when the project moves.
        name = os.path.relpath(path, self._store.parent).replace(os.sep, "/")
        known = self._known.get(name)
        if known and known[:2] == (found.st_size, found.st_mtime_ns):
            return known[2]
        sha = self._hasher(path)
        if time.time_ns() - found.st_mtime_ns > _RACY:
            self._known[name] = (found.st_size, found.st_mtime_ns, sha)
            self._changed = True
        return sha

    def save(self) -> None:
        """Writes the memory when there is something new in it."""
        if self._changed:
            write_text(self._store, json.dumps(self._known, indent=0, sort_keys=True))
            self._changed = False
