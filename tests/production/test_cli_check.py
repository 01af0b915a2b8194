"""``h3 prompt check``: inputs, options, formats, exit statuses."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.cli import BAD, GOOD, Cli, validate


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with a good prompt and a bad one in it."""
    (tmp_path / ".git").mkdir()
    (tmp_path / "good.h3.md").write_text(GOOD, "utf-8")
    (tmp_path / "bad.h3.md").write_text(BAD, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_statuses(h3: Cli, folder: Path) -> None:
    assert h3("prompt", "check", "good.h3.md").status == 0
    assert h3("prompt", "check", "bad.h3.md").status == 1
    assert h3("prompt", "check", "missing.h3.md").status == 2


def test_a_warning_alone_is_fine(h3: Cli, folder: Path) -> None:
    (folder / "warning.h3.md").write_text(GOOD.replace("music: N/A", "music: none"), "utf-8")
    result = h3("prompt", "check", "warning.h3.md")
    assert result.status == 0
    assert "SND005" in result.out


def test_text_says_place_mode_and_what_was_skipped(h3: Cli, folder: Path) -> None:
    result = h3("prompt", "check", "bad.h3.md")
    assert "bad.h3.md:6:89  error    SHT007  " in result.out
    assert "suggestion: At 00:03.000,  (fixable)" in result.out
    assert "bad.h3.md: T2VA, stated; 124 frames = 5.167 s; " in result.out
    assert "the brief's dialogue (dialogue: in the front matter): DLG007" in result.out
    assert result.out.splitlines()[-1].startswith("1 file checked: 1 error, ")


def test_derived_mode_is_named(h3: Cli, folder: Path) -> None:
    result = h3("prompt", "check", stdin=GOOD.split("---\n", 2)[2])
    assert "standard input: T2VA, derived from the fields; length not known" in result.out
    assert "the clip's length (--duration SECONDS" in result.out
    assert "the reference files (--ref KIND:PATH" in result.out


def test_standard_input_by_dash_and_by_pipe(h3: Cli, folder: Path) -> None:
    for words in ((), ("-",)):
        result = h3("prompt", "check", *words, "--json", stdin=BAD)
        assert result.status == 1
        assert {finding["file"] for finding in result.document["findings"]} == {"-"}


def test_no_input_at_all(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from h3prompt.errors import UsageError
    from production.cli.inputs import Inputs

    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(UsageError, match="no prompt was given"):
        Inputs([])


def test_folder_is_searched_and_hidden_folders_are_not(h3: Cli, folder: Path) -> None:
    (folder / "deep" / "er").mkdir(parents=True)
    (folder / "deep" / "er" / "x.h3.md").write_text(GOOD, "utf-8")
    (folder / ".hidden").mkdir()
    (folder / ".hidden" / "y.h3.md").write_text(BAD, "utf-8")
    (folder / "notes.md").write_text("no prompt", "utf-8")
    files = h3("prompt", "check", ".", "--json").document["summary"]["files"]
    assert [file["file"].replace("\\", "/") for file in files] == ["bad.h3.md", "good.h3.md", "deep/er/x.h3.md"]


def test_folder_without_prompts(h3: Cli, folder: Path) -> None:
    (folder / "empty").mkdir()
    result = h3("prompt", "check", "empty")
    assert (result.status, result.out) == (2, "")
    assert "empty: the folder has no *.h3.md file" in result.err


def test_unreadable_among_many(h3: Cli, folder: Path) -> None:
    (folder / "empty").mkdir()
    result = h3("prompt", "check", "gone.h3.md", "bad.h3.md", "empty", "good.h3.md", "--json")
    assert result.status == 2
    assert [file["file"] for file in result.document["summary"]["files"]] == ["bad.h3.md", "good.h3.md"]
    assert result.err.count("gone.h3.md: cannot be read: ") == 1
    assert result.err.count("empty: the folder has no") == 1


def test_all_unreadable(h3: Cli, folder: Path) -> None:
    result = h3("prompt", "check", "one", "two", "--json")
    assert result.status == 2
    validate(result.document, "error")
    assert result.document["error"]["code"] == "source"
    assert "one: cannot be read" in result.err
    assert result.err.count("two: cannot be read") == 1


def test_json_follows_its_schema(h3: Cli, folder: Path) -> None:
    result = h3("prompt", "check", ".", "--json")
    validate(result.document, "findings")
    assert result.err == ""
    assert result.document["summary"]["ok"] is False
    assert h3("prompt", "check", ".", "--format", "json").out == result.out


def test_sarif_and_github(h3: Cli, folder: Path) -> None:
    log = h3("prompt", "check", "bad.h3.md", "--format", "sarif").document
    assert log["version"] == "2.1.0"
    assert "SHT007" in {result["ruleId"] for result in log["runs"][0]["results"]}
    lines = h3("prompt", "check", "bad.h3.md", "--format", "github").out.splitlines()
    assert any(line.startswith("::error file=bad.h3.md,line=6,col=89,") for line in lines)


def test_output_file(h3: Cli, folder: Path) -> None:
    result = h3("prompt", "check", "bad.h3.md", "--json", "--output", "report.json")
    assert (result.status, result.out) == (1, "")
    validate(json.loads((folder / "report.json").read_text("utf-8")), "findings")
    assert h3("prompt", "check", "bad.h3.md", "--output", "no/such/folder/x").status == 2


def test_options_give_the_context(h3: Cli, folder: Path) -> None:
    body = GOOD.split("---\n", 2)[2]
    words = ("prompt", "check", "--json", "--backend", "sglang", "--sequence", "--fps", "24", "--ref", "none")
    report = h3(*words, "--mode", "t2va", "--duration", "5.17", stdin=body).document
    assert report["summary"]["files"][0]["mode_source"] == "stated"
    assert report["summary"]["files"][0]["frames"] == 124
    assert {skipped["needs"] for skipped in report["skipped"]} == {"dialogue", "visible_text"}


def test_references_by_option(h3: Cli, folder: Path) -> None:
    words = ("prompt", "check", "--json", "--ref", "image:a.png,role=first_frame")
    report = h3(*words, stdin=GOOD.split("---\n", 2)[2]).document
    assert report["summary"]["files"][0]["mode"] == "I2VA"
    assert report["summary"]["files"][0]["mode_source"] == "the roles of the references"


def test_paths_of_options_are_relative_to_the_working_folder(h3: Cli, folder: Path) -> None:
    (folder / "sub").mkdir()
    (folder / "sub" / "x.h3.md").write_text(GOOD.split("---\n", 2)[2], "utf-8")
    (folder / "plate.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(30))
    words = ("prompt", "check", "--json", "--files", "sub/x.h3.md")
    codes = {finding["code"] for finding in h3(*words, "--ref", "image:plate.png").document["findings"]}
    assert "REF005" not in codes
    codes = {finding["code"] for finding in h3(*words, "--ref", "image:lost.png").document["findings"]}
    assert "REF005" in codes


@pytest.mark.parametrize(
    ("words", "message", "hint"),
    [
        (("--mode", "T2V"), "--mode: 'T2V' is unknown", "did you mean T2VA?"),
        (("--duration", "long"), "--duration: 'long' is no number of seconds above 0", "for example"),
        (("--duration", "0"), "above 0", "for example"),
        (("--duration", "-3"), "above 0", "for example"),
        (("--ref", "imag:a"), "the kind: 'imag' is unknown", "did you mean image?"),
        (("--ref", "thing"), "the kind of file is not known", "write KIND: in front"),
        (("--ref", "image:"), "the path is missing", "for example"),
        (("--ref", "image:a,role=frist_frame"), "'frist_frame' is unknown", "did you mean first_frame?"),
        (("--ref", "video:a,seconds=x"), "no number of seconds", "for example"),
        (("--ref", "video:a,seconds=1,seconds=2"), "stated twice", ""),
        (("--backend", "sglan"), "backend 'sglan' is unknown", "sglang"),
        (("--format", "sarfi"), "--format: 'sarfi' is unknown", "did you mean sarif?"),
        (("--format", "sarif", "--json"), "ask for two formats", "one of them"),
        (("--min-level", "bad"), "--min-level: 'bad' is unknown", ""),
        (("--disable", "SHT999"), "no rule is called 'SHT999'", "did you mean"),
        (("--level", "SHT004"), "write RULE=LEVEL", "for example"),
        (("--level", "SHT004=warn"), "'warn' is no level", "did you mean warning?"),
        (("--config", "nope.toml"), "nope.toml: cannot be read", ""),
        (("--colour",), "no such option", "h3 prompt check --help"),
    ],
)
def test_wrong_usage(h3: Cli, folder: Path, words: tuple[str, ...], message: str, hint: str) -> None:
    result = h3("prompt", "check", "good.h3.md", *words)
    assert result.status == 2
    assert (result.out == "") is ("--json" not in words)
    assert message in result.err
    assert hint in result.err
    assert "Traceback" not in result.err
    if "sarif" not in words:
        document = h3("prompt", "check", "good.h3.md", "--json", *words).document
        validate(document, "error")
        assert message in document["error"]["message"]


@pytest.mark.parametrize(
    ("word", "kind", "path", "role", "seconds"),
    [
        ("image:a.png", "image", "a.png", None, None),
        ("Video:b.bin,seconds=5.2", "video", "b.bin", None, 5.2),
        (r"image:C:\x\a, b.png,role=first_frame", "image", r"C:\x\a, b.png", "first_frame", None),
        (r"C:\x\voice.wav", "audio", r"C:\x\voice.wav", None, None),
        ("image:a,role=b.png", "image", "a,role=b.png", None, None),
        ("audio:x.wav,seconds=3,role=reference", "audio", "x.wav", "reference", 3.0),
        ("hero.PNG,role=last", "image", "hero.PNG", "last_frame", None),
    ],
)
def test_reference_syntax(word: str, kind: str, path: str, role: str | None, seconds: float | None) -> None:
    from h3prompt.errors import UsageError
    from production.cli.options import context

    if word == "image:a,role=b.png":
        with pytest.raises(UsageError, match="the role"):
            context(None, None, None, [word], None, False)
        return
    known = context(None, None, None, [word], None, False)
    assert known.references is not None
    (reference,) = known.references
    assert (reference.kind, reference.path, reference.role) == (kind, path, role)
    assert (None if reference.seconds is None else float(reference.seconds)) == seconds


def test_levels_and_disabled_rules(h3: Cli, folder: Path) -> None:
    words = ("prompt", "check", "bad.h3.md", "--json")
    findings = h3(*words, "--level", "time-form=info", "--disable", "SND").document["findings"]
    levels = {finding["code"]: finding["level"] for finding in findings}
    assert levels["SHT007"] == "info"
    assert not any(code.startswith("SND") for code in levels)


def test_configuration_is_found_and_options_win(h3: Cli, folder: Path) -> None:
    (folder / "h3.toml").write_text('[check]\ndisable = ["SHT"]\n', "utf-8")
    words = ("prompt", "check", "bad.h3.md", "--json")
    assert h3(*words).status == 0
    assert h3(*words, "--level", "SHT007=error").status == 1
    (folder / "other.toml").write_text("", "utf-8")
    assert h3(*words, "--config", "other.toml").status == 1
    (folder / "h3.toml").write_text("[check]\ndisabel = []\n", "utf-8")
    result = h3(*words)
    assert result.status == 2
    assert result.document["error"]["code"] == "config"
    assert result.document["error"]["hint"] == "did you mean disable?"


def test_quiet_and_min_level(h3: Cli, folder: Path) -> None:
    assert h3("prompt", "check", "good.h3.md", "--quiet", "--min-level", "error").out == ""
    result = h3("prompt", "check", "bad.h3.md", "-q", "--min-level", "error")
    assert result.out.count("SHT007") == 1
    assert "SND005" not in result.out
    assert "file checked" not in result.out
    findings = h3("prompt", "check", "bad.h3.md", "--json", "--min-level", "error").document["findings"]
    assert {finding["level"] for finding in findings} == {"error"}


def test_suppressed_findings_are_counted(h3: Cli, folder: Path) -> None:
    (folder / "s.h3.md").write_text(
        BAD.replace("---\nintegrated", "---\n<!-- h3: ignore SHT007 -->\nintegrated"), "utf-8"
    )
    result = h3("prompt", "check", "s.h3.md")
    assert result.status == 0
    assert "1 suppressed by comments" in result.out
