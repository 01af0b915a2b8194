"""Reads ``brief.yaml``: everything that is wrong at once, each thing with its place."""

from __future__ import annotations

import gc
import re
import stat
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from h3prompt.errors import BriefError, SourceError
from h3prompt.findings import Finding, Level, Lines
from h3prompt.patterns import lazy

from .checks import check, shot_ids
from .codes import BY_CODE
from .media import BriefFile, FileKind, check_files, files
from .model import ID, Brief
from .texts import check_texts
from .tree import Node, Problem, compose
from .words import MOST, Complaint, Keys, complaints, only_items, where

__all__ = ["BriefFile", "FileKind", "LoadedBrief", "check_brief", "check_text", "files", "load_brief"]

#: The largest file that is read (bytes).
MAX_BYTES = 5_000_000
_BOMS = ((b"\xff\xfe", "UTF-16"), (b"\xfe\xff", "UTF-16"))
_INT = lazy(r"[-+]?(?:0|[1-9]\d{0,17})")
_FLOAT = lazy(r"[-+]?(?:0|[1-9]\d{0,17})(?:\.\d{1,18})?(?:[eE][-+]?\d{1,2})?")


@dataclass(frozen=True)
class LoadedBrief:
    """A brief that has no errors.

    Attributes:
        brief: the model; every shot has an id.
        path: the file that it was read from.
        findings: warnings and infos, in reading order.
        text: what the file says, with LF as its line break.
    """

    brief: Brief
    path: Path
    findings: tuple[Finding, ...]
    text: str = field(repr=False)
    _root: Node = field(repr=False, compare=False)
    _lines: Lines = field(repr=False, compare=False)

    @property
    def folder(self) -> Path:
        """The folder that the paths of the brief are relative to."""
        return self.path.parent

    def place(self, *keys: str | int) -> tuple[int, int] | None:
        """Line and column (from 1) of the value at `keys`, for example ``place("shots", 3, "duration")``.

        A value that is a list or a mapping is where its first item is. None for what the brief does not state.
        """
        node: Node | None = self._root
        for key in keys:
            node = node.child(key) if node is not None else None
        return None if node is None else self._lines.position(node.start)


def load_brief(path: Path, *, files: bool = True, skills: Collection[str] | None = None) -> LoadedBrief:
    """Reads a brief.

    Args:
        path: the file.
        files: the files that it names are opened and looked at.
        skills: the names of the skills that there are; None does not judge the name.

    Raises:
        SourceError: when the file cannot be read at all.
        BriefError: when a finding is an error; it carries all findings.
    """
    loaded, findings = check_brief(path, files=files, skills=skills)
    if loaded is not None:
        return loaded
    errors = [finding for finding in findings if finding.level is Level.ERROR]
    first = errors[0]
    more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
    raise BriefError(
        f"{first.file}:{first.line}:{first.column}: {first.message}{more}", findings=findings, hint=first.suggestion
    )


def check_brief(
    path: Path, *, files: bool = True, skills: Collection[str] | None = None
) -> tuple[LoadedBrief | None, tuple[Finding, ...]]:
    """Reads a brief and returns it with all findings in reading order; None in its place when one is an error.

    Raises:
        SourceError: when the file cannot be read at all.
    """
    return check_text(read_bytes(path), path, files=files, skills=skills)


def read_bytes(path: Path) -> bytes:
    """The bytes of a brief, or a little more than the largest one has.

    Raises:
        SourceError: for what is missing, a folder, or cannot be read.
    """
    hint = None
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            inside = path / "brief.yaml"
            hint = f"did you mean {inside}?" if inside.is_file() else "name the brief itself"
            raise SourceError(f"{path} is a folder, not a brief", hint=hint)
        if not stat.S_ISREG(mode):
            raise SourceError(f"{path} is no regular file")
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except FileNotFoundError as error:
        for suffix in (".yaml", ".yml"):
            if path.with_name(path.stem + suffix).is_file():
                hint = f"did you mean {path.with_name(path.stem + suffix)}?"
        raise SourceError(f"{path} does not exist", hint=hint) from error
    except (OSError, ValueError) as error:
        raise SourceError(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from error


def check_text(
    data: bytes, path: Path, *, files: bool = True, skills: Collection[str] | None = None
) -> tuple[LoadedBrief | None, tuple[Finding, ...]]:
    """As `check_brief`, for the bytes of a brief that would be at `path`."""
    with _uncollected():
        return _check(data, path, files, skills)


@contextmanager
def _uncollected() -> Iterator[None]:
    """Puts off the search for garbage: of the many small parts of a brief none is thrown away while it is read."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _check(
    data: bytes, path: Path, files: bool, skills: Collection[str] | None
) -> tuple[LoadedBrief | None, tuple[Finding, ...]]:
    text, problem = decode(data)
    lines = Lines(text)
    if problem is not None:
        return None, tuple(_findings([problem], lines, path))
    tree = compose(text)
    problems = list(tree.problems)
    root = _mapping(tree.root, problems)
    brief: Brief | None = None
    if root is not None:
        brief, found = _validate(root, skills, path.parent, files)
        problems += found
    findings = tuple(sorted(_findings(_listed(problems), lines, path), key=Finding.sort_key))
    if brief is None or root is None or any(finding.level is Level.ERROR for finding in findings):
        return None, findings
    return LoadedBrief(_with_ids(brief), path, findings, text, root, lines), findings


def decode(data: bytes) -> tuple[str, Problem | None]:
    """The text of a file without byte order mark and with LF alone, and what is wrong with its bytes."""
    if len(data) > MAX_BYTES:
        return "", Problem("BRF010", 0, 0, f"the file has more than {MAX_BYTES:,} bytes; a brief has at most that many")
    for start, name in _BOMS:
        if data.startswith(start):
            return "", Problem("BRF001", 0, 0, f"the file is {name} text; a brief is UTF-8", "save it as UTF-8")
    data = data.removeprefix(b"\xef\xbb\xbf")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        text = _lines_of(data.decode("utf-8", "replace"))
        at = len(_lines_of(data[: error.start].decode("utf-8")))
        byte = f"0x{data[error.start]:02x}"
        return text, Problem("BRF001", at, at + 1, f"the byte {byte} is no UTF-8; a brief is UTF-8", "save it as UTF-8")
    if "\0" in text:
        at = text.index("\0")
        what = "looks like UTF-16 text" if text.count("\0") * 4 > len(text) else "has a zero byte"
        return text, Problem("BRF001", at, at + 1, f"the file {what}; a brief is UTF-8 text", "save it as UTF-8")
    return _lines_of(text), None


def _lines_of(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _mapping(root: Node | None, problems: list[Problem]) -> Node | None:
    """The root if it is a mapping; what else it is is a problem."""
    if root is None:
        if not problems:
            problems.append(Problem("BRF003", 0, 0, "the file states nothing; a brief has at least a title and shots"))
        return None
    if isinstance(root.children, dict):
        return root
    if root.children is None and root.data is None:
        problems.append(Problem("BRF003", 0, 0, "the file states nothing; a brief has at least a title and shots"))
    else:
        what = "a list" if isinstance(root.children, list) else "a text"
        message = f"the file is {what}; a brief is a mapping of keys and values"
        problems.append(Problem("BRF004", root.start, root.start + 1, message, "title: …"))
    return None


# --- the model --------------------------------------------------------------------------------------------------------


def _validate(
    root: Node, skills: Collection[str] | None, folder: Path, look: bool
) -> tuple[Brief | None, list[Problem]]:
    data = _typed_settings(root)
    found: list[Complaint] = []
    brief: Brief | None = None
    broken: set[Keys] = set()
    try:
        brief = Brief.model_validate(data)
    except ValidationError as error:
        errors = error.errors(include_url=False)
        found += complaints(errors, root)
        data, broken = _without(data, [tuple(each["loc"]) for each in errors if not only_items(each)])
        brief = _second(data)
    problems = [complaint.problem for complaint in found]
    if brief is None:
        return None, problems
    shots = {key[1] for key in broken if key[0] == "shots" and isinstance(key[1], int)}
    entities = {key[1] for key in broken if key[0] == "entities" and isinstance(key[1], str)}
    lost = "entities" in root.keys and "entities" not in data
    checked = check(brief, skills=skills, broken_shots=shots, broken_entities=None if lost else entities)
    for keys, problem in chain(checked, check_texts(brief), check_files(brief, folder, look=look)):
        start, end = where(root, keys, key=problem.code == "BRF061")
        problems.append(problem._replace(start=start, end=end))
    return (None if found else brief), problems


def _typed_settings(root: Node) -> dict[str, Any]:
    """The data, with the plain values of ``settings`` read as JSON reads them."""
    data: dict[str, Any] = root.data
    settings = root.child("settings")
    if settings is None or not isinstance(settings.children, dict):
        return data
    typed = {name: _scalar(node) for name, node in settings.children.items()}
    return {**data, "settings": typed}


def _scalar(node: Node) -> Any:
    value = node.data
    if not node.plain or not isinstance(value, str):
        return value
    if value in ("true", "false"):
        return value == "true"
    if _INT.fullmatch(value):
        return int(value)
    return float(value) if _FLOAT.fullmatch(value) else value


def _without(data: dict[str, Any], places: Iterable[tuple[Any, ...]]) -> tuple[dict[str, Any], set[Keys]]:
    """The data without the parts that could not be read, so that the others can still be compared.

    A shot that has an error stays as an empty one, an entity keeps its name.
    """
    rest = dict(data)
    broken: set[Keys] = set()
    for keys in places:
        head = keys[0] if keys else ""
        if head == "shots" and len(keys) > 1 and isinstance(keys[1], int):
            broken.add(("shots", keys[1]))
        elif head == "entities" and len(keys) > 1 and isinstance(keys[1], str):
            broken.add(("entities", keys[1]))
        elif head == "title":
            rest["title"] = "?"
        else:
            rest.pop(head, None)
    _empty(rest, broken)
    return rest, broken


def _empty(rest: dict[str, Any], broken: set[Keys]) -> None:
    if isinstance(rest.get("shots"), list):
        rest["shots"] = [{} if ("shots", number) in broken else shot for number, shot in enumerate(rest["shots"])]
    if isinstance(rest.get("entities"), dict):
        rest["entities"] = {
            name: {"look": "?"} if ("entities", name) in broken else entity
            for name, entity in rest["entities"].items()
            if ("entities", name) not in broken or re.search(ID, name)
        }


def _second(data: dict[str, Any]) -> Brief | None:
    try:
        return Brief.model_validate(data)
    except ValidationError:
        return None


def _with_ids(brief: Brief) -> Brief:
    ids = shot_ids(brief.shots)
    shots = tuple(
        shot if shot.id == name else shot.model_copy(update={"id": name})
        for shot, name in zip(brief.shots, ids, strict=True)
    )
    return brief.model_copy(update={"shots": shots})


def _listed(problems: Sequence[Problem]) -> Iterator[Problem]:
    """The first `MOST` problems of each code; the last of them says that there are more."""
    count = Counter(problem.code for problem in problems)
    listed: Counter[str] = Counter()
    for problem in sorted(problems, key=lambda problem: problem.start):
        listed[problem.code] += 1
        if listed[problem.code] < MOST or count[problem.code] == listed[problem.code] == MOST:
            yield problem
        elif listed[problem.code] == MOST:
            more = f"from here on there are more findings of this kind; the first {MOST - 1:,} are listed"
            yield problem._replace(message=more, suggestion=None)


def _findings(problems: Iterable[Problem], lines: Lines, path: Path) -> Iterator[Finding]:
    for problem in problems:
        line, column = lines.position(problem.start)
        end_line, end_column = lines.position(max(problem.end, problem.start))
        yield Finding(
            code=problem.code,
            level=BY_CODE[problem.code].level,
            message=problem.message,
            file=str(path),
            line=line,
            column=column,
            end_line=end_line,
            end_column=end_column,
            suggestion=problem.suggestion,
        )
