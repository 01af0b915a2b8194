"""What the rules about spoken lines share: languages, and lines that cannot be read as they stand."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple
from unicodedata import normalize

from ..document import Line
from ..facts import Check
from ..findings import Edit, Span
from ..lexicon import LANGUAGE_ALIASES, LANGUAGES
from ..modes import MAIN_FIELDS
from ..patterns import lazy

_KNOWN = {language.lower(): language for language in LANGUAGES}
_REGION = lazy(r"([a-z]{2})[-_][a-z]{2,4}|([a-z]{4,12}) ?\([\w .'-]{1,30}\)")
_ODD_TAG = lazy(
    r"<\s{0,3}\|?(?P<close>[/\\]?)\s{0,3}(?P<name>d(?:ialog(?:ue)?|lg)?|speech|spoken|speak|say|line|voice|quote)"
    r"(?P<more>\s{0,3}[/\\|]|(?<=[dge])[ :=][^<>\n]{1,60})?\s{0,3}>"
    r"|\[\s?(?P<square>/?)\s?(?:dialogue|dialog|speech|d)\s?\]",
    re.IGNORECASE,
)
# In another form than <scenetrans>, <cutoff>, [unclear]; the last branch counts inside a line only.
_ODD_MARK = lazy(
    r"<\|?[ /]?(?P<scene>scene[ _-]?trans(?:ition)?)\s?/?\|?>|<[ /]?(?P<cut>cut[ _-]?off)\s?/?>"
    r"|\[\s?(?:(?P<scene2>scene[ _-]?trans(?:ition)?)|(?P<cut2>cut[ _-]?off)|inaudible|unintelligible|unclear)\s?\]"
    r"|<\s?(?:unclear|inaudible)\s?/?>",
    re.IGNORECASE,
)
# A cheap look: a mark in square brackets other than [unclear].
_SQUARE_MARK = lazy(r"\[(?!unclear\]) ?(?:[sS][cC][eE]|[cC][uU][tT]|[uU][nN][ciCI]|[iI][nN][aA])")
_RIGHT_MARKS = frozenset(("<scenetrans>", "<cutoff>", "<|cutoff|>", "[unclear]"))
# Punctuation that closes a sentence in any script, and what may stand behind it.
_CLOSERS = ".!?…。！？؟۔।｡︕︖‽~～♪♫—–-"
_QUOTES = "\"'”’»›「」『』“„«)）]】"
# How a tag in square brackets begins.
_SQUARE = lazy(r"\[(?:[dD/ ]|[sS][pP])")
_ATTRIBUTE = lazy(r"\W*(?:lang(?:uage)?\W+)?(\w{2,20})\W*")


@lru_cache(maxsize=512)
def language(word: str) -> str | None:
    """The guide's word for a language that `word` names: a code, a name of its own, a dialect, other capitals."""
    lowered = word.strip().lower()
    known = _KNOWN.get(lowered) or LANGUAGE_ALIASES.get(lowered)
    if known is None and (match := _REGION.fullmatch(lowered)):
        return language(match.group(1) or match.group(2))
    return known


def main_lines(check: Check) -> Iterator[tuple[int, Line]]:
    """The lines of the description, each with its index in ``prompt.lines``."""
    for index, line in enumerate(check.prompt.lines):
        if line.section in MAIN_FIELDS:
            yield index, line


def head(line: Line) -> Span:
    """The ``<d>`` of a line."""
    return Span(line.span.start, min(line.span.start + 3, line.span.end))


class OddTag(NamedTuple):
    """A tag of a line in another form; `right` is the form that it should have, `read` tells that it was understood."""

    span: Span
    written: str
    right: str
    read: bool

    @property
    def closes(self) -> bool:
        """It stands where ``</d>`` belongs."""
        return self.right == "</d>"

    @property
    def edit(self) -> Edit:
        """Puts the right form in its place."""
        return Edit(*self.span, self.right)


def odd_tags(check: Check) -> list[OddTag]:
    """The tags of lines that are written in another form than ``<d>`` and ``</d>``."""
    found: list[OddTag] = []
    if check.plain_tags and _SQUARE.search(check.text) is None:
        return found
    for match in _ODD_TAG.finditer(check.text):
        written, name, more = match.group(), match.group("name") or "", match.group("more") or ""
        # In capitals a word between angle brackets is a variable of a template.
        if written in ("<d>", "</d>") or (len(name) > 1 and name.isupper()):
            continue
        attribute = more if more[:1] in (" ", ":", "=") else ""
        if attribute and name[0] not in "dD":
            continue
        closes = bool(match.group("close") or match.group("square") or more.strip() in ("/", "\\"))
        right = "</d>" if closes else "<d>"
        tag = _ATTRIBUTE.fullmatch(attribute) if attribute else None
        if tag and (word := language(tag.group(1))) and not check.text.startswith("[", match.end()):
            right = f"<d>[{word}]"
        read = name in ("d", "D") and not more and match.group("close") != "\\" and "|" not in written
        found.append(OddTag(Span(match.start(), match.end()), written, right, read))
    return found


def strays(check: Check) -> list[Span]:
    """The ``</d>`` that close nothing, without those that belong to a line inside another one."""
    starts = [line.span.start for line in check.prompt.lines]
    found = []
    spent = -1
    for span in check.prompt.stray_tags:
        index = bisect_left(starts, span.start) - 1
        if index > spent and check.prompt.lines[index].nested:
            spent = index
        else:
            found.append(span)
    return found


def unreadable(check: Check) -> bool:
    """Whether tags of lines are missing or misspelt, so that nobody can tell which lines there are."""
    if check.tangled or check.prompt.stray_tags:
        return True
    return any(not tag.read for tag in odd_tags(check))


def odd_marks(check: Check) -> list[tuple[Span, str]]:
    """The marks of lines that are written in another form, each with the form that it should have."""
    found: list[tuple[Span, str]] = []
    if check.plain_tags and _SQUARE_MARK.search(check.text) is None:
        return found
    for match in _ODD_MARK.finditer(check.text):
        right = "[unclear]"
        if match.group("scene") or match.group("scene2"):
            right = "<scenetrans>"
        elif match.group("cut") or match.group("cut2"):
            right = "<cutoff>"
        if match.group() in _RIGHT_MARKS or (right == "[unclear]" and not check.in_dialogue(match.start())):
            continue
        found.append((Span(match.start(), match.end()), right))
    return found


def without_marks(words: str) -> str:
    """`words` without the marks of a cut or a cutoff, in whatever form they are written."""
    if "<" not in words and "[" not in words:
        return words

    def gone(match: re.Match[str]) -> str:
        return " " if any(match.groups()) else "[unclear]"

    return _ODD_MARK.sub(gone, words.replace("<|cutoff|>", " "))


def fold(words: str) -> str:
    """`words` with single blanks, none outside, and every letter in its composed form."""
    words = " ".join(words.split())
    return words if words.isascii() else normalize("NFC", words)


def compact(words: str) -> str:
    """`words` without blanks: what the parts of a split line have in common with the whole."""
    return fold(words).replace(" ", "")


def closes(words: str) -> bool:
    """Whether `words` end in punctuation that closes a sentence, looking through quotation marks. A remark or a mark at the end counts as well."""
    if words.endswith((")", "）", "]", ">")):
        return True
    return words.rstrip(_QUOTES + " ").endswith(tuple(_CLOSERS))
