"""The findings as GitHub Actions annotations, one workflow command a line."""

from __future__ import annotations

from ..checker import Report
from ..findings import Finding, Level
from .paths import relative

_COMMANDS = {Level.ERROR: "error", Level.WARNING: "warning", Level.INFO: "notice"}


def render(report: Report) -> str:
    """A line for each finding; empty when there is none."""
    return "".join(_command(finding) + "\n" for finding in report.findings)


def _command(finding: Finding) -> str:
    properties: dict[str, object] = {}
    if finding.file is not None and finding.file != "-":
        properties["file"] = relative(finding.file)
    if finding.line is not None:
        properties["line"] = finding.line
        # GitHub shows columns only for a range within one line.
        if finding.end_line in (None, finding.line):
            properties["col"] = finding.column
        properties["endLine"] = finding.end_line
        if finding.end_line == finding.line:
            properties["endColumn"] = finding.end_column
    properties["title"] = finding.code
    message = finding.message + (f" (suggestion: {finding.suggestion})" if finding.suggestion else "")
    stated = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items() if value is not None)
    return f"::{_COMMANDS[finding.level]} {stated}::{_data(message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
