"""The clips that the slate renderer makes: exact, always the same, with every planned event where it was planned."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import cv2
import numpy as np
import pytest

from backends.contract import Cancel, EventKind, LineNote, Move, Notes, RenderEvent, ShotNote, identity
from backends.media import run
from backends.media.probe import probe
from backends.slate import sound
from backends.slate.frames import FADE, clock
from backends.slate.renderer import Slate
from h3prompt.context import Kind, Role
from h3prompt.errors import BackendError, Interrupted
from h3prompt.grid import Canvas
from h3prompt.modes import Mode
from tests import media
from tests.backends.requests import CUT, NOTES, one_shot, reference, render, request

FPS = 24


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The clip of `request()`."""
    path = tmp_path_factory.mktemp("slate") / "C02.mp4"
    render(request(), path)
    return path


def _band(data: np.ndarray, rate: int, low: float, high: float) -> float:
    """The level of mono samples between two pitches, in dB."""
    spectrum = np.abs(np.fft.rfft(data * np.hanning(len(data)))) / len(data)
    pitches = np.fft.rfftfreq(len(data), 1 / rate)
    return 20 * float(np.log10(np.sqrt(np.sum(spectrum[(pitches >= low) & (pitches <= high)] ** 2)) + 1e-12))


def _frames_of_sound(path: Path, start: int, end: int) -> np.ndarray:
    return media.samples(path, None)[sound.samples(start) : sound.samples(end), 0]


def _mean_change(path: Path) -> np.ndarray:
    """Mean absolute difference of luma from each frame to the next."""
    return np.abs(np.diff(media.gray(path).astype(np.int16), axis=0)).mean(axis=(1, 2))


# --- the file ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("frames", "size"), [(107, (320, 192)), (22, (192, 320)), (5, (64, 64)), (39, (32, 256)), (39, (256, 32))]
)
def test_frames_size_rate_and_samples_are_exact(frames: int, size: tuple[int, int], tmp_path: Path) -> None:
    path = tmp_path / "a.tmp"
    render(request(frames=frames, canvas=Canvas(*size), notes=Notes()), path)
    found = probe(path, count=True)
    assert found.video is not None and found.audio is not None
    video = found.video
    assert (video.width, video.height, video.frames, media.frames_of(path)) == (*size, frames, frames)
    assert (video.rate, video.nominal_rate, video.start, video.sar) == (FPS, FPS, 0, 1)
    assert media.times_of(path) == [Fraction(frame, FPS) for frame in range(frames)]
    assert (video.codec, video.pixel_format, video.color_range) == ("h264", "yuv420p", "tv")
    assert (video.color_space, video.color_primaries, video.color_transfer) == ("bt709", "bt709", "bt709")
    assert (found.audio.codec, found.audio.rate, found.audio.channels, found.audio.start) == ("flac", 32_000, 2, 0)
    assert len(media.samples(path, None)) == round(Fraction(frames * 32_000, FPS))
    assert list(tmp_path.iterdir()) == [path]


def test_samples_are_rounded_to_the_nearest() -> None:
    assert [sound.samples(frames) for frames in (0, 1, 2, 3, 107)] == [0, 1333, 2667, 4000, 142_667]


def test_the_same_request_gives_the_same_bytes(made: Path, tmp_path: Path) -> None:
    render(request(), tmp_path / "again.mp4")
    assert (tmp_path / "again.mp4").read_bytes() == made.read_bytes()


def test_side_by_side_gives_the_same_bytes(made: Path, tmp_path: Path) -> None:
    renderer = Slate()
    paths = [tmp_path / f"{index}.mp4" for index in range(3)]
    with ThreadPoolExecutor(3) as pool:
        list(pool.map(lambda path: render(request(), path, renderer), paths))
    assert all(path.read_bytes() == made.read_bytes() for path in paths)


def test_another_seed_gives_another_clip(made: Path, tmp_path: Path) -> None:
    render(request(seed=8), tmp_path / "other.mp4")
    assert np.abs(media.gray(tmp_path / "other.mp4").astype(int) - media.gray(made)).mean() > 0.5
    assert not np.array_equal(media.samples(tmp_path / "other.mp4", None), media.samples(made, None))


def test_what_is_said_about_a_clip(tmp_path: Path) -> None:
    done, events = render(request(), tmp_path / "a.mp4")
    assert (done.backend, done.model, done.seed, done.draft) == ("slate", "slate", 7, True)
    assert done.version == Slate.version and done.facts["shots"] == 2 and "fault" not in done.facts
    drawn = [event.done for event in events if event.kind is EventKind.PROGRESS]
    assert drawn == sorted(drawn) and drawn[-1] == 107
    assert {event.total for event in events if event.kind is EventKind.PROGRESS} == {107}
    assert [event.stage for event in events if event.kind is EventKind.STAGE] == ["sound", "draw"]


def test_capabilities_say_that_it_is_a_draft() -> None:
    for mode in Mode:
        found = Slate().capabilities(mode)
        assert found.draft and found.uses_notes and found.seeded and found.window.name == "slate"
    document = identity(request(), Slate())
    assert document["notes"]["shots"][0]["id"] == "S03"


def test_it_never_stands_still(tmp_path: Path) -> None:
    """Not even for ffmpeg's own search for frozen pictures, in a static shot without words."""
    path = tmp_path / "a.mp4"
    render(one_shot(Move("static shot"), 107), path)
    log = run.run(["-i", str(path), "-vf", "freezedetect=d=0.5", "-f", "null", "-"], what="looking").log
    assert "freeze_start" not in log
    assert _mean_change(path).min() > 0.05


# --- the picture ------------------------------------------------------------------------------------------------------


def test_a_cut_is_seen_where_it_was_planned(made: Path) -> None:
    change = _mean_change(made)
    assert int(change.argmax()) == CUT - 1
    assert change[CUT - 1] > 4 * np.delete(change, CUT - 1).max()


def test_neighbouring_shots_differ_in_luma_and_hue(tmp_path: Path) -> None:
    notes = Notes(tuple(ShotNote(f"S{index:02d}", 6 * index, 6 * index + 6) for index in range(6)))
    render(request(frames=36, notes=notes), tmp_path / "a.mp4")
    shown = media.pictures(tmp_path / "a.mp4")[3::6, 50:60, 200:300].astype(int).mean(axis=(1, 2))
    luma = shown @ (0.2126, 0.7152, 0.0722)
    hue = shown - shown.mean(axis=1, keepdims=True)
    for first in range(5):
        assert abs(luma[first] - luma[first + 1]) > 40
        assert np.abs(hue[first] - hue[first + 1]).max() > 8


def test_every_frame_says_that_it_is_a_slate(made: Path) -> None:
    """The strip with the word is bright yellow on black, the same on every frame."""
    strip = media.pictures(made)[:, 5:23, 4:60].astype(int)
    yellow = (strip[..., 0] > 180) & (strip[..., 1] > 140) & (strip[..., 2] < 120)
    assert yellow.mean(axis=(1, 2)).min() > 0.1
    assert np.abs(strip - strip[0]).mean() < 6


@pytest.mark.parametrize(
    "move",
    [
        Move("push in"), Move("pull out"), Move("zoom in"), Move("zoom", "out"), Move("pan", "left"), Move("pan", "right"),
        Move("truck", "left"), Move("tilt", "up"), Move("pedestal", "down"), Move("arc shot"), Move("tracking shot"),
        Move("roll", "clockwise"), Move("shake"), Move("POV"),
    ],
    ids=lambda move: f"{move.name} {move.direction}".strip().replace(" ", "-"),
)  # fmt: skip
def test_every_move_is_seen(move: Move, tmp_path: Path) -> None:
    """The set, right of the tag and above the words, moves more than in a static shot."""
    moved, still = tmp_path / "m.mp4", tmp_path / "s.mp4"
    render(one_shot(replace(move, speed="slow", amplitude="large")), moved)
    render(one_shot(Move("static shot")), still)

    def change(path: Path) -> float:
        return float(np.abs(np.diff(media.gray(path)[:, 26:150, 155:280].astype(int), axis=0)).mean())

    assert change(moved) > 1.25 * change(still)


def _shift(path: Path, start: int, end: int) -> int:
    """By how many pixels the set, left of the clock and below the tag, moved to the right from one frame to another."""
    frames = media.gray(path)[:, 80:148, 5:100]
    found = cv2.matchTemplate(frames[end], frames[start][:, 30:65], cv2.TM_CCOEFF_NORMED)
    return int(found[0].argmax()) - 30


def test_the_picture_moves_against_the_camera(tmp_path: Path) -> None:
    shifts = {}
    for direction in ("left", "right"):
        render(one_shot(Move("pan", direction, "slow", "small")), tmp_path / "a.mp4")
        shifts[direction] = _shift(tmp_path / "a.mp4", 16, 22)
    assert shifts["left"] > 1 and shifts["right"] < -1


def test_amplitude_and_speed_count(tmp_path: Path) -> None:
    def shift(speed: str, amplitude: str) -> int:
        render(one_shot(Move("pan", "left", speed, amplitude), 73), tmp_path / "a.mp4")
        return _shift(tmp_path / "a.mp4", 4, 12)

    slow, fast = shift("slow", "small"), shift("fast", "small")
    assert fast > 1.5 * slow > 0
    assert shift("slow", "large") > 1.5 * slow


def test_words_are_shown_while_they_are_spoken(made: Path, tmp_path: Path) -> None:
    silent = replace(NOTES, shots=tuple(replace(shot, lines=()) for shot in NOTES.shots))
    render(request(notes=silent), tmp_path / "a.mp4")
    bottom = np.abs(media.gray(made)[:, 122:156].astype(int) - media.gray(tmp_path / "a.mp4")[:, 122:156]).mean(
        axis=(1, 2)
    )
    spoken = np.zeros(107, bool)
    spoken[20:44] = spoken[70:95] = True
    assert bottom[spoken].min() > 2 * bottom[~spoken].max()


@pytest.mark.parametrize(
    "title", ["最後のフェリー", "도시의 밤", "Ночной город", "", "a" * 3_000, "wide " * 500, "漢" * 900]
)
def test_titles_of_every_script_and_length_are_drawn(title: str, tmp_path: Path) -> None:
    notes = Notes((ShotNote("S01", 0, 5, title),), film_title=title)
    render(request(frames=5, notes=notes), tmp_path / "a.mp4")
    empty = Notes((ShotNote("S01", 0, 5, ""),))
    render(request(frames=5, notes=empty), tmp_path / "b.mp4")
    strip = [media.gray(tmp_path / name)[2, 5:23].astype(int) for name in ("a.mp4", "b.mp4")]
    assert (np.abs(strip[0] - strip[1]).max() > 60) == bool(title)
    # The clip's name at the right edge and the word at the left one are never covered.
    assert np.abs(strip[0] - strip[1])[:, :60].mean() < 3 and np.abs(strip[0] - strip[1])[:, 285:].mean() < 3


def test_two_ideograms_look_different(tmp_path: Path) -> None:
    """None of them is the box or the question mark of a font that lacks them."""
    shown = []
    for sign in "雨夜街":
        render(request(frames=5, notes=Notes((ShotNote("S01", 0, 5),), film_title=sign)), tmp_path / "a.mp4")
        shown.append(media.gray(tmp_path / "a.mp4")[2, 5:23].astype(int))
    assert min(np.abs(a - b).max() for a, b in ((shown[0], shown[1]), (shown[1], shown[2]), (shown[0], shown[2]))) > 50


@pytest.mark.parametrize(
    "text", ["%{pts} $(touch owned) `touch owned`", "x':drawtext=text=y;[a]", "a\x00b\nc\x1b[2J", "\ud800"]
)
def test_text_is_drawn_and_never_run(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    line = LineNote(0, 5, text, text, text)
    notes = Notes((ShotNote(text, 0, 5, text, Move(text, text), (line,)),), film_title=text)
    render(request(clip=text, prompt=text, frames=5, notes=notes), tmp_path / "a.mp4")
    assert media.frames_of(tmp_path / "a.mp4") == 5
    assert [path.name for path in tmp_path.iterdir()] == ["a.mp4"]


def test_who_cuts_in_is_read_and_both_are_heard(tmp_path: Path) -> None:
    first, second = LineNote(2, 30, "Mara", "Wait for me.", "English"), LineNote(15, 30, "Tom", "No, never.", "English")
    shown = []
    for index, lines in enumerate(((first,), (first, second), (second,))):
        render(request(frames=39, notes=Notes((ShotNote("S02", 0, 39, lines=lines),))), tmp_path / f"{index}.mp4")
        shown.append(media.gray(tmp_path / f"{index}.mp4")[:, 125:154].astype(int))
    words = [[np.abs(shown[1][frame] - shown[other][frame]).mean() for other in (0, 2)] for frame in (10, 20)]
    assert words[0][0] < words[0][1] and words[1][1] < words[1][0]
    level = [_band(_frames_of_sound(tmp_path / f"{index}.mp4", 15, 30), 32_000, 80, 900) for index in range(3)]
    assert level[1] > level[0] and level[1] > level[2]


def test_a_request_without_a_plan_is_one_shot(tmp_path: Path) -> None:
    render(request(frames=39, notes=Notes()), tmp_path / "a.mp4")
    assert _mean_change(tmp_path / "a.mp4").max() < 6
    other = request(frames=39, notes=Notes(), prompt=PROMPT_OTHER)
    render(other, tmp_path / "b.mp4")
    assert np.abs(media.gray(tmp_path / "a.mp4")[5].astype(int) - media.gray(tmp_path / "b.mp4")[5]).max() > 60


PROMPT_OTHER = "integrated_multimodal_description: [Shot 1] Waves roll over a stone pier.\n"


@pytest.mark.parametrize(
    ("frame", "text"),
    [(0, "00:00:00:00"), (23, "00:00:00:23"), (24, "00:00:01:00"), (-5, "-00:00:00:05"), (86_399 * 24, "23:59:59:00")],
)
def test_clocks(frame: int, text: str) -> None:
    assert clock(frame) == text


# --- plates -----------------------------------------------------------------------------------------------------------


def _plate_difference(clip: Path, frame: int, plate: Path, canvas: tuple[int, int]) -> float:
    """Mean difference of a frame from a plate that has the canvas's ratio, RGB levels."""
    picture = cv2.cvtColor(cv2.imread(str(plate)), cv2.COLOR_BGR2RGB)
    picture = cv2.resize(picture, canvas, interpolation=cv2.INTER_AREA)
    return float(np.abs(media.pictures(clip)[frame].astype(int) - picture).mean())


def test_the_first_and_the_last_frame_are_the_plates(tmp_path: Path) -> None:
    first, last = media.image(tmp_path / "f.png", (640, 384)), media.image(tmp_path / "l.jpg", (640, 384), seed=9)
    files = (reference(first, role=Role.FIRST_FRAME), reference(last, role=Role.LAST_FRAME))
    path = tmp_path / "a.mp4"
    render(request(mode=Mode.FL2VA, references=files), path)
    assert _plate_difference(path, 0, first, (320, 192)) < 6
    assert _plate_difference(path, 106, last, (320, 192)) < 6
    assert _plate_difference(path, FADE, first, (320, 192)) > 30
    assert _plate_difference(path, 106 - FADE, last, (320, 192)) > 30
    assert _plate_difference(path, 0, last, (320, 192)) > 30


def test_a_plate_fades_and_does_not_look_like_a_cut(tmp_path: Path) -> None:
    plate = media.image(tmp_path / "f.png", (640, 384))
    render(request(mode=Mode.I2VA, references=(reference(plate, role=Role.FIRST_FRAME),)), tmp_path / "a.mp4")
    change = _mean_change(tmp_path / "a.mp4")
    assert int(change.argmax()) == CUT - 1 and change[: FADE + 2].max() < 0.6 * change[CUT - 1]


def test_a_plate_of_another_ratio_is_cropped_in_the_middle(tmp_path: Path) -> None:
    wide = media.texture(192, 960)
    wide[:, 320:640] = (20, 200, 90)
    plate = tmp_path / "w.png"
    cv2.imwrite(str(plate), wide)
    render(
        request(frames=22, mode=Mode.I2VA, references=(reference(plate, role=Role.FIRST_FRAME),)), tmp_path / "a.mp4"
    )
    assert np.abs(media.pictures(tmp_path / "a.mp4")[0, 40:].astype(int) - (90, 200, 20)).mean() < 4


def test_references_are_shown_as_thumbnails(tmp_path: Path) -> None:
    files = (
        reference(media.image(tmp_path / "p.png", color=(255, 0, 0))),
        reference(media.clip(tmp_path / "v.mp4", 12, (160, 96), source="color:lime"), Kind.VIDEO),
        reference(media.song(tmp_path / "s.wav", 2), Kind.AUDIO),
    )
    render(request(frames=22, mode=Mode.REF2VA, references=files, notes=Notes()), tmp_path / "a.mp4")
    right = media.pictures(tmp_path / "a.mp4")[10, 28:130, 270:].astype(int)
    red = (right[..., 0] > 180) & (right[..., 1] < 80)
    green = (right[..., 1] > 180) & (right[..., 0] < 80) & (right[..., 2] < 80)
    assert red.sum() > 100 and green.sum() > 100


@pytest.mark.parametrize("count", [1, 4, 5, 9, 12])
def test_many_references_fit(count: int, tmp_path: Path) -> None:
    picture = media.image(tmp_path / "p.png")
    files = tuple(reference(picture) for _ in range(count))
    render(request(frames=5, mode=Mode.REF2VA, references=files, canvas=Canvas(192, 320)), tmp_path / "a.mp4")
    assert media.frames_of(tmp_path / "a.mp4") == 5


# --- the sound --------------------------------------------------------------------------------------------------------


def test_a_beep_marks_every_cut_and_nothing_else(made: Path) -> None:
    heard = media.samples(made, None)[:, 0]
    spans = [(sound.samples(frame), sound.samples(frame + 2)) for frame in range(105)]
    levels = [_band(heard[start:end], 32_000, 980, 1_020) for start, end in spans]
    loud = {frame for frame, level in enumerate(levels) if level > -50}
    assert {0, CUT} <= loud <= {0, 1, CUT - 1, CUT, CUT + 1}


def test_the_voice_is_heard_in_its_line_only(made: Path) -> None:
    for start, end, heard in ((20, 44, True), (70, 95, True), (4, 19, False), (46, 58, False), (97, 106, False)):
        level = _band(_frames_of_sound(made, start, end), 32_000, 80, 900)
        assert (level > -45) if heard else (level < -60), (start, end, level)


def test_every_speaker_has_a_pitch_of_their_own_and_keeps_it() -> None:
    assert sound.pitch("Mara") != sound.pitch("Tom")
    assert all(sound.PITCHES[0] <= sound.pitch(f"S{index}") <= sound.PITCHES[1] for index in range(50))
    assert len({sound.pitch(f"S{index}") for index in range(50)}) > 10


def test_it_is_quiet_between_and_never_silent(made: Path) -> None:
    quiet = _frames_of_sound(made, 97, 106)
    assert -58 < media.rms_db(quiet) < -50
    assert np.abs(media.samples(made, None)).max() < 0.5
    assert abs(media.samples(made, None).mean()) < 1e-3


# --- stopping ---------------------------------------------------------------------------------------------------------


def test_a_cancel_stops_within_a_few_frames(tmp_path: Path) -> None:
    cancel, seen = Cancel(), []

    def events(event: RenderEvent) -> None:
        seen.append(event)
        if event.kind is EventKind.PROGRESS:
            cancel.set()

    with pytest.raises(Interrupted):
        Slate().render(request(frames=362, notes=Notes()), tmp_path / "a.mp4", events, cancel)
    assert [event.done for event in seen if event.kind is EventKind.PROGRESS] == [8]
    assert not list(tmp_path.glob("*.wav"))


def test_a_cancel_before_the_start_writes_nothing(tmp_path: Path) -> None:
    cancel = Cancel()
    cancel.set()
    with pytest.raises(Interrupted):
        render(request(), tmp_path / "a.mp4", cancel=cancel)
    assert not list(tmp_path.iterdir())


def test_a_place_that_cannot_be_written_is_an_error_of_the_renderer(tmp_path: Path) -> None:
    with pytest.raises(BackendError, match="cannot be written"):
        render(request(frames=5), tmp_path / "nowhere" / "a.mp4")
    (tmp_path / "folder.mp4").mkdir()
    with pytest.raises(BackendError, match="ffmpeg ended"):
        render(request(frames=5), tmp_path / "folder.mp4")
    assert [path.name for path in tmp_path.iterdir()] == ["folder.mp4"]


def test_a_delay_ends_with_a_cancel(tmp_path: Path) -> None:
    cancel = Cancel()
    timer = threading.Timer(0.1, cancel.set)
    timer.start()
    with pytest.raises(Interrupted):
        render(request(settings={"delay": 600}), tmp_path / "a.mp4", cancel=cancel)
    timer.join()
