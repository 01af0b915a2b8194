"""Finds the fields: headers in every form, bodies, and what stands before and after them."""

from __future__ import annotations

import re
from difflib import get_close_matches
from functools import lru_cache

from ..document import (
    Alignment,
    Section,
)
from ..findings import Span
from ..modes import FIELDS
from ..patterns import lazy
from .alignment import is_alignment, read_alignment
from .spans import strip, text_lines

_NAMES = "|".join(sorted(FIELDS, key=len, reverse=True))
_JOINED = "|".join(sorted((name for name in FIELDS if "_" in name), key=len, reverse=True))
# Names that people add as fields of their own. Anything in snake_case at a line's start counts as well.
_ODD_NAMES = frozenset(
    """
    style camera lighting negative note notes title music sound soundscape dialogue lyrics character characters prompt duration
    negative_prompt negative_prompts sound_effect sound_effects camera_note camera_notes description scene
    """.split()
)
_NEVER_PROSE = frozenset(
    ("negative_prompt", "negative_prompts", "sound_effects", "camera_notes", "prompt", "duration", "aspect_ratio")
)
# What could be a name at the start of a line, and the colon after it.
_NAME = lazy(r"[ \t]*(?P<name>[A-Za-z](?:[A-Za-z0-9_ -]{0,43}[A-Za-z0-9])?)[ \t]*(?P<colon>:|$)?", re.MULTILINE)
# A header that does not begin its line. No group and no look-behind first: this one looks at every character.
_INSIDE = lazy(rf"(?:{_JOINED})[ \t]*:")
_LINE = lazy(r"^[ \t]*[A-Za-z]", re.MULTILINE)
_CHATTER = lazy(
    r"^[ \t]*(?:let me know|(?:i )?hope (?:this|that|it)|feel free|would you like|if you(?:'d| would| want| need)|enjoy\b|"
    r"this prompt\b|note:|notes:|\(?word count|-{3,}[ \t]*$|={3,}[ \t]*$|please (?:let|tell)|i can also|want me to|"
    r"happy to)",
    re.IGNORECASE | re.MULTILINE,
)


def read_headers(text: str) -> list[tuple[Span, str]]:
    """(span of name and colon, the field it is taken for) of every header, in order."""
    found: list[tuple[Span, str]] = []
    for line in _LINE.finditer(text):
        match = _NAME.match(text, line.start())
        header = match and _header(match)
        if header:
            found.append(header)
    starts = {span.start for span, _ in found}
    for match in _INSIDE.finditer(text):
        if match.start() not in starts and text[match.start() - 1] in ' \t.!?"/>)':
            found.append((Span(match.start(), match.end()), match.group().rstrip(": \t")))
    found.sort()
    known = {name for _, name in found if name in FIELDS}
    for index, (span, name) in enumerate(found):
        if name not in FIELDS:
            near = _nearest_field(name)
            if near and near not in known:
                known.add(near)
                found[index] = (span, near)
    return found


def _header(match: re.Match[str]) -> tuple[Span, str] | None:
    """(span of name and colon, the field) when what begins a line is a header, however it is written."""
    written, after = match.group("name"), match.group("colon")
    start = match.start("name")
    if after == ":":
        folded = written.replace(" ", "_").replace("-", "_").lower()
        snake = "_" in written and " " not in written and "-" not in written
        if folded in FIELDS:
            return Span(start, match.end()), folded
        # "Style: warm light" is prose, "style: warm light" is a field that somebody made up.
        if folded in _ODD_NAMES and (written.islower() or folded in _NEVER_PROSE):
            return Span(start, match.end()), written
        return (Span(start, match.end()), written) if snake else None
    first = written.split(" ", 1)[0]
    if first in FIELDS and (first != "summary" or (written == first and after is not None)):
        # The colon is missing. The one name that is a plain word has to stand alone.
        return Span(start, start + len(first)), first
    folded = written.replace(" ", "_").replace("-", "_").lower()
    if folded in FIELDS and after is not None and folded != "summary":
        return Span(start, start + len(written)), folded
    return None


@lru_cache(maxsize=256)
def _nearest_field(name: str) -> str | None:

    close = get_close_matches(name.lower(), sorted(FIELDS), n=1, cutoff=0.8)
    return close[0] if close else None


def read_sections(text: str, headers: list[tuple[Span, str]]) -> tuple[tuple[Section, ...], Span | None]:
    """The fields with their bodies, and the text after the last one that does not belong to it."""
    sections: list[Section] = []
    trailer: Span | None = None
    for index, (header, name) in enumerate(headers):
        last = index + 1 == len(headers)
        stop = len(text) if last else headers[index + 1][0].start
        colon = text[header.end - 1 : header.end] == ":"
        start = header.end
        if not colon:
            dash = re.match(r"[ \t]*[-–—=][ \t]*", text[start:stop])
            start += dash.end() if dash else 0
        body = strip(text, start, stop)
        if last:
            body, trailer = _split_trailer(text, name, body)
        floor = sections[-1].header_span.end if sections else 0
        before = text[floor : header.start]
        line_start = floor + before.rfind("\n") + 1
        gap = before[len(before.rstrip()) :].count("\n")
        sections.append(
            Section(
                name=name,
                body=body.of(text),
                written=header.of(text).rstrip(": \t"),
                header_span=header,
                body_span=body,
                colon=colon,
                same_line="\n" not in text[header.end : body.start],
                line_start=not text[line_start : header.start].strip(),
                blank_lines=max(0, gap - 1) if before.strip() else 1,
            )
        )
    return tuple(sections), trailer


def _split_trailer(text: str, name: str, body: Span) -> tuple[Span, Span | None]:
    """Cuts off what a writer added after the last field: the music is one paragraph, and chatter opens like chatter."""
    cut = body.end
    if name == "non_diegetic_music":
        paragraph = re.compile(r"\n[ \t]*\n").search(text, body.start, body.end)
        cut = paragraph.start() if paragraph else body.end
    chatter = _CHATTER.search(text, body.start, cut)
    if chatter and chatter.start() > body.start:
        cut = chatter.start()
    if cut >= body.end:
        return body, None
    return strip(text, body.start, cut), strip(text, cut, body.end)


def read_opening(text: str, end: int) -> tuple[Alignment | None, tuple[Span, ...]]:
    """The alignment line before the first field, and what else stands there."""
    span = next((line for line in text_lines(text, Span(0, end)) if is_alignment(line.of(text))), None)
    if span is None:
        rest = strip(text, 0, end)
        return None, (rest,) if rest.end > rest.start else ()
    around = (strip(text, 0, span.start), strip(text, span.end, end))
    return read_alignment(span.of(text), span), tuple(part for part in around if part.end > part.start)
