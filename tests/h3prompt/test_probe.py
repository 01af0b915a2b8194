"""What is read from the headers of reference files; every file is made here, byte by byte."""

from __future__ import annotations

import os
import struct
import wave
from fractions import Fraction
from pathlib import Path

import pytest

from h3prompt.context import Kind
from h3prompt.probe import Probed, probe


def box(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", 8 + len(body)) + name + body


def film(seconds: int = 7, width: int = 1344, height: int = 768, long: bool = False, brand: bytes = b"isom") -> bytes:
    """An MP4 file without pictures, its index at the end."""
    if long:
        movie = bytes([1, 0, 0, 0]) + bytes(16) + struct.pack(">IQ", 600, 600 * seconds) + bytes(80)
        track = bytes([1, 0, 0, 0]) + bytes(84) + struct.pack(">II", width << 16, height << 16)
    else:
        movie = bytes(12) + struct.pack(">II", 600, 600 * seconds) + bytes(80)
        track = bytes(76) + struct.pack(">II", width << 16, height << 16)
    sound = box(b"trak", box(b"tkhd", bytes(84)))
    index = box(b"moov", box(b"mvhd", movie) + box(b"trak", box(b"tkhd", track)) + sound)
    return box(b"ftyp", brand + bytes(4)) + box(b"mdat", bytes(100)) + index


def jpeg(width: int, height: int, before: int = 0) -> bytes:
    frame = struct.pack(">BBHBHHB", 0xFF, 0xC0, 17, 8, height, width, 3)
    padding = b"".join(b"\xff\xe1" + struct.pack(">H", 60_002) + bytes(60_000) for _ in range(before))
    return b"\xff\xd8" + b"\xff\xe0" + struct.pack(">H", 16) + bytes(14) + padding + b"\xff" + frame + bytes(20)


def flac(rate: int, samples: int) -> bytes:
    packed = (rate << 44) | (1 << 41) | (15 << 36) | samples
    return b"fLaC" + bytes([0, 0, 0, 34]) + bytes(10) + packed.to_bytes(8, "big") + bytes(16)


def look(folder: Path, data: bytes) -> Probed:
    path = folder / "file.bin"
    path.write_bytes(data)
    return probe(path)


def webp(chunk: bytes, body: bytes) -> bytes:
    return b"RIFF" + bytes(4) + b"WEBP" + chunk + bytes(4) + body


@pytest.mark.parametrize(
    ("data", "name", "kind", "pixels", "seconds"),
    [
        (b"\x89PNG\r\n\x1a\n" + bytes(8) + struct.pack(">II", 512, 288), "png", Kind.IMAGE, (512, 288), None),
        (b"GIF89a" + struct.pack("<HH", 320, 200), "gif", Kind.IMAGE, (320, 200), None),
        (jpeg(640, 360), "jpeg", Kind.IMAGE, (640, 360), None),
        (jpeg(640, 360, before=3), "jpeg", Kind.IMAGE, (640, 360), None),
        (webp(b"VP8X", bytes(4) + b"\xff\x01\x00\x1f\x01\x00"), "webp", Kind.IMAGE, (512, 288), None),
        (webp(b"VP8 ", bytes(6) + struct.pack("<HH", 512, 288)), "webp", Kind.IMAGE, (512, 288), None),
        (webp(b"VP8L", b"\x2f" + ((287 << 14) | 511).to_bytes(4, "little")), "webp", Kind.IMAGE, (512, 288), None),
        (
            box(b"ftyp", b"heic" + bytes(4)) + box(b"ispe", struct.pack(">III", 0, 4032, 3024)) + bytes(8),
            "heif",
            Kind.IMAGE,
            (4032, 3024),
            None,
        ),
        (b"BM" + bytes(30), "bmp", Kind.IMAGE, None, None),
        (film(), "mp4", Kind.VIDEO, (1344, 768), Fraction(7)),
        (film(long=True, brand=b"qt  "), "mov", Kind.VIDEO, (1344, 768), Fraction(7)),
        (film(brand=b"M4A "), "m4a", Kind.AUDIO, (1344, 768), Fraction(7)),
        (b"\x1aE\xdf\xa3" + bytes(20), "matroska", Kind.VIDEO, None, None),
        (b"RIFF" + bytes(4) + b"AVI " + bytes(20), "avi", Kind.VIDEO, None, None),
        (flac(48_000, 96_000), "flac", Kind.AUDIO, None, Fraction(2)),
        (b"ID3" + bytes(20), "mp3", Kind.AUDIO, None, None),
        (b"\xff\xfb\x90\x00", "mp3", Kind.AUDIO, None, None),
        (b"\xff\xf1\x50\x80", "aac", Kind.AUDIO, None, None),
        (b"OggS" + bytes(20), "ogg", Kind.AUDIO, None, None),
        (b"this is no picture", "", None, None, None),
    ],
)
def test_headers(
    data: bytes, name: str, kind: Kind | None, pixels: tuple[int, int] | None, seconds: Fraction | None, tmp_path: Path
) -> None:
    found = look(tmp_path, data)
    assert found.problem is None
    assert (found.format, found.kind, found.pixels, found.seconds) == (name, kind, pixels, seconds)
    assert found.size == len(data)


def test_length_of_a_wav_file(tmp_path: Path) -> None:
    path = tmp_path / "voice.wav"
    with wave.open(str(path), "wb") as sound:
        sound.setnchannels(2)
        sound.setsampwidth(2)
        sound.setframerate(8_000)
        sound.writeframes(bytes(4 * 10_000))
    assert probe(path).seconds == Fraction(10_000, 8_000)


@pytest.mark.parametrize(
    "data", [film(), film(long=True), jpeg(640, 360), flac(48_000, 96_000), webp(b"VP8X", bytes(10))]
)
def test_a_damaged_header_is_no_problem(data: bytes, tmp_path: Path) -> None:
    for end in range(1, len(data), 7):
        assert look(tmp_path, data[:end]).problem is None
    assert look(tmp_path, data.replace(b"moov", b"mooq")).problem is None


def test_boxes_that_lie_about_their_length(tmp_path: Path) -> None:
    head = box(b"ftyp", b"isom" + bytes(4))
    for length in (0, 1, 7, 2**31, 2**32 - 1):
        assert look(tmp_path, head + struct.pack(">I", length) + b"moov" + bytes(40)).problem is None


def test_what_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "plate.png").write_bytes(b"\x89PNG")
    assert probe(tmp_path / "palte.png").problem == "does not exist; did you mean plate.png?"
    assert "nor does its folder" in (probe(tmp_path / "no" / "plate.png").problem or "")
    assert probe(tmp_path).problem == "is a folder"
    (tmp_path / "empty.png").touch()
    assert probe(tmp_path / "empty.png").problem == "is empty"
    assert (probe(tmp_path / "nul\0.png").problem or "").startswith("cannot be read")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_is_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.png")
    assert probe(tmp_path / "pipe.png").problem == "is no regular file"
