"""SND: soundscape and music."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..document import Section
from ..facts import Check
from ..findings import Edit, Level, Span
from ..modes import MAIN_FIELDS
from ..patterns import lazy
from .base import Hit, Rule, rule

_NONE = lazy(
    r"(?:n\s?\.?\s?/?\s?a\.?|none|nil|null|nothing|silence|silent|(?:complete|total|absolute) silence|"
    r"(?:there is |there's |with )?no (?:(?:background |non-?diegetic |added |other |extra )*(?:music|score|soundtrack|bgm|sounds?|audio))"
    r"(?: (?:at all|here|is (?:heard|used|present|playing)|plays?|in this clip|needed|required|whatsoever))?|-{1,3}|—)\W*",
    re.IGNORECASE,
)
_NA_AND_WORDS = lazy(r"n/a\b[\s.,;:()–—-]*(?P<rest>\S.*)", re.IGNORECASE | re.DOTALL)
_DENIAL = lazy(
    r"\W*(?:no|none|without|silent|silence|not|there is no|there's no|as there is no|because there is no)\b",
    re.IGNORECASE,
)
_SILENT_FILM = lazy(
    r"\bsilent\b|\bsoundless|\bwithout (?:any )?sound|\bno sound|\bsilence\b|\bmute(?:d)?\b", re.IGNORECASE
)
_SPEECH = lazy(
    r"\b(?:dialogue|speech|speak(?:s|ing)?|spoken|voice-?overs?|conversations?|talk(?:s|ing)?|says?|narrat\w+)\b",
    re.IGNORECASE,
)
_MUSIC = lazy(r"\b(?:music|musical|score|soundtrack|melody|melodies|song|orchestra\w*|beat drops?)\b", re.IGNORECASE)
_MOODS = frozenset(
    """
    sad happy joyful melancholic melancholy nostalgic nostalgia hopeful uplifting inspiring inspirational emotional romantic tense
    suspenseful mysterious eerie dreamy epic triumphant heroic playful cheerful somber sombre ominous haunting warm tender wistful
    bittersweet intimate contemplative reflective peaceful serene calm calming moody dramatic majestic whimsical gloomy dark
    """.split()
)


def _section(check: Check, name: str) -> Section | None:
    section = check.prompt.section(name)
    return section if section and section.body else None


def _rest(body: str) -> str | None:
    """What follows an ``N/A`` in `body`, None when there is nothing."""
    match = _NA_AND_WORDS.fullmatch(body)
    return match.group("rest") if match else None


def _is_none(section: Section | None) -> bool:
    """The field says that there is nothing, in whatever words."""
    if section is None:
        return False
    body = section.body
    return body == "N/A" or _NONE.fullmatch(body) is not None or _denied(body)


def _denied(body: str) -> bool:
    rest = _rest(body)
    return rest is not None and (_DENIAL.match(rest) is not None or not re.search(r"[A-Za-z]{2}", rest))


def _spoken(check: Check) -> bool:
    """Somebody speaks who is not only heard in a reused track."""
    return any(
        line.section in MAIN_FIELDS and line.spoken and (attribution.ids or attribution.audio is None)
        for line, attribution in zip(check.prompt.lines, check.attributions, strict=True)
    )


@rule("SND001", "silent-soundscape-with-speech", Level.ERROR, evidence="Prompt guide; no official output breaks it.")
def silent_soundscape_with_speech(check: Check) -> Iterator[Hit]:
    """The soundscape is ``N/A`` while somebody speaks.

    ``N/A`` asks for a wholly silent film, so the speech is lost or mangled.

    Wrong::

        … <d>[English] The gate is open.</d> …
        overall_soundscape: N/A

    Right::

        overall_soundscape: Rain on stone and a creaking hinge.
    """
    section = _section(check, "overall_soundscape")
    if section and _is_none(section) and _spoken(check):
        yield Hit(
            section.body_span, "the soundscape asks for silence while somebody speaks; name the ambience of the place"
        )


@rule("SND002", "silent-soundscape", Level.WARNING, evidence="6 % of the official outputs.")
def silent_soundscape(check: Check) -> Iterator[Hit]:
    """The soundscape is ``N/A`` though the film is not said to be silent.

    Fine only when the music is ``N/A`` too, nobody speaks, and the text says that the film is silent.

    Wrong::

        overall_soundscape: N/A

    Right::

        overall_soundscape: Wind over dry grass.
    """
    section = _section(check, "overall_soundscape")
    if not section or not _is_none(section) or _spoken(check):
        return
    music = _section(check, "non_diegetic_music")
    silent = (music is None or _is_none(music)) and not check.prompt.lines
    said = any(
        _SILENT_FILM.search(other.body)
        for other in check.prompt.sections
        if other.name in MAIN_FIELDS or other.name == "summary"
    )
    if not (silent and said):
        yield Hit(section.body_span, "N/A is for a wholly silent film, and the text does not say that it is one")


@rule("SND003", "soundscape-too-long", Level.WARNING, evidence="Prompt guide; no official output breaks it.")
def soundscape_too_long(check: Check) -> Iterator[Hit]:
    """The soundscape has more than four sentences.

    Wrong::

        overall_soundscape: Rain. Wind. A bell. Steps. A door.

    Right::

        overall_soundscape: Rain and wind. A bell, then steps and a door.
    """
    section = _section(check, "overall_soundscape")
    if section:
        count = len(check.sentences(section.body_span))
        if count > 4:
            yield Hit(section.body_span, f"the soundscape has {count} sentences; 1 to 4 are right")


@rule("SND004", "music-too-long", Level.WARNING, evidence="Prompt guide; no official output breaks it.")
def music_too_long(check: Check) -> Iterator[Hit]:
    """The music has more than three sentences.

    Wrong::

        non_diegetic_music: A piano. It is slow. A cello joins. It swells. It ends.

    Right::

        non_diegetic_music: A slow piano. A cello joins and swells to a held last note.
    """
    section = _section(check, "non_diegetic_music")
    if section:
        count = len(check.sentences(section.body_span))
        if count > 3:
            yield Hit(section.body_span, f"the music has {count} sentences; 1 to 3 are right")


@rule(
    "SND005", "not-exactly-n-a", Level.WARNING, evidence="7 % of community prompts; no official output.", fixable=True
)
def not_exactly_n_a(check: Check) -> Iterator[Hit]:
    """A field without content says so in other words than ``N/A``.

    A denial names what it denies, and the model plays it. ``N/A`` stands alone. The fix leaves words alone that say more than
    that there is nothing.

    Wrong::

        non_diegetic_music: No music.

    Right::

        non_diegetic_music: N/A
    """
    for name in ("overall_soundscape", "non_diegetic_music"):
        section = _section(check, name)
        if section is None or section.body == "N/A":
            continue
        if _is_none(section):
            edits = (Edit(*section.body_span, "N/A"),)
            yield Hit(section.body_span, f"{section.body[:40]!r} is written N/A", "N/A", edits)
        elif _rest(section.body):
            yield Hit(section.body_span, "N/A stands alone; write either N/A or what is heard", "N/A")


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
    section = _section(check, "overall_soundscape")
    if section and not _is_none(section):
        for pattern, what in ((_SPEECH, "speech"), (_MUSIC, "music")):
            match = pattern.search(section.body)
            if match:
                start = section.body_span.start + match.start()
                yield Hit(Span(start, start + len(match.group())), f"{match.group()!r} names {what} in the soundscape")


@rule("SND007", "mood-words-in-music", Level.INFO, evidence="44 % of the official outputs.")
def mood_words_in_music(check: Check) -> Iterator[Hit]:
    """The music is described by a mood.

    Instruments, tempo, rhythm, dynamics and the ending are what can be heard.

    Wrong::

        non_diegetic_music: Sad, hopeful music.

    Right::

        non_diegetic_music: A slow solo piano at 60 bpm, soft, ending on a held low note.
    """
    section = _section(check, "non_diegetic_music")
    if section and not _is_none(section):
        for word in sorted(check.words(section.body_span) & _MOODS, key=section.body.lower().find)[:1]:
            start = section.body_span.start + section.body.lower().find(word)
            yield Hit(Span(start, start + len(word)), f"{word!r} is a mood; name what is heard")


SOUND: tuple[Rule, ...] = (
    silent_soundscape_with_speech,
    silent_soundscape,
    soundscape_too_long,
    music_too_long,
    not_exactly_n_a,
    speech_or_music_in_soundscape,
    mood_words_in_music,
)


def is_scored(check: Check) -> Section | None:
    """The music field when the clip has a score of its own, else None."""
    section = _section(check, "non_diegetic_music")
    return None if _is_none(section) else section
