"""Each fault of the slate does what it says, to the clips and the attempts that it is for."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import av.error
import numpy as np
import pytest

from backends.contract import Cancel, EventKind, RenderEvent
from backends.media.probe import probe
from backends.slate import faults, sound
from backends.slate.renderer import Slate
from backends.slate.settings import FAULTS, SETTINGS, read
from h3prompt.errors import BackendError, CapabilityError, Interrupted
from tests import media
from tests.backends.requests import CUT, render, request


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The clip without a fault."""
    path = tmp_path_factory.mktemp("good") / "good.mp4"
    render(request(), path)
    return path


def _faulty(fault: str, folder: Path) -> Path:
    path = folder / f"{fault}.mp4"
    done, _ = render(request(settings={"fault": fault}), path)
    assert done.facts["fault"] == fault
    return path


def _cuts(path: Path) -> list[int]:
    """Frames at which the picture changes more than any move does."""
    change = np.abs(np.diff(media.gray(path).astype(np.int16), axis=0)).mean(axis=(1, 2))
    return [int(frame) + 1 for frame in np.flatnonzero(change > 12)]


def test_the_good_clip_has_one_cut(good: Path) -> None:
    assert _cuts(good) == [CUT]


def test_late(good: Path, tmp_path: Path) -> None:
    path = _faulty("late", tmp_path)
    assert _cuts(path) == [CUT + faults.LATE]
    assert np.array_equal(media.samples(path, None), media.samples(good, None))


def test_no_cut_and_extra_cut(tmp_path: Path) -> None:
    assert _cuts(_faulty("no_cut", tmp_path)) == []
    assert _cuts(_faulty("extra_cut", tmp_path)) == [24, 24 + faults.EXTRA, CUT]


def test_black(tmp_path: Path) -> None:
    shown = media.gray(_faulty("black", tmp_path)).mean(axis=(1, 2))
    assert shown[:53].min() > 30 and shown[53:].max() < 2


def test_flat(tmp_path: Path) -> None:
    shown = media.pictures(_faulty("flat", tmp_path)).astype(int)
    assert shown.std() < 3 and 100 < shown.mean() < 150


def test_frozen(tmp_path: Path) -> None:
    shown = media.gray(_faulty("frozen", tmp_path)).astype(np.int16)
    change = np.abs(np.diff(shown, axis=0)).mean(axis=(1, 2))
    assert change[:34].min() > 0.05 and change[60:].max() < 0.3 and np.median(change[60:]) < 0.01


def test_short(tmp_path: Path) -> None:
    path = _faulty("short", tmp_path)
    assert media.frames_of(path) == 107 - faults.SHORT
    assert len(media.samples(path, None)) == sound.samples(107 - faults.SHORT)


def test_wrong_fps(tmp_path: Path) -> None:
    path = _faulty("wrong_fps", tmp_path)
    found = probe(path, count=True).video
    assert found is not None and (found.rate, found.frames) == (25, 107)
    assert len(media.samples(path, None)) == round(107 * 32_000 / 25)


def test_wrong_size(tmp_path: Path) -> None:
    found = probe(_faulty("wrong_size", tmp_path)).video
    assert found is not None and (found.width, found.height) == (288, 160)


def test_no_audio(tmp_path: Path) -> None:
    found = probe(_faulty("no_audio", tmp_path))
    assert found.audio is None and found.video is not None


def test_mono(tmp_path: Path) -> None:
    found = probe(_faulty("mono", tmp_path)).audio
    assert found is not None and found.channels == 1


def test_silent_clip(tmp_path: Path) -> None:
    heard = media.samples(_faulty("silent_clip", tmp_path), None)
    assert not heard.any() and len(heard) == sound.samples(107)


def test_dc(good: Path, tmp_path: Path) -> None:
    heard = media.samples(_faulty("dc", tmp_path), None)
    assert heard.mean() == pytest.approx(0.2, abs=0.01) and abs(media.samples(good, None).mean()) < 0.01


def test_clipped(good: Path, tmp_path: Path) -> None:
    heard = np.abs(media.samples(_faulty("clipped", tmp_path), None))
    assert (heard > 0.999).mean() > 0.05 and np.abs(media.samples(good, None)).max() < 0.5


def test_noisy(good: Path, tmp_path: Path) -> None:
    quiet = slice(sound.samples(97), sound.samples(106))
    hiss = media.rms_db(media.samples(_faulty("noisy", tmp_path), None)[quiet])
    assert hiss == pytest.approx(-22, abs=0.5) and media.rms_db(media.samples(good, None)[quiet]) < -50


def test_truncated(good: Path, tmp_path: Path) -> None:
    path = _faulty("truncated", tmp_path)
    assert path.stat().st_size == good.stat().st_size * 6 // 10
    with pytest.raises(av.error.FFmpegError):
        media.frames_of(path)


def test_crash(tmp_path: Path) -> None:
    with pytest.raises(BackendError, match="frame 35 of 107"):
        render(request(settings={"fault": "crash"}), tmp_path / "a.mp4")
    assert not list(tmp_path.glob("*.wav"))


def test_hang_ends_with_a_cancel(tmp_path: Path) -> None:
    cancel = Cancel()

    def events(event: RenderEvent) -> None:
        if event.kind is EventKind.STAGE and event.stage == "hang":
            threading.Timer(0.05, cancel.set).start()

    with pytest.raises(Interrupted):
        Slate().render(request(settings={"fault": "hang"}), tmp_path / "a.mp4", events, cancel)


def test_die_ends_the_process(tmp_path: Path) -> None:
    code = (
        "from tests.backends.requests import render, request; from pathlib import Path; import sys\n"
        "render(request(settings={'fault': 'die'}), Path(sys.argv[1]))"
    )
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path / "a.mp4")], cwd=root, capture_output=True)
    assert done.returncode == 137 and not done.stderr


def test_a_fault_is_for_the_named_clips(tmp_path: Path) -> None:
    settings = {"fault": "crash", "fault_clip": "C01, C09"}
    render(request(frames=22, settings=settings), tmp_path / "a.mp4")
    with pytest.raises(BackendError):
        render(request(clip="C09", frames=22, settings=settings), tmp_path / "b.mp4")


def test_a_fault_is_for_the_first_attempts(tmp_path: Path) -> None:
    wanted, renderer = request(frames=22, settings={"fault": "crash", "fault_attempts": 2}), Slate()
    for _ in range(2):
        with pytest.raises(BackendError):
            render(wanted, tmp_path / "a.mp4", renderer)
    done, _ = render(wanted, tmp_path / "a.mp4", renderer)
    assert "fault" not in done.facts and media.frames_of(tmp_path / "a.mp4") == 22
    with pytest.raises(BackendError):
        render(wanted, tmp_path / "b.mp4")  # another renderer counts for itself


def test_settings_may_be_written_as_text() -> None:
    settings, problems = read({"fault_attempts": "2", "delay": "0.5", "fault": "late"})
    assert not problems and (settings.attempts, settings.delay, settings.fault) == (2, 0.5, "late")
    assert read({})[1] == [] and read({"fault": ""})[0].fault_for("C01", 1) == ""


@pytest.mark.parametrize(
    ("given", "nearest"),
    [
        ({"falt": "late"}, "fault"),
        ({"fault": "lat"}, "late"),
        ({"fault": "no-audio"}, "no_audio"),
        ({"fault_attempts": 1.5}, "2"),
        ({"fault_attempts": True}, "0"),
        ({"fault_attempts": "many"}, "0"),
        ({"fault_attempts": -1}, "0"),
        ({"delay": -1}, "0"),
        ({"delay": 1e6}, "3600"),
        ({"delay": "nan"}, "0"),
    ],
)
def test_what_means_nothing_is_refused(given: dict[str, str | float], nearest: str, tmp_path: Path) -> None:
    found = [finding for finding in Slate().preflight(request(settings=given)) if finding.code in ("SLT001", "SLT002")]
    assert [(finding.level, finding.suggestion) for finding in found] == [("error", nearest)]
    with pytest.raises(CapabilityError):
        render(request(settings=given), tmp_path / "a.mp4")


def test_every_fault_and_setting_is_documented_and_tried() -> None:
    page = (Path(__file__).parents[2] / "docs" / "slate.md").read_text(encoding="utf-8")
    own = Path(__file__).read_text(encoding="utf-8")
    assert not [name for name in (*FAULTS, *SETTINGS) if f"`{name}`" not in page]
    assert not [name for name in FAULTS if f'"{name}"' not in own and f"'{name}'" not in own]
