"""Runs the rules over a prompt file: derives the mode, names what was skipped, applies levels and suppressions."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from .config import Config
from .context import Context, Kind, Role
from .document import LabelKind, Prompt
from .facts import Check
from .findings import Edit, Finding, Fix, Level, Span
from .modes import BASE_ONLY, REFERENCE_ONLY, Mode
from .parser import parse
from .rules import RULES
from .rules.base import Hit, Need, Rule
from .source import Source, read_source

#: The version of the JSON form of a report.
SCHEMA = 1
#: How many findings of one rule a report lists. Who has more does not read them one by one.
MOST = 1_000
#: Characters from which on the parts of a text are so many that looking for garbage among them takes long.
_LARGE = 100_000


class Skipped(NamedTuple):
    """A rule that could not run, or only in part, because something was not given."""

    code: str
    name: str
    file: str
    needs: Need
    partly: bool = False

    def to_dict(self) -> dict[str, Any]:
        """The published JSON form."""
        return {"code": self.code, "name": self.name, "file": self.file, "needs": self.needs, "partly": self.partly}


class Checked(NamedTuple):
    """One file that was looked at, and as what."""

    file: str
    mode: Mode
    mode_source: str
    frames: int | None = None

    def to_dict(self) -> dict[str, Any]:
        """The published JSON form; `seconds` is the effective length, frames / 24."""
        return {
            "file": self.file,
            "mode": self.mode.value,
            "mode_source": self.mode_source,
            "frames": self.frames,
            "seconds": None if self.frames is None else round(self.frames / 24, 6),
        }


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a check of one or many files."""

    findings: tuple[Finding, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    files: tuple[Checked, ...] = ()
    suppressed: int = 0
    sources: dict[str, Source] = field(default_factory=dict, compare=False, repr=False)

    def count(self, level: Level) -> int:
        """How many findings have `level`."""
        return sum(finding.level is level for finding in self.findings)

    @property
    def ok(self) -> bool:
        """No finding at error level."""
        return not self.count(Level.ERROR)

    def to_dict(self) -> dict[str, Any]:
        """The published JSON form (``docs/schemas/findings.schema.json``)."""
        return {
            "schema": SCHEMA,
            "findings": [finding.to_dict() for finding in self.findings],
            "skipped": [skipped.to_dict() for skipped in self.skipped],
            "summary": {
                "files": [checked.to_dict() for checked in self.files],
                "errors": self.count(Level.ERROR),
                "warnings": self.count(Level.WARNING),
                "infos": self.count(Level.INFO),
                "fixable": sum(finding.fixable for finding in self.findings),
                "suppressed": self.suppressed,
                "ok": self.ok,
            },
        }


def check(
    text: str,
    context: Context | None = None,
    *,
    file: str = "-",
    config: Config | None = None,
    files: bool = False,
) -> Report:
    """Checks the text of one prompt file (front matter included) or a bare prompt.

    Args:
        text: the whole file.
        context: what is known besides the file; it wins over the front matter.
        file: the name that findings carry. Paths of references are relative to its folder.
        config: levels and disabled rules; default: everything as it comes.
        files: reference files may be opened and looked at.
    """
    return check_source(Source(text, file), context, config=config, files=files)


def check_file(
    path: Path | str, context: Context | None = None, *, config: Config | None = None, files: bool = False
) -> Report:
    """Checks one file.

    Raises:
        SourceError: when it cannot be read.
    """
    return check_source(read_source(Path(path)), context, config=config, files=files)


def check_source(
    source: Source,
    context: Context | None = None,
    *,
    config: Config | None = None,
    files: bool = False,
    most: int | None = MOST,
) -> Report:
    """Checks a source that was read already. At most `most` findings of each rule are listed, None lists all."""
    with _uncollected(len(source.text) > _LARGE):
        looked = look(source, context, files=files)
        return _Run(looked, config or Config(), most).report()


@contextmanager
def _uncollected(large: bool) -> Iterator[None]:
    """Puts off the search for garbage while a large text is looked at: of its many small parts none is thrown away."""
    if not large or not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def look(source: Source, context: Context | None = None, *, files: bool = False) -> Check:
    """Parses a source and settles its context: what the rules (and ``h3 prompt show``) look at."""
    prompt = parse(source.body)
    known = context.over(source.context) if context else source.context
    mode, why = derive_mode(prompt, known)
    return Check(source, prompt, replace(known, mode=mode), mode, why, files)


def derive_mode(prompt: Prompt, context: Context) -> tuple[Mode, str]:
    """The mode of a prompt and what it was derived from; a stated mode wins.

    The files tell most, then the shape of the alignment line, then the fields and the labels.
    """
    if context.mode is not None:
        return context.mode, "stated"
    names = {section.name for section in prompt.sections}
    reference_fields, base_fields = bool(names & REFERENCE_ONLY), bool(names & BASE_ONLY)
    if context.references:
        return _mode_of_files(context, reference_fields and not base_fields)
    if prompt.alignment and prompt.alignment.mode and not (reference_fields and not base_fields):
        return prompt.alignment.mode, "the alignment line"
    if reference_fields and not base_fields:
        return Mode.REF2VA, "the fields"
    if reference_fields and prompt.tasks and prompt.section("subject_definitions"):
        return Mode.REF2VA, "the fields"
    if base_fields:
        return Mode.T2VA, "the fields"
    if any(mention.label.kind is LabelKind.SUBJECT for mention in prompt.mentions):
        return Mode.REF2VA, "the labels"
    return Mode.T2VA, "nothing that says otherwise"


def _mode_of_files(context: Context, reference_fields: bool) -> tuple[Mode, str]:
    references = context.references or ()
    roles = Counter(reference.role for reference in references)
    first, last = roles[Role.FIRST_FRAME] > 0, roles[Role.LAST_FRAME] > 0
    if roles[Role.REFERENCE] or any(reference.kind is not Kind.IMAGE for reference in references):
        return Mode.REF2VA, "the references"
    if first or last:
        mode = Mode.FL2VA if first and last else Mode.I2VA if first else Mode.L2VA
        return mode, "the roles of the references"
    if reference_fields or len(references) > 2:
        return Mode.REF2VA, "the references"
    return (Mode.I2VA if len(references) == 1 else Mode.FL2VA), "the number of images"


class _Run:
    """One run of all rules over one prompt."""

    def __init__(self, looked: Check, config: Config, most: int | None) -> None:
        self.check = looked
        self.config = config
        self.most = most
        self.missing = _missing(looked)
        self.family = "reference" if looked.mode is Mode.REF2VA else "base"

    def report(self) -> Report:
        findings: list[Finding] = []
        skipped: list[Skipped] = []
        count = 0
        name = self.check.source.name
        runs, left_out = _plan(self.family, self.missing)
        for rule in runs:
            if not self.config.disabled(rule):
                found = list(self._findings(rule))
                count += len(found)
                findings += (f for f in found if not self._suppressed(rule, f)) if self._silenced else found
        for rule, need, partly in left_out:
            if not self.config.disabled(rule):
                skipped.append(Skipped(rule.code, rule.name, name, need, partly))
        checked = Checked(name, self.check.mode, self.check.mode_source, self.check.frames)
        return Report(
            tuple(sorted(findings, key=Finding.sort_key)),
            tuple(skipped),
            (checked,),
            count - len(findings),
            {name: self.check.source},
        )

    def _findings(self, rule: Rule) -> Iterator[Finding]:
        hits = iter(rule.run(self.check))
        for hit in islice(hits, self.most):
            yield self._finding(rule, hit)
        beyond = next(hits, None)
        if beyond is not None:
            message = f"{self.most:,} findings of this rule are listed; from here on there are more of them"
            yield self._finding(rule, beyond._replace(message=message, suggestion=None, edits=()))

    def _finding(self, rule: Rule, hit: Hit) -> Finding:
        span = hit.span if hit.in_file else self._place(hit.span)
        edits = hit.edits if hit.in_file else tuple(self._move(edit) for edit in hit.edits)
        lines = self.check.source.lines
        line, column = lines.position(span.start)
        end_line, end_column = lines.position(span.end)
        return Finding(
            code=rule.code,
            level=self.config.level(rule, hit.level or rule.level),
            message=hit.message,
            file=self.check.source.name,
            line=line,
            column=column,
            end_line=end_line,
            end_column=end_column,
            suggestion=hit.suggestion,
            fix=Fix(hit.fix or rule.name.replace("-", " "), edits) if edits else None,
        )

    def _place(self, span: Span) -> Span:
        return self.check.source.locate(self.check.prompt.locate(span))

    def _move(self, edit: Edit) -> Edit:
        span = self._place(Span(edit.start, edit.end))
        return Edit(span.start, span.end, edit.text)

    @cached_property
    def _silenced(self) -> dict[int | None, set[str]]:
        """What the comments name, in capitals, by the line that they count for (None: the whole file)."""
        found: dict[int | None, set[str]] = {}
        for suppression in self.check.source.suppressions:
            if suppression.verb == "ignore":
                found.setdefault(suppression.line, set()).update(code.upper() for code in suppression.codes)
        return found

    def _suppressed(self, rule: Rule, finding: Finding) -> bool:
        """Whether a comment names the rule's code, its name, or its whole family."""
        keys = (rule.code, rule.name.upper(), rule.code.rstrip("0123456789"))
        return any(not self._silenced.get(line, _NOTHING).isdisjoint(keys) for line in (None, finding.line))


_NOTHING: frozenset[str] = frozenset()


@lru_cache(maxsize=256)
def _plan(family: str, missing: frozenset[Need]) -> tuple[tuple[Rule, ...], tuple[tuple[Rule, Need, bool], ...]]:
    """The rules that run, and those that do not or only in part with what they lack."""
    runs: list[Rule] = []
    left_out: list[tuple[Rule, Need, bool]] = []
    for rule in RULES:
        if rule.family and rule.family != family:
            continue
        lacking = [need for need in rule.needs if need in missing]
        if lacking:
            left_out.append((rule, lacking[0], False))
            continue
        runs.append(rule)
        left_out += ((rule, want, True) for want in rule.wants if want in missing)
    return tuple(runs), tuple(left_out)


def _missing(looked: Check) -> frozenset[Need]:
    context = looked.context
    absent: set[Need] = set()
    if looked.frames is None:
        absent.add("duration")
    if context.references is None:
        absent.add("references")
    if context.dialogue is None:
        absent.add("dialogue")
    if context.visible_text is None:
        absent.add("visible_text")
    if context.backend is None:
        absent.add("backend")
    if not looked.files and context.references != ():
        absent.add("files")
    return frozenset(absent)


def merge(reports: Iterable[Report]) -> Report:
    """One report of many."""
    every = list(reports)
    sources: dict[str, Source] = {}
    for report in every:
        sources.update(report.sources)
    return Report(
        tuple(finding for report in every for finding in report.findings),
        tuple(skipped for report in every for skipped in report.skipped),
        tuple(checked for report in every for checked in report.files),
        sum(report.suppressed for report in every),
        sources,
    )
