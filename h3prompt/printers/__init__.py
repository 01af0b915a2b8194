"""Turns a `Report` into text for people, programs, code scanners and GitHub.

Every format is a module with one function ``render(report) -> str``; only the one that is asked for is imported.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import cast

from ..checker import Report
from ..errors import UsageError

#: The formats of ``h3 prompt check --format``.
FORMATS = ("text", "json", "sarif", "github")

Printer = Callable[[Report], str]


def printer(name: str) -> Printer:
    """The function that renders reports in the format `name`.

    Raises:
        UsageError: for an unknown format.
    """
    if name not in FORMATS:
        raise UsageError(f"{name!r} is no format; the formats are {', '.join(FORMATS)}")
    return cast(Printer, import_module(f"{__name__}.{name}").render)
