"""Standard output and standard error: always UTF-8, colour on terminals only, quiet when the reader goes away."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from io import TextIOWrapper
from typing import Any, TextIO

#: Exit status when the reader of standard output has gone, as of a program that SIGPIPE ends.
PIPE_CLOSED = 141


def use_utf8() -> None:
    """Makes both streams UTF-8 whatever the locale or the code page says; what cannot be encoded is escaped."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def drop_output() -> int:
    """Points standard output at nothing after its reader has gone, and returns the status for that."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return PIPE_CLOSED


def out(text: str) -> None:
    """Writes to standard output at once."""
    if not text.isascii():
        from h3prompt.printers.excerpt import readable

        text = readable(text)
    if sys.stdout is not None:
        sys.stdout.write(text)
        sys.stdout.flush()


def note(text: str) -> None:
    """Writes a line to standard error; a closed one is ignored."""
    with suppress(OSError, ValueError, AttributeError):
        sys.stderr.write(f"{text}\n")
        sys.stderr.flush()


def colour(stream: TextIO | None = None) -> bool:
    """Whether a stream (default: standard output) gets colour: a terminal does, ``NO_COLOR`` and ``FORCE_COLOR`` win."""
    stream = stream or sys.stdout
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream is not None and stream.isatty() and os.environ.get("TERM") != "dumb"


def width() -> int:
    """Columns of the terminal, 100 where there is none."""
    from shutil import get_terminal_size

    return max(40, get_terminal_size((100, 24)).columns)


def json_out(document: Any) -> None:
    """Prints one JSON document."""
    from h3prompt.printers.json import dump

    out(dump(document))


def table(headers: Sequence[str], rows: Sequence[Sequence[str]], title: str = "") -> None:
    """A table: drawn by rich on a terminal, aligned columns elsewhere. Cells are shown as they are, never as markup."""
    from h3prompt.printers.excerpt import cells, visible

    clean = [[visible(cell) for cell in row] for row in rows]
    if colour():
        from rich import box
        from rich.console import Console
        from rich.table import Table
        from rich.text import Text

        drawn = Table(
            title=Text(title) if title else None, title_justify="left", box=box.SIMPLE_HEAD, title_style="bold"
        )
        for header in headers:
            drawn.add_column(Text(header), overflow="fold")
        for row in clean:
            drawn.add_row(*(Text(cell) for cell in row))
        Console(file=sys.stdout, markup=False, emoji=False, highlight=False).print(drawn)
        return
    if title:
        out(f"{title}\n")
    grid = [list(headers), *clean]
    widths = [max(cells(row[column]) for row in grid) for column in range(len(headers))]
    for row in grid:
        padded = [cell + " " * (size - cells(cell)) for cell, size in zip(row, widths, strict=True)]
        out("  ".join(padded).rstrip() + "\n")
