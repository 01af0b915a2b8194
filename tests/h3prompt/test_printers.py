"""The printers: what a report looks like as text, JSON, SARIF and GitHub annotations."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from h3prompt import Context, Finding, Fix, Level, Report, check
from h3prompt.errors import UsageError
from h3prompt.findings import Edit, apply_edits
from h3prompt.printers import FORMATS, github, printer, sarif, text
from h3prompt.printers.excerpt import cells, excerpt, visible
from h3prompt.rules import RULES
from h3prompt.source import Source
from tests.cli import BAD, validate
from tests.mutations import any_text

WIDE = "她走进来" * 100


def _finding(
    column: int, end: int, *, line: int = 1, end_line: int = 1, message: str = "wrong", file: str = "x.h3.md"
) -> Finding:
    return Finding("SHT004", Level.ERROR, message, file, line, column, end_line, end)


def _marked(source: str, finding: Finding, width: int = 60) -> tuple[str, str]:
    """The source line as shown, and the part of it that the carets stand under."""
    shown = excerpt(Source(source), finding, width)
    assert shown is not None
    lead, length = len(shown.marks) - len(shown.marks.lstrip()), shown.marks.count("^")
    under, place = "", 0
    for char in shown.text:
        if lead <= place < lead + length:
            under += char
        place += cells(char)
    return shown.text, under


# --- excerpts ---------------------------------------------------------------------------------------------------------


def test_a_short_line_is_shown_whole() -> None:
    assert _marked("[Shot 1] At 3s, a bird.", _finding(10, 16)) == ("[Shot 1] At 3s, a bird.", "At 3s,")


def test_carets_stand_under_wide_characters() -> None:
    assert _marked("门开了 [Shot 2] 你好", _finding(5, 13)) == ("门开了 [Shot 2] 你好", "[Shot 2]")
    assert _marked("门开了 [Shot 2] 你好", _finding(14, 16))[1] == "你好"
    assert _marked("e\u0301tude x", _finding(8, 9))[1] == "x"


def test_tabs_and_hidden_characters_are_shown() -> None:
    assert _marked("a\tb \u202ec", _finding(3, 4)) == ("a    b <U+202E>c", "b")
    assert _marked("a\tb \u202ec", _finding(5, 6))[1] == "<U+202E>"


@pytest.mark.parametrize("column", [1, 2, 50, 1500, 2990, 3000])
@pytest.mark.parametrize("filler", ["x", "门"])
def test_a_long_line_is_cut_round_the_place(column: int, filler: str) -> None:
    line = filler * (column - 1) + "#" + filler * (3000 - column)
    shown, under = _marked(line, _finding(column, column + 1))
    assert under == "#"
    assert 50 <= cells(shown) <= 60
    assert shown.startswith("…") is (column > 40 or (filler == "门" and column > 40))
    assert shown.endswith("…") is (column < 2980)


def test_a_long_span_shows_its_start() -> None:
    shown, under = _marked("a" * 500 + "b" * 500, _finding(501, 1001))
    assert "aab" in shown
    assert under.startswith("bbb")
    assert cells(shown) <= 60


def test_a_span_over_lines_is_marked_to_the_end_of_its_first() -> None:
    assert _marked("one two\nthree", _finding(5, 3, end_line=2)) == ("one two", "two")


def test_a_place_behind_the_line_gets_one_caret() -> None:
    shown = excerpt(Source("one"), _finding(4, 4), 60)
    assert shown is not None
    assert shown.marks == "   ^"


def test_visible_spells_what_terminals_obey() -> None:
    assert visible("\x1b[31m\x07\u200b\ud800é") == "<U+001B>[31m<U+0007><U+200B><U+D800>é"
    assert visible("a\nb") == "a\\nb"
    assert visible("👩\u200d🚀") == "👩\u200d🚀"


def test_any_excerpt_fits_and_any_report_prints() -> None:
    for seed in range(300):
        report = check(any_text(seed))
        for row in text.rows(report, width=60):
            line = "".join(piece.text for piece in row)
            assert line == visible(line)
            if line.startswith("    ") and "^" not in line and "suggestion" not in line and "fix:" not in line:
                assert cells(line) <= 60, line
        for form in FORMATS:
            printer(form)(report).encode("utf-8", "backslashreplace")


# --- text -------------------------------------------------------------------------------------------------------------


def test_markup_is_never_read(capsys: pytest.CaptureFixture[str]) -> None:
    import sys

    finding = _finding(1, 4, message="the [bold]label[/bold] [/nothing] :smile: \x1b[0m")
    report = Report((finding,), sources={"x.h3.md": Source("[red]text[/red] https://x")})
    text.write_styled(report, sys.stdout)
    out = capsys.readouterr().out
    assert "[bold]label[/bold] [/nothing] :smile: <U+001B>[0m" in out
    assert "[red]text[/red] https://x" in out


def test_quiet_text_of_a_clean_report_is_empty() -> None:
    assert text.render(Report(), quiet=True) == ""
    assert text.render(Report()) == "0 files checked: 0 errors, 0 warnings, 0 infos\n"


def test_skipped_checks_are_grouped_by_what_is_missing() -> None:
    out = text.render(check("overall_soundscape: Rain."))
    lines = out[out.index("not checked") :].splitlines()
    assert [line.split(" (")[0].strip() for line in lines[1:-1]].count("the clip's length") == 1
    assert any("in part" in line for line in lines)


# --- JSON -------------------------------------------------------------------------------------------------------------


def test_json_follows_its_schema_whatever_the_text() -> None:
    for seed in range(200):
        validate(json.loads(printer("json")(check(any_text(seed)))), "findings")


def test_unknown_format() -> None:
    with pytest.raises(UsageError, match="the formats are text, json, sarif, github"):
        printer("xml")


# --- SARIF ------------------------------------------------------------------------------------------------------------


def _object(required: str, optional: str = "", **properties: Any) -> dict[str, Any]:
    """A schema for an object that has these properties and no others."""
    known: dict[str, Any] = {name: {} for name in (*required.split(), *optional.split())}
    return {
        "type": "object",
        "properties": {**known, **properties},
        "required": required.split(),
        "additionalProperties": False,
    }


_COUNT = {"type": "integer", "minimum": 1}
_MESSAGE = _object("text", text={"type": "string", "minLength": 1})
_REGION = _object(
    "startLine startColumn endLine endColumn",
    **dict.fromkeys(("startLine", "startColumn", "endLine", "endColumn"), _COUNT),
)
_ARTIFACT = _object("uri", "uriBaseId", uri={"type": "string", "format": "uri-reference"})
_LEVEL = {"enum": ["none", "note", "warning", "error"]}
_CHANGE = _object(
    "artifactLocation replacements",
    artifactLocation=_ARTIFACT,
    replacements={
        "type": "array",
        "minItems": 1,
        "items": _object("deletedRegion insertedContent", deletedRegion=_REGION, insertedContent=_object("text")),
    },
)
#: The parts of the SARIF 2.1.0 schema that our logs use, with the names and the values that it allows.
SARIF = _object(
    "version runs $schema",
    version={"const": "2.1.0"},
    runs={
        "type": "array",
        "items": _object(
            "tool columnKind originalUriBaseIds invocations artifacts results",
            columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
            tool=_object(
                "driver",
                driver=_object(
                    "name version rules",
                    rules={
                        "type": "array",
                        "uniqueItems": True,
                        "items": _object(
                            "id name shortDescription fullDescription help defaultConfiguration properties",
                            shortDescription=_MESSAGE,
                            fullDescription=_MESSAGE,
                            help=_object("text markdown"),
                            defaultConfiguration=_object("level", level=_LEVEL),
                        ),
                    },
                ),
            ),
            originalUriBaseIds={
                "additionalProperties": _object("uri", uri={"type": "string", "pattern": "^file:///.*/$"})
            },
            invocations={"items": _object("executionSuccessful toolExecutionNotifications")},
            artifacts={"items": _object("location", location=_ARTIFACT)},
            results={
                "type": "array",
                "items": _object(
                    "ruleId ruleIndex level message locations partialFingerprints",
                    "fixes",
                    level=_LEVEL,
                    message=_MESSAGE,
                    ruleIndex={"type": "integer", "minimum": 0},
                    partialFingerprints={"additionalProperties": {"type": "string"}},
                    locations={
                        "items": _object(
                            "physicalLocation",
                            physicalLocation=_object(
                                "artifactLocation region", artifactLocation=_ARTIFACT, region=_REGION
                            ),
                        )
                    },
                    fixes={
                        "items": _object(
                            "description artifactChanges", description=_MESSAGE, artifactChanges={"items": _CHANGE}
                        )
                    },
                ),
            },
        ),
    },
)


def _run(text: str, file: str = "dir/a b.h3.md") -> dict[str, Any]:
    run: dict[str, Any] = sarif.log(check(text, file=file))["runs"][0]
    return run


def test_sarif_has_the_form_of_the_standard() -> None:
    Draft202012Validator.check_schema(SARIF)
    for seed in range(60):
        Draft202012Validator(SARIF).validate(sarif.log(check(any_text(seed), file="x.h3.md")))


def test_sarif_names_rules_and_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run = _run(BAD)
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == [rule.code for rule in RULES]
    result = next(result for result in run["results"] if result["ruleId"] == "SHT007")
    assert rules[result["ruleIndex"]]["id"] == "SHT007"
    assert "```text" in rules[result["ruleIndex"]]["help"]["markdown"]
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "dir/a%20b.h3.md", "uriBaseId": "%SRCROOT%"}
    assert place["region"]["startLine"] == 6
    assert run["originalUriBaseIds"]["%SRCROOT%"]["uri"] == tmp_path.as_uri() + "/"
    outside = _run(BAD, str(tmp_path.parent / "y.h3.md"))["artifacts"][0]["location"]
    assert outside == {"uri": (tmp_path.parent / "y.h3.md").as_uri()}


def test_sarif_fixes_can_be_applied() -> None:
    run = _run(BAD)
    lines = Source(BAD).lines
    edits = []
    for result in run["results"]:
        for fix in result.get("fixes", []):
            for replacement in fix["artifactChanges"][0]["replacements"]:
                region = replacement["deletedRegion"]
                start = lines.start(region["startLine"]) + region["startColumn"] - 1
                end = lines.start(region["endLine"]) + region["endColumn"] - 1
                edits.append(Edit(start, end, replacement["insertedContent"]["text"]))
    fixed = apply_edits(BAD, edits)
    assert "At 00:03.000," in fixed
    assert "music: N/A" in fixed


def test_sarif_fingerprints_survive_moved_lines() -> None:
    def prints(text: str) -> list[tuple[str, str]]:
        return [(result["ruleId"], result["partialFingerprints"]["h3/line/v1"]) for result in _run(text)["results"]]

    assert prints(BAD) == prints(BAD.replace("mode: T2VA\n", "mode: T2VA\n\n\nsequence: false\n"))
    assert len(set(prints(BAD))) == len(prints(BAD))
    doubled = check("overall_soundscape: Rain.\n\noverall_soundscape: Rain.\n\noverall_soundscape: Rain.", file="x")
    marks = [result["partialFingerprints"]["h3/line/v1"] for result in sarif.log(doubled)["runs"][0]["results"]]
    assert len(marks) == len(set(marks))


# --- GitHub -----------------------------------------------------------------------------------------------------------


def test_github_escapes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    finding = _finding(2, 5, line=3, end_line=3, message="50 % of\r\nit: a, b", file="a,b:c.h3.md")
    assert github.render(Report((finding,))) == (
        "::error file=a%2Cb%3Ac.h3.md,line=3,col=2,endLine=3,endColumn=5,title=SHT004::50 %25 of%0D%0Ait: a, b\n"
    )


def test_github_leaves_columns_out_of_ranges_over_lines() -> None:
    line = github.render(Report((_finding(2, 5, line=3, end_line=4, file="-"),)))
    assert line == "::error line=3,endLine=4,title=SHT004::wrong\n"


def test_github_levels() -> None:
    for level, word in ((Level.ERROR, "error"), (Level.WARNING, "warning"), (Level.INFO, "notice")):
        finding = Finding("X", level, "m", suggestion="s", fix=Fix("d", ()))
        assert github.render(Report((finding,))) == f"::{word} title=X::m (suggestion: s)\n"


def test_no_findings_no_output() -> None:
    assert github.render(check("", Context()).__class__()) == ""
