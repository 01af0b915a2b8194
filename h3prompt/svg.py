"""Draws a `Timeline` as one self-contained SVG file, readable on light and on dark ground.

Tracks from above: the clock, the shots to scale, the lines at the time that they need, one track for each label, visible
text, soundscape and music. Without a usable length the shots are drawn equally wide and the drawing says so. All text of
the prompt is escaped; what does not fit is cut and stands whole in the tooltip.
"""

from __future__ import annotations

from fractions import Fraction
from xml.sax.saxutils import escape

from . import grid
from .printers.excerpt import cells, visible
from .timeline import TimedLine, TimedShot, Timeline

_WIDTH, _LEFT, _RIGHT = 1240, 132, 24
_SPAN = _WIDTH - _LEFT - _RIGHT
_ROW, _GAP = 24, 6
#: The widest character of the fonts in use, as a share of the font size; a cell of a terminal.
_CELL = 0.56
_STYLE = """
svg { background: #ffffff; font-family: system-ui, "Segoe UI", "Noto Sans", "DejaVu Sans", sans-serif; font-size: 12px }
.ground { fill: #ffffff } text { fill: #1d2330 } .soft { fill: #5b6475 } .strong { font-weight: 600 }
.title { font-size: 15px; font-weight: 600 } .small { font-size: 11px }
.axis { stroke: #9aa3b2; stroke-width: 1 } .cut { stroke: #9aa3b2; stroke-width: 1; stroke-dasharray: 3 3 }
.shot { fill: #dbe7fb; stroke: #6d8fc9 } .shot.odd { fill: #c9dbf7 }
.line { fill: #dff1de; stroke: #64a45f } .line.over { fill: #fbdcd6; stroke: #c4573f }
.label { fill: #f5e7c9; stroke: #bf9a45 } .text { fill: #eadff5; stroke: #9a78bf }
.sound { fill: #e4eaea; stroke: #8aa0a0 } .music { fill: #f3e0ea; stroke: #b9809c }
@media (prefers-color-scheme: dark) {
  svg { background: #161a22 }
  .ground { fill: #161a22 } text { fill: #e7eaf0 } .soft { fill: #a0a9b8 }
  .axis, .cut { stroke: #566073 }
  .shot { fill: #24385c; stroke: #5f85c4 } .shot.odd { fill: #2d4570 }
  .line { fill: #23432a; stroke: #5c9a58 } .line.over { fill: #5a2a22; stroke: #d06a52 }
  .label { fill: #4a3c1c; stroke: #ad8b40 } .text { fill: #3d2f52; stroke: #9a78bf }
  .sound { fill: #2b3838; stroke: #7a9090 } .music { fill: #472f3c; stroke: #b9809c }
}
"""


def draw(timeline: Timeline) -> str:
    """The SVG document of `timeline`."""
    return _Drawing(timeline).document()


class _Drawing:
    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self.parts: list[str] = []
        self.y = 16
        self.below = (0, 0)
        self.scaled = timeline.timed
        last = timeline.shots[-1].end if timeline.shots else None
        self.frames = max(timeline.frames or 0, last or 0) if self.scaled else 0

    # --- the scale ----------------------------------------------------------------------------------------------------

    def _x(self, frame: Fraction | int) -> float:
        return _LEFT + float(frame) * _SPAN / self.frames

    def _box(self, index: int) -> tuple[float, float]:
        """Left edge and width of a shot."""
        shot = self.timeline.shots[index]
        if self.scaled and shot.start is not None and shot.end is not None:
            return self._x(shot.start), self._x(shot.end) - self._x(shot.start)
        width = _SPAN / max(1, len(self.timeline.shots))
        return _LEFT + index * width, width

    # --- pieces -------------------------------------------------------------------------------------------------------

    def _text(
        self, x: float, y: float, text: str, kind: str = "", anchor: str = "start", room: float | None = None
    ) -> None:
        """A line of text, cut with an ellipsis to `room` pixels."""
        size = 15 if "title" in kind else 11 if "small" in kind else 12
        shown = _cut(visible(text), room / (size * _CELL)) if room is not None else visible(text)
        if shown:
            self.parts.append(
                f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}" text-anchor="{anchor}">{escape(shown)}</text>'
            )

    def _bar(self, kind: str, x: float, width: float, y: float, height: float, text: str, tip: str) -> None:
        """A box with one line of text in it and the whole text as tooltip."""
        whole = "\n".join(visible(line) for line in tip.split("\n"))
        self.parts.append(f"<g><title>{escape(whole)}</title>")
        self.parts.append(
            f'<rect x="{x + 0.5:.1f}" y="{y + 0.5:.1f}" width="{max(width - 1, 1):.1f}" height="{height - 1:.1f}" '
            f'rx="3" class="{kind}"/>'
        )
        if width > 16:
            self._text(x + 5, y + height / 2 + 4, text, room=width - 10)
        self.parts.append("</g>")

    def _name(self, text: str, kind: str = "soft") -> None:
        self._text(_LEFT - 10, self.y + _ROW / 2 + 4, text, kind, "end", room=_LEFT - 20)

    def _next(self, height: float = _ROW) -> None:
        self.y += int(height + _GAP)

    # --- tracks -------------------------------------------------------------------------------------------------------

    def document(self) -> str:
        self._head()
        self._clock()
        self._shots()
        self._lines()
        self._labels()
        self._visible_text()
        self._sound("soundscape", self.timeline.soundscape, "sound")
        self._sound("music", self.timeline.music, "music")
        self._cuts()
        height = self.y + 12
        name = escape(f"Timeline of {_file_name(self.timeline)}")
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" height="{height}" '
            f'role="img" aria-label="{name.replace(chr(34), "&quot;")}">\n<title>{name}</title>\n<style>{_STYLE}</style>\n'
            f'<rect width="{_WIDTH}" height="{height}" class="ground"/>\n' + "\n".join(self.parts) + "\n</svg>\n"
        )

    def _cuts(self) -> None:
        """Dashed lines at the cuts, behind the tracks below the shots."""
        place, top = self.below
        edges = [self._box(index)[0] for index in range(1, len(self.timeline.shots))]
        self.parts[place:place] = [
            f'<line x1="{x:.1f}" y1="{top - 2}" x2="{x:.1f}" y2="{self.y}" class="cut"/>' for x in edges
        ]

    def _head(self) -> None:
        timeline = self.timeline
        self._text(20, self.y + 14, _file_name(timeline), "title", room=_WIDTH - 40)
        facts = [timeline.mode.value, _count(len(timeline.shots), "shot")]
        if timeline.frames is None:
            facts.append("length not known")
        else:
            facts.append(f"{timeline.frames} frames = {timeline.frames / grid.FPS:.3f} s at {grid.FPS} fps")
        if not self.scaled:
            facts.append("shots are drawn equally wide, not to scale")
        self._text(20, self.y + 34, " · ".join(facts), "soft")
        self.y += 54

    def _clock(self) -> None:
        if not self.scaled:
            return
        base = self.y + 16
        self.parts.append(f'<line x1="{_LEFT}" y1="{base}" x2="{_LEFT + _SPAN}" y2="{base}" class="axis"/>')
        seconds = self.frames // grid.FPS
        step = next(step for step in (1, 2, 5, 10, 30, 60, 600, 6000, 10**9) if seconds / step <= 20)
        for second in range(0, seconds + 1, step):
            x = self._x(second * grid.FPS)
            self.parts.append(f'<line x1="{x:.1f}" y1="{base - 5}" x2="{x:.1f}" y2="{base}" class="axis"/>')
            self._text(x, base - 8, f"{second} s" if second == 0 else str(second), "soft small", "middle")
        self.y += 22

    def _shots(self) -> None:
        self._name("shots", "strong")
        for index, shot in enumerate(self.timeline.shots):
            x, width = self._box(index)
            name = "unmarked" if shot.number is None else f"Shot {shot.number}"
            tip = f"{name}{_when(shot)}\n{shot.cut}\n{shot.text}"
            self._bar("shot odd" if index % 2 else "shot", x, width, self.y, 62, "", tip)
            narrow = width < 60
            self._text(x + 6, self.y + 17, str(shot.number or "?") if narrow else name, "strong", room=width - 8)
            if narrow:
                continue
            length = (
                "no length known" if shot.frames is None else f"{_clock(shot.frames)}, {_count(shot.frames, 'frame')}"
            )
            self._text(x + 6, self.y + 34, length, "small", room=width - 12)
            self._text(x + 6, self.y + 52, shot.text.removeprefix(shot.cut).lstrip(), "soft small", room=width - 12)
        self.y += 62
        if self.scaled:
            right = 0.0
            for index, shot in enumerate(self.timeline.shots[1:], 1):
                x, _ = self._box(index)
                if x > right and shot.start is not None:
                    self._text(x, self.y + 13, _clock(shot.start), "soft small", "middle")
                    right = x + 70
            self.y += 20
        else:
            self.y += _GAP
        self.below = (len(self.parts), self.y)

    def _lines(self) -> None:
        shots = self.timeline.shots
        if not any(shot.lines for shot in shots):
            return
        self._name("lines", "strong")
        rows: list[float] = []
        top = self.y
        for index, shot in enumerate(shots):
            x, width = self._box(index)
            used = Fraction(0)
            for number, line in enumerate(shot.lines):
                if self.scaled:
                    start, size = (
                        self._x((shot.start or 0) + used * grid.FPS),
                        float(line.seconds) * grid.FPS * _SPAN / self.frames,
                    )
                else:
                    start, size = x + number * width / len(shot.lines), width / len(shot.lines)
                used += line.seconds
                start = min(start, _LEFT + _SPAN - 8.0)
                size = max(8.0, min(size, _LEFT + _SPAN - start))
                row = next((place for place, end in enumerate(rows) if end <= start + 0.1), len(rows))
                rows[row : row + 1] = [start + size]
                over = shot.available is not None and used > shot.available
                tip = f"{_who(line)}: {line.words}\nneeds {float(line.seconds):.1f} s ({line.amount} {line.unit})"
                tip += f"; the shot has {float(shot.available):.1f} s" if shot.available is not None else ""
                kind = "line over" if over else "line"
                self._bar(kind, start, size, top + row * (_ROW + 3), _ROW, f"{_who(line)}: {line.words}", tip)
        self.y += int(len(rows) * (_ROW + 3)) - 3 + _GAP

    def _labels(self) -> None:
        order = list(dict.fromkeys(label for shot in self.timeline.shots for label in shot.labels))
        meaning = dict(self.timeline.definitions)
        for label in [*order, *(label for label in meaning if label not in order)]:
            self._name(label.strip("<>"))
            tip = meaning.get(label, "")
            used = [index for index, shot in enumerate(self.timeline.shots) if label in shot.labels]
            for first, last in _runs(used):
                x, _ = self._box(first)
                end, size = self._box(last)
                self._bar("label", x, end + size - x, self.y, _ROW, tip or label.strip("<>"), f"{label}\n{tip}")
            if not used:
                self._text(_LEFT + 5, self.y + _ROW / 2 + 4, "in no shot", "soft small")
            self._next()

    def _visible_text(self) -> None:
        if not any(shot.visible_text for shot in self.timeline.shots):
            return
        self._name("visible text")
        for index, shot in enumerate(self.timeline.shots):
            if shot.visible_text:
                text = "  ".join(f'"{string}"' for string in shot.visible_text)
                self._bar("text", *self._box(index), self.y, _ROW, text, text)
        self._next()

    def _sound(self, name: str, text: str | None, kind: str) -> None:
        self._name(name)
        if text is None:
            self._text(_LEFT + 5, self.y + _ROW / 2 + 4, "the field is missing", "soft small")
        else:
            self._bar(kind, _LEFT, _SPAN, self.y, _ROW, " ".join(text.split()), text)
        self._next()


def _runs(indices: list[int]) -> list[tuple[int, int]]:
    """Neighbouring indices joined: [0, 1, 3] becomes [(0, 1), (3, 3)]."""
    found: list[tuple[int, int]] = []
    for index in indices:
        if found and found[-1][1] == index - 1:
            found[-1] = (found[-1][0], index)
        else:
            found.append((index, index))
    return found


def _cut(text: str, room: float) -> str:
    """`text` on one line in at most `room` cells, with an ellipsis where something is left out."""
    text = " ".join(text[: int(room) * 3 + 3].split()) + ("…" if len(text) > int(room) * 3 + 3 else "")
    if cells(text) <= room:
        return text
    used, kept = 1, []
    for char in text:
        used += cells(char)
        if used > room:
            break
        kept.append(char)
    return "".join(kept).rstrip() + "…" if kept else ""


def _file_name(timeline: Timeline) -> str:
    return "standard input" if timeline.file == "-" else timeline.file


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def _who(line: TimedLine) -> str:
    return ", ".join(line.speakers).replace("<", "").replace(">", "") or "?"


def _clock(frame: int) -> str:
    return f"{frame / grid.FPS:.3f} s"


def _when(shot: TimedShot) -> str:
    if shot.start is None:
        return ""
    end = "" if shot.end is None else f" to {_clock(shot.end)}, {shot.frames} frames"
    return f": {_clock(shot.start)}{end}"
