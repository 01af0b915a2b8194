"""``h3 brief``: statuses, formats, the schema."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from tests.cli import SCHEMAS, Cli, process, validate

GOOD = "title: Low tide\nduration: 9s\nshots:\n  - {duration: 4s}\n  - {duration: 5s, join: match}\n"
BAD = GOOD.replace("match", "mach")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with a good brief and a bad one in it."""
    (tmp_path / "brief.yaml").write_text(GOOD, "utf-8")
    (tmp_path / "bad.yaml").write_text(BAD, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_statuses(h3: Cli, folder: Path) -> None:
    assert h3("brief", "check", "brief.yaml").status == 0
    assert h3("brief", "check", "bad.yaml").status == 1
    assert h3("brief", "check", "missing.yaml").status == 2
    assert h3("brief", "check", ".").status == 2
    assert h3("brief", "check").status == 2
    assert h3("brief", "check", "brief.yaml", "--format", "xml").status == 2


def test_a_good_brief_is_summed_up(h3: Cli, folder: Path) -> None:
    assert h3("brief", "check", "brief.yaml").out == "brief.yaml: 2 shots, 9s long, for slate; no findings\n"
    assert h3("brief", "check", "brief.yaml", "--quiet").out == ""


def test_the_length_of_the_shots_is_told_where_the_film_has_none(h3: Cli, folder: Path) -> None:
    text = GOOD.replace("duration: 9s\n", "")
    assert "2 shots, 216 frames = 9.000 s long" in h3("brief", "check", "-", stdin=text).out
    assert (
        "2 shots, 1 of them without a length" in h3("brief", "check", "-", stdin=text.replace("duration: 5s, ", "")).out
    )


def test_text_shows_the_place(h3: Cli, folder: Path) -> None:
    out = h3("brief", "check", "bad.yaml").out
    assert "bad.yaml:5:26  error    BRF023  join is 'mach'; it is one of cut, match, dissolve, dip, continue\n" in out
    assert "      - {duration: 5s, join: mach}\n                             ^^^^\n    suggestion: match\n" in out
    assert out.endswith("bad.yaml: 1 error\n")


def test_a_byte_order_mark_and_crlf_move_no_mark(h3: Cli, folder: Path) -> None:
    plain = h3("brief", "check", "bad.yaml").out
    (folder / "bad.yaml").write_bytes(b"\xef\xbb\xbf" + BAD.replace("\n", "\r\n").encode())
    assert h3("brief", "check", "bad.yaml").out == plain


def test_json_follows_the_published_schema(h3: Cli, folder: Path) -> None:
    for words in (("--json",), ("--format", "json")):
        result = h3("brief", "check", "bad.yaml", *words)
        validate(result.document, "findings")
        assert result.status == 1
        (finding,) = result.document["findings"]
        assert (finding["code"], finding["line"], finding["column"]) == ("BRF023", 5, 26)
    validate(h3("brief", "check", "brief.yaml", "--json").document, "findings")
    validate(h3("brief", "check", "missing.yaml", "--json").document, "error")


def test_sarif_names_the_findings_of_a_brief(h3: Cli, folder: Path) -> None:
    log = h3("brief", "check", "bad.yaml", "--format", "sarif").document
    (run,) = log["runs"]
    (result,) = run["results"]
    assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"] == "BRF023"
    assert result["locations"][0]["physicalLocation"]["region"]["startLine"] == 5
    assert h3("brief", "check", "brief.yaml", "--format", "sarif").document["runs"][0]["results"] == []


def test_github_annotations(h3: Cli, folder: Path) -> None:
    out = h3("brief", "check", "bad.yaml", "--format", "github").out
    assert out.startswith("::error file=bad.yaml,line=5,col=26,endLine=5,endColumn=30,title=BRF023::join is")


def test_standard_input(h3: Cli, folder: Path) -> None:
    result = h3("brief", "check", "-", stdin=BAD)
    assert result.status == 1
    assert result.out.endswith("standard input: 1 error\n")
    assert h3("brief", "check", "-", "--json", stdin=BAD).document["findings"][0]["file"] == "-"
    assert "the file states nothing" in h3("brief", "check", "-", stdin="").out


def test_files_are_looked_at_unless_told_not_to(h3: Cli, folder: Path) -> None:
    (folder / "plate.yaml").write_text(GOOD.replace("4s", "4s, first_frame: a.png"), "utf-8")
    assert "BRF071" in h3("brief", "check", "plate.yaml").out
    assert h3("brief", "check", "plate.yaml", "--no-files").status == 0


def test_infos_and_warnings_are_fine(h3: Cli, folder: Path) -> None:
    result = h3("brief", "check", "-", stdin=GOOD.replace("4s", "4.01s, camera: dolly in"))
    assert result.status == 0
    assert "info     BRF056" in result.out
    assert "; 1 warning, 1 info\n" in result.out


def test_the_schema_is_printed_and_written(h3: Cli, folder: Path) -> None:
    document = h3("brief", "schema").document
    Draft202012Validator.check_schema(document)
    assert h3("brief", "schema", "--output", "out.json").status == 0
    assert json.loads((folder / "out.json").read_text("utf-8")) == document
    assert (folder / "out.json").read_bytes() == (SCHEMAS / "brief.schema.json").read_bytes()


def test_a_name_that_no_terminal_should_obey(h3: Cli, folder: Path) -> None:
    (folder / "a\u202eb.yaml").write_text(BAD, "utf-8")
    result = h3("brief", "check", "a\u202eb.yaml")
    assert "\u202e" not in result.out
    assert "<U+202E>" in result.out


def test_it_works_in_any_locale(folder: Path) -> None:
    (folder / "it's 测试 [1]").mkdir()
    path = folder / "it's 测试 [1]" / "brief.yaml"
    path.write_text(BAD.replace("Low tide", "低潮"), "utf-8")
    done = process(["brief", "check", path], folder, env={"LC_ALL": "C", "PYTHONUTF8": "0"})
    assert done.returncode == 1
    assert "测试" in done.stdout.decode("utf-8")


def test_help_says_what_it_does(h3: Cli) -> None:
    assert "Check briefs; write the schema for editors." in h3("brief", "--help").out
    assert "--no-files" in h3("brief", "check", "--help").out
