"""Half a download is never taken for a clip."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from backends.media import run
from backends.media.probe import probe
from h3prompt.errors import H3Error
from h3prompt.grid import Canvas
from production.assembly.assemble import assemble
from production.edit import Edit, Piece
from production.qc.inspect import inspect
from production.qc.model import Expected
from tests import media
from tests.cli import Cli

HERE = "tests/production/complaints/test_j.py"
#: Input to the test of it.
COVERED = {
    "half of a fast-start MP4, inspected": f"{HERE}::test_half_a_file_is_an_error_though_its_header_is_whole",
    "half of a fast-start MP4, in a film": f"{HERE}::test_half_a_file_makes_no_film",
    "any part of a fast-start MP4": f"{HERE}::test_a_file_that_was_cut_off_anywhere_is_an_error[0.99]",
    "half of a fast-start MP4, as a take": (
        "tests/production/test_produce.py::test_a_bad_take_is_tried_again_within_the_budget[truncated]"
    ),
    "no bytes, 11 bytes, a page of text": "tests/production/test_cli_qc.py::test_what_is_no_film_is_an_error_and_no_crash",
}

FRAMES = 120


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """5 s of picture whose index lies at the front of the file."""
    folder = tmp_path_factory.mktemp("whole")
    plain = media.clip(folder / "plain.mp4", FRAMES, (160, 96), audio=None)
    run.run(
        ["-i", str(plain), "-c", "copy", "-movflags", "+faststart", str(folder / "whole.mp4")], what="moving an index"
    )
    return (folder / "whole.mp4").read_bytes()


def _part(folder: Path, whole: bytes, share: float) -> Path:
    path = folder / "part.mp4"
    path.write_bytes(whole[: int(len(whole) * share)])
    return path


def test_half_a_file_is_an_error_though_its_header_is_whole(whole: bytes, h3: Cli, tmp_path: Path) -> None:
    path = _part(tmp_path, whole, 0.5)
    video = probe(path).video
    assert video is not None
    assert (video.frames, video.duration) == (FRAMES, 5)
    found = inspect(path, Expected(frames=FRAMES))
    assert not found.ok
    said = {one.finding.code: one.finding.message for one in found.findings}
    assert "STR002" in said
    assert f"frames where {FRAMES} were planned" in said["STR003"]
    result = h3("qc", path, "--json")
    assert result.status == 1
    assert result.document["ok"] is False
    assert "STR002" in json.dumps(result.document["findings"])


@pytest.mark.parametrize("share", [0.1, 0.3, 0.7, 0.9, 0.99])
def test_a_file_that_was_cut_off_anywhere_is_an_error(share: float, whole: bytes, tmp_path: Path) -> None:
    assert not inspect(_part(tmp_path, whole, share), Expected(frames=FRAMES)).ok
    assert inspect(_part(tmp_path, whole, 1), Expected(frames=FRAMES)).ok


@pytest.mark.parametrize("asked", [FRAMES, 100])
def test_half_a_file_makes_no_film(asked: int, whole: bytes, tmp_path: Path) -> None:
    path = _part(tmp_path, whole, 0.5)
    target = tmp_path / "film.mp4"
    with pytest.raises(H3Error) as error:
        assemble(Edit((Piece("C01", path, 0, asked),), Canvas(160, 96)), target, work=tmp_path / "work")
    told = " ".join([error.value.message, *(finding.message for finding in getattr(error.value, "findings", ()))])
    assert "part.mp4" in told
    assert not target.exists()
