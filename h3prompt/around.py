"""Words around a place in a text: what stands before a noun, where its sentence begins, how its phrase goes on."""

from __future__ import annotations

import re
from collections.abc import Iterable

from .patterns import lazy
from .persons import AFTER, DETERMINERS

#: A word, hyphens included.
WORD = lazy(r"[A-Za-zÀ-ÿ]+(?:-[A-Za-zÀ-ÿ]+)*")
#: Characters of a sentence that are looked at.
_LONGEST = 600
#: Characters before a noun in which its article stands.
_NEAR = 70
#: Characters around a word in which a pattern is looked for.
_BEFORE, _BEHIND = 80, 90
_MARKS = frozenset(".;:!?()>\n")
_WORD_OR_MARK = lazy(r"[A-Za-zÀ-ÿ]+(?:-[A-Za-zÀ-ÿ]+)*|[.;:!?()>\n]")


def places(text: str, words: Iterable[str]) -> list[tuple[int, int, str]]:
    """Where `words` (lower case) stand in `text` as whole words: (start, end, word), in order."""
    wanted = frozenset(words)
    lowered = text.lower() if wanted else ""
    if not wanted or len(lowered) != len(text):
        return []  # nothing wanted, or a letter whose small form is longer: then no place can be told
    if len(wanted) > 40:  # one pass over the words of the text instead of one for each of them
        matches = WORD.finditer(lowered)
        return [(match.start(), match.end(), match.group()) for match in matches if match.group() in wanted]
    found = []
    for word in wanted:
        start = lowered.find(word)
        while start >= 0:
            end = start + len(word)
            before, after = lowered[start - 1 : start], lowered[end : end + 1]
            if not (before.isalpha() or after.isalpha() or after == "-"):
                found.append((start, end, word))
            start = lowered.find(word, end)
    found.sort()
    return found


def sentence_start(text: str, offset: int) -> int:
    """Where the sentence at `offset` begins; of a sentence that is longer than any should be, the last part counts."""
    floor = max(0, offset - _LONGEST)
    stop = text.rfind(". ", floor, offset)
    return max(stop + 2 if stop >= 0 else floor, text.rfind("\n", floor, offset) + 1)


def sentence_end(text: str, offset: int) -> int:
    """Where the sentence at `offset` ends, its full stop left out."""
    limit = min(len(text), offset + _LONGEST)
    stop = text.find(". ", offset, limit)
    return stop if stop >= 0 else limit


def words_before(text: str, floor: int, start: int) -> list[str]:
    """The words between `floor` and `start` in lower case, the nearest first; a mark other than a comma ends them."""
    words = []
    for word in reversed(_WORD_OR_MARK.findall(text[floor:start].lower())):
        if word in _MARKS:
            break
        words.append(word)
    return words


def with_modifier(text: str, first: int, end: int) -> tuple[str, bool]:
    """The noun phrase with its first modifier ("a man in a grey coat"), and whether there is one."""
    following = WORD.match(text, end + 1)
    if following is None or text[end : end + 1] != " " or following.group().lower() not in AFTER:
        return text[first:end], False
    position, count, most = following.end(), 0, 2
    for token in WORD.finditer(text, following.end(), min(len(text), following.end() + 60)):
        if text[position : token.start()] != " " or count >= most:
            break
        position = token.end()
        # The preposition, an article, and two words: "in a grey coat", "with rolled sleeves".
        if token.group().lower() not in DETERMINERS:
            count += 1
    return text[first:position], True


def last_word(text: str) -> str:
    """The last word of `text` in lower case, "" without one."""
    words = WORD.findall(text[-30:])
    return words[-1].lower() if words else ""


def start_of(text: str, word: str, end: int) -> int:
    """Where the last `word` (lower case) before `end` begins; `end` itself when it is nowhere near."""
    floor = max(0, end - _NEAR)
    lowered = text[floor:end].lower()
    at = lowered.rfind(word)
    while at >= 0 and (lowered[at - 1 : at].isalpha() or lowered[at + len(word) : at + len(word) + 1].isalpha()):
        at = lowered.rfind(word, 0, at)
    return floor + at if at >= 0 else end


def near(pattern: re.Pattern[str], text: str, words: Iterable[str]) -> re.Match[str] | None:
    """The first match of `pattern` near one of `words` (lower case) in `text`; a look at the whole of it takes much longer.

    A match has to begin no more than 80 characters before such a word, and to end no more than 90 after it.
    """
    lowered = text.lower()
    first: re.Match[str] | None = None
    for word in words:
        start = lowered.find(word)
        while start >= 0 and (first is None or start - _BEFORE <= first.start()):
            match = pattern.search(text, max(0, start - _BEFORE), start + len(word) + _BEHIND)
            if match and (first is None or match.start() < first.start()):
                first = match
                break
            start = lowered.find(word, start + len(word) + 20)
    return first
