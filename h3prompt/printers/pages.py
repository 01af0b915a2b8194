"""The page of a rule: its docstring with code, level and evidence, for a terminal and as Markdown."""

from __future__ import annotations

import re

from ..rules.base import Rule

_LITERAL = re.compile(r"(?<!`)``(?!`)([^`]+)``(?!`)")
_BLOCK = re.compile(r"^(?P<head>.*?)::$")
_NEEDS = {
    "duration": "the clip's length",
    "references": "the list of reference files",
    "dialogue": "the brief's dialogue",
    "visible_text": "the brief's visible text",
    "backend": "the backend",
    "files": "leave to open the reference files",
}


def facts(rule: Rule) -> list[tuple[str, str]]:
    """What stands in the head of a rule's page, as (name, value)."""
    found = [("level", rule.level.value), ("fixable", "some of its findings" if rule.fixable else "no")]
    if rule.family:
        found.append(("applies to", "Ref2VA" if rule.family == "reference" else "T2VA, I2VA, FL2VA, L2VA"))
    if rule.needs:
        found.append(("needs", ", ".join(_NEEDS[need] for need in rule.needs)))
    if rule.wants:
        found.append(("looks further with", ", ".join(_NEEDS[need] for need in rule.wants)))
    found.append(("evidence", rule.evidence))
    return found


def plain(rule: Rule) -> str:
    """The page for a terminal."""
    head = f"{rule.code} {rule.name}"
    lines = [f"  {name}: {value}" for name, value in facts(rule)]
    body = _LITERAL.sub(r"\1", rule.documentation).replace("::\n", ":\n")
    return "\n".join([head, "", *lines, "", body, ""])


def markdown(rule: Rule) -> str:
    """The docstring as Markdown: indented samples become fenced blocks, double backticks single ones."""
    return _LITERAL.sub(_literal, "\n".join(_fenced(rule.documentation.split("\n"))))


def _literal(match: re.Match[str]) -> str:
    return f"`{match.group(1)}`"


def _fenced(lines: list[str]) -> list[str]:
    out: list[str] = []
    block: list[str] | None = None
    for line in [*lines, "end"]:
        if block is not None and line and not line.startswith(" "):
            while block and not block[-1]:
                block.pop()
            out += ["```text", *(text[4:] for text in block), "```", ""]
            block = None
        if block is not None:
            if line or block:
                block.append(line)
            continue
        match = _BLOCK.match(line)
        if match:
            out += [f"{match['head']}:", ""]
            block = []
        else:
            out.append(line)
    return out[:-1] if out[-1] == "end" else out
