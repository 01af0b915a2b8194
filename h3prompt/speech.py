"""How long a line takes to say."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from .document import Line
from .lexicon import LANGUAGE_ALIASES, SPEECH_RATES
from .patterns import lazy

_WORD = lazy(r"[^\W_]+(?:['’.-][^\W_]+)*")
_MARK = lazy(r"\[unclear\]|<[^<>\s]{1,12}>")
# Every digit is read out; a word in Latin letters counts as one.
_CJK = lazy(r"[\u3041-\u3096\u30a1-\u30fa\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]|[0-9]|[A-Za-zÀ-ÿ]+")
_HANGUL = lazy(r"[\uac00-\ud7a3]|[0-9]|[A-Za-z]+")
_SCRIPTS = (
    ("Korean", lazy(r"[\uac00-\ud7a3]")),
    ("Japanese", lazy(r"[\u3041-\u3096\u30a1-\u30fa]")),
    ("Chinese", lazy(r"[\u3400-\u4dbf\u4e00-\u9fff]")),
)


def language_of(line: Line) -> str:
    """The line's language as the rate table names it; for a tag that it does not know by the script, else English."""
    tag = line.language or ""
    name = LANGUAGE_ALIASES.get(tag.lower(), tag.capitalize())
    if name in SPEECH_RATES:
        return name
    if line.words.isascii():
        return "English"
    return next((language for language, letters in _SCRIPTS if letters.search(line.words)), "English")


def units(line: Line) -> tuple[int, str, float]:
    """(how many units of speech, what they are, how many fit into a second)."""
    rate, unit = SPEECH_RATES[language_of(line)]
    words = _MARK.sub(" ", line.spoken)
    pattern = {"characters": _CJK, "syllables": _HANGUL}.get(unit, _WORD)
    return len(pattern.findall(words)), unit, rate


@cache
def exact(rate: float) -> Fraction:
    """A rate of the table as the decimal that it is written as."""
    return Fraction(str(rate))


def speech_seconds(line: Line) -> Fraction:
    """The time that a line takes at the usual speed of its language, in seconds."""
    amount, _, rate = units(line)
    return Fraction(amount) / exact(rate)
