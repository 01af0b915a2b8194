"""What the first bytes of a file tell: its format, the pixels of an image, the length of a WAV file.

Enough to catch a wrong path, a wrong kind and a wrong size before anything is sent; decoding is the renderer's business.
"""

from __future__ import annotations

import wave
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from .context import Kind

_HEAD = 64 * 1024


@dataclass(frozen=True, slots=True)
class Probed:
    """What is known of a file. `problem` is set when it cannot be read; then nothing else is."""

    problem: str | None = None
    kind: Kind | None = None
    format: str = ""
    size: int = 0
    pixels: tuple[int, int] | None = None
    seconds: Fraction | None = None
    start: str = ""


def probe(path: Path) -> Probed:
    """Looks at the file at `path`. Never raises; what is wrong stands in ``problem``."""
    try:
        if path.is_dir():
            return Probed(problem="is a folder")
        size = path.stat().st_size
        with path.open("rb") as file:
            head = file.read(_HEAD)
    except FileNotFoundError:
        return Probed(problem="does not exist" + _near(path))
    except (OSError, ValueError) as error:
        return Probed(problem=f"cannot be read: {getattr(error, 'strerror', None) or error}")
    if not size:
        return Probed(problem="is empty")
    name, kind = _format(head)
    return Probed(
        kind=kind,
        format=name,
        size=size,
        pixels=_pixels(name, head),
        seconds=_wav_seconds(path) if name == "wav" else None,
        start=head[:8].hex(" "),
    )


def _near(path: Path) -> str:
    from difflib import get_close_matches

    try:
        names = [entry.name for entry in path.parent.iterdir()]
    except OSError:
        return f" (nor does its folder {path.parent})"
    close = get_close_matches(path.name, names, n=1)
    return f"; did you mean {close[0]}?" if close else ""


def _format(head: bytes) -> tuple[str, Kind | None]:
    if head.startswith(b"\x89PNG\r\n\x1a\n"):
        return "png", Kind.IMAGE
    if head.startswith(b"\xff\xd8\xff"):
        return "jpeg", Kind.IMAGE
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return "webp", Kind.IMAGE
    if head[:6] in (b"GIF87a", b"GIF89a"):
        return "gif", Kind.IMAGE
    if head[:4] == b"RIFF" and head[8:12] == b"WAVE":
        return "wav", Kind.AUDIO
    if head[4:8] == b"ftyp":
        brand = head[8:12]
        if brand in (b"heic", b"heix", b"heif", b"mif1", b"msf1", b"hevc", b"avif"):
            return "heif", Kind.IMAGE
        return ("m4a", Kind.AUDIO) if brand in (b"M4A ", b"M4B ") else ("mp4", Kind.VIDEO)
    if head[4:8] in (b"moov", b"mdat", b"wide", b"free"):
        return "mov", Kind.VIDEO
    if head.startswith(b"\x1aE\xdf\xa3"):
        return "matroska", Kind.VIDEO
    if head.startswith(b"ID3") or (len(head) > 1 and head[0] == 0xFF and head[1] & 0xE6 == 0xE2):
        return "mp3", Kind.AUDIO
    if head.startswith(b"fLaC"):
        return "flac", Kind.AUDIO
    if head.startswith(b"OggS"):
        return "ogg", Kind.AUDIO
    return "", None


def _pixels(name: str, head: bytes) -> tuple[int, int] | None:
    if name == "png" and len(head) >= 24:
        return int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")
    if name == "gif" and len(head) >= 10:
        return int.from_bytes(head[6:8], "little"), int.from_bytes(head[8:10], "little")
    if name == "webp":
        return _webp(head)
    if name == "jpeg":
        return _jpeg(head)
    return None


def _webp(head: bytes) -> tuple[int, int] | None:
    chunk = head[12:16]
    if chunk == b"VP8X" and len(head) >= 30:
        return int.from_bytes(head[24:27], "little") + 1, int.from_bytes(head[27:30], "little") + 1
    if chunk == b"VP8 " and len(head) >= 30:
        return int.from_bytes(head[26:28], "little") & 0x3FFF, int.from_bytes(head[28:30], "little") & 0x3FFF
    if chunk == b"VP8L" and len(head) >= 25:
        bits = int.from_bytes(head[21:25], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    return None


def _jpeg(head: bytes) -> tuple[int, int] | None:
    """The size in the frame header; the other segments before it are skipped by their length."""
    offset = 2
    while offset + 9 < len(head):
        if head[offset] != 0xFF:
            return None
        marker = head[offset + 1]
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = head[offset + 5 : offset + 7], head[offset + 7 : offset + 9]
            return int.from_bytes(width, "big"), int.from_bytes(height, "big")
        offset += 2 + int.from_bytes(head[offset + 2 : offset + 4], "big")
    return None


def _wav_seconds(path: Path) -> Fraction | None:
    try:
        with wave.open(str(path), "rb") as file:
            return Fraction(file.getnframes(), file.getframerate())
    except (OSError, EOFError, wave.Error, ZeroDivisionError):
        return None
