"""DLG007: the lines of a prompt against the brief's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from ..context import BriefLine
from ..document import Line
from ..facts import Check
from ..findings import Edit, Level, Span
from ..lexicon import LANGUAGES
from ..patterns import lazy
from ..people import PERSON_NOUNS
from .base import Hit, rule
from .lines import compact, fold, head, language, main_lines, unreadable, without_marks

_WORD = lazy(r"<(?:Subject|Picture|Video|Audio) \d+>|[A-Za-z][A-Za-z'’-]*")
_SUBJECTS = frozenset(("he", "she", "they", "who", "voice", "narrator"))
# Words before an id after which it may be the listener's, and a clause with a speaker of its own.
_ASIDE = frozenset("at to toward towards beside past near behind after for opposite facing before against next".split())
_CUT_TO = lazy(r"\A\[Shot \d+\][^\[\]]{0,30}\b(?:camera|shot) (?:cuts|transitions|changes|switches) to\b")
_PRONOUN = lazy(r"(?:He|She|They|His|Her|Their)\b")
_SPEAKS = lazy(
    r"\b(?:the|an?|his|her|their|another|one|other)\s[\w'’-]+(?:\s(?!and\b|then\b|but\b|or\b)[\w'’-]+){0,2}\s(?:says?|asks?|answers?|repl(?:y|ies)|adds?|calls?|"
    r"whispers?|murmurs?|shouts?|mutters?|continues?|remarks?|sings?|responds?|announces?|begins?)\b"
)
#: Lists of lines longer than this are compared place by place; no brief of one clip comes near.
_MOST = 400


class _Said(NamedTuple):
    """A line of the text, or several that are the parts of one. `indexes` are those of ``prompt.lines``."""

    indexes: tuple[int, ...]
    words: str
    split: bool = False


class _Pairs(NamedTuple):
    """The brief's lines and the text's, as far as they belong together."""

    equal: list[tuple[BriefLine, _Said]]
    different: list[tuple[BriefLine, _Said]]
    moved: list[tuple[BriefLine, _Said]]
    missing: list[tuple[BriefLine, int]]  # with the place among the text's lines where it would stand
    added: list[_Said]


@rule(
    "DLG007",
    "words-differ-from-brief",
    Level.ERROR,
    evidence="Prompt guide; no official output breaks it.",
    needs=("dialogue",),
    fixable=True,
)
def words_differ_from_brief(check: Check) -> Iterator[Hit]:
    """The lines are not the brief's: other words, another order, another language, another speaker, one missing or added.

    The words are the user's and stand verbatim, punctuation and capitals included; only blanks do not count. A line that runs
    over a cut counts as one, and so do the marks ``<scenetrans>`` and ``<cutoff>`` as none. When one line alone differs and is
    close to the brief's, the fix puts the brief's words in its place. A speaker counts as another one only where the sentence
    names nobody else.

    Wrong::

        dialogue: [{speaker: S1, text: The gate is open.}]
        … <d>[English] The gate is now open.</d>

    Right::

        … <d>[English] The gate is open.</d>
    """
    brief = check.context.dialogue or ()
    lines = list(main_lines(check))
    if [_plain(line.words) for _, line in lines] == [_plain(line.text) for line in brief]:
        for line, (index, _) in zip(brief, lines, strict=True):
            yield from _same_voice(check, index, line)
        return
    said = list(_said(check, brief))
    pairs = _pairs(brief, said)
    for line, spoken in pairs.equal:
        yield from _same_voice(check, spoken.indexes[0], line)
        for index in spoken.indexes[1:]:
            yield from _same_language(check, index, line)
    if len(pairs.equal) == len(brief) == len(said):
        return
    # One wrong tag makes one finding: what it does to the words is not told again.
    excused = Counter(compact(line.spoken) for line in check.prompt.lines)
    blind = unreadable(check)
    different = [pair for pair in pairs.different if not _guessed(check, *pair)]
    added = [spoken for spoken in pairs.added if not _unsure(check, spoken)]
    missing = [pair for pair in pairs.missing if not blind and not excused[compact(pair[0].text)]]
    alone = len(different) + len(added) + len(missing) + len(pairs.moved) == 1
    for line, spoken in different:
        yield _different(check, spoken, line, alone)
    for line, spoken in pairs.moved:
        message = f"the line {line.text!r} stands in another place than in the brief"
        yield Hit(check.prompt.lines[spoken.indexes[0]].words_span, message, "the brief's order")
    for line, place in missing:
        yield Hit(_place(check, said, place, line), f"the brief's line {line.text!r} is missing", line.text)
    for spoken in added:
        line_span = check.prompt.lines[spoken.indexes[0]].words_span
        yield Hit(line_span, f"the brief has no line {spoken.words!r}", "remove the line")


def _plain(words: str) -> str:
    return " ".join(words.split())


# --- which belongs to which -------------------------------------------------------------------------------------------


def _said(check: Check, brief: tuple[BriefLine, ...]) -> Iterator[_Said]:
    """The lines of the description, with the parts of a split one joined."""
    whole = {compact(line.text): fold(line.text) for line in brief}
    waiting: _Said | None = None
    for index, line in main_lines(check):
        words = fold(without_marks(line.words))
        if waiting is not None:
            joined = _Said((*waiting.indexes, index), f"{waiting.words} {words}".strip(), True)
            first = check.prompt.lines[waiting.indexes[-1]]
            # Without a mark on one side it is still one line when the brief says so.
            if first.continues_to and line.continues_from:
                waiting = joined
                continue
            if (first.continues_to or _marked(first) or line.continues_from) and compact(joined.words) in whole:
                waiting = joined
                continue
            yield _with_blanks(waiting, whole)
        waiting = _Said((index,), words)
    if waiting is not None:
        yield _with_blanks(waiting, whole)


def _marked(line: Line) -> bool:
    """The line ends in a mark in another form (<scene_trans>)."""
    return line.words.endswith((">", "]")) and not line.words.endswith(("<cutoff>", "<|cutoff|>", "[unclear]"))


def _with_blanks(spoken: _Said, whole: dict[str, str]) -> _Said:
    """A split line is compared without blanks, so that a language without them can be cut anywhere."""
    return spoken._replace(words=whole.get(compact(spoken.words), spoken.words)) if spoken.split else spoken


def _pairs(brief: tuple[BriefLine, ...], said: list[_Said]) -> _Pairs:
    wanted = [fold(line.text) for line in brief]
    words = [spoken.words for spoken in said]
    pairs = _Pairs([], [], [], [], [])
    if wanted == words:
        pairs.equal.extend(zip(brief, said, strict=True))
        return pairs
    blocks: Sequence[tuple[str, int, int, int, int]]
    if max(len(wanted), len(words)) > _MOST:
        blocks = [("replace", 0, len(wanted), 0, len(words))]
    else:
        blocks = SequenceMatcher(None, wanted, words, autojunk=False).get_opcodes()
    for tag, a, b, c, d in blocks:
        if tag == "equal":
            pairs.equal.extend(zip(brief[a:b], said[c:d], strict=True))
        else:
            _block(pairs, brief[a:b], said[c:d], c)
    return _with_moved(pairs)


def _block(pairs: _Pairs, brief: Sequence[BriefLine], said: Sequence[_Said], place: int) -> None:
    """Lines between two that agree: the more alike ones are taken for each other, in order."""
    at = here = 0
    few = len(brief) + len(said) <= 64
    while at < len(brief) and here < len(said):
        line, left, right = brief[at], len(brief) - at, len(said) - here
        # A line that was split without a mark.
        if right > left and (count := _parts(line, said[here : here + 4])):
            parts = said[here : here + count]
            indexes = tuple(index for spoken in parts for index in spoken.indexes)
            pairs.different.append((line, _Said(indexes, fold(" ".join(spoken.words for spoken in parts)), True)))
            at, here = at + 1, here + count
            continue
        if few and right > left:
            skipped = _likest(fold(line.text), [spoken.words for spoken in said[here : here + right - left + 1]])
            pairs.added.extend(said[here : here + skipped])
            here += skipped
        elif few and left > right:
            skipped = _likest(said[here].words, [fold(line.text) for line in brief[at : at + left - right + 1]])
            pairs.missing.extend((line, place + here) for line in brief[at : at + skipped])
            at += skipped
        line, spoken = brief[at], said[here]
        (pairs.equal if fold(line.text) == spoken.words else pairs.different).append((line, spoken))
        at, here = at + 1, here + 1
    pairs.missing.extend((line, place + here) for line in brief[at:])
    pairs.added.extend(said[here:])


def _parts(line: BriefLine, said: Sequence[_Said]) -> int:
    """How many lines of the text make up `line` when they are put together; 0 when they do not."""
    whole, so_far = compact(line.text), ""
    for count, spoken in enumerate(said, 1):
        so_far += compact(spoken.words)
        if count > 1 and so_far == whole:
            return count
    return 0


def _likest(words: str, others: list[str]) -> int:
    """The place of the one of `others` that is most like `words`; the first where none is alike."""
    if len(others) < 2:
        return 0
    ratios = [_likeness(words, other) for other in others[:12]]
    best = max(ratios)
    return ratios.index(best) if best > 0.5 else 0


def _likeness(words: str, other: str) -> float:
    return SequenceMatcher(None, words[:200], other[:200], autojunk=False).ratio()


def _with_moved(pairs: _Pairs) -> _Pairs:
    """A line that is missing in one place and added in another was moved."""
    added = {spoken.words: spoken for spoken in pairs.added}
    moved = [(line, added.pop(fold(line.text))) for line, _ in pairs.missing if fold(line.text) in added]
    gone = {id(line) for line, _ in moved}
    taken = {spoken.indexes for _, spoken in moved}
    return pairs._replace(
        moved=moved,
        missing=[entry for entry in pairs.missing if id(entry[0]) not in gone],
        added=[spoken for spoken in pairs.added if spoken.indexes not in taken],
    )


# --- what is told -----------------------------------------------------------------------------------------------------


def _unsure(check: Check, spoken: _Said) -> bool:
    """The words are a guess, or there are none: another finding says why."""
    lines = [check.prompt.lines[index] for index in spoken.indexes]
    return not spoken.words or any(index in check.tangled for index in spoken.indexes) or not lines[0].spoken


def _guessed(check: Check, brief: BriefLine, spoken: _Said) -> bool:
    untagged = check.prompt.lines[spoken.indexes[0]].language is None
    return _unsure(check, spoken) or (untagged and fold(brief.text) in spoken.words)


def _different(check: Check, spoken: _Said, brief: BriefLine, alone: bool) -> Hit:
    line, wanted = check.prompt.lines[spoken.indexes[0]], fold(brief.text)
    if spoken.split and compact(wanted) == compact(spoken.words):
        message = f"the brief's line {wanted!r} is split here; both parts carry <scenetrans>"
        return Hit(line.words_span, message, f"{line.words} <scenetrans>")
    edits: tuple[Edit, ...] = ()
    mark = next((mark for mark in ("<cutoff>", "<|cutoff|>") if line.words.endswith(mark)), "")
    plain = line.words.removesuffix(mark).rstrip()
    if alone and len(spoken.indexes) == 1 and line.closed and plain == line.spoken and not set("<>") & set(wanted):
        if _likeness(spoken.words, wanted) > 0.6:
            start = line.words_span.start
            edits = (Edit(start, start + len(plain), wanted),)
    message = f"the words differ from the brief's: {wanted!r}"
    return Hit(line.words_span, message, brief.text, edits, "the brief's words")


def _place(check: Check, said: list[_Said], place: int, brief: BriefLine) -> Span:
    """Where a missing line would stand: by its speaker's id between the lines around it, behind the one before, ahead of the
    next one, at last in the field's header."""
    lines, main = check.prompt.lines, check.prompt.main
    start = lines[said[place - 1].indexes[-1]].span.end if place else main.body_span.start if main else 0
    stop = lines[said[place].indexes[0]].span.start if place < len(said) else main.body_span.end if main else start
    names = {name.strip() for name in (brief.speaker or "").split(",")}
    for speaker in check.speakers_in(Span(start, stop)):
        if not names.isdisjoint(speaker.ids):
            return speaker.span
    if any(name.startswith("Audio") for name in names):
        for mention in check.prompt.mentions:
            if start <= mention.span.start < stop and str(mention.label)[1:-1] in names:
                return mention.span
    if place:
        return Span(max(0, start - 4), start)
    if said:
        return head(lines[said[0].indexes[0]])
    return main.header_span if main else Span(0, 0)


# --- language and speaker of a line whose words agree -----------------------------------------------------------------


def _same_language(check: Check, index: int, brief: BriefLine) -> Iterator[Hit]:
    line = check.prompt.lines[index]
    if brief.language and line.language in LANGUAGES and line.language != brief.language:
        wanted = language(brief.language)
        if wanted != line.language:
            message = f"the line is tagged {line.language}; the brief says {brief.language}"
            yield Hit(line.tag_span, message, f"[{wanted or brief.language}]")


def _same_voice(check: Check, index: int, brief: BriefLine) -> Iterator[Hit]:
    yield from _same_language(check, index, brief)
    if brief.speaker:
        spoken = check.attributions[index].ids
        wanted_ids = {name.strip() for name in brief.speaker.strip("()<> ").split(",")}
        if spoken and set(spoken) != wanted_ids and index not in check.tangled:
            if _certainly_another(check, index, wanted_ids):
                message = f"the line is spoken by {', '.join(spoken)}; the brief gives it to {brief.speaker}"
                yield Hit(_id_place(check, index), message, f"({brief.speaker})")


def _lead(check: Check, index: int) -> Span:
    """What stands between the line before (or the start of the shot) and a line."""
    start = check.prompt.lines[index].span.start
    floor = check.prompt.lines[index - 1].span.end if index else 0
    shot = check.shot_index(start)
    return Span(max(floor, check.shots[shot].span.start) if shot is not None else floor, start)


def _certainly_another(check: Check, index: int, wanted: set[str]) -> bool:
    """Whether the text leaves no doubt that the line is not spoken by `wanted`."""
    if all(name.lower().startswith("audio") for name in wanted):
        return check.attributions[index].audio is None and not _audio_in_text(check, wanted)
    lead = _lead(check, index)
    own = Span(check.sentence_start(lead.start, lead.end), lead.end)
    if not check.attributions[index].near:
        # "A guard (S1) opens. He says: …": the pronoun can only mean the one whose id stands before.
        if not _PRONOUN.match(check.text, own.start):
            return False
        own = lead
    ids = check.speakers_in(own)
    if len(ids) != 1:
        return False
    if all(not wanted.intersection(speaker.ids) for speaker in check.prompt.speakers):
        return True
    if len(wanted) > 1 and wanted.issuperset(ids[0].ids):
        return True
    return wanted.isdisjoint(ids[0].ids) and _nobody_else(check, own, ids[0].span.start)


def _nobody_else(check: Check, lead: Span, place: int) -> bool:
    """Whether the id at `place` stands at the head of its sentence and `lead` has no pronoun before it, no noun for anybody else,
    no name."""
    sentence = check.sentence_start(lead.start, place)
    before = _CUT_TO.sub("", check.prose(Span(sentence, place)))
    prose = check.prose(lead)
    if len(before) > 100 or not _ASIDE.isdisjoint(before.lower().split()) or _SPEAKS.search(prose):
        return False
    words = [(match.group(), lead.start + match.start()) for match in _WORD.finditer(prose)]
    pronouns = [word for word, start in words if word.lower() in _SUBJECTS and start < place]
    others = [
        word
        for word, start in words
        if (word.startswith("<") and not word.startswith("<Audio"))
        or word.lower() in PERSON_NOUNS
        or (word[0].isupper() and _is_name(check, word, start))
    ]
    return len(pronouns) + len(others) <= 1


def _is_name(check: Check, word: str, start: int) -> bool:
    """A capital inside a sentence."""
    return word not in ("I", "S", "Shot", "At") and check.text[max(0, start - 2) : start].strip()[-1:] not in tuple(
        ".!?:]>"
    )


def _audio_in_text(check: Check, wanted: set[str]) -> bool:
    names = {name.strip("<> ").lower() for name in wanted}
    return any(str(mention.label).strip("<>").lower() in names for mention in check.prompt.mentions)


def _id_place(check: Check, index: int) -> Span:
    ids = check.speakers_in(_lead(check, index))
    return ids[-1].span if ids else head(check.prompt.lines[index])
