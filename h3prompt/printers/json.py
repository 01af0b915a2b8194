"""The report as one JSON document (``docs/schemas/findings.schema.json``)."""

from __future__ import annotations

import json
from typing import Any

from ..checker import Report


def render(report: Report) -> str:
    """One document, indented, with a line break at its end."""
    return dump(report.to_dict())


def dump(document: Any) -> str:
    """The form in which every command prints JSON: indented, readable characters, a line break at the end."""
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"
