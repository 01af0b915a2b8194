"""The whole line: from a brief to an inspected film, again with a change, and what a person decides in between."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from production.hashes import sha256
from production.takes.model import State
from production.takes.store import TakeStore
from tests import media
from tests.cli import Cli, process, validate
from tests.production.films import brief, write


class Film:
    """A brief with its project, and the commands on it."""

    def __init__(self, h3: Cli, folder: Path, document: dict[str, Any]) -> None:
        self.h3 = h3
        self.source = folder / "source"
        self.out = folder / "out"
        self.document = document
        self.save()

    def save(self) -> None:
        self.brief = write(self.source, self.document)

    def produce(self, *words: str, status: int = 0) -> Any:
        """Runs ``h3 produce --json`` and returns its document."""
        result = self.h3("produce", self.brief, "--into", self.out, "--json", *words)
        assert result.status == status, result.err
        return result.document

    def dry(self, *words: str) -> dict[str, tuple[str, str]]:
        """Clip to (action, why) of a dry run."""
        document = self.produce("--dry-run", *words)
        validate(document, "decisions")
        return {clip["clip"]: (clip["action"], clip["why"]) for clip in document["clips"]}

    @property
    def takes(self) -> list[Any]:
        return list(TakeStore(self.out / "takes"))

    def manifest(self) -> Any:
        return json.loads((self.out / "manifest.json").read_text("utf-8"))


@pytest.fixture
def film(h3: Cli, tmp_path: Path) -> Film:
    """Two shots, not made yet."""
    return Film(h3, tmp_path, brief())


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a film of three shots that was made once."""
    folder = tmp_path_factory.mktemp("made")
    path = write(folder / "source", brief(3))
    done = process(["produce", path, "--into", folder / "out", "--json"], folder)
    assert done.returncode == 0, done.stderr.decode()
    return folder


@pytest.fixture
def again(h3: Cli, made: Path, tmp_path: Path) -> Film:
    """A copy of the film of three shots, to be changed."""
    shutil.copytree(made, tmp_path / "copy")
    found = Film.__new__(Film)
    found.h3, found.source, found.out = h3, tmp_path / "copy" / "source", tmp_path / "copy" / "out"
    found.document = brief(3)
    found.brief = found.source / "brief.yaml"
    return found


def test_a_brief_becomes_a_film_that_is_exactly_what_was_planned(film: Film) -> None:
    document = film.produce()
    validate(document, "produce")
    assert (document["made"], document["kept"], document["frames"]) == (2, 0, 192)
    path = Path(document["film"]["path"])
    assert media.frames_of(path) == 192
    assert len(media.samples(path)) == 192 * 2_000
    assert document["film"]["findings"]["error"] == 0
    manifest = film.manifest()
    validate(manifest, "manifest")
    validate(manifest["plan"], "plan")
    for take in film.takes:
        validate(json.loads((take.folder / "take.json").read_text("utf-8")), "take")
    assert manifest["film"]["sha256"] == sha256(path)
    assert not [text for text in _strings(manifest) if str(film.out) in text or "\\" in text]


def _strings(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [text for part in value.values() for text in _strings(part)]
    if isinstance(value, list):
        return [text for part in value for text in _strings(part)]
    return [value] if isinstance(value, str) else []


def test_a_slate_is_called_a_slate_everywhere(film: Film) -> None:
    document = film.produce()
    assert document["draft"] is True
    assert "slate" in Path(document["film"]["path"]).name
    assert all("slate" in take.file["name"] for take in film.takes)
    assert film.manifest()["draft"] is True
    assert "slate" in (film.out / "films" / "v001" / "report.html").read_text("utf-8").lower()


def test_a_second_run_makes_nothing(again: Film) -> None:
    before = {path: path.stat().st_mtime_ns for path in again.out.rglob("*") if path.is_file()}
    document = again.produce()
    assert (document["made"], document["kept"], document["film"]["version"]) == (0, 3, "v001")
    changed = [
        str(path.relative_to(again.out))
        for path in again.out.rglob("*")
        if path.is_file() and before.get(path) != path.stat().st_mtime_ns
    ]
    assert set(changed) <= {".lock", "hashes.json"}


def test_one_changed_shot_is_made_again_and_the_reason_names_the_first_difference(again: Film) -> None:
    again.document["shots"][1]["action"] = "A white boat drifts past the stone pier."
    again.save()
    decisions = again.dry()
    assert [action for action, _ in decisions.values()] == ["keep", "make", "keep"]
    assert "prompt, line" in decisions["C02"][1]
    document = again.produce()
    assert (document["made"], document["kept"], document["film"]["version"]) == (1, 2, "v002")
    assert (again.out / "films" / "v001").is_dir()


@pytest.mark.parametrize("change", ["touch", "crlf", "bom", "comment", "move"])
def test_a_change_that_changes_nothing_makes_nothing(again: Film, change: str) -> None:
    data = again.brief.read_bytes()
    if change == "touch":
        os.utime(again.brief, ns=(1, 1))
    elif change == "crlf":
        again.brief.write_bytes(data.replace(b"\n", b"\r\n"))
    elif change == "bom":
        again.brief.write_bytes(b"\xef\xbb\xbf" + data)
    elif change == "comment":
        again.brief.write_bytes(b"# a note\n" + data)
    else:
        moved = again.out.parent.with_name("it's 测试 [1]")
        again.out.parent.rename(moved)
        again.source, again.out, again.brief = moved / "source", moved / "out", moved / "source" / "brief.yaml"
    document = again.produce()
    assert (document["made"], document["film"]["version"]) == (0, "v001")


def test_another_loudness_makes_another_film_and_no_clip(again: Film) -> None:
    again.document["audio"] = {"loudness": {"target": -18}}
    again.save()
    document = again.produce()
    assert (document["made"], document["film"]["version"]) == (0, "v002")


def test_a_truncated_take_is_made_again(again: Film) -> None:
    take = again.takes[0]
    assert take.path is not None
    take.path.write_bytes(take.path.read_bytes()[:-100])
    document = again.produce()
    assert (document["made"], document["kept"]) == (1, 2)
    assert again.takes[0].state is State.FAILED


def test_a_film_that_was_changed_is_made_again_and_the_changed_one_stays(again: Film) -> None:
    path = again.out / again.manifest()["film"]["path"]
    path.write_bytes(path.read_bytes() + b"x")
    document = again.produce()
    assert (document["made"], document["film"]["version"]) == (0, "v002")
    assert path.exists()


def test_another_take_of_one_shot_is_made_and_shown(again: Film) -> None:
    document = again.produce("--only", "S02", "--take", "new")
    assert document["made"] == 1
    assert document["film"]["version"] == "v002"
    takes = again.takes
    assert takes[-1].seed != takes[1].seed
    assert again.manifest()["clips"][1]["take"] == takes[-1].id
    assert again.produce()["film"]["version"] == "v002"


def test_an_older_take_can_be_picked_again_and_a_rejected_one_is_replaced(again: Film) -> None:
    again.produce("--only", "S02", "--take", "new")
    first = again.manifest()["clips"]
    assert again.h3("takes", "pick", "T0002", again.out).status == 0
    again.produce()
    assert again.manifest()["clips"][1]["take"] == "T0002"
    assert first[1]["take"] != "T0002"
    rejected = again.h3("takes", "reject", "T0002", again.out, "--why", "the bell is green")
    assert rejected.status == 0, rejected.err
    again.produce()
    assert again.manifest()["clips"][1]["take"] == first[1]["take"]
    listed = again.h3("takes", "list", again.out, "--json").document
    validate(listed, "takes")
    assert [take["error"] for take in listed["takes"] if take["id"] == "T0002"] == ["the bell is green"]


def test_an_edited_prompt_wins_and_only_its_clip_is_made_again(again: Film) -> None:
    prompt = again.out / "prompts" / "C02.h3.md"
    prompt.write_text(prompt.read_text("utf-8").replace("green shutters", "yellow shutters"), encoding="utf-8")
    document = again.produce()
    assert document["made"] == 1
    assert "yellow shutters" in prompt.read_text("utf-8")
    assert again.manifest()["clips"][1]["prompt"]["edited"] is True


def test_a_prompt_with_an_error_is_never_rendered(again: Film) -> None:
    prompt = again.out / "prompts" / "C02.h3.md"
    prompt.write_text(prompt.read_text("utf-8").replace("[Shot 1]", "[Shot 2]"), encoding="utf-8")
    document = again.produce(status=1)
    assert document["summary"]["errors"] >= 1
    assert any(finding["file"].endswith("C02.h3.md") for finding in document["findings"])
    assert len(again.takes) == 3


@pytest.mark.parametrize("fault", ["crash", "black", "frozen", "short", "wrong_fps", "no_audio", "truncated"])
def test_a_bad_take_is_tried_again_within_the_budget(film: Film, fault: str) -> None:
    document = film.produce("--set", f"fault={fault}", "--set", "fault_clip=C01", status=3)
    assert "C01" in document["error"]["message"]
    states = [(take.clip, take.state) for take in film.takes]
    bad = [state for clip, state in states if clip == "C01"]
    assert len(bad) == 2
    assert set(bad) <= {State.FAILED, State.REJECTED}
    assert ("C02", State.FINISHED) in states
    assert not (film.out / "manifest.json").exists()


def test_a_hanging_clip_ends_at_its_time_limit(film: Film) -> None:
    document = film.produce(
        "--set", "fault=hang", "--set", "fault_clip=C01", "--clip-timeout", "0.5", "--retries", "0", status=3
    )
    assert "longer than 0.5 s" in document["error"]["message"]


def test_a_dry_run_writes_no_take_and_no_film(film: Film) -> None:
    assert [action for action, _ in film.dry().values()] == ["make", "make"]
    assert not (film.out / "takes").exists()
    assert not (film.out / "films").exists()


def test_a_missing_file_is_found_before_anything_is_rendered(film: Film) -> None:
    film.document["shots"][0]["first_frame"] = "plates/gone.png"
    film.save()
    document = film.produce(status=1)
    assert any("gone.png" in finding["message"] for finding in document["findings"])
    assert not film.takes


def test_a_plan_waits_for_its_approval_and_asks_again_after_a_change(film: Film) -> None:
    film.document["approvals"] = ["plan"]
    film.save()
    assert film.produce(status=4)["error"]["code"] == "approval"
    assert film.h3("approve", "plan", film.brief, "--into", film.out).status == 0
    film.produce()
    film.document["shots"][0]["duration"] = "5s"
    film.save()
    assert film.produce(status=4)["error"]["code"] == "approval"


def test_a_film_waits_for_its_approval(film: Film) -> None:
    film.document["approvals"] = ["film"]
    film.save()
    document = film.produce(status=4)
    assert document["film"]["approved"] is False
    assert film.h3("approve", "film", film.out).status == 0
    assert film.produce()["film"]["approved"] is True


def test_what_continues_a_clip_is_made_again_with_it(h3: Cli, tmp_path: Path) -> None:
    document = brief(3)
    document["shots"][1] |= {"join": "continue", "new_clip": True}
    found = Film(h3, tmp_path, document)
    found.produce()
    found.document["shots"][0]["title"] = "The white boat"
    found.save()
    assert [action for action, _ in found.dry().values()] == ["make", "wait", "keep"]
    assert found.produce()["made"] == 2
    # A slate does not show its prompt: the tail comes out the same, so what continues it is kept.
    found.document["shots"][0]["action"] = "A white boat drifts past the stone pier."
    found.save()
    assert found.produce()["made"] == 1


def test_two_runs_at_once_do_not_mix(film: Film) -> None:
    from production.project import Project

    film.out.mkdir()
    with Project(film.out, film.brief).lock():
        assert film.produce(status=2)["error"]["code"] == "locked"


def test_status_and_diff_say_what_happened(again: Film) -> None:
    again.document["shots"][1]["action"] = "A white boat drifts past the stone pier."
    again.save()
    again.produce()
    standing = again.h3("status", again.out, "--json").document
    validate(standing, "status")
    assert standing["film"]["version"] == "v002"
    assert standing["takes"]["finished"] == 4
    difference = again.h3("diff", "v001", "v002", again.out, "--json").document
    validate(difference, "diff")
    paths = [change["path"] for change in difference["changes"]]
    assert any("C02" in path or "clips" in path for path in paths)
    assert again.h3("diff", "v001", "v009", again.out).status == 2
