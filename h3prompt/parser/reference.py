"""Reads the fields that only Ref2VA has: definitions, retention lines, the task prefix."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..document import (
    NOWHERE,
    Definition,
    Label,
    LabelKind,
    Retention,
    Section,
    TaskPrefix,
)
from ..findings import Span
from ..patterns import lazy
from .spans import label_number, strip, text_lines

_LABEL_HEAD = lazy(r"<(Subject|Picture|Video|Audio) (\d+)>", re.IGNORECASE)
_DEFINES = lazy(r"\s*(?::|=|-|–|—|is\b|are\b|denotes\b|refers\b|represents\b|depicts\b|provides\b|\()")
_AND_HEAD = lazy(r"\s*(?:,|and|&|/|\+)\s*")
_SENTENCE_END = lazy(r"[.;!?。][\s\"”)]*$")
_RETENTION = lazy(
    r"[ \t]*(?:<\s*(?P<kind>Subject|Picture|Video|Audio)\s*(?P<number>\d+)\s*>)[ \t]*"
    r"(?:\((?P<bracket>[^()\n]*(?:\([^()\n]*\)[^()\n]*)*)\))?[ \t]*"
    r"(?P<colon>:)?[ \t]*"
    r"(?P<marker>[A-Za-z]+(?:[_ -][A-Za-z]+){0,2}?(?=[ \t]+-|-[ \t]|[ \t]*(?:[–—:]|--|$))|[A-Za-z]+(?:_[A-Za-z]+)*)?"
    r"[ \t]*(?P<dash>--?|–|—|:)?[ \t]*(?P<note>[^\n]*)",
    re.IGNORECASE,
)
_PREFIX = lazy(r"\s*[\[(]([^\])\n<]{0,300})[\])]")
_TASK_JOIN = lazy(r"\s*(?:\+|,|;|&|/|\||\band\b)\s*")


def _label(match: re.Match[str]) -> Label:
    return Label(LabelKind(match.group(1).capitalize()), label_number(match.group(2)))


def read_definitions(text: str, section: Section) -> Iterator[Definition]:
    """What each label denotes; two labels may share a line."""
    lines = list(text_lines(text, section.body_span))
    heads = {_label(match) for line in lines if (match := _LABEL_HEAD.match(text, line.start, line.end))}
    for line in lines:
        found: list[tuple[Label, int, bool]] = []
        here: set[Label] = set()
        for match in _LABEL_HEAD.finditer(text, line.start, line.end):
            label = _label(match)
            if match.start() == line.start:
                found.append((label, match.start(), True))
                here.add(label)
                continue
            if label in heads or label in here:
                continue
            before = text[max(line.start, match.start() - 40) : match.start()]
            joined = found and _AND_HEAD.fullmatch(text, found[-1][1] + len(str(found[-1][0])), match.start())
            if joined or (_SENTENCE_END.search(before) and _DEFINES.match(text, match.end(), line.end)):
                found.append((label, match.start(), False))
                here.add(label)
        for index, (label, start, first) in enumerate(found):
            stop = found[index + 1][1] if index + 1 < len(found) else line.end
            span = strip(text, start, stop)
            yield Definition(label, text[span.start + len(str(label)) : span.end].strip(), span, first)


def read_retention(text: str, section: Section) -> Iterator[Retention]:
    """The lines of the retention analysis, taken apart as far as they can be."""
    for line in text_lines(text, section.body_span):
        match = _RETENTION.match(text, line.start, line.end)
        if match is None:
            yield Retention(None, None, None, line.of(text), span=line, text=line.of(text))
            continue
        colon, marker = match.group("colon"), match.group("marker")
        yield Retention(
            label=Label(LabelKind(match.group("kind").capitalize()), label_number(match.group("number"))),
            bracket=match.group("bracket"),
            marker=marker if colon else None,
            note=(match.group("note").strip() or None) if colon and marker and match.group("dash") else None,
            dash=match.group("dash") or "",
            span=line,
            bracket_span=Span(match.start("bracket"), match.end("bracket"))
            if match.group("bracket") is not None
            else NOWHERE,
            marker_span=Span(match.start("marker"), match.end("marker")) if marker else NOWHERE,
            dash_span=Span(match.start("dash"), match.end("dash")) if match.group("dash") else NOWHERE,
            text=line.of(text),
        )


def read_tasks(text: str, section: Section) -> TaskPrefix | None:
    """The bracketed tasks that open the summary, None when there are none."""
    match = _PREFIX.match(text, section.body_span.start, section.body_span.end)
    if match is None or re.match(r"\s*shot\b", match.group(1), re.IGNORECASE):
        return None
    span = strip(text, match.start(), match.end())
    words = tuple(part for part in _TASK_JOIN.split(match.group(1).strip()) if part)
    return TaskPrefix(words, span.of(text), span)
