"""Captions as files and as pictures."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from h3prompt.errors import SourceError, UsageError
from h3prompt.grid import Canvas
from production.assembly.captions import (
    check_drawable,
    columns,
    plates,
    srt,
    stamp,
    vtt,
    wrapped,
    write_srt,
    write_vtt,
)
from production.edit import Caption, Piece, Sound
from tests import media

from .films import film

HARD = "100% it's 8:30 [ok]; ,\\"


def test_times_are_those_of_the_frames_to_the_millisecond() -> None:
    assert [stamp(frame, ",") for frame in (0, 1, 2, 24, 24 * 3_661 + 12)] == [
        "00:00:00,000", "00:00:00,042", "00:00:00,083", "00:00:01,000", "01:01:01,500",
    ]  # fmt: skip


def test_srt_and_vtt_are_written_in_utf8_with_lf(tmp_path: Path) -> None:
    captions = [Caption(0, 24, f"{HARD} 你好", "Mara"), Caption(30, 48, "Yes.")]
    write_srt(captions, tmp_path / "a.srt")
    write_vtt(captions, tmp_path / "a.vtt")
    assert (tmp_path / "a.srt").read_bytes().decode() == (
        f"1\n00:00:00,000 --> 00:00:01,000\nMara: {HARD} 你好\n\n2\n00:00:01,250 --> 00:00:02,000\nYes.\n"
    )
    assert (tmp_path / "a.vtt").read_bytes().decode() == (
        f"WEBVTT\n\n00:00:00.000 --> 00:00:01.000\n<v Mara>{HARD} 你好\n\n00:00:01.250 --> 00:00:02.000\nYes.\n"
    )


def test_markup_and_arrows_of_the_text_are_text() -> None:
    captions = [Caption(0, 24, "a --> b & <i>c</i>\r\n{\\an8}d")]
    assert srt(captions).count("-->") == vtt(captions).count("-->") == 1
    assert "<" not in srt(captions) and "{" not in srt(captions)
    assert "&amp; &lt;i&gt;c&lt;/i&gt;" in vtt(captions)


@settings(deadline=None)
@given(st.lists(st.text(), max_size=4))
def test_no_text_breaks_the_files(texts: list[str]) -> None:
    captions = [Caption(24 * n, 24 * n + 12, text) for n, text in enumerate(texts)]
    for written, mark in ((srt(captions), ","), (vtt(captions), ".")):
        assert written.count("-->") == len(texts) and "\r" not in written
        times = re.findall(rf"^(\d\d:\d\d:\d\d{re.escape(mark)}\d\d\d) --> ", written, re.M)
        assert times == [stamp(caption.start, mark) for caption in captions]


@settings(deadline=None)
@given(st.text(alphabet=st.sampled_from("ab c,。你好한 \n"), max_size=120), st.integers(4, 42))
def test_wrapping_keeps_the_characters_and_the_width(text: str, width: int) -> None:
    lines = wrapped(text, width)
    assert all(columns(line) <= width and line == line.strip() for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


def test_wide_characters_count_two_and_break_without_blanks() -> None:
    assert columns("ab你好") == 6
    assert wrapped("你好世界你好。", 8) == ["你好世界", "你好。"]


@pytest.mark.parametrize(
    ("text", "script"), [("مرحبا", "Arabic"), ("שלום", "Hebrew"), ("สวัสดี", "Thai"), ("नमस्ते", "Devanagari")]
)
def test_letters_that_join_are_refused_by_name(text: str, script: str) -> None:
    with pytest.raises(UsageError, match=script) as error:
        check_drawable([Caption(0, 1, text)], None)
    assert "font" in str(error.value.hint)


def test_what_the_built_in_font_lacks_is_named_with_the_option() -> None:
    check_drawable([Caption(0, 1, f"{HARD} é Ж Ω 你好 かな 한국어 ♪ “x” …")], None)
    with pytest.raises(UsageError, match=r"U\+1F600") as error:
        check_drawable([Caption(0, 1, "fine 😀")], None)
    assert "option font" in str(error.value.hint)


def test_a_font_without_the_glyphs_is_found_before_rendering() -> None:
    font = next(Path("/usr/share/fonts").rglob("DejaVuSans.ttf"), None)
    if font is None:
        pytest.skip("needs a Latin font file")
    check_drawable([Caption(0, 1, "Latin")], font)
    with pytest.raises(UsageError, match=r"no glyph for 你 \(U\+4F60\) 好"):
        check_drawable([Caption(0, 1, "你好 a")], font)


def test_a_font_file_that_is_none_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.ttf").write_bytes(b"no font")
    for path in (tmp_path / "a.ttf", tmp_path / "gone.ttf"):
        with pytest.raises(SourceError, match=path.name):
            check_drawable([Caption(0, 1, "a")], path)


@pytest.mark.parametrize("canvas", [Canvas(160, 96), Canvas(768, 1344), Canvas(96, 160)])
def test_captions_stay_inside_the_picture(canvas: Canvas) -> None:
    for plate in plates([Caption(0, 9, f"{HARD} a long line of text " * 2 + "你好" * 9)], canvas):
        height, width = plate.image.shape[:2]
        assert plate.x >= 0 and plate.x + width <= canvas.width and plate.y >= 0 and plate.y + height <= canvas.height
        edge = np.concatenate([plate.image[:, 0, 0], plate.image[:, -1, 0]])
        assert plate.image[:, :, 0].max() > 200 and edge.max() < 100


def test_burnt_captions_are_there_for_their_frames_only(tmp_path: Path) -> None:
    clip = media.clip(tmp_path / "a.mp4", 48, (160, 96), source="color:blue", audio=None)
    captions = (Caption(10, 34, HARD + " 你好"),)
    pieces = [Piece("A", clip, 0, 24), Piece("B", clip, 0, 24)]
    found = film(tmp_path, pieces, captions=captions, burn=True, sound=Sound(policy="silent"))
    bright = (media.gray(found.path)[:, 60:] > 180).sum(axis=(1, 2))
    assert bright[10:34].min() > 20 and max(bright[:10].max(), bright[34:].max()) == 0
    plain = film(tmp_path, pieces, name="plain.mp4", captions=captions, sound=Sound(policy="silent"))
    assert (media.gray(plain.path)[:, 60:] > 180).sum() == 0


def test_a_changed_caption_encodes_only_its_own_segment(tmp_path: Path) -> None:
    clip = media.clip(tmp_path / "a.mp4", 48, (160, 96), source="testsrc2", audio=None)
    pieces = [Piece(f"C{n}", clip, n * 12, 12) for n in range(4)]
    runs = []
    for text in ("one", "two"):
        made = film(tmp_path, pieces, captions=(Caption(14, 20, text),), burn=True, sound=Sound(policy="silent"))
        runs.append(sum("libx264" in command for command in made.commands))
    assert runs == [4, 1]


def test_pictures_of_captions_are_deterministic() -> None:
    first, second = (plates([Caption(0, 9, "Same 同じ")], Canvas(320, 192))[0].image for _ in range(2))
    assert np.array_equal(first, second)
