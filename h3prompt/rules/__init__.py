"""The rules, family by family. The order here is the order in which they run and in which they are documented."""

from __future__ import annotations

from .alignment import ALIGNMENT
from .base import Hit, Rule
from .budget import BUDGET
from .context import CONTEXT
from .dialogue import DIALOGUE
from .habits import HABITS
from .labels import LABELS
from .language import LANGUAGE
from .limits import LIMITS
from .references import REFERENCES
from .retention import RETENTION
from .sections import SECTIONS
from .shots import SHOTS
from .sound import SOUND
from .summary import SUMMARY
from .text import TEXT

__all__ = ["FAMILIES", "RULES", "Hit", "Rule", "by_code"]

#: What the three letters of a code stand for, and the rules of the family.
FAMILIES: dict[str, tuple[str, tuple[Rule, ...]]] = {
    "TXT": ("What the text is wrapped in", TEXT),
    "CTX": ("What the front matter states", CONTEXT),
    "SEC": ("Fields", SECTIONS),
    "ALN": ("The alignment line", ALIGNMENT),
    "SHT": ("Shots, cuts and camera", SHOTS),
    "DLG": ("Dialogue and speakers", DIALOGUE),
    "LBL": ("Labels, definitions and files", LABELS),
    "RET": ("Retention analysis", RETENTION),
    "SUM": ("Summary and task prefix", SUMMARY),
    "SND": ("Soundscape and music", SOUND),
    "LNG": ("Language and visible text", LANGUAGE),
    "LIM": ("Limits and leftovers", LIMITS),
    "BUD": ("Time for lines and beats", BUDGET),
    "HAB": ("Habits of the model", HABITS),
    "REF": ("Reference files", REFERENCES),
}

RULES: tuple[Rule, ...] = tuple(rule for _, rules in FAMILIES.values() for rule in rules)


def by_code(word: str) -> Rule | None:
    """The rule with this code or name (any case), or None."""
    word = word.strip().lower()
    return next((rule for rule in RULES if word in (rule.code.lower(), rule.name)), None)
