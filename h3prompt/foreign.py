"""Which sentences of a prompt are not English: what the rules on language need.

A sentence is judged by its script, or by the small words and the accents of a Latin-script language. Names are fine in every
language, so a few letters of another script, or "Rue de la Paix", never count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from .document import Section
from .findings import Span
from .lexicon import COMMON_WORDS, FOREIGN_SHARED, FOREIGN_WORDS, FUNCTION_WORDS, LOAN_WORDS
from .modes import FIELDS
from .patterns import lazy

if TYPE_CHECKING:
    from .facts import Check

_OTHER_CLASS = r"\u0370-\u1dbf\u2c00-\u2dff\u2e80-\u2fff\u3005-\u3007\u3031-\ua6ff\ua840-\uab2f\uac00-\ud7ff\uf900-\ufaff\ufb1d-\ufdff\ufe70-\ufefe"
#: A letter outside of the Latin script.
_OTHER = lazy(rf"[{_OTHER_CLASS}]")
_LETTER = lazy(r"[^\W\d_]")
#: Scripts that are written without blanks between words.
_UNSPACED = lazy(r"[\u0e00-\u0eff\u3005-\u3007\u3031-\u9fff\uf900-\ufaff]")
# Letters and separators have nothing in common, so there is one way only to match a run.
_RUN = lazy(rf"[{_OTHER_CLASS}]+(?:[\s，、：；·…,:'’\d–—-]{{1,3}}[{_OTHER_CLASS}]+)*[。！？]?")
_SEGMENT = lazy(r"[.!?…؟;][\"”)]*\s+|[。！？；\n]\s*")
_NO_PROSE = lazy(r"<[^<>\n]{0,40}>|\[[^\[\]\n]{0,80}\]|\([^()\n]{0,3}\)")
_TOKEN = lazy(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_FOREIGN = frozenset().union(*FOREIGN_WORDS.values())
_ENGLISH = FUNCTION_WORDS | COMMON_WORDS


#: Characters of a sentence that are looked at, and sentences of a field that are named.
_LONGEST = 2_000
_MOST = 1_000


class Foreign(NamedTuple):
    """What is not English in a field: the sentences, and whether that is the whole field."""

    section: Section
    spans: tuple[Span, ...]
    whole: bool


def foreign_parts(check: Check) -> tuple[Foreign, ...]:
    """The fields of a prompt that have sentences in another language."""
    found = []
    for section in check.prompt.sections:
        if section.body and section.name in FIELDS and _suspect(check, section):
            parts = _judge(check, section)
            if parts.spans:
                found.append(parts)
    return tuple(found)


def _suspect(check: Check, section: Section) -> bool:
    """A cheap look: most prompts have no other script and next to none of the small words."""
    prose = check.prose(section.body_span)
    words = check.words(section.body_span)
    small = len(words & _FOREIGN)
    if small >= 2 or prose.isascii():
        return small >= 2
    try:
        # Western European letters and typographic marks, and so no other script.
        prose.encode("cp1252")
    except UnicodeEncodeError:
        if _OTHER.search(prose):
            return True
    return small + sum(not word.isascii() for word in words) >= 2


def _judge(check: Check, section: Section) -> Foreign:
    found: list[Span] = []
    foreign = total = 0
    for span in _segments(check, section.body_span):
        if len(found) >= _MOST:
            break
        text = check.prose(span)[:_LONGEST]
        if "<" in text or "[" in text or "(" in text:
            text = _NO_PROSE.sub(_blank, text)
        weight = len(text.split()) + (0 if text.isascii() else len(_UNSPACED.findall(text)))
        total += weight
        if not text.isascii() and _OTHER.search(text):
            if _is_other_script(text):
                found.append(span)
                foreign += weight
            else:
                found += (Span(span.start + start, span.start + end) for start, end in _runs(text))
        elif _is_other_language(text):
            found.append(span)
            foreign += weight
    if not found and not _LETTER.search(_OTHER.sub("", check.prose(section.body_span))):
        found, foreign = [section.body_span], total
    return Foreign(section, tuple(found), bool(found) and foreign > 0.6 * total)


def _blank(match: re.Match[str]) -> str:
    return " " * len(match.group())


def _segments(check: Check, area: Span) -> Iterator[Span]:
    """Sentences in any script; a line break and a semicolon end one as well."""
    prose = check.prose(area)
    start = 0
    ends = [match.end() for match in _SEGMENT.finditer(prose)]
    for end in (*ends, len(prose)):
        inner = prose[start:end].strip()
        if inner:
            begin = area.start + start + len(prose[start:end]) - len(prose[start:end].lstrip())
            yield Span(begin, begin + len(inner))
        start = end


def _is_other_script(text: str) -> bool:
    """Mostly in another script, and more of it than a name has."""
    other = len(_OTHER.findall(text))
    return (
        other >= 5 and other >= 0.7 * len(_LETTER.findall(text)) and any(_is_prose(run) for run in _RUN.findall(text))
    )


def _runs(text: str) -> Iterator[tuple[int, int]]:
    """Stretches of another script inside an English sentence that are more than a name."""
    for match in _RUN.finditer(text):
        run = match.group()
        if len(run) >= 10 or run[-1] in "。！？" or "，" in run:
            if _is_prose(run, more=True):
                yield match.span()


def _is_prose(run: str, more: bool = False) -> bool:
    unspaced = len(_UNSPACED.findall(run))
    if unspaced:
        return unspaced >= (10 if more and run[-1] not in "。！？" and "，" not in run else 5)
    words = _TOKEN.findall(run)
    # In a script with capitals a name has one in nearly every word.
    small = sum(word[0] == word[0].lower() for word in words)
    return len(words) >= (4 if more else 3) and small >= 2


def _is_other_language(text: str) -> bool:
    tokens = _TOKEN.findall(text.replace("à la ", ""))
    if len(tokens) < 4:
        return False
    small = [token.lower() for token in tokens]
    if _FOREIGN.isdisjoint(small):
        return False
    named = _inside_names(tokens, small)
    accents = sum(
        not word.isascii() and token[0] == word[0] and word not in LOAN_WORDS
        for token, word in zip(tokens, small, strict=True)
    )
    for language, own in FOREIGN_WORDS.items():
        hits = sum(
            word in own
            and (language == "German" or index not in named)
            # Within a sentence a small word with a capital belongs to a name: "El Paso".
            and (token == word or (not index and word != "i" and (language == "German" or tokens[1] == small[1])))
            for index, (token, word) in enumerate(zip(tokens, small, strict=True))
        )
        if not hits:
            continue
        shared = FOREIGN_SHARED.get(language, frozenset())
        strong = hits + accents
        others = [word for word in small if word not in own and word not in shared]
        if strong >= 3 and strong > 2 * sum(word in FUNCTION_WORDS for word in others) and strong >= 0.2 * len(small):
            return True
        weak = sum(word in shared for word in small)
        if strong >= 2 and strong + weak >= 0.25 * len(small) and _ENGLISH.isdisjoint(others):
            return True
    return False


def _inside_names(tokens: list[str], small: list[str]) -> set[int]:
    """Small words between capitalised ones: the "de la" of "Rue de la Paix"."""
    found: set[int] = set()
    run: list[int] = []
    left = False
    for index, token in enumerate(tokens):
        if token == small[index] and small[index] in _FOREIGN:
            run.append(index)
            continue
        capital = token != small[index]
        if run and left and capital and len(run) <= 3:
            found.update(run)
        run, left = [], capital
    return found
