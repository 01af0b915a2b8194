"""Proper names of people: "Natsu, a girl of nine", "Odalys (S1)", "Nando sets his jaw".

A capitalised word is somebody's name when a noun for a person explains it, when it speaks, or when it does something with what
is his or hers. Places do none of that.
"""

from __future__ import annotations

from collections.abc import Iterator, Set

from .patterns import lazy

_CAPITAL = lazy(r" [A-Z][a-zà-ÿ]{2,}(?![\w-])")
_LAST_WORD = lazy(r"[\w-]+\Z")
# A name of up to five words before the comma, and a noun phrase behind it.
_NAME = lazy(r"\b[A-Z][\w-]+(?: (?:[A-Z][\w-]+|de|da|di|du|del|della|van|von|der|la|le|bin|al)){0,4}\Z")
_PHRASE = lazy(r", (?:an?|the) ((?:[a-z-]+ ){0,6}[a-z-]+)")
_ACTS = lazy(r" (?:[a-z]+ly )?[a-z]+s\b[^.]{0,90}?\b(?:his|her|himself|herself)\b")
_NO_NAMES = frozenset(
    "he she they it we one both another the this that these those as at in on and but then there when while".split()
)
#: After these a capitalised word is a place.
_WHERE = frozenset("in from over near across through outside around inside into above below".split())


def names_of_people(text: str, nouns: Set[str]) -> dict[str, str]:
    """Name (lower case) to the noun for a person that explains it, or to itself. `nouns` are the nouns of the description."""
    found: dict[str, str] = {}
    for at in _all(text, (", a ", ", an ", ", the ")):
        if not text[text.rfind(" ", 0, at) + 1].isupper():
            continue
        called = _NAME.search(text, max(0, at - 60), at)
        phrase = _PHRASE.match(text, at) if called else None
        if called and phrase:
            noun = next((word for word in phrase.group(1).split() if word in nouns), None)
            parts = (part.lower() for part in called.group().split() if part[0].isupper() and len(part) > 2)
            found.update((part, noun) for part in parts if noun)
    for name in speakers(text):
        if name[0].isupper() and name.lower() not in _NO_NAMES and name.lower() not in nouns:
            found.setdefault(name.lower(), name.lower())
    capitals = {
        match.group()[1:] for match in _CAPITAL.finditer(text) if _within(text[match.start() - 1 : match.start()])
    }
    for name in sorted(capitals)[:20]:
        if name.lower() not in found and name.lower() not in nouns and _does_something(name, text):
            found[name.lower()] = name.lower()
    return found


def speakers(text: str) -> list[str]:
    """The words that stand before speaker ids."""
    words = (_LAST_WORD.search(text, max(0, at - 40), at) for at in _all(text, (" (S",)))
    return [word.group() for word in words if word]


def _within(before: str) -> bool:
    """Whether a capital behind this character stands within a sentence."""
    return before.islower() or before in (",", ";")


def _all(text: str, marks: tuple[str, ...]) -> Iterator[int]:
    for mark in marks:
        at = text.find(mark)
        while at >= 0:
            yield at
            at = text.find(mark, at + 1)


def _does_something(name: str, text: str) -> bool:
    acts = False
    for at in _all(text, (name,)):
        acts = acts or _ACTS.match(text, at + len(name)) is not None
        before = _LAST_WORD.search(text, max(0, at - 20), at - 1) if at else None
        if before and before.group() in _WHERE:
            return False
    return acts
