"""Seeded defects: every cell of the severity table, each in a prompt that is otherwise valid."""

from . import (
    alignment,
    dialogue,
    habits,
    labels,
    limits,
    probes,
    retention,
    second_wave,
    sections,
    shots,
    sound,
    third_wave,
)
from .model import Defect

TABLES = (
    sections.T,
    alignment.T,
    shots.T,
    dialogue.T,
    labels.T,
    retention.T,
    sound.T,
    sound.LANGUAGE,
    limits.T,
    limits.BUDGET,
    habits.T,
    habits.CONTEXT,
    probes.T,
    second_wave.HABITS,
    second_wave.T,
    third_wave.T,
)

DEFECTS: tuple[Defect, ...] = tuple(defect for table in TABLES for defect in table.defects)
