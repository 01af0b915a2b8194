"""``h3 brief``: check a brief before anything is planned, and write the schema for editors."""

# No postponed annotations here: typer would have to evaluate every one of them at each start.
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from h3prompt.brief.loader import LoadedBrief
    from h3prompt.checker import Report

#: The levels of SARIF.
_SARIF = {"error": "error", "warning": "warning", "info": "note"}

app = typer.Typer(
    name="brief",
    help="Check briefs; write the schema for editors.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@app.command(epilog="Exit status: 0 fine, 1 findings at error level, 2 wrong usage or a file that cannot be read.")
def check(
    brief: Annotated[str, typer.Argument(metavar="BRIEF", show_default=False, help="The brief; - for standard input.")],
    format_: Annotated[str, typer.Option("--format", metavar="FORMAT", help="text, json, sarif or github.")] = "text",
    json_: Annotated[bool, typer.Option("--json", help="Short for --format json.")] = False,
    no_files: Annotated[
        bool, typer.Option("--no-files", help="Do not look at the files that the brief names.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Findings only, nothing when there are none.")] = False,
) -> int:
    """Check a brief and say everything that is wrong, where, and what to write instead.

    Looks at the keys, the values, the names, the times and, unless told not to, the files that the brief names.
    """
    from .check import format_of

    return _check(brief, format_of(format_, json_), not no_files, quiet)


@app.command(epilog="Exit status: 0 fine, 2 wrong usage or a file that cannot be written.")
def schema(
    output: Annotated[str | None, typer.Option("--output", metavar="FILE", help="Write the schema to a file.")] = None,
) -> int:
    """Print the JSON Schema of a brief, by which editors complete and check it while it is written."""
    from pathlib import Path

    from h3prompt.brief.schema import schema as make
    from h3prompt.errors import Exit
    from h3prompt.printers.json import dump

    from . import console

    if output is None:
        console.json_out(make())
    else:
        from production.files import write_text

        write_text(Path(output), dump(make()))
    return Exit.FINE


def _check(name: str, form: str, files: bool, quiet: bool) -> int:
    from pathlib import Path

    from h3prompt.brief.loader import check_text, decode, read_bytes
    from h3prompt.checker import Report
    from h3prompt.errors import Exit
    from h3prompt.source import Source

    data = _stdin() if name == "-" else read_bytes(Path(name))
    loaded, findings = check_text(data, Path(name), files=files)
    named = str(Path(name))
    report = Report(findings, sources={named: Source(decode(data)[0], named)})
    _print(report, loaded, name, form, quiet)
    return Exit.FINE if report.ok else Exit.FINDINGS


def _stdin() -> bytes:
    import sys

    from h3prompt.errors import SourceError

    if sys.stdin is None:
        raise SourceError("standard input is closed")
    try:
        return sys.stdin.buffer.read()
    except OSError as error:
        raise SourceError(f"standard input cannot be read: {error.strerror or error}") from error


def _print(report: "Report", loaded: "LoadedBrief | None", name: str, form: str, quiet: bool) -> None:
    import sys

    from h3prompt.printers import printer
    from h3prompt.printers.text import render, write_styled

    from . import console

    if form == "sarif":
        console.json_out(_log(report))
        return
    if form != "text":
        console.out(printer(form)(report))
        return
    if console.colour():
        write_styled(report, sys.stdout, width=console.width(), quiet=True)
    else:
        console.out(render(report, width=console.width(), quiet=True))
    if not quiet:
        console.out(_sum(report, loaded, name))


def _log(report: "Report") -> dict[str, Any]:
    """The SARIF log, with the findings of a brief as its rules."""
    from h3prompt.brief.codes import CODES
    from h3prompt.printers.sarif import log

    made = log(report)
    run = made["runs"][0]
    run["tool"]["driver"]["rules"] = [
        {
            "id": code.code,
            "name": code.name,
            "shortDescription": {"text": f"{code.title}."},
            "defaultConfiguration": {"level": _SARIF[code.level.value]},
        }
        for code in CODES
    ]
    places = {code.code: place for place, code in enumerate(CODES)}
    for result in run["results"]:
        result["ruleIndex"] = places[result["ruleId"]]
    return made


def _sum(report: "Report", loaded: "LoadedBrief | None", name: str) -> str:
    from h3prompt.findings import Level
    from h3prompt.printers.excerpt import visible

    shown = "standard input" if name == "-" else visible(name)
    counts = [_count(number, level.value) for level in Level if (number := report.count(level))]
    found = ", ".join(counts) or "no findings"
    if loaded is None:
        return f"{shown}: {found}\n"
    brief = loaded.brief
    length = f"{brief.duration.text} long" if brief.duration is not None else _stated(loaded)
    return f"{shown}: {_count(len(brief.shots), 'shot')}, {length}, for {brief.backend}; {found}\n"


def _stated(loaded: "LoadedBrief") -> str:
    stated = [shot.duration.frames for shot in loaded.brief.shots if shot.duration is not None]
    if len(stated) < len(loaded.brief.shots):
        return f"{len(loaded.brief.shots) - len(stated)} of them without a length"
    return f"{sum(stated)} frames = {sum(stated) / 24:.3f} s long"


def _count(number: int, word: str) -> str:
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"
