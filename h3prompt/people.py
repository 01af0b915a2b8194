"""Who is seen in a shot, as far as words tell: what the hints on lips, doubles and silent listeners need.

Precision comes first. A word counts as a visible person only when it is a plain noun for one and nothing around it says that
the face is not seen (hands, a statue, from behind, off screen).
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from .document import Label, LabelKind
from .findings import Span
from .patterns import lazy

if TYPE_CHECKING:
    from .facts import Check

#: Nouns for one person, and for a few whose faces can be told apart. Crowds are left out: nobody reads their lips.
PERSON_NOUNS = frozenset(
    """
    man woman boy girl child kid baby toddler teenager teen person lady gentleman guy elder men women children boys girls
    twins mother father mom dad grandmother grandfather grandma grandpa son daughter brother sister uncle aunt
    husband wife bride groom friend friends neighbor neighbour stranger widow
    actor actress artist astronaut athlete attendant author baker ballerina barber barista bartender beekeeper blacksmith
    bodyguard boxer butcher captain carpenter cashier chef cleaner clerk climber coach commuter cook guide host porter runner conductor courier
    craftsman customer cyclist dancer dentist detective director dresser diver doctor driver drummer electrician engineer
    explorer farmer ferryman fiddler firefighter fisherman florist gardener geologist glassblower guard guitarist
    hacker hairdresser hiker hostess hunter inspector instructor janitor jeweler jeweller journalist judge juggler
    king knight lawyer librarian luthier magician mechanic merchant messenger miner monk musician nun nurse officer
    operator passenger pharmacist photographer physicist pianist pilot plumber policeman policewoman porter
    postman potter presenter priest prince princess professor queen ranger receptionist reporter rider sailor
    saxophonist scientist sculptor seamstress secretary seller sergeant shepherd shopkeeper singer skater skateboarder
    soldier student surfer surgeon swimmer tailor teacher technician tourist trader traveler traveller vendor violinist
    accountant admiral alchemist apprentice archaeologist archer architect archivist aviator bassist bellhop biologist botanist
    boatman bookbinder brewer broker builder busker busboy calligrapher cellist chemist clown cobbler cellarer colonel composer
    concierge conservator contralto corporal cowboy croupier curator dealer deckhand dispatcher doorman dressmaker drifter
    drummer duchess duke emperor empress fencer ferrywoman flautist foreman gambler geisha general goalkeeper guitarist gymnast
    handyman harpist harvester herder horseman horsewoman housekeeper innkeeper investigator ironworker jockey keeper lieutenant
    lifeguard locksmith longshoreman lumberjack maid mason mayor medic milliner minister model monarch mountaineer navigator
    novelist nobleman oboist odd-jobber optician orderly paramedic patient paramedic peddler philosopher piper poet policewoman
    presser printer prisoner professor puppeteer quilter rabbi ranger recluse referee registrar restorer rickshaw-puller rower
    sales-clerk saleswoman salesman samurai scholar schoolboy schoolgirl scribe senator sheriff shipwright signwriter smith smuggler
    snowboarder soprano stagehand steward stewardess stonemason stuntman stuntwoman tailor tenor trainer translator trumpeter typist
    usher vet veterinarian vintner watchman weigher widower winemaker woodcarver woodcutter wrestler youth toddlers seamstresses
    waiter waitress warrior watchmaker weaver welder witch wizard worker writer
    """.split()
)
#: Endings of words for what a person does; words that end so by chance are short or listed.
_TRADES = tuple("ologist ographer ician smith keeper maker wright woman monger worker carver grower ist".split())
_PRONOUNS = frozenset(("he", "she"))
_TOKEN = lazy(r"[A-Za-z][A-Za-z-]*")
#: A statement that lips or a mouth do not move, or that somebody does not speak.
LIPS_CLOSED = lazy(
    r"\b(?:lips?|mouths?)\b[^.;!?]{0,70}?\b(?:closed|shut|sealed|pressed|together|still|motionless|unmoving|unmoved|immobile|"
    r"not|never|neither|nor|don't|doesn't|without|resting|relaxed|untouched)\b"
    r"|\b(?:closed|closes?|shut|sealed?|sealing|press(?:es|ed|ing)?|unmoving|motionless|still|closing|keeps?|keeping)\s(?:\w+\s){0,3}"
    r"(?:lips?|mouths?)\b|\b(?:closed|tight)-(?:mouthed|lipped)\b|\b(?:lips?|mouths?)-closed\b",
    re.IGNORECASE,
)
_LIPS_CLOSING = lazy(r"\b(?:lips?|mouths?) (?:then |slowly )?(?:close|closes|closing)\b", re.IGNORECASE)
#: A statement that somebody listens or keeps silent.
SILENT = lazy(
    r"\bsilent(?:ly)?\b|\bin silence\b|\bstays? quiet\b|\bquietly listen|\blisten(?:s|ing)?\b|\bwithout (?:a word|speaking|talking|saying)"
    r"|\bwordless(?:ly)?\b|\bspeechless\b|\bsays? nothing\b|\bsaying nothing\b|\bno ?body (?:else )?speaks\b|\bno one (?:else )?speaks\b"
    r"|\bneither\b[^.]{0,30}\bspeaks?\b|\b(?:does|do) not (?:speak|talk|answer|reply)\b|\bdoesn't (?:speak|talk)\b|\bnot speaking\b"
    r"|\bmute\b|\bnone of them speaks?\b|\bnever speaks?\b",
    re.IGNORECASE,
)
_FACELESS = lazy(
    r"\b(?:seen|shown|filmed|viewed|framed|shot) from behind\b|\bback (?:is |turned )?to(?:ward)?s? (?:the )?(?:camera|us|lens|viewer)|\bbacks? turned\b|\bface (?:is )?(?:hidden|unseen|"
    r"not visible|out of frame|covered|turned away|obscured)|\bfaceless\b|\bmask(?:ed|s)?\b|\bhelmet\b|\bvisor\b|\bsilhouette|"
    r"\bbacklit (?:figure|shape)|\btiny figure|\bdistant figure|\b(?:only|just) (?:the |her |his |their )?hands\b|\bheads? out of frame\b",
    re.IGNORECASE,
)
_FACE = lazy(
    r"\b(?:her|his) (?:face|eyes|cheeks?|mouth|lips|smile|brows?)\b(?! (?:is |are )?(?:hidden|unseen|covered|turned))",
    re.IGNORECASE,
)
#: "the detective's hat" shows no face, "the detective's gaze" does.
_OWNS = lazy(r"['’]s? (?!(?:\w+ )?(?:gaze|eyes|face|brows?|lips|mouth|head|expression|cheeks?|smile|jaw)\b)")
_OTHERS_SEEN = lazy(r"\b[Tt]he other(?:s| two| three| man| woman| men| women| girl| boy)\b")
#: Something that a mouth does besides speaking; lips that do it cannot be said to be closed.
_BUSY_MOUTH = lazy(
    r"\b(?:laugh(?:s|ing)?|giggl(?:e|es|ing)|chuckl(?:e|es|ing)|scream(?:s|ing)?|shout(?:s|ing)?|yell(?:s|ing)?|yawn(?:s|ing)?|"
    r"eat(?:s|ing)?|drink(?:s|ing)?|chew(?:s|ing)?|bit(?:e|es|ing) into|sip(?:s|ping)?|swallow(?:s|ing)?|kiss(?:es|ing)?|"
    r"gasp(?:s|ing)?|sob(?:s|bing)?|(?:he|she) (?:sings?|hums?|whistles?|cries|blows)|cough(?:s|ing)?|sneez(?:e|es|ing)|"
    r"grin(?:s|ning)?|smil(?:es|ing) (?:broadly|widely)|play(?:s|ing)? the (?:flute|trumpet|saxophone|harmonica|clarinet|horn))\b",
    re.IGNORECASE,
)
#: In front of a noun for a person these make it something else than a visible face.
_UNSEEN = frozenset(
    """
    hand hands finger fingers arm arms foot feet boots shoes silhouette silhouettes statue statues photo photos photograph photographs
    portrait portraits painting paintings poster posters shadow shadows voice voices sound sounds footsteps back backs outline outlines
    drawing drawings figurine figurines picture sculpture sculptures footprints memory scent work name job life world size height shape
    age its off-screen offscreen unseen invisible wooden toy puppet marionette doll paper clay stone bronze plastic animated cartoon like as
    """.split()
)
_WHOLE_CLIP = lazy(
    r"\b(?:[Tt]hroughout|[Aa]t all times|[Tt]he (?:whole|entire) (?:clip|video|time|film|shot|sequence)|[Ii]n (?:every|all|both) shots?|"
    r"[Ff]rom (?:start to finish|beginning to end)|[Aa]ll along)\b"
)
_LIP_WORDS = frozenset(("lip", "lips", "lipped", "mouth", "mouths", "mouthed"))
_SILENT_WORDS = frozenset(
    """
    silent silently silence quiet quietly listen listens listening word wordless wordlessly speechless nothing nobody body one neither
    none speak speaks speaking talk talking saying answer reply mute
    """.split()
)
_BUSY_STEMS = tuple(
    "sing sang hum whistl laugh giggl chuckl scream shout yell yawn eat drink chew bit sip swallow blow kiss gasp sob cry cries cough "
    "sneez grin smil play".split()
)
_WHOLE_CLIP_WORDS = frozenset(
    ("throughout", "times", "whole", "entire", "shots", "finish", "beginning", "along")
)
_FACELESS_WORDS = frozenset(
    """
    behind back backs face faceless mask masks masked helmet visor silhouette silhouettes silhouetted focus backlit figure far hands
    heads
    """.split()
)
_PLAIN_PEOPLE = frozenset(("man", "woman", "boy", "girl", "child", "person", "lady", "gentleman", "teenager"))
_AMBIGUOUS = frozenset(("coach", "cook", "guide", "host", "porter", "runner"))
_PIECES = frozenset(("king", "queen", "knight"))
_GAME_WORDS = frozenset(("chess", "chessboard", "pawn", "pawns", "rook", "rooks", "checkmate"))
#: Whoever is introduced after one of these in the same sentence is heard, not seen.
_TOLD = lazy(r"\b(?:narrat(?:or|ion)|announcer|off-?screen|voice-?\s?over)\b", re.IGNORECASE)
_TOLD_WORDS = frozenset(("narrator", "narration", "announcer", "screen", "offscreen", "over", "voiceover"))
_BELONGS = frozenset("of by beside near for behind belonging worn held carried under over where which that".split())
_DETERMINERS = frozenset(("a", "an", "the", "one", "two", "her", "his", "their"))
_OWNERS = frozenset(("her", "his", "their"))
_ARTICLES = frozenset(("a", "an"))
_OTHERS = frozenset(("another", "second", "third"))
_AFTER = frozenset(("in", "with", "wearing", "of", "from", "at", "on", "by", "who", "whose", "holding"))


class Named(NamedTuple):
    """A noun for a person in a shot. `phrase` is its noun phrase when an article introduces it, else "".

    `apposition` is True for a second name of somebody ("a baker (S1), a woman with …"), `owned` for "her coach".
    """

    noun: str
    span: Span
    phrase: str = ""
    apposition: bool = False
    owned: bool = False


def _is_noun_for_person(word: str) -> bool:
    return word in PERSON_NOUNS or (len(word) > 7 and word.endswith(_TRADES) and not word.endswith("list"))


def _is_somebody(text: str, tokens: list[re.Match[str]], index: int) -> bool:
    """Whether a word that also names a thing ("a coach") stands for a person: it has an owner, or a speaker id."""
    owned = index > 0 and tokens[index - 1].group().lower() in _OWNERS
    return owned or text[tokens[index].end() : tokens[index].end() + 3] == " (S"


def _is_person(tokens: list[re.Match[str]], index: int) -> bool:
    return index >= 0 and tokens[index].group().lower() in PERSON_NOUNS


def _nouns(words: frozenset[str]) -> frozenset[str]:
    """Those of `words` that name a person, without the ending of a possessive."""
    words |= {word.replace("’", "'").split("'")[0] for word in words if "'" in word or "’" in word}
    return (words & PERSON_NOUNS) | {
        word for word in words if len(word) > 7 and word.endswith(_TRADES) and not word.endswith("list")
    }


def _places(text: str, nouns: frozenset[str]) -> list[int]:
    """Where one of `nouns` begins in `text`, in order."""
    low = text.lower()
    if len(low) != len(text):
        low = text
    found = []
    for noun in nouns:
        at = low.find(noun)
        while at >= 0:
            end = at + len(noun)
            if not (at and low[at - 1].isalpha()) and not low[end : end + 1].isalpha():
                found.append(at)
            at = low.find(noun, end)
    return sorted(found)


def _denotes_person(definition: str) -> bool:
    """Whether a definition says that its label is a person: by its first noun, or by a plain word such as "a woman" after it."""
    head = True
    for token in _TOKEN.finditer(definition):
        word = token.group().lower()
        if _is_noun_for_person(word) and (word in _PLAIN_PEOPLE if not head else word not in _AMBIGUOUS):
            return _OWNS.match(definition, token.end()) is None
        if word in _BELONGS:
            return False
        head = head and word not in _AFTER and definition[token.end() : token.end() + 1] != ","
    return False


class People:
    """The people of a prompt, shot by shot; worked out once."""

    def __init__(self, check: Check) -> None:
        self._check = check
        self._seen: dict[int, list[Named]] = {}
        self._unseen_only: set[int] = set()

    def named(self, index: int) -> list[Named]:
        """The nouns for visible people in shot `index`, in order."""
        if index not in self._seen:
            span = self._check.shots[index].body_span
            nouns = _nouns(self._check.words(span))
            named, unseen = self._named(span, nouns) if nouns else ([], False)
            self._seen[index] = named
            if unseen and not named:
                self._unseen_only.add(index)
        return self._seen[index]

    def _named(self, span: Span, nouns: frozenset[str]) -> tuple[list[Named], bool]:
        """The people of `nouns` in `span`, and whether somebody is named whose face is not seen."""
        text = self._check.prose(span)
        found = []
        unseen = False
        words = self._check.words(span)
        heard = not words.isdisjoint(_TOLD_WORDS)
        parts = heard or not words.isdisjoint(_UNSEEN)
        for place in _places(text, nouns):
            # The words around are all that is looked at.
            tokens = list(_TOKEN.finditer(text, max(0, text.rfind(" ", 0, max(0, place - 60)) + 1), place + 80))
            index = next((number for number, token in enumerate(tokens) if token.start() == place), None)
            if index is None:
                continue
            token = tokens[index]
            noun = token.group().lower()
            if noun not in nouns:
                continue
            start = token.start()
            if noun in _PIECES and self._on_board:
                continue
            if noun in _AMBIGUOUS and not _is_somebody(text, tokens, index):
                continue
            told = heard and _TOLD.search(text, text.rfind(". ", 0, start) + 1, start) is not None
            if told or (parts and self._unseen(text, tokens, index)) or _OWNS.match(text, token.end()):
                unseen = True
                continue
            opening = self._article(text, tokens, index)
            phrase = self._phrase(text, tokens, opening, index) if opening is not None else ""
            first = tokens[opening].start() if opening is not None else start
            before = text[max(0, first - 4) : first].rstrip()
            # "a baker (S1), a woman with …" is one person; "on a bench, a baker" begins a new one.
            near = index - 1 if opening is None else opening - 1
            apposition = before.endswith(",") and (before.endswith("),") or _is_person(tokens, near))
            owned = opening is None and index > 0 and tokens[index - 1].group().lower() in _OWNERS
            found.append(Named(noun, Span(span.start + first, span.start + token.end()), phrase, apposition, owned))
        return found, unseen

    @staticmethod
    def _unseen(text: str, tokens: list[re.Match[str]], index: int) -> bool:
        """Whether the words before make it no visible person: "hands of an old woman", "a statue of a king", "off-screen man"."""
        before: list[str] = []
        while len(before) < 5 and index - len(before) > 0:
            later = index - len(before)
            if text[tokens[later - 1].end() : tokens[later].start()].strip(" "):
                break
            before.append(tokens[later - 1].group().lower())
        for skipped in range(min(3, len(before))):
            rest = before[skipped:]
            for word in ("article", "of"):
                if rest and (rest[0] in _DETERMINERS if word == "article" else rest[0] == "of"):
                    rest = rest[1:]
            if rest and rest[0] in _UNSEEN:
                return True
            if before[skipped] in ("and", "or", "of"):
                break
        return False

    @staticmethod
    def _article(text: str, tokens: list[re.Match[str]], index: int) -> int | None:
        """The token of the indefinite article that opens the noun phrase of token `index`."""
        for back in range(1, 6):
            if index - back < 0 or text[tokens[index - back].end() : tokens[index - back + 1].start()].strip(" "):
                return None
            word = tokens[index - back].group().lower()
            if word in _ARTICLES:
                return index - back
            if word in ("the", "his", "her", "their", "its", "this", "that", "and", "of", "in") or word in _OTHERS:
                return None
        return None

    @staticmethod
    def _phrase(text: str, tokens: list[re.Match[str]], opening: int, index: int) -> str:
        """The phrase with its first modifier ("a man in a grey coat"), folded."""
        end = index
        if index + 1 < len(tokens) and tokens[index + 1].group().lower() in _AFTER:
            # The preposition, an article, and two words: "in a grey coat", "with rolled sleeves".
            article = index + 2 < len(tokens) and tokens[index + 2].group().lower() in _DETERMINERS
            while end + 1 < len(tokens) and end < index + (4 if article else 3):
                if text[tokens[end].end() : tokens[end + 1].start()].strip(" "):
                    break
                end += 1
        return " ".join(token.group().lower() for token in tokens[opening : end + 1])

    @cached_property
    def _on_board(self) -> bool:
        """Kings and queens are pieces of a game."""
        main = self._check.prompt.main
        return main is not None and not self._check.words(main.body_span).isdisjoint(_GAME_WORDS)

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
        if not self.labels:
            return set()
        return self._labels_by_shot.get(index, set())

    @cached_property
    def _labels_by_shot(self) -> dict[int | None, set[Label]]:
        found: dict[int | None, set[Label]] = {}
        for mention in self._check.prompt.mentions:
            if mention.label in self.labels:
                found.setdefault(self._check.shot_index(mention.span.start), set()).add(mention.label)
        return found

    def visible(self, index: int) -> bool:
        """Whether the face of a person is seen in shot `index`."""
        span = self._check.shots[index].body_span
        if not self.named(index) and not self.labels_in(index):
            # A pronoun stands for somebody, but not for the owner of hands or a shadow that are all there is to see.
            if index in self._unseen_only or self._check.words(span).isdisjoint(_PRONOUNS):
                return False
        if self._check.words(span).isdisjoint(_FACELESS_WORDS) or _FACE.search(self._check.prose(span)):
            return True
        return _FACELESS.search(self._check.prose(span)) is None

    def mouth_is_busy(self, index: int) -> bool:
        """Whether a mouth in shot `index` sings, laughs, eats… so that lips cannot be closed."""
        span = self._check.shots[index].body_span
        if not any(word.startswith(_BUSY_STEMS) for word in self._check.words(span)):
            return False
        return _BUSY_MOUTH.search(self._check.prose(span)) is not None

    def closing(self, index: int) -> bool:
        """Whether lips close in shot `index`: enough for a silent person, no word on somebody else than the speaker."""
        span = self._check.shots[index].body_span
        return not self._check.words(span).isdisjoint(_LIP_WORDS) and bool(
            _LIPS_CLOSING.search(self._check.prose(span))
        )

    def quiet(self, index: int) -> bool:
        """Whether shot `index` says that somebody's lips stay closed or that somebody is silent."""
        span = self._check.shots[index].body_span
        words = self._check.words(span)
        prose = self._check.prose(span)
        if not words.isdisjoint(_LIP_WORDS) and LIPS_CLOSED.search(prose):
            return True
        return not words.isdisjoint(_SILENT_WORDS) and SILENT.search(prose) is not None

    @cached_property
    def closed_everywhere(self) -> bool:
        """A statement about closed lips or silence that holds for the whole clip."""
        main = self._check.prompt.main
        if main is None or self._check.words(main.body_span).isdisjoint(_WHOLE_CLIP_WORDS):
            return False
        prose = self._check.prose(main.body_span)
        for match in _WHOLE_CLIP.finditer(prose):
            near = prose[max(0, match.start() - 160) : match.end() + 160]
            if LIPS_CLOSED.search(near) or SILENT.search(near):
                return True
        return False

    @cached_property
    def _introduced(self) -> frozenset[str]:
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
            if _is_noun_for_person(word)
        )

    @cached_property
    def _defined_nouns(self) -> frozenset[str]:
        return frozenset(
            word
            for definition in self._check.prompt.definitions
            if definition.label in self.labels
            for word in self._check.words(definition.span)
            if _is_noun_for_person(word)
        )

    def count(self, index: int) -> int:
        """At least how many different people are seen in shot `index`; introduced by article, so that none counts twice."""
        phrases: dict[str, set[str]] = {}
        for named in self.named(index):
            # "the diver" is <Subject 1>, who is counted as a label.
            if named.noun in self._introduced and named.noun not in self._defined_nouns:
                phrases.setdefault(named.noun, set()).update(
                    () if named.apposition or not named.phrase else (named.phrase,)
                )
        span = self._check.shots[index].body_span
        others = not self._check.words(span).isdisjoint(("other", "others")) and _OTHERS_SEEN.search(
            self._check.prose(span)
        )
        return sum(max(1, len(found)) for found in phrases.values()) + len(self.labels_in(index)) + bool(others)
