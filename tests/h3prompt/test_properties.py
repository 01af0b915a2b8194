"""What must hold for every text, however broken: nothing raises, nothing is lost, places are real, time is linear."""

from __future__ import annotations

import os
import re
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from h3prompt import Report, check, parse, render
from h3prompt.fixer import fix
from tests.mutations import any_text, samples

SEEDS = st.integers(0, 2**64 - 1)
QUICK = settings(max_examples=1500, deadline=None, database=None, suppress_health_check=list(HealthCheck))


def _assert_sound(text: str, report: Report) -> None:
    lines = re.split(r"\r\n|\n|\r", text)
    for finding in report.findings:
        assert finding.line is not None and finding.column is not None
        assert finding.end_line is not None and finding.end_column is not None
        assert 1 <= finding.line <= finding.end_line <= len(lines)
        assert (finding.line, finding.column) <= (finding.end_line, finding.end_column)
        assert 1 <= finding.column <= len(lines[finding.line - 1]) + 2, finding


@given(SEEDS)
@QUICK
def test_places_are_inside_the_text(seed: int) -> None:
    text = any_text(seed)
    _assert_sound(text, check(text))


@given(st.text(max_size=300))
@QUICK
def test_plain_text_never_raises(text: str) -> None:
    _assert_sound(text, check(text))
    render(parse(text))


@given(SEEDS)
@QUICK
def test_nothing_is_dropped(seed: int) -> None:
    """Every character of the text that was read stands in a part, and so in the rendered text."""
    prompt = parse(any_text(seed))
    covered = [*prompt.preamble, *([prompt.trailer] if prompt.trailer else [])]
    covered += [prompt.alignment.span] if prompt.alignment else []
    covered += [span for section in prompt.sections for span in (section.header_span, section.body_span)]
    seen = bytearray(len(prompt.text))
    for start, end in covered:
        seen[start:end] = b"\1" * (end - start)
    lost = "".join(char for char, is_seen in zip(prompt.text, seen, strict=True) if not is_seen)
    assert not re.sub(r"[\s:=–—-]", "", lost)


@given(SEEDS)
@QUICK
def test_rendering_settles(seed: int) -> None:
    """Every reading may uncover another wrapping, but after a few of them rendering changes nothing."""
    text = any_text(seed)
    seen = []
    for _ in range(8):
        text = render(parse(text))
        if seen and seen[-1] == text:
            return
        seen.append(text)
    pytest.fail(f"still changing: {seen[-2:]!r}")


@given(SEEDS)
@settings(max_examples=400, deadline=None, database=None, suppress_health_check=list(HealthCheck))
def test_fix_is_idempotent_and_gains_nothing(seed: int) -> None:
    text = any_text(seed)
    fixed = fix(text)
    before = _codes(check(text))
    after = _codes(check(fixed.text))
    assert all(after[code] <= before.get(code, 0) for code in after)
    assert fix(fixed.text).text == fixed.text


def _codes(report: Report) -> dict[str, int]:
    counts: dict[str, int] = {}
    for finding in report.findings:
        counts[finding.code] = counts.get(finding.code, 0) + 1
    return counts


@pytest.mark.parametrize("index", range(len(samples())))
def test_good_prompts_are_canonical(index: int) -> None:
    body = re.sub(r"\A---\n.*?^---\n", "", samples()[index], flags=re.DOTALL | re.MULTILINE)
    prompt = parse(body)
    assert not prompt.repairs
    text = render(prompt)
    assert render(parse(text)) == text
    assert re.sub(r"\s+", " ", text).strip() == re.sub(r"\s+", " ", body).strip()


def _no_exception(seed: int) -> None:
    text = any_text(seed)
    report = check(text)
    if seed % 16 == 0:
        fix(text)
    assert len(report.files) == 1


@pytest.mark.slow
@pytest.mark.parametrize("part", range(8))
def test_no_exception_on_100_000_inputs(part: int) -> None:
    for seed in range(part * 12_500, (part + 1) * 12_500):
        _no_exception(seed)


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(8))
def test_no_exception_on_1_000_000_inputs(part: int) -> None:
    start = int.from_bytes(os.urandom(6), "big")
    print(f"first seed: {start}")
    for seed in range(start + part * 125_000, start + (part + 1) * 125_000):
        _no_exception(seed)


def _shapes() -> dict[str, str]:
    """Texts that invite quadratic behaviour, by what they repeat."""
    return {
        "prose": "A man in a grey coat walks slowly to the left and opens a blue door. ",
        "shots": "[Shot 7] At 00:03.500, the camera cuts to a man (S1) who says: <d>[English] Hello there.</d> ",
        "open dialogue": "<d>[English] hello ",
        "closed dialogue": "</d> ",
        "labels": "<Subject 1> meets <Picture 2> in <Video 1>. ",
        "brackets": "[[[(((<<<",
        "fields": "\noverall_soundscape: rain.\n",
        "misspelt fields": "\noveral_soundscape: rain.\n",
        "snake fields": "\ncamera_notes: rain.\n",
        "blank lines": "\n \n",
        "quotes": '"OPEN" “SHUT" ',
        "json": '{"prompt": "overall_soundscape: a\\n\\u00e9", ',
        "entities": "&lt;d&gt; &amp;",
        "stars": "**",
        "bold fields": "\n**summary:** x",
        "comments": "<!-- h3: ignore SHT001 -->",
        "open comments": "<!-- h3: ignore ",
        "digits": "0123456789",
        "times": "00:00:00:",
        "braces": "{{{${",
        "chinese": "她走进来，然后说话。",
        "retention": "\nretention_analysis:\n<Subject 1> (appears in [Shot 1]): fully_preserved - a\n",
        "spaces": "              ",
        "angle and spaces": "<" + " " * 400,
        "bracket and spaces": "[" + " " * 400 + "(",
        "tabs in a tag": "<\t\t\t\t\t\t\t\td",
        "underscores": "____",
        "openers": '(((("',
        "alignment": "How the reference pictures align with the target video — Picture 1 (from Shot 1) ",
    }


def test_many_definitions_on_one_line_take_linear_time() -> None:
    def text(count: int) -> str:
        return "subject_definitions:\n" + " ".join(f"<Subject {number}> is a lamp." for number in range(1, count))

    small, large = text(1_000), text(8_000)
    check(small)
    assert any(_seconds(large) < 20 * _seconds(small) for _ in range(4))


SIZES = (12_500, 25_000, 50_000, 100_000)


@pytest.mark.parametrize("shape", sorted(_shapes()))
@pytest.mark.parametrize("opening", ["", "integrated_multimodal_description: [Shot 1] "])
def test_time_grows_linearly(shape: str, opening: str) -> None:
    """Measured at four sizes: a character of the largest takes at most twice as long as one of the smallest.

    Quadratic time would be eight times as long. A shared machine is noisy, so the best of a few rounds counts.
    """
    piece = _shapes()[shape]
    texts = [opening + piece * (size // len(piece)) for size in SIZES]
    check(texts[0])
    best = [float("inf")] * len(texts)
    for _ in range(6):
        best = [min(seconds, _seconds(text)) for seconds, text in zip(best, texts, strict=True)]
        rates = [seconds / len(text) for seconds, text in zip(best, texts, strict=True)]
        if max(rates[1:]) <= 2 * rates[0] or best[-1] < 0.02:
            return
    pytest.fail(f"{shape}: nanoseconds a character at {SIZES}: {[round(rate * 1e9) for rate in rates]}")


@pytest.mark.parametrize("shape", ["prose", "shots", "labels", "fields", "quotes", "json"])
def test_a_megabyte_takes_under_two_seconds(shape: str) -> None:
    piece = _shapes()[shape]
    text = "integrated_multimodal_description: [Shot 1] " + piece * (1_000_000 // len(piece.encode()))
    # The best of a few rounds: other tests run beside this one.
    assert any(_seconds(text) < 2 for _ in range(5))


def _seconds(text: str) -> float:
    start = time.process_time()
    check(text)
    return time.process_time() - start
