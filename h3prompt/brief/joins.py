"""How shots follow each other."""

from __future__ import annotations

from enum import StrEnum


class JoinKind(StrEnum):
    """How one shot leads into the next.

    ``cut`` is a hard cut. ``match`` is a hard cut whose sound is cross-faded, so that two pictures of one movement read
    as one. ``dissolve`` blends both pictures, ``dip`` goes through black; both are centred on the cut. ``continue`` has no
    visible edit at all: the shot goes on.
    """

    CUT = "cut"
    MATCH = "match"
    DISSOLVE = "dissolve"
    DIP = "dip"
    CONTINUE = "continue"
