"""The drawing under the player as numbers and SVG paths: places in per cent of the film, curves in a box of their own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

from ..edit import after, before
from .model import LineRow, ReportData, ShotRow

#: Curves are thinned out to this many points: more than a wide screen has pixels.
_POINTS = 2_000
#: Height of the box of a curve; the page stretches it.
_HIGH = 100
#: Under one of these names a mapping may hold its curve.
_INSIDE = ("short_term", "momentary", "curve", "values")
#: What is drawn: key of the measured facts, name, unit, and the scale from bottom to top.
_CURVES = (
    ("loudness", "Loudness", "LUFS", -50.0, 0.0),
    ("level_db", "Level", "dB", -60.0, 0.0),
    ("luma", "Luma", "", 0.0, 255.0),
)


@dataclass(frozen=True, slots=True)
class Curve:
    """A curve: `d` is an SVG path in a box of `width` by 100. `mark` is the height of a line across it, or None."""

    key: str
    name: str
    unit: str
    low: float
    high: float
    width: int
    d: str
    mark: float | None = None
    marked: str = ""


@dataclass(frozen=True, slots=True)
class Bar:
    """A stretch of the film in per cent, and the frame at which it begins."""

    x: str
    width: str
    frame: int
    label: str
    title: str
    kind: str
    lane: int = 0


def per_cent(frame: int | float, frames: int) -> str:
    """Where `frame` lies, as SVG and CSS write it."""
    return f"{100 * min(max(frame, 0), frames) / max(frames, 1):.4f}%"


def _bar(data: ReportData, start: int, end: int, label: str, title: str, kind: str, lane: int = 0) -> Bar:
    start, end = max(start, 0), min(max(end, start), data.frames)
    return Bar(per_cent(start, data.frames), per_cent(end - start, data.frames), start, label, title, kind, lane)


def shots(data: ReportData) -> list[Bar]:
    """One bar for each shot; `kind` is the number of its clip's colour."""
    order = {clip.id: number for number, clip in enumerate(data.clips)}
    return [
        _bar(
            data,
            shot.start,
            shot.start + shot.frames,
            shot.id,
            _shot_title(shot),
            f"tone{order.get(shot.clip, 0) % 6}",
        )
        for shot in data.shots
    ]


def labels(data: ReportData) -> list[Bar]:
    """The names of the shots, clear of the transitions into them and out of them."""
    ends = [before(shot.overlap) for shot in data.shots[1:]] + [0]
    return [
        _bar(
            data, shot.start + after(shot.overlap), shot.start + shot.frames - end, shot.id, _shot_title(shot), "label"
        )
        for shot, end in zip(data.shots, ends, strict=True)
    ]


def _shot_title(shot: ShotRow) -> str:
    words = [f"{shot.id} {shot.title}".strip(), shot.clip, f"{shot.frames} frames", shot.framing, shot.camera]
    return " · ".join(word for word in words if word)


def joins(data: ReportData) -> list[Bar]:
    """How each shot but the first is entered; a dissolve and a dip cover the frames that they last."""
    found = []
    for shot in data.shots[1:]:
        start = shot.start - before(shot.overlap)
        length = f", {shot.overlap} frames" if shot.overlap else ""
        found.append(_bar(data, start, start + shot.overlap, shot.id, f"{shot.join} into {shot.id}{length}", shot.join))
    return found


def lines(data: ReportData) -> list[Bar]:
    """What is said, in as many lanes as people speak at once, three at most."""
    ends: list[int] = []
    found = []
    for line in sorted((line for shot in data.shots for line in shot.lines), key=lambda line: (line.start, line.end)):
        lane = next((number for number, end in enumerate(ends) if end <= line.start), len(ends))
        if lane == len(ends):
            if lane < 3:
                ends.append(line.end)
            lane = min(lane, 2)
        ends[lane] = max(ends[lane], line.end)
        found.append(_bar(data, line.start, line.end, line.speaker, _line_title(line), "line", lane))
    return found


def _line_title(line: LineRow) -> str:
    return f"{line.speaker} ({line.language}): {line.text}" if line.language else f"{line.speaker}: {line.text}"


def findings(data: ReportData) -> list[Bar]:
    """The findings that have a place; those of one frame get a lane each, three at most."""
    found: list[Bar] = []
    used: dict[int, int] = {}
    for one in data.inspection.findings:
        if one.start is None:
            continue
        lane = used.get(one.start, 0)
        used[one.start] = lane + 1
        title = f"{one.finding.level.value} {one.finding.code}: {one.finding.message}"
        found.append(
            _bar(data, one.start, one.end or one.start, one.finding.code, title, one.finding.level.value, min(lane, 2))
        )
    return found


def ticks(data: ReportData, fps: int) -> list[tuple[str, str]]:
    """Places and labels of the ruler: at most about 12, at round seconds."""
    seconds = data.frames / fps
    step = next((step for step in (1, 2, 5, 10, 15, 30, 60, 120, 300, 600) if seconds / step <= 12), 1_200)
    return [
        (per_cent(second * fps, data.frames), f"{second // 60}:{second % 60:02d}")
        for second in range(0, int(seconds) + 1, step)
        if second * fps < data.frames
    ]


def waveform(measured: Mapping[str, Any]) -> Curve | None:
    """The sound as an area between its lowest and its highest samples; None when it was not measured."""
    pairs = [
        (min(low, high), max(low, high))
        for item in _list(measured.get("waveform"))
        if isinstance(item, Sequence) and len(item) == 2
        for low, high in [(_number(item[0]), _number(item[1]))]
        if low is not None and high is not None
    ]
    if not pairs:
        return None
    size = -(-len(pairs) // _POINTS)
    groups = [pairs[start : start + size] for start in range(0, len(pairs), size)]
    lows, highs = (
        [min(low for low, _ in group) for group in groups],
        [max(high for _, high in group) for group in groups],
    )
    middle = _HIGH / 2
    top = [f"{x} {middle - middle * _clip(high, -1, 1) - 0.4:.1f}" for x, high in enumerate(highs)]
    bottom = [f"{x} {middle - middle * _clip(low, -1, 1) + 0.4:.1f}" for x, low in enumerate(lows)]
    d = "M" + "L".join([*top, *reversed(bottom)]) + "Z"
    return Curve("waveform", "Sound", "", -1, 1, max(len(groups) - 1, 1), d)


def curves(measured: Mapping[str, Any], target: float | None = None) -> list[Curve]:
    """Every curve that was measured; `target` is the programme loudness in LUFS, drawn as a line."""
    found = []
    for key, name, unit, low, high in _CURVES:
        values = _values(measured.get(key))
        known = [value for value in values if value is not None]
        if len(values) < 2 or not known:
            continue
        if key == "luma" and max(known) <= 1:
            high = 1.0
        mark = target if key == "loudness" and target is not None and low <= target <= high else None
        found.append(
            Curve(
                key,
                name,
                unit,
                low,
                high,
                len(_thin(values)) - 1,
                _path(_thin(values), low, high),
                None if mark is None else _height(mark, low, high),
                "" if mark is None else f"{mark:g} {unit}",
            )
        )
    return found


def _list(value: Any) -> list[Any]:
    if isinstance(value, Mapping):
        value = next((value[name] for name in _INSIDE if isinstance(value.get(name), list | tuple)), None)
    return list(value) if isinstance(value, list | tuple) else []


def _values(value: Any) -> list[float | None]:
    """Numbers at equal distances; of pairs the second one; None where nothing was measured."""
    return [_number(item[-1] if isinstance(item, list | tuple) and item else item) for item in _list(value)]


def _number(value: Any) -> float | None:
    """A finite number, or None: silence has a level of minus infinity."""
    return float(value) if isinstance(value, int | float) and isfinite(value) else None


def _thin(values: Sequence[float | None]) -> list[float | None]:
    """Every n-th stretch by its highest value."""
    size = -(-len(values) // _POINTS)
    groups = [[value for value in values[at : at + size] if value is not None] for at in range(0, len(values), size)]
    return [max(group) if group else None for group in groups]


def _clip(value: float, low: float, high: float) -> float:
    return min(max(value, low), high)


def _height(value: float, low: float, high: float) -> float:
    return round(_HIGH - _HIGH * (_clip(value, low, high) - low) / (high - low), 1)


def _path(values: Iterable[float | None], low: float, high: float) -> str:
    parts, pen_down = [], False
    for x, value in enumerate(values):
        if value is not None:
            parts.append(f"{'L' if pen_down else 'M'}{x} {_height(value, low, high)}")
        pen_down = value is not None
    return "".join(parts)
