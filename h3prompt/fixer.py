"""Applies the safe fixes of findings until none is left, and never makes anything worse.

Each pass takes all fixes that do not overlap, applies them and checks again. When that raises the count of any finding, the
pass tries halves of them, so one that does harm is left out and the others still apply. Nothing is applied that was not
checked. A pass depends on the text alone and the loop ends with one that changes nothing, so fixing a fixed text changes
nothing; every other pass leaves fewer findings, so the loop ends.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from .checker import Report, check_source
from .config import Config
from .context import Context
from .findings import Edit, Finding, apply_edits
from .source import Source

#: How often a text is checked at most while it is fixed: prompts need two or three checks, hopeless texts are left alone
#: after as many as their length allows.
_FEWEST_CHECKS, _MOST_CHECKS, _MOST_CHARACTERS = 100, 1_000, 20_000_000


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
        return check_source(Source(candidate, file), context, config=config, files=files, most=None)

    before = look(text)
    passes = _Passes(look, max(_FEWEST_CHECKS, min(_MOST_CHECKS, _MOST_CHARACTERS // max(1, len(text)))))
    result, after, applied = text, before, []
    while True:
        result, after, done = passes.run(result, after)
        applied += done
        if passes.left <= 0:
            # Half of a fix would not be stable, and a text that takes this long is no prompt.
            return Fixed(text, (), before, before)
        if not done:
            return Fixed(result, tuple(applied), before, after)


class _Passes:
    """Applies what can be applied of a text's fixes; `left` is how many more checks it may make."""

    def __init__(self, look: Callable[[str], Report], checks: int) -> None:
        self.look = look
        self.left = checks

    def run(self, text: str, report: Report) -> tuple[str, Report, list[Finding]]:
        """One pass: the text after it, its report, and the findings that were mended."""
        # Fixes of one rule share their faults, so they stay together when halves are tried.
        chosen = sorted(_apart(finding for finding in report.findings if finding.fix), key=lambda finding: finding.code)
        best, accepted = text, list[Finding]()
        groups = [chosen] if chosen else []
        while groups and self.left > 0:
            group = groups.pop()
            candidate = apply_edits(text, _edits([*accepted, *group]))
            self.left -= 1
            after = self.look(candidate)
            if candidate != best and _better(after, report):
                best, report = candidate, after
                accepted += group
            elif len(group) > 1:
                middle = len(group) // 2
                groups += (group[middle:], group[:middle])
        return best, report, sorted(accepted, key=_first_edit)


def _edits(findings: Iterable[Finding]) -> list[Edit]:
    return [edit for finding in findings if finding.fix for edit in finding.fix.edits]


def _better(after: Report, before: Report) -> bool:
    """Fewer findings in all, and of no code more than before."""
    counts, allowed = _counts(after), _counts(before)
    return len(after.findings) < len(before.findings) and all(counts[code] <= allowed[code] for code in counts)


def _apart(findings: Iterable[Finding]) -> list[Finding]:
    """The fixes that do not touch one another, the earlier ones first."""
    taken: list[tuple[int, int]] = []
    chosen = []
    for finding in sorted(findings, key=_first_edit):
        edits = finding.fix.edits if finding.fix else ()
        spans = sorted((edit.start, edit.end) for edit in edits)
        if all(_free(span, taken) for span in spans):
            for span in spans:
                insort(taken, span)
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


def _counts(report: Report) -> Counter[str]:
    return Counter(finding.code for finding in report.findings)
