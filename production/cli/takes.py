"""``h3 takes``: the attempts at each clip, and which one the film shows."""

# No postponed annotations here: typer would have to evaluate every one of them at each start.

from typing import Annotated

import typer

from .film import IntoOption, PathArgument
from .options import JsonOption

app = typer.Typer(help="List the takes of a film, pick one, reject one.", no_args_is_help=True, rich_markup_mode=None)

TakeArgument = Annotated[str, typer.Argument(metavar="TAKE", help="A take, for example T0007.")]


@app.command("list")
def list_takes(
    path: PathArgument,
    into: IntoOption = None,
    only: Annotated[
        list[str] | None, typer.Option("--only", metavar="SHOT", help="Takes of this shot or clip; can be repeated.")
    ] = None,
    as_json: JsonOption = False,
) -> int:
    """List every take: its state, seed, file, and whether the film shows it."""
    from .standing import show_takes

    return show_takes(path, into, only or (), as_json)


@app.command()
def pick(
    take: TakeArgument,
    path: PathArgument,
    into: IntoOption = None,
    force: Annotated[
        bool, typer.Option("--force", help="Also a take that was made from another prompt or other settings.")
    ] = False,
) -> int:
    """Show this take in the film; a rejected one is accepted by this."""
    from .standing import pick_take

    return pick_take(take, path, into, force)


@app.command()
def reject(
    take: TakeArgument,
    path: PathArgument,
    into: IntoOption = None,
    why: Annotated[str, typer.Option("--why", metavar="TEXT", help="Kept in its record.")] = "",
) -> int:
    """Do not show this take; the next run makes another one with another seed. Its file is kept."""
    from .standing import reject_take

    return reject_take(take, path, into, why)
