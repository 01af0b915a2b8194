"""The documentation: complete, up to date, and its examples do what they say."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

import h3prompt
from h3prompt import errors
from h3prompt.config import load_file
from h3prompt.rules import RULES
from production.cli.app import command
from tests.cli import ROOT


def _generator() -> Any:
    """``docs/generate.py``, which is no package."""
    spec = spec_from_file_location("generate_docs", ROOT / "docs" / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


generate = _generator()
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])
_FENCE = re.compile(r"^```(?P<kind>\w+)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"(?<!!)\[[^\]]+\]\((?P<target>[^)\s]+)\)")
_NO_CODE = re.compile(r"^```.*?^```$|`[^`\n]*`", re.MULTILINE | re.DOTALL)


def _blocks(kind: str) -> Iterator[tuple[str, str]]:
    for page in PAGES:
        for number, match in enumerate(_FENCE.finditer(page.read_text("utf-8")), 1):
            if match["kind"] == kind:
                yield f"{page.name}:{number}", match["body"]


def test_generated_pages_are_up_to_date() -> None:
    assert generate.stale() == [], "run python docs/generate.py"


def test_every_rule_is_documented() -> None:
    page = (ROOT / "docs" / "rules.md").read_text("utf-8")
    for rule in RULES:
        assert f"### {rule.code} {rule.name}\n" in page
        assert rule.title and rule.evidence
        for word in ("Wrong::", "Right::"):
            assert word in rule.documentation, f"{rule.code} has no sample {word}"


def _nodes(path: str, node: Any) -> Iterator[tuple[str, Any]]:
    yield path, node
    for name, child in getattr(node, "commands", {}).items():
        yield from _nodes(f"{path} {name}", child)


def test_every_command_and_option_is_documented() -> None:
    page = (ROOT / "docs" / "cli.md").read_text("utf-8")
    for path, node in _nodes("h3", command()):
        assert f"## {path}\n" in page
        assert node.help, path
        for param in node.params:
            assert param.help, f"{path}: {param.name} has no help"
            for option in param.opts if param.param_type_name == "option" else ():
                assert option in page


def _kinds(kind: type[errors.H3Error]) -> Iterator[type[errors.H3Error]]:
    yield kind
    for child in kind.__subclasses__():
        yield from _kinds(child)


def test_every_error_code_is_documented() -> None:
    page = (ROOT / "docs" / "cli.md").read_text("utf-8")
    for kind in _kinds(errors.H3Error):
        if kind.__module__.startswith(("h3prompt", "backends", "production")):
            assert f"| `{kind.code}` | {int(kind.exit_status)} |" in page
            assert kind in errors.EXIT_STATUS


def test_every_public_name_is_documented() -> None:
    page = (ROOT / "docs" / "library.md").read_text("utf-8")
    for name in h3prompt.__all__:
        assert f"### {name}\n" in page
        assert getattr(h3prompt, name).__doc__


def test_every_schema_is_mentioned_or_listed() -> None:
    schemas = {path.name for path in (ROOT / "docs" / "schemas").glob("*.json")}
    pages = "\n".join(page.read_text("utf-8") for page in PAGES)
    missing = {name for name in schemas if f"`{name.removesuffix('.schema.json')}`" not in pages and name not in pages}
    assert not missing


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for match in _LINK.finditer(_NO_CODE.sub("", page.read_text("utf-8"))):
        target, _, anchor = match["target"].partition("#")
        file = (page.parent / target).resolve() if target else page
        assert file.exists(), match["target"]
        if anchor:
            headings = re.findall(r"^#+ (.+)$", file.read_text("utf-8"), re.MULTILINE)
            assert anchor in {generate.anchor(heading) for heading in headings}, match["target"]


def test_python_examples_run() -> None:
    for page in PAGES:
        scope: dict[str, Any] = {}
        head = page.read_text("utf-8").partition(generate.MARKER)[0]
        for match in _FENCE.finditer(head):
            if match["kind"] == "python":
                exec(compile(match["body"], page.name, "exec"), scope)  # the project's own documentation


def test_configuration_examples_load(tmp_path: Path) -> None:
    blocks = list(_blocks("toml"))
    assert blocks
    for name, body in blocks:
        (tmp_path / "h3.toml").write_text(body, "utf-8")
        assert load_file(tmp_path / "h3.toml").levels, name


def _sessions() -> Iterator[Any]:
    for name, body in _blocks("console"):
        for number, part in enumerate(re.split(r"^\$ ", body, flags=re.MULTILINE)[1:], 1):
            line, _, expected = part.partition("\n")
            yield pytest.param(line, expected, id=f"{name}.{number}")


def _matches(expected: str, got: str) -> bool:
    """Whether the output is the expected one; a line of three dots stands for any lines."""
    parts = [part.strip("\n") for part in re.split(r"^\.\.\.$", expected, flags=re.MULTILINE)]
    return re.fullmatch(".*".join(map(re.escape, parts)), got.strip("\n"), re.DOTALL) is not None


@pytest.mark.skipif(shutil.which("bash") is None, reason="console examples are for a shell")
@pytest.mark.parametrize(("line", "expected"), list(_sessions()))
def test_console_examples_show_what_they_print(line: str, expected: str, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    (tmp_path / ".git").mkdir()
    environment = {
        name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS")
    }
    script = f'h3() {{ "{sys.executable}" -m production "$@"; }}\n{line}'
    result = subprocess.run(
        ["bash", "-c", script],
        cwd=tmp_path,
        env={**environment, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert result.returncode in (0, 1), result.stderr.decode()
    assert _matches(expected, result.stdout.decode()), result.stdout.decode()
