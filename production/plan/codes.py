"""What a plan can have to say; every code with one line of documentation."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from h3prompt.findings import Finding, Level


class Place(Protocol):
    """Gives line and column (from 1) of a value of the brief, None when it has none: `LoadedBrief.place`."""

    def __call__(self, *keys: str | int) -> tuple[int, int] | None: ...


class Code(NamedTuple):
    """A kind of finding: its usual level and what it means."""

    level: Level
    meaning: str


CODES: dict[str, Code] = {
    "PLN001": Code(Level.ERROR, "The shots do not add up to the length of the film."),
    "PLN002": Code(Level.ERROR, "Nothing is left for the shots whose length is open."),
    "PLN003": Code(Level.WARNING, "The lines of a shot need more time than it has; an error from 1.3 times on."),
    "PLN004": Code(Level.WARNING, "Two lines of a shot are spoken at the same time."),
    "PLN005": Code(Level.ERROR, "A dissolve or a dip is longer than a shot that it joins."),
    "PLN006": Code(Level.ERROR, "Two transitions of a shot overlap."),
    "PLN007": Code(Level.ERROR, "A dissolve needs frames beyond a keyframe, where the clip has none."),
    "PLN008": Code(Level.WARNING, "A shot between two keyframes has no length of the frame grid, so one of them is trimmed."),
    "PLN009": Code(Level.INFO, "Handles were shortened, since the clip is as long as the renderer allows."),
    "PLN010": Code(Level.WARNING, "Reference files are not sent, since the clip has keyframes."),
    "PLN011": Code(Level.ERROR, "A clip has more reference files than the model takes."),
    "PLN012": Code(Level.WARNING, "A voice file is not sent, since sound alone is no reference."),
    "PLN013": Code(Level.WARNING, "A chain of clips has more than two links; colour and detail drift along it."),
    "PLN014": Code(Level.ERROR, "A shot does not fit into any clip of the renderer."),
    "PLN015": Code(Level.WARNING, "A keyframe has another shape than the film, so a part of it is cropped."),
    "PLN016": Code(Level.WARNING, "A line ends within 0.3 s of the end of its shot, where the cut can clip it."),
    "PLN017": Code(Level.ERROR, "A line is cut where a long shot goes on in another clip."),
}  # fmt: skip


class Findings:
    """Collects findings with their places.

    Args:
        file: the name of the brief, None when there is none.
        place: gives line and column of a value of the brief, None when it is not known.
    """

    def __init__(self, file: str | None, place: Place | None) -> None:
        self._file = file
        self._place = place
        self.all: list[Finding] = []

    def say(
        self, code: str, message: str, *keys: str | int, suggestion: str | None = None, level: Level | None = None
    ) -> None:
        """Adds a finding about the value at `keys`, or about the nearest part of the brief that has a place."""
        where = None
        for end in range(len(keys), 0, -1):
            where = self._place(*keys[:end]) if self._place else None
            if where:
                break
        line, column = where or (None, None)
        self.all.append(
            Finding(
                code,
                level or CODES[code].level,
                message,
                file=self._file,
                line=line,
                column=column,
                suggestion=suggestion,
            )
        )
