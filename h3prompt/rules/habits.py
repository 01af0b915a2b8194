"""HAB: habits of the model that people measured in the field. Hints, not rules of the format."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..around import places
from ..document import LabelKind
from ..facts import Check
from ..findings import Level, Span
from ..lexicon import CROWD_WORDS, VOCAL_WORDS
from ..patterns import lazy
from ..people import PERSON_NOUNS
from .base import Hit, Rule, rule
from .sound import has_content

_MORE = (
    r"(?:more|less|older|younger|darker|lighter|brighter|paler|dimmer|taller|shorter|longer|bigger|larger|smaller|closer|nearer|further|"
    r"farther|warmer|colder|cooler|hotter|faster|slower|thinner|thicker|heavier|wider|narrower|higher|lower|louder|quieter|softer|harder|"
    r"weaker|stronger|wetter|drier|dirtier|cleaner|greyer|grayer|redder|rounder|sharper|deeper|fuller|emptier|messier|calmer|happier|"
    r"sadder|angrier|better|worse|later|earlier)"
)
_COMPARATIVE = lazy(
    r"\b(?:a (?:little|bit|touch|shade|few (?:years|days|months|hours))|slightly|somewhat|noticeably|visibly|even|much|far|still) "
    rf"{_MORE}\b(?! end\b)"
    rf"|\b(?:{_MORE}|more \w+|less \w+) than (?:before|ever|earlier|last|previously|in the (?:last|previous|earlier)|(?:he|she|it) was)\b",
    re.IGNORECASE,
)
_COMPARES = frozenset(
    "little bit touch shade few slightly somewhat noticeably visibly even much far still than".split()
)
_OFF_SCREEN = lazy(
    r"\boff-?\s?screen\b|\bvoice-?\s?over\b|\bover the (?:phone|radio|intercom|loudspeaker)\b", re.IGNORECASE
)


def _sequence(check: Check) -> bool:
    tasks = check.prompt.tasks
    return check.context.sequence or bool(tasks and "video continuation" in (task.lower() for task in tasks.tasks))


@rule(
    "HAB001",
    "person-introduced-twice",
    Level.WARNING,
    evidence="Field: a person named twice by the same phrase is drawn twice.",
)
def person_introduced_twice(check: Check) -> Iterator[Hit]:
    """A person is introduced twice in one shot by the same noun phrase.

    The second "a man in a grey coat" is a second man. Go on with a pronoun, or with "the man".

    Wrong::

        A man in a grey coat stands by the gate. A man in a grey coat turns.

    Right::

        A man in a grey coat stands by the gate. He turns.
    """
    for index in range(len(check.shots)):
        seen: set[str] = set()
        for named in check.people.named(index):
            if not named.phrase:
                continue
            # "A woman" alone may be another one, unless a sentence goes on with her: "A man enters. A man sits down."
            if named.phrase in seen and (named.opens or not named.bare):
                message = f'{named.phrase!r} is introduced a second time in this shot; go on with a pronoun or with "the {named.noun}"'
                yield Hit(named.span, message, f"the {named.noun}")
            seen.add(named.phrase)


@rule(
    "HAB002",
    "open-lips",
    Level.WARNING,
    evidence="Field: people in shots without lines talk nonsense; the most reported fault of sound.",
)
def open_lips(check: Check) -> Iterator[Hit]:
    """A person is seen in a shot without lines, and their lips are not said to be closed.

    The sound branch has nothing to say and the mouth follows it. One clause keeps it shut.

    Wrong::

        [Shot 1] A courier looks at the gate.

    Right::

        [Shot 1] A courier looks at the gate, her lips closed.
    """
    for index, shot in enumerate(check.shots):
        if check.lines_of(index):
            continue
        span = check.silence.open_lips(index)
        if span is None or check.speakers_in(shot.span):
            continue
        if check.silence.everywhere:
            return
        yield Hit(
            span,
            f"{_short(span.of(check.text))!r} is seen in a shot without lines; say that the lips stay closed",
            "lips closed",
        )


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "…"


@rule(
    "HAB003",
    "second-face-not-silent",
    Level.WARNING,
    evidence="Field, measured: the line goes to the most visible face.",
)
def second_face_not_silent(check: Check) -> Iterator[Hit]:
    """Two people are seen, one speaks, and the other is not said to be silent.

    The right voice comes from the wrong mouth.

    Wrong::

        A courier (S1) says to a guard: <d>[English] The gate is open.</d>

    Right::

        A courier (S1) says to a guard: <d>[English] The gate is open.</d> The guard listens, lips closed.
    """
    people = check.people
    for index, shot in enumerate(check.shots):
        lines = check.lines_of(index)
        if not lines:
            continue
        speakers = {name for line in lines for name in check.attribution_of(line).ids}
        if len(speakers) != 1 or people.count(index) < 2 or check.silence.of_listener(index):
            continue
        if _OFF_SCREEN.search(check.prose(shot.body_span)) or check.silence.everywhere:
            continue
        start = lines[0].span.start
        yield Hit(
            Span(start, min(start + 3, lines[0].span.end)),
            f"two people or more are seen and {speakers.pop()} alone speaks; say that the others are silent, lips closed",
            "… listens, lips closed",
        )


@rule("HAB004", "score-in-a-sequence", Level.WARNING, evidence="Field: every clip of a sequence starts a new tune.")
def score_in_a_sequence(check: Check) -> Iterator[Hit]:
    """A clip of a sequence has a score of its own.

    Each clip makes up its own music, and it changes at every cut. Leave the score to the edit. Music that is reused from an
    ``<Audio N>`` is the same in every clip and fine.

    Wrong::

        sequence: true
        … non_diegetic_music: A slow piano.

    Right::

        sequence: true
        … non_diegetic_music: N/A
    """
    if not _sequence(check):
        return
    section = check.prompt.section("non_diegetic_music")
    if section is None or not has_content(section):
        return
    reused = check.first_mentions.get("non_diegetic_music", {})
    if not any(label.kind is LabelKind.AUDIO for label in reused):
        message = "a clip of a sequence has a score of its own; write N/A and score the film in the edit"
        yield Hit(section.body_span, message, "N/A")


@rule("HAB005", "comparative-in-a-sequence", Level.INFO, evidence="Field: comparisons add up from clip to clip.")
def comparative_in_a_sequence(check: Check) -> Iterator[Hit]:
    """A clip of a sequence describes something by comparison.

    There is nothing to compare with, and "a little younger" makes the person younger in every clip.

    Wrong::

        The courier looks a little younger.

    Right::

        The courier is about thirty.
    """
    main = check.prompt.main
    if main is None or not _sequence(check):
        return
    hints = check.words(main.body_span) & _COMPARES
    if not hints:
        return
    text, end = check.prose(main.body_span), 0
    for place, _, _ in places(text, hints):
        match = _COMPARATIVE.search(text, max(0, place - 20), place + 40)
        # "a little older than before" is one comparison.
        if match is None or match.start() < end + (20 if end else 0):
            continue
        end = match.end()
        start = main.body_span.start
        message = f"{match.group()!r} compares with something the model does not see; say what it is"
        yield Hit(Span(start + match.start(), start + end), message)


@rule(
    "HAB006",
    "voices-in-silent-soundscape",
    Level.INFO,
    evidence="Field: crowd words in the soundscape make people speak.",
)
def voices_in_silent_soundscape(check: Check) -> Iterator[Hit]:
    """The soundscape of a clip without lines names voices or a crowd.

    Wrong::

        overall_soundscape: Rain and the murmur of people.

    Right::

        overall_soundscape: Rain and distant traffic.
    """
    section = check.prompt.section("overall_soundscape")
    if section is None or check.prompt.lines:
        return
    span = check.first_word(section.body_span, CROWD_WORDS)
    if span is None:
        return
    word = span.of(check.text)
    people = not check.words(section.body_span).isdisjoint(PERSON_NOUNS)
    # What somebody says or sings there is the business of the rule on speech in the soundscape.
    if not (people and word.lower() in VOCAL_WORDS):
        yield Hit(span, f"{word!r} invites voices into a clip without lines; name things and places instead")


HABITS: tuple[Rule, ...] = (
    person_introduced_twice,
    open_lips,
    second_face_not_silent,
    score_in_a_sequence,
    comparative_in_a_sequence,
    voices_in_silent_soundscape,
)
