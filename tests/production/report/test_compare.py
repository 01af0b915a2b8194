"""What two records of a film do not share."""

from __future__ import annotations

import json
from typing import Any

import pytest

from production.report.compare import Change, compare, render_changes

OLD: dict[str, Any] = {
    "version": "v001",
    "created": "2026-01-01",
    "film": {"sha256": "a", "frames": 96},
    "clips": [{"id": "C01", "seed": 1, "shots": ["S01"]}, {"id": "C02", "seed": 2, "shots": ["S02"]}],
    "takes": {"C01": {"draft": True}},
    "numbers": [1, 2, 3],
}


def changed(**changes: Any) -> list[Change]:
    return compare(OLD, {**json.loads(json.dumps(OLD)), **changes})


def test_equal_documents_have_no_changes() -> None:
    assert changed() == []
    assert render_changes([]) == "no difference\n"


@pytest.mark.parametrize(("changes", "expected"), [
    ({"version": "v002"}, ("changed", "version", "", "v001", "v002")),
    ({"film": {"sha256": "a", "frames": 97}}, ("changed", "film.frames", "", 96, 97)),
    ({"film": {"sha256": "a"}}, ("removed", "film.frames", "", 96, None)),
    ({"extra": None}, ("added", "extra", "", None, None)),
    ({"takes": {"C01": {"draft": 1}}}, ("changed", "takes.C01.draft", "C01", True, 1)),
    ({"numbers": [1, 2, 3, 4]}, ("added", "numbers.3", "", None, 4)),
    ({"numbers": [1, 5, 3]}, ("changed", "numbers.1", "", 2, 5)),
    ({"numbers": {}}, ("changed", "numbers", "", [1, 2, 3], {})),
    ({"clips": OLD["clips"][1:]}, ("removed", "clips.C01", "C01", OLD["clips"][0], None)),
    ({"clips": [*OLD["clips"], {"id": "C03"}]}, ("added", "clips.C03", "C03", None, {"id": "C03"})),
])  # fmt: skip
def test_each_kind_of_change_is_found_at_its_place(changes: dict[str, Any], expected: tuple[Any, ...]) -> None:
    assert changed(**changes) == [Change(*expected)]


def test_members_with_ids_are_matched_whatever_their_order() -> None:
    assert changed(clips=OLD["clips"][::-1]) == []
    (only,) = changed(clips=[OLD["clips"][1], {**OLD["clips"][0], "seed": 9}])
    assert (only.path, only.group) == ("clips.C01.seed", "C01")


def test_members_with_the_same_id_are_matched_by_number() -> None:
    twice = [{"id": "x", "n": 1}, {"id": "x", "n": 2}]
    assert [change.path for change in compare({"l": twice}, {"l": [twice[0], {"id": "x", "n": 3}]})] == ["l.1.n"]


def test_ignored_keys_and_paths_are_left_out() -> None:
    new = {**OLD, "created": "2027-01-01", "film": {"sha256": "b", "frames": 97}}
    found = compare(OLD, new, ignore=("created", "film.sha256"))
    assert [change.path for change in found] == ["film.frames"]
    assert compare(OLD, new, ignore=("created", "film")) == []


def test_the_text_groups_by_clip_with_the_film_first() -> None:
    new = json.loads(json.dumps(OLD))
    new["clips"][1]["seed"] = 7
    new["takes"]["C01"]["draft"] = False
    new["version"] = "v002"
    del new["film"]["frames"]
    new["prompts"] = {"C02": "灯" * 200}
    assert render_changes(compare(OLD, new)).splitlines()[:6] == [
        "film", '  ~ version: "v001" -> "v002"', "  - film.frames: 96", f'  + prompts: {{"C02": "{"灯" * 62}…',
        "C01", "  ~ takes.C01.draft: true -> false",
    ]  # fmt: skip


def test_changes_are_json() -> None:
    document = [change.to_dict() for change in changed(version="v002")]
    assert json.loads(json.dumps(document)) == [
        {"kind": "changed", "path": "version", "group": "", "old": "v001", "new": "v002"}
    ]
