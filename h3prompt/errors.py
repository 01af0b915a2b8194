"""Every error that a user can meet, and the exit status that goes with it.

H3Error
├── UsageError           the request cannot be right: an option, a name, a value            2
│   ├── ConfigError      h3.toml or pyproject.toml                                          2
│   ├── SourceError      a file that cannot be read                                         2
│   ├── GridError        a length or a size that the model does not have                    2
│   ├── TemplateError    a template is missing or is not right                              2
│   └── LockedError      another process works on the project                               2
├── FindingsError        a brief, a plan or a prompt has findings at error level            1
│   ├── BriefError       the findings are about a brief, and each has its place             1
│   └── PlanError        a film cannot be planned as its brief says                         1
├── CapabilityError      the chosen renderer cannot do what is asked                        2
├── BackendError         a renderer or a server failed                                      3
├── ToolError            a program that we run failed (ffmpeg)                              3
├── WaitingError         a job or an approval is left open; the work can be resumed         4
└── Interrupted          Ctrl-C                                                           130
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import ClassVar

from .findings import Finding, Level


class Exit(IntEnum):
    """The exit statuses of ``h3``."""

    FINE = 0
    FINDINGS = 1
    USAGE = 2
    FAILED = 3
    WAITING = 4
    INTERRUPTED = 130


class H3Error(Exception):
    """The root.

    Args:
        message: what is wrong and where: the field, the limit and the nearest value that is possible.
        hint: what to do about it.
        code: a narrower word than that of the class.

    Attributes:
        code: a stable word for programs, in kebab-case.
        exit_status: what ``h3`` ends with when this reaches the command line.
    """

    code: str = "error"
    exit_status: ClassVar[Exit] = Exit.FAILED

    def __init__(self, message: str, *, hint: str | None = None, code: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        if code is not None:
            self.code = code

    def to_dict(self) -> dict[str, str | None]:
        """The form in which ``--json`` prints an error."""
        return {"code": self.code, "message": self.message, "hint": self.hint}


class UsageError(H3Error):
    """The request cannot be right."""

    code = "usage"
    exit_status = Exit.USAGE


class ConfigError(UsageError):
    """A configuration file has a key or a value that means nothing."""

    code = "config"


class SourceError(UsageError):
    """A file cannot be read."""

    code = "source"


class GridError(UsageError):
    """A length or a size that the model does not have; the message names the nearest ones that it has."""

    code = "grid"


class TemplateError(UsageError):
    """A template is missing, is no template, or names something that it is not given; the message has its file and line."""

    code = "template"


class LockedError(UsageError):
    """Another process works on the project."""

    code = "locked"


class FindingsError(H3Error):
    """A brief, a plan or a prompt has findings at error level; nothing was rendered.

    Args:
        findings: all findings, also those of lower levels.

    Attributes:
        findings: the same.
    """

    code = "findings"
    exit_status = Exit.FINDINGS

    def __init__(self, findings: Sequence[Finding], *, hint: str | None = None) -> None:
        wrong = [finding for finding in findings if finding.level is Level.ERROR]
        first = f": {wrong[0].code} {wrong[0].message}" if wrong else ""
        super().__init__(f"{len(wrong)} error{'s' if len(wrong) != 1 else ''}{first}", hint=hint)
        self.findings = tuple(findings)


class BriefError(FindingsError):
    """A brief has findings at error level; each of them has its place."""

    code = "brief"

    def __init__(self, message: str, *, findings: Sequence[Finding] = (), hint: str | None = None) -> None:
        super().__init__(findings, hint=hint)
        self.args = (message,)
        self.message = message


class PlanError(FindingsError):
    """A film cannot be planned as the brief says; the findings name what can."""

    code = "plan"


class CapabilityError(H3Error):
    """The chosen renderer cannot do what is asked."""

    code = "capability"
    exit_status = Exit.USAGE


class BackendError(H3Error):
    """A renderer or a server failed."""

    code = "backend"


class ToolError(H3Error):
    """A program that we run failed."""

    code = "tool"


class WaitingError(H3Error):
    """A job or an approval is left open; nothing is lost."""

    code = "waiting"
    exit_status = Exit.WAITING


class Interrupted(H3Error):
    """The person stopped the work."""

    code = "interrupted"
    exit_status = Exit.INTERRUPTED


#: Every class with the status that it ends in; what is not in it is a defect of ours and ends in `Exit.FAILED`.
EXIT_STATUS: dict[type[BaseException], Exit] = {
    kind: kind.exit_status
    for kind in (
        H3Error,
        UsageError,
        ConfigError,
        SourceError,
        GridError,
        TemplateError,
        LockedError,
        FindingsError,
        BriefError,
        PlanError,
        CapabilityError,
        BackendError,
        ToolError,
        WaitingError,
        Interrupted,
    )
} | {KeyboardInterrupt: Exit.INTERRUPTED}


def exit_status(error: BaseException) -> Exit:
    """The status for `error`: that of the nearest class in `EXIT_STATUS`, `Exit.FAILED` for a foreign one."""
    return next((EXIT_STATUS[kind] for kind in type(error).__mro__ if kind in EXIT_STATUS), Exit.FAILED)


def unknown_name(what: str, name: str, known: Iterable[str]) -> UsageError:
    """The error for a `name` that is not among `known`: it lists them and hints at the most similar one."""
    from difflib import get_close_matches  # Only a mistake pays for loading it.

    names = list(known)
    near = get_close_matches(name.lower(), names, n=1, cutoff=0.4)
    return UsageError(
        f"{what} {name!r} is unknown; known: {', '.join(names)}",
        hint=f"did you mean {near[0]!r}?" if near else None,
    )
