"""Every code of a brief: an input that gets it, at the right place, and one that does not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from h3prompt.brief.codes import BY_CODE, CODES
from h3prompt.brief.loader import check_text
from h3prompt.findings import Finding, Level

from .cases import CASES, Case

DOCS = Path(__file__).resolve().parents[3] / "docs" / "briefs.md"
#: Codes that need files; test_files.py has them.
OF_FILES = {"BRF071", "BRF072", "BRF073", "BRF074"}


def found(text: str | bytes) -> tuple[Finding, ...]:
    data = text if isinstance(text, bytes) else text.encode()
    return check_text(data, Path("film.yaml"), files=False, skills=("plain", "noir"))[1]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.code)
def test_the_wrong_text_gets_the_code_where_it_is_wrong(case: Case) -> None:
    findings = [finding for finding in found(case.wrong) if finding.code == case.code]
    assert findings, found(case.wrong)
    finding = findings[0]
    assert (finding.line, finding.column) == case.place
    assert case.says in f"{finding.message} {finding.suggestion}"
    assert finding.level is BY_CODE[case.code].level
    assert finding.file == "film.yaml"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.code)
def test_the_right_text_is_fine(case: Case) -> None:
    assert [finding for finding in found(case.right) if finding.level is not Level.INFO] == []
    assert case.code not in {finding.code for finding in found(case.right)}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.code)
def test_one_mistake_is_told_once(case: Case) -> None:
    """No mistake drags others behind it, but for texts in which nothing can be read twice."""
    findings = found(case.wrong)
    assert len({(finding.line, finding.column, finding.code) for finding in findings}) == len(findings)
    if case.code not in {"BRF006"}:
        assert {finding.code for finding in findings if finding.level is Level.ERROR} <= {case.code}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.code)
def test_messages_are_plain_words(case: Case) -> None:
    for finding in found(case.wrong):
        assert not re.search(r"Input should|Value error|pydantic|Fraction|None|\bdict\b|\btuple\b", finding.message)
        assert len(finding.message) < 700


def test_every_code_has_a_case_and_a_row_in_the_documentation() -> None:
    assert {case.code for case in CASES} | OF_FILES == set(BY_CODE)
    assert len(BY_CODE) == len(CODES) == len({code.name for code in CODES})
    page = DOCS.read_text("utf-8")
    for code in CODES:
        assert f"| `{code.code}` | {code.level.value} | {code.title} |" in page
