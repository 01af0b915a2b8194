"""The report of a film: one page that opens from the disk and asks no network for anything."""

from __future__ import annotations

import base64
import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from h3prompt import grid
from h3prompt.errors import UsageError
from h3prompt.findings import Level
from h3prompt.writer import time_code

from ..files import write_text
from ..qc.times import code
from . import chart
from .links import relative_url
from .model import ReportData

if TYPE_CHECKING:
    from jinja2 import Environment

_FOLDER = "report"
#: A fact is cut after this many characters.
_LONGEST = 400


def write_report(data: ReportData, target: Path) -> None:
    """Writes the report.

    The page holds its style, its script and its drawings; it loads media alone, by URLs relative to `data.folder`. Its
    policy lets only this script run, so that no text of a brief can ever act.

    Args:
        data: the film.
        target: the file, in `data.folder`.

    Raises:
        UsageError: when the file cannot be written or the templates are missing.
    """
    write_text(target, render_report(data))


def render_report(data: ReportData) -> str:
    """The page as text."""
    style, script = _part("report.css"), _part("report.js")
    return str(
        _environment()
        .get_template("report.html")
        .render(
            data=data,
            style=style,
            script=script,
            policy=_policy(style, script),
            state=_state(data),
            url=lambda path: relative_url(path, data.folder),
            film_url=relative_url(data.film, data.folder),
            sheets=[relative_url(path, data.folder) for path in sorted(data.folder.glob("contact-sheet*.*"))],
            bars={name: getattr(chart, name)(data) for name in ("shots", "joins", "labels", "lines", "findings")},
            ticks=chart.ticks(data, grid.FPS),
            waveform=chart.waveform(data.inspection.measured),
            curves=chart.curves(data.inspection.measured, _target(data)),
            counts=_counts(data),
            verdict=_verdict(data),
            rate=grid.FPS,
            facts=dict(_facts(data.inspection.measured)),
            sound=dict(_facts(data.sound)),
            table=lambda mapping: dict(_facts(mapping)),
            code=code,
            clock=lambda frame: time_code(grid.milliseconds(frame)),
            shown=_shown,
        )
    )


@lru_cache(maxsize=1)
def _root() -> Path:
    """The folder of the page's parts: inside the package when it is installed, at the top of a checkout.

    Raises:
        UsageError: when there is neither.
    """
    import h3prompt

    package = Path(h3prompt.__file__).resolve().parent
    for folder in (package / "_templates" / _FOLDER, package.parent / "templates" / _FOLDER):
        if folder.is_dir():
            return folder
    raise UsageError(
        f"{package / '_templates' / _FOLDER}: the parts of the report are missing",
        hint="the installation is damaged; install it again",
    )


@lru_cache(maxsize=1)
def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    return Environment(
        loader=FileSystemLoader(_root()),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


@lru_cache(maxsize=4)
def _part(name: str) -> str:
    return (_root() / name).read_text("utf-8")


def _policy(style: str, script: str) -> str:
    """What the page may do: run its own script, use its own style, play and show files beside it. Nothing else."""
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src '{_hash(script)}'",
            f"style-src '{_hash(style)}'",
            "media-src 'self' file:",
            "img-src 'self' file: data:",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def _state(data: ReportData) -> str:
    """What the script needs to know, as JSON that cannot end its element."""
    document = {
        "frames": data.frames,
        "fps": grid.FPS,
        "shots": [{"id": shot.id, "title": shot.title, "start": shot.start} for shot in data.shots],
    }
    text = json.dumps(document, ensure_ascii=False)
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def _target(data: ReportData) -> float | None:
    value = data.sound.get("target")
    return float(value) if isinstance(value, int | float) else None


def _counts(data: ReportData) -> dict[str, int]:
    """Level to the number of its findings, the worst first, all levels."""
    counted = Counter(found.finding.level for found in data.inspection.findings)
    return {level.value: counted[level] for level in Level}


def _verdict(data: ReportData) -> str:
    counts = _counts(data)
    said = [f"{count} {level}{'s' if count != 1 else ''}" for level, count in counts.items() if count]
    return ", ".join(said) or "no findings"


def _facts(facts: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, str]]:
    """Facts as words: mappings are unfolded, lists of numbers are left to the drawing."""
    for name, value in facts.items():
        words = f"{before}{name}".replace("_", " ")
        if isinstance(value, Mapping):
            yield from _facts(value, f"{words}: ")
        elif isinstance(value, list | tuple) and (not value or not isinstance(value[0], str)):
            continue
        elif value is not None:
            yield words, _shown(value)


def _shown(value: Any) -> str:
    """A value for a person: numbers short, yes and no in words."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.4g}" if abs(value) < 1e4 else f"{value:.0f}"
    if isinstance(value, list | tuple):
        return ", ".join(_shown(item) for item in value)
    text = str(value)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
