"""LNG: English outside of the user's own words, visible text in its marks, words that can be filmed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher

from ..document import Section
from ..facts import Check
from ..findings import Edit, Level, Span
from ..lexicon import ABSTRACT_WORDS, FOREIGN_WORDS, FUNCTION_WORDS
from ..modes import FIELDS, MAIN_FIELDS
from ..patterns import lazy
from .base import Hit, Rule, rule

_NEVER = "Prompt guide; no official output breaks it."
# A letter outside of the Latin script.
_OTHER_SCRIPT = lazy(
    r"[\u0370-\u1dbf\u2c00-\u2dff\u2e80-\ua6ff\ua840-\uab2f\uac00-\ud7ff\uf900-\ufaff\ufb1d-\ufdff\ufe70-\ufefe]"
)
_WORD = lazy(r"[a-zà-öø-ÿœ]+(?:['’][a-zà-öø-ÿ]+)?")
_LETTER = lazy(r"[^\W\d_]")
_PLOT = lazy(
    r"\b(?:tell(?:s|ing)?|follow(?:s|ing)?|explor(?:es|ing)) the (?:story|journey|tale|life) of\b|\bthe (?:story|tale) is about|\bthe (?:video|film|clip|story|scene) (?:tells"
    r"|explores|conveys|symboli[sz]es|represents|captures the essence)\b|\bthis is (?:a|the) story\b|\bover the (?:next |following |past )?(?:years|months|weeks)\b"
    r"|\b(?:many|several|some|ten|five) (?:years|months|weeks) later\b|\b(?:he|she|they) (?:finally |slowly )?(?:learns?|reali[sz]es?|understands?) (?:that|the|how|what|his|her|their)\b"
    r"|\bovercom(?:es?|ing) (?:his|her|their|all) \w+|\bjourney of self-discovery\b|\bfalls? in love\b|\bthe power of (?:love|friendship|hope|music|dreams)\b"
    r"|\bstruggles? with (?:his|her|their) (?:past|grief|identity|guilt|loss)\b|\bcome to terms with\b|\bfrom rags to riches\b",
    re.IGNORECASE,
)
_PLOT_WORDS = frozenset(
    """
    story journey tale life conveys symbolises symbolizes represents explores explore essence years months weeks learn learns realise
    realises realize realizes understand understands overcome overcomes overcoming love power struggle struggles terms rags
    """.split()
)
_NEGATION = lazy(
    r"\b(?:no|not|without|never|nothing|nobody|none|isn't|aren't|doesn't|don't|won't|can't|cannot)\b", re.IGNORECASE
)
_NEGATIONS = frozenset(
    (
        "no",
        "not",
        "without",
        "never",
        "nothing",
        "nobody",
        "none",
        "isn't",
        "aren't",
        "doesn't",
        "don't",
        "won't",
        "can't",
        "cannot",
    )
)
_READS = frozenset(("read", "reads", "reading", "say", "says", "saying", "spell", "spells", "spelling"))
_UNQUOTED = lazy(
    r"\b(?:sign|label|banner|poster|screen|card|note|title|caption|billboard|board|text|headline|placard|sticker|plaque|display|ticket)s?\b"
    r"[^.;:!?\"\n]{0,40}?\b(?:reads?|reading|says?|saying|spells?|spelling)\b:? (?:the words? )?([A-Z0-9][A-Z0-9'’!&-]+(?: [A-Z0-9'’!&-]+)*)(?![a-z])"
)


def _foreign(text: str) -> bool:
    """Whether a stretch of prose is not English: by its script, or by the small words of a Latin-script language."""
    if not text.isascii():
        letters = len(_LETTER.findall(text))
        if letters and len(_OTHER_SCRIPT.findall(text)) >= max(3, 0.3 * letters):
            return True
    words = _WORD.findall(text.lower())
    if len(words) < 4:
        return False
    english = sum(word in FUNCTION_WORDS for word in words)
    foreign = max(sum(word in small for word in words) for small in FOREIGN_WORDS.values())
    foreign += sum(not word.isascii() for word in words)
    return foreign >= 3 and foreign > 2 * english and foreign >= 0.2 * len(words)


def _suspect(check: Check, section: Section) -> bool:
    """A cheap look: most prompts have no other script and next to none of the small words."""
    prose = check.prose(section.body_span)
    if not prose.isascii() and _OTHER_SCRIPT.search(prose):
        return True
    words = check.words(section.body_span)
    accents = 0 if prose.isascii() else sum(not word.isascii() for word in words)
    return any(len(words & small) + accents >= 3 for small in FOREIGN_WORDS.values())


def _foreign_parts(check: Check, section: Section) -> tuple[list[Span], bool]:
    """The sentences that are not English, and whether the whole section is not."""
    if not section.body or section.name not in FIELDS or not _suspect(check, section):
        return [], False
    sentences = check.sentences(section.body_span)
    found = [span for span in sentences if _foreign(check.prose(span))]
    weight = {
        span: len(check.prose(span).split()) + len(_OTHER_SCRIPT.findall(check.prose(span))) for span in sentences
    }
    whole = sum(weight[span] for span in found) > 0.6 * max(1, sum(weight.values()))
    return found, bool(found) and whole


@rule("LNG001", "section-not-english", Level.ERROR, evidence=_NEVER)
def section_not_english(check: Check) -> Iterator[Hit]:
    """A whole field is not in English.

    Everything but dialogue, lyrics and visible text is English. Prose in another language is often spoken aloud.

    Wrong::

        overall_soundscape: 雨声和风声。

    Right::

        overall_soundscape: Rain and wind.
    """
    for section in check.prompt.sections:
        if _foreign_parts(check, section)[1]:
            yield Hit(
                section.body_span,
                f"{section.name} is not in English; only dialogue and visible text keep their language",
            )


@rule("LNG002", "sentence-not-english", Level.WARNING, evidence="3 % of community prompts; no official output.")
def sentence_not_english(check: Check) -> Iterator[Hit]:
    """A sentence outside of dialogue and quotation marks is not in English.

    Wrong::

        A courier opens a gate. 她走进院子。

    Right::

        A courier opens a gate and walks into the yard.
    """
    for section in check.prompt.sections:
        found, whole = _foreign_parts(check, section)
        if not whole:
            for span in found:
                yield Hit(span, "the sentence is not in English; only dialogue and visible text keep their language")


@rule(
    "LNG003",
    "typographic-quotes",
    Level.WARNING,
    evidence="2 % of community prompts; no official output.",
    fixable=True,
)
def typographic_quotes(check: Check) -> Iterator[Hit]:
    """Visible text stands in typographic quotation marks.

    The guide's marks are plain double ones.

    Wrong::

        a sign that reads “OPEN”

    Right::

        a sign that reads "OPEN"
    """
    for quote in check.prompt.quotes:
        if quote.typographic and quote.section:
            span = quote.span
            edits = (
                (Edit(span.start, span.start + 1, '"'), Edit(span.end - 1, span.end, '"'))
                if '"' not in quote.text
                else ()
            )
            yield Hit(
                span, "visible text stands in plain double quotation marks", f'"{quote.text}"', edits, "plain marks"
            )


@rule("LNG004", "visible-text-differs", Level.ERROR, evidence=_NEVER, needs=("visible_text",), fixable=True)
def visible_text_differs(check: Check) -> Iterator[Hit]:
    """The visible text is not the brief's.

    Every string of the brief stands in double quotation marks, letter for letter, untranslated.

    Wrong::

        visible_text: [OPEN TODAY]
        … a sign that reads "OPEN" …

    Right::

        … a sign that reads "OPEN TODAY" …
    """
    quotes = [quote for quote in check.prompt.quotes if quote.section]
    texts = {quote.text for quote in quotes}
    wanted = check.context.visible_text or ()
    free = [quote for quote in quotes if quote.text not in wanted]
    for text in wanted:
        if text in texts:
            continue
        near = max(free, key=lambda quote: _ratio(quote.text, text), default=None)
        if near is not None and _ratio(near.text, text) >= 0.5:
            free.remove(near)
            safe = '"' not in text and "\n" not in text
            edits = (Edit(*near.span, f'"{text}"'),) if safe and _ratio(near.text, text) >= 0.75 else ()
            yield Hit(
                near.span, f"the visible text differs from the brief's {text!r}", f'"{text}"', edits, "the brief's text"
            )
        else:
            place = _unquoted(check, text) or (check.prompt.main.header_span if check.prompt.main else Span(0, 0))
            yield Hit(place, f"the brief's visible text {text!r} does not stand in double quotation marks", f'"{text}"')


def _ratio(one: str, other: str) -> float:
    return SequenceMatcher(None, one[:200].lower(), other[:200].lower()).ratio()


def _unquoted(check: Check, text: str) -> Span | None:
    main = check.prompt.main
    if main is None or not text:
        return None
    start = check.text.find(text, main.body_span.start, main.body_span.end)
    return Span(start, start + len(text)) if start >= 0 else None


@rule("LNG005", "visible-text-without-quotes", Level.WARNING, evidence="Field: unreadable signs.", fixable=True)
def visible_text_without_quotes(check: Check) -> Iterator[Hit]:
    """Visible text stands without quotation marks.

    Wrong::

        a sign that reads OPEN

    Right::

        a sign that reads "OPEN"
    """
    main = check.prompt.main
    if main is None or check.words(main.body_span).isdisjoint(_READS):
        return
    for match in _UNQUOTED.finditer(check.prose(main.body_span)):
        start, end = match.span(1)
        if end - start >= 2 and re.search("[A-Z]{2}", match.group(1)):
            span = Span(main.body_span.start + start, main.body_span.start + end)
            text = span.of(check.text)
            yield Hit(
                span,
                f'visible text stands in double quotation marks: "{text}"',
                f'"{text}"',
                (Edit(*span, f'"{text}"'),),
            )


@rule("LNG006", "plot-or-abstract-words", Level.WARNING, evidence="Prompt guide.")
def plot_or_abstract_words(check: Check) -> Iterator[Hit]:
    """A sentence tells a plot or a feeling and shows nothing.

    The model films what can be seen and heard in seconds. Say what stands where, what moves, in which light.

    Wrong::

        An emotional journey of hope and destiny.

    Right::

        A woman on a wet platform lets go of a train's door handle.
    """
    for shot in check.shots:
        words = check.words(shot.body_span)
        abstract_here = not words.isdisjoint(ABSTRACT_WORDS)
        if not abstract_here and words.isdisjoint(_PLOT_WORDS):
            continue
        prose = check.prose(shot.body_span).lower()
        plot = _PLOT.search(prose)
        if plot:
            start = shot.body_span.start + plot.start()
            yield Hit(
                Span(start, start + len(plot.group())), f"{plot.group()!r} tells a plot; show what is seen and heard"
            )
        elif abstract_here and sum(word in ABSTRACT_WORDS for word in _WORD.findall(prose)) >= 3:
            for span in check.sentences(shot.body_span):
                content = [word for word in _WORD.findall(check.prose(span).lower()) if word not in FUNCTION_WORDS]
                abstract = sum(word in ABSTRACT_WORDS for word in content)
                if abstract >= 3 and abstract >= 0.5 * len(content):
                    yield Hit(span, "the sentence has abstract words alone; show what is seen and heard")


@rule(
    "LNG007",
    "negation",
    Level.INFO,
    evidence="39 % of the official outputs; the released weights evaluate no negative prompt.",
)
def negation(check: Check) -> Iterator[Hit]:
    """The description says what is not there.

    A denial names what it denies. Say what is there instead. One finding stands for all of them.

    Wrong::

        a street without people

    Right::

        an empty street
    """
    for section in check.prompt.sections:
        if section.name in MAIN_FIELDS and not check.words(section.body_span).isdisjoint(_NEGATIONS):
            found = list(_NEGATION.finditer(check.prose(section.body_span)))
            if found:
                start = section.body_span.start + found[0].start()
                times = "" if len(found) == 1 else f" ({len(found)} in the field)"
                yield Hit(
                    Span(start, start + len(found[0].group())), f"{found[0].group()!r} says what is not there{times}"
                )


LANGUAGE: tuple[Rule, ...] = (
    section_not_english,
    sentence_not_english,
    typographic_quotes,
    visible_text_differs,
    visible_text_without_quotes,
    plot_or_abstract_words,
    negation,
)
