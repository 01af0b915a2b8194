"""``h3 prompt show`` and ``h3 prompt rules``."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from h3prompt.rules import RULES
from tests.cli import GOOD, ROOT, Cli, validate
from tests.mutations import any_text

REFERENCE = ROOT / "examples" / "prompts" / "ref2va-bookbinder.h3.md"
HOSTILE = """integrated_multimodal_description: [Shot 1] A sign "<script>&" hangs here (S1) and says: <d>[Chinese] 你好 ]]> &amp; \x00\x1b[31m</d>

overall_soundscape: "Quoted" <b>rain</b> & wind.
"""


def test_tables(h3: Cli) -> None:
    result = h3("prompt", "show", REFERENCE)
    assert result.status == 0
    assert "243 frames = 10.125 s" in result.out
    assert "1     0.000  5.500   5.500    0-132 (132)" in result.out
    assert "2     S1       German    3.1 s  4.6 s     Ein Buch muss sich öffnen wollen." in result.out
    assert "<Audio 1>    the voice of <Subject 1> (S1)" in result.out


def test_json_follows_its_schema(h3: Cli) -> None:
    document = h3("prompt", "show", REFERENCE, "--json").document
    validate(document, "timeline")
    assert [shot["frames"] for shot in document["shots"]] == [132, 111]
    assert document["shots"][1]["lines"][0]["speakers"] == ["S1"]
    assert document["shots"][0]["labels"] == ["<Subject 2>", "<Subject 1>"]
    validate(h3("prompt", "show", "-", "--json", stdin="").document, "timeline")


def test_svg_is_well_formed_and_to_scale(h3: Cli, tmp_path: Path) -> None:
    result = h3("prompt", "show", REFERENCE, "--svg", tmp_path / "out.svg")
    assert result.status == 0
    root = ElementTree.fromstring((tmp_path / "out.svg").read_text("utf-8"))
    shots = [rect for rect in root.iter("{http://www.w3.org/2000/svg}rect") if rect.get("class", "").startswith("shot")]
    first, second = (float(rect.get("width", "0")) + 1 for rect in shots)
    assert first / second == pytest.approx(132 / 111, rel=0.01)


def test_svg_escapes_everything(h3: Cli, tmp_path: Path) -> None:
    assert h3("prompt", "show", "-", "--svg", tmp_path / "out.svg", stdin=HOSTILE).status == 0
    text = (tmp_path / "out.svg").read_text("utf-8")
    root = ElementTree.fromstring(text)
    assert not [node for node in root.iter() if node.tag.endswith("script") or node.tag.endswith("}b")]
    assert "shots are drawn equally wide, not to scale" in text
    assert "length not known" in text


def test_alignment_puts_a_picture_into_its_shot(h3: Cli) -> None:
    text = "For the target video, at 0.00 seconds into the target video, <Picture 1> (from [Shot 1]) is fully referenced.\n\n"
    document = h3("prompt", "show", "-", "--json", stdin=text + GOOD.split("---\n", 2)[2]).document
    assert document["shots"][0]["labels"] == ["<Picture 1>"]


def test_any_text_can_be_shown(h3: Cli, tmp_path: Path) -> None:
    from h3prompt.checker import look
    from h3prompt.source import Source
    from h3prompt.svg import draw
    from h3prompt.timeline import timeline

    for seed in range(400):
        found = timeline(look(Source(any_text(seed))))
        validate(found.to_dict(), "timeline")
        ElementTree.fromstring(draw(found).encode("utf-8", "backslashreplace"))


def test_unreadable(h3: Cli, tmp_path: Path) -> None:
    assert h3("prompt", "show", "nope").status == 2
    assert h3("prompt", "show", REFERENCE, "--svg", tmp_path / "no" / "x.svg").status == 2
    assert h3("prompt", "show").status == 2


def test_rules_table(h3: Cli) -> None:
    out = h3("prompt", "rules").out
    assert all(rule.code in out for rule in RULES)
    assert f"{len(RULES)} rules" in out


@pytest.mark.parametrize("word", ["SHT004", "sht004", "shot-duplicate"])
def test_rule_page(h3: Cli, word: str) -> None:
    out = h3("prompt", "rules", word).out
    assert out.startswith("SHT004 shot-duplicate\n")
    assert "Wrong:" in out
    assert "Right:" in out


def test_unknown_rule(h3: Cli) -> None:
    result = h3("prompt", "rules", "shot-duplicat")
    assert result.status == 2
    assert "did you mean shot-duplicate?" in result.err


def test_rules_as_json(h3: Cli) -> None:
    document = h3("prompt", "rules", "--json").document
    validate(document, "rules")
    assert len(document["rules"]) == len(RULES)
    assert [rule["code"] for rule in h3("prompt", "rules", "SHT004", "--json").document["rules"]] == ["SHT004"]
