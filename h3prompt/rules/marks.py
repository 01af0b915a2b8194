"""DLG013 to DLG015, DLG017: the marks inside lines, for speech that runs over a cut or is cut off by the end."""

from __future__ import annotations

from collections.abc import Iterator

from ..document import Line
from ..facts import Check
from ..findings import Edit, Level, Span
from ..patterns import lazy
from .base import Hit, rule
from .lines import closes, compact, main_lines, odd_marks

_SCENE, _CUTOFF, _TOKEN = "<scenetrans>", "<cutoff>", "<|cutoff|>"
_CUTOFF_MARK = lazy(r"<\|?cutoff\|?>")


@rule("DLG013", "scene-transition", Level.WARNING, evidence="Prompt guide.", fixable=True)
def scene_transition(check: Check) -> Iterator[Hit]:
    """A line that runs over a cut is not marked on both sides.

    ``<scenetrans>`` stands inside the line, at the end of the first part and at the start of the second, and the cut lies
    between the two.

    Wrong::

        <d>[English] We never<scenetrans></d> [Shot 2] … <d>[English] came back.</d>

    Right::

        <d>[English] We never <scenetrans></d> [Shot 2] … <d>[English] <scenetrans> came back.</d>
    """
    if _SCENE not in check.text:
        return
    previous: Line | None = None
    for _, line in main_lines(check):
        if previous is not None and previous.continues_to:
            yield from _second_part(check, previous, line)
        elif line.continues_from:
            yield _first_part_missing(check, previous, line)
        inner = line.words.removeprefix(_SCENE).removesuffix(_SCENE)
        if _SCENE in inner:
            start = check.text.find(_SCENE, line.words_span.start + (len(_SCENE) if line.continues_from else 0))
            span = Span(start, start + len(_SCENE))
            yield Hit(span, f"{_SCENE} stands at the end of the first part and at the start of the second")
        previous = line
    if previous is not None and previous.continues_to:
        yield Hit(_last_mark(check, previous), "the line goes on over the cut, but no line follows")
    yield from _outside(check, _SCENE)


def _second_part(check: Check, first: Line, second: Line) -> Iterator[Hit]:
    apart = check.shot_index(first.span.start) != check.shot_index(second.span.start)
    if second.continues_from:
        if not apart:
            yield Hit(_last_mark(check, first), "both parts of the line stand in one shot; a cut lies between them")
    elif apart and (_is_one_line(check, first, second) or not closes(first.spoken)):
        start = second.words_span.start
        edits = (Edit(start, start, f"{_SCENE} "),) if _is_one_line(check, first, second) else ()
        message = f"the line before goes on over the cut; this part opens with {_SCENE}"
        yield Hit(second.span, message, f"{_SCENE} {second.words}", edits)
    else:
        yield Hit(_last_mark(check, first), f"the line ends with {_SCENE}, but the next one does not open with it")


def _first_part_missing(check: Check, first: Line | None, second: Line) -> Hit:
    apart = first is not None and check.shot_index(first.span.start) != check.shot_index(second.span.start)
    if first is not None and apart and (_is_one_line(check, first, second) or not closes(first.spoken)):
        end = first.words_span.end
        edits = (Edit(end, end, f" {_SCENE}"),) if _is_one_line(check, first, second) else ()
        message = f"the line goes on over the cut; this part ends with {_SCENE}"
        return Hit(first.span, message, f"{first.words} {_SCENE}", edits)
    start = second.words_span.start
    span = Span(start, start + len(_SCENE))
    return Hit(span, f"the line opens with {_SCENE}, but the one before does not end with it")


def _is_one_line(check: Check, first: Line, second: Line) -> bool:
    whole = compact(first.spoken) + compact(second.spoken)
    return any(compact(brief.text) == whole for brief in (check.context.dialogue or ())[:200])


def _last_mark(check: Check, line: Line) -> Span:
    start = check.text.rfind(_SCENE, line.words_span.start, line.words_span.end)
    return Span(start, start + len(_SCENE))


def _outside(check: Check, mark: str) -> Iterator[Hit]:
    start = check.text.find(mark)
    while start >= 0:
        if not check.in_dialogue(start):
            yield Hit(Span(start, start + len(mark)), f"{mark} stands outside of a line; it belongs inside <d>…</d>")
        start = check.text.find(mark, start + len(mark))


@rule("DLG014", "cutoff-token", Level.INFO, evidence="The tokenizer knows <|cutoff|>, the guide writes <cutoff>.")
def cutoff_token(check: Check) -> Iterator[Hit]:
    """The end of cut-off speech is marked by the tokenizer's ``<|cutoff|>`` instead of the guide's ``<cutoff>``.

    Guide and tokenizer disagree; nobody has measured which works better. The guide's form is the default.

    Wrong::

        <d>[English] Wait, I have<|cutoff|></d>

    Right::

        <d>[English] Wait, I have<cutoff></d>
    """
    start = check.text.find(_TOKEN)
    while start >= 0:
        yield Hit(Span(start, start + len(_TOKEN)), f"the guide writes {_CUTOFF}", _CUTOFF)
        start = check.text.find(_TOKEN, start + len(_TOKEN))


@rule("DLG015", "cutoff-place", Level.WARNING, evidence="Prompt guide.")
def cutoff_place(check: Check) -> Iterator[Hit]:
    """``<cutoff>`` stands elsewhere than at the end of the last line.

    It says that the end of the clip cuts the speech off. Two voices that speak at once may both carry it.

    Wrong::

        <d>[English] Wait, <cutoff> I have</d>

    Right::

        <d>[English] Wait, I have<cutoff></d>
    """
    if "cutoff" not in check.text:
        return
    lines = check.prompt.lines
    tail = len(lines) - 1
    shot = check.shot_index(lines[-1].span.start) if lines else None
    while tail > 0 and lines[tail - 1].cut_off and check.shot_index(lines[tail - 1].span.start) == shot:
        tail -= 1
    for index, line in enumerate(lines):
        if line.cut_off and (index < tail or not line.words.endswith((_CUTOFF, _TOKEN))):
            mark = _CUTOFF_MARK.search(check.text, *line.words_span)
            span = Span(*mark.span()) if mark else line.words_span
            yield Hit(span, f"speech is cut off by the end of the clip: {_CUTOFF} ends the last line")
    yield from _outside(check, _CUTOFF)
    yield from _outside(check, _TOKEN)


@rule("DLG017", "line-mark-form", Level.WARNING, evidence="Prompt guide.", fixable=True)
def line_mark_form(check: Check) -> Iterator[Hit]:
    """A mark inside a line is written in another form than ``<scenetrans>``, ``<cutoff>`` or ``[unclear]``.

    In another form it is words to the model, and somebody reads them out.

    Wrong::

        <d>[English] We never <scene_trans></d>

    Right::

        <d>[English] We never <scenetrans></d>
    """
    for span, right in odd_marks(check):
        written = span.of(check.text)
        yield Hit(span, f"the mark {written} is written {right}", right, (Edit(*span, right),))
