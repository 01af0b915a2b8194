"""Writes prompts: the canonical text of a parsed one, and the exact forms of the parts for whoever builds one from data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from . import grid
from .document import Label, Prompt
from .errors import UsageError
from .lexicon import CUT_PHRASES
from .modes import FIELDS, REFERENCE_ONLY, Mode


def render(prompt: Prompt) -> str:
    """The canonical text of `prompt`.

    One blank line between fields; base text on its header's line, reference text below it; headers in their exact
    spelling. The prose inside the fields is left alone, and so is text that belongs to no field. A canonical text
    comes back as it is; a last line break is kept.
    """
    reference = any(section.name in REFERENCE_ONLY for section in prompt.sections)
    opening = [*prompt.preamble]
    if prompt.alignment:
        opening.append(prompt.alignment.span)
    blocks = [span.of(prompt.text) for span in sorted(opening)]
    for section in prompt.sections:
        name = section.name if section.name in FIELDS else section.written
        glue = "\n" if reference else " "
        blocks.append(f"{name}:{glue}{section.body}" if section.body else f"{name}:")
    if prompt.trailer:
        blocks.append(prompt.trailer.of(prompt.text))
    return "\n\n".join(blocks) + ("\n" if prompt.text.endswith("\n") and blocks else "")


def write(mode: Mode, bodies: Mapping[str, str], *, alignment: str | None = None) -> str:
    """The text of a prompt from the bodies of its fields.

    Args:
        mode: decides which fields there are and in which form they stand.
        bodies: field name to body; every field of the mode, none else.
        alignment: the alignment line of a keyframe mode, see `alignment_line`.

    Raises:
        UsageError: when a field is missing or foreign, or the alignment line does not belong to the mode.
    """
    missing = [name for name in mode.fields if not bodies.get(name, "").strip()]
    foreign = [name for name in bodies if name not in mode.fields]
    if missing or foreign:
        raise UsageError(
            f"a {mode.value} prompt has the fields {', '.join(mode.fields)}; "
            + "; ".join(
                part
                for part in (
                    f"missing: {', '.join(missing)}" if missing else "",
                    f"not among them: {', '.join(foreign)}" if foreign else "",
                )
                if part
            )
        )
    if (alignment is not None) != mode.has_keyframes:
        verb = "needs" if mode.has_keyframes else "has no"
        raise UsageError(f"a {mode.value} prompt {verb} alignment line")
    glue = "\n" if mode is Mode.REF2VA else " "
    blocks = [alignment] if alignment else []
    blocks += [f"{name}:{glue}{bodies[name].strip()}" for name in mode.fields]
    return "\n\n".join(blocks)


def alignment_line(mode: Mode, *, frames: int | None = None, last_shot: int = 1, mark: str | None = None) -> str:
    """The literal first line of a keyframe mode.

    Args:
        mode: I2VA, FL2VA or L2VA.
        frames: the clip's effective length in frames (on the 17k+5 grid); the last frame's mark comes from it.
        last_shot: the number of the clip's last shot, to which a last frame belongs.
        mark: the mark in seconds as text, instead of `frames`.

    Raises:
        UsageError: for a mode without keyframes, or a last frame without a length.
    """
    if mode is Mode.I2VA:
        return "For the target video, at 0.00 seconds into the target video, <Picture 1> (from [Shot 1]) is fully referenced."
    if not mode.has_keyframes:
        raise UsageError(f"a {mode.value} prompt has no alignment line")
    if mark is None:
        if frames is None:
            raise UsageError(f"the alignment line of a {mode.value} prompt needs the clip's length in frames")
        mark = grid.mark(frames)
    opening = "How the reference pictures align with the target video — "
    if mode is Mode.L2VA:
        return f"{opening}<Picture 1> (from [Shot {last_shot}]) aligns with the {mark}-second mark of the target video."
    return (
        f"{opening}Picture 1 (from Shot 1) aligns with the 0.00-second mark of the target video; "
        f"Picture 2 (from Shot {last_shot}) aligns with the {mark}-second mark of the target video."
    )


def time_code(milliseconds: int) -> str:
    """``MM:SS.mmm``, the clip's own clock.

    Raises:
        UsageError: below 0 or from 100 minutes on, which the form cannot hold.
    """
    if not 0 <= milliseconds < 6_000_000:
        raise UsageError(f"a cut time lies between 0 and 5999999 ms, not at {milliseconds} ms")
    seconds, rest = divmod(milliseconds, 1000)
    return f"{seconds // 60:02d}:{seconds % 60:02d}.{rest:03d}"


def shot_mark(number: int, milliseconds: int | None = None, cut: str = CUT_PHRASES[0]) -> str:
    """What opens a shot: ``[Shot 1]``, or ``[Shot 2] At 00:03.500, the camera cuts to``.

    Args:
        number: from 1.
        milliseconds: the time of the cut on the clip's clock; None exactly for the first shot.
        cut: the cut phrase.
    """
    if (milliseconds is None) != (number == 1):
        raise UsageError("the first shot has no time and every later one has one")
    return f"[Shot {number}]" if milliseconds is None else f"[Shot {number}] At {time_code(milliseconds)}, {cut}"


def spoken(language: str, words: str) -> str:
    """A line of dialogue: ``<d>[English] The gate is open.</d>``. The words stand as they are given."""
    return f"<d>[{language}] {words}</d>"


def retention_line(label: Label, marker: str, note: str, bracket: str | None = None) -> str:
    """A line of the retention analysis: ``<Subject 1> (appears in [Shot 1]): fully_preserved - …``."""
    return f"{label}{f' ({bracket})' if bracket else ''}: {marker} - {note}"


def appears_in(shots: Iterable[int]) -> str:
    """The bracket part of a subject: ``appears in [Shot 1], [Shot 3]``."""
    return "appears in " + ", ".join(f"[Shot {number}]" for number in shots)


def task_prefix(tasks: Iterable[str]) -> str:
    """The opening of a summary: ``[reference generation + audio reference]``."""
    return f"[{' + '.join(tasks)}]"


def cut_time(seconds: Fraction) -> int:
    """The time of a cut at `seconds`, in milliseconds, moved to the nearest real frame of the 24 fps grid."""
    frame = round(seconds * grid.FPS)
    return grid.milliseconds(frame)
