"""SND: soundscape and music."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum

from ..around import near
from ..document import Section
from ..facts import Check
from ..findings import Edit, Level, Span
from ..lexicon import MOOD_WORDS, MUSIC_WORDS, SPEECH_WORDS, VOCAL_WORDS
from ..modes import MAIN_FIELDS
from ..patterns import lazy
from ..people import PERSON_NOUNS
from .base import Hit, Rule, rule

_SOUND, _MUSIC = "overall_soundscape", "non_diegetic_music"


class _Says(Enum):
    """What a field says about there being something to hear."""

    CONTENT = "what is heard"
    NOTHING = "exactly N/A"
    IN_WORDS = "nothing, in other words: N/A can take their place"
    WITH_MORE = "N/A, and words that would be lost"


# In these patterns every part of a repeat begins with a blank and no repeat stands in another: they take linear time.
_HEARD = (
    r"(?:music|scor(?:e|ing)|soundtrack|underscor(?:e|ing)|accompaniment|bgm|sounds?|audio|soundscape|ambience|noises?|"
    r"sound design|sound effects?|sfx|tracks?|song|melody)"
)
_SUCH = (
    r"(?: (?:any|background|non-?\s?diegetic|diegetic|added|other|extra|additional|instrumental|musical|external|ambient|"
    r"environmental|audible|overall|separate|original))*"
)
_NONE = lazy(
    r"[\W_]*(?:n\s?[./\\-]?\s?a|none|nil|null|nothing|void|empty|absent|muted?|silent|silence|no|not applicable|"
    r"not (?:used|needed|required|present|available)|nothing (?:at all|here|(?:is|can be) heard)|"
    r"(?:complete|total|absolute|utter|pure|full|dead|perfect)(?:ly)? silen(?:ce|t)|"
    r"(?:(?:there (?:is|are|will be)|there['’]s|with|has|(?:this|the) (?:clip|video|scene|shot|film) has) )?(?:no|without|zero)"
    rf"{_SUCH} {_HEARD}(?:,? (?:and|or|nor) (?:no )?{_HEARD})?"
    r"(?: (?:at all|here|whatsoever|throughout|(?:in|for) (?:this|the) (?:clip|video|scene|shot|film)|plays?|"
    r"(?:(?:is|are) )?(?:heard|used|present|playing|played|needed|required|added|included|audible)))*|"
    r"无|無|没有|沒有|无音乐|无配乐|无背景音乐|無音樂|なし|無し|없음|нет|kein|keine|keine musik|aucune?|aucune musique|"
    r"sin música|ningun[ao]|nessuna?|nenhuma?|sem música)?[\W_]*",
    re.IGNORECASE,
)
_AND_WORDS = lazy(
    r"[\W_]*(?:n\s?[./]\s?a\b|(?P<none>none|silence)\b\s*(?=[.,;:(–—-])|"
    rf"(?P<denied>(?:there (?:is|are) |there['’]s )?(?:no|without){_SUCH} (?:music|score|soundtrack|underscore|bgm)\b))"
    r"[\s.,;:()–—-]*(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
_BRACKETED = lazy(r"n/a\s*\([^()]{0,80}\)\.?", re.IGNORECASE)
# A clause that denies, or that speaks of the work on the film instead of its sound.
_DENIES = lazy(
    r"(?:(?:as|because|since|for|so|but|with|there['’]s|there is|this is|it is|(?:the|this) (?:film|clip|video|scene|shot) (?:is|has)|"
    r"wholly|entirely|completely|totally|complete|total|absolute|utter|a) )*"
    r"(?:no|none|not|nothing|nobody|without|silen(?:t|ce)|mute|soundless|n/?a|"
    r"(?:the |any |its )?(?:score|music|sound|audio|mix|soundtrack) (?:\w+ ){0,2}(?:in post|later|elsewhere|in the edit|afterwards|separately))"
    r"(?![\w-])",
    re.IGNORECASE,
)
_CLAUSE_END = lazy(r"[.,;:()–—]+|\s-+\s|\band\b")
# Words of a remark beside an N/A that says nothing about what is heard.
_REMARK = frozenset(
    """
    a all ambience ambient and any applicable are as asked at audio background brief by carry carries clip dialogue diegetic else environmental film
    for from heard here in instead is it its just leave leaves location music natural needed noise of on only place purely real remain
    remains request requested required requires room scene see shot sound sounds soundscape speech stays the this to track user video voices whatsoever with
    """.split()
)
# Words by which a music field says what plays.
_PLAYED = lazy(
    r"<audio|\b(?:plays?|playing|enters?|joins?|begins?|starts?|fades?|swells?|rises|holds?|until|then|except|but|apart|bpm|tempo|"
    r"beats?|rhythm\w*|melod\w+|chords?|notes?|drones?|pads?|synth\w*|pianos?|guitars?|violins?|violas?|cellos?|strings?|bass|brass|"
    r"horns?|trumpets?|flutes?|clarinets?|saxophones?|drums?|percussion|choir|vocals?|organ|harps?|songs?|tunes?|accordion|orchestr\w+)\b",
    re.IGNORECASE,
)
_FILM = (
    r"(?:films?|movies?|cinema|videos?|clips?|footage|shorts?|piece|reel|pictures?|era|recording|animation|sequence|comedy|melodrama|"
    r"drama|slapstick|study|documentary|loop|take|scenes?|shots?)"
)
_SILENT_FILM = lazy(
    rf"\b(?:silent|soundless|mute|noiseless)(?:[ -](?!(?:as|while|in|at|and|the|when|before|for|on)\b)[\w-]+){{0,2}}?[ -]{_FILM}\b"
    rf"|\b{_FILM} (?:is|are|stays?|remains?|plays?(?: out)?|runs?|unfolds?|has|have)(?: \w+){{0,3}}? "
    r"(?:silent|soundless|mute|silence|no sound|no audio|without sound|without any sound)\b"
    r"|\b(?:wholly|entirely|completely|totally|fully|utterly|absolutely) (?:silent|soundless|mute)\b"
    r"|\b(?:complete|total|absolute|utter|entire) silence\b"
    r"|\bthere (?:is|are) (?:no|not a(?: single)?) (?:sounds?|audio|soundtrack)\b"
    r"|\b(?:no|without(?: any| a)?) (?:audio|sound ?track|sound (?:at all|of any kind|whatsoever|anywhere))\b|\bwithout any sound\b"
    r"|\b(?:nothing|not a sound|no sound) (?:is|can be) heard\b",
    re.IGNORECASE,
)
_SILENT_WORDS = frozenset("silent soundless mute noiseless silence sound sounds audio soundtrack heard".split())
_ABBREVIATED = lazy(
    r"(?:\b(?:mr|mrs|ms|dr|st|mt|nos?|op|vs|approx|ca|feat|jr|sr|etc|e\.g|i\.e)|\b[A-Z])\.\Z", re.IGNORECASE
)


def _section(check: Check, name: str) -> Section | None:
    section = check.prompt.section(name)
    return section if section and section.body else None


def _says(section: Section | None) -> _Says:
    """Whether the field is ``N/A`` by its meaning, and whether that is all it says."""
    if section is None:
        return _Says.CONTENT
    body = section.body
    if body == "N/A":
        return _Says.NOTHING
    if len(body) < 120 and _NONE.fullmatch(body):
        return _Says.IN_WORDS
    match = _AND_WORDS.match(body)
    if match is None:
        return _Says.CONTENT
    rest = " ".join(
        clause for part in _CLAUSE_END.split(match.group("rest")[:600]) if not _denies(clause := part.strip())
    )
    if _REMARK.issuperset(rest.lower().split()):
        return _Says.IN_WORDS
    # "N/A (street sounds only)": a remark that names no music says again that there is none.
    if section.name == _MUSIC and _BRACKETED.fullmatch(section.body) and not _PLAYED.search(rest):
        return _Says.IN_WORDS
    # "No music until a cello enters" has a score after all; "N/A, then a cello enters" contradicts itself.
    denied = match.group("none") or match.group("denied")
    return _Says.CONTENT if denied and (section.name == _SOUND or _PLAYED.search(rest)) else _Says.WITH_MORE


def _denies(clause: str) -> bool:
    return len(clause) < 2 or _DENIES.match(clause) is not None


def _is_none(section: Section | None) -> bool:
    return _says(section) in (_Says.NOTHING, _Says.IN_WORDS)


def _spoken(check: Check) -> bool:
    """Somebody speaks who is not only heard in a reused track."""
    return any(
        line.section in MAIN_FIELDS and line.spoken and (attribution.ids or attribution.audio is None)
        for line, attribution in zip(check.prompt.lines, check.attributions, strict=True)
    )


@rule("SND001", "silent-soundscape-with-speech", Level.ERROR, evidence="Prompt guide; no official output breaks it.")
def silent_soundscape_with_speech(check: Check) -> Iterator[Hit]:
    """The soundscape is ``N/A`` while somebody speaks.

    ``N/A`` asks for a wholly silent film, so the speech is lost or mangled. Words that are only heard in a reused
    ``<Audio N>`` do not count.

    Wrong::

        … <d>[English] The gate is open.</d> …
        overall_soundscape: N/A

    Right::

        overall_soundscape: Rain on stone and a creaking hinge.
    """
    section = _section(check, _SOUND)
    if section and check.prompt.lines and _is_none(section) and _spoken(check):
        yield Hit(
            section.body_span,
            f"the soundscape is {section.body[:40]!r} while somebody speaks; name the ambience of the place",
        )


@rule("SND002", "silent-soundscape", Level.WARNING, evidence="6 % of the official outputs.")
def silent_soundscape(check: Check) -> Iterator[Hit]:
    """The soundscape is ``N/A`` though the film is not said to be silent.

    Fine only when the music is ``N/A`` too, nobody speaks or sings, and the description or the summary says that the film is
    silent. A silent person or a silent street does not make a silent film.

    Wrong::

        overall_soundscape: N/A

    Right::

        overall_soundscape: Wind over dry grass.
    """
    section = _section(check, _SOUND)
    if not section or not _is_none(section) or _spoken(check):
        return
    music = _section(check, _MUSIC)
    voiceless = not check.prompt.lines and not check.prompt.speakers
    if voiceless and (music is None or _is_none(music)) and _silent_film(check):
        return
    yield Hit(
        section.body_span,
        f"the soundscape is {section.body[:40]!r}, which is for a wholly silent film; name what is heard, or say in the description "
        "that the film is silent and leave out the music",
    )


def _silent_film(check: Check) -> bool:
    return any(
        near(_SILENT_FILM, check.prose(section.body_span), check.words(section.body_span) & _SILENT_WORDS)
        for section in check.prompt.sections
        if section.name in MAIN_FIELDS or section.name == "summary"
    )


def _sentences(check: Check, section: Section) -> list[Span]:
    """The sentences of a field; the full stop of an abbreviation ends none."""
    found: list[Span] = []
    for span in check.sentences(section.body_span):
        if found and _ABBREVIATED.search(found[-1].of(check.text)[-8:]):
            span = Span(found.pop().start, span.end)
        found.append(span)
    return found


def _too_long(check: Check, name: str, what: str, most: int) -> Iterator[Hit]:
    section = _section(check, name)
    if section and section.body.count(".") + section.body.count("\n") + section.body.count("!") >= most:
        sentences = _sentences(check, section)
        if len(sentences) > most:
            span = Span(sentences[most].start, sentences[-1].end)
            yield Hit(
                span, f"the {what} has {len(sentences)} sentences; write 1 to {most}", f"at most {most} sentences"
            )


@rule("SND003", "soundscape-too-long", Level.WARNING, evidence="Prompt guide; no official output breaks it.")
def soundscape_too_long(check: Check) -> Iterator[Hit]:
    """The soundscape has more than four sentences.

    Join short ones, and leave out what can hardly be heard.

    Wrong::

        overall_soundscape: Rain. Wind. A bell. Steps. A door.

    Right::

        overall_soundscape: Rain and wind. A bell, then steps and a door.
    """
    yield from _too_long(check, _SOUND, "soundscape", 4)


@rule("SND004", "music-too-long", Level.WARNING, evidence="Prompt guide; no official output breaks it.")
def music_too_long(check: Check) -> Iterator[Hit]:
    """The music has more than three sentences.

    Wrong::

        non_diegetic_music: A piano. It is slow. A cello joins. It swells. It ends.

    Right::

        non_diegetic_music: A slow piano. A cello joins and swells to a held last note.
    """
    yield from _too_long(check, _MUSIC, "music", 3)


@rule(
    "SND005", "not-exactly-n-a", Level.WARNING, evidence="7 % of community prompts; no official output.", fixable=True
)
def not_exactly_n_a(check: Check) -> Iterator[Hit]:
    """A field without content says so in other words than ``N/A``, or says more than ``N/A``.

    A denial names what it denies, and the model plays it. ``N/A`` stands alone. Where words after it say what is heard, there
    is no fix: they would be lost.

    Wrong::

        non_diegetic_music: No music.

    Right::

        non_diegetic_music: N/A
    """
    for name in (_SOUND, _MUSIC):
        section = _section(check, name)
        says = _says(section)
        if section is None or says in (_Says.CONTENT, _Says.NOTHING):
            continue
        written = section.body if len(section.body) <= 60 else section.body[:57] + "…"
        if says is _Says.IN_WORDS:
            edits = (Edit(*section.body_span, "N/A"),)
            yield Hit(section.body_span, f"{name} is {written!r}; nothing is written N/A", "N/A", edits, "N/A alone")
        else:
            yield Hit(section.body_span, f"{name} is {written!r}; write either N/A alone or what is heard", "N/A")


@rule("SND006", "speech-or-music-in-soundscape", Level.INFO, evidence="22 % of the official outputs.")
def speech_or_music_in_soundscape(check: Check) -> Iterator[Hit]:
    """The soundscape names speech or music.

    Lines belong to the description, music that is heard in the scene as well, a score to its own field. Named here, even in a
    denial, they tend to be heard twice.

    Wrong::

        overall_soundscape: Rain, soft piano music, no dialogue.

    Right::

        overall_soundscape: Rain.
    """
    section = _section(check, _SOUND)
    if section is None:
        return
    for words, what in ((SPEECH_WORDS, "speech"), (MUSIC_WORDS, "music")):
        span = check.first_word(section.body_span, words)
        if span is None and what == "speech" and not check.words(section.body_span).isdisjoint(PERSON_NOUNS):
            # "the archivist whispers" is speech, "the wind whispers" is none.
            span = check.first_word(section.body_span, VOCAL_WORDS)
        if span and not _is_none(section):
            message = f"{span.of(check.text)!r} names {what} in the soundscape; keep to ambience and physical sounds"
            yield Hit(span, message)


@rule("SND007", "mood-words-in-music", Level.INFO, evidence="44 % of the official outputs.")
def mood_words_in_music(check: Check) -> Iterator[Hit]:
    """The music is described by a mood.

    Instruments, tempo, rhythm, dynamics and the ending are what can be heard.

    Wrong::

        non_diegetic_music: Sad, hopeful music.

    Right::

        non_diegetic_music: A slow solo piano at 60 bpm, soft, ending on a held low note.
    """
    section = _section(check, _MUSIC)
    if section is None:
        return
    span = check.first_word(section.body_span, MOOD_WORDS)
    if span and not _is_none(section):
        yield Hit(span, f"{span.of(check.text)!r} is a mood; name instruments, tempo, rhythm, dynamics or the ending")


SOUND: tuple[Rule, ...] = (
    silent_soundscape_with_speech,
    silent_soundscape,
    soundscape_too_long,
    music_too_long,
    not_exactly_n_a,
    speech_or_music_in_soundscape,
    mood_words_in_music,
)


def has_content(section: Section) -> bool:
    """Whether a sound field says what is heard, and not that nothing is."""
    return bool(section.body) and _says(section) is _Says.CONTENT
