"""LIM: how long a prompt may be, what must not be left in it, and which lengths a server makes."""

from __future__ import annotations

from collections.abc import Iterator

from .. import grid
from ..facts import Check
from ..findings import Level, Span
from ..limits import PROMPT_CHARACTERS, SERVERS
from ..patterns import lazy
from .base import Hit, Rule, rule

_TEMPLATE = lazy(
    r"\{\{[^{}\n]{0,120}\}\}|\$\{[^{}\n]{1,120}\}|\{%[^{}\n]{1,120}%\}|\{[A-Za-z_][\w .:-]{0,80}\}|\{\}"
    r"|<[A-Z][A-Z0-9_ -]{1,60}>"
    r"|\[(?:INSERT|Insert|insert|YOUR|Your|PLACEHOLDER|TBD|FILL|ADD|NAME|TODO)\b[^\]\n]{0,200}\]"
)
_SIGN = lazy(r"\b(?:TODO|TBD|FIXME)\b")
_MIN_WORDS, _MAX_WORDS = 150, 700
_NORM = (350, 500)
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
    the user's own, and ``TODO`` in quotation marks is a sign.

    Wrong::

        {{hero}} opens the gate.

    Right::

        A courier in a red coat opens the gate.
    """
    text = check.text
    context = check.context
    own = "\n".join([*(line.text for line in context.dialogue or ()), *(context.visible_text or ())])
    matches = list(_TEMPLATE.finditer(text))
    if "TODO" in text or "TBD" in text or "FIXME" in text:
        covered = {offset for match in matches for offset in range(match.start(), match.end())}
        signs = (match for match in _SIGN.finditer(text) if match.start() not in covered)
        matches += [match for match in signs if not check.in_quote(match.start())]
    for match in matches:
        found = match.group()
        if own and found in own and (check.in_quote(match.start()) or check.in_dialogue(match.start())):
            continue
        yield Hit(Span(match.start(), match.end()), f"{found!r} looks like a variable that was not filled in")


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
            short = "fewer than 150" if count < _MIN_WORDS else "more than 700"
            yield Hit(main.header_span, f"{main.name} has {count} words, {short}", f"{_NORM[0]} to {_NORM[1]} words")


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
        last.body
        and last.name in check.mode.fields
        and len(last.body.split()) > 3
        and not _ENDS.search(last.body[-12:])
    ):
        end = last.body_span.end
        yield Hit(
            Span(max(last.body_span.start, end - 12), end), f"{last.name} ends without a full stop; it may be cut off"
        )


@rule(
    "LIM006",
    "length-not-made",
    Level.ERROR,
    evidence="Read from the servers' source; diffusers judges the rounded length.",
    needs=("backend", "duration"),
)
def length_not_made(check: Check) -> Iterator[Hit]:
    """The backend does not make clips of this length.

    diffusers takes 124 to 345 frames, the servers 107 to 362, the hosted API what whole seconds from 4 to 15 give.

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
    yield Hit(
        check.context.place("duration") or Span(0, 0),
        f"{server.name} makes no clip of {frames} frames ({float(grid.seconds(frames)):.3f} s); the nearest: {lengths}",
        lengths,
        in_file=True,
    )


LIMITS: tuple[Rule, ...] = (
    prompt_too_long,
    template_variable,
    main_field_length,
    reference_description_length,
    text_breaks_off,
    length_not_made,
)
