"""LIM: how long a prompt may be, what must not be left in it, and which lengths a server makes."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from .. import grid
from ..document import Section
from ..facts import Check
from ..findings import Level, Span
from ..limits import PROMPT_CHARACTERS, SERVERS
from ..modes import MAIN_FIELDS
from ..patterns import lazy
from .base import Hit, Rule, rule
from .sound import has_content

# Labels, tags and speaker ids stand in angle brackets as well, in whatever capitals.
_TEMPLATE = lazy(
    r"\{\{[^{}\n]{0,120}\}\}|\$\{[^{}\n]{1,120}\}|\{%[^{}\n]{1,120}%\}|\{[^{}\n]{0,80}\}"
    r"|<(?!(?:SUBJECT|PICTURE|VIDEO|AUDIO) ?\d|D>|S\d|CUTOFF|SCENETRANS)[A-Z][A-Z0-9_ -]{0,60}>"
    r"|<(?:[Ii]nsert|[Yy]our|[Pp]laceholder|[Dd]escribe|[Ff]ill in)\b[^<>\n]{0,80}>"
    r"|\[(?:INSERT|[Ii]nsert|YOUR|[Yy]our|PLACEHOLDER|[Pp]laceholder|TBD|FILL|[Ff]ill in|ADD|[Aa]dd|DESCRIBE|[Dd]escribe|TODO|NAME|"
    r"(?:CHARACTER|PRODUCT|BRAND|CITY|ACTOR|PERSON|SPEAKER|LOCATION|SCENE)(?: NAME)?|[Nn]ame|(?:character|product|brand|speaker) name)"
    r"\b[^\]\n]{0,160}\]"
)
_SIGN = lazy(r"\b(?:TODO|TBD|FIXME)\b")
#: Languages in which "todo" is a word.
_TODO_IS_A_WORD = frozenset(("spanish", "portuguese"))
_MIN_WORDS, _MAX_WORDS = 150, 700
_NORM = (350, 500)
_SOUND_FIELDS = ("overall_soundscape", "non_diegetic_music")
_ENDS = lazy(r"[.!?…。！？\"”)\]>]\W*$|N/A$")


@rule(
    "LIM001",
    "prompt-too-long",
    Level.WARNING,
    evidence="The hosted API takes 7,000 characters; the longest official output has 6,316.",
)
def prompt_too_long(check: Check) -> Iterator[Hit]:
    """The prompt has more than 7,000 characters.

    An error for the hosted API, which refuses it; a warning elsewhere, since neither open server was found to have a limit
    and no official output comes near it.

    Wrong::

        a main field of 1,500 words

    Right::

        a main field of 350 to 500 words
    """
    count = len(check.text.strip())
    if count <= PROMPT_CHARACTERS:
        return
    server = SERVERS.get(check.context.backend or "")
    limited = server is not None and server.prompt_characters is not None and count > server.prompt_characters
    at = check.text.index(check.text.strip()[0]) + PROMPT_CHARACTERS
    yield Hit(
        Span(at, min(at + 1, len(check.text))),
        f"the prompt has {count:,} characters; the limit{' of ' + server.name if limited and server else ' of the hosted API'} "
        f"is {PROMPT_CHARACTERS:,}",
        f"cut {count - PROMPT_CHARACTERS:,} characters",
        level=Level.ERROR if limited else None,
    )


@rule("LIM002", "template-variable", Level.ERROR, evidence="Field: unresolved variables are drawn or spoken.")
def template_variable(check: Check) -> Iterator[Hit]:
    """A variable of a template was not filled in.

    ``{x}``, ``{{x}}``, ``${x}``, ``<UPPER>``, ``[INSERT …]``, ``TODO``. What stands so in the brief's dialogue or visible text is
    the user's own, and ``TODO`` in quotation marks is a sign. Labels, tags and ``<|cutoff|>`` are no variables.

    Wrong::

        {{hero}} opens the gate.

    Right::

        A courier in a red coat opens the gate.
    """
    text, context = check.text, check.context
    found = [(match.start(), match.end()) for match in _TEMPLATE.finditer(text)]
    if "TODO" in text or "TBD" in text or "FIXME" in text:
        found += _signs(check, found)
    if not found:
        return
    own = "\n".join([*(line.text for line in context.dialogue or ()), *(context.visible_text or ())])
    for start, end in found:
        written = text[start:end]
        if own and written in own and (check.in_quote(start) or check.in_dialogue(start)):
            continue
        yield Hit(
            Span(start, end), f"{written!r} looks like a variable that was not filled in; write what it stands for"
        )


def _signs(check: Check, found: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """``TODO`` and the like, outside of the variables in `found`, of visible text, and of languages that have the word."""
    starts = [start for start, _ in found]
    lines = [(line.span.start, line) for line in check.prompt.lines]
    for match in _SIGN.finditer(check.text):
        before = bisect_right(starts, match.start()) - 1
        if check.in_quote(match.start()) or (before >= 0 and match.start() < found[before][1]):
            continue
        if check.in_dialogue(match.start()):
            line = lines[bisect_right(lines, match.start(), key=lambda pair: pair[0]) - 1][1]
            if (line.language or "").lower() in _TODO_IS_A_WORD:
                continue
        yield match.span()


@rule(
    "LIM003",
    "main-field-length",
    Level.WARNING,
    evidence="Official main fields have 153 to 605 words, community ones a median of 170.",
)
def main_field_length(check: Check) -> Iterator[Hit]:
    """The main field has fewer than 150 or more than 700 words.

    Thin description is the most common weakness of published prompts: what is not said is made up.

    Wrong::

        [Shot 1] A courier opens a gate.

    Right::

        150 words and more on place, people, light, materials, movement and sound.
    """
    main = check.prompt.main
    if main and main.body:
        count = check.main_words
        if count < _MIN_WORDS or count > _MAX_WORDS:
            bound = f"fewer than {_MIN_WORDS}" if count < _MIN_WORDS else f"more than {_MAX_WORDS}"
            message = f"{main.name} has {count} words, {bound}; {_NORM[0]} to {_NORM[1]} are the norm"
            yield Hit(main.header_span, message, f"{_NORM[0]} to {_NORM[1]} words")


@rule(
    "LIM004",
    "reference-description-length",
    Level.INFO,
    evidence="33 % of the official outputs; their median is 462 words.",
    family="reference",
)
def reference_description_length(check: Check) -> Iterator[Hit]:
    """The description of a reference generation has not the guide's 350 to 500 words.

    Edits and continuations are exempt.

    Wrong::

        detailed_description: 180 words

    Right::

        detailed_description: 460 words
    """
    main, tasks = check.prompt.section("detailed_description"), check.prompt.tasks
    if not main or not main.body or tasks is None:
        return
    names = {task.lower() for task in tasks.tasks}
    if "reference generation" in names and not names & {"video editing", "video continuation"}:
        count = check.main_words
        if _MIN_WORDS <= count <= _MAX_WORDS and not _NORM[0] <= count <= _NORM[1]:
            yield Hit(
                main.header_span, f"the description has {count} words; the guide's norm is {_NORM[0]} to {_NORM[1]}"
            )


@rule("LIM005", "text-breaks-off", Level.WARNING, evidence="Field: the writer ran out of tokens.")
def text_breaks_off(check: Check) -> Iterator[Hit]:
    """The last field breaks off in the middle of a sentence.

    A writer that runs out of tokens leaves it so, and whatever should follow is lost with it.

    Wrong::

        non_diegetic_music: A slow piano joined by a

    Right::

        non_diegetic_music: A slow piano joined by a cello.
    """
    sections = check.prompt.sections
    if not sections or check.prompt.trailer:
        return
    last = sections[-1]
    if (
        last.name not in check.mode.fields
        or not _open_ended(last)
        or (last.name in _SOUND_FIELDS and not has_content(last))
    ):
        return
    # Somebody who never writes the full stop of a sound field has not run out of words.
    if last.name not in MAIN_FIELDS and any(
        _open_ended(other) and other.body[-1] not in ",;:-–—" for other in sections[:-1] if other.name in _SOUND_FIELDS
    ):
        return
    end = last.body_span.end
    start = max(last.body_span.start, end - 12)
    yield Hit(
        Span(start, end),
        f"{last.name} ends in {check.text[start:end]!r}, in the middle of a sentence; it may have been cut off",
        "end the sentence",
    )


def _open_ended(section: Section) -> bool:
    return len(section.body.split(None, 3)) > 3 and not _ENDS.search(section.body[-12:])


@rule(
    "LIM006",
    "length-not-made",
    Level.ERROR,
    evidence="Read from the servers' source; diffusers judges the rounded length.",
    needs=("backend", "duration"),
)
def length_not_made(check: Check) -> Iterator[Hit]:
    """The backend does not make clips of this length.

    diffusers takes 124 to 345 frames, the servers 107 to 362, the hosted API what whole seconds from 4 to 15 give (so 5.875 s,
    8.708 s, 10.833 s and 12.958 s cannot be asked for there).

    Wrong::

        backend: local
        duration: 15.083

    Right::

        backend: local
        duration: 14.375
    """
    server = SERVERS.get(check.context.backend or "")
    frames = check.frames
    if server is None or frames is None or frames in server.window.frames():
        return
    near = [count for count in server.window.nearest(frames) if count is not None]
    lengths = " or ".join(f"{float(grid.seconds(count)):.3f} s ({count} frames)" for count in near)
    message = f"{server.name} makes no clip of {frames} frames ({float(grid.seconds(frames)):.3f} s); the nearest are {lengths}"
    place, alignment = check.context.place("duration"), check.prompt.alignment
    if place is None and alignment is not None:
        yield Hit(alignment.marks[-1].span if alignment.marks else alignment.span, message, lengths)
    else:
        yield Hit(place or Span(0, 0), message, lengths, in_file=True)


LIMITS: tuple[Rule, ...] = (
    prompt_too_long,
    template_variable,
    main_field_length,
    reference_description_length,
    text_breaks_off,
    length_not_made,
)
