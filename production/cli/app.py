"""The tree of commands, and what an error looks like."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Annotated, Any, cast

import typer
from typer.core import TyperGroup
from typer.main import get_command

from . import brief, console, film, model, prompt, qc, takes

#: The root of the errors of typer's command line parser, which typer itself does not export.
_PARSER_ERROR = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")
_HELP = {"help_option_names": ["-h", "--help"], "max_content_width": 100}

app = typer.Typer(
    name="h3",
    help="Tools for films made with MiniMax-H3: prompts that the model understands, and films from a brief.",
    epilog="Exit status: 0 fine, 1 findings at error level, 2 wrong usage, 3 something failed, 4 waiting, 130 interrupted.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings=_HELP,
)
app.add_typer(prompt.app, name="prompt")
app.add_typer(brief.app, name="brief")
app.command()(film.plan)
app.command()(film.produce)
app.command()(film.status)
app.add_typer(takes.app, name="takes")
app.add_typer(model.app, name="model")
app.command()(film.approve)
app.command()(qc.qc)
app.command()(film.diff)
app.command()(film.doctor)


def _version(wanted: bool) -> None:
    if wanted:
        from h3prompt.version import VERSION

        console.out(f"h3 {VERSION}\n")
        raise typer.Exit


@app.callback()
def _h3(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    pass


def command() -> TyperGroup:
    """The whole tree as a click group, for whoever documents or tests it."""
    group = get_command(app)
    assert isinstance(group, TyperGroup)
    return group


def run(words: Sequence[str]) -> int:
    """Runs the command that `words` spell and returns its exit status."""
    as_json = _wants_json(words)
    try:
        with command().make_context("h3", list(words)) as context:
            status = context.command.invoke(context)
        return int(status or 0)
    except typer.Exit as end:
        return end.exit_code
    except BrokenPipeError:
        return console.drop_output()
    except BaseException as error:
        return _failed(error, as_json)


def _wants_json(words: Sequence[str]) -> bool:
    for before, word in zip(["", *words], words, strict=False):
        if word in ("--json", "--format=json") or (before == "--format" and word == "json"):
            return True
    return False


def _failed(error: BaseException, as_json: bool) -> int:
    """Says what went wrong, once, and returns the status for it."""
    from h3prompt.errors import Exit, H3Error, Interrupted, exit_status
    from h3prompt.printers.excerpt import visible

    if os.environ.get("H3_DEBUG"):
        import traceback

        console.note("".join(traceback.format_exception(error)).rstrip())
    status = exit_status(error)
    if isinstance(error, KeyboardInterrupt):
        error = Interrupted("interrupted")
    if isinstance(error, OSError) and error.errno is not None:
        # The disk is full, a folder may not be written, a file stands where a folder belongs: the system's no, not a defect.
        place = f"{os.fsdecode(error.filename)}: " if isinstance(error.filename, str | bytes) else ""
        error = H3Error(f"{place}{error.strerror}", hint="look at the room, the permissions and the kind of that place")
    if isinstance(error, H3Error):
        document, text = error.to_dict(), visible(error.message)
        hint = error.hint
    elif isinstance(error, _PARSER_ERROR):
        # The parser's own complaints: an unknown option, a missing value, no command at all.
        status = Exit.USAGE
        message = cast(Any, error).format_message()
        if type(error).__name__ == "NoArgsIsHelpError":
            console.note(message)
            text, hint = "no command was given", _help_for(error)
        else:
            text, hint = visible(_sentence(message)), _help_for(error)
        document = {"code": "usage", "message": text, "hint": hint}
    elif isinstance(error, SystemExit):
        return error.code if isinstance(error.code, int) else Exit.FAILED
    else:
        text = visible(f"internal error: {type(error).__name__}: {error}".split("\n", 1)[0])
        hint = "this is a defect of h3; run the command again with H3_DEBUG=1 for the traceback"
        document = {"code": "internal", "message": text, "hint": hint}
    console.note(f"h3: {text}")
    if hint:
        console.note(f"hint: {visible(hint)}")
    if as_json:
        try:
            console.json_out({"schema": 1, "error": document})
        except BrokenPipeError:
            return console.drop_output()
    return int(status)


def _sentence(message: str) -> str:
    return (message[:1].lower() + message[1:]).rstrip(".")


def _help_for(error: BaseException) -> str:
    context = getattr(error, "ctx", None)
    return (
        f"{context.command_path} --help lists what there is" if context is not None else "h3 --help lists what there is"
    )
