"""Checks of what can be seen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from h3prompt.findings import Level

from ..facts import Facts, Small
from ..model import MediaFinding, Span
from .base import Check, stretches


def _within(start: int, end: int, spans: tuple[Span, ...]) -> bool:
    return any(span.start <= start and end <= span.end for span in spans)


def _black(facts: Facts, check: Check) -> Iterator[MediaFinding]:
    """Black stretches that nobody planned: told from an eighth of a second on, an error from half a second on.

    A frame is black when 98 % of its pixels are. The middle of a dip is black on purpose.
    """
    picture, limits = facts.picture, facts.limits
    assert picture is not None
    flags = (picture.dark >= limits.black_share) & (picture.luma < limits.black_luma)
    for span in facts.expected.dark:
        flags[max(0, span.start) : span.end] = False
    told, wrong = limits.black_frames
    for start, end in stretches(flags, told):
        level = Level.ERROR if end - start >= wrong else Level.WARNING
        yield check.say(facts, level, f"black for {end - start} frames", start, end, measured=end - start, limit=told)


def _frozen(facts: Facts, check: Check) -> Iterator[MediaFinding]:
    """Stretches in which no pixel moves: told from half a second on, an error from one second on.

    A static shot of a camera or a model has grain and breath and is no freeze. Black is judged elsewhere.
    """
    picture, limits = facts.picture, facts.limits
    assert picture is not None
    still = (picture.motion <= limits.still_luma) & (picture.stir <= limits.still_change)
    # The first frame of a stretch is the one that the others repeat.
    flags = still & (picture.luma >= limits.black_luma) & (picture.spread >= limits.flat_spread)
    if len(flags):
        flags[0] = False
    told, wrong = limits.still_frames
    for start, end in stretches(flags, told - 1):
        first = start - 1
        if _within(first, end, facts.expected.still):
            continue
        level = Level.ERROR if end - first >= wrong else Level.WARNING
        yield check.say(
            facts,
            level,
            f"the picture stands still for {end - first} frames",
            first,
            end,
            measured=end - first,
            limit=told,
        )


def _flat(facts: Facts, check: Check) -> Iterator[MediaFinding]:
    """Frames of one colour: what a decoder gives that has lost its data. Black is judged elsewhere."""
    picture, limits = facts.picture, facts.limits
    assert picture is not None
    flags = (picture.spread < limits.flat_spread) & (picture.luma >= limits.black_luma)
    for start, end in stretches(flags, limits.flat_frames):
        yield check.say(
            facts,
            Level.ERROR,
            f"one flat colour for {end - start} frames",
            start,
            end,
            measured=end - start,
            limit=limits.flat_frames,
        )


def _cuts(facts: Facts, check: Check) -> Iterator[MediaFinding]:
    """Every planned cut is there, on its frame, and there is no other.

    A cut between two pictures that are alike cannot be seen, so these are warnings. Dissolves and dips are left out here.
    """
    picture, expected, window = facts.picture, facts.expected, facts.limits.cut_window
    assert picture is not None
    assert expected.cuts is not None
    open_cuts = [cut for cut in facts.cuts if not any(span.start <= cut <= span.end for span in expected.transitions)]
    # The closest pairs first, so that a missing cut does not take the one of its neighbour.
    pairs: dict[int, int] = {}
    for _, planned, cut in sorted((abs(cut - plan), plan, cut) for plan in expected.cuts for cut in open_cuts):
        if abs(cut - planned) <= window and planned not in pairs and cut not in pairs.values():
            pairs[planned] = cut
    open_cuts = [cut for cut in open_cuts if cut not in pairs.values()]
    for planned in expected.cuts:
        near = pairs.get(planned)
        if near is None:
            yield check.say(facts, Level.WARNING, "a cut was planned here and none is seen", planned)
            continue
        if near != planned:
            word = "late" if near > planned else "early"
            yield check.say(
                facts, Level.WARNING, f"the cut planned for frame {planned} is {abs(near - planned)} frames {word}", near,
                measured=near, limit=planned,
            )  # fmt: skip
    for cut in open_cuts:
        yield check.say(
            facts,
            Level.WARNING,
            "a cut is seen here and none was planned",
            cut,
            measured=float(picture.change[cut]),
            limit=facts.limits.cut_change,
        )


def _dissolves(facts: Facts, check: Check) -> Iterator[MediaFinding]:
    """A dissolve changes the picture little by little: no single frame brings most of the change."""
    picture, limits = facts.picture, facts.limits
    assert picture is not None
    for span in facts.expected.transitions:
        if span.name == "dip":
            continue
        change = picture.change[max(1, span.start) : span.end + 1]
        if len(change) < 4:
            continue
        # What moves in the shots themselves is no part of the dissolve.
        extra = change - np.median(change)
        share = float(extra.max() / max(1e-9, extra.clip(0).sum()))
        usual = max(0.1, float(np.median(change)))
        if share > limits.dissolve_share and change.max() >= max(limits.cut_change, limits.cut_ratio * usual):
            frame = max(1, span.start) + int(change.argmax())
            yield check.say(
                facts,
                Level.WARNING,
                f"the planned {span.name or 'dissolve'} is a cut",
                frame,
                measured=share,
                limit=limits.dissolve_share,
            )


def _first(facts: Facts, check: Check) -> Iterator[MediaFinding]:
    """The first frame looks like the picture that the clip was to open with: correlation of the two, cropped or stretched alike."""
    assert facts.picture is not None
    assert facts.expected.first is not None
    yield from _alike(facts, check, facts.picture.first, facts.expected.first, 0)


def _last(facts: Facts, check: Check) -> Iterator[MediaFinding]:
    """The last frame looks like the picture that the clip was to end with: correlation of the two, cropped or stretched alike."""
    assert facts.picture is not None
    assert facts.expected.last is not None
    yield from _alike(facts, check, facts.picture.last, facts.expected.last, facts.picture.frames - 1)


def _alike(facts: Facts, check: Check, frame: Small | None, plate: Path, number: int) -> Iterator[MediaFinding]:
    if frame is None:
        return
    likeness = likeness_of(frame[0], plate)
    if likeness is None:
        yield check.say(facts, Level.WARNING, f"{plate.name} cannot be read, so it was not compared", number)
    elif likeness < facts.limits.plate_likeness:
        yield check.say(
            facts, Level.WARNING, f"the frame does not look like {plate.name}", number,
            measured=likeness, limit=facts.limits.plate_likeness,
        )  # fmt: skip


def likeness_of(luma: np.ndarray, plate: Path) -> float | None:
    """Correlation of a small frame with a picture, the better of stretched and cropped; None when it cannot be read.

    The small frame is made of single pixels, so both are blurred before they are compared.
    """
    try:
        data = np.frombuffer(plate.read_bytes(), np.uint8)
    except OSError:
        return None
    picture = cv2.imdecode(data, cv2.IMREAD_GRAYSCALE) if len(data) else None
    if picture is None:
        return None
    height, width = luma.shape
    stretched = cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA)
    tall, wide = picture.shape
    scale = min(wide / width, tall / height)
    crop_w, crop_h = max(1, round(width * scale)), max(1, round(height * scale))
    left, top = (wide - crop_w) // 2, (tall - crop_h) // 2
    cropped = cv2.resize(
        picture[top : top + crop_h, left : left + crop_w], (width, height), interpolation=cv2.INTER_AREA
    )
    return max(_correlation(luma, stretched), _correlation(luma, cropped))


def _correlation(one: np.ndarray, two: np.ndarray) -> float:
    one, two = (cv2.GaussianBlur(picture.astype(np.float64), (0, 0), 2) for picture in (one, two))
    a, b = one - one.mean(), two - two.mean()
    size = float(np.sqrt((a * a).sum() * (b * b).sum()))
    if size < 1e-6:
        # Two flat pictures are alike when their brightness is.
        return 1.0 if abs(float(one.mean()) - float(two.mean())) < 8 else 0.0
    return float((a * b).sum() / size)


def _seams(facts: Facts, check: Check) -> Iterator[MediaFinding]:
    """Where one clip goes on from another, the brightness does not jump."""
    picture, limits, expected = facts.picture, facts.limits, facts.expected
    assert picture is not None
    hard = set(expected.cuts or ())
    for join in expected.joins:
        soft = any(span.start <= join <= span.end for span in expected.transitions)
        if join in hard or soft or not 0 < join < picture.frames:
            continue
        step = abs(float(picture.luma[join] - picture.luma[join - 1]))
        around = np.abs(np.diff(picture.luma[max(0, join - 6) : join + 6]))
        usual = float(np.median(around)) if len(around) else 0.0
        if step > limits.seam_luma and step > 4 * usual:
            yield check.say(
                facts,
                Level.WARNING,
                "the brightness jumps where the shot is meant to go on",
                join,
                measured=step,
                limit=limits.seam_luma,
            )


CHECKS = (
    Check("PIC001", "black", ("picture",), _black),
    Check("PIC002", "frozen", ("picture",), _frozen),
    Check("PIC003", "flat", ("picture",), _flat),
    Check("PIC004", "cuts", ("picture", "cuts"), _cuts),
    Check("PIC005", "dissolves", ("picture", "transitions"), _dissolves),
    Check("PIC006", "first-frame", ("picture", "first"), _first),
    Check("PIC007", "last-frame", ("picture", "last"), _last),
    Check("PIC008", "seams", ("picture", "joins"), _seams),
)
