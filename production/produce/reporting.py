"""Gathers what the report and the timelines of a film show."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import manifest
from ..report.model import ClipRow, LineRow, ReportData, ShotRow, TakeRow
from ..takes.model import Take

if TYPE_CHECKING:
    from ..edit import Edit
    from ..plan.model import Clip
    from ..qc.model import Inspection
    from .pipeline import Run


def write_papers(
    run: Run,
    takes: Mapping[str, Take],
    edit: Edit,
    inspection: Inspection,
    assembled: Any,
    version: str,
    film: Path,
    draft: bool,
) -> None:
    """Writes the report, the contact sheet and the timelines into the folder of `film`."""
    from ..report.page import write_report
    from ..report.sheets import contact_sheet
    from ..report.timeline import write_timeline

    folder = film.parent
    data = report_data(run, takes, edit, inspection, assembled, version, film, draft)
    sampled = [(shot, shot.start + shot.frames * third // 3) for shot in data.shots for third in (1, 2)]
    contact_sheet(
        film,
        [frame for _, frame in sampled],
        [f"{shot.id} {shot.title}".strip() for shot, _ in sampled],
        folder / f"contact-sheet{'-slate' if draft else ''}.jpg",
        draft=draft,
    )
    write_timeline(edit, {piece.clip: _shots(run, piece.clip) for piece in edit.pieces}, folder, title=run.brief.title)
    write_report(data, folder / "report.html")


def _shots(run: Run, clip: str) -> str:
    found = next(one for one in run.plan.clips if one.id == clip)
    return f"{clip} {', '.join(shot.id for shot in found.shots)}"


def report_data(
    run: Run,
    takes: Mapping[str, Take],
    edit: Edit,
    inspection: Inspection,
    assembled: Any,
    version: str,
    film: Path,
    draft: bool,
) -> ReportData:
    """What the report of this version shows."""
    return ReportData(
        title=run.brief.title,
        version=version,
        film=film,
        folder=film.parent,
        draft=draft,
        backend=f"{run.backend.name} {run.backend.version}",
        frames=assembled.frames,
        canvas=edit.canvas,
        shots=tuple(row for clip in run.plan.clips for row in _shot_rows(run, clip)),
        clips=tuple(_clip_row(run, clip, takes[clip.id]) for clip in run.plan.clips),
        inspection=inspection,
        assumptions=run.assumptions,
        decisions=tuple([finding.message for finding in [*run.findings, *assembled.findings]] + run.notes),
        made_with=manifest.made_with(),
        sound={"policy": edit.sound.policy, **assembled.facts},
    )


def _shot_rows(run: Run, clip: Clip) -> list[ShotRow]:
    rows = []
    for shot in clip.shots:
        written = run.brief.shots[shot.index]
        camera = " ".join(filter(None, (written.camera.move, written.camera.direction)))
        lines = tuple(
            LineRow(shot.start + line.start, shot.start + line.end, line.speaker, line.text, line.language)
            for line in shot.lines
        )
        rows.append(
            ShotRow(
                id=shot.id if shot.parts == 1 else f"{shot.id}.{shot.part + 1}",
                title=written.title or "",
                clip=clip.id,
                start=shot.start,
                frames=shot.frames,
                join=shot.join.value,
                overlap=shot.overlap,
                framing=written.framing,
                camera=camera,
                lines=lines,
            )
        )
    return rows


def _clip_row(run: Run, clip: Clip, chosen: Take) -> ClipRow:
    prompt = next(prompt for prompt in run.prompts if prompt.clip == clip.id)
    takes = [take for take in run.store.of(chosen.base) if take.path is None or take.path.exists()]
    if chosen not in takes:
        takes.append(chosen)
    return ClipRow(
        id=clip.id,
        mode=clip.mode.value,
        frames=clip.frames,
        head=clip.head,
        shown=clip.shown,
        prompt=prompt.body,
        edited=prompt.edited,
        takes=tuple(
            TakeRow(
                id=take.id,
                state=take.state.value,
                path=take.path,
                seed=take.seed,
                picked=take is chosen,
                draft=take.draft,
                findings=tuple(take.inspection.get("findings", [])),
                facts={name: value for name, value in take.facts.items() if name != "findings"},
            )
            for take in takes
        ),
    )
