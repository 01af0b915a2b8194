"""From a planned clip to the text that the model reads."""

from __future__ import annotations

from ..errors import TemplateError
from .compile import Compiled, compile_clip
from .script import (
    ClipScript,
    ScriptBeat,
    ScriptCamera,
    ScriptEntity,
    ScriptLine,
    ScriptPlate,
    ScriptReference,
    ScriptShot,
    ScriptWho,
)
from .templates import skills

__all__ = [
    "ClipScript",
    "Compiled",
    "ScriptBeat",
    "ScriptCamera",
    "ScriptEntity",
    "ScriptLine",
    "ScriptPlate",
    "ScriptReference",
    "ScriptShot",
    "ScriptWho",
    "TemplateError",
    "compile_clip",
    "skills",
]
