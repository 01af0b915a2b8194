"""The H3 prompt language: parse, check, fix and write the text that MiniMax-H3 reads.

Pure text: no media, no network, no model. ``docs/library.md`` has the tour.
"""

from __future__ import annotations

from .checker import Report, check, check_file
from .context import BriefLine, Context, Kind, Reference, Role
from .document import Prompt
from .errors import H3Error
from .findings import Edit, Finding, Fix, Level, Span
from .fixer import Fixed, fix
from .modes import Mode
from .parser import parse
from .writer import render, write

__all__ = [
    "BriefLine",
    "Context",
    "Edit",
    "Finding",
    "Fix",
    "Fixed",
    "H3Error",
    "Kind",
    "Level",
    "Mode",
    "Prompt",
    "Reference",
    "Report",
    "Role",
    "Span",
    "check",
    "check_file",
    "fix",
    "parse",
    "render",
    "write",
]
