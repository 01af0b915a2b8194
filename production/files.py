"""Writes files so that a reader never sees half of one."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path
from tempfile import mkstemp

from h3prompt.errors import UsageError


def write_bytes(path: Path, data: bytes) -> None:
    """Replaces the content of `path` at once: a temporary file in the same folder, flushed, then renamed.

    A symbolic link stays and its target is written; the mode bits of a file that exists are kept.

    Raises:
        UsageError: when the folder or the file cannot be written; then nothing has changed.
    """
    target = Path(os.path.realpath(path))
    try:
        mode = stat.S_IMODE(target.stat().st_mode) if target.exists() else None
        if mode is not None and not os.access(target, os.W_OK):
            raise PermissionError(13, "Permission denied")
        handle, name = mkstemp(prefix=f".{target.name}.", suffix=".tmp", dir=target.parent)
        temporary = Path(name)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            temporary.chmod(mode if mode is not None else 0o666 & ~_umask())
            temporary.replace(target)
        except BaseException:
            with suppress(OSError):
                temporary.unlink()
            raise
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror or error}") from error
    _flush_folder(target.parent)


def write_text(path: Path, text: str) -> None:
    """As `write_bytes`, in UTF-8, line ends as they are."""
    write_bytes(path, text.encode("utf-8", "backslashreplace"))


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current


def _flush_folder(folder: Path) -> None:
    """Makes the rename itself durable where the system lets a folder be flushed."""
    with suppress(OSError, AttributeError):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
