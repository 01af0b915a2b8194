"""``h3 model``: models for the local renderer."""

# No postponed annotations here: typer would have to evaluate every one of them at each start.

from pathlib import Path
from typing import Annotated

import typer

from .options import JsonOption

app = typer.Typer(help="Models for the local renderer.", no_args_is_help=True, rich_markup_mode=None)


@app.command()
def tiny(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A folder that does not exist yet, or is empty.")],
    seed: Annotated[int, typer.Option("--seed", metavar="N", min=0, max=2**32 - 1, help="Of the random weights.")] = 0,
) -> int:
    """Write a small MiniMax-H3 with random weights (18 MB): it shows that the line works; its clips are noise."""
    from .models import make_tiny

    return make_tiny(folder, seed)


@app.command()
def show(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of a model.")], as_json: JsonOption = False
) -> int:
    """Say what a model is, what it can be asked for and what its parts weigh. No weight is read."""
    from .models import show_model

    return show_model(folder, as_json)
