"""Wrappings are undone, and every place of the mended text is found again in the text that was given."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from h3prompt import Span, parse
from h3prompt.findings import apply_edits
from h3prompt.repair import RepairKind, repair
from tests.mutations import any_text

PLAIN = """\
integrated_multimodal_description: [Shot 1] A baker (S1) says: <d>[English] "Ready" & done.</d> [Shot 2] At 00:02.000, \
the camera cuts to a door.

overall_soundscape: An oven hums.

non_diegetic_music: N/A"""


def _html(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def _wide(text: str) -> str:
    return text.replace("[Shot 2]", "［Shot 2］").replace("(S1)", "（S1）").replace("scape:", "scape：")


WRAPPED = {
    RepairKind.BOM: "\ufeff" + PLAIN,
    RepairKind.LINE_ENDS: PLAIN.replace("\n", "\r\n"),
    RepairKind.FENCE: f"```text\n{PLAIN}\n```\n",
    RepairKind.JSON: json.dumps({"prompt": PLAIN}),
    RepairKind.ESCAPES: PLAIN.replace("\n", "\\n"),
    RepairKind.HTML: _html(PLAIN),
    RepairKind.FULL_WIDTH: _wide(PLAIN),
    RepairKind.MARKDOWN: PLAIN.replace("overall_soundscape:", "**overall_soundscape:**").replace("non_", "### non_"),
}


@pytest.mark.parametrize("kind", WRAPPED)
def test_each_wrapping_is_undone(kind: RepairKind) -> None:
    repaired = repair(WRAPPED[kind])
    assert repaired.text.strip() == PLAIN
    assert {found.kind for found in repaired.repairs} == {kind}


@pytest.mark.parametrize("kind", WRAPPED)
def test_the_edits_are_the_fix(kind: RepairKind) -> None:
    text = WRAPPED[kind]
    edits = [edit for found in repair(text).repairs for edit in found.edits]
    assert apply_edits(text, edits).strip() == PLAIN
    assert all(found.safe for found in repair(text).repairs)


@pytest.mark.parametrize("kind", WRAPPED)
def test_places_point_at_the_given_text(kind: RepairKind) -> None:
    text = WRAPPED[kind]
    prompt = parse(text)
    for word in ("baker", "oven", "[Shot 2]", "N/A"):
        start = prompt.text.index(word)
        place = prompt.locate(Span(start, start + len(word)))
        assert place.of(text) in (word, "［Shot 2］")


def test_a_plain_text_needs_nothing() -> None:
    repaired = repair(PLAIN)
    assert repaired.text is PLAIN and not repaired.repairs
    assert repaired.locate(Span(3, 9)) == Span(3, 9)


@pytest.mark.parametrize(
    "wrapped",
    [
        json.dumps(PLAIN),
        json.dumps({"prompt": PLAIN}, ensure_ascii=False, indent=2),
        json.dumps({"content": [{"text": PLAIN}]}),
        "```json\n" + json.dumps({"prompt": PLAIN}) + "\n```",
        json.dumps(
            {
                "integrated_multimodal_description": PLAIN.split(": ", 1)[1].split("\n\n")[0],
                "overall_soundscape": "An oven hums.",
                "non_diegetic_music": "N/A",
            }
        ),
    ],
)
def test_json_in_many_shapes(wrapped: str) -> None:
    assert repair(wrapped).text.strip() == PLAIN


def test_json_with_other_values_is_read_but_not_thrown_away() -> None:
    wrapped = json.dumps({"model": "MiniMax-H3", "prompt": PLAIN, "duration": 5})
    repaired = repair(wrapped)
    assert repaired.text == PLAIN
    assert [found.safe for found in repaired.repairs] == [False]


def test_surrogate_pairs_in_json() -> None:
    text = 'overall_soundscape: 🎬 é "x" \\ /'
    assert repair(json.dumps(text)).text == text


@pytest.mark.parametrize(
    "text",
    [
        "A woman (S1) says: <d>[Chinese] 你好（世界）：走吧。</d>",
        "Rock & roll; a 5 * 3 grid; snake_case stays; 2 ** 3.",
        "He writes \\n on the board.",
        "{not json",
    ],
)
def test_what_is_no_wrapping_stays(text: str) -> None:
    assert repair(f"integrated_multimodal_description: [Shot 1] {text}").text.endswith(text)


@given(st.integers(0, 2**64 - 1))
@settings(max_examples=1000, deadline=None, database=None)
def test_places_never_leave_the_text_and_keep_their_order(seed: int) -> None:
    text = any_text(seed)
    repaired = repair(text)
    last = 0
    for offset in range(0, len(repaired.text), 7):
        place = repaired.locate(Span(offset, offset + 1))
        assert 0 <= place.start <= place.end <= len(text)
        assert place.start >= last
        last = place.start
