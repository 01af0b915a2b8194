"""Takes the alignment line apart."""

from __future__ import annotations

import re
from fractions import Fraction

from ..document import (
    NOWHERE,
    Alignment,
    AlignmentMark,
)
from ..findings import Span
from ..modes import Mode
from ..patterns import lazy

_ALIGNMENT = lazy(r"for\s+the\s+target\s+video\b|how\s+the\s+reference\s+pictures?\b", re.IGNORECASE)
_PICTURE = lazy(r"\bpicture\s?\d", re.IGNORECASE)
_ALIGNS = lazy(r"\baligns?\s+with\b|\bfully\s+referenced\b|\btarget\s+video\b", re.IGNORECASE)
_ALIGNED = lazy(
    r"(?P<picture>picture\s*(?P<p>\d+))|(?:shot\s*(?P<s>\d+))|(?P<t>\d+(?:[.,]\d+)?)(?=[\s-]*(?:seconds?|s\b))",
    re.IGNORECASE,
)


def is_alignment(line: str) -> bool:
    if _ALIGNMENT.match(line):
        return True
    return bool(_PICTURE.search(line) and _ALIGNS.search(line))


def read_alignment(line: str, span: Span = NOWHERE) -> Alignment:
    """Takes an alignment line apart, however it is worded. `span` is where the line stands."""
    marks: list[AlignmentMark] = []
    shared: dict[str, tuple[str, Span]] = {}
    current: dict[str, str] = {}
    start = 0

    def close(end: int) -> None:
        if "p" in current:
            seconds = current.get("t")
            marks.append(
                AlignmentMark(
                    int(current["p"][:9]),
                    int(current["s"][:9]) if "s" in current else None,
                    Fraction(seconds.replace(",", ".")) if seconds and len(seconds) < 20 else None,
                    seconds or "",
                    Span(span.start + start, span.start + end),
                )
            )

    for match in _ALIGNED.finditer(line):
        if match.group("p"):
            if "p" in current:
                close(match.start())
                current = {}
            start = match.start()
            if "t" in shared and "t" not in current:
                current["t"] = shared.pop("t")[0]
            current["p"] = match.group("p")
        elif match.group("s"):
            current.setdefault("s", match.group("s"))
        elif "p" in current:
            current.setdefault("t", match.group("t"))
        else:
            shared.setdefault("t", (match.group("t"), Span(match.start(), match.end())))
    close(len(line))
    mode: Mode | None = None
    lowered = line.lower()
    if lowered.startswith("for the target video") or "fully referenced" in lowered:
        mode = Mode.I2VA
    elif len(marks) >= 2:
        mode = Mode.FL2VA
    elif len(marks) == 1:
        mode = Mode.L2VA
    return Alignment(mode, line, tuple(marks), span)
