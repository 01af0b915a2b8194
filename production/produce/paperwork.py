"""Writes the papers of a plan: for programs, for the person who decides, for the one who draws."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from ..files import write_text
from ..project import Project

if TYPE_CHECKING:
    from h3prompt.brief.model import Brief

    from ..plan.model import FilmPlan


def write_plan(project: Project, brief: Brief, plan: FilmPlan) -> None:
    """Writes ``plan.json``, ``plan.md``, ``storyboard.md`` and ``shots.md``; files that are already so are left alone."""
    from ..plan.tables import plan_document, plan_markdown, shot_table_markdown, storyboard_markdown

    folder = project.folder
    write_changed(folder / "plan.json", json.dumps(plan_document(plan), indent=1, ensure_ascii=False) + "\n")
    write_changed(folder / "plan.md", plan_markdown(brief, plan))
    write_changed(folder / "storyboard.md", storyboard_markdown(brief, plan))
    write_changed(folder / "shots.md", shot_table_markdown(brief, plan))


def write_changed(path: Path, text: str) -> bool:
    """Writes `text` unless the file holds it already; says whether it wrote."""
    try:
        if path.read_bytes() == text.encode("utf-8", "backslashreplace"):
            return False
    except OSError:
        pass
    write_text(path, text)
    return True
