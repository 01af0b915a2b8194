"""Applies the safe fixes of findings until none is left, and never makes anything worse.

Each round takes all fixes that do not overlap, applies them and checks again. When that raises the count of any rule, or leaves
as many findings as before, the round is taken back and its fixes are tried in halves, so one that does harm is left out and the
others still apply. Every round leaves fewer findings, so the loop ends; it ends where no fix is of use, so fixing a fixed text
changes nothing.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from .checker import Report, check_source
from .config import Config
from .context import Context
from .findings import Edit, Finding, apply_edits
from .source import Source


@dataclass(frozen=True, slots=True)
class Fixed:
    """The result of a fix.

    Attributes:
        text: the whole file after it; equal to what was given when nothing was fixable.
        applied: the findings whose fixes were applied, in the order of application.
        before, after: the reports of the text that was given and of `text`.
    """

    text: str
    applied: tuple[Finding, ...]
    before: Report
    after: Report


def fix(
    text: str,
    context: Context | None = None,
    *,
    file: str = "-",
    config: Config | None = None,
    files: bool = False,
) -> Fixed:
    """Applies all safe fixes to the text of one prompt file; arguments as for `h3prompt.check`."""

    def look(candidate: str) -> Report:
        return check_source(Source(candidate, file), context, config=config, files=files)

    before = report = look(text)
    applied: list[Finding] = []
    refused: set[tuple[Edit, ...]] = set()
    while True:
        chosen = _apart(finding for finding in report.findings if finding.fix and finding.fix.edits not in refused)
        if not chosen:
            break
        text, report, done = _apply(text, report, chosen, look)
        applied += done
        if done:
            # What did harm before may be fine in the new text.
            refused.clear()
        else:
            refused |= {finding.fix.edits for finding in chosen if finding.fix}
    return Fixed(text, tuple(applied), before, report)


def _apart(findings: Iterable[Finding]) -> list[Finding]:
    """The fixes that do not touch one another, the earlier ones first."""
    taken: list[tuple[int, int]] = []
    chosen = []
    for finding in sorted(findings, key=_first_edit):
        edits = finding.fix.edits if finding.fix else ()
        spans = sorted((edit.start, edit.end) for edit in edits)
        if all(_free(span, taken) for span in spans):
            taken += spans
            taken.sort()
            chosen.append(finding)
    return chosen


def _first_edit(finding: Finding) -> tuple[int, int, str]:
    edits = finding.fix.edits if finding.fix else ()
    start = min((edit.start for edit in edits), default=0)
    return start, max((edit.end for edit in edits), default=0), finding.code


def _free(span: tuple[int, int], taken: list[tuple[int, int]]) -> bool:
    index = bisect_left(taken, span)
    before = taken[index - 1] if index else None
    after = taken[index] if index < len(taken) else None
    # Two insertions at one place would depend on their order, so touching counts as overlapping.
    return (
        before is None or before[1] < span[0] or (before[1] == span[0] and before != span and span[0] != span[1])
    ) and (after is None or span[1] < after[0] or (span[1] == after[0] and after[0] != after[1] and span[0] != span[1]))


def _counts(report: Report) -> Mapping[str, int]:
    return Counter(finding.code for finding in report.findings)


def _apply(
    text: str, report: Report, chosen: list[Finding], look: Callable[[str], Report]
) -> tuple[str, Report, list[Finding]]:
    """Applies what can be applied of `chosen` so that fewer findings are left and no count rises; tries halves otherwise."""
    edits: list[Edit] = [edit for finding in chosen if finding.fix for edit in finding.fix.edits]
    try:
        candidate = apply_edits(text, edits)
    except ValueError:
        candidate = text
    if candidate != text:
        after = look(candidate)
        counts, allowed = _counts(after), _counts(report)
        gained = any(counts[code] > allowed.get(code, 0) for code in counts)
        if not gained and len(after.findings) < len(report.findings):
            return candidate, after, chosen
    if len(chosen) == 1:
        return text, report, []
    # The second half has to be found again once the first one moved the text, so only one half is applied a round.
    middle = len(chosen) // 2
    for half in (chosen[:middle], chosen[middle:]):
        new_text, new_report, done = _apply(text, report, half, look)
        if done:
            return new_text, new_report, done
    return text, report, []
