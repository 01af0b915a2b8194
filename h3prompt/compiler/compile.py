"""Turns a clip's script into the text that the model reads, and checks it.

What the format fixes (labels, speaker ids, shot marks with their times, the tags of lines, the alignment line, retention lines,
the order of the fields) comes from `h3prompt.writer`; a template has only the prose.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

from .. import grid, writer
from ..checker import Report, check
from ..context import BriefLine, Context, Kind, Reference, Role
from ..document import LabelKind
from ..findings import Lines
from ..modes import Mode
from ..parser import parse
from ..rules.lines import language
from . import words
from .labels import Defined
from .script import ClipScript
from .templates import PLAIN, render
from .view import ClipView, ShotView, Verbatim, view

#: Words that the main field gets: a margin inside the 150 to 700 that the check allows.
_AT_LEAST, _AT_MOST = 180, 680
#: Words for each shot, up to what the guide has for a whole clip with references.
_A_SHOT, _ENOUGH = 65, 380
#: The guide's norm with references, and a margin.
_WITH_REFERENCES = 355
#: A margin inside the 7,000 characters that the hosted service takes.
_CHARACTERS = 6_900
#: Findings that one more sentence on closed lips answers.
_OPEN_LIPS = frozenset(("HAB002", "HAB003", "DLG012"))


@dataclass(frozen=True, slots=True)
class Compiled:
    """A clip's prompt.

    Attributes:
        text: the exact prompt, without front matter.
        context: what it was checked against.
        report: the check.
        assumptions: sentences that nobody asked for, added because the prompt needs them; and what was left out.
    """

    text: str
    context: Context
    report: Report
    assumptions: tuple[str, ...] = ()


def compile_clip(script: ClipScript, template: str = PLAIN, *, folder: Path | None = None) -> Compiled:
    """The prompt of `script` in the words of a template.

    Args:
        script: the clip.
        template: the skill whose templates write the prose.
        folder: where the templates are; default: those that come with the program.

    Raises:
        UsageError: for a skill that does not exist, or a template that is not right (`TemplateError`).
    """
    context = context_of(script)
    writing = _Writing(script, template, folder)
    text, report = "", Report()
    hush: frozenset[int] = frozenset()
    for _ in range(2):
        text = writing.text(hush)
        report = check(text, context, file=script.id)
        more = hush | frozenset(_talkative(text, report))
        if more == hush:
            break
        hush = more
    return Compiled(text, context, report, tuple(writing.assumptions))


def context_of(script: ClipScript) -> Context:
    """What the check of a clip may know."""
    ids: dict[str, str] = {}
    lines = [line for shot in script.shots for line in sorted(shot.lines, key=lambda line: line.start)]
    for line in lines:
        ids.setdefault(line.speaker, f"S{len(ids) + 1}")
    return Context(
        mode=script.mode,
        duration=Fraction(script.frames, grid.FPS),
        fps=Fraction(grid.FPS),
        references=tuple(_references(script)),
        dialogue=tuple(
            BriefLine(line.text, ids[line.speaker], language(line.language) or line.language) for line in lines
        ),
        visible_text=tuple(dict.fromkeys(text for shot in script.shots for text in shot.visible_text)),
        backend=script.backend,
        sequence=script.sequence,
    )


def _references(script: ClipScript) -> Iterator[Reference]:
    frames = script.mode is not Mode.REF2VA or script.backend == "sglang"
    for plate, role in ((script.first, Role.FIRST_FRAME), (script.last, Role.LAST_FRAME)):
        if plate is not None:
            yield Reference(Kind.IMAGE, plate.path, role if frames else Role.REFERENCE)
    for one in script.references if script.mode is Mode.REF2VA else ():
        yield Reference(Kind(one.kind), one.path, Role.REFERENCE, one.seconds)


def _talkative(text: str, report: Report) -> Iterator[int]:
    """The indexes of shots in which somebody's lips were forgotten: people whom only the brief's prose names."""
    found = [finding for finding in report.findings if finding.code in _OPEN_LIPS]
    if not found:
        return
    lines, shots = Lines(text), parse(text).shots
    for finding in found:
        place = lines.start(finding.line or 1) + (finding.column or 1) - 1
        yield from (index for index, shot in enumerate(shots) if shot.span.start <= place < shot.span.end)


class _Writing:
    """Writes one clip."""

    def __init__(self, script: ClipScript, skill: str, folder: Path | None) -> None:
        self.script = script
        self.skill = skill
        self.folder = folder
        self.reference = script.mode is Mode.REF2VA
        self.assumptions: list[str] = []

    def text(self, hush: frozenset[int]) -> str:
        """The prompt; `hush`: see `view`."""
        self.verbatim = Verbatim(self.script)
        self.clip = view(self.script, self.verbatim, hush)
        self.assumptions = []
        main, detail = "", 2
        for detail in (2, 1, 0, -1):
            shots = [replace(shot, detail=max(detail, 0)) for shot in self.clip.shots]
            if detail < 0:
                shots = list(self._without_states(shots))
            main = self._main(shots)
            if _count(main) <= _AT_MOST and len(main) <= _CHARACTERS - 600:
                break
        least = _WITH_REFERENCES if self.reference else _AT_LEAST
        wanted = max(least, min(_ENOUGH, _A_SHOT * len(shots)))
        if _count(main) < wanted and detail == 2:
            main = self._main(self._filled(shots, wanted - _count(main)))
        bodies = self._fields(main)
        alignment = None
        if self.script.mode.has_keyframes:
            alignment = writer.alignment_line(
                self.script.mode, frames=self.script.frames, last_shot=len(self.clip.shots)
            )
        return writer.write(self.script.mode, bodies, alignment=alignment)

    def _without_states(self, shots: list[ShotView]) -> Iterator[ShotView]:
        """The last thing to go when a clip says too much: how shots begin and end."""
        for shot, source in zip(shots, self.script.shots, strict=True):
            states = [state for state in (shot.incoming, shot.outgoing) if state]
            self.assumptions += (f"{source.id}: left out, since the clip says too much: {state}" for state in states)
            yield replace(shot, incoming="", outgoing="")

    def _say(self, template: str, **values: object) -> str:
        return render(self.skill, template, self.folder, clip=self.clip, **values)

    def _prose(self, template: str, **values: object) -> str:
        """One paragraph with the words of people put back."""
        return self.verbatim.restore(words.plain(self._say(template, **values)))

    # --- the main field -----------------------------------------------------------------------------------------------

    def _main(self, shots: list[ShotView]) -> str:
        style = words.plain(self._say("style"))
        parts = [style] if self.reference else []
        for shot, source in zip(shots, self.script.shots, strict=True):
            body = words.plain(self._say("shot", shot=shot))
            if shot.number == 1:
                opening = writer.shot_mark(1)
                body = words.capital(body) if self.reference else f"{style} {words.capital(body)}"
            else:
                opening = writer.shot_mark(shot.number, grid.milliseconds(source.start), source.cut)
            parts.append(f"{opening} {body}")
        return self.verbatim.restore(("\n" if self.reference else " ").join(parts))

    def _filled(self, shots: list[ShotView], missing: int) -> list[ShotView]:
        """The shots with as many of the template's further sentences as the field lacks words, each used once."""
        offers = [
            [line for line in map(words.plain, self._say("details", shot=shot).splitlines()) if line] for shot in shots
        ]
        used: dict[int, list[str]] = {shot.number: [] for shot in shots}
        told: set[str] = set()
        while missing > 0 and any(offers):
            for shot, offer in zip(shots, offers, strict=True):
                line = next((line for line in offer if line not in told), None)
                if line is None:
                    offer.clear()
                    continue
                if missing > 0:
                    offer.remove(line)
                    told.add(line)
                    used[shot.number].append(line)
                    missing -= _count(line)
        for shot, source in zip(shots, self.script.shots, strict=True):
            self.assumptions += (f"{source.id}: {line}" for line in used[shot.number])
        return [replace(shot, details=tuple(used[shot.number])) for shot in shots]

    # --- the other fields ---------------------------------------------------------------------------------------------

    def _fields(self, main: str) -> dict[str, str]:
        bodies = {
            self.script.mode.main_field: main,
            "overall_soundscape": self._prose("soundscape"),
            "non_diegetic_music": self._music(),
        }
        if not self.script.soundscape.strip() and not self.clip.sounds:
            self.assumptions.append(f"soundscape: {bodies['overall_soundscape']}")
        if self.reference:
            defined = self.clip.labels.defined
            bodies["subject_definitions"] = "\n".join(
                f"{one.label}: {self._prose('definition', one=one, person=self.clip.people.get(one.entity))}"
                for one in defined
            )
            prefix = writer.task_prefix(self.clip.labels.tasks)
            bodies["summary"] = f"{prefix} {self._prose('summary')}"
            bodies["retention_analysis"] = "\n".join(self._kept(one, main) for one in defined)
        return bodies

    def _music(self) -> str:
        """``N/A`` in a sequence: every clip would begin a tune of its own."""
        if not self.script.music.strip():
            return "N/A"
        if self.script.sequence:
            self.assumptions.append("music: left to the edit, since each clip of a sequence would make up its own")
            return "N/A"
        return self._prose("music")

    def _kept(self, one: Defined, main: str) -> str:
        shots = _where(str(one.label), main, len(self.clip.shots))
        bracket = None
        if one.label.kind is LabelKind.SUBJECT:
            bracket = writer.appears_in(shots)
        elif one.label.kind is LabelKind.PICTURE:
            bracket = f"[Shot {1 if one.kind == 'first' else len(self.clip.shots)}] {one.kind} frame"
        elif one.label.kind is LabelKind.VIDEO:
            bracket = f"{one.sources[0].reference.role} source"
        return writer.retention_line(one.label, one.marker, self._prose("retention", one=one), bracket)


def _where(label: str, main: str, count: int) -> list[int]:
    """The numbers of the shots that name a label; all of them where it stands before the first."""
    parts = main.split("\n[Shot ")
    found = [number for number, part in enumerate(parts[1:], 1) if label in part]
    return list(range(1, count + 1)) if label in parts[0] or not found else found


def _count(text: str) -> int:
    return len(text.split())


__all__ = ["ClipView", "Compiled", "compile_clip", "context_of"]
