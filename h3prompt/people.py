"""Who is seen in a shot, as far as words tell: what the hints on lips, doubles and silent listeners need.

Precision comes first. A word counts as a visible person when it is a noun for one (known, or known by what the person wears),
and nothing around it says that the face is not seen (hands, a statue, from behind, far away, off screen).
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from .around import WORD, last_word, near, places, sentence_end, sentence_start, start_of, with_modifier, words_before
from .document import Label, LabelKind, Mention
from .findings import Span
from .mouths import LIPS_CLOSED as LIPS_CLOSED
from .names import names_of_people, speakers
from .patterns import lazy
from .persons import (
    AFTER,
    AGENTS,
    AMBIGUOUS,
    ANIMALS_AND_SHIPS,
    BABIES,
    BELONGS,
    CLOTHES,
    COMPOUNDS,
    COUPLES,
    DETERMINERS,
    FACELESS_WORDS,
    FACES,
    FEATURES,
    INDEFINITE,
    LIFELESS,
    LOOKS,
    MIRRORS,
    MOVES,
    NO_AGENTS,
    NUMBERS,
    OTHER_NAMES,
    OWNERS,
    PEOPLE_IN_NUMBERS,
    PLAIN_PEOPLE,
    PRONOUNS,
    STOPS,
    SUBJECTS,
    TRADE_ENDS,
    UNSEEN,
    is_noun_for_person,
    singular,
)
from .persons import PERSON_NOUNS as PERSON_NOUNS

if TYPE_CHECKING:
    from .facts import Check

#: Words of a kind that are looked at in one shot; no shot that can be filmed has so many.
MOST = 300
#: They stand for somebody whom the sentence goes on with: "a cook … his sleeve", "a host (S1)".
_GOES_ON = lazy(r" \(S\d|[^.]{0,160}?(?:\.\s+)?\b(?:[Hh]e|[Ss]he|[Hh]is|[Hh]er|[Hh]im|[Hh]imself|[Hh]erself)\b")
#: Words that name nobody, as earlier looks have found; so many at most are kept.
_ORDINARY: set[str] = set()
_REMEMBERED = 20_000
_WORN = CLOTHES | FEATURES
_OWNER = frozenset(("'s", "’s"))
#: "the detective's hat" shows no face, "the detective's gaze" does.
_OWNS = lazy(
    r"['’]s? (?!(?:(?!painted|carved|wooden|printed)\w+ )?(?:gaze|eyes|face|brows?|lips|mouth|head|expression|cheeks?|smile|jaw|eyebrows?)\b)"
)
_MADE_OF = lazy(
    r" (?:made |cut |carved |moulded |built )?(?:of|from|out of) (?:\w+ )?(?:tin|clay|paper|wood|stone|bronze|marble|snow|glass|porcelain|wax|"
    r"felt|card|cardboard|straw|sand|ice|wire|iron|brick|bricks|plasticine)\b"
)
_HEARD = lazy(r"\b(?:narrat(?:or|ion)|announcer|off-?\s?screen|voice-?\s?over|out of frame)\b", re.IGNORECASE)
_FACELESS = lazy(
    r"\bfrom behind\b(?! (?:the|a|an|two|some|its|this|that)\b)|\bback (?:is |turned )?to(?:ward)?s? (?:the )?(?:camera|us|lens|viewer)|\bbacks? turned\b|\bback of (?:his|her|the) "
    r"(?:\w+ )?head\b|\bfaces? (?:is |are )?(?:hidden|unseen|not visible|out of frame|covered|turned away|obscured|lost)\b|\bfaceless\b"
    r"|\bmask(?:ed|s)?\b|\bhelmet\b|\bvisor\b|\bsilhouette|\bbacklit (?:figure|shape)|\b(?:tiny|small|distant|far|minute) (?:\w+ )?figures?\b"
    r"|\b(?:only|just) (?:the |her |his |their )?(?:hands|fingers|boots|feet|legs)\b|\bheads? out of frame\b|\bin the (?:far )?(?:distance|background)\b"
    r"|\bfar (?:below|away|off|out|behind)\b|\bon the far (?:bank|shore|side)\b|\b(?:a|one|tiny|small) (?:\w+ )?(?:dot|speck)\b|\bveil over\b",
    re.IGNORECASE,
)
_CLOSE = lazy(
    r"\b(?:close(?:-up)?(?: view| shot)?|macro(?: view| shot)?|insert|detail) (?:of|on|onto|shows)\b(?!(?: \w+){0,4} (?:face|eyes?|profile|"
    r"head|man|woman|boy|girl|portrait)\b)",
    re.IGNORECASE,
)
_HIS_FACE = lazy(
    r"\b(?:his|her) (?:\w+,? ){0,2}?(?:face|eyes|cheeks?|smile|brows?|chin|forehead|eyebrows?|lashes|gaze|expression|profile)\b"
    r"(?! (?:is |are )?(?:hidden|unseen|covered|turned|out))",
    re.IGNORECASE,
)
_EXPLAINS = lazy(r", an? (?:[\w'’-]+ ){0,3}\Z")
SAME_PERSON = ("She ", "He ", "Her ", "His ")
_OTHERS_SEEN = lazy(r"\bthe other(?:s| two| three| man| woman| men| women| girl| boy)\b", re.IGNORECASE)


class Named(NamedTuple):
    """A noun for a visible person in a shot.

    `phrase` is its noun phrase when an article introduces it, else "". `apposition` is True for a second name of somebody
    ("a baker (S1), a woman with …"), `owned` for "her coach", `opens` when its sentence begins with it. `bare` tells that the
    phrase is an article and a noun alone, `many` how many they are, `called` that it is a proper name.
    """

    noun: str
    span: Span
    phrase: str = ""
    apposition: bool = False
    owned: bool = False
    opens: bool = False
    bare: bool = False
    many: int = 1
    called: bool = False


def _explains(definition: str, start: int, word: str) -> bool:
    """Whether a noun behind the head says what the head is: a plain one, or one after a comma and an article."""
    return word in PLAIN_PEOPLE or _EXPLAINS.search(definition, max(0, start - 40), start) is not None


def _denotes_person(definition: str) -> bool:
    """Whether a definition says that its label is a person: by its first noun, or by a plain word such as "a woman" after it."""
    head = True
    for token in WORD.finditer(definition):
        word = token.group().lower()
        if word in UNSEEN - {"its", "like", "as", "name"} or word in LIFELESS:
            return False
        if is_noun_for_person(word) and (word not in AMBIGUOUS if head else _explains(definition, token.start(), word)):
            return _OWNS.match(definition, token.end()) is None
        if head and word in BELONGS:
            return False
        head = head and word not in AFTER and definition[token.end() : token.end() + 1] != ","
    return False


class People:
    """The people of a prompt, shot by shot; worked out once."""

    def __init__(self, check: Check) -> None:
        self._check = check
        self._lifeless: set[str] = set()

    # --- nouns --------------------------------------------------------------------------------------------------------

    def named(self, index: int) -> list[Named]:
        """The nouns for visible people in shot `index`, in order."""
        return self._seen[index]

    @cached_property
    def _seen(self) -> list[list[Named]]:
        found = [self._named(shot.body_span) for shot in self._check.shots]
        if self._names:
            for shot, named in zip(self._check.shots, found, strict=True):
                named += self._called(shot.body_span)
                named.sort(key=lambda one: one.span)
        return found

    @cached_property
    def _names(self) -> dict[str, str]:
        """Proper names of people, and the nouns that explain them."""
        main = self._check.prompt.main
        return {} if main is None else names_of_people(self._check.prose(main.body_span), self._forms.keys())

    def _called(self, span: Span) -> list[Named]:
        """The people who are called by their names in `span`."""
        text = self._check.prose(span)
        found = []
        for start, end, name in places(text, self._check.words(span) & self._names.keys())[:MOST]:
            sentence = sentence_start(text, start)
            if text[start].isupper() and not _OWNS.match(text, end) and not _HEARD.search(text, sentence, start):
                opens = not text[:start].rstrip() or text[:start].rstrip()[-1] in ".!?>:]"
                found.append(
                    Named(self._names[name], Span(span.start + start, span.start + end), opens=opens, called=True)
                )
        return found

    @cached_property
    def nouns(self) -> frozenset[str]:
        """The words of the description that name a person."""
        return frozenset(self._forms.values())

    @cached_property
    def _forms(self) -> dict[str, str]:
        """The same words as they stand in the text ("detective's") and what they are."""
        main = self._check.prompt.main
        if main is None:
            return {}
        words = self._check.words(main.body_span)
        found = set(PERSON_NOUNS & words)
        owners: dict[str, str] = {}
        for word in words - _ORDINARY:
            end = word[-3:]
            if end in TRADE_ENDS and is_noun_for_person(word):
                found.add(word)
            elif end[1:] in _OWNER and is_noun_for_person(word[:-2]):
                owners[word] = word[:-2]
                found.add(word[:-2])
            elif len(_ORDINARY) < _REMEMBERED:
                _ORDINARY.add(word)
        for others, names in OTHER_NAMES:
            if not names.isdisjoint(found) and not others.isdisjoint(words):
                found -= names
        worn = words & _WORN
        if worn and not words.isdisjoint(PRONOUNS):
            found |= self._dressed(main.body_span, worn)
        return {noun: noun for noun in found} | {form: noun for form, noun in owners.items() if noun in found}

    def _dressed(self, span: Span, worn: frozenset[str]) -> frozenset[str]:
        """Nouns that are people because of what they wear: "a thatcher in a wool cap", "a saddler with rolled sleeves"."""
        text, found = self._check.prose(span), set()
        for start, _, word in places(text, worn)[:MOST]:
            links = ("in", "wearing") if word in CLOTHES else ("with",)
            window = text[max(0, start - 60) : start]
            if not any(link in window for link in links):
                continue
            before = words_before(text, max(0, start - 120), start)
            at = next((index for index, other in enumerate(before[:6]) if other in links), len(before))
            noun = before[at + 1] if at + 1 < len(before) else ""
            if (
                len(noun) < 4
                or not noun.endswith(AGENTS)
                or noun in NO_AGENTS
                or noun in ANIMALS_AND_SHIPS
                or noun in LIFELESS
            ):
                continue
            lead = next((word for word in before[at + 2 : at + 7] if word in DETERMINERS or word in STOPS), "")
            if lead in INDEFINITE or lead in NUMBERS or lead == "another":
                found.add(noun)
        return frozenset(found)

    def _named(self, span: Span) -> list[Named]:
        check = self._check
        words = check.words(span)
        nouns = {self._forms[word] for word in words & self._forms.keys()}
        plural = not words.isdisjoint(NUMBERS) or not words.isdisjoint(COUPLES)
        if not nouns and not plural:
            return []
        text = check.prose(span)
        names = (self._name(span, text, start, end, noun) for start, end, noun in places(text, nouns)[:MOST])
        found = [named for named in names if named]
        if plural:
            found += self._numbered(span, text)
            found.sort(key=lambda named: named.span)
        return found

    def _name(self, span: Span, text: str, start: int, end: int, noun: str) -> Named | None:
        sentence = sentence_start(text, start)
        before = words_before(text, max(sentence, start - 70), start)
        phrase = next((at for at, word in enumerate(before) if word in DETERMINERS or word in STOPS), len(before))
        determiner = before[phrase] if phrase < len(before) and before[phrase] in DETERMINERS else ""
        if determiner in ("its", "no") or (
            noun in AMBIGUOUS and determiner not in OWNERS and not _GOES_ON.match(text, end)
        ):
            return None
        if self._no_face(text, start, end, noun, before, phrase, sentence):
            return None
        first = start_of(text, determiner, start) if determiner else start
        lead = text[max(0, first - 40) : first].rstrip()
        introduced = determiner in INDEFINITE
        modified = phrase > 0
        full = ""
        if introduced:
            full, after = with_modifier(text, first, end)
            modified = modified or after
        return Named(
            noun,
            Span(span.start + first, span.start + end),
            " ".join(full.lower().split()),
            # "a baker (S1), a woman with …" is one person; "on a bench, a baker" begins a new one.
            lead.endswith("),") or (lead.endswith(",") and (last_word(lead) in self.nouns)),
            determiner in OWNERS,
            not lead or lead[-1] in ".!?>:]",
            introduced and not modified,
        )

    def _no_face(
        self, text: str, start: int, end: int, noun: str, before: list[str], phrase: int, sentence: int
    ) -> bool:
        """Whether the words around a noun make it no visible person."""
        following = WORD.match(text, end + 1)
        if following and text[end : end + 1] == " ":
            after = following.group().lower()
            if after in COMPOUNDS or after in self.nouns:
                return True
        if _OWNS.match(text, end) or _MADE_OF.match(text, end):
            return True
        if not UNSEEN.isdisjoint(before[:phrase]):
            # After "a marionette king" the king is a marionette.
            self._lifeless.add(noun)
            return True
        article = before[phrase : phrase + 1]
        if noun in self._lifeless and article == ["the"]:
            return True
        # "the hands of an old woman", "a statue of a king", "like a king", "large enough to hold a child"
        head = before[phrase + (not DETERMINERS.isdisjoint(article)) :]
        if "enough" in head[:4] or not UNSEEN.isdisjoint(head[1:2] if head[:1] == ["of"] else head[:1]):
            return True
        return _HEARD.search(text, sentence, start) is not None

    def _numbered(self, span: Span, text: str) -> list[Named]:
        """Several people whose number is told: "two brothers"."""
        found = []
        for start, end, noun in places(text, self._check.words(span) & COUPLES):
            if text[end : end + 3] != " of":
                found.append(Named(noun, Span(span.start + start, span.start + end), many=2))
        for start, end, number in places(text, self._check.words(span) & NUMBERS.keys())[:MOST]:
            for token in text[end : end + 60].lower().split(None, 4)[:4]:
                word = token.strip(",.;:")
                noun = singular(word)
                if noun != word and is_noun_for_person(noun):
                    if noun not in AMBIGUOUS or noun in PEOPLE_IN_NUMBERS:
                        stop = end + text[end : end + 60].lower().find(word) + len(word)
                        found.append(Named(noun, Span(span.start + start, span.start + stop), many=NUMBERS[number]))
                    break
        return found

    # --- labels -------------------------------------------------------------------------------------------------------

    @cached_property
    def labels(self) -> frozenset[Label]:
        """The subjects that are people by their definition."""
        return frozenset(
            definition.label
            for definition in self._check.prompt.definitions
            if definition.label.kind is LabelKind.SUBJECT and _denotes_person(definition.text[:200])
        )

    def labels_in(self, index: int) -> set[Label]:
        """The subjects that are people and named in shot `index`."""
        return {mention.label for mention in self._mentions(index)}

    def _mentions(self, index: int) -> list[Mention]:
        return self._mentions_by_shot.get(index, []) if self.labels else []

    @cached_property
    def _mentions_by_shot(self) -> dict[int | None, list[Mention]]:
        found: dict[int | None, list[Mention]] = {}
        for mention in self._check.prompt.mentions:
            if mention.label in self.labels:
                found.setdefault(self._check.shot_index(mention.span.start), []).append(mention)
        return found

    @cached_property
    def _defined_nouns(self) -> dict[str, Label]:
        """What else a person with a label is called: "the diver" is <Subject 1>."""
        return {
            word: definition.label
            for definition in self._check.prompt.definitions
            if definition.label in self.labels
            for word in self._check.words(definition.span)
            if is_noun_for_person(word) or word in self._names
        }

    # --- what is seen -------------------------------------------------------------------------------------------------

    def has_face(self, index: int, place: Span | None) -> bool:
        """Whether nothing in the sentence at `place` (None: in the shot) hides the face."""
        span = self._check.shots[index].body_span
        words = self._check.words(span)
        hints = words & FACELESS_WORDS
        # A mirror shows the face of who stands with her back to us.
        if not hints or not words.isdisjoint(MIRRORS):
            return True
        text = self._check.prose(span)
        start, end = 0, len(text)
        if place is not None:
            start = sentence_start(text, place.start - span.start)
            end = sentence_end(text, place.end - span.start)
            # The next sentence may still be about the same person: "She is seen from behind."
            if text.startswith(SAME_PERSON, end + 2):
                end = sentence_end(text, end + 2)
        return near(_FACELESS, text[start:end], hints) is None

    def visible(self, index: int) -> bool:
        """Whether the face of a person is seen in shot `index`."""
        return self.place(index) is not None

    def place(self, index: int) -> Span | None:
        """Where shot `index` names a person whose face is seen, None without one."""
        check = self._check
        shot = check.shots[index]
        for named in self.named(index):
            if named.noun not in BABIES and self.has_face(index, named.span):
                return named.span
        mentions = self._mentions(index)
        if mentions:
            return next((mention.span for mention in mentions if self.has_face(index, mention.span)), None)
        return self._by_pronoun(index) if shot.body else None

    def _by_pronoun(self, index: int) -> Span | None:
        """A pronoun stands for somebody, but not for an animal or a ship, nor for hands that are all there is to see."""
        check = self._check
        span = check.shots[index].body_span
        words = check.words(span)
        if words.isdisjoint(PRONOUNS) or self.named(index) or not words.isdisjoint(self.nouns):
            return None
        main = check.prompt.main
        if not words.isdisjoint(ANIMALS_AND_SHIPS) or (
            main is not None
            and not self.nouns
            and not self.labels
            and not check.words(main.body_span).isdisjoint(ANIMALS_AND_SHIPS)
        ):
            return None
        text = check.prose(span)
        face = near(_HIS_FACE, text, words & FACES)
        if face is None:
            subject = not words.isdisjoint(SUBJECTS)
            shown = not words.isdisjoint(LOOKS) or (not words.isdisjoint(MOVES) and not _CLOSE.search(text))
            if not subject or not shown:
                return None
        place = Span(span.start + face.start(), span.start + face.end()) if face else None
        if not self.has_face(index, place):
            return None
        return place or check.first_word(span, SUBJECTS)

    def count(self, index: int) -> int:
        """At least how many different people are seen in shot `index`: whoever may be somebody else's second name is left out."""
        found: dict[str, set[str]] = {}
        several = 0
        for named in self.named(index):
            if named.noun in BABIES or not self.has_face(index, named.span):
                continue
            if named.many > 1:
                several = max(several, named.many)
                continue
            noun = str(self._defined_nouns.get(named.noun, named.noun))
            new = (
                (named.phrase and not named.apposition) or named.owned or named.called or named.noun in self._introduced
            )
            # "The clerk" who was never introduced is somebody else than "a judge", but "the man" may be the judge.
            if new or (named.noun not in PLAIN_PEOPLE and not named.apposition):
                found.setdefault(noun, set()).update((named.phrase,) if named.phrase and not named.apposition else ())
        for label in self.labels_in(index):
            found.setdefault(str(label), set())
        text = self._check.shots[index].body_span
        others = not self._check.words(text).isdisjoint(("other", "others")) and _OTHERS_SEEN.search(
            self._check.prose(text)
        )
        people = sum(max(1, len(phrases)) for phrases in found.values()) + bool(others)
        return max(several, people + self._another_speaks(index))

    def _another_speaks(self, index: int) -> bool:
        """Whether an animal, a machine or a name that no noun explains speaks in shot `index`."""
        text = self._check.prose(self._check.shots[index].span)
        for speaker in speakers(text):
            word = speaker.lower()
            if word in ANIMALS_AND_SHIPS or word in LIFELESS:
                return True
            if self._names.get(word) == word and not any(named.noun == word for named in self.named(index)):
                return True
        return False

    @cached_property
    def _introduced(self) -> frozenset[str]:
        """Nouns by which somebody is introduced in any shot or in the definition of a video."""
        return frozenset(
            named.noun
            for index in range(len(self._check.shots))
            for named in self.named(index)
            if (named.phrase and not named.apposition) or named.owned
        ) | frozenset(
            word
            for definition in self._check.prompt.definitions
            if definition.label.kind is LabelKind.VIDEO
            for word in self._check.words(definition.span)
            if is_noun_for_person(word)
        )
