"""Every check has a file that makes it speak and one that leaves it silent."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import av
import numpy as np
import pytest

from backends.media import run
from h3prompt.findings import Level
from h3prompt.grid import Canvas
from production.qc.checks import CHECKS
from production.qc.inspect import inspect
from production.qc.model import Expected, Inspection, Span
from tests import media
from tests.production.qc.scenes import RATE, SIZE, Array, cut, dissolve, grainy, moving, voice

E, W = Level.ERROR, Level.WARNING


def found(report: Inspection, code: str) -> list[tuple[Level, int | None]]:
    """Level and first frame of the findings with that code."""
    return [(one.finding.level, one.start) for one in report.findings if one.finding.code == code]


def clip(path: Path, source: str | Array, audio: str | Array | None = None, **values: Any) -> Path:
    """A clip with a voice, unless another sound is given."""
    frames = len(source) if not isinstance(source, str) else values.pop("frames", 48)
    sound = voice(frames / 24) if audio is None else None if isinstance(audio, str) and audio == "none" else audio
    return media.clip(path, frames, SIZE, source=source, audio=sound, rate=values.pop("rate", RATE), **values)


class Case(NamedTuple):
    """A file, what it should be, and the finding that there must be (None: none)."""

    code: str
    name: str
    make: Callable[[Path], Path]
    expected: Expected
    level: Level | None
    frame: int | None = None


def _black(first: int, length: int) -> Array:
    scene = moving(72)
    scene[first : first + length] = 0
    return scene


def _frozen(first: int, length: int) -> Array:
    scene = moving(72)
    scene[first : first + length] = scene[first]
    return scene


def _large_grain(frames: int) -> Array:
    still = media.texture(384, 640, 5).astype(np.float64)
    noise = np.random.default_rng(1).normal(0, 4, (frames, 384, 640, 1))
    return np.clip(still + noise, 0, 255).astype(np.uint8)


def _grey(length: int) -> Array:
    scene = moving(72)
    scene[10 : 10 + length] = 128
    return scene


def _plate(path: Path, seed: int) -> Path:
    media_path = path.with_name(f"plate{seed}.png")
    import cv2

    cv2.imwrite(str(media_path), moving(1, seed, light=40 if seed % 2 else -40)[0][..., ::-1])
    return media_path


def _silence_between(first: float, last: float) -> Array:
    said = voice(3)
    said[int(first * RATE) : int(last * RATE)] = 0
    return said


def _steady(level: float, seconds: float, hertz: float = 440, phase: float = 0) -> Array:
    time = np.arange(round(seconds * RATE)) / RATE
    mono = level * np.sin(2 * np.pi * hertz * time + phase)
    return np.stack([mono, mono], axis=1).astype(np.float32)


def _beep() -> Array:
    quiet = _steady(0.02, 2)
    quiet[RATE : RATE + RATE // 10] += _steady(0.4, 0.1, 1_000)
    return quiet


def _clipped() -> Array:
    return np.clip(_steady(0.5, 2) + _steady(1.5, 2, 200) * (np.arange(2 * RATE) > RATE)[:, None], -1, 1).astype(
        np.float32
    )


def _two_streams(path: Path) -> Path:
    one = clip(path.with_name("one.mp4"), moving(48))
    run.run(
        ["-i", str(one), "-map", "0:v", "-map", "0:a", "-map", "0:a", "-c", "copy", "-strict", "-2", "-y", str(path)],
        what="x",
    )
    return path


def _half(path: Path) -> Path:
    whole = path.with_name("whole.mp4")
    run.run(
        ["-f", "lavfi", "-i", "testsrc2=s=320x192:r=24:d=5", "-c:v", "libx264", "-movflags", "+faststart", "-y", str(whole)],
        what="x",
    )  # fmt: skip
    data = whole.read_bytes()
    path.write_bytes(data[: len(data) // 2])
    return path


def _sound_of_other_length(seconds: float) -> Callable[[Path], Path]:
    return lambda path: clip(path, moving(48), audio=voice(seconds))


PLAIN = Expected()
PLANNED = Expected(frames=48, canvas=Canvas(*SIZE), audio_rate=RATE)
SHOTS = Expected(cuts=(24, 48), shots=(Span(0, 24, "S01"), Span(24, 48, "S02"), Span(48, 72, "S03")))
BLEND = Expected(cuts=(), transitions=(Span(24, 40, "dissolve"),))
JOIN = Expected(joins=(24,), cuts=(24,))


def _click(path: Path) -> Path:
    # The second tone begins where the first one does not end.
    return clip(path, moving(48), audio=np.concatenate([_steady(0.4, 1), _steady(0.4, 1, 523, 1.3)]))


CASES = [
    Case("STR001", "no sound", lambda path: clip(path, moving(48), audio="none"), PLANNED, E),
    Case("STR001", "no sound, nothing known", lambda path: clip(path, moving(48), audio="none"), PLAIN, W),
    Case("STR001", "two sounds", _two_streams, PLAIN, W),
    Case("STR001", "one of each", lambda path: clip(path, moving(48)), PLANNED, None),
    Case("STR002", "half a download", _half, PLAIN, E),
    Case("STR002", "whole", lambda path: clip(path, moving(48)), PLAIN, None),
    Case("STR003", "one frame short", lambda path: clip(path, moving(47)), PLANNED, E, 47),
    Case("STR003", "one frame long", lambda path: clip(path, moving(49)), PLANNED, E, 48),
    Case("STR003", "exact", lambda path: clip(path, moving(48)), PLANNED, None),
    Case("STR004", "other size", lambda path: clip(path, moving(48)), Expected(canvas=Canvas(192, 96)), E),
    Case("STR004", "same size", lambda path: clip(path, moving(48)), PLANNED, None),
    Case("STR005", "25 fps", lambda path: clip(path, moving(48), fps=25), PLAIN, E),
    Case("STR005", "varies", lambda path: clip(path, moving(48), vfr=True), PLAIN, E),
    Case("STR005", "24 fps", lambda path: clip(path, moving(48)), PLAIN, None),
    Case("STR006", "wide pixels", lambda path: clip(path, moving(48), sar="4/3"), PLAIN, W),
    Case("STR006", "turned", lambda path: clip(path, moving(48), rotation=90), PLAIN, W),
    Case("STR006", "10 bit", lambda path: clip(path, moving(48), pixel_format="yuv420p10le"), PLAIN, W),
    Case("STR006", "plain", lambda path: clip(path, moving(48)), PLAIN, None),
    Case("STR007", "mono", lambda path: clip(path, moving(48), audio="speechlike", channels=1), PLAIN, W),
    Case("STR007", "other rate", lambda path: clip(path, moving(48), rate=32_000, audio="speechlike"), PLANNED, W),
    Case("STR007", "stereo", lambda path: clip(path, moving(48)), PLANNED, None),
    Case("STR008", "1.8 s short", _sound_of_other_length(0.2), PLAIN, E, 48),
    Case("STR008", "a tenth short", _sound_of_other_length(1.9), PLAIN, W, 48),
    Case("STR008", "a tenth long", _sound_of_other_length(2.1), PLAIN, W, 48),
    Case("STR008", "8 ms short, as the model makes it", _sound_of_other_length(1.9917), PLAIN, None),
    Case("STR008", "8 ms short in a film", _sound_of_other_length(1.9917), Expected(exact_audio=True), E, 48),
    Case("STR008", "exact in a film", lambda path: clip(path, moving(48)), Expected(exact_audio=True), None),
    Case("PIC001", "half a second of black", lambda path: clip(path, _black(30, 13)), PLAIN, E, 30),
    Case("PIC001", "six frames of black", lambda path: clip(path, _black(30, 6)), PLAIN, W, 30),
    Case("PIC001", "one black frame", lambda path: clip(path, _black(30, 1)), PLAIN, None),
    Case("PIC001", "planned black", lambda path: clip(path, _black(30, 13)), Expected(dark=(Span(28, 45),)), None),
    Case("PIC001", "night", lambda path: clip(path, (moving(72) * 0.35 + 12).astype(np.uint8)), PLAIN, None),
    Case("PIC002", "a second frozen", lambda path: clip(path, _frozen(20, 30)), PLAIN, E, 20),
    Case("PIC002", "half a second frozen", lambda path: clip(path, _frozen(20, 15)), PLAIN, W, 20),
    Case("PIC002", "planned standstill", lambda path: clip(path, _frozen(20, 30)), Expected(still=(Span(18, 52),)), None),
    Case("PIC002", "a tripod shot with grain", lambda path: clip(path, grainy(72)), PLAIN, None),
    Case("PIC002", "weak grain in a large picture", lambda path: media.clip(path, 48, (640, 384), source=_large_grain(48)), PLAIN, None),
    Case("PIC003", "grey", lambda path: clip(path, _grey(20)), PLAIN, E, 10),
    Case("PIC003", "picture", lambda path: clip(path, moving(72)), PLAIN, None),
    Case("PIC004", "all cuts", lambda path: clip(path, cut(24, 24, 24)), SHOTS, None),
    Case("PIC004", "missing cut", lambda path: clip(path, cut(48, 24)), SHOTS, W, 24),
    Case("PIC004", "late cut", lambda path: clip(path, cut(27, 21, 24)), SHOTS, W, 27),
    Case("PIC004", "extra cut", lambda path: clip(path, cut(24, 24, 12, 12)), SHOTS, W, 60),
    Case("PIC004", "a fast pan is no cut", lambda path: clip(path, moving(72, speed=9)), Expected(cuts=()) , None),
    Case("PIC005", "dissolve", lambda path: clip(path, dissolve(24, 16, 24)), BLEND, None),
    Case("PIC005", "cut in place of a dissolve", lambda path: clip(path, cut(32, 32)), BLEND, W, 32),
    Case("PIC008", "brighter where it goes on", lambda path: clip(path, np.concatenate([moving(24), np.clip(moving(48)[24:].astype(np.int16) + 30, 0, 255).astype(np.uint8)])), Expected(joins=(24,), cuts=()), W, 24),
    Case("PIC008", "goes on", lambda path: clip(path, moving(48)), Expected(joins=(24,), cuts=()), None),
    Case("SND001", "silent", lambda path: clip(path, moving(48), audio="silence"), PLAIN, W),
    Case("SND001", "silent with lines", lambda path: clip(path, moving(48), audio="silence"), Expected(lines=(Span(4, 40, "keeper"),)), E),
    Case("SND001", "silent on purpose", lambda path: clip(path, moving(48), audio="silence"), Expected(silent=True), None),
    Case("SND001", "-40 dB is no silence", lambda path: clip(path, moving(48), audio=voice(2, -25)), PLAIN, None),
    Case("SND002", "a hole", lambda path: clip(path, moving(72), audio=_silence_between(1, 2)), PLAIN, W, 24),
    Case("SND002", "a pause in a room", lambda path: clip(path, moving(72)), PLAIN, None),
    Case("SND003", "a line that is not heard", lambda path: clip(path, moving(72), audio=_silence_between(1, 2)), Expected(lines=(Span(25, 47, "girl"),)), W, 25),
    Case("SND003", "a line that is heard", lambda path: clip(path, moving(72)), Expected(lines=(Span(2, 40),)), None),
    Case("SND004", "offset", lambda path: clip(path, moving(48), audio=voice(2) + np.float32(0.05)), PLAIN, W),
    Case("SND004", "no offset", lambda path: clip(path, moving(48)), PLAIN, None),
    Case("SND005", "clipped", lambda path: clip(path, moving(48), audio=_clipped()), PLAIN, E, 24),
    Case("SND005", "loud and whole", lambda path: clip(path, moving(48), audio=_steady(0.97, 2)), PLAIN, None),
    Case("SND006", "far too quiet", lambda path: clip(path, moving(72), audio=_steady(0.01, 3)), Expected(target=-14), E),
    Case("SND006", "2 LU off", lambda path: clip(path, moving(72), audio=_steady(10 ** (-12 / 20), 3)), Expected(target=-14), W),
    Case("SND006", "on target", lambda path: clip(path, moving(72), audio=_steady(10 ** (-14 / 20), 3)), Expected(target=-14), None),
    Case("SND007", "2 dB over", lambda path: clip(path, moving(48), audio=_steady(10 ** (1 / 20) * 0.99, 2)), Expected(true_peak=-2), E),
    Case("SND007", "1 dB over", lambda path: clip(path, moving(48), audio=_steady(10 ** (-1 / 20), 2)), Expected(true_peak=-2), W),
    Case("SND007", "below", lambda path: clip(path, moving(48), audio=_steady(10 ** (-3 / 20), 2)), Expected(true_peak=-2), None),
    Case("SND008", "12 dB apart", lambda path: clip(path, moving(48), audio=np.concatenate([_steady(0.1, 1), _steady(0.4, 1)])), JOIN, W, 24),
    Case("SND008", "a beep after the join", lambda path: clip(path, moving(48), audio=_beep()), JOIN, None),
    Case("SND008", "alike", lambda path: clip(path, moving(48), audio=_steady(0.3, 2)), JOIN, None),
    Case("SND009", "click", _click, JOIN, W, 24),
    Case("SND010", "left is dead", lambda path: clip(path, moving(48), audio=_steady(0.3, 2) * np.float32([0, 1])), PLAIN, W),
    Case("SND010", "both play", lambda path: clip(path, moving(48), audio=_steady(0.3, 2)), PLAIN, None),
    Case("SND009", "no click", lambda path: clip(path, moving(48), audio=_steady(0.4, 2)), JOIN, None),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.code} {case.name}")
def test_a_check_speaks_when_it_should(case: Case, tmp_path: Path) -> None:
    report = inspect(case.make(tmp_path / "clip.mp4"), case.expected)
    assert case.code in report.ran
    got = found(report, case.code)
    if case.level is None:
        assert not got
        return
    assert got
    assert got[0][0] is case.level
    if case.frame is not None:
        assert got[0][1] is not None
        assert abs(got[0][1] - case.frame) <= 1
    assert report.ok == (not any(one.finding.level is E for one in report.findings))


@pytest.mark.parametrize("end", ["first", "last"])
def test_the_first_and_the_last_frame_are_compared_with_their_plates(end: str, tmp_path: Path) -> None:
    code = "PIC006" if end == "first" else "PIC007"
    shown = 1 if end == "first" else 2
    film = clip(tmp_path / "clip.mp4", np.concatenate([moving(24, 1, 0, light=40), moving(24, 2, 0, light=-40)]))
    right = inspect(film, Expected(**{end: _plate(tmp_path / "x", shown)}))
    assert code in right.ran
    assert not found(right, code)
    wrong = inspect(film, Expected(**{end: _plate(tmp_path / "x", 3 - shown)}))
    assert found(wrong, code)[0][0] is W
    gone = inspect(film, Expected(**{end: tmp_path / "gone.png"}))
    assert "cannot be read" in gone.findings[0].finding.message


def test_a_plate_of_another_shape_is_compared_cropped(tmp_path: Path) -> None:
    import cv2

    wide = media.texture(96, 320, 5)
    cv2.imwrite(str(tmp_path / "plate.png"), wide)
    middle = np.repeat(wide[None, :, 80:240, ::-1], 24, axis=0)
    report = inspect(clip(tmp_path / "clip.mp4", middle), Expected(first=tmp_path / "plate.png"))
    assert not found(report, "PIC006")


def test_every_check_is_documented_and_has_a_speaking_and_a_silent_file() -> None:
    page = (Path(__file__).resolve().parents[3] / "docs" / "inspection.md").read_text("utf-8")
    plates = {"PIC006", "PIC007"}
    for check in CHECKS:
        assert check.documentation.endswith("."), check.code
        assert f"`{check.code}`" in page, check.code
        cases = [case for case in CASES if case.code == check.code]
        assert check.code in plates or {case.level is None for case in cases} == {True, False}, check.code
    assert len({check.code for check in CHECKS}) == len(CHECKS)


def test_a_clean_clip_has_no_finding(tmp_path: Path) -> None:
    report = inspect(
        clip(tmp_path / "clip.mp4", cut(24, 24, 24)), Expected(frames=72, canvas=Canvas(*SIZE), cuts=(24, 48))
    )
    assert not report.findings
    assert report.ok


def test_an_attached_cover_is_no_picture(tmp_path: Path) -> None:
    film, cover, both = (
        clip(tmp_path / "clip.mp4", moving(48)),
        media.image(tmp_path / "cover.png", (64, 64)),
        tmp_path / "both.mp4",
    )
    run.run(
        ["-i", str(film), "-i", str(cover), "-map", "0", "-map", "1", "-c", "copy", "-c:v:1", "png", "-disposition:v:1", "attached_pic",
         "-strict", "-2", "-y", str(both)], what="x",
    )  # fmt: skip
    assert not found(inspect(both, PLANNED), "STR001")


@pytest.mark.parametrize("codec", ["flac", "aac"])
def test_damaged_sound_does_not_decode(codec: str, tmp_path: Path) -> None:
    whole, film = clip(tmp_path / "whole.mp4", moving(48)), tmp_path / "film.mp4"
    run.run(["-y", "-i", str(whole), "-c:v", "copy", "-c:a", codec, "-strict", "-2", str(film)], what="x")
    assert not found(inspect(film), "STR002")
    with av.open(str(film)) as container:
        packets = [(one.pos, one.size) for one in container.demux(container.streams.audio[0]) if one.size]
    data = bytearray(film.read_bytes())
    random = np.random.default_rng(0)
    for place, size in packets[len(packets) // 2 :][:3]:
        assert place is not None
        data[place : place + size] = random.integers(0, 256, size, dtype=np.uint8).tobytes()
    film.write_bytes(data)
    assert found(inspect(film), "STR002")[0][0] is E


def test_sound_that_begins_late_is_told(tmp_path: Path) -> None:
    film, late = clip(tmp_path / "film.mp4", moving(48)), tmp_path / "late.mp4"
    run.run(
        ["-y", "-i", str(film), "-itsoffset", "0.2", "-i", str(film), "-map", "0:v", "-map", "1:a", "-c", "copy", "-strict", "-2", str(late)],
        what="x",
    )  # fmt: skip
    assert found(inspect(late), "STR008") == [(W, 0)]
    assert found(inspect(late, Expected(exact_audio=True)), "STR008") == [(E, 0)]


def test_clipped_mono_is_clipped(tmp_path: Path) -> None:
    film = clip(tmp_path / "film.mp4", moving(48), audio=_clipped()[:, :1])
    assert found(inspect(film), "SND005")[0][0] is E


def test_a_missing_cut_does_not_take_that_of_its_neighbour(tmp_path: Path) -> None:
    report = inspect(clip(tmp_path / "film.mp4", cut(28, 44)), Expected(cuts=(24, 28)))
    assert [one.finding.message for one in report.findings if one.finding.code == "PIC004"] == [
        "00:01.000 (frame 24): a cut was planned here and none is seen"
    ]


@pytest.mark.parametrize("name", ["list.mp4", "text.txt"])
def test_a_list_of_files_and_a_text_are_no_media(name: str, tmp_path: Path) -> None:
    clip(tmp_path / "film.mp4", moving(24))
    content = "ffconcat version 1.0\nfile film.mp4\n" if name == "list.mp4" else "some words\n" * 40
    (tmp_path / name).write_text(content)
    report = inspect(tmp_path / name)
    assert found(report, "STR002") == [(E, None)]
    assert "frames" not in report.measured


def test_one_frame_with_sound_is_not_silent(tmp_path: Path) -> None:
    tone = _steady(0.3, 1 / 24)
    assert not found(inspect(clip(tmp_path / "one.mp4", moving(1), audio=tone)), "SND001")


def test_the_exact_pictures_are_judged(tmp_path: Path) -> None:
    """The frames of the file are what `av` decodes."""
    film = clip(tmp_path / "clip.mp4", moving(31))
    with av.open(str(film)) as container:
        assert inspect(film).measured["frames"] == sum(1 for _ in container.decode(video=0)) == 31
