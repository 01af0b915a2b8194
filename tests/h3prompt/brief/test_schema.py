"""The JSON Schema of a brief: up to date, valid, and of one mind with the loader."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from h3prompt.brief.schema import NAME, schema
from h3prompt.brief.tree import Node, compose

from .cases import CASES, Case
from .test_loader import DOCUMENTED, EXAMPLES

PUBLISHED = Path(__file__).resolve().parents[3] / "docs" / "schemas" / NAME


def typed(node: Node) -> Any:
    """A tree as an editor sees it, with the types of YAML 1.2."""
    if isinstance(node.children, dict):
        return {name: typed(child) for name, child in node.children.items()}
    if isinstance(node.children, list):
        return [typed(child) for child in node.children]
    value = node.data
    if not node.plain or value is None:
        return value
    if value in ("true", "false"):
        return value == "true"
    if re.fullmatch(r"[-+]?[0-9]+", value):
        return int(value)
    return float(value) if re.fullmatch(r"[-+]?[0-9]*\.[0-9]+", value) else value


def errors(text: str) -> list[str]:
    root = compose(text).root
    assert root is not None
    return [error.message for error in Draft202012Validator(schema()).iter_errors(typed(root))]


def test_the_published_schema_is_this_one() -> None:
    assert json.loads(PUBLISHED.read_text("utf-8")) == schema(), f"h3 brief schema --output docs/schemas/{NAME}"


def test_it_is_a_schema() -> None:
    Draft202012Validator.check_schema(schema())
    text = json.dumps(schema())
    assert '"examples": ["12s", "0:12.5", "300f"]' in text
    assert "``" not in text
    assert schema()["title"] == "A brief of h3"


@pytest.mark.parametrize(
    "text", [*(path.read_text("utf-8") for path in EXAMPLES if path.stem not in ("words", "anchors")), *DOCUMENTED]
)
def test_briefs_that_load_are_valid(text: str) -> None:
    assert errors(text) == []


#: What a schema can say as well as the loader.
_SAME = {"BRF020", "BRF021", "BRF022", "BRF023", "BRF024", "BRF026", "BRF027", "BRF028"}


@pytest.mark.parametrize(
    "case",
    [
        case
        for case in CASES
        if case.code in _SAME
        and not re.search(r"<<|nan|yes|\\a|seed: 9|fps|burn: maybe", str(case.wrong) + str(case.right))
    ],
    ids=lambda case: case.code,
)
def test_an_editor_marks_what_the_loader_refuses(case: Case) -> None:
    assert errors(str(case.wrong))
    if "note:\n" not in str(case.right):
        assert errors(str(case.right)) == []
