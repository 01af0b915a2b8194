"""Captions: glyphs, signs that mean something to a filter, names of folders, an ffmpeg without text."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import pytest

from backends.media.find import ENCODERS, FILTERS
from h3prompt.errors import UsageError
from production.assembly.captions import check_drawable
from production.edit import Caption, Piece, Sound
from production.takes.store import TakeStore
from tests import media
from tests.cli import Cli
from tests.production.assembly.films import film
from tests.production.films import brief, write

HERE = "tests/production/complaints/test_f.py"
CAPTIONS = "tests/production/assembly/test_captions.py"
#: Input to the test of it.
COVERED = {
    "你好 with a Latin font": f"{HERE}::test_a_latin_font_is_refused_for_other_words_and_taken_for_its_own",
    "你好 with a Latin font, before rendering": f"{HERE}::test_captions_that_cannot_be_drawn_stop_the_work_at_once[font]",
    "你好 without a font": f"{HERE}::test_words_of_every_kind_are_drawn_for_their_frames_only",
    "no glyph anywhere": f"{HERE}::test_captions_that_cannot_be_drawn_stop_the_work_at_once[built in]",
    "100% it's 8:30 [ok]; ,\\": f"{CAPTIONS}::test_burnt_captions_are_there_for_their_frames_only",
    "any text, as a file": f"{CAPTIONS}::test_no_text_breaks_the_files",
    "folder it's 测试 [1]": f"{HERE}::test_words_of_every_kind_are_drawn_for_their_frames_only",
    "ffmpeg without libass": f"{HERE}::test_no_filter_that_draws_text_is_ever_needed",
    "a path with a colon": "tests/production/assembly/test_output.py::test_names_from_the_current_folder_are_no_protocols",
    "an empty caption": f"{HERE}::test_a_caption_without_a_sign_that_can_be_seen_draws_nothing",
}

WEIRD = "it's 测试 [1]"
HARD = "100% it's 8:30 [ok]; ,\\"
SILENT = Sound(policy="silent")


def _latin(path: Path) -> Path:
    """A whole font file that knows the signs from blank to tilde, each as the same box, and nothing else."""
    box = struct.pack(">hhhhh", 1, 0, 0, 500, 700) + struct.pack(">HH4B", 3, 0, 1, 1, 1, 1)
    box += struct.pack(">4h", 0, 500, 0, -500) + struct.pack(">4h", 0, 0, 700, 0)
    # Every sign is mapped to glyph 1: the differences count down as the signs count up.
    ends = [*range(0x20, 0x7F), 0xFFFF]
    count = len(ends)
    deltas = [(1 - sign) & 0xFFFF for sign in ends[:-1]] + [1]
    body = struct.pack(">HHHH", 2 * count, 128, 6, 2 * count - 128)
    body += struct.pack(f">{count}HH{count}H{count}H{count}H", *ends, 0, *ends, *deltas, *[0] * count)
    tables = {
        b"cmap": struct.pack(">HHHHI", 0, 1, 3, 1, 12) + struct.pack(">HHH", 4, 6 + len(body), 0) + body,
        b"glyf": box,
        b"head": struct.pack(
            ">IIIIHHQQhhhhHHhhh", 0x10000, 0x10000, 0, 0x5F0F3CF5, 0, 1_000, 0, 0, 0, 0, 500, 700, 0, 8, 2, 1, 0
        ),
        b"hhea": struct.pack(">IhhhHhhh", 0x10000, 800, -200, 0, 600, 0, 0, 500) + bytes(16) + struct.pack(">H", 1),
        b"hmtx": struct.pack(">Hhh", 600, 0, 0),
        b"loca": struct.pack(">III", 0, 0, len(box)),
        b"maxp": struct.pack(">IHHH", 0x10000, 2, 4, 1) + bytes(22),
    }
    place = 12 + 16 * len(tables)
    index, data = b"", b""
    for tag, table in tables.items():
        index += struct.pack(">4sIII", tag, 0, place + len(data), len(table))
        data += table + bytes(-len(table) % 4)
    path.write_bytes(b"\0\1\0\0" + struct.pack(">HHHH", len(tables), 64, 2, 48) + index + data)
    return path


def _spoken(text: str, **captions: Any) -> dict[str, Any]:
    document = brief(1)
    document["entities"] = {"keeper": {"look": "a keeper with a grey beard"}}
    document["shots"][0] |= {"who": ["keeper"], "lines": [{"speaker": "keeper", "text": text}]}
    return {**document, "captions": {"burn": True, **captions}}


def _lit(path: Path) -> list[int]:
    """How many light pixels the lower part of each frame has."""
    shown = media.gray(path)
    return [int(number) for number in (shown[:, shown.shape[1] // 2 :] > 180).sum(axis=(1, 2))]


@pytest.mark.parametrize("text", ["你好", HARD, "%{pts} $(touch x) `x` {\\an8}", "-i x.mp4"])
def test_words_of_every_kind_are_drawn_for_their_frames_only(text: str, tmp_path: Path) -> None:
    folder = tmp_path / WEIRD
    folder.mkdir()
    clip = media.clip(folder / "a.mp4", 24, (160, 96), source="color:blue", audio=None)
    made = film(folder, [Piece("A", clip, 0, 24)], captions=(Caption(6, 18, text),), burn=True, sound=SILENT)
    lit = _lit(made.path)
    assert min(lit[6:18]) > 5
    assert max(lit[:6] + lit[18:]) == 0
    assert sorted(path.name for path in folder.iterdir()) == ["a.mp4", "film.mp4", "work"]


def test_a_caption_without_a_sign_that_can_be_seen_draws_nothing(tmp_path: Path) -> None:
    clip = media.clip(tmp_path / "a.mp4", 12, (160, 96), source="color:white", audio=None)
    made = film(tmp_path, [Piece("A", clip, 0, 12)], captions=(Caption(2, 9, " \n "),), burn=True, sound=SILENT)
    assert media.gray(made.path).min() > 220


def test_a_latin_font_is_refused_for_other_words_and_taken_for_its_own(tmp_path: Path) -> None:
    font = _latin(tmp_path / "latin.ttf")
    with pytest.raises(UsageError, match=r"latin\.ttf: the font has no glyph for 你 \(U\+4F60\) 好 \(U\+597D\)"):
        check_drawable([Caption(0, 9, "Yes 你好")], font)
    for text in ("Yes.", HARD):
        check_drawable([Caption(0, 9, text)], font)
    clip = media.clip(tmp_path / "a.mp4", 12, (160, 96), source="color:blue", audio=None)
    lines = (Caption(2, 9, "Yes."),)
    made = film(tmp_path, [Piece("A", clip, 0, 12)], captions=lines, burn=True, font=font, sound=SILENT)
    assert min(_lit(made.path)[2:9]) > 20


@pytest.mark.parametrize("case", ["font", "built in"])
def test_captions_that_cannot_be_drawn_stop_the_work_at_once(case: str, h3: Cli, tmp_path: Path) -> None:
    document = _spoken("你好。", font="latin.ttf") if case == "font" else _spoken("Fine 😀.")
    path = write(tmp_path / "source", document)
    _latin(tmp_path / "source" / "latin.ttf")
    result = h3("produce", path, "--into", tmp_path / "out", "--json")
    assert result.status == 2, result.err
    assert "U+4F60" in result.err if case == "font" else "U+1F600" in result.err
    assert not list(TakeStore(tmp_path / "out" / "takes"))


def test_no_filter_that_draws_text_is_ever_needed(tmp_path: Path) -> None:
    assert not FILTERS & {"ass", "subtitles", "drawtext"}
    assert not ENCODERS & {"mov_text", "srt", "ass"}
    clip = media.clip(tmp_path / "a.mp4", 12, (160, 96), audio=None)
    made = film(tmp_path, [Piece("A", clip, 0, 12)], captions=(Caption(2, 9, "One"),), burn=True, sound=SILENT)
    assert not [command for command in made.commands for name in ("subtitles", "drawtext", "ass=") if name in command]
