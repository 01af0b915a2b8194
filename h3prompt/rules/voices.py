"""DLG008, DLG010 to DLG012: who speaks, and whose lips stay closed."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from ..document import Line, Speaker
from ..facts import Check
from ..findings import Level, Span
from ..modes import MAIN_FIELDS
from ..patterns import lazy
from ..people import LIPS_CLOSED
from .base import Hit, rule
from .lines import head, main_lines, unreadable

_VOCAL = lazy(
    r"\b(?:hum(?:s|med|ming)?|sing(?:s|ing)?|sang|sung|chant(?:s|ed|ing)?|laugh(?:s|ed|ing|ter)?|giggl(?:e|es|ed|ing)|chuckl(?:e|es|ed|ing)"
    r"|scream(?:s|ed|ing)?|shout(?:s|ed|ing)?|shriek(?:s|ed|ing)?|squeal(?:s|ed|ing)?|cr(?:y|ies|ied|ying)|sob(?:s|bed|bing)?|weep(?:s|ing)?"
    r"|gasp(?:s|ed|ing)?|sigh(?:s|ed|ing)?|groan(?:s|ed|ing)?|moan(?:s|ed|ing)?|whistl(?:e|es|ed|ing)|yell(?:s|ed|ing)?|roar(?:s|ed|ing)?"
    r"|vocali[sz](?:e|es|ed|ing|ations?)|mutter(?:s|ed|ing)?|murmur(?:s|ed|ing)?|mumbl(?:e|es|ed|ing)|whisper(?:s|ed|ing)?|babbl(?:e|es|ed|ing)"
    r"|coo(?:s|ed|ing)?|gurgl(?:e|es|ed|ing)|cheer(?:s|ed|ing)?|wail(?:s|ed|ing)?|howl(?:s|ed|ing)?|grunt(?:s|ed|ing)?|growl(?:s|ed|ing)?"
    r"|bark(?:s|ed|ing)?|meow(?:s|ed|ing)?|mew(?:s|ed|ing)?|purr(?:s|ed|ing)?|snor(?:e|es|ed|ing)|snort(?:s|ed|ing)?|cough(?:s|ed|ing)?"
    r"|sneez(?:e|es|ed|ing)|hiccup(?:s|ed|ing)?|yawn(?:s|ed|ing)?|beatbox\w*|yodel(?:s|ed|ling)?|recit(?:e|es|ed|ing)|pray(?:s|ed|ing)?"
    r"|count(?:s|ed|ing)? (?:out )?(?:aloud|loud|down|softly|quietly)|call(?:s|ed|ing)? (?:out|to|from|back|after|over)|voices?|heard|off-?\s?screen"
    r"|hiss(?:es|ed|ing)?|whinn(?:y|ies|ied|ying)|neigh(?:s|ed|ing)?|bleat(?:s|ed|ing)?|moo(?:s|ed|ing)?|cluck(?:s|ed|ing)?|crow(?:s|ed|ing)"
    r"|caw(?:s|ed|ing)?|chirp(?:s|ed|ing)?|squawk(?:s|ed|ing)?|croak(?:s|ed|ing)?|snarl(?:s|ed|ing)?|yelp(?:s|ed|ing)?|whimper(?:s|ed|ing)?|exclaim(?:s|ed|ing)?|greet(?:s|ed|ing)?|speak(?:s|ing)?|spoke|talk(?:s|ed|ing)?|chat(?:s|ted|ting)?|argu(?:e|es|ed|ing)|breath(?:e|es|ing)? heavily)\b",
    re.IGNORECASE,
)
_HEAD_NOUN = lazy(r"([A-Za-z][A-Za-z'’-]*|<(?:Subject|Picture|Video|Audio) \d+>),?\s?\Z")
_REFERS_BACK = lazy(
    r"(?:[A-Z][a-z]+ly,? |Then,? |And |Now,? )?(?:He|She|It|They|His|Her|Its|Their|The|he|she|it|they|his|her|its|their|the)\b"
)
_MEANS_THEM = lazy(r"\b(?:he|she|it|they|him|her|them|his|its|their)\b", re.IGNORECASE)
_TOKEN = lazy(r"<(?:Subject|Picture|Video|Audio) \d+>|[A-Za-z][A-Za-z'’-]*")
_DOES_AND_SAYS = lazy(
    r"\b(?:and|then|while|as)\s+(?:\w+\s+){0,2}(?:says?|speaks?|tells?|narrates?|begins?|adds?|thinks?)\b"
)
_ACTS = lazy(r"\b(?:[Hh]e|[Ss]he)\b")
_OWNED = lazy(r"\b(?:his|her|their|its)\b", re.IGNORECASE)
_SENTENCE_END = lazy(r"[.!?](?=\s|\Z)|\n")
_VOICE_WORDS = ("voice", "narrat", "monologue", "thoughts")
_VOICE_OVER = lazy(
    r"\bvoice-?\s?over\b|\bnarrat(?:es|ing|ion)\b|\b(?:inner|internal|interior) (?:voice|monologue)\b|\bin (?:her|his|their) thoughts\b"
)


# --- a line without an id ---------------------------------------------------------------------------------------------


@rule("DLG008", "line-without-speaker", Level.WARNING, evidence="6 % of the official outputs, all with one speaker.")
def line_without_speaker(check: Check) -> Iterator[Hit]:
    """No speaker id stands near a line.

    With two or more speakers it is an error: nobody can tell who speaks. Speakers are counted in the brief's dialogue, or by
    the ids in the text. Words that are heard in a reused track have ``<Audio N>`` as their source instead; an audio that only
    lends its voice does not speak, whoever borrows it has the id.

    Wrong::

        The courier says: <d>[English] The gate is open.</d>

    Right::

        The courier (S1) says: <d>[English] The gate is open.</d>
    """
    previous: Line | None = None
    for index, line in main_lines(check):
        carried = previous is not None and line.continues_from and previous.continues_to
        if not carried and line.spoken and not check.attributions[index].known and not _other_fault(check, index):
            several = check.speaker_count >= 2
            yield Hit(
                head(line),
                "no speaker id stands with this line" + (", and there are several speakers" if several else ""),
                "(S1)",
                level=Level.ERROR if several else None,
            )
        previous = line


def _other_fault(check: Check, index: int) -> bool:
    """The line only seems to be one: its <d> stands inside another line or in place of a </d>."""
    line = check.prompt.lines[index]
    return line.nested or (index in check.tangled and line.language is None)


# --- an id without a line ---------------------------------------------------------------------------------------------


@rule("DLG010", "speaker-without-line", Level.WARNING, evidence="4 % of community prompts; no official output.")
def speaker_without_line(check: Check) -> Iterator[Hit]:
    """A speaker id belongs to nobody who speaks.

    Ids are for sources of voices: who speaks, sings, hums, laughs, or is heard off screen. Someone who stays silent has none,
    and an id of theirs invites the model to let them talk.

    Wrong::

        A guard (S2) watches.

    Right::

        A guard watches.
    """
    if not check.prompt.speakers:
        return
    spoken = _who_speaks(check)
    silent: dict[str, list[Speaker]] = {}
    elsewhere: set[str] = set()
    for speaker in check.prompt.speakers:
        for name in speaker.ids:
            if name not in spoken:
                if speaker.section in MAIN_FIELDS:
                    silent.setdefault(name, []).append(speaker)
                else:
                    elsewhere.add(name)
    if not silent or unreadable(check):
        return
    voices = _Voices(check)
    for name, places in silent.items():
        if name not in elsewhere and not any(voices.sounds(place) for place in places):
            message = f"{name} has no line and makes no sound; a silent person has no id"
            yield Hit(places[0].span, message, "remove the id")


def _who_speaks(check: Check) -> set[str]:
    """The ids that have a line. Where the brief names its speakers, an id that is only near a line proves nothing."""
    named = _brief_speakers(check)
    if not named:
        return {name for who in check.attributions for name in who.ids}
    if len(check.prompt.lines) <= len(check.context.dialogue or ()):
        return set(named)
    # There are lines that the brief has not.
    return {*named, *(who.ids[0] for who in check.attributions if who.near and len(who.ids) == 1)}


def _brief_speakers(check: Check) -> list[str]:
    """The ids of the brief's lines, in order."""
    return [
        name
        for line in check.context.dialogue or ()
        for name in (line.speaker or "").replace(" ", "").strip("()").split(",")
        if name.startswith("S") and name[1:].isdigit()
    ]


class _Voices:
    """Who makes a sound without words, as far as the description and the soundscape tell; looked at once."""

    def __init__(self, check: Check) -> None:
        self._check = check
        main = check.prompt.main
        sentences = check.sentences(main.body_span) if main else []
        self._starts = [sentence.start for sentence in sentences]
        self._vocal = [_VOCAL.search(check.prose(sentence)) is not None for sentence in sentences]
        # What follows tells of the same one as long as it begins with a pronoun or the noun, and leads to no line.
        self._alone = [not check.has_line(sentence) for sentence in sentences]
        self._refers = [
            alone and _REFERS_BACK.match(check.text, *sentence) is not None
            for sentence, alone in zip(sentences, self._alone, strict=True)
        ]
        self._means = [
            vocal and _MEANS_THEM.search(check.prose(sentence)) is not None
            for sentence, vocal in zip(sentences, self._vocal, strict=True)
        ]
        heard = [
            sentence
            for sentence, vocal, alone in zip(sentences, self._vocal, self._alone, strict=True)
            if vocal and alone
        ]
        sound = check.prompt.section("overall_soundscape")
        if sound and _VOCAL.search(sound.body):
            heard.append(sound.body_span)
        self._named = {word.lower() for span in heard for word in _TOKEN.findall(check.prose(span))}

    def sounds(self, speaker: Speaker) -> bool:
        """Whether the one whom the id stands with makes a sound, in this sentence or another one that names them."""
        index = bisect_right(self._starts, speaker.span.start) - 1
        if index < 0 or (self._vocal[index] and self._alone[index]):
            return True
        if self._vocal[index]:
            # In a sentence that leads to a line the words for a voice may be its speaker's.
            after = self._check.prose(Span(speaker.span.end, speaker.span.end + 40)).split(",")[0]
            return _VOCAL.search(after) is not None
        following = index + 1
        if (
            following < len(self._vocal)
            and self._vocal[following]
            and self._alone[following]
            and self._means[following]
        ):
            return True
        while following < len(self._vocal) and following <= index + 2 and self._refers[following]:
            if self._vocal[following]:
                return True
            following += 1
        noun = _HEAD_NOUN.search(self._check.text[max(0, speaker.span.start - 40) : speaker.span.start])
        return noun is not None and noun.group(1).lower() in self._named


# --- the order of ids -------------------------------------------------------------------------------------------------


@rule("DLG011", "speaker-order", Level.WARNING, evidence="Prompt guide.")
def speaker_order(check: Check) -> Iterator[Hit]:
    """Speaker ids do not count up in the order in which the voices are first heard, or one is left out.

    Wrong::

        The guard (S2) asks: <d>…</d> The courier (S1) answers: <d>…</d>

    Right::

        The guard (S1) asks: <d>…</d> The courier (S2) answers: <d>…</d>
    """
    places: dict[str, Span] = {}
    for speaker in check.prompt.speakers:
        if speaker.section in MAIN_FIELDS:
            for name in speaker.ids:
                places.setdefault(name, speaker.span)
    slip = _out_of_row(places)
    if slip is None:
        return
    brief = _brief_speakers(check)
    heard = brief if brief else _heard(check)
    if heard is None or unreadable(check):
        return
    # Whoever is only seen before they speak may be named before the first speaker is.
    # Where somebody makes a sound without words only prose tells when, so the others must merely count up.
    found = _out_of_row(heard) if set(places) <= set(heard) else _falling(heard)
    expected, name = found or _gap({*places, *brief}, check) or ("", "")
    if name:
        message = f"{name} is heard where {expected} would be first; ids count up by first voice"
        yield Hit(places.get(name, next(iter(places.values()))), message, f"({expected})")


def _falling(names: Iterable[str]) -> tuple[str, str] | None:
    """(a later id, the id that is heard before it) where ids do not count up."""
    row = list(dict.fromkeys(names))
    return next(((later, name) for name, later in pairwise(row) if int(later[1:10]) < int(name[1:10])), None)


def _out_of_row(names: Iterable[str]) -> tuple[str, str] | None:
    """(the id that would be next, the id that stands there) at the first id that is out of the row S1, S2, …"""
    seen: set[str] = set()
    for name in names:
        if name not in seen:
            expected = f"S{len(seen) + 1}"
            if name != expected:
                return expected, name
            seen.add(name)
    return None


def _gap(names: set[str], check: Check) -> tuple[str, str] | None:
    """The first id that is left out, unless a line without an id could have it."""
    if not all(who.known for who in check.attributions):
        return None
    return _out_of_row(sorted(names, key=lambda name: (len(name), name)))


def _heard(check: Check) -> list[str] | None:
    """The ids in the order of their lines; None when a line leaves it open who speaks."""
    found: list[str] = []
    for who in check.attributions:
        if not who.known or (len(who.ids) > 1 and not set(who.ids) <= set(found)):
            if len(who.ids) > 1 and _is_row(found, who.ids):
                found += sorted(set(who.ids) - set(found))
                continue
            return None
        found += [name for name in who.ids if name not in found]
    return found


def _is_row(found: list[str], ids: tuple[str, ...]) -> bool:
    """Whether several new ids go on with the row, in whatever order they stand."""
    new = sorted(set(ids) - set(found), key=lambda name: (len(name), name))
    return new == [f"S{len(found) + place}" for place in range(1, len(new) + 1)]


# --- voice-over -------------------------------------------------------------------------------------------------------


@rule("DLG012", "voice-over-lips", Level.WARNING, evidence="Field: on-screen lips speak the voice-over.")
def voice_over_lips(check: Check) -> Iterator[Hit]:
    """A voice-over without saying that the visible person's lips stay closed.

    Without the statement the most visible face speaks the words. It stands right after the line.

    Wrong::

        The woman (S1) says in an off-screen voiceover: <d>[English] I never left.</d>

    Right::

        … <d>[English] I never left.</d> Her lips stay closed.
    """
    shots: dict[int, _Lips | None] = {}
    for index, line in main_lines(check):
        shot = check.shot_index(line.span.start)
        if shot is None:
            continue
        floor = max(check.shots[shot].span.start, check.prompt.lines[index - 1].span.end if index else 0)
        lead = check.text[max(floor, line.span.start - 200) : line.span.start].lower()
        if not any(word in lead for word in _VOICE_WORDS) or not _VOICE_OVER.search(lead):
            continue
        if shot not in shots:
            shots[shot] = _lips(check, shot)
        lips = shots[shot]
        if lips is not None and not lips.close(check, floor, line) and lips.seen(check, floor, line.span.start):
            message = "a voice-over; say right after it that the visible person's lips stay closed"
            yield Hit(head(line), message, "Her lips stay closed.")


class _Lips(NamedTuple):
    """Of one shot: where it says that lips stay closed, where it says so of "her lips" for the last time (-1: nowhere), where it
    names somebody."""

    closings: list[int]
    owned: int
    named: list[int]
    labelled: bool

    def close(self, check: Check, floor: int, line: Line) -> bool:
        """Whether the statement stands right after the line or in the sentences that lead to it; further on it must be about the
        lips of one who was named."""
        stop = _SENTENCE_END.search(check.text, line.span.end, line.span.end + 400)
        end = stop.start() if stop else line.span.end + 400
        return self.owned >= line.span.end or bisect_left(self.closings, floor) < bisect_left(self.closings, end)

    def seen(self, check: Check, floor: int, line: int) -> bool:
        """Whether somebody is seen besides the one who is named as the voice: by another sentence, or doing something in this."""
        own = check.sentence_start(floor, line)
        inside = bisect_left(self.named, line) - bisect_left(self.named, own)
        return (
            self.labelled or inside < len(self.named) or _DOES_AND_SAYS.search(check.prose(Span(own, line))) is not None
        )


def _lips(check: Check, shot: int) -> _Lips | None:
    """None when no lips are seen in the shot, or they stay closed in the whole clip."""
    if not check.has_person(shot) or check.silence.everywhere:
        return None
    span = check.shots[shot].span
    prose = check.prose(span)
    named = [named.span.start for named in check.people.named(shot)]
    named += [span.start + match.start() for match in _ACTS.finditer(prose)]
    found = list(LIPS_CLOSED.finditer(prose))
    owned = [match.start() for match in found if _OWNED.search(prose, max(0, match.start() - 12), match.end())]
    closings = [span.start + match.start() for match in found]
    return _Lips(closings, span.start + owned[-1] if owned else -1, sorted(named), bool(check.people.labels_in(shot)))
