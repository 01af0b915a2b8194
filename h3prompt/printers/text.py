"""The report for a person: every finding with its place and source line, what could not be checked, and a sum."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TextIO

from ..checker import Checked, Report
from ..findings import Finding, Level
from ..rules.base import Need
from .excerpt import excerpt, visible

#: What a skipped check lacks, and how to give it.
MISSING: dict[Need, tuple[str, str]] = {
    "duration": ("the clip's length", "--duration SECONDS, or duration: in the front matter"),
    "references": (
        "the reference files",
        "--ref KIND:PATH, or references: in the front matter (an empty list for none)",
    ),
    "dialogue": ("the brief's dialogue", "dialogue: in the front matter"),
    "visible_text": ("the brief's visible text", "visible_text: in the front matter"),
    "backend": ("the backend", "--backend NAME, or backend: in the front matter"),
    "files": ("a look into the reference files", "--files"),
}
_STYLES = {Level.ERROR: "bold red", Level.WARNING: "yellow", Level.INFO: "cyan"}
_MOST_CODES = 8


class Piece(NamedTuple):
    """A run of text in one style; the styles are names of rich, "" for none."""

    text: str
    style: str = ""


Row = list[Piece]


def render(report: Report, *, width: int = 100, quiet: bool = False) -> str:
    """The report as plain text.

    Args:
        report: what to print.
        width: columns of the terminal; source lines are cut to it, messages are not.
        quiet: findings only, nothing when there are none.
    """
    return "".join(
        "".join(piece.text for piece in row).rstrip() + "\n" for row in rows(report, width=width, quiet=quiet)
    )


def write_styled(report: Report, file: TextIO, *, width: int = 100, quiet: bool = False) -> None:
    """Prints the report in colour to a terminal. Nothing in it is taken for markup."""
    from rich.console import Console
    from rich.text import Text

    console = Console(file=file, markup=False, emoji=False, highlight=False, soft_wrap=True, force_terminal=True)
    for row in rows(report, width=width, quiet=quiet):
        console.print(Text.assemble(*((piece.text, piece.style) for piece in row)))


def rows(report: Report, *, width: int = 100, quiet: bool = False) -> Iterator[Row]:
    """The lines of the report as runs of styled text."""
    for finding in report.findings:
        yield from _finding(finding, report, width)
        yield []
    if quiet:
        return
    yield from _files(report)
    yield from _skipped(report)
    yield _sum(report)


def _finding(finding: Finding, report: Report, width: int) -> Iterator[Row]:
    place = [visible(finding.file)] if finding.file else []
    place += [str(number) for number in (finding.line, finding.column) if number is not None]
    yield [
        Piece(":".join(place), "bold"),
        Piece("  "),
        Piece(f"{finding.level.value:<7}", _STYLES[finding.level]),
        Piece("  "),
        Piece(finding.code, "bold"),
        Piece(f"  {visible(finding.message)}"),
    ]
    source = report.sources.get(finding.file or "")
    shown = excerpt(source, finding, max(20, width - 4)) if source is not None else None
    if shown and shown.text:
        yield [Piece(f"    {shown.text}", "dim")]
        yield [Piece(f"    {shown.marks}", _STYLES[finding.level])]
    mark = Piece("  (fixable)" if finding.fixable else "", "dim")
    if finding.suggestion is not None:
        yield [Piece("    suggestion: ", "dim"), Piece(visible(finding.suggestion), "green"), mark]
    elif finding.fix:
        yield [Piece("    fix: ", "dim"), Piece(visible(finding.fix.description), "green"), mark]


def _files(report: Report) -> Iterator[Row]:
    many = len(report.files) > 20
    counted: dict[str | None, int] = {}
    for finding in report.findings:
        counted[finding.file] = counted.get(finding.file, 0) + 1
    for checked in report.files:
        if many and not counted.get(checked.file):
            continue
        yield [
            Piece(f"{name_of(checked)}: ", "bold"),
            Piece(f"{described(checked)}; {_count(counted.get(checked.file, 0))}"),
        ]


def name_of(checked: Checked) -> str:
    """The file's name for a person."""
    return "standard input" if checked.file == "-" else visible(checked.file)


def described(checked: Checked) -> str:
    """``T2VA, derived from the fields; 124 frames = 5.167 s``."""
    mode = f"{checked.mode.value}, " + (
        "stated" if checked.mode_source == "stated" else f"derived from {checked.mode_source}"
    )
    if checked.frames is None:
        return f"{mode}; length not known"
    return f"{mode}; {checked.frames} frames = {checked.frames / 24:.3f} s"


def _skipped(report: Report) -> Iterator[Row]:
    codes: dict[Need, dict[str, bool]] = {}
    files: dict[Need, set[str]] = {}
    for skipped in report.skipped:
        group = codes.setdefault(skipped.needs, {})
        group[skipped.code] = group.get(skipped.code, True) and skipped.partly
        files.setdefault(skipped.needs, set()).add(skipped.file)
    if codes:
        yield [Piece("not checked, because it was not given:", "dim")]
    for need, group in codes.items():
        what, how = MISSING[need]
        if len(files[need]) < len(report.files):
            what += f" in {len(files[need])} of {len(report.files)} files"
        names = [f"{code} in part" if partly else code for code, partly in group.items()]
        if len(names) > _MOST_CODES:
            names = [*names[: _MOST_CODES - 1], f"{len(names) - _MOST_CODES + 1} more"]
        yield [Piece(f"  {what} ({how}): {', '.join(names)}", "dim")]


def _count(number: int) -> str:
    return "no findings" if not number else "1 finding" if number == 1 else f"{number} findings"


def _plural(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def _sum(report: Report) -> Row:
    counts = [f"{_plural(report.count(level), level.value)}" for level in Level]
    fixable = sum(finding.fixable for finding in report.findings)
    notes = [f"{fixable} fixable with h3 prompt fix"] if fixable else []
    notes += [f"{report.suppressed} suppressed by comments"] if report.suppressed else []
    text = f"{_plural(len(report.files), 'file')} checked: {', '.join(counts)}" + "".join(f"; {note}" for note in notes)
    return [Piece(text, "bold" if report.ok else "bold red")]
