"""SHT: what the camera does, and shots that differ in nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from ..document import Shot
from ..facts import Check
from ..findings import Level, Span
from ..patterns import lazy
from .base import Hit, Rule, rule

_CAMERA = lazy(
    r"\bzoom|\bpush(?:es|ed|ing)?[ -]?(?:slowly |gently |slightly |steadily |in\b|toward|forward|closer)|\bpull(?:s|ed|ing)?"
    r"[ -]?(?:slowly |gently |slightly |steadily |out\b|back\b|away\b)|\bpan(?:s|ned|ning)?\b|\btruck(?:s|ed|ing)?\b|\btilt"
    r"|\bpedestal|\barc(?:s|ed|ing)?\b|\btrack(?:s|ed|ing)?\b|\bfollow(?:s|ed|ing)?\b|\bstatic\b|\block(?:ed)?[ -]?(?:off|down|shot|"
    r"camera|frame)|\bstationary\b|\bcamera (?:is |stays |remains |holds? |sits |rests )?(?:still|fixed|steady)|\bshak(?:e|es|ing|y)\b"
    r"|\bhand-?held\b|\bPOV\b|\bpoint[ -]of[ -]view\b|\broll(?:s|ed|ing)? (?:counter-?)?clockwise|\bdoll(?:y|ies)\b|\bcrane"
    r"|\borbit|\bfixed (?:camera|frame|shot)|\bthe camera holds\b|\bcamera (?:moves|glides|drifts|rises|lowers|descends|circles)",
    re.IGNORECASE,
)
# One of these settles it; one of the second row needs its neighbours.
_CAMERA_WORDS = frozenset(
    """
    zoom zooms zooming zoomed pan pans panning truck trucks trucking tilt tilts tilting tilted pedestal pedestals arc arcs arcing
    track tracks tracking static handheld pov dolly dollies crane cranes orbit orbits orbiting stationary follow follows following
    shake shakes shaking shaky
    """.split()
)
_CAMERA_HINTS = frozenset(
    """
    push pushes pushing pushed pull pulls pulling pulled camera point roll rolls rolling rolled lock locked hand held fixed trucked
    tracked followed arced orbited shook
    """.split()
)
_FRAMING = frozenset(
    """
    extreme big tight wide medium full long close closer tighter wider establishing low high angle eye level shot view frame framing
    closeup up camera cut cuts switches transitions changes static push pushes pull pulls in out pan pans tilt tilts zoom zooms slow
    slowly speed small large amplitude with at to the a an of on from and is same now still
    """.split()
)


def _has_camera(check: Check, shot: Shot) -> bool:
    words = check.words(shot.body_span)
    if not words.isdisjoint(_CAMERA_WORDS):
        return True
    return not words.isdisjoint(_CAMERA_HINTS) and _CAMERA.search(check.prose(shot.body_span)) is not None


@rule("SHT016", "no-camera-term", Level.INFO, evidence="11 % of the official outputs, 36 % of community prompts.")
def no_camera_term(check: Check) -> Iterator[Hit]:
    """A shot does not say what the camera does.

    One clause a shot: zoom, push in, pull out, pan, truck, tilt, pedestal, arc, tracking or static shot, shake, POV, roll.

    Wrong::

        [Shot 1] A courier opens a gate.

    Right::

        [Shot 1] A courier opens a gate as the camera pushes in at slow speed.
    """
    for shot in check.shots:
        if shot.body and not _has_camera(check, shot):
            place = shot.marker_span if shot.number is not None else Span(shot.span.start, shot.span.start + 1)
            yield Hit(place, "the shot has no camera term", "static shot")


@rule("SHT017", "same-shot-other-framing", Level.INFO, evidence="Field: read as one shot or as a jump cut.")
def same_shot_other_framing(check: Check) -> Iterator[Hit]:
    """Two shots in a row say the same and differ in the framing alone.

    Wrong::

        [Shot 1] Wide shot of a baker kneading dough. [Shot 2] At 00:02.000, the camera cuts to a close-up of a baker
        kneading dough.

    Right::

        [Shot 1] Wide shot of a baker kneading dough. [Shot 2] At 00:02.000, the camera cuts to the floury hands.
    """
    if len(check.shots) < 2:
        return
    content = [check.words(shot.body_span) - _FRAMING for shot in check.shots]
    for (first, second), (_, shot) in zip(pairwise(content), pairwise(check.shots), strict=True):
        small, large = sorted((len(first), len(second)))
        shared = len(first & second)
        # The first shot also holds the style of the clip, so it may say more.
        if small > 3 and shared >= 0.85 * small and shared >= 0.6 * large:
            yield Hit(shot.marker_span, f"Shot {shot.number} differs from the one before in its framing alone")


CAMERA: tuple[Rule, ...] = (no_camera_term, same_shot_other_framing)
