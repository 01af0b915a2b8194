"""Whose lips are said to be closed, shot by shot: what the hints on open lips and silent listeners need."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from . import mouths
from .around import near, places, words_before
from .findings import Span
from .people import MOST, SAME_PERSON
from .persons import SUBJECTS

if TYPE_CHECKING:
    from .facts import Check


class Silence:
    """What a prompt says about mouths that do not speak."""

    def __init__(self, check: Check) -> None:
        self._check = check
        self._people = check.people

    def busy(self, index: int) -> bool:
        """Whether a mouth in shot `index` sings, laughs, eats… so that lips cannot be closed."""
        span = self._check.shots[index].body_span
        words = self._check.words(span)
        if not words.isdisjoint(mouths.BUSY_WORDS):
            return True
        if words.isdisjoint(mouths.BUSY_IF_SOMEBODY):
            return False
        text = self._check.prose(span)
        for start, _, _ in places(text, words & mouths.BUSY_IF_SOMEBODY)[:MOST]:
            before = words_before(text, max(0, start - 60), start)
            if any(word in SUBJECTS or word == "who" or word in self._people.nouns for word in before[:6]):
                return True
        return False

    def open_lips(self, index: int) -> Span | None:
        """Somebody in shot `index`, which has no lines, whose lips are neither said to be closed nor busy; None without one."""
        place = self._people.place(index)
        if place is None or self.busy(index):
            return None
        return place if not self._says(index, mouths.LIPS_CLOSED) else self._left_out(index)

    def _left_out(self, index: int) -> Span | None:
        """Somebody whom no sentence about closed lips or silence is about, where several people open sentences of a shot."""
        check = self._check
        span = check.shots[index].body_span
        found = {
            named.noun: named.span for named in reversed(self._people.named(index)) if named.phrase and named.opens
        }
        found |= {str(label): Span(0, 0) for label in self._people.labels_in(index)}
        if not 2 <= len(found) <= 9:
            return None
        told: set[str] = set()
        opens: dict[str, Span] = {}
        subject: set[str] = set()
        for sentence in check.sentences(span):
            text = check.prose(sentence)
            lowered = text.lower()
            inside = {who for who in found if who.lower() in lowered}
            subject = inside or (subject if text.startswith(SAME_PERSON) else set())
            first = next(
                (
                    who
                    for who in inside
                    if lowered.startswith((who.lower(), f"a {who}", f"an {who}")) or found[who].start == sentence.start
                ),
                None,
            )
            if first is not None and self._people.has_face(index, sentence):
                opens.setdefault(first, sentence)
            if mouths.LIPS_CLOSED.search(text) or mouths.SILENT.search(text):
                if mouths.PLURAL.search(text):
                    return None
                told |= subject
        return next((place for who, place in opens.items() if who not in told), None) if told else None

    def _says(self, index: int, lips: re.Pattern[str]) -> bool:
        span = self._check.shots[index].body_span
        words = self._check.words(span)
        text = self._check.prose(span)
        hints = words & mouths.LIP_WORDS
        if hints and (any(said in text for said in mouths.OFTEN_SAID) or near(lips, text, hints)):
            return True
        return near(mouths.SILENT, text, words & mouths.SILENT_WORDS) is not None

    def of_listener(self, index: int) -> bool:
        """Whether shot `index` says so of somebody else than the speaker, whose lips close after the line."""
        if self._says(index, mouths.LIPS_STAY_CLOSED):
            return True
        span = self._check.shots[index].body_span
        if self._check.words(span).isdisjoint(mouths.LIP_WORDS):
            return False
        for sentence in self._check.sentences(span):
            text = self._check.prose(sentence)
            if mouths.LIPS_CLOSE.search(text) and not mouths.SPEAKERS_LIPS_CLOSE.match(text):
                return True
        return False

    @cached_property
    def everywhere(self) -> bool:
        """A statement about closed lips or silence that holds for the whole clip: it says so, or stands before the first shot."""
        check = self._check
        style = check.prompt.style
        if style.end > style.start and not check.words(style).isdisjoint(mouths.LIP_WORDS | mouths.SILENT_WORDS):
            prose = check.prose(style)
            if mouths.LIPS_CLOSED.search(prose) or mouths.SILENT.search(prose):
                return True
        main = check.prompt.main
        if main is None or check.words(main.body_span).isdisjoint(mouths.WHOLE_CLIP_WORDS):
            return False
        prose = check.prose(main.body_span)
        for match in mouths.WHOLE_CLIP.finditer(prose):
            around = prose[max(0, match.start() - 160) : match.end() + 160]
            if mouths.LIPS_CLOSED.search(around) or mouths.SILENT.search(around):
                return True
        return False
