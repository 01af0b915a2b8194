"""Fixes: applied together, never harmful, stable, and few checks even on large texts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from h3prompt import Context, Report, check, fix, fixer
from h3prompt.config import Config
from h3prompt.fixer import Fixed
from tests.cli import BAD, GOOD
from tests.mutations import any_text, samples

SEEDS = st.integers(0, 2**64 - 1)
SOME = settings(max_examples=250, deadline=None, database=None, suppress_health_check=list(HealthCheck))
OWN = (GOOD, BAD)


def _counts(report: Report) -> Counter[str]:
    return Counter(finding.code for finding in report.findings)


def _sound(fixed: Fixed, text: str, again: Callable[[str], Fixed]) -> None:
    before, after = _counts(fixed.before), _counts(fixed.after)
    assert all(after[code] <= before[code] for code in after)
    assert again(fixed.text).text == fixed.text
    assert bool(fixed.applied) is (fixed.text != text)


def test_fixes_are_applied_together() -> None:
    fixed = fix(BAD)
    assert fixed.text == GOOD
    assert [finding.code for finding in fixed.applied] == ["SHT007", "SND005"]
    assert not fixed.before.ok
    assert fixed.after.ok


def test_a_good_text_stays() -> None:
    fixed = fix(GOOD)
    assert (fixed.text, fixed.applied) == (GOOD, ())
    assert fixed.before is fixed.after


def test_context_and_configuration_count() -> None:
    body = BAD.split("---\n", 2)[2]
    assert "At 3s," in fix(body, config=Config(disable=frozenset({"SHT007"}))).text
    assert fix(body, Context(), file="x.h3.md").after.files[0].file == "x.h3.md"


def test_silenced_findings_are_not_fixed() -> None:
    silenced = BAD.replace("---\nintegrated", "---\n<!-- h3: ignore time-form, SND -->\nintegrated")
    assert fix(silenced).text == silenced


@pytest.mark.parametrize("index", range(len(samples())))
def test_good_prompts_lose_nothing(index: int) -> None:
    text = samples()[index]
    fixed = fix(text)
    _sound(fixed, text, fix)
    assert re.sub(r"\s+|00:\d\d\.\d\d\d", "", fixed.text) == re.sub(r"\s+|00:\d\d\.\d\d\d", "", text)


@given(SEEDS)
@SOME
def test_any_text(seed: int) -> None:
    text = any_text(seed)
    _sound(fix(text), text, fix)


@given(SEEDS, st.sampled_from(OWN))
@SOME
def test_front_matter_is_never_touched(seed: int, base: str) -> None:
    head, body = base[: base.index("integrated")], any_text(seed)
    text = head + body.replace("---", "")
    fixed = fix(text)
    assert fixed.text.startswith(head)
    _sound(fixed, text, fix)


def _watched(monkeypatch: pytest.MonkeyPatch, change: Callable[[str, Report], Report]) -> list[int]:
    """Counts the checks that a fix makes, and lets `change` play with their results."""
    calls: list[int] = []
    real = fixer.check_source

    def counted(source, *args, **kwargs):  # type: ignore[no-untyped-def]
        calls.append(len(source.text))
        return change(source.text, real(source, *args, **kwargs))

    monkeypatch.setattr(fixer, "check_source", counted)
    return calls


def test_many_defects_need_few_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = _watched(monkeypatch, lambda _, report: report)
    shots = "".join(f" [Shot {number}] At {number}s, the camera cuts to a bird." for number in range(2, 1200))
    fixed = fix(
        f"integrated_multimodal_description: [Shot 1] Static shot of a gate.{shots}\n\noverall_soundscape: Rain."
    )
    assert len(fixed.applied) > 1000
    assert len(calls) <= 4


def test_a_fix_that_does_harm_is_left_out_and_the_others_apply(monkeypatch: pytest.MonkeyPatch) -> None:
    def harm(text: str, report: Report) -> Report:
        # Mending the time of shot 300 makes the check find something new.
        if "[Shot 300] At 05:00.000," in text:
            extra = check("hello").findings[0]
            return Report(((extra,) * 2) + report.findings, report.skipped, report.files)
        return report

    calls = _watched(monkeypatch, harm)
    shots = "".join(f" [Shot {number}] At {number}s, the camera cuts to a bird." for number in range(2, 600))
    fixed = fix(
        f"integrated_multimodal_description: [Shot 1] Static shot of a gate.{shots}\n\noverall_soundscape: Rain."
    )
    assert "[Shot 300] At 300s," in fixed.text
    assert "[Shot 301] At 05:01.000," in fixed.text
    assert len([finding for finding in fixed.applied if finding.code == "SHT007"]) == 597
    assert len(calls) < 60
    assert fix(fixed.text).text == fixed.text


def test_a_text_that_never_settles_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fixer, "_FEWEST_CHECKS", 3)
    monkeypatch.setattr(fixer, "_MOST_CHARACTERS", 0)
    text = "integrated_multimodal_description: [Shot 1] " + "00:00:00:" * 40
    fixed = fix(text)
    assert (fixed.text, fixed.applied) == (text, ())
    assert fixed.after is fixed.before
