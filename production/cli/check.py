"""``h3 prompt check``."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from h3prompt.checker import Report, check_source, merge
from h3prompt.errors import Exit, UsageError
from h3prompt.findings import Level
from h3prompt.printers import FORMATS, printer

from . import console
from .inputs import Inputs, Settings
from .options import one_of


def format_of(name: str, as_json: bool) -> str:
    """The output format that ``--format`` and ``--json`` ask for together."""
    chosen = one_of("--format", name, FORMATS)
    if as_json and chosen not in ("text", "json"):
        raise UsageError(f"--json and --format {chosen} ask for two formats", hint="use one of them")
    return "json" if as_json else chosen


def run(paths: Sequence[str], settings: Settings, form: str, output: str | None, min_level: str, quiet: bool) -> int:
    """Checks the prompts, prints one report of all, and returns the exit status."""
    lowest = Level(one_of("--min-level", min_level, [level.value for level in Level]))
    inputs = Inputs(paths)
    report = merge(
        check_source(source, settings.known(source.name), config=settings.config(source.name), files=settings.files)
        for source in inputs
    )
    kept = tuple(finding for finding in report.findings if finding.level.rank <= lowest.rank)
    _print(replace(report, findings=kept), form, output, quiet)
    if inputs.failed:
        return Exit.USAGE
    return Exit.FINE if report.ok else Exit.FINDINGS


def _print(report: Report, form: str, output: str | None, quiet: bool) -> None:
    if form != "text":
        text = printer(form)(report)
    else:
        from h3prompt.printers.text import render, write_styled

        if output is None and console.colour():
            write_styled(report, sys.stdout, width=console.width(), quiet=quiet)
            return
        text = render(report, width=console.width(), quiet=quiet)
    if output is None:
        console.out(text)
    else:
        from production.files import write_text

        write_text(Path(output), text)
