"""The plan on paper: a table for the console, JSON for programs, Markdown for people."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from h3prompt import grid
from h3prompt.writer import time_code

from .model import Clip, FilmPlan, PlannedLine, PlannedShot

if TYPE_CHECKING:
    from h3prompt.brief.model import Brief, Shot

#: The version of the JSON form.
SCHEMA = 1
HEADERS = ("clip", "shots", "film", "frames", "rendered", "head", "tail", "mode", "join", "lines", "seed")
#: The columns of the shot table, as storyboard artists know them.
SHOT_COLUMNS = (
    "Shot ID & Duration",
    "Continuity Handoff",
    "Reference Anchors (Spatial + Identity)",
    "Hook Type",
    "Shot Description (Per-Second Directives)",
    "Audio & Dialogue Track",
)


def clock(frame: int) -> str:
    """``MM:SS.mmm`` of a frame of the film."""
    return time_code(grid.milliseconds(frame))


def name(shot: PlannedShot) -> str:
    """``S03``, or ``S03.2`` for the second part of a long shot."""
    return shot.id if shot.parts == 1 else f"{shot.id}.{shot.part + 1}"


def plan_rows(plan: FilmPlan) -> tuple[list[str], list[list[str]]]:
    """Headers and rows of the table that ``h3 plan`` prints."""
    return list(HEADERS), [_row(clip) for clip in plan.clips]


def _row(clip: Clip) -> list[str]:
    opening = clip.shots[0]
    join = opening.join.value + (f" {opening.overlap}f" if opening.overlap else "")
    return [
        clip.id,
        " ".join(name(shot) for shot in clip.shots),
        f"{clock(clip.start)}-{clock(clip.start + clip.shown)}",
        str(clip.shown),
        str(clip.frames),
        str(clip.head),
        str(clip.tail),
        clip.mode.value,
        f"{join} after {clip.after}" if clip.after else join,
        str(sum(len(shot.lines) for shot in clip.shots)),
        str(clip.seed),
    ]


def plan_document(plan: FilmPlan) -> dict[str, Any]:
    """The published JSON form (``docs/schemas/plan.schema.json``). Everything counts in frames at 24 a second."""
    return {
        "schema": SCHEMA,
        "title": plan.title,
        "frames": plan.frames,
        "fps": grid.FPS,
        "samples": grid.audio_samples(plan.frames),
        "width": plan.canvas.width,
        "height": plan.canvas.height,
        "backend": plan.backend,
        "clips": [_clip(clip) for clip in plan.clips],
        "assumptions": list(plan.assumptions),
        "findings": [finding.to_dict() for finding in plan.findings],
    }


def _clip(clip: Clip) -> dict[str, Any]:
    return {
        "id": clip.id,
        "start": clip.start,
        "shown": clip.shown,
        "frames": clip.frames,
        "head": clip.head,
        "tail": clip.tail,
        "mode": clip.mode.value,
        "seed": clip.seed,
        "after": clip.after,
        "first": None if clip.first is None else asdict(clip.first),
        "last": None if clip.last is None else asdict(clip.last),
        "references": [asdict(reference) for reference in clip.references],
        "shots": [
            {
                "id": shot.id,
                "part": shot.part,
                "parts": shot.parts,
                "start": shot.start,
                "frames": shot.frames,
                "local_start": clip.local(shot),
                "local_end": clip.local_end(shot),
                "join": shot.join.value,
                "overlap": shot.overlap,
                "assumed": shot.assumed,
                "lines": [asdict(line) for line in shot.lines],
            }
            for shot in clip.shots
        ],
    }


# --- Markdown ---------------------------------------------------------------------------------------------------------


def cell(text: str) -> str:
    """`text` as it can stand in a cell of a Markdown table."""
    return re.sub(r"\s*\n\s*", "<br>", _plain(text).strip()).replace("|", "\\|")


def _plain(text: str) -> str:
    """User text that Markdown must not take for markup."""
    return re.sub(r"([\\`*_{}\[\]<>#])", r"\\\1", text)


def _table(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(headers)} |"
    yield f"| {' | '.join('---' for _ in headers)} |"
    yield from (f"| {' | '.join(row)} |" for row in rows)


def plan_markdown(brief: Brief, plan: FilmPlan) -> str:
    """``plan.md``: the clips, what was assumed and what is doubtful."""
    lines = [
        f"# {_plain(plan.title)}: plan",
        "",
        f"{plan.frames} frames ({plan.frames / grid.FPS:.3f} s) at {plan.canvas}, rendered by {plan.backend}; "
        f"{len(plan.shots)} shots in {len(plan.clips)} clips, {sum(clip.frames for clip in plan.clips)} frames to render.",
        "",
        *_table(HEADERS, [[cell(value) for value in _row(clip)] for clip in plan.clips]),
        "",
        "Head and tail are handles: frames that are rendered and trimmed by the edit, or used by a dissolve.",
    ]
    if plan.assumptions:
        lines += ["", "## Assumed", "", *(f"- {_plain(text)}" for text in plan.assumptions)]
    if plan.findings:
        lines += [
            "",
            "## Findings",
            "",
            *(f"- {found.code} {found.level.value}: {_plain(found.message)}" for found in plan.findings),
        ]
    if brief.claims:
        lines += [
            "",
            "## Claims",
            "",
            *(f"- {_plain(claim.text)} (source: {_plain(claim.source)})" for claim in brief.claims),
        ]
    return "\n".join(lines) + "\n"


def shot_table_markdown(brief: Brief, plan: FilmPlan) -> str:
    """``shots.md``: one row a shot, six columns."""
    rows = [[cell(text) for text in _shot_row(brief, clip, shot)] for clip in plan.clips for shot in clip.shots]
    return "\n".join([f"# {_plain(plan.title)}: shot table", "", *_table(SHOT_COLUMNS, rows)]) + "\n"


def _shot_row(brief: Brief, clip: Clip, shot: PlannedShot) -> list[str]:
    written = brief.shots[shot.index]
    title = f" {written.title}" if written.title else ""
    return [
        f"{name(shot)}{title}\n{shot.frames}f, {clock(shot.start)}-{clock(shot.end)} ({clip.id})",
        "\n".join([f"enters by {_join(shot)}", f"in: {written.incoming or '-'}", f"out: {written.outgoing or '-'}"]),
        "\n".join(_anchors(brief, written, clip)),
        written.hook or "-",
        "\n".join(_beats(written, shot)),
        "\n".join(
            [*(_line(line) for line in shot.lines), *([f"sound: {written.sound}"] if written.sound else [])] or ["-"]
        ),
    ]


def _join(shot: PlannedShot) -> str:
    return f"{shot.join.value} of {shot.overlap}f" if shot.overlap else shot.join.value


def _anchors(brief: Brief, written: Shot, clip: Clip) -> list[str]:
    place = brief.entities.get(written.place or "")
    anchors = [f"place: {place.look if place else written.place or '-'}", f"light: {written.light or '-'}"]
    for entity in written.who:
        known = brief.entities[entity]
        dress = known.wardrobe.get(written.wardrobe.get(entity, ""))
        anchors.append(f"{entity}: {known.look}{f', {dress}' if dress else ''}")
    files = [path for path in (written.first_frame, written.last_frame) if path]
    files += [reference.path for reference in clip.references if reference.entity in (*written.who, written.place)]
    if files:
        anchors.append(f"files: {', '.join(files)}")
    return anchors


def _beats(written: Shot, shot: PlannedShot) -> list[str]:
    camera = written.camera
    move = " ".join(filter(None, (camera.move, camera.direction)))
    beats = [f"{written.framing}, {move}, {camera.speed} speed, {camera.amplitude} amplitude"]
    if written.action:
        beats.append(f"0.000: {written.action}")
    for beat in written.beats:
        at = f"{beat.at.frames / grid.FPS:.3f}" if beat.at is not None else "then"
        beats.append(f"{at}: {beat.text}")
    for text in written.visible_text:
        beats.append(f'visible text: "{text}"')
    if shot.parts > 1:
        beats.append(f"part {shot.part + 1} of {shot.parts}")
    return beats


def _line(line: PlannedLine) -> str:
    how = [line.language, *(["off screen"] if line.off_screen else []), *([line.delivery] if line.delivery else [])]
    span = f"{line.start / grid.FPS:.3f}-{line.end / grid.FPS:.3f}"
    return f'{span} {line.speaker} ({", ".join(how)}): "{line.text}"'


def storyboard_markdown(brief: Brief, plan: FilmPlan) -> str:
    """``storyboard.md``: a section for every shot; the times in it are those of the shot."""
    lines = [f"# {_plain(plan.title)}: storyboard", ""]
    for clip in plan.clips:
        for shot in clip.shots:
            written = brief.shots[shot.index]
            title = f": {written.title}" if written.title else ""
            lines += [
                f"## {name(shot)}{_plain(title)}",
                "",
                f"- length: {shot.frames} frames ({shot.frames / grid.FPS:.3f} s), film {clock(shot.start)} to {clock(shot.end)}, {clip.id}",
                f"- purpose: {_plain(written.hook or '-')}",
                f"- enters by: {_join(shot)}",
                *(f"- {_plain(anchor)}" for anchor in _anchors(brief, written, clip)),
                f"- incoming: {_plain(written.incoming or '-')}",
                f"- outgoing: {_plain(written.outgoing or '-')}",
                "",
                *(f"{number}. {_plain(beat)}" for number, beat in enumerate(_beats(written, shot), 1)),
                "",
            ]
            spoken = [_plain(_line(line)) for line in shot.lines]
            if written.sound:
                spoken.append(f"sound: {_plain(written.sound)}")
            lines += [*(f"- {text}" for text in spoken), *([""] if spoken else [])]
    return "\n".join(lines).rstrip() + "\n"
