"""Reads any text as an H3 prompt: never raises, never drops a character, takes time linear in the text.

The reader is tolerant on purpose. It accepts every form that people and language models write (see `repair` for the
wrappings, and the ``written``, ``line_start``, ``well_formed``, ``marker_form``… attributes of `document` for the rest)
and leaves the judgement to the rules.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from .document import (
    NOWHERE,
    Alignment,
    AlignmentMark,
    Definition,
    Label,
    LabelKind,
    Line,
    Mention,
    Prompt,
    Quote,
    Retention,
    Section,
    Shot,
    Speaker,
    TaskPrefix,
    TimeMark,
)
from .findings import Span
from .lexicon import CUT_PHRASES
from .modes import FIELDS, Mode
from .patterns import lazy
from .repair import repair

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
_ALIGNMENT = lazy(r"for\s+the\s+target\s+video\b|how\s+the\s+reference\s+pictures?\b", re.IGNORECASE)
_PICTURE = lazy(r"\bpicture\s?\d", re.IGNORECASE)
_ALIGNS = lazy(r"\baligns?\s+with\b|\bfully\s+referenced\b|\btarget\s+video\b", re.IGNORECASE)
_ALIGNED = lazy(
    r"(?P<picture>picture\s*(?P<p>\d+))|(?:shot\s*(?P<s>\d+))|(?P<t>\d+(?:[.,]\d+)?)(?=[\s-]*(?:seconds?|s\b))",
    re.IGNORECASE,
)
_CHATTER = lazy(
    r"^[ \t]*(?:let me know|(?:i )?hope (?:this|that|it)|feel free|would you like|if you(?:'d| would| want| need)|enjoy\b|"
    r"this prompt\b|note:|notes:|\(?word count|-{3,}[ \t]*$|={3,}[ \t]*$|please (?:let|tell)|i can also|want me to|"
    r"happy to)",
    re.IGNORECASE | re.MULTILINE,
)
_TAG = lazy(r"<\s*(/?)\s*[dD]\s*>")
_LANGUAGE = lazy(r"\s*\[([^\]\n<]{0,60})\]")
# Every branch begins with a literal: that lets the engine skip all other characters.
_PLAIN_SHOT = r"(?:(?<=[.!?\"”>)]\s{0})|(?<=\n{0})|(?<=:\s{0}))(?:hot|HOT)\s+(?P<plain{1}>\d+)(?=\s*:|\s*,?\s+[Aa]t\s+\d|\s+[-–—]\s)"
_TOKEN = lazy(
    r"<\s*(?P<kind>[Ss]ubject|[Pp]icture|[Vv]ideo|[Aa]udio)\s*(?P<number>\d+)\s*>"
    r"|(?P<shot>\[\s*[Ss](?:hot|HOT)\s*#?\s*(?P<shot_number>\d+)\s*\])"
    r"|\((?P<ids>\s*S\d+(?:\s*(?:,|&|and)\s*S\d+)*\s*)\)"
    r"|S"
    + _PLAIN_SHOT.replace("{0}", "S").replace("{1}", "")
    + r"|s"
    + _PLAIN_SHOT.replace("{0}", "s").replace("{1}", "_low")
)
_QUOTE = lazy(r'"([^"\n]{1,400})"|“([^“”\n]{1,400})”|„([^“”„\n]{1,400})[“”]|«([^«»\n]{1,400})»|「([^「」\n]{1,400})」')
# Words after which "[Shot 2]" names a shot instead of opening it.
_CITES = lazy(
    r"(?:\b(?:in|of|from|to|and|or|with|as|during|after|before|until|since|through|than|see|at|by|for|into|between|"
    r"like|following|throughout|matching|across|within|of the)|\(|\[Shot \d+\],)\s*$",
    re.IGNORECASE,
)
_TIME = lazy(r" At (\d\d):([0-5]\d)\.(\d{3}), ")
_TIME_LOOSE = lazy(
    r"[\s,:–—-]*[(\[]?\s*(?:(?:at|@|from)\s*)?(?P<time>\d{1,3}(?::\d{1,2}){1,2}(?:[.,:]\d{1,3})?|\d+(?:[.,]\d+)?\s*"
    r"(?:seconds?|secs?|ms|s)\b)(?:\s*(?:-|–|—|to)\s*\d[\d:.,]*\s*(?:seconds?|secs?|s\b)?)?\s*[)\]]?\s*[,:]?\s*",
    re.IGNORECASE,
)
_CUT = lazy("|".join(CUT_PHRASES), re.IGNORECASE)
_SPACE = lazy(r"\s*")
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


def parse(text: str) -> Prompt:
    """The prompt that `text` holds. Accepts every string; what is missing is missing in the result.

    Spans in the result are offsets of ``Prompt.text``, see `document`.
    """
    repaired = repair(text)
    text = repaired.text
    headers = _headers(text)
    sections, trailer = _sections(text, headers)
    alignment, preamble = _opening(text, headers[0][0].start if headers else len(text))
    owner = _Owner(sections)
    lines, stray = _lines(text, owner)
    mentions, speakers, markers = _tokens(text, lines, owner)
    prompt = Prompt(
        text=text,
        repaired=repaired,
        alignment=alignment,
        preamble=preamble,
        trailer=trailer,
        sections=sections,
        lines=lines,
        stray_tags=stray,
        mentions=mentions,
        speakers=speakers,
        quotes=_quotes(text, lines, owner),
    )
    style, shots, citations = _shots(prompt, markers)
    definitions = prompt.section("subject_definitions")
    retention = prompt.section("retention_analysis")
    summary = prompt.section("summary")
    return replace(
        prompt,
        style=style,
        shots=shots,
        citations=citations,
        definitions=tuple(_definitions(text, definitions)) if definitions else (),
        retention=tuple(_retention(text, retention)) if retention else (),
        tasks=_tasks(text, summary) if summary else None,
        _by_name={},
    )


def _strip(text: str, start: int, end: int) -> Span:
    stretch = text[start:end]
    inner = stretch.strip()
    if not inner:
        return Span(start, start)
    start += stretch.index(inner[0])
    return Span(start, start + len(inner))


# --- fields -----------------------------------------------------------------------------------------------------------


def _headers(text: str) -> list[tuple[Span, str]]:
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
    from difflib import get_close_matches

    close = get_close_matches(name.lower(), sorted(FIELDS), n=1, cutoff=0.8)
    return close[0] if close else None


def _sections(text: str, headers: list[tuple[Span, str]]) -> tuple[tuple[Section, ...], Span | None]:
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
        body = _strip(text, start, stop)
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
    return _strip(text, body.start, cut), _strip(text, cut, body.end)


class _Owner:
    """Which field an offset lies in."""

    def __init__(self, sections: tuple[Section, ...]) -> None:
        self._starts = [section.header_span.start for section in sections]
        self._names = [section.name for section in sections]

    def __call__(self, offset: int) -> str:
        index = bisect_right(self._starts, offset) - 1
        return self._names[index] if index >= 0 else ""


# --- alignment --------------------------------------------------------------------------------------------------------


def _opening(text: str, end: int) -> tuple[Alignment | None, tuple[Span, ...]]:
    """The alignment line before the first field, and what else stands there."""
    span = next((line for line in _text_lines(text, Span(0, end)) if _is_alignment(line.of(text))), None)
    if span is None:
        rest = _strip(text, 0, end)
        return None, (rest,) if rest.end > rest.start else ()
    around = (_strip(text, 0, span.start), _strip(text, span.end, end))
    return read_alignment(span.of(text), span), tuple(part for part in around if part.end > part.start)


def _is_alignment(line: str) -> bool:
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


# --- dialogue, labels, speakers, quotes -------------------------------------------------------------------------------


def _lines(text: str, owner: _Owner) -> tuple[tuple[Line, ...], tuple[Span, ...]]:
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


def _open_line(text: str, opened: re.Match[str], limit: int, owner: _Owner) -> Line:
    """A line whose ``</d>`` is missing ends at the line break, the next shot or where prose seems to go on."""
    stop = _OPEN_END.search(text, opened.end(), limit)
    end = limit if stop is None else stop.start() + (1 if stop.group()[0] in ".!?" else 0)
    return _line(text, opened, end, end, owner, False, False)


def _line(text: str, opened: re.Match[str], stop: int, end: int, owner: _Owner, closed: bool, nested: bool) -> Line:
    tag = _LANGUAGE.match(text, opened.end(), stop)
    words = _strip(text, tag.end() if tag else opened.end(), stop)
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


_Marker = tuple[int, Span, bool, str]


def _tokens(
    text: str, lines: tuple[Line, ...], owner: _Owner
) -> tuple[tuple[Mention, ...], tuple[Speaker, ...], list[_Marker]]:
    mentions: list[Mention] = []
    speakers: list[Speaker] = []
    markers: list[_Marker] = []
    for start, end in _gaps(text, lines):
        for match in _TOKEN.finditer(text, start, end):
            span, section = Span(match.start(), match.end()), owner(match.start())
            if match.group("kind"):
                label = Label(LabelKind(match.group("kind").capitalize()), _number(match.group("number")))
                mentions.append(Mention(label, span, section))
            elif match.group("ids"):
                speakers.append(Speaker(tuple(re.findall(r"S\d+", match.group("ids"))), span, section))
            elif match.group("shot"):
                number = match.group("shot_number")
                markers.append((_number(number), span, match.group() == f"[Shot {_number(number)}]", section))
            else:
                markers.append((_number(match.group("plain") or match.group("plain_low")), span, False, section))
    return tuple(mentions), tuple(speakers), markers


def _number(digits: str) -> int:
    # A number of thousands of digits is no label; int() of it would be slow and is refused by Python itself.
    return int(digits[:9])


def _quotes(text: str, lines: tuple[Line, ...], owner: _Owner) -> tuple[Quote, ...]:
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


# --- shots ------------------------------------------------------------------------------------------------------------


def _shots(prompt: Prompt, markers: list[_Marker]) -> tuple[Span, tuple[Shot, ...], tuple[tuple[int, Span, str], ...]]:
    text, main = prompt.text, prompt.main
    citations: list[tuple[int, Span, str]] = []
    opening: list[_Marker] = []
    for marker in markers:
        number, span, form, section = marker
        inside = main is not None and main.body_span.start <= span.start < main.body_span.end
        if inside and not (
            _CITES.search(text, max(0, span.start - 20), span.start) and not _TIME.match(text, span.end)
        ):
            opening.append(marker)
        else:
            citations.append((number, span, section))
    if main is None or main.body_span.end == main.body_span.start:
        return NOWHERE, (), tuple(citations)
    body = main.body_span
    if not opening:
        shot = Shot(None, body.of(text), span=body, marker_span=Span(body.start, body.start), body_span=body)
        return Span(body.start, body.start), (shot,), tuple(citations)
    shots: list[Shot] = []
    style = _strip(text, body.start, opening[0][1].start)
    if opening[0][0] > 1 and style.end > style.start:
        # The first marker was left out: what stands before the second one is the first shot.
        shots.append(
            Shot(None, style.of(text), span=style, marker_span=Span(style.start, style.start), body_span=style)
        )
        style = Span(body.start, body.start)
    for index, (number, span, form, _) in enumerate(opening):
        stop = opening[index + 1][1].start if index + 1 < len(opening) else body.end
        shots.append(_shot(text, number, span, form, stop))
    return style, tuple(shots), tuple(citations)


def _shot(text: str, number: int, marker: Span, form: bool, stop: int) -> Shot:
    time, start = _time(text, marker.end, stop)
    body = _strip(text, start, stop)
    cut = _CUT.match(text, body.start, body.end)
    return Shot(
        number=number,
        body=body.of(text),
        time=time,
        cut=cut.group().lower() if cut else "",
        span=Span(marker.start, stop),
        marker_span=marker,
        body_span=body,
        marker_form=form,
    )


def _time(text: str, start: int, stop: int) -> tuple[TimeMark | None, int]:
    match = _TIME.match(text, start, stop)
    if match:
        minutes, seconds, milliseconds = (int(group) for group in match.groups())
        span = Span(match.start() + 1, match.end() - 1)
        return TimeMark(span.of(text), span, (minutes * 60 + seconds) * 1000 + milliseconds), match.end()
    match = _TIME_LOOSE.match(text, start, stop)
    if match is None:
        return None, start
    span = _strip(text, match.start(), match.end())
    return TimeMark(span.of(text), span, _milliseconds(match.group("time")), False), match.end()


def _milliseconds(written: str) -> int | None:
    number = re.sub(r"[^\d.,:]", "", written)
    parts = number.split(":")
    scale = 1 if written.rstrip().lower().endswith("ms") else 1000
    try:
        if len(parts) == 1:
            value = Fraction(parts[0].replace(",", ".")) * scale
        elif len(parts) == 2 and Fraction(parts[1].replace(",", ".")) < 60:
            value = (int(parts[0]) * 60 + Fraction(parts[1].replace(",", "."))) * 1000
        else:
            return None
    except ValueError:
        return None
    return int(value) if value.denominator == 1 else None


# --- reference fields -------------------------------------------------------------------------------------------------


def _text_lines(text: str, body: Span) -> Iterator[Span]:
    start = body.start
    while start < body.end:
        stop = text.find("\n", start, body.end)
        stop = body.end if stop < 0 else stop
        line = _strip(text, start, stop)
        if line.end > line.start:
            yield line
        start = stop + 1


def _label(match: re.Match[str]) -> Label:
    return Label(LabelKind(match.group(1).capitalize()), _number(match.group(2)))


def _definitions(text: str, section: Section) -> Iterator[Definition]:
    lines = list(_text_lines(text, section.body_span))
    heads = {_label(match) for line in lines if (match := _LABEL_HEAD.match(text, line.start, line.end))}
    for line in lines:
        found: list[tuple[Label, int, bool]] = []
        for match in _LABEL_HEAD.finditer(text, line.start, line.end):
            label = _label(match)
            if match.start() == line.start:
                found.append((label, match.start(), True))
                continue
            if label in heads or any(label == other for other, _, _ in found):
                continue
            before = text[max(line.start, match.start() - 40) : match.start()]
            joined = found and _AND_HEAD.fullmatch(text, found[-1][1] + len(str(found[-1][0])), match.start())
            if joined or (_SENTENCE_END.search(before) and _DEFINES.match(text, match.end(), line.end)):
                found.append((label, match.start(), False))
        for index, (label, start, first) in enumerate(found):
            stop = found[index + 1][1] if index + 1 < len(found) else line.end
            span = _strip(text, start, stop)
            yield Definition(label, text[span.start + len(str(label)) : span.end].strip(), span, first)


def _retention(text: str, section: Section) -> Iterator[Retention]:
    for line in _text_lines(text, section.body_span):
        match = _RETENTION.match(text, line.start, line.end)
        if match is None:
            yield Retention(None, None, None, line.of(text), span=line, text=line.of(text))
            continue
        colon, marker = match.group("colon"), match.group("marker")
        yield Retention(
            label=Label(LabelKind(match.group("kind").capitalize()), _number(match.group("number"))),
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


def _tasks(text: str, section: Section) -> TaskPrefix | None:
    match = _PREFIX.match(text, section.body_span.start, section.body_span.end)
    if match is None or re.match(r"\s*shot\b", match.group(1), re.IGNORECASE):
        return None
    span = _strip(text, match.start(), match.end())
    words = tuple(part for part in _TASK_JOIN.split(match.group(1).strip()) if part)
    return TaskPrefix(words, span.of(text), span)
