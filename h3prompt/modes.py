"""The five modes of MiniMax-H3, their fields and what travels on the wire."""

from __future__ import annotations

from enum import StrEnum

BASE_FIELDS = ("integrated_multimodal_description", "overall_soundscape", "non_diegetic_music")
REFERENCE_FIELDS = (
    "subject_definitions",
    "summary",
    "retention_analysis",
    "detailed_description",
    "overall_soundscape",
    "non_diegetic_music",
)
FIELDS = frozenset(BASE_FIELDS + REFERENCE_FIELDS)
#: Fields that only one of the two families has: meeting one decides the family.
BASE_ONLY = frozenset(BASE_FIELDS) - frozenset(REFERENCE_FIELDS)
REFERENCE_ONLY = frozenset(REFERENCE_FIELDS) - frozenset(BASE_FIELDS)
#: The two fields that hold the shots.
MAIN_FIELDS = frozenset({"integrated_multimodal_description", "detailed_description"})


class Mode(StrEnum):
    """What a request gives the model besides text."""

    T2VA = "T2VA"
    I2VA = "I2VA"
    FL2VA = "FL2VA"
    L2VA = "L2VA"
    REF2VA = "Ref2VA"

    @classmethod
    def read(cls, text: str) -> Mode | None:
        """The mode that `text` names in any case (``ref2va``, ``T2va``), or None."""
        return _BY_NAME.get(text.strip().lower())

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of the mode's fields in the order in which they are written."""
        return REFERENCE_FIELDS if self is Mode.REF2VA else BASE_FIELDS

    @property
    def main_field(self) -> str:
        """The field that holds the shots."""
        return "detailed_description" if self is Mode.REF2VA else "integrated_multimodal_description"

    @property
    def has_keyframes(self) -> bool:
        """Whether the prompt opens with an alignment line."""
        return self in (Mode.I2VA, Mode.FL2VA, Mode.L2VA)

    @property
    def pictures(self) -> int:
        """How many keyframes a base mode takes; 0 for T2VA and Ref2VA."""
        return {Mode.I2VA: 1, Mode.FL2VA: 2, Mode.L2VA: 1}.get(self, 0)

    @property
    def wire_task(self) -> str:
        """The task name that the servers know: ``t2va``, ``fl2va`` or ``ref2va``."""
        return "fl2va" if self.has_keyframes else self.value.lower()


_BY_NAME = {mode.value.lower(): mode for mode in Mode}
