"""The error tree and the exit statuses."""

from __future__ import annotations

import re

import pytest

from h3prompt import errors
from h3prompt.errors import EXIT_STATUS, Exit, H3Error, UsageError, exit_status, unknown_name

#: Every class, its parent, its code and its exit status.
TREE = [
    ("UsageError", "H3Error", "usage", 2),
    ("ConfigError", "UsageError", "config", 2),
    ("SourceError", "UsageError", "source", 2),
    ("GridError", "UsageError", "grid", 2),
    ("TemplateError", "UsageError", "template", 2),
    ("LockedError", "UsageError", "locked", 2),
    ("FindingsError", "H3Error", "findings", 1),
    ("BriefError", "FindingsError", "brief", 1),
    ("PlanError", "FindingsError", "plan", 1),
    ("CapabilityError", "H3Error", "capability", 2),
    ("BackendError", "H3Error", "backend", 3),
    ("ToolError", "H3Error", "tool", 3),
    ("WaitingError", "H3Error", "waiting", 4),
    ("Interrupted", "H3Error", "interrupted", 130),
]


def _all(root: type[H3Error] = H3Error) -> list[type[H3Error]]:
    return [
        root,
        *(kind for child in root.__subclasses__() if child.__module__ == errors.__name__ for kind in _all(child)),
    ]


@pytest.mark.parametrize(("name", "parent", "code", "status"), TREE)
def test_a_class_has_its_place_its_code_and_its_status(name: str, parent: str, code: str, status: int) -> None:
    kind = getattr(errors, name)
    assert kind.__mro__[1].__name__ == parent
    assert kind.code == code
    assert EXIT_STATUS[kind] == exit_status(kind(() if name in ("FindingsError", "PlanError") else "x")) == status


def test_the_tree_is_complete() -> None:
    assert {kind.__name__ for kind in _all()} == {"H3Error", *(row[0] for row in TREE)}
    assert set(_all()) | {KeyboardInterrupt} == set(EXIT_STATUS)


def test_the_tree_is_drawn_in_the_order_of_the_code() -> None:
    drawn = re.findall(r"^[│├└─ ]*(\w+)", errors.__doc__ or "", re.MULTILINE)
    drawn = [word for word in drawn if word in {kind.__name__ for kind in _all()}]
    assert drawn == [kind.__name__ for kind in _all()]
    statuses = dict(re.findall(r"(\w+) {2,}.* {2,}(\d+)$", errors.__doc__ or "", re.MULTILINE))
    assert statuses == {row[0]: str(row[3]) for row in TREE}


def test_codes_are_words_of_their_own() -> None:
    codes = [kind.code for kind in _all()]
    assert len(set(codes)) == len(codes)
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", code) for code in codes)


def test_the_exit_statuses() -> None:
    assert {status.name: status.value for status in Exit} == {
        "FINE": 0,
        "FINDINGS": 1,
        "USAGE": 2,
        "FAILED": 3,
        "WAITING": 4,
        "INTERRUPTED": 130,
    }


@pytest.mark.parametrize("error", [ValueError("x"), OSError(28, "full"), AssertionError(), MemoryError(), H3Error("x")])
def test_a_foreign_error_is_a_failure(error: BaseException) -> None:
    assert exit_status(error) is Exit.FAILED


def test_ctrl_c_is_an_interruption() -> None:
    assert exit_status(KeyboardInterrupt()) is Exit.INTERRUPTED


def test_a_class_of_somebody_else_counts_as_its_parent() -> None:
    class MyError(errors.WaitingError):
        pass

    assert exit_status(MyError("x")) is Exit.WAITING


def test_an_error_says_what_and_what_to_do() -> None:
    error = UsageError("seconds is 3; the least is 4", hint="write 4")
    assert (str(error), error.message, error.hint, error.code) == (error.message, error.args[0], "write 4", "usage")
    assert error.to_dict() == {"code": "usage", "message": "seconds is 3; the least is 4", "hint": "write 4"}
    assert H3Error("x").to_dict() == {"code": "error", "message": "x", "hint": None}


def test_one_error_may_have_a_narrower_code() -> None:
    assert UsageError("x", code="no-such-file").to_dict()["code"] == "no-such-file"
    assert UsageError("x").code == UsageError.code == "usage"


def test_an_unknown_name() -> None:
    error = unknown_name("mode", "t2v", ["t2va", "i2va"])
    assert error.message == "mode 't2v' is unknown; known: t2va, i2va"
    assert error.hint == "did you mean 't2va'?"
    assert unknown_name("mode", "zzz", iter(["t2va"])).hint is None
