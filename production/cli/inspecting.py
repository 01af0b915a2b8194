"""What ``h3 qc`` does."""

from __future__ import annotations

from pathlib import Path

from h3prompt.errors import Exit, SourceError, UsageError, unknown_name
from h3prompt.findings import Level

from ..plan.expect import expected, expected_clip
from ..plan.reading import read_plan
from ..qc.inspect import inspect
from ..qc.model import Expected, Inspection
from . import console
from .options import one_of


def inspect_file(file: Path, plan: Path | None, clip: str | None, min_level: str, as_json: bool) -> int:
    """Inspects, prints, and returns a status that follows the worst finding."""
    lowest = Level(one_of("--min-level", min_level, [level.value for level in Level]))
    if clip is not None and plan is None:
        raise UsageError("--clip names a clip of a plan", hint="add --plan plan.json")
    if not file.is_file():
        raise SourceError(f"{file}: {'is a folder' if file.is_dir() else 'does not exist'}", hint="name a media file")
    found = inspect(file, Expected() if plan is None else _expected(plan, clip))
    if as_json:
        document = found.to_dict()
        document["findings"] = [
            finding for finding in document["findings"] if Level(finding["level"]).rank <= lowest.rank
        ]
        console.json_out(document)
    else:
        _print(found, lowest)
    return Exit.FINE if found.ok else Exit.FINDINGS


def _expected(plan: Path, clip: str | None) -> Expected:
    film = read_plan(plan)
    if clip is None:
        return expected(film)
    found = next((one for one in film.clips if one.id.upper() == clip.upper()), None)
    if found is None:
        raise unknown_name("clip", clip, [one.id for one in film.clips])
    return expected_clip(film, found)


def _print(found: Inspection, lowest: Level) -> None:
    shown = [one for one in found.findings if one.finding.level.rank <= lowest.rank]
    if shown:
        rows = [
            [
                one.finding.level.value,
                one.finding.code,
                one.finding.message,
                "" if one.measured is None else f"{one.measured:g}",
                "" if one.limit is None else f"{one.limit:g}",
            ]
            for one in shown
        ]
        console.table(["level", "code", "finding", "measured", "limit"], rows)
    counts = {level: sum(one.finding.level is level for one in found.findings) for level in Level}
    said = ", ".join(f"{count} {level.value}{'s' if count != 1 else ''}" for level, count in counts.items())
    console.out(f"{len(found.ran)} checks ran, {len(found.skipped)} skipped: {said}\n")
    for reason in dict.fromkeys(found.skipped.values()):
        codes = ", ".join(code for code, why in found.skipped.items() if why == reason)
        console.out(f"skipped ({reason}): {codes}\n")
    console.out(f"judged: {found.path} ({found.size} bytes, sha256 {found.sha256})\n")
