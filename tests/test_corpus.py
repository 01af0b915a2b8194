"""An independent measure of the checker: valid prompts, prompts shaped like the vendor's, seeded defects.

Valid prompts stand for precision, seeded defects for recall. Both were written from the specification alone.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from h3prompt import check
from tests.corpus.defects import DEFECTS, Defect
from tests.corpus.defects.model import source

CORPUS = Path(__file__).resolve().parent / "corpus"
VALID = sorted((CORPUS / "valid").glob("*.h3.md"))
OFFICIAL_LIKE = sorted((CORPUS / "official_like").glob("*.h3.md"))
RECALL = 0.98
MODES = {"T2VA": 7, "I2VA": 7, "FL2VA": 7, "L2VA": 7, "Ref2VA": 7}


def stem(path: Path) -> str:
    return path.name.removesuffix(".h3.md")


def findings(text: str, file: str) -> list:
    return list(check(text, file=file).findings)


@cache
def base_findings(base: str) -> list:
    return findings(source(base), f"{base}.h3.md")


def describe(found: list) -> str:
    return "\n".join(f"  {f.level!s:8} {f.line}:{f.column} {f.code} {f.message}" for f in found) or "  (none)"


def new_findings(defect: Defect) -> list:
    """Findings of the broken text that its base does not have."""
    known = Counter((f.code, str(f.level), f.message) for f in base_findings(defect.base))
    new = []
    for finding in findings(defect.text(), defect.file):
        key = (finding.code, str(finding.level), finding.message)
        if known[key]:
            known[key] -= 1
        else:
            new.append(finding)
    return new


def hits(defect: Defect, found: list) -> list:
    """Those of `found` that have the level and a line that the defect asks for."""
    lines = defect.lines()
    return [f for f in found if str(f.level) in defect.level.split("|") and (lines is None or f.line in lines)]


def miss(defect: Defect) -> str | None:
    """Why the defect counts as missed, or None."""
    try:
        found = new_findings(defect)
    except Exception as error:
        return f"crash: {error!r}"
    if hits(defect, found):
        return None
    lines = defect.lines()
    where = "any line" if lines is None else f"line {sorted(lines)}"
    return f"expected {defect.level} on {where}; new findings:\n{describe(found)}"


@pytest.mark.parametrize("path", VALID, ids=stem)
def test_valid_prompt_has_no_error_and_no_warning(path: Path) -> None:
    found = findings(path.read_text(encoding="utf-8"), path.name)
    wrong = [f for f in found if str(f.level) in ("error", "warning")]
    assert not wrong, f"{path.name}\n{describe(wrong)}"


@pytest.mark.parametrize("path", OFFICIAL_LIKE, ids=stem)
def test_service_shaped_prompt_has_no_error(path: Path) -> None:
    found = findings(path.read_text(encoding="utf-8"), path.name)
    wrong = [f for f in found if str(f.level) == "error"]
    assert not wrong, f"{path.name}\n{describe(wrong)}"


def test_seeded_defects_are_found() -> None:
    missed = [(defect, reason) for defect in DEFECTS if (reason := miss(defect))]
    share = 1 - len(missed) / len(DEFECTS)
    report = "\n".join(f"{d.name} [{d.base}]: {reason}" for d, reason in missed)
    print(f"found {len(DEFECTS) - len(missed)} of {len(DEFECTS)} seeded defects: {share:.1%}\n{report}")
    assert share >= RECALL, f"only {share:.1%} of {len(DEFECTS)} seeded defects found\n{report}"


def test_fixable_defects_carry_a_fix() -> None:
    fixable = [defect for defect in DEFECTS if defect.fixable]
    missed = [d for d in fixable if not any(f.fixable for f in hits(d, new_findings(d)))]
    report = "\n".join(f"{d.name} [{d.base}]:\n{describe(new_findings(d))}" for d in missed)
    assert not missed, f"{len(missed)} of {len(fixable)} fixable defects carry no fix\n{report}"


def test_every_defect_changes_its_text_and_is_unlike_the_others() -> None:
    texts = {defect.name: defect.text() for defect in DEFECTS}
    assert len(texts) == len(DEFECTS), "two defects share a name"
    assert len(set(texts.values())) == len(DEFECTS), "two defects share a text"
    for defect in DEFECTS:
        assert texts[defect.name] != source(defect.base)
        assert defect.lines() is None or defect.lines(), defect.name


def test_corpus_is_large_and_varied() -> None:
    assert len(VALID) >= 48 and len(OFFICIAL_LIKE) == 8 and len(DEFECTS) >= 420
    modes = Counter(stem(path).split("-")[0].replace("ref", "ref2va").upper() for path in VALID)
    for mode, least in MODES.items():
        assert modes[mode.upper()] >= least, modes
    assert {defect.base for defect in DEFECTS} == {stem(path) for path in VALID}
