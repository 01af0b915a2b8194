"""The example film: its plate and song are made, and it becomes the film that its brief describes."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import media
from tests.cli import ROOT, process

LIGHTHOUSE = ROOT / "examples" / "lighthouse"


@pytest.fixture(scope="module")
def lighthouse(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the example with its plate and song, small enough to be made quickly."""
    folder = tmp_path_factory.mktemp("examples") / "lighthouse"
    shutil.copytree(LIGHTHOUSE, folder, ignore=shutil.ignore_patterns("assets"))
    made = subprocess.run([sys.executable, folder / "make_assets.py"], capture_output=True, check=False)
    assert made.returncode == 0, made.stderr.decode()
    brief = folder / "brief.yaml"
    brief.write_text(brief.read_text("utf-8").replace("short_edge: 768", "short_edge: 128"), encoding="utf-8")
    return folder


def test_the_lighthouse_becomes_an_inspected_film(lighthouse: Path) -> None:
    out = lighthouse.parent / "out"
    done = process(["produce", lighthouse, "--into", out, "--json"], lighthouse.parent)
    assert done.returncode == 0, done.stderr.decode()
    document = json.loads(done.stdout)
    assert document["findings"] == []
    assert document["frames"] == 26 * 24
    film = Path(document["film"]["path"])
    assert media.frames_of(film) == 26 * 24
    inspected = json.loads((film.parent / "inspection.json").read_text("utf-8"))
    assert inspected["findings"] == []
    assert inspected["measured"]["samples"] == 26 * 48_000
    names = {path.name for path in film.parent.iterdir()}
    stem = film.stem
    assert {
        f"{stem}.mp4", f"{stem}.srt", f"{stem}.vtt", "report.html", "manifest.json", "inspection.json", "timeline.otio",
        "timeline.xml", "timeline.edl", "contact-sheet-slate.jpg",
    } <= names  # fmt: skip


def test_the_brief_has_what_an_example_should_show() -> None:
    from h3prompt.brief.loader import load_brief

    brief = load_brief(LIGHTHOUSE / "brief.yaml", files=False).brief
    assert len(brief.shots) == 5
    assert len({line.speaker for shot in brief.shots for line in shot.lines}) == 2
    assert [shot.id for shot in brief.shots if shot.join.kind.value == "dissolve"] == ["S03"]
    assert [shot.first_frame for shot in brief.shots if shot.first_frame] == ["assets/plate.png"]
    assert brief.audio.music is not None
