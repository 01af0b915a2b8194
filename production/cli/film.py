"""``h3 plan``, ``produce``, ``status``, ``approve``, ``diff`` and ``doctor``: the commands that know a film."""

# No postponed annotations here: typer would have to evaluate every one of them at each start.

from pathlib import Path
from typing import Annotated

import typer

from .options import JsonOption

PathArgument = Annotated[
    Path, typer.Argument(metavar="BRIEF", help="A brief, a folder with a brief.yaml, or the folder of a project.")
]
IntoOption = Annotated[
    Path | None, typer.Option("--into", metavar="FOLDER", help="The project folder; default: outputs/NAME.")
]
BackendOption = Annotated[
    str | None, typer.Option("--backend", metavar="NAME", help="Another renderer than the brief's.")
]
ModelOption = Annotated[
    str | None, typer.Option("--model", metavar="MODEL", help="Another model than the brief's: a folder, or a name.")
]
SetOption = Annotated[
    list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="An option of the renderer; can be repeated.")
]
ResetOption = Annotated[
    list[str] | None,
    typer.Option("--reset-prompt", metavar="CLIP", help="Give up the edited prompt of a clip for the template's."),
]


def plan(
    path: PathArgument,
    into: IntoOption = None,
    backend: BackendOption = None,
    model: ModelOption = None,
    explain: Annotated[bool, typer.Option("--explain", help="Say of every clip why it will be made or kept.")] = False,
    reset_prompt: ResetOption = None,
    as_json: JsonOption = False,
) -> int:
    """Plan the film: shots on clips, whole frames, prompts, and what a run would make. Renders nothing."""
    from .making import plan_film

    return plan_film(
        path, into, backend=backend, model=model, explained=explain, reset=reset_prompt or (), as_json=as_json
    )


def produce(
    path: PathArgument,
    into: IntoOption = None,
    backend: BackendOption = None,
    model: ModelOption = None,
    only: Annotated[
        list[str] | None,
        typer.Option("--only", metavar="SHOT", help="Work on this shot or clip only; can be repeated."),
    ] = None,
    take: Annotated[
        str | None, typer.Option("--take", metavar="new", help="new: make another take, also of what is finished.")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be done and why; render nothing.")] = False,
    setting: SetOption = None,
    retries: Annotated[
        int | None, typer.Option("--retries", metavar="N", min=0, max=10, help="Further attempts for each clip.")
    ] = None,
    jobs: Annotated[int | None, typer.Option("--jobs", metavar="N", min=1, help="Clips at a time.")] = None,
    clip_timeout: Annotated[
        float | None,
        typer.Option("--clip-timeout", metavar="SECONDS", min=0.1, help="Give up on a clip after this long."),
    ] = None,
    reset_prompt: ResetOption = None,
    as_json: JsonOption = False,
) -> int:
    """Make the film: render what is missing, assemble, inspect, report. Run it again to go on where it ended."""
    from .making import produce_film
    from .options import one_of

    if take is not None:
        one_of("--take", take, ["new"])
    return produce_film(
        path,
        into,
        backend=backend,
        model=model,
        only=only or (),
        new_take=take is not None,
        dry_run=dry_run,
        settings=setting or (),
        retries=retries,
        jobs=jobs,
        timeout=clip_timeout,
        reset=reset_prompt or (),
        as_json=as_json,
    )


def status(path: PathArgument, into: IntoOption = None, as_json: JsonOption = False) -> int:
    """Say where the film stands: every clip, its take, the newest version. Changes nothing."""
    from .standing import show_status

    return show_status(path, into, as_json)


def approve(
    gate: Annotated[str, typer.Argument(metavar="GATE", help="plan, prompts or film.")],
    path: PathArgument,
    into: IntoOption = None,
) -> int:
    """Approve a gate of the brief as it is now; a later change asks again."""
    from .standing import give_approval

    return give_approval(gate, path, into)


def diff(
    old: Annotated[str, typer.Argument(metavar="OLD", help="A version (v001) or a manifest.")],
    new: Annotated[str, typer.Argument(metavar="NEW", help="A version (v002) or a manifest.")],
    path: Annotated[
        Path | None, typer.Argument(metavar="[BRIEF]", help="The project that the versions belong to.")
    ] = None,
    into: IntoOption = None,
    as_json: JsonOption = False,
) -> int:
    """Say what differs between two versions of a film."""
    from .standing import show_difference

    return show_difference(old, new, path, into, as_json)


def doctor(as_json: JsonOption = False) -> int:
    """Say what this machine has for making films: ffmpeg and why this one, packages, fonts, disk."""
    from .doctor import examine

    return examine(as_json)
