"""Takes on disk: recorded before work, moved only along known steps, recovered after a crash, never trusted when changed."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from h3prompt.errors import H3Error, UsageError
from production.hashes import sha256
from production.takes.model import FOLLOWS, State, Take
from production.takes.store import TakeStore, difference, hashes, intact


def _identity(seed: int = 1, prompt: str = "a lamp") -> dict[str, Any]:
    return {"backend": "slate", "seed": seed, "prompt": prompt, "references": [], "settings": {}}


def _finish(store: TakeStore, take: Take, content: bytes = b"film") -> Take:
    store.move(take, State.RUNNING)
    path = take.folder / "clip.mp4"
    path.write_bytes(content)
    found = path.stat()
    file = {"name": path.name, "size": found.st_size, "mtime_ns": found.st_mtime_ns, "sha256": sha256(path)}
    store.move(take, State.FINISHED, file=file)
    return take


def _add(store: TakeStore, **values: Any) -> Take:
    return store.add(clip="C01", shots=["S01"], identity=_identity(**values))


def test_a_take_is_on_disk_before_anything_is_done_for_it(tmp_path: Path) -> None:
    take = _add(TakeStore(tmp_path))
    record = json.loads((tmp_path / "T0001" / "take.json").read_text("utf-8"))
    assert (take.id, record["state"], record["seed"]) == ("T0001", "queued", 1)


def test_everything_comes_back_from_disk(tmp_path: Path) -> None:
    store = TakeStore(tmp_path)
    take = _finish(store, _add(store))
    again = TakeStore(tmp_path).get("t0001")
    assert again.to_dict() == take.to_dict()
    assert intact(again)


@pytest.mark.parametrize("state", State)
def test_only_known_steps_are_taken(tmp_path: Path, state: State) -> None:
    store = TakeStore(tmp_path)
    take = _add(store)
    if state in FOLLOWS[State.QUEUED]:
        store.move(take, state)
        assert take.state is state
    else:
        with pytest.raises(H3Error, match="cannot become"):
            store.move(take, state)


def test_what_a_dead_process_left_is_interrupted_and_its_files_are_gone(tmp_path: Path) -> None:
    store = TakeStore(tmp_path)
    take = _add(store)
    store.move(take, State.RUNNING)
    (take.folder / "partial.mp4").write_bytes(b"half")
    (take.folder / "scratch").mkdir()
    (take.folder / "scratch" / "sound.wav").write_bytes(b"half")
    fresh = TakeStore(tmp_path)
    assert [ended.id for ended in fresh.recover()] == [take.id]
    assert fresh.get(take.id).state is State.INTERRUPTED
    assert [entry.name for entry in take.folder.iterdir()] == ["take.json"]
    assert not fresh.recover()


@pytest.mark.parametrize("harm", ["truncate", "remove", "replace"])
def test_a_finished_take_whose_file_changed_is_not_shown(tmp_path: Path, harm: str) -> None:
    store = TakeStore(tmp_path)
    take = _finish(store, _add(store))
    path = take.path
    assert path is not None
    assert store.chosen(take.base, take.key) is take
    if harm == "truncate":
        path.write_bytes(b"fi")
    elif harm == "remove":
        path.unlink()
    else:
        path.write_bytes(b"FILM")
        os.utime(path, ns=(1, 1))
    assert store.chosen(take.base, take.key) is None
    assert [ended.state for ended in TakeStore(tmp_path).recover()] == [State.FAILED]


def test_a_touch_without_change_is_no_change(tmp_path: Path) -> None:
    store = TakeStore(tmp_path)
    take = _finish(store, _add(store))
    assert take.path is not None
    os.utime(take.path, ns=(5, 5))
    assert TakeStore(tmp_path).chosen(take.base, take.key) is not None


def test_the_planned_seed_wins_over_a_newer_take_and_a_pick_over_both(tmp_path: Path) -> None:
    store = TakeStore(tmp_path)
    planned, other = _finish(store, _add(store, seed=1)), _finish(store, _add(store, seed=2))
    assert planned.base == other.base
    assert store.chosen(planned.base, planned.key) is planned
    store.pick(planned.base, other)
    found = TakeStore(tmp_path).chosen(planned.base, planned.key)
    assert found is not None
    assert found.id == other.id
    store.move(other, State.REJECTED, error="the sea is green")
    assert store.chosen(planned.base, planned.key) is planned


def test_numbers_are_never_used_twice_not_even_after_a_crash(tmp_path: Path) -> None:
    store = TakeStore(tmp_path)
    _add(store)
    (tmp_path / "T0002").mkdir()  # A folder whose record was never written.
    assert _add(TakeStore(tmp_path)).id == "T0002"
    assert _add(TakeStore(tmp_path)).id == "T0003"


@pytest.mark.parametrize("content", ["", "{}", '{"schema": 99}', '{"schema": 1, "id": "T0009"}', "\x00\x01"])
def test_a_damaged_record_is_told_and_left_alone(tmp_path: Path, content: str) -> None:
    store = TakeStore(tmp_path)
    take = _add(store)
    (take.folder / "take.json").write_text(content, encoding="utf-8")
    fresh = TakeStore(tmp_path)
    assert len(fresh) == 0
    assert "T0001" in fresh.damaged[0]
    assert _add(fresh).id == "T0002"
    assert (take.folder / "take.json").read_text("utf-8") == content


def test_damaged_picks_count_for_nothing(tmp_path: Path) -> None:
    store = TakeStore(tmp_path)
    take = _finish(store, _add(store))
    (tmp_path / "picks.json").write_text("{", encoding="utf-8")
    fresh = TakeStore(tmp_path)
    assert fresh.picked(take.base) is None
    assert "picks.json" in fresh.damaged[0]


def test_an_unknown_take_is_named_with_the_known_ones(tmp_path: Path) -> None:
    store = TakeStore(tmp_path)
    _add(store)
    with pytest.raises(UsageError, match="T0001"):
        store.get("T9999")


def test_the_seed_is_in_the_key_and_not_in_the_base() -> None:
    one, two = hashes(_identity(seed=1)), hashes(_identity(seed=2))
    assert one[0] == two[0]
    assert one[1] != two[1]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ({"frames": 124}, {"frames": 141}, "frames: 124 is now 141"),
        ({"prompt": "a\nb"}, {"prompt": "a\nc"}, "prompt, line 2"),
        ({"prompt": "a"}, {"prompt": "a\nb"}, "prompt, its length"),
        ({"settings": {"fault": "x"}}, {"settings": {}}, 'settings.fault: "x" is now null'),
        ({"references": [{"sha256": "a"}]}, {"references": [{"sha256": "b"}]}, 'references[1].sha256: "a" is now "b"'),
        ({"references": []}, {"references": [{}]}, "references: 0 are now 1"),
        ({"frames": 124}, {"frames": 124}, ""),
    ],
)
def test_the_first_difference_is_named(old: dict[str, Any], new: dict[str, Any], expected: str) -> None:
    assert difference(old, new) == expected
