"""The report in SARIF 2.1.0, which code scanners and editors read.

Columns count code points, as `Finding` does. Paths are relative to the folder that the command ran in (``%SRCROOT%``).
"""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from pathlib import Path
from typing import Any

from ..checker import Report
from ..findings import Finding, Level
from ..rules import RULES
from ..rules.base import Rule
from ..source import Source
from .json import dump
from .pages import markdown
from .paths import uri

SCHEMA_URI = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {Level.ERROR: "error", Level.WARNING: "warning", Level.INFO: "note"}
_ROOT = "%SRCROOT%"


def render(report: Report) -> str:
    """One SARIF log with one run."""
    return dump(log(report))


def log(report: Report) -> dict[str, Any]:
    """The log as data."""
    from ..version import VERSION

    index = {rule.code: place for place, rule in enumerate(RULES)}
    seen: Counter[str] = Counter()
    return {
        "$schema": SCHEMA_URI,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": {"name": "h3", "version": VERSION, "rules": [_rule(rule) for rule in RULES]}},
                "columnKind": "unicodeCodePoints",
                "originalUriBaseIds": {_ROOT: {"uri": Path.cwd().as_uri().rstrip("/") + "/"}},
                "invocations": [{"executionSuccessful": True, "toolExecutionNotifications": _skipped(report)}],
                "artifacts": [{"location": _artifact(checked.file)} for checked in report.files],
                "results": [_result(finding, report, index, seen) for finding in report.findings],
            }
        ],
    }


def _rule(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": f"{rule.title}."},
        "fullDescription": {"text": f"{rule.title}. {rule.evidence}"},
        "help": {"text": rule.documentation, "markdown": markdown(rule)},
        "defaultConfiguration": {"level": _LEVELS[rule.level]},
        "properties": {"tags": [rule.code.rstrip("0123456789")], "fixable": rule.fixable},
    }


def _skipped(report: Report) -> list[dict[str, Any]]:
    missing = Counter(skipped.needs for skipped in report.skipped)
    return [
        {"level": "note", "message": {"text": f"not given: {need}; {count} checks were skipped or done in part"}}
        for need, count in missing.items()
    ]


def _artifact(name: str) -> dict[str, str]:
    if name == "-":
        return {"uri": "stdin", "uriBaseId": _ROOT}
    address, below = uri(name)
    return {"uri": address, "uriBaseId": _ROOT} if below else {"uri": address}


def _result(finding: Finding, report: Report, index: dict[str, int], seen: Counter[str]) -> dict[str, Any]:
    source = report.sources.get(finding.file or "")
    message = finding.message + (f" (suggestion: {finding.suggestion})" if finding.suggestion else "")
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "level": _LEVELS[finding.level],
        "message": {"text": message},
        "partialFingerprints": {"h3/line/v1": _fingerprint(finding, source, seen)},
    }
    if finding.code in index:
        result["ruleIndex"] = index[finding.code]
    if finding.file is not None:
        place: dict[str, Any] = {"artifactLocation": _artifact(finding.file)}
        if finding.line is not None:
            place["region"] = {
                "startLine": finding.line,
                "startColumn": finding.column,
                "endLine": finding.end_line,
                "endColumn": finding.end_column,
            }
        result["locations"] = [{"physicalLocation": place}]
    if finding.fix and source is not None and finding.file is not None:
        result["fixes"] = [_fix(finding, source)]
    return result


def _fingerprint(finding: Finding, source: Source | None, seen: Counter[str]) -> str:
    """The same for a finding that moved to another line: code, file, the line's words, and which of several it is."""
    line = source.lines.line(finding.line) if source is not None and finding.line is not None else ""
    artifact = _artifact(finding.file)["uri"] if finding.file else ""
    words = "\0".join((finding.code, artifact, " ".join(line.split())))
    seen[words] += 1
    return sha256(f"{words}\0{seen[words]}".encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _fix(finding: Finding, source: Source) -> dict[str, Any]:
    assert finding.fix is not None and finding.file is not None
    replacements = []
    for edit in finding.fix.edits:
        start_line, start_column = source.lines.position(edit.start)
        end_line, end_column = source.lines.position(edit.end)
        replacements.append(
            {
                "deletedRegion": {
                    "startLine": start_line,
                    "startColumn": start_column,
                    "endLine": end_line,
                    "endColumn": end_column,
                },
                "insertedContent": {"text": edit.text},
            }
        )
    change = {"artifactLocation": _artifact(finding.file), "replacements": replacements}
    return {"description": {"text": finding.fix.description}, "artifactChanges": [change]}
