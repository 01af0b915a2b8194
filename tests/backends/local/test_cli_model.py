"""``h3 model`` and a film from small weights."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from tests.cli import Cli, validate

BRIEF = """schema: 1
title: Two lamps
duration: 12s
ratio: "16:9"
short_edge: 256
shots:
  - beats: [{text: A lamp burns in a window.}]
    duration: 6s
  - beats: [{text: A boat leaves the harbour at dawn.}]
    duration: 6s
"""


def test_show_tells_what_a_model_is(h3: Cli, tiny: Path) -> None:
    result = h3("model", "show", tiny, "--json")
    assert result.status == 0
    validate(result.document, "model")
    assert result.document["test_weights"] and "Ref2VA" in result.document["modes"]
    text = h3("model", "show", tiny).out
    assert "test weights" in text and "transformer_ref" in text


def test_show_ends_with_1_when_a_part_is_missing(h3: Cli, tiny: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(tiny, tmp_path / "model")
    shutil.rmtree(copy / "tokenizer")
    result = h3("model", "show", copy)
    assert result.status == 1 and "lacks: tokenizer" in result.out


def test_tiny_writes_nothing_into_a_folder_that_is_not_empty(h3: Cli, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    result = h3("model", "tiny", tmp_path)
    assert result.status == 2 and "is not empty" in result.err
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_a_film_is_a_draft_and_its_clips_are_kept(h3: Cli, tiny: Path, tmp_path: Path) -> None:
    brief = tmp_path / "brief.yaml"
    brief.write_text(BRIEF)
    words = [
        "produce",
        brief,
        "--into",
        tmp_path / "film",
        "--backend",
        "local",
        "--model",
        tiny,
        "--set",
        "evaluations=2",
    ]
    h3(*words)
    films = list((tmp_path / "film" / "films").glob("*/*.mp4"))
    assert films and all("draft" in film.name for film in films)
    manifest = json.loads((tmp_path / "film" / "manifest.json").read_text())
    assert "test weights" in json.dumps(manifest)
    again = h3(*words, "--json")
    assert (again.document["made"], again.document["kept"]) == (0, 1)
