"""``h3 prompt show``."""

from __future__ import annotations

from pathlib import Path

from h3prompt.checker import look
from h3prompt.context import Context
from h3prompt.errors import Exit
from h3prompt.printers.excerpt import visible
from h3prompt.timeline import TimedShot, Timeline, timeline

from . import console
from .inputs import STDIN, read
from .options import beside


def run(path: str, known: Context, svg: str | None, as_json: bool) -> int:
    """Prints the timeline of one prompt, and draws it when an SVG file is asked for."""
    source = read(path)
    found = timeline(look(source, beside(known, "" if path == STDIN else path)))
    if svg is not None:
        from h3prompt.svg import draw
        from production.files import write_text

        write_text(Path(svg), draw(found))
        console.note(f"h3: wrote {svg}")
    if as_json:
        console.json_out(found.to_dict())
    else:
        _print(found)
    return Exit.FINE


def _print(found: Timeline) -> None:
    name = "standard input" if found.file == STDIN else found.file
    why = "stated" if found.mode_source == "stated" else f"derived from {found.mode_source}"
    length = "length not known" if found.frames is None else f"{found.frames} frames = {found.frames / 24:.3f} s"
    console.out(f"{visible(name)}\n")
    for what, text in [("mode", f"{found.mode.value}, {why}"), ("length", length), *_fields(found)]:
        console.out(f"  {what:<10}  {visible(' '.join(text.split()))}\n")
    console.out("\n")
    rows = [_shot(shot) for shot in found.shots]
    console.table(("shot", "start", "end", "seconds", "frames", "cut", "labels", "visible text"), rows, title="Shots")
    lines = [row for shot in found.shots for row in _lines(shot)]
    if lines:
        console.out("\n")
        console.table(("shot", "speaker", "language", "needs", "shot has", "words"), lines, title="Lines")
    if found.definitions:
        console.out("\n")
        console.table(("label", "what it denotes"), list(found.definitions), title="Labels")


def _fields(found: Timeline) -> list[tuple[str, str]]:
    rows = [("style", found.style)] if found.style else []
    rows.append(("soundscape", "missing" if found.soundscape is None else found.soundscape))
    rows.append(("music", "missing" if found.music is None else found.music))
    return rows


def _number(shot: TimedShot) -> str:
    return "unmarked" if shot.number is None else str(shot.number)


def _time(frames: int | None) -> str:
    return "?" if frames is None else f"{frames / 24:.3f}"


def _shot(shot: TimedShot) -> tuple[str, ...]:
    frames = "?" if shot.frames is None else f"{shot.start}-{shot.end} ({shot.frames})"
    times = (_time(shot.start), _time(shot.end), _time(shot.frames), frames)
    text = " ".join(f'"{string}"' for string in shot.visible_text)
    return _number(shot), *times, shot.cut, " ".join(shot.labels), text


def _lines(shot: TimedShot) -> list[tuple[str, ...]]:
    has = "?" if shot.available is None else f"{float(shot.available):.1f} s"
    has += " (too short)" if shot.crowded else ""
    return [
        (
            _number(shot),
            ", ".join(line.speakers) or "?",
            line.language or "?",
            f"{float(line.seconds):.1f} s",
            has,
            line.words,
        )
        for line in shot.lines
    ]
