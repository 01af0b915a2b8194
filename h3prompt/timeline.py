"""A prompt on its time axis: what ``h3 prompt show`` prints and draws."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from . import grid
from .document import Label, Line, Shot
from .facts import Check
from .findings import Span
from .modes import Mode
from .speech import speech_seconds, units


@dataclass(frozen=True, slots=True)
class TimedLine:
    """A line with the time that it needs.

    Attributes:
        speakers: ids of who says it, or the audio label that it is heard from; empty when nobody is named.
        language: the word in its tag.
        words: what is said, without marks.
        seconds: how long it takes at the usual speed of its language.
        amount, unit: how many words, characters or syllables that are.
    """

    speakers: tuple[str, ...]
    language: str | None
    words: str
    seconds: Fraction
    amount: int
    unit: str


@dataclass(frozen=True, slots=True)
class TimedShot:
    """A shot with its place in the clip.

    Attributes:
        number: as in its marker; None for a shot without one.
        start, end: in frames of the clip (the end is exclusive); None where no time is known.
        cut: the cut phrase, "" for none.
        text: the prose without marker, time and dialogue marks.
        lines: what is said in it.
        labels: the reference labels that it names, and the keyframes that belong to it, each once.
        visible_text: the strings that are to be read in the picture.
    """

    number: int | None
    start: int | None
    end: int | None
    cut: str
    text: str
    lines: tuple[TimedLine, ...]
    labels: tuple[str, ...]
    visible_text: tuple[str, ...]

    @property
    def frames(self) -> int | None:
        """The shot's length in frames; None when it is not known."""
        return None if self.start is None or self.end is None else self.end - self.start

    @property
    def available(self) -> Fraction | None:
        """The shot's length in seconds; None when it is not known."""
        return None if self.frames is None else grid.seconds(self.frames)

    @property
    def needed(self) -> Fraction:
        """The seconds that its lines need together."""
        return sum((line.seconds for line in self.lines), Fraction(0))

    @property
    def crowded(self) -> bool:
        """The lines need more time than there is."""
        return self.available is not None and self.needed > self.available


@dataclass(frozen=True, slots=True)
class Timeline:
    """A whole clip.

    Attributes:
        file: the prompt's file, "-" for standard input.
        mode, mode_source: as which mode it is read, and why.
        frames: the clip's effective length; None when it is not known.
        style: the style before the first shot in reference mode.
        shots: in the order of the text.
        definitions: what each label denotes.
        soundscape, music: the two sound fields, None when they are missing.
    """

    file: str
    mode: Mode
    mode_source: str
    frames: int | None
    style: str
    shots: tuple[TimedShot, ...]
    definitions: tuple[tuple[str, str], ...]
    soundscape: str | None
    music: str | None

    @property
    def timed(self) -> bool:
        """Whether every shot has a place on the clip's clock, one after the other; only then it can be drawn to scale."""
        return bool(self.shots) and all(shot.frames is not None and shot.frames > 0 for shot in self.shots)

    def to_dict(self) -> dict[str, Any]:
        """The published JSON form (``docs/schemas/timeline.schema.json``)."""
        return {
            "schema": 1,
            "file": self.file,
            "mode": self.mode.value,
            "mode_source": self.mode_source,
            "frames": self.frames,
            "seconds": _seconds(self.frames),
            "style": self.style,
            "shots": [_shot_document(shot) for shot in self.shots],
            "labels": [{"label": label, "definition": text} for label, text in self.definitions],
            "soundscape": self.soundscape,
            "music": self.music,
        }


def _seconds(frames: int | None) -> float | None:
    return None if frames is None else round(frames / grid.FPS, 6)


def _shot_document(shot: TimedShot) -> dict[str, Any]:
    return {
        "number": shot.number,
        "start_frame": shot.start,
        "end_frame": shot.end,
        "frames": shot.frames,
        "start_seconds": _seconds(shot.start),
        "end_seconds": _seconds(shot.end),
        "seconds": _seconds(shot.frames),
        "cut": shot.cut,
        "text": shot.text,
        "lines": [
            {
                "speakers": list(line.speakers),
                "language": line.language,
                "words": line.words,
                "needed_seconds": round(float(line.seconds), 3),
                "amount": line.amount,
                "unit": line.unit,
            }
            for line in shot.lines
        ],
        "needed_seconds": round(float(shot.needed), 3),
        "crowded": shot.crowded,
        "labels": list(shot.labels),
        "visible_text": list(shot.visible_text),
    }


def timeline(check: Check) -> Timeline:
    """The timeline of a prompt that `h3prompt.checker.look` read."""
    prompt = check.prompt
    soundscape, music = prompt.section("overall_soundscape"), prompt.section("non_diegetic_music")
    return Timeline(
        file=check.source.name,
        mode=check.mode,
        mode_source=check.mode_source,
        frames=check.frames,
        style=prompt.style.of(prompt.text).strip(),
        shots=tuple(_timed_shot(check, index, shot) for index, shot in enumerate(check.shots)),
        definitions=tuple(
            (str(definition.label), _flat(definition.text).lstrip(":=-–— ")) for definition in prompt.definitions
        ),
        soundscape=soundscape.body if soundscape else None,
        music=music.body if music else None,
    )


def _timed_shot(check: Check, index: int, shot: Shot) -> TimedShot:
    start, end = (None if time is None else round(time * grid.FPS) for time in check.shot_times[index])
    prompt = check.prompt
    labels = [*_keyframes(check, index), *(m.label for m in prompt.mentions if _inside(m.span, shot.span))]
    speakers = dict(zip((line.span for line in prompt.lines), check.attributions, strict=True))
    lines = []
    for line in check.lines_of(index):
        who = speakers[line.span]
        lines.append(_timed_line(line, who.ids or ((str(who.audio),) if who.audio else ())))
    return TimedShot(
        number=shot.number,
        start=start,
        end=end,
        cut=shot.cut,
        text=_flat(shot.body),
        lines=tuple(lines),
        labels=tuple(dict.fromkeys(map(str, labels))),
        visible_text=tuple(quote.text for quote in prompt.quotes if _inside(quote.span, shot.span)),
    )


def _timed_line(line: Line, speakers: tuple[str, ...]) -> TimedLine:
    amount, unit, _ = units(line)
    return TimedLine(speakers, line.language, line.spoken, speech_seconds(line), amount, unit)


def _keyframes(check: Check, index: int) -> list[Label]:
    """The pictures that the alignment line puts into the shot."""
    from .document import LabelKind

    alignment, number = check.prompt.alignment, check.shots[index].number
    if alignment is None:
        return []
    return [
        Label(LabelKind.PICTURE, mark.picture)
        for mark in alignment.marks
        if mark.shot == number or (number is None and mark.shot == 1)
    ]


def _inside(span: Span, shot: Span) -> bool:
    return shot.start <= span.start < shot.end


def _flat(text: str) -> str:
    return " ".join(text.split())
