"""Finds what stands inside the prose: dialogue, labels, speakers, shot markers, quoted text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..document import (
    Label,
    LabelKind,
    Line,
    Mention,
    Quote,
    Speaker,
)
from ..findings import Span
from ..patterns import lazy
from .spans import Owner, label_number, strip

# Blanks are bounded: without a bound a run of them is walked again from every character.
_TAG = lazy(r"<\s{0,3}(/?)\s{0,3}[dD]\s{0,3}>")
_LANGUAGE = lazy(r"\s*\[([^\]\n<]{0,60})\]")
# Every branch begins with a literal: that lets the engine skip all other characters.
_PLAIN_SHOT = r"(?:(?<=[.!?\"”>)]\s{0})|(?<=\n{0})|(?<=:\s{0}))(?:hot|HOT)\s+(?P<plain{1}>\d+)(?=\s*:|\s*,?\s+[Aa]t\s+\d|\s+[-–—]\s)"
_TOKEN = lazy(
    r"<\s{0,3}(?P<kind>[Ss]ubject|[Pp]icture|[Vv]ideo|[Aa]udio)\s{0,3}(?P<number>\d{1,9})\s{0,3}>"
    r"|(?P<shot>\[\s{0,3}[Ss](?:hot|HOT)\s{0,3}#?\s{0,3}(?P<shot_number>\d+)\s{0,3}\])"
    r"|\((?P<ids>\s{0,3}S\d+(?:\s{0,3}(?:,|&|and)\s{0,3}S\d+)*\s{0,3})\)"
    r"|S"
    + _PLAIN_SHOT.replace("{0}", "S").replace("{1}", "")
    + r"|s"
    + _PLAIN_SHOT.replace("{0}", "s").replace("{1}", "_low")
)
_QUOTE = lazy(r'"([^"\n]{1,400})"|“([^“”\n]{1,400})”|„([^“”„\n]{1,400})[“”]|«([^«»\n]{1,400})»|「([^「」\n]{1,400})」')


def read_lines(text: str, owner: Owner) -> tuple[tuple[Line, ...], tuple[Span, ...]]:
    """All lines of dialogue, and the ``</d>`` that close nothing."""
    lines: list[Line] = []
    stray: list[Span] = []
    opened: re.Match[str] | None = None
    nested = False
    tags = list(_TAG.finditer(text))
    for index, match in enumerate(tags):
        if match.group(1):
            if opened is None:
                stray.append(Span(match.start(), match.end()))
            else:
                # Nested is what has a second </d> to close the outer line; otherwise a </d> was forgotten.
                again = index + 1 < len(tags) and bool(tags[index + 1].group(1))
                lines.append(_line(text, opened, match.start(), match.end(), owner, True, nested and again))
            opened, nested = None, False
            continue
        if opened is not None:
            lines.append(_open_line(text, opened, match.start(), owner))
        nested = opened is not None
        opened = match
    if opened is not None:
        lines.append(_open_line(text, opened, len(text), owner))
    return tuple(lines), tuple(stray)


_OPEN_END = lazy(r"\n|\[Shot \d+\]|[.!?]\"?(?=\s+[A-Z][a-z]+\s+(?:[a-z]|\())")


def _open_line(text: str, opened: re.Match[str], limit: int, owner: Owner) -> Line:
    """A line whose ``</d>`` is missing ends at the line break, the next shot or where prose seems to go on."""
    stop = _OPEN_END.search(text, opened.end(), limit)
    end = limit if stop is None else stop.start() + (1 if stop.group()[0] in ".!?" else 0)
    return _line(text, opened, end, end, owner, False, False)


def _line(text: str, opened: re.Match[str], stop: int, end: int, owner: Owner, closed: bool, nested: bool) -> Line:
    tag = _LANGUAGE.match(text, opened.end(), stop)
    words = strip(text, tag.end() if tag else opened.end(), stop)
    return Line(
        language=tag.group(1).strip() if tag else None,
        words=words.of(text),
        span=Span(opened.start(), end),
        tag_span=Span(tag.start(1) - 1, tag.end(1) + 1) if tag else Span(opened.end(), opened.end()),
        words_span=words,
        section=owner(opened.start()),
        closed=closed,
        nested=nested,
    )


def _gaps(text: str, lines: tuple[Line, ...]) -> Iterator[tuple[int, int]]:
    """The stretches outside of dialogue."""
    position = 0
    for line in lines:
        if line.closed:
            yield position, line.span.start
            position = line.span.end
    yield position, len(text)


Marker = tuple[int, Span, bool, str]


def read_tokens(
    text: str, lines: tuple[Line, ...], owner: Owner
) -> tuple[tuple[Mention, ...], tuple[Speaker, ...], list[Marker]]:
    """Labels, speaker ids and ``[Shot N]`` outside of dialogue; of a shot: number, place, whether it is in the exact form, field."""
    mentions: list[Mention] = []
    speakers: list[Speaker] = []
    markers: list[Marker] = []
    for start, end in _gaps(text, lines):
        for match in _TOKEN.finditer(text, start, end):
            span, section = Span(match.start(), match.end()), owner(match.start())
            if match.group("kind"):
                label = Label(LabelKind(match.group("kind").capitalize()), label_number(match.group("number")))
                mentions.append(Mention(label, span, section))
            elif match.group("ids"):
                speakers.append(Speaker(tuple(re.findall(r"S\d+", match.group("ids"))), span, section))
            elif match.group("shot"):
                number = match.group("shot_number")
                markers.append((label_number(number), span, match.group() == f"[Shot {label_number(number)}]", section))
            else:
                markers.append((label_number(match.group("plain") or match.group("plain_low")), span, False, section))
    return tuple(mentions), tuple(speakers), markers


def read_quotes(text: str, lines: tuple[Line, ...], owner: Owner) -> tuple[Quote, ...]:
    """Strings in quotation marks outside of dialogue."""
    if not re.search('["“”„«»「]', text):
        return ()
    return tuple(
        Quote(
            next(group for group in match.groups() if group is not None),
            Span(match.start(), match.end()),
            owner(match.start()),
            match.group()[0] != '"',
        )
        for start, end in _gaps(text, lines)
        for match in _QUOTE.finditer(text, start, end)
    )
