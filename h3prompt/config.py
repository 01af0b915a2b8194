"""Levels and disabled rules from ``h3.toml`` or ``pyproject.toml``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .findings import Level
from .rules.base import Rule


@dataclass(frozen=True, slots=True)
class Config:
    """What a project changes about the rules.

    Attributes:
        disable: codes, names or families (``HAB``) that do not run.
        levels: code, name or family to the level that its findings get.
        path: the file that this came from, "" for the default.
    """

    disable: frozenset[str] = frozenset()
    levels: Mapping[str, Level] = field(default_factory=dict)
    path: str = ""

    def disabled(self, rule: Rule) -> bool:
        """Whether `rule` is switched off."""
        return bool(self.disable) and not self.disable.isdisjoint(_keys(rule))

    def level(self, rule: Rule, default: Level) -> Level:
        """The level of a finding of `rule`; the most exact entry wins."""
        if self.levels:
            for key in _keys(rule):
                if key in self.levels:
                    return self.levels[key]
        return default


def _keys(rule: Rule) -> tuple[str, str, str]:
    return rule.code, rule.name, rule.code.rstrip("0123456789")
