"""Small things about English that templates need: sentences, articles, short names of people. The filters of the templates."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from types import MappingProxyType
from typing import Any

from ..persons import is_noun_for_person

_ARTICLES = frozenset(
    "a an the one two three four five six several some his her their its this that these those".split()
)
_PREPOSITIONS = frozenset(
    "in on at by under over inside outside near beside behind before between among along above below across through within "
    "beneath against around aboard from with".split()
)
_NUMBERS = frozenset("two three four five six several some both many".split())
#: They end the noun phrase that comes before them.
_STOPS = _PREPOSITIONS | frozenset(
    "of who whose which that wearing holding carrying and or as for to seen standing sitting dressed aged is are".split()
)
#: Words that lose their capital inside a sentence.
_PLAIN_OPENINGS = frozenset(
    "The A An He She It They His Her Their Its This That These Those One Two Three Both Each Every Another In On At "
    "As From With Behind Beside Below Above Outside Inside Under Over Slowly Suddenly Then Light Rain Wind Water Snow Smoke".split()
)
_FIRST = re.compile(r"[^\W\d_]", re.UNICODE)
_BLANKS = re.compile(r"[ \t\r\n\f\v]+")
_CLOSED = re.compile(r"[.!?…][\"”')\]]*\Z")


def plain(text: str) -> str:
    """`text` on one line, with single blanks."""
    return _BLANKS.sub(" ", text).strip()


def is_sentence(text: str) -> bool:
    """Whether it ends like a sentence."""
    return _CLOSED.search(text.strip()) is not None


def capital(text: str) -> str:
    """`text` with a capital first letter, unless it opens with something else than a letter."""
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """`text` as a sentence: a capital at its start, closing punctuation at its end."""
    text = capital(plain(text))
    if not text or is_sentence(text):
        return text
    return text.rstrip(",;:-– ") + "."


def phrase(text: str) -> str:
    """`text` as part of a sentence: no closing full stop, no capital on a small word."""
    text = plain(text).rstrip(" ,;:")
    text = text[:-1].rstrip() if text.endswith(".") and not text.endswith("..") else text
    return lower(text)


def lower(text: str) -> str:
    """`text` without the capital of its first word, where that is only there because it opened a sentence."""
    first = text.split(" ", 1)[0]
    return text[:1].lower() + text[1:] if first in _PLAIN_OPENINGS else text


def article(text: str) -> str:
    """`text` with "a" or "an" before it, unless it has an article or is a name."""
    text = phrase(text)
    first = text.split(" ", 1)[0].lower()
    if not text or first in _ARTICLES or text[0].isupper() or not text[0].isalpha():
        return text
    return f"{'an' if text[0] in 'aeio' or text.startswith('un') else 'a'} {text}"


def opens_with_preposition(text: str) -> bool:
    """Whether `text` says where by itself: "on a quay"."""
    return text.split(" ", 1)[0].lower() in _PREPOSITIONS


def head(look: str) -> str:
    """The short name in a look: "keeper" of "a keeper of about sixty with a grey beard", "Mara" of "Mara, a baker"."""
    parts = [part.split() for part in phrase(look).split(",") if part.strip()]
    if not parts:
        return ""
    opening = parts[0]
    if opening[0].lower() in _ARTICLES and len(opening) > 1:
        opening = opening[1:]
    noun = _up_to_stop(opening)
    # In "a tall, thin man" the comma stands between adjectives, in "a girl, barefoot" behind the noun.
    if len(noun) == 1 and noun == opening and len(parts) > 1 and not is_noun_for_person(noun[0].lower()):
        further = _up_to_stop(parts[1])
        if len(further) > 1 and further[0].lower() not in _ARTICLES and not noun[0][0].isupper():
            noun = further
    return " ".join(noun[-2:])


def _up_to_stop(words: Sequence[str]) -> list[str]:
    end = next((at for at, word in enumerate(words) if at and word.lower() in _STOPS), len(words))
    return [word.strip(";:") for word in words[:end]]


def several(look: str) -> bool:
    """Whether a look is one of several: "two brothers in oilskins"."""
    return phrase(look).split(" ", 1)[0].lower() in _NUMBERS


def definite(look: str) -> str:
    """The whole look as something known: "the keeper of about sixty with a grey beard"."""
    text = phrase(look)
    first, _, rest = text.partition(" ")
    if first.lower() in ("a", "an", "one"):
        return f"the {rest}"
    return text if first.lower() in _ARTICLES or text[:1].isupper() else f"the {text}"


def joined(parts: Iterable[str]) -> str:
    """ "a", "a and b", "a, b and c"."""
    every = list(parts)
    return " and ".join((", ".join(every[:-1]), every[-1])) if len(every) > 1 else "".join(every)


def worn(wardrobe: str) -> str:
    """Clothing behind "wearing": "in a wet apron" is "a wet apron"."""
    return re.sub(r"^(?:dressed in|wearing|wears|in) ", "", phrase(wardrobe), count=1, flags=re.IGNORECASE)


def manner(delivery: str) -> str:
    """A delivery behind "says": " quietly", " with a laugh", ", shouting over the wind"."""
    text = phrase(delivery)
    if not text:
        return ""
    easy = opens_with_preposition(text) or text.split(" ")[0].endswith("ly")
    return f" {text}" if easy else f", {text}"


def with_voice(voice: str) -> str:
    """How a voice sounds, behind "says": "in a low and hoarse voice"."""
    text = phrase(voice)
    if text.split(" ", 1)[0].lower() in _ARTICLES or re.search(r"\bvoice\b", text):
        return f"with {article(text)}"
    if "," in text or re.search(r"\bwith\b", text):
        return f"in a voice that is {text}"
    return f"in {article(text)} voice"


def _of_text(function: Callable[[str], Any]) -> Callable[[Any], Any]:
    """`function` for templates: what is not given is an error with its name, whatever the function would make of it."""
    return lambda value: function(str(value))


#: What templates may call.
FILTERS: MappingProxyType[str, Callable[..., Any]] = MappingProxyType(
    {
        "sentence": _of_text(sentence),
        "phrase": _of_text(phrase),
        "article": _of_text(article),
        "capital": _of_text(capital),
        "lower_first": _of_text(lower),
        "joined": joined,
        "manner": _of_text(manner),
        "with_voice": _of_text(with_voice),
        "definite": _of_text(definite),
        "short_name": _of_text(head),
        "is_sentence": _of_text(is_sentence),
        "says_where": _of_text(opens_with_preposition),
    }
)
