"""The rules, family by family. The order here is the order in which they run and in which they are documented."""

from __future__ import annotations

from .base import Hit, Rule

__all__ = ["RULES", "Hit", "Rule", "by_code"]

RULES: tuple[Rule, ...] = ()


def by_code(word: str) -> Rule | None:
    """The rule with this code or name (any case), or None."""
    word = word.strip().lower()
    return next((rule for rule in RULES if word in (rule.code.lower(), rule.name)), None)
