"""The memory of hashes: read once, read again when a file changed, never trusted when damaged."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from h3prompt.errors import SourceError
from production.hashes import Hashes, digest, sha256


def _old(path: Path) -> None:
    """Gives a file a time stamp that is long past."""
    os.utime(path, ns=(1_700_000_000_000_000_000, 1_700_000_000_000_000_000))


class Counting:
    """Hashes files and counts how often."""

    def __init__(self) -> None:
        self.read: list[str] = []

    def __call__(self, path: Path) -> str:
        self.read.append(path.name)
        return sha256(path)


def test_an_unchanged_file_is_read_once_also_by_the_next_run(tmp_path: Path) -> None:
    file = tmp_path / "song.wav"
    file.write_bytes(b"la")
    _old(file)
    count = Counting()
    memory = Hashes(tmp_path / "hashes.json", count)
    first = memory.of(file)
    assert memory.of(file) == first == sha256(file)
    memory.save()
    assert Hashes(tmp_path / "hashes.json", count).of(file) == first
    assert count.read == ["song.wav"]


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "song.wav"
    file.write_bytes(b"la")
    _old(file)
    memory = Hashes(tmp_path / "hashes.json")
    first = memory.of(file)
    file.write_bytes(b"lo")
    assert memory.of(file) != first


def test_a_file_that_was_just_written_is_not_remembered(tmp_path: Path) -> None:
    file = tmp_path / "song.wav"
    file.write_bytes(b"la")
    count = Counting()
    memory = Hashes(tmp_path / "hashes.json", count)
    memory.of(file)
    memory.of(file)
    assert len(count.read) == 2


@pytest.mark.parametrize("content", ["", "[]", '{"a": 1}', '{"song.wav": [1, 2]}', "\x00"])
def test_a_damaged_memory_is_thrown_away(tmp_path: Path, content: str) -> None:
    (tmp_path / "hashes.json").write_text(content, encoding="utf-8")
    file = tmp_path / "song.wav"
    file.write_bytes(b"la")
    assert Hashes(tmp_path / "hashes.json").of(file) == sha256(file)


def test_the_memory_survives_a_move_of_the_project(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    file = tmp_path / "a" / "song.wav"
    file.write_bytes(b"la")
    _old(file)
    memory = Hashes(tmp_path / "a" / "hashes.json")
    memory.of(file)
    memory.save()
    (tmp_path / "a").rename(tmp_path / "b")
    count = Counting()
    Hashes(tmp_path / "b" / "hashes.json", count).of(tmp_path / "b" / "song.wav")
    assert not count.read


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="gone"):
        Hashes(tmp_path / "hashes.json").of(tmp_path / "gone.wav")


def test_a_digest_does_not_depend_on_the_order_of_keys() -> None:
    assert digest({"a": 1, "b": "ü"}) == digest({"b": "ü", "a": 1})
    assert digest({"a": 1}) != digest({"a": 2})
