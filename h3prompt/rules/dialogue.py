"""DLG: spoken and sung lines, their tags, their speakers and the brief's words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher, get_close_matches

from ..context import BriefLine
from ..document import Line
from ..facts import Check
from ..findings import Edit, Level, Span
from ..lexicon import LANGUAGE_ALIASES, LANGUAGES
from ..modes import MAIN_FIELDS
from ..patterns import lazy
from .base import Hit, Rule, rule

_NEVER = "Prompt guide; no official output breaks it."
_KNOWN = {language.lower(): language for language in LANGUAGES}
_TAG_FORM = lazy(
    r"<\s*/?\s*[dD]\s*>|<\s*(/?)\s*(?:dialogue|dialog|speech|spoken|say|line|voice)\s*>|\[\s*(/?)\s*(?:dialogue|dialog|speech)\s*\]",
    re.IGNORECASE,
)
_OTHER_TAG = lazy(r"\s*[({【（]\s*([A-Za-z]{2,20})\s*[)}】）]")
_CLOSERS = ".!?…。！？؟।»”\"’')）」』~♪—–-"
_VOCAL = lazy(
    r"\b(?:hum(?:s|med|ming)?|sing(?:s|ing)?|sang|chant(?:s|ed|ing)?|laugh(?:s|ed|ing|ter)?|giggl(?:e|es|ed|ing)|chuckl(?:e|es|ed|ing)"
    r"|scream(?:s|ed|ing)?|shout(?:s|ed|ing)?|shriek(?:s|ed|ing)?|cr(?:y|ies|ied|ying)|sob(?:s|bed|bing)?|gasp(?:s|ed|ing)?|sigh(?:s|ed|ing)?"
    r"|groan(?:s|ed|ing)?|moan(?:s|ed|ing)?|whistl(?:e|es|ed|ing)|yell(?:s|ed|ing)?|vocali[sz](?:e|es|ed|ing|ation)|mutter(?:s|ed|ing)?"
    r"|murmur(?:s|ed|ing)?|whisper(?:s|ed|ing)?|cheer(?:s|ed|ing)?|wail(?:s|ed|ing)?|howl(?:s|ed|ing)?|grunt(?:s|ed|ing)?|beatbox\w*|voices?)\b",
    re.IGNORECASE,
)
_VOICE_OVER = lazy(r"\bvoice-?\s?over\b|\bnarrat(?:es|ing|ion)\b", re.IGNORECASE)
_CUTOFF_TOKEN = lazy(r"<\|cutoff\|>")
_SPACES = lazy(r"\s+")


def _lines(check: Check) -> Iterator[tuple[int, Line]]:
    for index, line in enumerate(check.prompt.lines):
        if line.section in MAIN_FIELDS:
            yield index, line


def _head(line: Line) -> Span:
    return Span(line.span.start, min(line.span.start + 3, line.span.end))


@rule("DLG001", "unbalanced-dialogue", Level.ERROR, evidence=_NEVER)
def unbalanced_dialogue(check: Check) -> Iterator[Hit]:
    """A ``<d>`` is not closed, or a ``</d>`` closes nothing.

    Everything up to the next mark would be spoken.

    Wrong::

        She says: <d>[English] The gate is open. She leaves.

    Right::

        She says: <d>[English] The gate is open.</d> She leaves.
    """
    lines = check.prompt.lines
    for index, line in enumerate(lines):
        follower = lines[index + 1] if index + 1 < len(lines) else None
        if not line.closed and not (follower and follower.nested):
            yield Hit(_head(line), "this <d> is not closed; write </d> after the last word", "</d>")
    nested = [line.span.end for line in lines if line.nested]
    for span in check.prompt.stray_tags:
        # The second </d> of a nested line belongs to that finding.
        if not any(end <= span.start for end in nested[:1]):
            yield Hit(span, "this </d> closes nothing", "<d>[Language] …</d>")


@rule("DLG002", "nested-dialogue", Level.ERROR, evidence=_NEVER)
def nested_dialogue(check: Check) -> Iterator[Hit]:
    """A ``<d>`` stands inside another one.

    Wrong::

        <d>[English] He said <d>[English] go</d> to me.</d>

    Right::

        <d>[English] He said go to me.</d>
    """
    for line in check.prompt.lines:
        if line.nested:
            yield Hit(_head(line), "this <d> opens inside a line that is not closed yet", "</d>")


@rule("DLG003", "no-language-tag", Level.ERROR, evidence=_NEVER, fixable=True)
def no_language_tag(check: Check) -> Iterator[Hit]:
    """A line does not say its language.

    The tag is the English name of the language in square brackets, right after ``<d>``.

    Wrong::

        <d>The gate is open.</d>

    Right::

        <d>[English] The gate is open.</d>
    """
    for line in check.prompt.lines:
        if line.language is None and line.words:
            other = _OTHER_TAG.match(check.text, line.span.start + 3, line.span.end)
            word = other and _language(other.group(1))
            if other and word:
                edit = Edit(other.start(), other.end(), f"[{word}]")
                yield Hit(
                    Span(other.start(), other.end()), "the language stands in square brackets", f"[{word}]", (edit,)
                )
            else:
                yield Hit(_head(line), "the line has no language tag", "<d>[English] …</d>")
        elif line.language == "":
            yield Hit(line.tag_span, "the language tag is empty", "[English]")


def _language(word: str) -> str | None:
    lowered = word.strip().lower()
    return _KNOWN.get(lowered) or LANGUAGE_ALIASES.get(lowered)


@rule("DLG004", "dialogue-outside-main-field", Level.ERROR, evidence=_NEVER)
def dialogue_outside_main_field(check: Check) -> Iterator[Hit]:
    """A line stands in another field than the description.

    Lines are spoken at a place in a shot. In the soundscape, the music or the summary they have none.

    Wrong::

        overall_soundscape: Rain, and <d>[English] Hello.</d>

    Right::

        integrated_multimodal_description: [Shot 1] … says: <d>[English] Hello.</d>
    """
    for line in check.prompt.lines:
        if line.section and line.section not in MAIN_FIELDS:
            yield Hit(_head(line), f"a line stands in {line.section}; lines belong to {check.mode.main_field}")


@rule("DLG005", "empty-line", Level.ERROR, evidence=_NEVER)
def empty_line(check: Check) -> Iterator[Hit]:
    """A line has no words.

    Wrong::

        <d>[English] </d>

    Right::

        <d>[English] The gate is open.</d>
    """
    for line in check.prompt.lines:
        if line.closed and not line.spoken:
            yield Hit(line.span, "the line has no words; write them or remove the line")


@rule("DLG006", "dialogue-tag-form", Level.ERROR, evidence="The tokenizer knows <d> and </d> alone.", fixable=True)
def dialogue_tag_form(check: Check) -> Iterator[Hit]:
    """The tags of a line are written in another form than ``<d>`` and ``</d>``.

    Both are single tokens of the model; another spelling is prose to it.

    Wrong::

        <dialogue>[English] The gate is open.</dialogue>

    Right::

        <d>[English] The gate is open.</d>
    """
    for match in _TAG_FORM.finditer(check.text):
        written = match.group()
        if written not in ("<d>", "</d>"):
            right = "</d>" if "/" in written else "<d>"
            span = Span(match.start(), match.end())
            yield Hit(span, f"the tag {written} is written {right}", right, (Edit(*span, right),))


def _fold(words: str) -> str:
    return _SPACES.sub(" ", words).strip()


def _joined(check: Check) -> list[tuple[int, str, bool]]:
    """(index of the line, its words, whether it runs over a cut) with the parts of a split line joined."""
    found: list[tuple[int, str, bool]] = []
    open_part = False
    for index, line in _lines(check):
        if open_part and line.continues_from and found:
            first, words, _ = found[-1]
            found[-1] = (first, f"{words} {_fold(line.spoken)}".strip(), True)
        else:
            found.append((index, _fold(line.spoken), line.continues_to))
        open_part = line.continues_to
    return found


def _same(joined: tuple[int, str, bool], brief: BriefLine) -> bool:
    _, words, split = joined
    wanted = _fold(brief.text)
    return words == wanted or (split and words.replace(" ", "") == wanted.replace(" ", ""))


@rule("DLG007", "words-differ-from-brief", Level.ERROR, evidence=_NEVER, needs=("dialogue",), fixable=True)
def words_differ_from_brief(check: Check) -> Iterator[Hit]:
    """The lines are not the brief's: other words, another order, another language, another speaker, one missing or added.

    The words are the user's and stand verbatim, punctuation included. A line that runs over a cut counts as one; the marks
    ``<scenetrans>`` and ``<cutoff>`` do not count.

    Wrong::

        dialogue: [{speaker: S1, text: The gate is open.}]
        … <d>[English] The gate is now open.</d>

    Right::

        … <d>[English] The gate is open.</d>
    """
    brief = check.context.dialogue or ()
    joined = _joined(check)
    text = [words for _, words, _ in joined]
    # A split line is compared without blanks, so that a language without them can be cut anywhere.
    by_compact = {_fold(line.text).replace(" ", ""): _fold(line.text) for line in brief}
    text = [by_compact.get(words.replace(" ", ""), words) if split else words for (_, words, split) in joined]
    wanted = [_fold(line.text) for line in brief]
    if wanted == text:
        for brief_line, (index, _, _) in zip(brief, joined, strict=True):
            yield from _same_voice(check, index, brief_line)
        return
    for tag, a, b, c, d in SequenceMatcher(None, wanted, text, autojunk=False).get_opcodes():
        if tag == "equal":
            for brief_line, (index, _, _) in zip(brief[a:b], joined[c:d], strict=True):
                yield from _same_voice(check, index, brief_line)
            continue
        paired = min(b - a, d - c)
        for brief_line, (index, words, split) in zip(brief[a : a + paired], joined[c : c + paired], strict=True):
            yield _different(check, index, words, split, brief_line)
        for brief_line in brief[a + paired : b]:
            place = check.prompt.lines[joined[c + paired][0]].span if c + paired < len(joined) else _field(check)
            yield Hit(
                Span(place.start, min(place.start + 3, place.end)),
                f"the brief's line {brief_line.text!r} is missing",
                brief_line.text,
            )
        for index, words, _ in joined[c + paired : d]:
            yield Hit(check.prompt.lines[index].words_span, f"the brief has no line {words!r} here")


def _field(check: Check) -> Span:
    main = check.prompt.main
    return main.header_span if main else Span(0, 0)


def _different(check: Check, index: int, words: str, split: bool, brief: BriefLine) -> Hit:
    line = check.prompt.lines[index]
    wanted = _fold(brief.text)
    close = SequenceMatcher(None, words[:400], wanted[:400]).ratio() > 0.6
    edits = (
        (Edit(*line.words_span, brief.text.strip()),)
        if close and not split and line.words == line.spoken and line.closed
        else ()
    )
    return Hit(
        line.words_span, f"the words differ from the brief's: {wanted!r}", brief.text, edits, "the brief's words"
    )


def _same_voice(check: Check, index: int, brief: BriefLine) -> Iterator[Hit]:
    line, attribution = check.prompt.lines[index], check.attributions[index]
    if (
        brief.language
        and line.language
        and (_language(brief.language) or brief.language) != (_language(line.language) or line.language)
    ):
        yield Hit(
            line.tag_span, f"the line is tagged {line.language}; the brief says {brief.language}", f"[{brief.language}]"
        )
    if brief.speaker and attribution.ids and not brief.speaker.strip("<>").lower().startswith("audio"):
        ids = {name.strip() for name in brief.speaker.split(",")}
        if ids.isdisjoint(attribution.ids):
            spoken = ", ".join(attribution.ids)
            yield Hit(
                line.span,
                f"the line is spoken by {spoken}; the brief gives it to {brief.speaker}",
                f"({brief.speaker})",
            )


@rule("DLG008", "line-without-speaker", Level.WARNING, evidence="6 % of the official outputs, all with one speaker.")
def line_without_speaker(check: Check) -> Iterator[Hit]:
    """No speaker id stands near a line.

    With two or more speakers it is an error: nobody can tell who speaks. Speakers are counted in the brief's dialogue, or by
    the ids in the text. Words that are heard in a reused track have ``<Audio N>`` as their source instead.

    Wrong::

        The courier says: <d>[English] The gate is open.</d>

    Right::

        The courier (S1) says: <d>[English] The gate is open.</d>
    """
    previous: Line | None = None
    for index, line in _lines(check):
        carried = line.continues_from and previous is not None and previous.continues_to
        if not check.attributions[index].known and not carried and line.spoken:
            several = check.speaker_count >= 2
            yield Hit(
                _head(line),
                "no speaker id stands with this line" + (", and there are several speakers" if several else ""),
                "(S1)",
                level=Level.ERROR if several else None,
            )
        previous = line


@rule(
    "DLG009", "unknown-language", Level.WARNING, evidence="1 % of community prompts; no official output.", fixable=True
)
def unknown_language(check: Check) -> Iterator[Hit]:
    """The language tag is none of the words that the guide calls stable.

    Arabic, Chinese, English, French, German, Italian, Japanese, Korean, Portuguese, Russian, Spanish. Codes and dialect names
    have a fix; another language may come out in a stable one.

    Wrong::

        <d>[zh] 门开了。</d>

    Right::

        <d>[Chinese] 门开了。</d>
    """
    for line in check.prompt.lines:
        if not line.language or line.language in LANGUAGES:
            continue
        right = _language(line.language)
        near = get_close_matches(line.language.capitalize(), LANGUAGES, n=1, cutoff=0.7)
        edits = (Edit(*line.tag_span, f"[{right}]"),) if right else ()
        yield Hit(
            line.tag_span,
            f"{line.language!r} is no language tag that the guide has; it has {', '.join(LANGUAGES)}",
            right or (near[0] if near else None),
            edits,
        )


@rule("DLG010", "speaker-without-line", Level.WARNING, evidence="4 % of community prompts; no official output.")
def speaker_without_line(check: Check) -> Iterator[Hit]:
    """A speaker id belongs to nobody who speaks.

    Ids are for sources of voices: who speaks, sings, hums, or is heard off screen. Someone who stays silent has none, and an
    id of theirs invites the model to let them talk.

    Wrong::

        A guard (S2) watches.

    Right::

        A guard watches.
    """
    if not check.prompt.speakers:
        return
    spoken: set[str] = set()
    for attribution in check.attributions:
        spoken.update(attribution.ids)
    if check.context.dialogue:
        named = {name.strip() for line in check.context.dialogue if line.speaker for name in line.speaker.split(",")}
        if any(name.startswith("S") for name in named):
            spoken = named
    told: set[str] = set()
    for speaker in check.prompt.speakers:
        for name in speaker.ids:
            if name in spoken or name in told:
                continue
            sentence = check.sentence_at(speaker.span.start)
            if _VOCAL.search(check.text, sentence.start, sentence.end) or speaker.section not in MAIN_FIELDS:
                spoken.add(name)
                continue
            told.add(name)
            yield Hit(
                speaker.span, f"{name} has no line and makes no sound; a silent person has no id", "remove the id"
            )


@rule("DLG011", "speaker-order", Level.WARNING, evidence="Prompt guide.")
def speaker_order(check: Check) -> Iterator[Hit]:
    """Speaker ids do not count up in the order in which the voices are first heard.

    Wrong::

        The guard (S2) asks: <d>…</d> The courier (S1) answers: <d>…</d>

    Right::

        The guard (S1) asks: <d>…</d> The courier (S2) answers: <d>…</d>
    """
    text = [
        (name, speaker.span)
        for speaker in check.prompt.speakers
        if speaker.section in MAIN_FIELDS
        for name in speaker.ids
    ]
    slip = _first_out_of_row(name for name, _ in text)
    if slip is None:
        return
    heard = [name for attribution in check.attributions for name in attribution.ids if len(attribution.ids) == 1]
    late = _first_out_of_row(heard) if heard else slip
    if late is not None:
        expected, name = slip
        span = next(span for other, span in text if other == name)
        yield Hit(
            span, f"{name} is heard where {expected} would be first; ids count up by first voice", f"({expected})"
        )


def _first_out_of_row(names: Iterator[str] | list[str]) -> tuple[str, str] | None:
    """(the id that would be next, the id that stands there) at the first id that is out of the row S1, S2, …"""
    seen: set[str] = set()
    for name in names:
        if name not in seen:
            expected = f"S{len(seen) + 1}"
            if name != expected:
                return expected, name
            seen.add(name)
    return None


@rule("DLG012", "voice-over-lips", Level.WARNING, evidence="Field: on-screen lips speak the voice-over.")
def voice_over_lips(check: Check) -> Iterator[Hit]:
    """A voice-over without saying that the visible person's lips stay closed.

    Without the statement the most visible face speaks the words. It stands right after the line.

    Wrong::

        The woman (S1) says in an off-screen voiceover: <d>[English] I never left.</d>

    Right::

        … <d>[English] I never left.</d> Her lips stay closed.
    """
    for index, line in _lines(check):
        shot = check.shot_index(line.span.start)
        if shot is None:
            continue
        body = check.shots[shot].span
        lines = check.prompt.lines
        floor = max(body.start, lines[index - 1].span.end if index else 0)
        lead = max(floor, line.span.start - 200)
        if not _VOICE_OVER.search(check.text, lead, line.span.start):
            continue
        stop = min(body.end, lines[index + 1].span.start) if index + 1 < len(lines) else body.end
        if not check.has_person(shot) or check.lips_closed(Span(line.span.end, body.end)):
            continue
        if not check.lips_closed(Span(line.span.end, stop)):
            yield Hit(
                _head(line),
                "a voice-over; say right after it that the visible person's lips stay closed",
                "Her lips stay closed.",
            )


@rule("DLG013", "scene-transition", Level.WARNING, evidence="Prompt guide.")
def scene_transition(check: Check) -> Iterator[Hit]:
    """A line that runs over a cut is not marked on both sides.

    ``<scenetrans>`` stands inside the line, at the end of the first part and at the start of the second.

    Wrong::

        <d>[English] We never<scenetrans></d> [Shot 2] … <d>[English] came back.</d>

    Right::

        <d>[English] We never <scenetrans></d> [Shot 2] … <d>[English] <scenetrans> came back.</d>
    """
    previous: Line | None = None
    for _, line in _lines(check):
        if previous is not None and previous.continues_to and not line.continues_from:
            yield Hit(previous.span, "the line goes on over the cut, but the next one does not open with <scenetrans>")
        elif line.continues_from and not (previous and previous.continues_to):
            yield Hit(_head(line), "the line opens with <scenetrans>, but the one before does not end with it")
        inner = line.words.removeprefix("<scenetrans>").removesuffix("<scenetrans>")
        if "<scenetrans>" in inner:
            yield Hit(
                line.words_span, "<scenetrans> stands at the end of the first part and at the start of the second"
            )
        previous = line
    if previous is not None and previous.continues_to:
        yield Hit(previous.span, "the line goes on over the cut, but no line follows")
    start = check.text.find("<scenetrans>")
    while start >= 0:
        if not check.in_dialogue(start):
            yield Hit(Span(start, start + 12), "<scenetrans> stands outside of a line; it belongs inside <d>…</d>")
        start = check.text.find("<scenetrans>", start + 12)


@rule("DLG014", "cutoff-token", Level.INFO, evidence="The tokenizer knows <|cutoff|>, the guide writes <cutoff>.")
def cutoff_token(check: Check) -> Iterator[Hit]:
    """The end of cut-off speech is marked by the tokenizer's ``<|cutoff|>`` instead of the guide's ``<cutoff>``.

    Guide and tokenizer disagree; nobody has measured which works better. The guide's form is the default.

    Wrong::

        <d>[English] Wait, I have<|cutoff|></d>

    Right::

        <d>[English] Wait, I have<cutoff></d>
    """
    for match in _CUTOFF_TOKEN.finditer(check.text):
        yield Hit(Span(match.start(), match.end()), "the guide writes <cutoff>", "<cutoff>")


@rule("DLG015", "cutoff-place", Level.WARNING, evidence="Prompt guide.")
def cutoff_place(check: Check) -> Iterator[Hit]:
    """``<cutoff>`` stands elsewhere than at the end of the last line.

    Wrong::

        <d>[English] Wait, <cutoff> I have</d>

    Right::

        <d>[English] Wait, I have<cutoff></d>
    """
    last = check.prompt.lines[-1] if check.prompt.lines else None
    for line in check.prompt.lines:
        if line.cut_off and (line is not last or not line.words.endswith(("<cutoff>", "<|cutoff|>"))):
            yield Hit(line.words_span, "speech is cut off by the end of the clip: <cutoff> ends the last line")


@rule("DLG016", "line-punctuation", Level.INFO, evidence="11 % of the official outputs.")
def line_punctuation(check: Check) -> Iterator[Hit]:
    """A line does not end in closing punctuation.

    The model takes intonation from it. Words stay the user's: nothing is changed by itself.

    Wrong::

        <d>[English] The gate is open</d>

    Right::

        <d>[English] The gate is open.</d>
    """
    for line in check.prompt.lines:
        words = line.spoken
        if words and line.closed and not line.cut_off and not line.continues_to and words[-1] not in _CLOSERS:
            if not words.endswith("[unclear]"):
                yield Hit(
                    Span(line.words_span.end - 1, line.words_span.end), "the line does not end in closing punctuation"
                )


DIALOGUE: tuple[Rule, ...] = (
    unbalanced_dialogue,
    nested_dialogue,
    no_language_tag,
    dialogue_outside_main_field,
    empty_line,
    dialogue_tag_form,
    words_differ_from_brief,
    line_without_speaker,
    unknown_language,
    speaker_without_line,
    speaker_order,
    voice_over_lips,
    scene_transition,
    cutoff_token,
    cutoff_place,
    line_punctuation,
)
