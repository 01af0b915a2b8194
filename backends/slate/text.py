"""Text in pictures: any script that the built-in font has, shrunk, wrapped or cut to the room that there is."""

from __future__ import annotations

import threading
import unicodedata

import cv2

from .planes import Bytes, Color

#: Weights of the variable font, 100 to 900. Chinese, Japanese and Korean have one weight only.
REGULAR, BOLD = 450, 750
#: The smallest size that is drawn, in pixels.
_SMALLEST = 5
#: Longer texts are cut before they are measured; no picture has room for more.
_LONGEST = 400
_ELLIPSIS = "…"
# The font engine keeps glyphs between calls, and clips may be drawn side by side.
_LOCK = threading.Lock()
_FONT = cv2.FontFace("sans")


def clean(text: str) -> str:
    """`text` on one line, composed, without control and format characters, at most 400 characters."""
    composed = unicodedata.normalize("NFC", " ".join(text[: 4 * _LONGEST].split()))
    return "".join(sign for sign in composed if unicodedata.category(sign) not in ("Cc", "Cf", "Cs", "Co"))[:_LONGEST]


def width(text: str, size: int, weight: int = REGULAR) -> int:
    """How wide `text` is drawn, in pixels."""
    if not text:
        return 0
    with _LOCK:
        left, _, wide, _ = cv2.getTextSize((1 << 20, 1 << 12), text, (0, 0), _FONT, max(size, _SMALLEST), weight)
    return int(left + wide)


def draw(
    picture: Bytes, text: str, x: int, baseline: int, size: int, color: Color | int, weight: int = REGULAR
) -> None:
    """Draws `text` into an RGB picture, or with an `int` into one plane; what sticks out is cut off."""
    if text:
        tone = color if isinstance(color, tuple) else (color,)
        with _LOCK:
            cv2.putText(picture, text, (x, baseline), tone, _FONT, max(size, _SMALLEST), weight)


def cut(text: str, room: int, size: int, weight: int = REGULAR) -> str:
    """`text`, its end replaced by an ellipsis where it is wider than `room` pixels."""
    if width(text, size, weight) <= room:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if width(text[:middle].rstrip() + _ELLIPSIS, size, weight) <= room:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + _ELLIPSIS if low else ""


def fit(text: str, room: int, size: int, weight: int = REGULAR, smallest: float = 0.6) -> tuple[str, int]:
    """`text` and the size at which it fits into `room` pixels: shrunk first, to `smallest` of `size`, then cut."""
    wide = width(text, size, weight)
    if wide <= room:
        return text, size
    smaller = max(_SMALLEST, int(size * max(smallest, room / max(wide, 1))))
    return cut(text, room, smaller, weight), smaller


def _pieces(text: str) -> list[str]:
    """Where a line may break: after blanks, and round every ideograph and kana."""
    pieces: list[str] = []
    for sign in text:
        wide = unicodedata.east_asian_width(sign) in ("W", "F")
        if not pieces or wide or pieces[-1].endswith(" ") or unicodedata.east_asian_width(pieces[-1][-1]) in ("W", "F"):
            # A closing mark stays with the sign before it.
            if pieces and unicodedata.category(sign) in ("Pe", "Po", "Pf") and not pieces[-1].endswith(" "):
                pieces[-1] += sign
            else:
                pieces.append(sign)
        else:
            pieces[-1] += sign
    return pieces


def wrap(text: str, room: int, size: int, lines: int, weight: int = REGULAR) -> list[str]:
    """`text` on at most `lines` lines of `room` pixels, the last one cut where the rest does not fit."""
    rows: list[str] = []
    row = ""
    pieces = _pieces(clean(text))
    for index, piece in enumerate(pieces):
        if not row or width((row + piece).rstrip(), size, weight) <= room:
            row += piece
            continue
        if len(rows) == lines - 1:
            row += "".join(pieces[index:])
            break
        rows.append(row.rstrip())
        row = piece
    if row.strip():
        rows.append(row.rstrip())
    return [cut(row, room, size, weight) for row in rows]
