"""``h3 qc``: inspects any media file."""

# No postponed annotations here: typer would have to evaluate every one of them at each start.
from pathlib import Path
from typing import Annotated

import typer

from .options import JsonOption


def qc(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A film or a clip.")],
    plan: Annotated[
        Path | None, typer.Option("--plan", metavar="FILE", help="The plan.json of the film, to be compared with.")
    ] = None,
    clip: Annotated[
        str | None, typer.Option("--clip", metavar="CLIP", help="The file is a raw take of this clip of the plan.")
    ] = None,
    min_level: Annotated[
        str, typer.Option("--min-level", metavar="LEVEL", help="Leave out findings below error, warning or info.")
    ] = "info",
    as_json: JsonOption = False,
) -> int:
    """Inspect a film or a clip: decode, streams, length, black, freeze, cuts, loudness, joins."""
    from .inspecting import inspect_file

    return inspect_file(file, plan, clip, min_level, as_json)
