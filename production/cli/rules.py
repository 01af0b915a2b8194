"""``h3 prompt rules``."""

from __future__ import annotations

from typing import Any

from h3prompt.errors import Exit, UsageError
from h3prompt.printers.pages import plain
from h3prompt.rules import FAMILIES, RULES, Rule, by_code

from . import console


def run(word: str | None, as_json: bool) -> int:
    """Prints all rules, or the page of the one that `word` names."""
    chosen = RULES if word is None else (_find(word),)
    if as_json:
        console.json_out({"schema": 1, "rules": [_document(rule) for rule in chosen]})
    elif word is not None:
        console.out(plain(chosen[0]))
    else:
        for family, (title, rules) in FAMILIES.items():
            rows = [(rule.code, rule.level.value, "fixable" if rule.fixable else "", rule.title) for rule in rules]
            console.table(("code", "level", "", "what is wrong"), rows, title=f"{family}  {title}")
            console.out("\n")
        console.out(f"{len(RULES)} rules; h3 prompt rules CODE explains one\n")
    return Exit.FINE


def _find(word: str) -> Rule:
    rule = by_code(word)
    if rule is None:
        from h3prompt.config import nearest_rule

        raise UsageError(f"no rule is called {word!r}", hint=nearest_rule(word) or "h3 prompt rules lists all rules")
    return rule


def _document(rule: Rule) -> dict[str, Any]:
    return {
        "code": rule.code,
        "name": rule.name,
        "family": rule.code.rstrip("0123456789"),
        "level": rule.level.value,
        "fixable": rule.fixable,
        "modes": rule.family or "all",
        "needs": list(rule.needs),
        "wants": list(rule.wants),
        "title": rule.title,
        "evidence": rule.evidence,
        "documentation": rule.documentation,
    }
