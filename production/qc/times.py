"""Moments of a film for people."""

from __future__ import annotations

from h3prompt import grid
from h3prompt.writer import time_code


def code(frame: int) -> str:
    """``00:02.500 (frame 60)``."""
    return f"{time_code(grid.milliseconds(frame))} (frame {frame})"
