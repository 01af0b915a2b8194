"""Every rule against its cases: ``cases/FAMILY.yaml`` has, rule by rule, texts that make it fire and texts that do not.

A case takes a prompt of ``bases`` (all of which are silent), edits it, and says where and how the rule fires. `fixed: same` wants
the base back once the rule's own fix is applied.
"""

from __future__ import annotations

import json
import re
import struct
import wave
import zlib
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from h3prompt import Finding, Level, Report
from h3prompt.checker import check_source
from h3prompt.findings import apply_edits
from h3prompt.fixer import fix
from h3prompt.rules import FAMILIES, RULES
from h3prompt.source import decode

HERE = Path(__file__).parent
BASES = {path.name.removesuffix(".h3.md"): path.read_text("utf-8") for path in sorted((HERE / "bases").glob("*.h3.md"))}
_KEYS = {
    "base",
    "body",
    "text",
    "bytes",
    "edit",
    "all",
    "wrap",
    "repeat",
    "files",
    "line",
    "level",
    "count",
    "fixed",
    "fixable",
    "only",
}


@cache
def cases() -> dict[str, dict[str, list[dict[str, Any]]]]:
    """Code to its failing and passing cases."""
    found: dict[str, dict[str, list[dict[str, Any]]]] = {}
    for path in sorted((HERE / "cases").glob("*.yaml")):
        for code, entry in yaml.safe_load(path.read_text("utf-8")).items():
            assert code.startswith(path.stem), f"{code} stands in {path.name}"
            assert code not in found
            found[code] = entry
    return found


def _parameters(kind: str) -> list[Any]:
    return [
        pytest.param(code, case, id=f"{code}-{index}")
        for code, entry in cases().items()
        for index, case in enumerate(entry[kind])
    ]


def _body(name: str) -> str:
    return re.sub(r"\A---\n.*?^---\n", "", BASES[name], flags=re.DOTALL | re.MULTILINE)


def _fields(text: str) -> dict[str, str]:
    parts = re.split(r"(?m)^([a-z_]+):\s*", text)[1:]
    return {name: value.strip() for name, value in zip(parts[::2], parts[1::2], strict=True)}


WRAPS = {
    "bom": lambda text: "\ufeff" + text,
    "crlf": lambda text: text.replace("\n", "\r\n"),
    "cr": lambda text: text.replace("\n", "\r"),
    "fence": lambda text: f"```text\n{text}```\n",
    "json": lambda text: json.dumps({"prompt": text}, ensure_ascii=True),
    "json_fields": lambda text: json.dumps(_fields(text), ensure_ascii=False, indent=2),
    "json_with_more": lambda text: json.dumps({"model": "MiniMax-H3", "prompt": text, "duration": 5}),
    "escaped": lambda text: text.strip().replace("\n", "\\n"),
}


def _start(case: dict[str, Any]) -> str:
    """The text before it is broken, which is also what `fixed: same` wants back."""
    if "text" in case:
        return str(case["text"])
    return BASES[case["base"]] if "base" in case else _body(case["body"])


def _text(case: dict[str, Any]) -> str:
    assert set(case) <= _KEYS, f"unknown keys: {set(case) - _KEYS}"
    text = _start(case)
    if case.get("repeat"):
        piece, times = case["repeat"]
        assert text.count("Rain beads") == 1
        text = text.replace("Rain beads", piece * times + "Rain beads")
    for old, new in case.get("edit", ()):
        assert old in text, f"{old!r} is not in the base"
        text = text.replace(old, new) if case.get("all") else text.replace(old, new, 1)
    return str(WRAPS[case["wrap"]](text)) if "wrap" in case else text


def _look(case: dict[str, Any], folder: Path) -> tuple[str, Report]:
    for name, content in case.get("files", {}).items():
        _make(folder / name, content)
    data = bytes.fromhex(case["bytes"]) if "bytes" in case else _text(case).encode("utf-8", "surrogatepass")
    source = decode(data, str(folder / "case.h3.md"))
    return source.text, check_source(source, files="files" in case)


def _make(path: Path, content: str) -> None:
    if content == "folder":
        path.mkdir()
    elif content == "wav":
        with wave.open(str(path), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(8000)
            file.writeframes(bytes(2 * 8000 * 2))
    else:
        path.write_bytes(_CONTENT[content]())


def _png(width: int, height: int, more: int = 0) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress(b"".join(b"\0" + bytes(width) for _ in range(height)))
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", rows)
        + chunk(b"tEXt", bytes(more))
        + chunk(b"IEND", b"")
    )


_CONTENT = {
    "png": lambda: _png(512, 288),
    "small png": lambda: _png(64, 64),
    "wide png": lambda: _png(2000, 300),
    "huge png": lambda: _png(512, 288, 32 * 1024 * 1024),
    "jpeg": lambda: bytes.fromhex("ffd8ffe000104a46494600010100000100010000ffc0000b080120020001011100ffd9"),
    "mp4": lambda: b"\0\0\0\x18ftypisom\0\0\2\0isomiso2",
    "text": lambda: b"this is no picture",
    "empty": lambda: b"",
}


def _of(report: Report, code: str) -> list[Finding]:
    return [finding for finding in report.findings if finding.code == code]


@pytest.mark.parametrize("name", BASES)
def test_bases_are_silent(name: str, tmp_path: Path) -> None:
    _, report = _look({"base": name}, tmp_path)
    assert report.findings == ()


@pytest.mark.parametrize(("code", "case"), _parameters("fail"))
def test_fires(code: str, case: dict[str, Any], tmp_path: Path) -> None:
    text, report = _look(case, tmp_path)
    found = _of(report, code)
    assert found, f"{code} is silent; there is {[(finding.code, finding.line) for finding in report.findings]}"
    if "line" in case:
        assert case["line"] in [finding.line for finding in found]
    if "level" in case:
        assert {finding.level for finding in found} == {Level(case["level"])}
    if "count" in case:
        assert len(found) == case["count"]
    if "only" in case:
        assert {finding.code for finding in report.findings} == set(case["only"])
    if "fixable" in case:
        assert any(finding.fixable for finding in found) is case["fixable"]
    if "fixed" in case:
        _assert_fixed(code, case, text, found)


def _assert_fixed(code: str, case: dict[str, Any], text: str, found: list[Finding]) -> None:
    edits = [edit for finding in found if finding.fix for edit in finding.fix.edits]
    assert edits, "nothing to apply"
    fixed = apply_edits(text, edits)
    wanted = _start(case) if case["fixed"] == "same" else str(case["fixed"])
    assert fixed.strip() == wanted.strip()
    assert not _of(check_source(decode(fixed.encode(), "case.h3.md")), code)
    assert fix(text).text.strip() == wanted.strip()


@pytest.mark.parametrize(("code", "case"), _parameters("pass"))
def test_stays_silent(code: str, case: dict[str, Any], tmp_path: Path) -> None:
    _, report = _look(case, tmp_path)
    assert not _of(report, code)


@pytest.mark.parametrize(("code", "case"), _parameters("fail"))
def test_a_fix_gains_nothing(code: str, case: dict[str, Any], tmp_path: Path) -> None:
    if "bytes" in case or "files" in case:
        pytest.skip("the file is not text, or stands beside others")
    text, _ = _look(case, tmp_path)
    fixed = fix(text)
    counts = Counter(finding.code for finding in fixed.after.findings)
    allowed = Counter(finding.code for finding in fixed.before.findings)
    assert all(count <= allowed[name] for name, count in counts.items())
    assert fix(fixed.text).text == fixed.text


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_every_rule_is_documented_and_proven(rule: Any) -> None:
    assert re.fullmatch(r"[A-Z]{3}\d{3}", rule.code)
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", rule.name)
    assert rule.code[:3] in FAMILIES
    assert rule.evidence.endswith(".")
    assert "Wrong::" in rule.documentation
    assert "Right::" in rule.documentation
    entry = cases()[rule.code]
    assert entry["fail"]
    assert entry["pass"]
    fixable = any("fixed" in case or case.get("fixable") for case in entry["fail"])
    assert rule.fixable is fixable or (rule.fixable and rule.code in _FIXED_BY_OTHERS), "fixable, and no case says so"


# Rules whose fix is proven through the fixer only: its text is not the base's.
_FIXED_BY_OTHERS = {"LNG005", "SUM006"}


def test_codes_and_names_are_unique() -> None:
    assert len({rule.code for rule in RULES}) == len(RULES)
    assert len({rule.name for rule in RULES}) == len(RULES)
    assert set(cases()) == {rule.code for rule in RULES}
