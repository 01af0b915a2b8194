"""LNG: English outside of the user's own words, visible text in its marks, words that can be filmed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher

from ..around import near, places
from ..document import Quote, Shot
from ..facts import Check
from ..findings import Edit, Level, Span
from ..lexicon import ABSTRACT_WORDS, FUNCTION_WORDS, NEUTRAL_WORDS, PLOT_PAIRS, PLOT_SEEDS, PLOT_WORDS
from ..modes import Mode
from ..patterns import lazy
from .base import Hit, Rule, rule

_NEVER = "Prompt guide; no official output breaks it."
_WORD = lazy(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_SINGLE = lazy(r"(?<![\w’])[‘‹『＂]([^‘’‹›『』＂\n]{1,120})[’›』＂](?!\w)")
# What stands before a visible text: the verb, or "the words".
_TELLS = lazy(
    r"(?:\b(?:read|reads|reading|say|says|saying|spell|spells|spelling|labelled|labeled|marked|titled|captioned|inscribed)|"
    r"\b(?:words?|letters|lettering|inscription|title|caption|line|text))[:,]? (?:in [\w ]{1,30} )?\Z",
    re.IGNORECASE,
)
_ABSTRACT_NOUN = (
    r"(?:love|hope|loss|truth|freedom|courage|friendship|faith|destiny|fate|grief|memory|memories|dreams?|life|longing|loneliness|"
    r"redemption|sacrifice|perseverance|belonging|identity|time|wonder|beauty|humanity|nature|self-discovery|growth|change|triumph|passion|"
    r"family|innocence|ambition|resilience|hardship|despair|joy|happiness|sorrow|revenge|forgiveness)"
)
# Each is a way to tell a plot or its meaning. They are tried on one sentence at a time.
_PLOT = lazy(
    r"\b(?:the|this) (?:video|film|clip|story|movie|tale|narrative) (?:tells|explores|conveys|celebrates|follows (?:the|a) (?:story|journey|"
    r"life)|is about(?! to\b))\b"
    r"|\b(?:the|this|each|every) (?:video|film|clip|story|scene|sequence|shot|movie|moment|journey|image) (?:conveys|symboli[sz]es|"
    r"represents|embodies|expresses|evokes|captures|celebrates|reflects) (?:\w+ ){0,3}?(?:essence|spirit|feeling|feelings|sense|magic|mood|"
    rf"emotions?|meaning|power|soul|{_ABSTRACT_NOUN})\b"
    rf"|\b(?:stor(?:y|ies)|tales?|journey|quest|meditation|metaphor) (?:of|about|for|on) (?:[\w-]+ ){{0,3}}?{_ABSTRACT_NOUN}\b"
    r"|\bthis is (?:a|the) (?:story|tale|journey)\b|\bjourney of self-discovery\b|\bfrom rags to riches\b|\bagainst all odds\b"
    r"|\b(?:years|months|weeks) later,? (?:he|she|they) (?:returns?|finds?|marr(?:y|ies)|becomes?|meets?|reali[sz]es?|learns?)\b"
    r"|\b(?:learns?|reali[sz]es?|understands?|discovers?) (?:that|the|what|how|his|her|their|an?) (?:\w+ ){0,3}?"
    r"(?:life|love|truth|lesson|meaning|past|destiny|fate|power|value|importance|friendship|freedom|strength|purpose)\b"
    r"|\bovercom(?:es?|ing) (?:\w+ )?(?:fears?|past|grief|obstacles?|odds|doubts?|loss|adversity|challenges?|hardships?)\b"
    r"|\bfalls? in love\b(?!-)|\bthe power of (?:love|friendship|hope|music|dreams)\b|\b(?:comes?|coming) to terms with\b"
    r"|\bstruggles? with (?:his|her|their) (?:past|grief|identity|guilt|loss|feelings)\b|\btorn between (?:love|duty|two worlds)\b"
    r"|\b(?:remembers?|recalls?|regrets?|mourns?) (?:his|her|their|the|all) (?:\w+ )?(?:career|life|childhood|past|youth|love|years|days|mistakes|"
    r"dreams?|losses)\b|\bembarks? on (?:a|an|his|her|their) (?:\w+ )?(?:journey|quest|adventure)\b|\bwill (?:never|ever) be the same\b"
    rf"|\b(?:true|deeper|hidden) meaning of\b|\btriumphs? over\b|\bgives? way to {_ABSTRACT_NOUN}\b"
    r"|\bfinds? (?:inner peace|(?:his|her|their) (?:purpose|destiny|true self))\b|\b(?:loses|losing|lost) (?:faith|all hope)\b"
    r"|\b(?:love|hope|courage|good|faith) (?:always )?(?:conquers|prevails|wins in the end|heals)\b|\bmatters most\b"
    rf"|\b(?:it|this|which|that|he|she) (?:symboli[sz]es|represents|embodies) (?:\w+ ){{0,2}}?{_ABSTRACT_NOUN}\b"
    r"|\bsaves? the (?:world|day|kingdom|galaxy)\b|\bdefeats? evil\b"
    r"|\bhaunted by (?:his|her|their) (?:past|memories)\b|\blittle (?:does|do|did) (?:he|she|they) know\b|\bseeks? revenge\b",
    re.IGNORECASE,
)
_NEGATIONS = frozenset("no not without never nothing nobody none isn't aren't doesn't don't won't can't cannot".split())
_READS = frozenset(
    "read reads reading say says saying spell spells spelling displays displaying titled labelled labeled bearing".split()
)
_WORD_NOUNS = frozenset("word words letters lettering inscription".split())
_SURFACES = frozenset(
    """
    sign signs label labels banner banners poster posters screen screens card cards note notes title titles caption billboard board boards text
    headline placard sticker plaque display ticket notice marquee signboard nameplate badge flyer leaflet subtitle inscription lettering
    billboards captions placards stickers plaques displays tickets notices badges flyers subtitles
    """.split()
)
_SURFACE = (
    r"(?:sign|label|banner|poster|screen|card|note|title|caption|billboard|board|text|headline|placard|sticker|plaque|display|ticket|"
    r"notice|marquee|signboard|nameplate|badge|flyer|leaflet|subtitle|inscription|lettering)s?"
)
_TEXT = r"(?P<{0}>'[^'\n]{{1,60}}'|[A-Z0-9][A-Z0-9'’!&:-]*[A-Z][A-Z0-9'’!&:-]*(?: [A-Z0-9][A-Z0-9'’!&:-]*)*{1})"
_UNQUOTED = lazy(
    rf"\b{_SURFACE}\b[^.;:!?\"\n]{{0,40}}?\b(?:reads?|reading|says?|saying|spells?|spelling|displays|displaying|titled|labelled|labeled|bearing):? (?:the (?:words?|title) )?"
    + _TEXT.format("read", r"|[A-Z][a-z'’]+(?: [A-Z][a-z'’]+)+")
    + rf"|\b(?:words?|letters|lettering|inscription) {_TEXT.format('word', '')}"
)
# What follows a visible text; "a screen, reading BBC headlines" has none.
_AFTER_TEXT = lazy(
    r"\s*(?:[.,;:)!?]|\Z|\b(?:in|on|above|below|across|over|under|and|with|along|beside|at|beneath|against|next|hangs?|glows?|swings?|is|are|"
    r"painted|stencilled|printed|written|carved|stitched|blinks?|flickers?|stands?|lights?|by|from|as|while|before|behind)\b)"
)


@rule("LNG001", "section-not-english", Level.ERROR, evidence=_NEVER)
def section_not_english(check: Check) -> Iterator[Hit]:
    """A whole field is not in English.

    Everything but dialogue, lyrics and visible text is English. Prose in another language is often spoken aloud.

    Wrong::

        overall_soundscape: 雨声和风声。

    Right::

        overall_soundscape: Rain and wind.
    """
    for part in check.foreign:
        if part.whole:
            yield Hit(
                part.section.body_span,
                f"{part.section.name} is not in English; only dialogue, lyrics and visible text keep their language",
            )


@rule("LNG002", "sentence-not-english", Level.WARNING, evidence="3 % of community prompts; no official output.")
def sentence_not_english(check: Check) -> Iterator[Hit]:
    """A sentence outside of dialogue and quotation marks is not in English.

    Wrong::

        A courier opens a gate. 她走进院子。

    Right::

        A courier opens a gate and walks into the yard.
    """
    for part in check.foreign:
        for span in () if part.whole else part.spans:
            yield Hit(
                span,
                f"{_short(span.of(check.text))!r} is not in English; only dialogue, lyrics and visible text keep their language",
            )


def _short(text: str, most: int = 40) -> str:
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def _single_quotes(check: Check) -> list[Quote]:
    """Visible text in single typographic marks: announced as such, or in capitals."""
    if not any(mark in check.text for mark in "‘‹『＂"):
        return []
    found: list[Quote] = []
    for section in check.prompt.sections:
        prose = check.prose(section.body_span)
        for match in _SINGLE.finditer(prose):
            if len(found) >= 2_000:
                return found
            text = match.group(1)
            if (
                text.isupper()
                or match.group()[0] in "『＂"
                or _TELLS.search(prose[max(0, match.start() - 50) : match.start()])
            ):
                start = section.body_span.start
                found.append(Quote(text, Span(start + match.start(), start + match.end()), section.name, True))
    return found


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
    for quote in (*check.prompt.quotes, *_single_quotes(check)):
        if quote.typographic and quote.section:
            start, end = quote.span
            # «OPEN» may be written « OPEN ».
            text = quote.text.strip()
            inner = start + 1 + len(quote.text) - len(quote.text.lstrip())
            edits = (Edit(start, inner, '"'), Edit(inner + len(text), end, '"')) if text and '"' not in text else ()
            message = (
                f"{_short(quote.span.of(check.text))} has typographic marks; visible text stands in plain double ones"
            )
            yield Hit(quote.span, message, f'"{text}"', edits, "plain double marks")


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
    quotes = [
        quote._replace(text=quote.text.strip()) if quote.typographic else quote
        for quote in (*check.prompt.quotes, *_single_quotes(check))
        if quote.section
    ]
    texts = {quote.text for quote in quotes}
    wanted = {text.strip(): None for text in check.context.visible_text or () if text.strip()}
    missing = [text for text in wanted if text not in texts and not _in_pieces(check, text, texts)]
    free = [quote for quote in quotes if quote.text not in wanted]
    # A brief of thousands of strings is matched without a search for the nearest.
    pairs = _nearest(missing, free) if len(missing) * len(free) < 2_000 else {}
    for text in missing:
        quote = pairs.get(text)
        if quote is None:
            place = _unquoted(check, text)
            edits = (Edit(*place, f'"{text}"'),) if place and '"' not in text else ()
            if place is None:
                place = check.prompt.main.header_span if check.prompt.main else Span(0, 0)
            message = f"the brief's visible text {_short(text)!r} does not stand in double quotation marks"
            yield Hit(place, message, f'"{text}"', edits, "the brief's text in marks")
        else:
            yield _differs(quote, text)
    yield from (_differs(quote, text) for quote, text in _slips(quotes, list(wanted), set(map(id, pairs.values()))))


def _differs(quote: Quote, text: str) -> Hit:
    tail = (
        quote.text[len(text) :]
        if quote.text.startswith(text) and quote.text[len(text) :] in (".", ",", "!", "?")
        else ""
    )
    close = '"' not in text and "\n" not in text and _ratio(quote.text, text) >= 0.75
    edits = (Edit(*quote.span, f'"{text}"{tail}'),) if close else ()
    message = f"the visible text {_short(quote.text)!r} differs from the brief's {_short(text)!r}; it stands verbatim, untranslated"
    return Hit(quote.span, message, f'"{text}"', edits, "the brief's text")


def _ratio(one: str, other: str) -> float:
    return SequenceMatcher(None, one[:200].lower(), other[:200].lower()).ratio()


def _in_pieces(check: Check, text: str, texts: set[str]) -> bool:
    """A text of several lines may be written as one string each, and one with marks of its own cannot be parsed."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return (len(lines) > 1 and all(line in texts for line in lines)) or ('"' in text and f'"{text}"' in check.text)


def _nearest(missing: list[str], free: list[Quote]) -> dict[str, Quote]:
    """The quote that each missing text is most likely meant by; what is left over pairs up when it is one each."""
    ranked = sorted(
        ((_ratio(quote.text, text), -index, text) for text in missing for index, quote in enumerate(free)), reverse=True
    )
    found: dict[str, Quote] = {}
    taken: set[int] = set()
    for ratio, index, text in ranked:
        if ratio >= 0.5 and text not in found and index not in taken:
            found[text] = free[-index]
            taken.add(index)
    left = [quote for index, quote in enumerate(free) if -index not in taken]
    open_texts = [text for text in missing if text not in found]
    if len(left) == len(open_texts) == 1:
        found[open_texts[0]] = left[0]
    return found


def _slips(quotes: list[Quote], wanted: list[str], known: set[int]) -> Iterator[tuple[Quote, str]]:
    """Strings that repeat one of the brief's with a slip, while the right one stands elsewhere."""
    if not wanted or len(quotes) * len(wanted) > 2_000:
        return
    for quote in quotes:
        if quote.text in wanted or id(quote) in known or len(quote.text) < 4:
            continue
        for text in wanted:
            if _letters(quote.text) != _letters(text) or quote.text.lower() == text.lower():
                if _ratio(quote.text, text) >= 0.85:
                    yield quote, text
                    break


def _letters(text: str) -> str:
    """The text without digits: "PLATFORM 2" beside "PLATFORM 1" is another sign and no slip."""
    return "".join(char for char in text if not char.isdigit()).lower()


def _unquoted(check: Check, text: str) -> Span | None:
    main = check.prompt.main
    if main is None:
        return None
    start = check.text.find(text, main.body_span.start, main.body_span.end)
    if start < 0 or check.in_dialogue(start):
        return None
    end = start + len(text)
    marked = check.text[start - 1 : start] == check.text[end : end + 1] == "'"
    return Span(start - 1, end + 1) if marked else Span(start, end)


@rule("LNG005", "visible-text-without-quotes", Level.WARNING, evidence="Field: unreadable signs.", fixable=True)
def visible_text_without_quotes(check: Check) -> Iterator[Hit]:
    """Visible text stands without quotation marks.

    Wrong::

        a sign that reads OPEN

    Right::

        a sign that reads "OPEN"
    """
    main = check.prompt.main
    if main is None:
        return
    words = check.words(main.body_span)
    hints = words & _WORD_NOUNS
    if not words.isdisjoint(_SURFACES):
        hints |= words & _READS
    if not hints:
        return
    prose = check.prose(main.body_span)
    brief = check.context.visible_text or ()
    told = looked = 0
    for place, _, _ in places(prose, hints):
        # The look at the word before has gone far enough.
        if place < looked:
            continue
        match = _UNQUOTED.search(prose, max(told, place - 80), place + 120)
        if match is None:
            looked = place + 40
            continue
        told = match.end()
        group = "read" if match.group("read") else "word"
        start, end = match.span(group)
        text = match.group(group).strip("'")
        # What the brief has is the business of the rule on its text.
        if text in brief or len(text) < 2 or not _AFTER_TEXT.match(prose, end):
            continue
        # "by a screen, reading The Times": somebody reads.
        if not text.isupper() and "," in prose[match.start() : start]:
            continue
        span = Span(main.body_span.start + start, main.body_span.start + end)
        message = f"{_short(text)!r} is visible text and stands in double quotation marks"
        yield Hit(span, message, f'"{text}"', (Edit(*span, f'"{text}"'),), "double quotation marks")


@rule("LNG006", "plot-or-abstract-words", Level.WARNING, evidence="Prompt guide.")
def plot_or_abstract_words(check: Check) -> Iterator[Hit]:
    """A sentence tells a plot or a feeling and shows nothing: plot summary or abstract words alone.

    The model films what can be seen and heard in seconds. Say what stands where, what moves, in which light.

    Wrong::

        An emotional journey of hope and destiny.

    Right::

        A woman on a wet platform lets go of a train's door handle.
    """
    for index, shot in enumerate(check.shots):
        words = check.words(shot.body_span)
        hints, seeds = words & PLOT_WORDS, words & PLOT_SEEDS
        if seeds:
            rows = (words & row for row in PLOT_PAIRS if not seeds.isdisjoint(row))
            hints = hints.union(*(row for row in rows if len(row) > 1))
        match = near(_PLOT, check.prose(shot.body_span), hints) if hints else None
        if match:
            start = shot.body_span.start
            place = Span(start + match.start(), start + match.end())
            yield Hit(place, f"{match.group()!r} tells a plot or its meaning; show what is seen and heard")
        elif len(words & ABSTRACT_WORDS) >= 2:
            yield from _abstract(check, shot, style=not index and check.mode is not Mode.REF2VA)


def _abstract(check: Check, shot: Shot, style: bool) -> Iterator[Hit]:
    """The first sentence of abstract words alone. `style`: the first one states the style, and may do so in a few of them."""
    for number, span in enumerate(check.sentences(shot.body_span)):
        prose = check.prose(span)
        if _shows_nothing(prose, 3 if style and not number else 2):
            yield Hit(span, f"{_short(prose)!r} has abstract words alone; show what is seen and heard")
            return


def _shows_nothing(sentence: str, least: int) -> bool:
    content = [word for word in _WORD.findall(sentence) if word.lower() not in FUNCTION_WORDS]
    # "Hope" within a sentence is somebody's name.
    abstract = sum(word.lower() in ABSTRACT_WORDS and (word.islower() or not at) for at, word in enumerate(content))
    concrete = len(content) - abstract - sum(word.lower() in NEUTRAL_WORDS for word in content)
    return abstract >= least and (concrete <= 1 if least < 3 else not concrete or abstract > 2 * concrete)


@rule(
    "LNG007",
    "negation",
    Level.INFO,
    evidence="39 % of the official outputs; the released weights evaluate no negative prompt.",
)
def negation(check: Check) -> Iterator[Hit]:
    """The description says what is not there.

    A denial names what it denies. Say what is there instead. One finding stands for all of a shot.

    Wrong::

        a street without people

    Right::

        an empty street
    """
    areas = [shot.body_span for shot in check.shots]
    if check.prompt.style.end > check.prompt.style.start:
        areas.insert(0, check.prompt.style)
    for area in areas:
        span = check.first_word(area, _NEGATIONS)
        if span:
            times = sum(word in _NEGATIONS for word in check.prose(area).lower().replace("’", "'").split())
            more = f" ({times} times in this shot)" if times > 1 else ""
            yield Hit(span, f"{span.of(check.text)!r} says what is not there{more}; say what is there instead")


LANGUAGE: tuple[Rule, ...] = (
    section_not_english,
    sentence_not_english,
    typographic_quotes,
    visible_text_differs,
    visible_text_without_quotes,
    plot_or_abstract_words,
    negation,
)
