"""Which characters a font file has: its character map is read, since a drawing library puts other glyphs in silently."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from pathlib import Path

from h3prompt.errors import SourceError

_HINT = "TrueType and OpenType files (.ttf, .otf, .ttc) can be"


def missing(font: Path, characters: Iterable[str]) -> list[str]:
    """The characters that have no glyph of their own in the (first) font of the file.

    Raises:
        SourceError: when the file is no font, or has no Unicode character map.
    """
    try:
        data = font.read_bytes()
        known = _known(data)
    except OSError as error:
        raise SourceError(f"{font}: cannot be read: {error.strerror or error}") from error
    except (struct.error, IndexError, KeyError) as error:
        raise SourceError(f"{font}: is no font file that can be read", hint=_HINT) from error
    return [char for char in characters if not any(first <= ord(char) <= last for first, last in known)]


def _known(data: bytes) -> list[tuple[int, int]]:
    """The stretches of code points that the font maps to a glyph."""
    start = struct.unpack_from(">I", data, 12)[0] if data[:4] == b"ttcf" else 0
    if data[start : start + 4] not in (b"\0\1\0\0", b"OTTO", b"true"):
        raise KeyError("signature")
    count = struct.unpack_from(">H", data, start + 4)[0]
    tables = {}
    for number in range(count):
        tag, _, offset, _ = struct.unpack_from(">4sIII", data, start + 12 + 16 * number)
        tables[tag] = offset
    cmap = tables[b"cmap"]
    found = {}
    for number in range(struct.unpack_from(">H", data, cmap + 2)[0]):
        platform, encoding, offset = struct.unpack_from(">HHI", data, cmap + 4 + 8 * number)
        if platform == 0 or (platform == 3 and encoding in (1, 10)):
            found[struct.unpack_from(">H", data, cmap + offset)[0]] = cmap + offset
    # Format 12 knows all planes, 4 the first one.
    if 12 in found:
        return _segmented(data, found[12])
    return _mapped(data, found[4])


def _segmented(data: bytes, at: int) -> list[tuple[int, int]]:
    count = struct.unpack_from(">I", data, at + 12)[0]
    groups = (struct.unpack_from(">III", data, at + 16 + 12 * number) for number in range(count))
    return [(first, last) for first, last, _ in groups]


def _mapped(data: bytes, at: int) -> list[tuple[int, int]]:
    count = struct.unpack_from(">H", data, at + 6)[0] // 2
    lasts = struct.unpack_from(f">{count}H", data, at + 14)
    firsts = struct.unpack_from(f">{count}H", data, at + 16 + 2 * count)
    deltas = struct.unpack_from(f">{count}H", data, at + 16 + 4 * count)
    ranges = at + 16 + 6 * count
    offsets = struct.unpack_from(f">{count}H", data, ranges)
    found = []
    for number, (first, last) in enumerate(zip(firsts, lasts, strict=True)):
        for code in range(first, min(last, 0xFFFE) + 1):
            glyph = code
            if offsets[number]:
                place = ranges + 2 * number + offsets[number] + 2 * (code - first)
                glyph = struct.unpack_from(">H", data, place)[0]
                if glyph == 0:
                    continue
            if (glyph + deltas[number]) & 0xFFFF:
                found.append((code, code))
    return found
