"""Manifests: written whole, read in every older form, refused in a newer one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from h3prompt.errors import SourceError
from production import manifest


def test_a_manifest_comes_back_with_its_schema_and_lf(tmp_path: Path) -> None:
    file = tmp_path / "manifest.json"
    manifest.write(file, {"title": "灯台"})
    assert manifest.read(file) == {"schema": manifest.SCHEMA, "title": "灯台"}
    assert b"\r" not in file.read_bytes()


def test_an_old_form_is_brought_up_step_by_step(tmp_path: Path) -> None:
    file = tmp_path / "manifest.json"
    file.write_text(json.dumps({"schema": 1, "name": "The Ferry"}), encoding="utf-8")
    steps = {
        1: lambda old: {**{key: value for key, value in old.items() if key != "name"}, "title": old["name"]},
        2: lambda old: {**old, "draft": False},
    }
    assert manifest.read(file, steps, to=3) == {"schema": 3, "title": "The Ferry", "draft": False}
    with pytest.raises(SourceError, match="no way leads"):
        manifest.read(file, {}, to=3)


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"schema": "1"}', '{"schema": 999}'])
def test_what_is_no_manifest_of_ours_is_refused(tmp_path: Path, content: str) -> None:
    file = tmp_path / "manifest.json"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(SourceError, match=r"manifest\.json"):
        manifest.read(file)


def test_the_programs_are_named_with_their_versions() -> None:
    found = manifest.made_with()
    assert {"h3", "python", "ffmpeg", "numpy", "av"} <= set(found)
    assert "configuration" in found["ffmpeg"]
