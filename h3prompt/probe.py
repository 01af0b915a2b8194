"""What the headers of a file tell: its format, the pixels of a picture, the length of a recording.

Enough to catch a wrong path, a wrong kind and a wrong size before anything is sent; decoding is the renderer's business.
Lengths are read from WAV, FLAC and MP4/MOV headers, pixels from PNG, JPEG, WebP, GIF, HEIC/HEIF and MP4/MOV.
"""

from __future__ import annotations

import stat
import wave
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import BinaryIO

from .context import Kind

_HEAD = 64 * 1024
#: The index of a film is small; one that claims more than this is not read (bytes).
_INDEX = 16 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Probed:
    """What is known of a file. `problem` is set when it cannot be read; then nothing else is.

    Attributes:
        problem: why the file cannot be used, in words that follow its name.
        kind: the medium, None for a format that is not known.
        format: the format's short name, "" when it is not known.
        size: bytes.
        pixels: width and height, where the header tells them.
        seconds: length, where the header tells it.
        start: the first bytes in hexadecimal, for a message.
    """

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
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            return Probed(problem="is a folder")
        # Opening a pipe would wait for somebody to write into it.
        if not stat.S_ISREG(status.st_mode):
            return Probed(problem="is no regular file")
        if not status.st_size:
            return Probed(problem="is empty")
        with path.open("rb") as file:
            return _look(file, status.st_size)
    except FileNotFoundError:
        return Probed(problem="does not exist" + _near(path))
    except (OSError, ValueError) as error:
        return Probed(problem=f"cannot be read: {getattr(error, 'strerror', None) or error}")


def _look(file: BinaryIO, size: int) -> Probed:
    head = file.read(_HEAD)
    name, kind = _format(head)
    pixels, seconds = _pixels(name, head), None
    # A damaged header tells nothing; that the file has one is all that is asked here.
    with suppress(ValueError, IndexError, EOFError, ZeroDivisionError, wave.Error):
        if name == "jpeg":
            pixels = _jpeg(file)
        elif name == "wav":
            file.seek(0)
            with wave.open(file) as sound:
                seconds = Fraction(sound.getnframes(), sound.getframerate())
        elif name == "flac":
            seconds = _flac_seconds(head)
        elif name in ("mp4", "mov", "m4a"):
            pixels, seconds = _film(file, size)
    return Probed(kind=kind, format=name, size=size, pixels=pixels, seconds=seconds, start=head[:8].hex(" "))


def _near(path: Path) -> str:
    from difflib import get_close_matches

    try:
        names = [entry.name for entry in path.parent.iterdir()]
    except (OSError, ValueError):
        return f" (nor does its folder {path.parent})"
    close = get_close_matches(path.name, names, n=1)
    return f"; did you mean {close[0]}?" if close else ""


_STARTS = (
    (b"\x89PNG\r\n\x1a\n", "png", Kind.IMAGE),
    (b"\xff\xd8\xff", "jpeg", Kind.IMAGE),
    (b"GIF87a", "gif", Kind.IMAGE),
    (b"GIF89a", "gif", Kind.IMAGE),
    (b"II*\0", "tiff", Kind.IMAGE),
    (b"MM\0*", "tiff", Kind.IMAGE),
    (b"BM", "bmp", Kind.IMAGE),
    (b"\x1aE\xdf\xa3", "matroska", Kind.VIDEO),
    (b"\0\0\x01\xba", "mpeg", Kind.VIDEO),
    (b"ID3", "mp3", Kind.AUDIO),
    (b"fLaC", "flac", Kind.AUDIO),
    (b"OggS", "ogg", Kind.AUDIO),
)
#: What stands eight bytes into a RIFF or FORM file.
_CHUNKED = {
    b"WEBP": ("webp", Kind.IMAGE),
    b"WAVE": ("wav", Kind.AUDIO),
    b"AVI ": ("avi", Kind.VIDEO),
    b"AIFF": ("aiff", Kind.AUDIO),
    b"AIFC": ("aiff", Kind.AUDIO),
}
_PICTURE_BRANDS = frozenset((b"heic", b"heix", b"heif", b"mif1", b"msf1", b"hevc", b"heim", b"heis", b"avif"))


def _format(head: bytes) -> tuple[str, Kind | None]:
    for start, name, kind in _STARTS:
        if head.startswith(start):
            return name, kind
    if head[:4] in (b"RIFF", b"FORM") and head[8:12] in _CHUNKED:
        return _CHUNKED[head[8:12]]
    if head[4:8] == b"ftyp":
        brand = head[8:12]
        if brand in _PICTURE_BRANDS:
            return "heif", Kind.IMAGE
        if brand in (b"M4A ", b"M4B "):
            return "m4a", Kind.AUDIO
        return ("mov" if brand == b"qt  " else "mp4"), Kind.VIDEO
    if head[4:8] in (b"moov", b"mdat", b"wide", b"free"):
        return "mov", Kind.VIDEO
    if len(head) > 1 and head[0] == 0xFF and head[1] & 0xE6 == 0xE2:
        return "mp3", Kind.AUDIO
    if len(head) > 1 and head[0] == 0xFF and head[1] & 0xF6 == 0xF0:
        return "aac", Kind.AUDIO
    return "", None


def _big(data: bytes, start: int, length: int = 4) -> int:
    if start + length > len(data):
        raise ValueError("the header ends early")
    return int.from_bytes(data[start : start + length], "big")


# --- pictures ---------------------------------------------------------------------------------------------------------


def _pixels(name: str, head: bytes) -> tuple[int, int] | None:
    if name == "png" and len(head) >= 24:
        return _big(head, 16), _big(head, 20)
    if name == "gif" and len(head) >= 10:
        return int.from_bytes(head[6:8], "little"), int.from_bytes(head[8:10], "little")
    if name == "webp":
        return _webp(head)
    if name == "heif":
        return _heif(head)
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


def _heif(head: bytes) -> tuple[int, int] | None:
    """The largest of the sizes in the head: the others are tiles and thumbnails."""
    found = []
    start = head.find(b"ispe")
    while start >= 0 and start + 16 <= len(head):
        found.append((_big(head, start + 8), _big(head, start + 12)))
        start = head.find(b"ispe", start + 4)
    return max(found, key=lambda size: size[0] * size[1], default=None)


def _jpeg(file: BinaryIO) -> tuple[int, int] | None:
    """The size in the frame header; the segments before it are skipped by their length."""
    file.seek(2)
    for _ in range(1_000):
        segment = file.read(9)
        if segment[0] != 0xFF:
            return None
        if segment[1] == 0xFF:  # a fill byte
            file.seek(-8, 1)
        elif 0xC0 <= segment[1] <= 0xCF and segment[1] not in (0xC4, 0xC8, 0xCC):
            return _big(segment, 7, 2), _big(segment, 5, 2)
        else:
            file.seek(_big(segment, 2, 2) - 7, 1)
    return None


# --- sound and film ---------------------------------------------------------------------------------------------------


def _flac_seconds(head: bytes) -> Fraction | None:
    rate, samples = _big(head, 18, 3) >> 4, _big(head, 21, 5) & 0xF_FFFF_FFFF
    return Fraction(samples, rate) if samples else None


def _film(file: BinaryIO, size: int) -> tuple[tuple[int, int] | None, Fraction | None]:
    """Pixels and length in the index (``moov``), which stands before or after the pictures."""
    position = 0
    for _ in range(1_000):
        file.seek(position)
        box = file.read(16)
        if len(box) < 8:
            break
        length, header = _big(box, 0), 8
        if length == 1:
            length, header = _big(box, 8, 8), 16
        elif length == 0:
            length = size - position
        if length < header:
            break
        if box[4:8] == b"moov":
            if length > _INDEX:
                break
            file.seek(position + header)
            return _index(file.read(length - header))
        position += length
    return None, None


def _index(moov: bytes) -> tuple[tuple[int, int] | None, Fraction | None]:
    pixels: tuple[int, int] | None = None
    seconds: Fraction | None = None
    for name, body in _boxes(moov):
        if name == b"mvhd":
            long = body[0] == 1
            scale, length = _big(body, 20 if long else 12), _big(body, 24 if long else 16, 8 if long else 4)
            seconds = Fraction(length, scale) if length else None
        elif name == b"trak":
            for inner, header in _boxes(body):
                if inner == b"tkhd":
                    at = 88 if header[0] == 1 else 76
                    track = _big(header, at) >> 16, _big(header, at + 4) >> 16
                    if min(track) > 0:
                        pixels = track
    return pixels, seconds


def _boxes(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    start = 0
    while start + 8 <= len(data):
        length = _big(data, start)
        if length < 8:
            return
        yield data[start + 4 : start + 8], data[start + 8 : start + length]
        start += length
