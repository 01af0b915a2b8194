"""All checks, in the order in which they run. A new one is added to the tuple of its module."""

from __future__ import annotations

from . import pictures, sounds, structure
from .base import Check

CHECKS: tuple[Check, ...] = (*structure.CHECKS, *pictures.CHECKS, *sounds.CHECKS)

__all__ = ["CHECKS", "Check"]
