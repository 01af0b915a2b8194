"""``h3 qc``: any file, every kind of rubbish, and a status that follows the worst finding."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from production.hashes import sha256
from production.plan.planner import make_plan
from production.plan.tables import plan_document
from tests import media
from tests.cli import Cli, validate
from tests.production.films import brief
from tests.production.qc.scenes import RATE, SIZE, cut, moving, voice


@pytest.fixture
def film(tmp_path: Path) -> Path:
    """Two seconds without a fault, in a folder with an odd name."""
    folder = tmp_path / "it's 测试 [1] #2%"
    folder.mkdir()
    return media.clip(folder / "film.mp4", 48, SIZE, source=moving(48), audio=voice(2), rate=RATE)


def test_a_good_file_is_fine_and_its_hash_is_named(h3: Cli, film: Path) -> None:
    result = h3("qc", film)
    assert result.status == 0
    assert f"sha256 {sha256(film)}" in result.out
    assert "0 errors" in result.out


def test_the_json_form_follows_its_schema(h3: Cli, film: Path) -> None:
    document = h3("qc", film, "--json").document
    validate(document, "inspection")
    assert document["sha256"] == sha256(film)
    assert str(film.parent) not in json.dumps(document)
    for curve in ("luma", "level_db", "waveform"):
        assert 0 < len(document["measured"][curve]) <= 2_000


def test_the_status_follows_the_worst_finding(h3: Cli, tmp_path: Path) -> None:
    bad = media.clip(tmp_path / "bad.mp4", 48, SIZE, fps=25, source=moving(48), audio=None)
    result = h3("qc", bad)
    assert result.status == 1
    assert "STR005" in result.out
    document = h3("qc", bad, "--json", "--min-level", "error").document
    assert {found["level"] for found in document["findings"]} == {"error"}
    validate(document, "inspection")


def test_a_film_is_compared_with_its_plan(h3: Cli, tmp_path: Path) -> None:
    from h3prompt.brief.model import Brief

    plan = make_plan(Brief.model_validate({**brief(3), "packing": "auto"}))
    file = tmp_path / "plan.json"
    file.write_text(json.dumps(plan_document(plan)), encoding="utf-8")
    film = media.clip(tmp_path / "film.mp4", 288, SIZE, source=cut(96, 90, 102), audio=voice(12), rate=RATE)
    document = h3("qc", film, "--plan", file, "--json").document
    said = {found["code"]: found["message"] for found in document["findings"]}
    assert "S02" in said["PIC004"] or "S03" in said["PIC004"]
    assert "6 frames early" in said["PIC004"]
    assert "128x64" in said["STR004"]
    take = h3("qc", film, "--plan", file, "--clip", "c01", "--json").document
    assert any(found["code"] == "STR003" for found in take["findings"])


@pytest.mark.parametrize("content", [b"", b"hello film\n", b"x" * 11, bytes(range(256)) * 40])
def test_what_is_no_film_is_an_error_and_no_crash(h3: Cli, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "film.mp4"
    file.write_bytes(content)
    result = h3("qc", file, "--json")
    assert result.status == 1
    validate(result.document, "inspection")
    assert "no media file" in result.document["findings"][0]["message"]


def test_sound_alone_and_picture_alone_are_judged_as_far_as_they_go(h3: Cli, tmp_path: Path) -> None:
    song = media.song(tmp_path / "song.wav", 2)
    assert [found["message"] for found in h3("qc", song, "--json").document["findings"]] == [
        "there is no picture stream"
    ]
    mute = media.clip(tmp_path / "mute.mp4", 24, SIZE, source=moving(24), audio=None)
    assert [found["code"] for found in h3("qc", mute, "--json").document["findings"]] == ["STR001"]


@pytest.mark.parametrize(
    "words",
    [
        ["gone.mp4"],
        ["."],
        ["film.mp4", "--clip", "C01"],
        ["film.mp4", "--plan", "gone.json"],
        ["film.mp4", "--plan", "film.mp4"],
        ["film.mp4", "--min-level", "terrible"],
    ],
)
def test_wrong_words_are_usage(h3: Cli, film: Path, words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(film.parent)
    result = h3("qc", *words)
    assert result.status == 2
    assert result.err.startswith("h3: ")


def test_one_frame_and_odd_sizes_are_looked_at(h3: Cli, tmp_path: Path) -> None:
    one = media.clip(tmp_path / "one.mp4", 1, SIZE, source=moving(1), audio=None)
    assert h3("qc", one, "--json").document["measured"]["frames"] == 1
    odd = media.clip(
        tmp_path / "odd.mkv", 24, (321, 181), source=np.zeros((24, 181, 321, 3), np.uint8), pixel_format="yuv444p"
    )
    assert h3("qc", odd, "--json").document["measured"]["width"] == 321
