"""Which label stands for which file of a Ref2VA clip, and what is kept of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..document import Label, LabelKind
from ..modes import Mode
from .script import ClipScript, ScriptReference

_VERB = re.compile(r"^(?:keep|take|use|copy)\s+", re.IGNORECASE)
_MARKERS = {"style": "attribute_transfer", "motion": "attribute_transfer"}


@dataclass(frozen=True, slots=True)
class Source:
    """A file and its label: ``<Picture 2>``."""

    label: Label
    reference: ScriptReference


@dataclass(frozen=True, slots=True)
class Defined:
    """A label that the prompt defines.

    Attributes:
        label: ``<Subject 1>``, ``<Video 1>``, ``<Audio 1>`` or, for a keyframe, ``<Picture 3>``.
        entity: whom or what it shows or sounds, "" for a keyframe.
        kind: person, animal, object, place or style; video, voice; first, last.
        marker: what the retention analysis says of it.
        sources: the files that show it.
    """

    label: Label
    entity: str
    kind: str
    marker: str
    sources: tuple[Source, ...] = ()

    @property
    def notes(self) -> tuple[str, ...]:
        """What to take from the files, as the brief says, behind "keep" or "take"."""
        found = (_VERB.sub("", source.reference.note) for source in self.sources)
        return tuple(dict.fromkeys(note for note in found if note))


@dataclass(frozen=True, slots=True)
class Labels:
    """All labels of a clip; empty outside of Ref2VA."""

    defined: tuple[Defined, ...] = ()

    def subject(self, entity: str) -> str:
        """``<Subject N>`` of an entity, "" without one."""
        return self._label(entity, LabelKind.SUBJECT)

    def audio(self, entity: str) -> str:
        """``<Audio N>`` that lends an entity its voice, "" without one."""
        return self._label(entity, LabelKind.AUDIO)

    def of(self, kind: LabelKind) -> tuple[Defined, ...]:
        """The defined labels of a kind."""
        return tuple(one for one in self.defined if one.label.kind is kind)

    def _label(self, entity: str, kind: LabelKind) -> str:
        return next((str(one.label) for one in self.of(kind) if one.entity == entity), "")

    @property
    def tasks(self) -> tuple[str, ...]:
        """The words of the task prefix."""
        found = []
        if self.of(LabelKind.PICTURE):
            found.append("keyframe completion")
        if self.of(LabelKind.SUBJECT) or self.of(LabelKind.VIDEO) or not self.defined:
            found.append("reference generation")
        if any(one.marker == "reference" for one in self.of(LabelKind.AUDIO)):
            found.append("audio reference")
        return tuple(found) or ("reference generation",)


def label_files(script: ClipScript) -> Labels:
    """Numbers the files of a clip by kind, in their order, and gives every entity that a picture shows a subject."""
    if script.mode is not Mode.REF2VA:
        return Labels()
    kinds = {entity.id: entity.kind for entity in script.entities}
    speaking = {line.speaker for shot in script.shots for line in shot.lines}
    sources = list(_sources(script))
    shown: dict[str, list[Source]] = {}
    for source in sources:
        if source.label.kind is LabelKind.PICTURE:
            shown.setdefault(source.reference.entity, []).append(source)
    defined = [
        _subject(number, entity, kinds.get(entity, "object"), tuple(files))
        for number, (entity, files) in enumerate(shown.items(), 1)
    ]
    for number, kind in enumerate(_plates(script), 1):
        defined.append(Defined(Label(LabelKind.PICTURE, number), "", kind, "fully_preserved"))
    for source in sources:
        entity, role = source.reference.entity, source.reference.role
        if source.label.kind is LabelKind.VIDEO:
            marker = _MARKERS.get(role, "partially_preserved")
            defined.append(Defined(source.label, entity, "video", marker, (source,)))
        elif source.label.kind is LabelKind.AUDIO:
            marker = "reference" if entity in speaking else "weak_reference"
            defined.append(Defined(source.label, entity, "voice", marker, (source,)))
    return Labels(tuple(defined))


def _subject(number: int, entity: str, kind: str, files: tuple[Source, ...]) -> Defined:
    marker = _MARKERS["style"] if kind == "style" else "fully_preserved"
    return Defined(Label(LabelKind.SUBJECT, number), entity, kind, marker, files)


def _plates(script: ClipScript) -> list[str]:
    return [kind for kind, plate in (("first", script.first), ("last", script.last)) if plate is not None]


def _sources(script: ClipScript) -> Iterator[Source]:
    kinds = {"image": LabelKind.PICTURE, "video": LabelKind.VIDEO, "audio": LabelKind.AUDIO}
    # Keyframes travel in front of the references.
    count: Counter[LabelKind] = Counter({LabelKind.PICTURE: len(_plates(script))})
    for reference in script.references:
        kind = kinds[reference.kind]
        count[kind] += 1
        yield Source(Label(kind, count[kind]), replace(reference, note=" ".join(reference.note.split())))
