"""Whatever a file says, the answer is a brief or findings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from h3prompt.brief.loader import check_text, files
from h3prompt.brief.schema import schema
from h3prompt.brief.times import read_time
from h3prompt.findings import Level

from .cases import CASES, LEAST, key
from .test_loader import DOCUMENTED

_KEYS = sorted({name for part in [schema(), *schema()["$defs"].values()] for name in part.get("properties", {})})
_VALUES = ["cut", "dissolve", "keeper", "12s", "0", "-1", "1e9", "true", "~", "16:9", "English", "../x", "a.png", "''"]
_WORDS = st.sampled_from([*_KEYS, *_VALUES]) | st.text(max_size=8)
_TREES: Any = st.recursive(
    _WORDS | st.integers() | st.none() | st.booleans(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_WORDS, inner, max_size=5),
    max_leaves=25,
)
_QUICK = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def answered(data: bytes) -> None:
    loaded, findings = check_text(data, Path("film.yaml"), files=False, skills=("plain",))
    wrong = [finding for finding in findings if finding.level is Level.ERROR]
    assert (loaded is None) == bool(wrong)
    lines = len(data.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n").split("\n"))
    for finding in findings:
        assert finding.line is not None and finding.column is not None
        assert 1 <= finding.line <= lines
        assert finding.column >= 1
        assert finding.end_line is not None and finding.end_line >= finding.line
    if loaded is not None:
        assert len({shot.id for shot in loaded.brief.shots}) == len(loaded.brief.shots)
        assert all(loaded.place(*keys) for keys, _, _ in files(loaded.brief))


@_QUICK
@given(st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    answered(data)


@_QUICK
@given(st.text(alphabet=":-{}[]&*!|>'\"%@`#,? \n\tab~0<é\u2028\x85\ufeff", max_size=60))
def test_any_punctuation(text: str) -> None:
    answered(text.encode())
    answered(key(f"note: {text}").encode())


@_QUICK
@given(_TREES)
def test_any_values(tree: Any) -> None:
    answered(yaml.safe_dump(tree, allow_unicode=True).encode())


@_QUICK
@given(st.dictionaries(st.sampled_from(_KEYS), _TREES, max_size=6))
def test_any_values_under_known_keys(tree: dict[str, Any]) -> None:
    answered(yaml.safe_dump({"title": "x", "shots": [tree, tree], **tree}).encode())


@_QUICK
@given(st.sampled_from([*DOCUMENTED, *(case.right for case in CASES if isinstance(case.right, str))]), st.data())
def test_a_brief_with_a_piece_cut_out_or_put_in(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 20)))
    answered((text[:start] + data.draw(st.text(max_size=4)) + text[end:]).encode("utf-8", "replace"))


@_QUICK
@given(st.text(max_size=12) | st.from_regex(r"[0-9]{0,3}[:.,]?[0-9]{0,3}\s?(s|ms|f|min|m|h)?", fullmatch=True))
def test_any_time_is_exact_or_refused(text: str) -> None:
    try:
        time = read_time(text)
    except ValueError:
        return
    assert time.seconds >= 0
    assert read_time(time.text) == time


@given(st.integers(0, 10**6))
def test_a_length_in_frames_is_that_many_frames(frames: int) -> None:
    time = read_time(f"{frames}f")
    assert time.exact
    assert time.frames == frames


def test_the_least_brief_is_fine() -> None:
    answered(LEAST.encode())
