"""Captions: as files for a player (SRT, WebVTT), and as pictures that are laid over the film."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from h3prompt.errors import SourceError, UsageError
from h3prompt.grid import FPS, Canvas

from ..edit import Caption
from ..files import write_text
from . import fonts

#: Columns of one line of a caption file; a Chinese, Japanese or Korean character takes two.
COLUMNS = 42
#: Scripts that the built-in font draws. Taken from what it was seen to draw, not from a list of the library.
_BUILT_IN = frozenset(
    {"LATIN", "GREEK", "CYRILLIC", "CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "HANGUL", "BOPOMOFO"}
)
#: Scripts whose letters join or stand in another order than they are written: no font file is enough for them here.
_SHAPED = frozenset(
    {"ARABIC", "HEBREW", "SYRIAC", "THAANA", "DEVANAGARI", "BENGALI", "GURMUKHI", "GUJARATI", "ORIYA", "TAMIL", "TELUGU",
     "KANNADA", "MALAYALAM", "SINHALA", "THAI", "LAO", "TIBETAN", "MYANMAR", "KHMER", "MONGOLIAN"}
)  # fmt: skip
_WEIGHT = 600
_SCALE = 2

Image = NDArray[np.uint8]


# --- text -------------------------------------------------------------------------------------------------------------


def columns(text: str) -> int:
    """How wide `text` is on a line: wide characters count two, marks that stand on another one none."""
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text
    )


def wrapped(text: str, width: int = COLUMNS) -> list[str]:
    """`text` in lines of at most `width` columns; broken at blanks, and between wide characters, which have none.

    A single word that is longer than a line is broken inside. Line breaks of the text stay.
    """
    lines: list[str] = []
    for paragraph in text.splitlines() or [""]:
        line = ""
        for piece in _pieces(paragraph):
            if columns((line + piece).rstrip()) <= width:
                line += piece
                continue
            if line.strip():
                lines.append(line.strip())
            line = piece.lstrip()
            while columns(line) > width:
                cut = _fits(line, width)
                lines.append(line[:cut])
                line = line[cut:]
        if line.strip():
            lines.append(line.strip())
    return lines


def _pieces(text: str) -> Iterable[str]:
    """The parts of a line between which it may be broken."""
    word = ""
    for index, char in enumerate(text):
        word += char
        following = text[index + 1 : index + 2]
        # No line begins with a closing mark.
        closing = following and unicodedata.category(following) in ("Pe", "Po", "Pf")
        if char.isspace() or (unicodedata.east_asian_width(char) in "WF" and not closing):
            yield word
            word = ""
    if word:
        yield word


def _fits(text: str, width: int) -> int:
    count = 1
    while count < len(text) and columns(text[: count + 1]) <= width:
        count += 1
    return count


def _spoken(caption: Caption) -> str:
    text = " ".join(caption.text.split()) if "\n" not in caption.text else caption.text.strip()
    return f"{caption.speaker}: {text}" if caption.speaker else text


# --- files ------------------------------------------------------------------------------------------------------------


def stamp(frame: int, mark: str) -> str:
    """The time of a frame as hours, minutes, seconds and milliseconds; the nearest millisecond, halves upwards."""
    milliseconds = (frame * 1000 * 2 + FPS) // (2 * FPS)
    seconds, rest = divmod(milliseconds, 1000)
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}{mark}{rest:03}"


def _plain(text: str) -> str:
    """`text` without what would end a block or be read as a time."""
    kept = "".join(char for char in text if char in "\n\t" or unicodedata.category(char) != "Cc")
    return kept.replace("-->", "→")


def _srt_line(line: str) -> str:
    # SRT has no escape. Players take <i> and {\an8} for markup: the look-alikes are shown by all of them.
    return line.replace("<", "‹").replace(">", "›").replace("{", "(").replace("}", ")")


def _vtt_line(line: str) -> str:
    return line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def srt(captions: Sequence[Caption]) -> str:
    """The captions as SubRip text."""
    blocks = []
    for number, caption in enumerate(captions, 1):
        lines = [_srt_line(line) for line in wrapped(_plain(_spoken(caption)))]
        times = f"{stamp(caption.start, ',')} --> {stamp(caption.end, ',')}"
        blocks.append("\n".join([str(number), times, *lines]) + "\n")
    return "\n".join(blocks)


def vtt(captions: Sequence[Caption]) -> str:
    """The captions as WebVTT text; the speaker is a voice tag."""
    blocks = ["WEBVTT\n"]
    for caption in captions:
        lines = [_vtt_line(line) for line in wrapped(_plain(_spoken(Caption(0, 0, caption.text))))]
        if caption.speaker and lines:
            name = _vtt_line(_plain(" ".join(caption.speaker.split())))
            lines[0] = f"<v {name}>{lines[0]}"
        times = f"{stamp(caption.start, '.')} --> {stamp(caption.end, '.')}"
        blocks.append("\n".join([times, *lines]) + "\n")
    return "\n".join(blocks)


def write_srt(captions: Sequence[Caption], path: Path) -> None:
    """Writes `srt` in UTF-8 with LF."""
    write_text(path, srt(captions))


def write_vtt(captions: Sequence[Caption], path: Path) -> None:
    """Writes `vtt` in UTF-8 with LF."""
    write_text(path, vtt(captions))


# --- pictures ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Plate:
    """A caption as a picture with alpha (BGRA) and its place in the frame; frames ``[start, end)`` of the film."""

    start: int
    end: int
    x: int
    y: int
    image: Image


def script(char: str) -> str:
    """The script of a letter by its Unicode name ("ARABIC", "CJK"); "" for what belongs to none."""
    if unicodedata.category(char)[0] not in "LM":
        return ""
    return unicodedata.name(char, "").partition(" ")[0]


def check_drawable(captions: Sequence[Caption], font: Path | None) -> None:
    """Refuses text that would come out as boxes or in the wrong order.

    Raises:
        UsageError: it names the characters, their scripts and what to do.
        SourceError: when the font file cannot be read.
    """
    used = sorted({char for caption in captions for char in _spoken(caption) if not char.isspace()})
    shaped = sorted({script(char) for char in used} & _SHAPED)
    if shaped:
        raise UsageError(
            f"captions in {', '.join(name.capitalize() for name in shaped)} cannot be drawn into the picture: its letters join or "
            "change their order",
            hint="keep the captions in files (.srt, .vtt) and do not burn them in; a font does not change that",
            code="captions",
        )
    if font is None:
        foreign = [char for char in used if (found := script(char)) and found not in _BUILT_IN and char.isalpha()]
        foreign += [char for char in used if unicodedata.category(char) in ("So", "Cn", "Co") and ord(char) > 0x2BFF]
        if foreign:
            names = sorted({script(char).capitalize() or "symbols" for char in foreign})
            raise UsageError(
                f"the built-in font does not draw {', '.join(names)}: {_listed(foreign)}",
                hint="name a font file that has them with the option font",
                code="captions",
            )
        return
    _face(font)
    lost = fonts.missing(font, used)
    if lost:
        raise UsageError(
            f"{font}: the font has no glyph for {_listed(lost)}",
            hint="name a font file that has them, or leave font away for the built-in one",
            code="captions",
        )


def _listed(chars: Sequence[str], most: int = 12) -> str:
    shown = " ".join(f"{char} (U+{ord(char):04X})" for char in chars[:most])
    return shown + (f" and {len(chars) - most} more" if len(chars) > most else "")


def _face(font: Path | None) -> Any:
    if font is None:
        return cv2.FontFace("sans")
    if not font.is_file():
        raise SourceError(f"{font}: there is no such font file", hint="leave font away for the built-in one")
    try:
        face = cv2.FontFace()
        if face.set(str(font)):
            return face
    except (cv2.error, UnicodeError):
        pass
    raise SourceError(
        f"{font}: is no font file that can be read", hint="TrueType and OpenType files (.ttf, .otf) can be"
    )


def plates(captions: Sequence[Caption], canvas: Canvas, font: Path | None = None) -> list[Plate]:
    """The captions as pictures for a film of this canvas: white on a dark box, at the lower edge, centred."""
    check_drawable(captions, font)
    face = _face(font)
    return [
        _plate(caption, canvas, face)
        for caption in captions
        if caption.end > caption.start and _spoken(caption).strip()
    ]


def _plate(caption: Caption, canvas: Canvas, face: Any) -> Plate:
    short = min(canvas)
    size = max(10, round(short / 20))
    room = int(canvas.width * 0.9)
    text = _plain(_spoken(caption))
    limit = max(8, int(room / (size * 0.55)))
    lines = wrapped(text, limit)
    while limit > 8 and max(_measure(face, line, size) for line in lines) > room - size:
        limit -= 2
        lines = wrapped(text, limit)
    step = round(size * 1.35)
    widest = max(_measure(face, line, size) for line in lines)
    width, height = min(canvas.width, widest + size), min(canvas.height, step * len(lines) + size // 2)
    # Drawn twice as large and shrunk: the edges are smooth on a picture of any size.
    mask = np.zeros((height * _SCALE, width * _SCALE, 3), np.uint8)
    for number, line in enumerate(lines):
        left = (width - _measure(face, line, size)) // 2
        place = (left * _SCALE, round((number * step + size * 1.1) * _SCALE))
        cv2.putText(mask, line, place, (255, 255, 255), face, size * _SCALE, _WEIGHT)
    white = cv2.resize(mask[:, :, 0], (width, height), interpolation=cv2.INTER_AREA)
    image = np.empty((height, width, 4), np.uint8)
    image[:, :, :3] = white[:, :, None]
    image[:, :, 3] = np.maximum(white, 150)
    bottom = canvas.height - max(2, canvas.height // 20)
    return Plate(caption.start, caption.end, (canvas.width - width) // 2, max(0, bottom - height), image)


def _measure(face: Any, text: str, size: int) -> int:
    box = cv2.getTextSize((0, 0), text, (0, 0), face, size, _WEIGHT)
    return int(box[0] + box[2])
