"""``h3 prompt fix``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import unified_diff
from enum import StrEnum
from pathlib import Path
from typing import Any

from h3prompt.errors import Exit, UsageError
from h3prompt.findings import Level
from h3prompt.fixer import Fixed, fix
from h3prompt.printers.excerpt import visible
from h3prompt.source import Source

from . import console
from .inputs import STDIN, Inputs, Settings


class Action(StrEnum):
    """What is done with a fixed text."""

    PRINT = "print"
    DIFF = "diff"
    WRITE = "write"
    CHECK = "check"


@dataclass(frozen=True, slots=True)
class Wish:
    """The action, and whether its result is printed as JSON."""

    action: Action
    as_json: bool


@dataclass(frozen=True, slots=True)
class Result:
    """One prompt with what was done to it. `refused` says why it was not written though it should have been."""

    source: Source
    fixed: Fixed
    refused: str | None = None

    @property
    def changed(self) -> bool:
        """Whether the fixed text differs."""
        return self.fixed.text != self.source.text

    def diff(self) -> str:
        """The changes as a unified diff, empty when there are none."""
        name = "stdin" if self.source.name == STDIN else self.source.name
        lines = unified_diff(_lines(self.source.text), _lines(self.fixed.text), name, f"{name} (fixed)")
        return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def _lines(text: str) -> list[str]:
    """The lines with their line feeds; nothing else ends a line in a diff."""
    return [f"{line}\n" for line in text.split("\n")[:-1]] + [rest for rest in text.split("\n")[-1:] if rest]


def action_of(diff: bool, write: bool, check: bool, as_json: bool) -> Wish:
    """The action that the options ask for; at most one of the three may be given."""
    given = [action for action, on in ((Action.DIFF, diff), (Action.WRITE, write), (Action.CHECK, check)) if on]
    if len(given) > 1:
        names = " and ".join(f"--{action}" for action in given)
        raise UsageError(f"{names} exclude each other", hint="use one of them")
    return Wish(given[0] if given else Action.PRINT, as_json)


def run(paths: Sequence[str], settings: Settings, wish: Wish) -> int:
    """Fixes the prompts, prints what the action asks for, and returns the exit status."""
    inputs = Inputs(paths)
    if wish.action is Action.WRITE and STDIN in inputs.names:
        raise UsageError("--write cannot change standard input", hint="without an option the fixed text is printed")
    results = []
    for result in _results(inputs, settings, wish.action):
        results.append(result)
        if not wish.as_json:
            _print(result, wish.action, inputs.single)
    if wish.as_json:
        console.json_out(document(results, wish.action))
    if inputs.failed or any(result.refused for result in results):
        return Exit.USAGE
    would_change = wish.action is Action.CHECK and any(result.changed for result in results)
    return Exit.FINDINGS if would_change else Exit.FINE


def _results(inputs: Inputs, settings: Settings, action: Action) -> Iterator[Result]:
    for source in inputs:
        config = settings.config(source.name)
        fixed = fix(source.text, settings.known(source.name), file=source.name, config=config, files=settings.files)
        refused = None
        if action is Action.WRITE and fixed.text != source.text:
            refused = _write(source, fixed.text)
        yield Result(source, fixed, refused)


def _write(source: Source, text: str) -> str | None:
    """Writes the text back; says why not when the file would lose something."""
    from production.files import write_bytes

    path = Path(source.name)
    try:
        before = path.read_bytes().decode("utf-8")
        data = text.encode("utf-8")
    except UnicodeError:
        return "is not UTF-8; nothing was written"
    if before != source.text:
        return "has changed meanwhile; nothing was written"
    write_bytes(path, data)
    return None


def _print(result: Result, action: Action, single: bool) -> None:
    name = "standard input" if result.source.name == STDIN else visible(result.source.name)
    if result.refused:
        console.note(f"h3: {name}: {result.refused}")
        return
    if action is Action.DIFF:
        console.out(result.diff())
    elif action is Action.PRINT and single:
        console.out(result.fixed.text)
        console.note(f"{name}: {_summary(result, 'fixed')}; {_left(result)}")
    else:
        verb = "fixed" if action is Action.WRITE else "would be fixed"
        console.out(f"{name}: {_summary(result, verb)}; {_left(result)}\n")


def _summary(result: Result, verb: str) -> str:
    count = len(result.fixed.applied)
    codes = sorted({finding.code for finding in result.fixed.applied})
    if not result.changed:
        return "nothing to fix"
    return f"{count} finding{'s' if count != 1 else ''} {verb} ({', '.join(codes)})"


def _left(result: Result) -> str:
    after = result.fixed.after
    counts = [f"{after.count(level)} {level.value}{'s' if after.count(level) != 1 else ''}" for level in Level]
    return f"left: {', '.join(counts)}"


def document(results: Sequence[Result], action: Action) -> dict[str, Any]:
    """The published JSON form (``docs/schemas/fix.schema.json``)."""
    return {
        "schema": 1,
        "action": action.value,
        "files": [
            {
                "file": result.source.name,
                "changed": result.changed,
                "written": action is Action.WRITE and result.changed and not result.refused,
                "problem": result.refused,
                "applied": [finding.to_dict() for finding in result.fixed.applied],
                "left": {f"{level.value}s": result.fixed.after.count(level) for level in Level},
                "text": result.fixed.text if action is Action.PRINT else None,
                "diff": result.diff() if action is Action.DIFF else None,
            }
            for result in results
        ],
    }
