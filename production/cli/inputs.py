"""Which prompts a command works on, and what it knows about them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from h3prompt.config import Config, load, load_file
from h3prompt.context import Context
from h3prompt.errors import H3Error, SourceError, UsageError
from h3prompt.printers.excerpt import visible
from h3prompt.source import Source, decode, read_source

from . import console
from .options import beside, levels

#: What a folder is searched for.
SUFFIX = ".h3.md"
STDIN = "-"


@dataclass(slots=True)
class Settings:
    """What the options say about every prompt of a run.

    Attributes:
        context: what is known besides the texts.
        files: reference files may be opened.
        config_file: a configuration file that was named, None for the nearest one of each prompt.
        disable, level: rules to switch off and ``RULE=LEVEL`` pairs; they win over the files.
    """

    context: Context
    files: bool = False
    config_file: str | None = None
    disable: Sequence[str] | None = None
    level: Sequence[str] | None = None
    _configs: dict[Path, Config] = field(default_factory=dict)

    def config(self, file: str) -> Config:
        """The configuration for one prompt.

        Raises:
            UsageError: when a file or an option says something that means nothing.
        """
        folder = Path.cwd() if file == STDIN else Path(file).absolute().parent
        key = Path(self.config_file) if self.config_file else folder
        if key not in self._configs:
            found = load_file(key) if self.config_file else load(folder)
            self._configs[key] = found.changed(self.disable or (), levels(self.level))
        return self._configs[key]

    def known(self, file: str) -> Context:
        """The context for one prompt."""
        return beside(self.context, "" if file == STDIN else file)


class Inputs:
    """The prompts that a command was given, read one after the other.

    What cannot be read is told on standard error and kept in `failed`, and the others are read all the same. When
    nothing at all can be read, the last error is raised instead.
    """

    def __init__(self, paths: Sequence[str]) -> None:
        self.failed: list[H3Error] = []
        if not paths:
            if sys.stdin is None or sys.stdin.isatty():
                raise UsageError("no prompt was given", hint="name a file or a folder, or pipe a prompt in")
            paths = [STDIN]
        self.names = list(dict.fromkeys(name for path in paths for name in self._expand(path)))
        #: One prompt was named, not a folder.
        self.single = len(paths) == 1 and self.names == list(paths)

    def _expand(self, path: str) -> list[str]:
        if path == STDIN or not Path(path).is_dir():
            return [path]
        found = []
        for here, folders, files in os.walk(path):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            found += [str(Path(here, name)) for name in sorted(files) if name.endswith(SUFFIX)]
        if not found:
            hint = "a prompt file with another name can be named itself"
            self._fail(SourceError(f"{path}: the folder has no *{SUFFIX} file", hint=hint))
        return found

    def __iter__(self) -> Iterator[Source]:
        count = 0
        for name in self.names:
            try:
                source = read(name)
            except SourceError as error:
                self._fail(error)
                continue
            count += 1
            yield source
        if self.failed:
            if not count:
                raise self.failed[-1]
            _tell(self.failed[-1])

    def _fail(self, error: H3Error) -> None:
        # The newest one is held back: it is raised when no prompt can be read.
        if self.failed:
            _tell(self.failed[-1])
        self.failed.append(error)


def read(name: str) -> Source:
    """The prompt file `name`, or standard input for ``-``.

    Raises:
        SourceError: when it cannot be read.
    """
    if name != STDIN:
        return read_source(Path(name))
    if sys.stdin is None:
        raise SourceError("standard input is closed")
    try:
        return decode(sys.stdin.buffer.read(), STDIN)
    except OSError as error:
        raise SourceError(f"standard input cannot be read: {error.strerror or error}") from error


def _tell(error: H3Error) -> None:
    console.note(f"h3: {visible(error.message)}")
    if error.hint:
        console.note(f"hint: {visible(error.hint)}")
