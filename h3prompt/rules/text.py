"""TXT: what the text was wrapped in on its way, and characters that no one can see."""

from __future__ import annotations

from collections.abc import Iterator

from ..facts import Check
from ..findings import Edit, Level, Span
from ..patterns import lazy
from ..repair import RepairKind
from .base import Hit, Rule, rule

_LINE_END = lazy(r"\r\n?")
_HIDDEN = lazy("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u200b\u2060\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]")
_BIDI = lazy("[\u202a-\u202e\u2066-\u2069]")


def _repairs(check: Check, kind: RepairKind, message: str, suggestion: str) -> Iterator[Hit]:
    for repair in check.prompt.repairs:
        if repair.kind is not kind:
            continue
        edits = tuple(Edit(*check.source.locate(Span(edit.start, edit.end)), edit.text) for edit in repair.edits)
        yield Hit(
            check.source.locate(repair.span),
            message,
            suggestion,
            edits=edits if repair.safe else (),
            fix=suggestion,
            in_file=True,
        )


@rule("TXT001", "byte-order-mark", Level.INFO, evidence="Not in the guide; editors add it unasked.", fixable=True)
def byte_order_mark(check: Check) -> Iterator[Hit]:
    """The file opens with a byte order mark.

    It would be sent to the model as the first character of the prompt, in front of the alignment line or the first field.

    Wrong::

        U+FEFF integrated_multimodal_description: [Shot 1] …

    Right::

        integrated_multimodal_description: [Shot 1] …
    """
    if check.source.text.startswith("\ufeff"):
        edit = Edit(0, 1, "")
        yield Hit(Span(0, 1), "the file opens with a byte order mark", "remove it", (edit,), in_file=True)


@rule("TXT002", "line-ends", Level.INFO, evidence="Not in the guide; the official outputs use LF.", fixable=True)
def line_ends(check: Check) -> Iterator[Hit]:
    """Lines end in CRLF or CR.

    The carriage returns would be part of the prompt. A prompt file uses LF alone.

    Wrong::

        overall_soundscape: Rain. CR LF

    Right::

        overall_soundscape: Rain. LF
    """
    text = check.source.text
    if "\r" in text:
        edits = tuple(Edit(match.start(), match.end(), "\n") for match in _LINE_END.finditer(text))
        span = Span(edits[0].start, edits[0].start)
        yield Hit(span, f"{len(edits)} lines end in CR or CRLF; LF alone is right", "LF", edits, in_file=True)


@rule("TXT003", "markdown-fence", Level.WARNING, evidence="Field: language models answer in fences.", fixable=True)
def markdown_fence(check: Check) -> Iterator[Hit]:
    """The prompt stands in a Markdown code fence.

    The fence is no part of the format. Whoever pastes the file sends it to the model.

    Wrong::

        ```text
        integrated_multimodal_description: [Shot 1] …
        ```

    Right::

        integrated_multimodal_description: [Shot 1] …
    """
    yield from _repairs(check, RepairKind.FENCE, "the prompt stands in a Markdown fence", "remove the fence lines")


@rule("TXT004", "json-wrapper", Level.WARNING, evidence="Field: prompts copied out of request logs.", fixable=True)
def json_wrapper(check: Check) -> Iterator[Hit]:
    """The prompt stands in JSON.

    Only the text itself is the prompt. The fix unwraps it when nothing else stands in the JSON; other keys are left for
    a person to move (a mode or a length belongs into the front matter).

    Wrong::

        {"prompt": "integrated_multimodal_description: [Shot 1] …"}

    Right::

        integrated_multimodal_description: [Shot 1] …
    """
    yield from _repairs(check, RepairKind.JSON, "the prompt stands inside JSON", "keep the text alone, unescaped")


@rule("TXT005", "escaped-line-breaks", Level.WARNING, evidence="Field: text copied out of JSON.", fixable=True)
def escaped_line_breaks(check: Check) -> Iterator[Hit]:
    """Line breaks are written as backslash n.

    The model would read the two characters instead of a new line.

    Wrong::

        overall_soundscape: Rain.\\n\\nnon_diegetic_music: N/A

    Right::

        overall_soundscape: Rain.

        non_diegetic_music: N/A
    """
    yield from _repairs(check, RepairKind.ESCAPES, r"line breaks are written as \n", "real line breaks")


@rule("TXT006", "html-escapes", Level.WARNING, evidence="Field: text copied out of web pages.", fixable=True)
def html_escapes(check: Check) -> Iterator[Hit]:
    """Characters are written as HTML entities.

    A tag such as ``<d>`` is one token of the model; ``&lt;d&gt;`` is seven letters of prose.

    Wrong::

        &lt;d&gt;[English] The gate is open.&lt;/d&gt;

    Right::

        <d>[English] The gate is open.</d>
    """
    yield from _repairs(check, RepairKind.HTML, "HTML entities stand for characters", "the characters themselves")


@rule("TXT007", "full-width-marks", Level.WARNING, evidence="Field: prompts typed with a CJK keyboard.", fixable=True)
def full_width_marks(check: Check) -> Iterator[Hit]:
    """Brackets, colons or digits of the format are full-width.

    They look alike but are other characters, so nobody finds the mark that they belong to. Dialogue and visible text keep
    their own punctuation.

    Wrong::

        overall_soundscape： Rain on ［Shot 1］

    Right::

        overall_soundscape: Rain on [Shot 1]
    """
    yield from _repairs(
        check, RepairKind.FULL_WIDTH, "marks of the format are written full-width", "the plain ASCII characters"
    )


@rule("TXT008", "markdown-marks", Level.WARNING, evidence="Field: language models decorate field names.", fixable=True)
def markdown_marks(check: Check) -> Iterator[Hit]:
    """Markdown decorates the prompt: bold or heading marks, bullets, backslashes.

    Fields are plain names with a colon; everything else is prose. The marks would be read as text.

    Wrong::

        **overall_soundscape:** Rain.

    Right::

        overall_soundscape: Rain.
    """
    yield from _repairs(check, RepairKind.MARKDOWN, "Markdown marks stand in the prompt", "remove the marks")


@rule("TXT009", "not-utf-8", Level.ERROR, evidence="Every renderer takes UTF-8.")
def not_utf_8(check: Check) -> Iterator[Hit]:
    """The file is not UTF-8.

    Characters were lost when it was read; save it as UTF-8.

    Wrong::

        caf\ufffd (byte E9 of Latin-1)

    Right::

        café
    """
    at = check.source.undecodable
    if at is not None:
        yield Hit(Span(at, at + 1), "the file is not UTF-8 from here on", "save the file as UTF-8", in_file=True)


@rule("TXT010", "invisible-characters", Level.WARNING, evidence="Not in the guide; they reach the model.", fixable=True)
def invisible_characters(check: Check) -> Iterator[Hit]:
    """Characters stand in the prompt that nobody sees: control characters, zero-width spaces, direction overrides.

    They split words for the model and hide text from the reader. Joiners that scripts and emoji need are fine, and so are
    direction marks inside dialogue.

    Wrong::

        over(U+200B)all_soundscape: Rain.

    Right::

        overall_soundscape: Rain.
    """
    if not _HIDDEN.search(check.text):
        return
    for match in _HIDDEN.finditer(check.text):
        if _BIDI.match(match.group()) and check.in_dialogue(match.start()):
            continue
        span = Span(match.start(), match.end())
        message = f"an invisible character (U+{ord(match.group()):04X}) stands here"
        yield Hit(span, message, "remove it", (Edit(*span, ""),))


TEXT: tuple[Rule, ...] = (
    byte_order_mark,
    line_ends,
    markdown_fence,
    json_wrapper,
    escaped_line_breaks,
    html_escapes,
    full_width_marks,
    markdown_marks,
    not_utf_8,
    invisible_characters,
)
