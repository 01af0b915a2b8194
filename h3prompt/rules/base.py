"""What a rule is: a small generator function over a `Check`, with its code, level and evidence beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from ..findings import Edit, Level, Span

if TYPE_CHECKING:
    from ..facts import Check

Need = Literal["duration", "references", "dialogue", "visible_text", "backend", "files"]


class Hit(NamedTuple):
    """What a rule has to say about one place; the checker turns it into a `Finding`.

    Attributes:
        span: the place, as offsets of ``check.text`` (or of the file, with `in_file`).
        message: one sentence that names the offending text, the limit, and what is legal.
        suggestion: the text or the value that would be right, where one is known.
        edits: a safe repair, in the same offsets as `span`. Empty: there is none.
        fix: what the repair does, in a few words.
        level: overrides the level of the rule for this hit.
        in_file: `span` and `edits` are offsets of the whole file instead of the prompt.
    """

    span: Span
    message: str
    suggestion: str | None = None
    edits: tuple[Edit, ...] = ()
    fix: str = ""
    level: Level | None = None
    in_file: bool = False


RuleFunction = Callable[["Check"], Iterable[Hit]]


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule. Its documentation page is the docstring of its function.

    Attributes:
        code: stable, family letters and number: ``SHT004``.
        name: kebab-case words.
        level: what a hit is unless it says otherwise.
        evidence: where the rule comes from: the guide, a share of official outputs that break it, a field report.
        needs: what must be known for the rule to run at all.
        wants: what, when unknown, leaves a part of the rule undone.
        family: "base" or "reference" when the rule is about one family of modes only.
        fixable: some of its hits carry a safe fix.
    """

    code: str
    name: str
    level: Level
    run: RuleFunction
    evidence: str
    needs: tuple[Need, ...] = ()
    wants: tuple[Need, ...] = ()
    family: Literal["base", "reference"] | None = None
    fixable: bool = False

    @property
    def documentation(self) -> str:
        """The docstring of the rule's function, unindented."""
        from inspect import getdoc

        return getdoc(self.run) or ""

    @property
    def title(self) -> str:
        """The first line of the documentation, without its full stop."""
        return self.documentation.split("\n", 1)[0].rstrip(".")


def rule(
    code: str,
    name: str,
    level: Level,
    *,
    evidence: str,
    needs: tuple[Need, ...] = (),
    wants: tuple[Need, ...] = (),
    family: Literal["base", "reference"] | None = None,
    fixable: bool = False,
) -> Callable[[RuleFunction], Rule]:
    """Makes a `Rule` of a generator function. Registration is explicit: the rule must be listed in its family."""

    def wrap(function: RuleFunction) -> Rule:
        return Rule(code, name, level, function, evidence, needs, wants, family, fixable)

    return wrap
