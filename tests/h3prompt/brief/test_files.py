"""Files of a brief: inside of its folder, there, with their capitals, and of the right kind."""

from __future__ import annotations

import os
import struct
import sys
import wave
from collections.abc import Callable
from pathlib import Path

import pytest

from h3prompt.brief.loader import FileKind, check_brief, files, load_brief
from h3prompt.findings import Finding

_LINKS = pytest.mark.skipif(os.name == "nt", reason="links need a right there")

#: The first bytes of files of each kind.
IMAGES = {
    "a.png": b"\x89PNG\r\n\x1a\n" + b"\0" * 24,
    "a.jpg": b"\xff\xd8\xff\xe0" + b"\0" * 24,
    "a.webp": b"RIFF\x18\0\0\0WEBPVP8 " + b"\0" * 24,
    "a.gif": b"GIF89a" + b"\0" * 24,
    "a.bmp": b"BM" + b"\0" * 24,
    "a.tif": b"II*\0" + b"\0" * 24,
}
VIDEOS = {
    "a.mp4": b"\0\0\0\x18ftypisom" + b"\0" * 24,
    "a.mov": b"\0\0\0\x14ftypqt  " + b"\0" * 24,
    "a.mkv": b"\x1aE\xdf\xa3" + b"\0" * 24,
    "a.webm": b"\x1aE\xdf\xa3" + b"\0" * 24,
    "a.avi": b"RIFF\x18\0\0\0AVI LIST" + b"\0" * 24,
}
SOUNDS = {
    "a.wav": b"RIFF\x18\0\0\0WAVEfmt " + b"\0" * 24,
    "a.mp3": b"ID3\x04" + b"\0" * 24,
    "b.mp3": b"\xff\xfb\x90\x64" + b"\0" * 24,
    "a.flac": b"fLaC" + b"\0" * 24,
    "a.ogg": b"OggS" + b"\0" * 24,
    "a.opus": b"OggS" + b"\0" * 24,
    "a.m4a": b"\0\0\0\x18ftypM4A " + b"\0" * 24,
    "b.m4a": b"\0\0\0\x18ftypisom" + b"\0" * 24,
    "a.mka": b"\x1aE\xdf\xa3" + b"\0" * 24,
}
FONTS = {"a.ttf": b"\0\x01\0\0\0\x0e", "a.otf": b"OTTO\0\x0e", "a.ttc": b"ttcf\0\x01"}

FRAME = "title: Tide\nshots:\n  - {{first_frame: {}}}\n"
TRACK = "title: Tide\nshots: [{{}}]\naudio: {{policy: master, track: {}}}\n"
FONT = "title: Tide\nshots: [{{}}]\ncaptions: {{font: {}}}\n"
MOTION = "title: Tide\nshots: [{{}}]\nentities: {{cat: {{look: a cat, files: [{{file: {}, role: motion}}]}}}}\n"


@pytest.fixture
def check(tmp_path: Path) -> Callable[[str], tuple[Finding, ...]]:
    """Checks the text of a brief in a folder that has one file of everything."""
    for name, content in {**IMAGES, **VIDEOS, **SOUNDS, **FONTS}.items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / "Plates").mkdir()
    (tmp_path / "Plates" / "Tower.png").write_bytes(IMAGES["a.png"])

    def run(text: str) -> tuple[Finding, ...]:
        (tmp_path / "brief.yaml").write_text(text, "utf-8")
        return check_brief(tmp_path / "brief.yaml")[1]

    return run


Check = Callable[[str], tuple[Finding, ...]]


@pytest.mark.parametrize(
    ("form", "name"),
    [
        *((FRAME, name) for name in IMAGES),
        *((MOTION, name) for name in VIDEOS),
        *((TRACK, name) for name in SOUNDS),
        *((FONT, name) for name in FONTS),
    ],
)
def test_the_right_kind_is_fine(check: Check, form: str, name: str) -> None:
    assert check(form.format(name)) == ()


@pytest.mark.parametrize(
    ("form", "name", "says"),
    [
        (FRAME, "a.mp4", "is MP4; an image belongs here"),
        (FRAME, "a.ttf", "no format that is known; an image"),
        (FRAME, "brief.yaml", "no format that is known; an image"),
        (TRACK, "a.png", "is PNG; sound belongs here"),
        (TRACK, "a.mov", "is MOV; sound belongs here"),
        (MOTION, "a.png", "is PNG; a video belongs here"),
        (FONT, "a.png", "is PNG; a font belongs here (TTF, OTF or TTC)"),
    ],
)
def test_another_kind_is_refused(check: Check, form: str, name: str, says: str) -> None:
    findings = check(form.format(name))
    assert [finding.code for finding in findings] == ["BRF073"]
    assert says in findings[0].message


def test_the_content_counts_not_the_name(check: Check, tmp_path: Path) -> None:
    (tmp_path / "fake.png").write_bytes(VIDEOS["a.mp4"])
    assert "is MP4" in check(FRAME.format("fake.png"))[0].message


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("b.png", "did you mean a.png?"),
        ("plate/Tower.png", "did you mean Plates/Tower.png?"),
        ("Plates/Towr.png", "did you mean Plates/Tower.png?"),
        ("a.png/x", "does not exist"),
        ("nowhere/else/x.bin", "there is no nowhere"),
    ],
)
def test_a_missing_file_is_told_with_the_nearest_one(check: Check, name: str, says: str) -> None:
    findings = check(FRAME.format(name))
    assert [finding.code for finding in findings] == ["BRF071"]
    assert says in f"{findings[0].message} {findings[0].suggestion}"
    assert (findings[0].line, findings[0].column) == (3, 19)


@pytest.mark.parametrize(("name", "right"), [("A.PNG", "a.png"), ("plates/tower.PNG", "Plates/Tower.png")])
def test_other_capitals_are_told_on_every_system(check: Check, name: str, right: str) -> None:
    findings = check(FRAME.format(name))
    assert [(finding.code, finding.suggestion) for finding in findings] == [("BRF072", right)]


@pytest.mark.skipif(sys.platform == "darwin", reason="one form is all that disk knows")
def test_a_name_in_another_unicode_form_is_told(check: Check, tmp_path: Path) -> None:
    (tmp_path / "u\u0308.png").write_bytes(IMAGES["a.png"])
    findings = check(FRAME.format("\u00fc.png"))
    assert [(finding.code, finding.suggestion) for finding in findings] == [("BRF072", "name the file anew")]


def test_a_near_name_is_found_among_many(check: Check, tmp_path: Path) -> None:
    for number in range(400):
        (tmp_path / f"x{number}.png").write_bytes(b"")
    (tmp_path / "towers.png").write_bytes(IMAGES["a.png"])
    assert check(FRAME.format("tower.png"))[0].suggestion == "did you mean towers.png?"


def test_an_empty_file_and_a_folder_are_told(check: Check, tmp_path: Path) -> None:
    (tmp_path / "empty.png").write_bytes(b"")
    assert [(f.code, "is empty" in f.message) for f in check(FRAME.format("empty.png"))] == [("BRF074", True)]
    assert [(f.code, "is a folder" in f.message) for f in check(FRAME.format("Plates"))] == [("BRF074", True)]
    assert [finding.code for finding in check(FRAME.format("."))] == ["BRF074"]


@_LINKS
def test_a_pipe_is_no_file(check: Check, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.png")
    assert [finding.code for finding in check(FRAME.format("pipe.png"))] == ["BRF074"]


@_LINKS
def test_links_stay_in_the_folder(check: Check, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    outside = tmp_path_factory.mktemp("outside")
    (outside / "a.png").write_bytes(IMAGES["a.png"])
    (tmp_path / "out.png").symlink_to(outside / "a.png")
    (tmp_path / "away").symlink_to(outside)
    (tmp_path / "in.png").symlink_to("Plates/Tower.png")
    (tmp_path / "dead.png").symlink_to("gone.png")
    (tmp_path / "self.png").symlink_to("self.png")
    assert check(FRAME.format("in.png")) == ()
    outs = ("out.png", "away/a.png", "away/b.png", "away")
    for name, code in (*((name, "BRF070") for name in outs), ("dead.png", "BRF071")):
        assert [finding.code for finding in check(FRAME.format(name))] == [code]
    assert check(FRAME.format("self.png"))[0].code in ("BRF071", "BRF074")


@_LINKS
def test_a_folder_that_is_a_link_itself_is_fine(check: Check, tmp_path: Path) -> None:
    check(FRAME.format("a.png"))
    link = tmp_path.with_name(f"{tmp_path.name}-link")
    link.symlink_to(tmp_path)
    assert check_brief(link / "brief.yaml")[1] == ()


def test_a_folder_name_that_only_begins_alike_is_outside(tmp_path: Path) -> None:
    (tmp_path / "film").mkdir()
    (tmp_path / "film2").mkdir()
    (tmp_path / "film2" / "a.png").write_bytes(IMAGES["a.png"])
    (tmp_path / "film" / "brief.yaml").write_text(FRAME.format("l.png"), "utf-8")
    if os.name != "nt":
        (tmp_path / "film" / "l.png").symlink_to("../film2/a.png")
        assert [finding.code for finding in check_brief(tmp_path / "film" / "brief.yaml")[1]] == ["BRF070"]


def test_strange_names_are_names(check: Check, tmp_path: Path) -> None:
    for name in ("it's 测试 [1].png", "a, b: c.png", "ü.png", "%s {x}.png"):
        if os.name != "nt" or ":" not in name:
            (tmp_path / name).write_bytes(IMAGES["a.png"])
            assert check(FRAME.format('"' + name + '"')) == ()


def test_without_looking_only_paths_are_judged(tmp_path: Path) -> None:
    path = tmp_path / "brief.yaml"
    path.write_text(FRAME.format("gone.png"), "utf-8")
    assert check_brief(path, files=False)[1] == ()
    path.write_text(FRAME.format("../gone.png"), "utf-8")
    assert [finding.code for finding in check_brief(path, files=False)[1]] == ["BRF070"]


def test_each_place_is_told_and_each_file_is_read_once(check: Check) -> None:
    text = "title: Tide\nshots:\n" + "  - {first_frame: gone.bin, last_frame: a.png}\n" * 50
    findings = check(text)
    assert [(finding.code, finding.line) for finding in findings] == [("BRF071", line) for line in range(3, 53)]


def test_all_files_of_a_brief_are_listed(tmp_path: Path) -> None:
    text = """
title: All
audio: {music: {file: bed.wav}}
captions: {font: a.ttf}
entities:
  cat:
    look: a cat
    files:
      - {file: cat.png}
      - {file: cat.MP4}
      - {file: walk.webm, role: motion}
      - {file: meow.wav, role: voice}
shots:
  - {first_frame: a.png, last_frame: b.png}
"""
    (tmp_path / "brief.yaml").write_text(text, "utf-8")
    loaded = load_brief(tmp_path / "brief.yaml", files=False)
    listed = list(files(loaded.brief))
    assert [(path, kind) for _, path, kind in listed] == [
        ("bed.wav", FileKind.AUDIO),
        ("a.ttf", FileKind.FONT),
        ("cat.png", FileKind.IMAGE),
        ("cat.MP4", FileKind.VIDEO),
        ("walk.webm", FileKind.VIDEO),
        ("meow.wav", FileKind.AUDIO),
        ("a.png", FileKind.IMAGE),
        ("b.png", FileKind.IMAGE),
    ]
    assert loaded.place(*listed[4].keys) == (11, 16)


def test_a_real_recording_and_a_real_picture(check: Check, tmp_path: Path) -> None:
    with wave.open(str(tmp_path / "real.wav"), "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(48_000)
        sound.writeframes(struct.pack("<h", 0) * 480)
    assert check(TRACK.format("real.wav")) == ()
