"""What a renderer can do, as data."""

from __future__ import annotations

from dataclasses import dataclass, field

from h3prompt.grid import Window
from h3prompt.modes import Mode


@dataclass(frozen=True, slots=True, kw_only=True)
class Capabilities:
    """Limits and habits of one renderer in one mode.

    Attributes:
        backend: the renderer's name.
        mode: the mode that the record holds for.
        window: which clip lengths come out, in frames.
        short_edges: the short edges that it takes, in pixels; empty: any.
        settings: names of the options that it honours. Any other one is refused, never ignored.
        neutral: those among `settings` that change how a clip is made and not a bit of it; a clip does not depend on them.
        parallel: how many clips it may render at the same time.
        seeded: the same request with the same seed gives the same clip, bit for bit.
        draft: what it makes stands in for a finished clip and is named so everywhere (a slate, a preview).
        uses_notes: it reads `RenderRequest.notes`, so they are part of what a clip depends on.
        audio_rate: of the sound that it delivers (Hz).
    """

    backend: str
    mode: Mode
    window: Window
    short_edges: tuple[int, ...] = ()
    settings: frozenset[str] = field(default_factory=frozenset)
    neutral: frozenset[str] = field(default_factory=frozenset)
    parallel: int = 1
    seeded: bool = True
    draft: bool = False
    uses_notes: bool = False
    audio_rate: int = 32_000
