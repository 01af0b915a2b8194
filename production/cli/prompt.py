"""``h3 prompt``: check, fix and show prompts, and explain the rules."""

# No postponed annotations here: typer would have to evaluate every one of them at each start.
from typing import Annotated

import typer

from .options import (
    BackendOption,
    ConfigOption,
    DisableOption,
    DurationOption,
    FilesOption,
    FpsOption,
    JsonOption,
    LevelOption,
    ModeOption,
    RefOption,
    SequenceOption,
)

_EXITS = "Exit status: 0 fine, 1 findings at error level, 2 wrong usage or a file that cannot be read."

app = typer.Typer(
    name="prompt",
    help="Check, fix and show prompts; explain the rules.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

Paths = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="PATH...",
        show_default=False,
        help="Prompt files; folders, of which every *.h3.md is taken; - or nothing for standard input.",
    ),
]


@app.command(epilog=_EXITS)
def check(
    paths: Paths = None,
    mode: ModeOption = None,
    duration: DurationOption = None,
    fps: FpsOption = None,
    ref: RefOption = None,
    backend: BackendOption = None,
    files: FilesOption = False,
    sequence: SequenceOption = False,
    format_: Annotated[str, typer.Option("--format", metavar="FORMAT", help="text, json, sarif or github.")] = "text",
    json_: Annotated[bool, typer.Option("--json", help="Short for --format json.")] = False,
    output: Annotated[str | None, typer.Option("--output", metavar="FILE", help="Write the report to a file.")] = None,
    config: ConfigOption = None,
    disable: DisableOption = None,
    level: LevelOption = None,
    min_level: Annotated[
        str, typer.Option("--min-level", metavar="LEVEL", help="Leave out findings below error, warning or info.")
    ] = "info",
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Findings only, nothing when there are none.")] = False,
) -> int:
    """Check prompts and say what is wrong, where, and what to write instead.

    Says as which mode each prompt was checked, and which checks were skipped because something was not given.
    """
    from . import check as command
    from .inputs import Settings
    from .options import context

    settings = Settings(context(mode, duration, fps, ref, backend, sequence), files, config, disable, level)
    return command.run(paths or [], settings, command.format_of(format_, json_), output, min_level, quiet)


@app.command(
    epilog="Exit status: 0 fine, 1 with --check when something would change, 2 wrong usage or an unreadable file."
)
def fix(
    paths: Paths = None,
    diff: Annotated[bool, typer.Option("--diff", help="Print the changes as a unified diff.")] = False,
    write: Annotated[bool, typer.Option("--write", "-w", help="Change the files in place.")] = False,
    check_: Annotated[
        bool, typer.Option("--check", help="Change nothing; exit status 1 when something would change.")
    ] = False,
    json_: JsonOption = False,
    mode: ModeOption = None,
    duration: DurationOption = None,
    fps: FpsOption = None,
    ref: RefOption = None,
    backend: BackendOption = None,
    files: FilesOption = False,
    sequence: SequenceOption = False,
    config: ConfigOption = None,
    disable: DisableOption = None,
    level: LevelOption = None,
) -> int:
    """Apply the fixes that do not change what a prompt means.

    Without an option nothing is written: one prompt is printed as it would be, of many a list is printed. A fix never
    adds a finding, and fixing twice changes nothing more.
    """
    from . import fix as command
    from .inputs import Settings
    from .options import context

    settings = Settings(context(mode, duration, fps, ref, backend, sequence), files, config, disable, level)
    return command.run(paths or [], settings, command.action_of(diff, write, check_, json_))


@app.command(epilog="Exit status: 0 fine, 2 wrong usage or a file that cannot be read.")
def show(
    path: Annotated[str, typer.Argument(metavar="FILE", help="A prompt file, or - for standard input.")],
    svg: Annotated[str | None, typer.Option("--svg", metavar="OUT", help="Draw the timeline into an SVG file.")] = None,
    json_: JsonOption = False,
    mode: ModeOption = None,
    duration: DurationOption = None,
    fps: FpsOption = None,
    ref: RefOption = None,
    backend: BackendOption = None,
    sequence: SequenceOption = False,
) -> int:
    """Show the timeline of a prompt: shots, lines with the time they need, labels, visible text, sound."""
    from . import show as command
    from .options import context

    return command.run(path, context(mode, duration, fps, ref, backend, sequence), svg, json_)


@app.command(epilog="Exit status: 0 fine, 2 an unknown rule.")
def rules(
    rule: Annotated[
        str | None, typer.Argument(metavar="RULE", show_default=False, help="A code or a name; without it: all rules.")
    ] = None,
    json_: JsonOption = False,
) -> int:
    """List the rules, or explain one with samples."""
    from . import rules as command

    return command.run(rule, json_)
