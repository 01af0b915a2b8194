"""Which files travel with a clip: those of everybody and everything that its shots show or let speak."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from h3prompt.brief.media import reference_kind

from .model import PlannedReference, PlannedShot

if TYPE_CHECKING:
    from h3prompt.brief.model import Brief, EntityFile, Shot


def wanted(brief: Brief, shots: Sequence[PlannedShot]) -> tuple[PlannedReference, ...]:
    """The files in the order in which their entities come up, pictures first, then films, then voices; none twice."""
    found: dict[tuple[str, str], PlannedReference] = {}
    if not any(entity.files for entity in brief.entities.values()):
        return ()
    for planned in shots:
        shot = brief.shots[planned.index]
        speaking = {line.speaker for line in shot.lines}
        for name in dict.fromkeys([*shot.who, *([shot.place] if shot.place else []), *speaking]):
            entity = brief.entities.get(name)
            if entity is None:
                continue
            for file in entity.files:
                kind = reference_kind(file.role, file.file).value
                # A voice travels with those who speak, a picture with those who are seen.
                there = name in speaking if kind == "audio" else name in (*shot.who, shot.place)
                if there and _shown(file, shot, name):
                    reference = PlannedReference(
                        file.file, kind, name, file.role.value, file.state or "", file.note or ""
                    )
                    found.setdefault((file.file, name), reference)
    order = {"image": 0, "video": 1, "audio": 2}
    return tuple(sorted(found.values(), key=lambda reference: order[reference.kind]))


def _shown(file: EntityFile, shot: Shot, entity: str) -> bool:
    """Whether the file shows the entity as it is dressed in the shot."""
    return file.state is None or shot.wardrobe.get(entity) == file.state
