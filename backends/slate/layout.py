"""Where everything is on a slate, for any canvas."""

from __future__ import annotations

from dataclasses import dataclass

from h3prompt.grid import Canvas

from .planes import even

#: The canvas that the sizes below are written for has this short edge, in pixels.
_BASE = 768


@dataclass(frozen=True, slots=True)
class Layout:
    """Places in pixels, all even.

    Attributes:
        unit: pixels for each pixel of a canvas with a short edge of 768.
        wide: side by side; a tall canvas has the same things one below the other.
        stripes: height of the clapper stripes at the top.
        head: the row after the head strip, where the view on the set begins.
        foot: the row where the view ends and the foot strip begins.
        bar: the row where the bars begin.
        margin: blank at the sides.
    """

    width: int
    height: int
    unit: float
    wide: bool
    stripes: int
    head: int
    foot: int
    bar: int
    margin: int

    def px(self, value: float) -> int:
        """`value` of the base size in pixels of this canvas, at least 1."""
        return max(1, round(value * self.unit))


def layout(canvas: Canvas) -> Layout:
    """The layout for a canvas of even width and height."""
    width, height = canvas
    unit = min(width, height) / _BASE
    wide = width >= 1.25 * height
    stripes = even(20 * unit)
    head = even((20 + (76 if wide else 124)) * unit)
    bars = even(44 * unit)
    foot = even(height - bars - (92 if wide else 150) * unit)
    return Layout(width, height, unit, wide, stripes, head, foot, even(height - bars), max(2, round(24 * unit)))
