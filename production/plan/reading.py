"""Reads the JSON form of a plan back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from h3prompt.brief.joins import JoinKind
from h3prompt.errors import SourceError
from h3prompt.grid import Canvas
from h3prompt.modes import Mode

from .model import Clip, FilmPlan, PlannedLine, PlannedReference, PlannedShot, Plate
from .tables import SCHEMA


def read_plan(path: Path) -> FilmPlan:
    """The plan that a ``plan.json`` holds; its findings are not read back, and neither is the place of a shot in the brief.

    Raises:
        SourceError: when the file cannot be read or is no plan.
    """
    try:
        document = json.loads(path.read_text("utf-8"))
        if document["schema"] != SCHEMA:
            raise ValueError(f"its schema is {document['schema']!r}, this version knows {SCHEMA}")
        return FilmPlan(
            title=document["title"],
            frames=document["frames"],
            canvas=Canvas(document["width"], document["height"]),
            backend=document["backend"],
            clips=tuple(_clip(clip) for clip in document["clips"]),
            assumptions=tuple(document["assumptions"]),
        )
    except OSError as error:
        raise SourceError(f"{path}: cannot be read: {error.strerror or error}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise SourceError(f"{path}: is no plan: {error}", hint="h3 plan writes plan.json into the project") from error


def _clip(clip: dict[str, Any]) -> Clip:
    return Clip(
        id=clip["id"],
        shots=tuple(_shot(shot) for shot in clip["shots"]),
        frames=clip["frames"],
        head=clip["head"],
        mode=Mode(clip["mode"]),
        seed=clip["seed"],
        first=None if clip["first"] is None else Plate(**clip["first"]),
        last=None if clip["last"] is None else Plate(**clip["last"]),
        references=tuple(PlannedReference(**reference) for reference in clip["references"]),
        after=clip["after"],
    )


def _shot(shot: dict[str, Any]) -> PlannedShot:
    return PlannedShot(
        id=shot["id"],
        index=-1,
        start=shot["start"],
        frames=shot["frames"],
        join=JoinKind(shot["join"]),
        overlap=shot["overlap"],
        lines=tuple(PlannedLine(**line) for line in shot["lines"]),
        assumed=shot["assumed"],
        part=shot["part"],
        parts=shot["parts"],
    )
