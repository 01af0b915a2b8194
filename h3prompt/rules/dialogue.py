"""DLG: spoken and sung lines, their tags and their languages.

Their marks are in `marks`, who speaks in `voices`, the brief's words in `verbatim`.
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from functools import lru_cache

from ..document import Line
from ..facts import Check
from ..findings import Edit, Level, Span
from ..lexicon import LANGUAGES, OTHER_LANGUAGES
from ..modes import MAIN_FIELDS
from ..patterns import lazy
from .base import Hit, Rule, rule
from .lines import closes, compact, head, language, odd_tags, strays
from .marks import cutoff_place, cutoff_token, line_mark_form, scene_transition
from .verbatim import words_differ_from_brief
from .voices import line_without_speaker, speaker_order, speaker_without_line, voice_over_lips

_NEVER = "Prompt guide; no official output breaks it."
_OTHER_TAG = lazy(r"\s*(?:[({<（【]\s?([A-Za-z]{2,20})\s?[)}>）】](?:\s?:)?|([A-Za-z]{2,20})\s?:)")
_TAG_BEFORE = lazy(r"\[([A-Za-z]{2,20})\]\s{0,2}\Z")
_OPENED = lazy(r"\s{0,2}\[([A-Za-z-]{2,20})\]")


@rule("DLG001", "unbalanced-dialogue", Level.ERROR, evidence=_NEVER, fixable=True)
def unbalanced_dialogue(check: Check) -> Iterator[Hit]:
    """A ``<d>`` is not closed, or a ``</d>`` closes nothing.

    Everything up to the next mark would be spoken. The fix is offered where only one place is possible: the brief has the
    words, or the wrong one of the two tags was written.

    Wrong::

        She says: <d>[English] The gate is open. She leaves.

    Right::

        She says: <d>[English] The gate is open.</d> She leaves.
    """
    if check.tangled or check.prompt.stray_tags:
        odd = [tag.span.start for tag in odd_tags(check) if not tag.read]
        yield from _unclosed(check, odd)
        yield from _unopened(check, odd)


def _unclosed(check: Check, odd: list[int]) -> Iterator[Hit]:
    lines = check.prompt.lines
    odd = [*odd, len(check.text)]
    place, swapped = 0, -1
    for index in sorted(check.tangled):
        line = lines[index]
        follower = lines[index + 1] if index + 1 < len(lines) else None
        if line.closed or index == swapped or (follower and follower.nested):
            continue
        while odd[place] < line.span.start:
            place += 1
        if odd[place] < (follower.span.start if follower else len(check.text)):
            continue  # closed by a tag in another form
        if follower and not follower.closed and follower.language is None:
            swapped = index + 1
            edits = (Edit(*head(follower), "</d>"),) if head(follower).of(check.text) == "<d>" else ()
            yield Hit(head(follower), "this <d> stands where the line before it ends", "</d>", edits)
        else:
            end = _end_in_brief(check, line) if len(check.tangled) < 20 else None
            edits = () if end is None else (Edit(end, end, "</d>"),)
            yield Hit(head(line), "this <d> is not closed; write </d> after the last word", "</d>", edits)


def _end_in_brief(check: Check, line: Line) -> int | None:
    """Where the words of the brief end that `line` begins with."""
    start = line.words_span.start
    ends = [
        start + len(brief.text.strip())
        for brief in check.context.dialogue or ()
        if brief.text.strip() and check.text.startswith(brief.text.strip(), start)
    ]
    return max(ends, default=None)


def _unopened(check: Check, odd: list[int]) -> Iterator[Hit]:
    lines, text = check.prompt.lines, check.text
    found = strays(check)
    odd = [*odd, len(text)]
    floor = at = place = 0
    opened = False
    for index, span in enumerate(found):
        while at < len(lines) and lines[at].span.start < span.start:
            floor = max(floor, lines[at].span.end)
            at += 1
        before, floor = floor, max(floor, span.end)
        while odd[place] < before:
            place += 1
        if opened or odd[place] < span.start:
            opened = False
            continue  # it closes what another finding is about
        tag = _OPENED.match(text, span.end)
        upcoming = found[index + 1].start if index + 1 < len(found) else None
        if tag and language(tag.group(1)) and upcoming and (at == len(lines) or upcoming < lines[at].span.start):
            opened = True
            yield Hit(span, "this </d> stands where a line begins", "<d>", (Edit(*span, "<d>"),))
            continue
        start = _tag_behind(text, max(before, span.start - 600), span.start)
        edits = () if start is None else (Edit(start, start, "<d>"),)
        yield Hit(span, "this </d> closes nothing; the line lacks its <d>", "<d>[English] …</d>", edits)


def _tag_behind(text: str, floor: int, stop: int) -> int | None:
    """Where the language tag of a line stands whose ``<d>`` is missing."""
    start = stop
    for _ in range(4):
        start = text.rfind("[", floor, start)
        if start < 0:
            return None
        tag = _OPENED.match(text, start)
        if tag and language(tag.group(1)):
            return start if "\n" not in text[start:stop] else None
    return None


@rule("DLG002", "nested-dialogue", Level.ERROR, evidence=_NEVER)
def nested_dialogue(check: Check) -> Iterator[Hit]:
    """A ``<d>`` stands inside another one.

    Wrong::

        <d>[English] He said <d>[English] go</d> to me.</d>

    Right::

        <d>[English] He said go to me.</d>
    """
    for index in sorted(check.tangled):
        line = check.prompt.lines[index]
        if line.nested:
            yield Hit(head(line), "this <d> opens inside a line that is not closed yet; lines do not nest", "</d>")


@rule("DLG003", "no-language-tag", Level.ERROR, evidence=_NEVER, fixable=True)
def no_language_tag(check: Check) -> Iterator[Hit]:
    """A line does not say its language.

    The tag is the English name of the language in square brackets, right after ``<d>``.

    Wrong::

        <d>The gate is open.</d>

    Right::

        <d>[English] The gate is open.</d>
    """
    for index, line in enumerate(check.prompt.lines):
        if line.language and line.language.lower() not in ("unclear", "inaudible"):
            continue
        if index not in check.tangled and (line.words or line.language is not None):
            yield _untagged(check, line)


def _untagged(check: Check, line: Line) -> Hit:
    start = line.span.start + 3
    exact = head(line).of(check.text) == "<d>"
    if line.language == "":
        right = _language_in_brief(check, line)
        edits = (Edit(*line.tag_span, f"[{right}]"),) if right else ()
        return Hit(line.tag_span, "the language tag is empty", f"[{right or 'English'}]", edits)
    other = _OTHER_TAG.match(check.text, start, line.span.end)
    word = other and language(other.group(1) or other.group(2))
    if other and word:
        edits = (Edit(other.start(), other.end(), f"[{word}]"),)
        span = Span(other.start(), other.end())
        return Hit(span, f"{span.of(check.text).strip()!r} is no language tag", f"[{word}]", edits if exact else ())
    floor = max(0, line.span.start - 30)
    before = _TAG_BEFORE.search(check.text[floor : line.span.start])
    word = before and language(before.group(1))
    if before and word:
        span = Span(floor + before.start(), line.span.start)
        moved = (Edit(*span, ""), Edit(start, start, f"[{word}] ")) if exact else ()
        return Hit(span, f"[{word}] stands before its <d>", f"<d>[{word}] …</d>", moved)
    right = _language_in_brief(check, line)
    edits = (Edit(start, start, f"[{right}] "),) if right and exact and line.language is None else ()
    return Hit(head(line), "the line has no language tag", f"<d>[{right or 'English'}] …</d>", edits)


def _language_in_brief(check: Check, line: Line) -> str | None:
    """The language that the brief gives to the words of `line`."""
    words = compact(line.spoken)
    for brief in (check.context.dialogue or ())[:200]:
        if brief.language and compact(brief.text) == words:
            return language(brief.language)
    return None


@rule("DLG004", "dialogue-outside-main-field", Level.ERROR, evidence=_NEVER)
def dialogue_outside_main_field(check: Check) -> Iterator[Hit]:
    """A line stands in another field than the description.

    Lines are spoken at a place in a shot. In the soundscape, the music or the summary they have none.

    Wrong::

        overall_soundscape: Rain, and <d>[English] Hello.</d>

    Right::

        integrated_multimodal_description: [Shot 1] … says: <d>[English] Hello.</d>
    """
    for line in check.prompt.lines:
        if line.section and line.section not in MAIN_FIELDS:
            yield Hit(head(line), f"a line stands in {line.section}; lines belong to {check.mode.main_field}")


@rule("DLG005", "empty-line", Level.ERROR, evidence=_NEVER)
def empty_line(check: Check) -> Iterator[Hit]:
    """A line has no words.

    Wrong::

        <d>[English] </d>

    Right::

        <d>[English] The gate is open.</d>
    """
    for line in check.prompt.lines:
        if line.closed and not line.nested and not line.spoken and not _is_unclear(line):
            yield Hit(line.span, "the line has no words; write them or remove the line")


def _is_unclear(line: Line) -> bool:
    # "<d>[unclear]</d>" has words that nobody understands, and no tag.
    return (line.language or "").lower() in ("unclear", "inaudible")


@rule("DLG006", "dialogue-tag-form", Level.ERROR, evidence="The tokenizer knows <d> and </d> alone.", fixable=True)
def dialogue_tag_form(check: Check) -> Iterator[Hit]:
    """The tags of a line are written in another form than ``<d>`` and ``</d>``.

    Both are single tokens of the model; another spelling is prose to it.

    Wrong::

        <dialogue>[English] The gate is open.</dialogue>

    Right::

        <d>[English] The gate is open.</d>
    """
    found = odd_tags(check)
    index = 0
    while index < len(found):
        tag = found[index]
        partner = found[index + 1] if index + 1 < len(found) else None
        index += 1
        if partner and not tag.closes and partner.closes and _alone(check.text, tag.span.end, partner.span.start):
            index += 1
            message = f"{tag.written} and {partner.written} are written {tag.right} and {partner.right}"
            yield Hit(tag.span, message, f"{tag.right}…{partner.right}", (tag.edit, partner.edit))
        else:
            yield Hit(tag.span, f"the tag {tag.written} is written {tag.right}", tag.right, (tag.edit,))


def _alone(text: str, start: int, stop: int) -> bool:
    """No tag in the right form stands between the two."""
    return text.find("<d>", start, stop) < 0 and text.find("</d>", start, stop) < 0


@rule(
    "DLG009", "unknown-language", Level.WARNING, evidence="1 % of community prompts; no official output.", fixable=True
)
def unknown_language(check: Check) -> Iterator[Hit]:
    """The language tag is none of the words that the guide calls stable.

    Arabic, Chinese, English, French, German, Italian, Japanese, Korean, Portuguese, Russian, Spanish. Codes, own names, dialect
    names and other capitals have a fix; a language outside the eleven may come out in one of them.

    Wrong::

        <d>[zh] 门开了。</d>

    Right::

        <d>[Chinese] 门开了。</d>
    """
    told = 0
    for line in check.prompt.lines:
        written = line.language
        if not written or written in LANGUAGES or _is_unclear(line):
            continue
        told += 1
        right = language(written)
        near = _nearest(written) if right is None and told <= 100 else None
        legal = ", ".join(LANGUAGES)
        if right is None and written.lower() in OTHER_LANGUAGES:
            message = f"speech in {written} is not stable; the guide has {legal}"
        else:
            message = f"{written!r} is no language tag of the guide, which has {legal}"
        yield Hit(line.tag_span, message, right or near, (Edit(*line.tag_span, f"[{right}]"),) if right else ())


@lru_cache(maxsize=512)
def _nearest(written: str) -> str | None:
    if written.lower() in OTHER_LANGUAGES:
        return None
    first = written.replace("/", " ").replace(",", " ").split(" ")[0]
    close = get_close_matches(written[:40].capitalize(), LANGUAGES, n=1, cutoff=0.7)
    return close[0] if close else language(first)


@rule("DLG016", "line-punctuation", Level.INFO, evidence="11 % of the official outputs.")
def line_punctuation(check: Check) -> Iterator[Hit]:
    """A line does not end in closing punctuation.

    The model takes intonation from it; a comma counts as none. Words stay the user's: nothing is changed by itself.

    Wrong::

        <d>[English] The gate is open</d>

    Right::

        <d>[English] The gate is open.</d>
    """
    for index, line in enumerate(check.prompt.lines):
        words = line.spoken
        if not words or closes(words) or line.cut_off or line.continues_to or index in check.tangled:
            continue
        end = line.words_span.end
        yield Hit(Span(end - 1, end), "the line does not end in closing punctuation")


DIALOGUE: tuple[Rule, ...] = (
    unbalanced_dialogue,
    nested_dialogue,
    no_language_tag,
    dialogue_outside_main_field,
    empty_line,
    dialogue_tag_form,
    words_differ_from_brief,
    line_without_speaker,
    unknown_language,
    speaker_without_line,
    speaker_order,
    voice_over_lips,
    scene_transition,
    cutoff_token,
    cutoff_place,
    line_punctuation,
    line_mark_form,
)
