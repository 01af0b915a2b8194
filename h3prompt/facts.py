"""What the rules look at: one prompt with everything known about it, and the facts that several rules share.

Every fact is worked out once, when the first rule asks for it.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from . import grid
from .context import Context, Kind, Reference
from .document import Label, LabelKind, Line, Mention, Prompt, Shot, Speaker
from .findings import Span
from .foreign import Foreign, foreign_parts
from .modes import MAIN_FIELDS, Mode
from .patterns import lazy
from .people import LIPS_CLOSED, PERSON_NOUNS, People
from .silence import Silence
from .source import Source

if TYPE_CHECKING:
    from .probe import Probed

_SENTENCE_BREAK = lazy(r"(?<=[.!?])[\"”)]*\s+(?=[A-Z\"“<(\[]|[^\x00-\u024f])|\n+|(?<=[。！？])")
_PLAIN_WORD = lazy(r"[a-zà-ÿœ'’]+")
_AFTER_LINE = lazy(r"[.!?\n]|<d>|:")
_NEW_SENTENCE = lazy(r"\s+[A-Z(<\[]")
_ANOTHER_CLAUSE = lazy(r"\b(?:and|while|as|when|but|before|until|so|then)\b")
# A capital begins a sentence that tells something else, unless it is a name: "<d>…</d> Maria (S1) says."
_NEXT_SENTENCE = lazy(r"\s+(?=[A-Z])(?:(?:The|An?|He|She|They|It|His|Her|Their|Its)\b|(?!(?:[A-Z][\w.'’-]+\s){1,2}\Z))")
# Between two lines of one sentence: anything that could begin another speaker's part.
_OTHER_VOICE = lazy(
    r"[.!?\n<\[(\"]|[A-Z]|^[,;:—–\s]*(?:and|while|but|as|then|before|until|so)?\s*(?:the|a|an|one|another|two|both)\b"
    r"|\b(?:he|she|it|they|who|other|others|another|someone|somebody|everyone|everybody|voice|voices)\b"
)


class Attribution(NamedTuple):
    """Who speaks a line: ids from the prose around it, and an ``<Audio N>`` named there as the source.

    `near` tells that the ids stand in the sentence that leads to the line.
    """

    ids: tuple[str, ...]
    audio: Label | None = None
    near: bool = False

    @property
    def known(self) -> bool:
        """Somebody is named."""
        return bool(self.ids) or self.audio is not None


class Check:
    """One prompt under the rules.

    Attributes:
        source: the file, with its front matter and the place of the body.
        prompt: the parsed body; `text` is ``prompt.text``, the text that spans refer to.
        context: what is known besides the text; its mode is always set.
        mode: the mode that the prompt is checked as.
        mode_source: why: "stated", or what it was derived from.
        files: reference files may be opened.
    """

    def __init__(
        self, source: Source, prompt: Prompt, context: Context, mode: Mode, mode_source: str, files: bool = False
    ) -> None:
        self.source = source
        self.prompt = prompt
        self.text = prompt.text
        self.context = context
        self.mode = mode
        self.mode_source = mode_source
        self.files = files
        self._words: dict[Span, frozenset[str]] = {}
        self._probes: dict[str, Probed] = {}

    # --- length -------------------------------------------------------------------------------------------------------

    @cached_property
    def frames(self) -> int | None:
        """The clip's effective length in frames; None when no length is known.

        A stated length that is not on the grid is taken as a request and rounded up as every renderer does. Without a
        stated length the mark of a last frame tells it.
        """
        if self.context.duration is not None:
            exact = grid.effective(self.context.duration)
            return exact if exact is not None else grid.frames_for(self.context.duration)
        alignment = self.prompt.alignment
        if alignment and alignment.mode in (Mode.FL2VA, Mode.L2VA):
            seconds = alignment.marks[-1].seconds
            if seconds is not None and 0 < seconds < 3600:
                return grid.effective(seconds)
        return None

    @property
    def length(self) -> Fraction | None:
        """The clip's effective length in seconds (frames / 24)."""
        return None if self.frames is None else grid.seconds(self.frames)

    # --- shots --------------------------------------------------------------------------------------------------------

    @property
    def shots(self) -> tuple[Shot, ...]:
        """The shots of the main field; one without a number where nothing is marked."""
        return self.prompt.shots

    @cached_property
    def _shot_starts(self) -> list[int]:
        return [shot.span.start for shot in self.shots]

    def shot_index(self, offset: int) -> int | None:
        """The index of the shot that `offset` lies in, None outside of all shots."""
        index = bisect_right(self._shot_starts, offset) - 1
        return index if index >= 0 and offset < self.shots[index].span.end else None

    @cached_property
    def shot_times(self) -> tuple[tuple[Fraction | None, Fraction | None], ...]:
        """(start, end) of every shot in seconds; None where it is not known."""
        starts: list[Fraction | None] = []
        for index, shot in enumerate(self.shots):
            known = shot.time.milliseconds if shot.time else None
            starts.append(Fraction(0) if index == 0 else None if known is None else Fraction(known, 1000))
        ends = [*starts[1:], self.length]
        return tuple(zip(starts, ends, strict=True))

    def shot_seconds(self, index: int) -> Fraction | None:
        """How long shot `index` lasts; None when an end is unknown or the times do not rise."""
        start, end = self.shot_times[index]
        return end - start if start is not None and end is not None and end > start else None

    def in_dialogue(self, offset: int) -> bool:
        """Whether `offset` lies inside a ``<d>…</d>``."""
        index = bisect_right(self._line_starts, offset) - 1
        return index >= 0 and offset < self.prompt.lines[index].span.end

    def in_quote(self, offset: int) -> bool:
        """Whether `offset` lies inside quoted text."""
        index = bisect_right(self._quote_starts, offset) - 1
        return index >= 0 and offset < self.prompt.quotes[index].span.end

    @cached_property
    def _quote_starts(self) -> list[int]:
        return [quote.span.start for quote in self.prompt.quotes]

    def lines_of(self, index: int) -> list[Line]:
        """The lines that stand in shot `index`."""
        return self._lines_by_shot.get(index, [])

    @cached_property
    def _lines_by_shot(self) -> dict[int | None, list[Line]]:
        found: dict[int | None, list[Line]] = {}
        for line in self.prompt.lines:
            found.setdefault(self.shot_index(line.span.start), []).append(line)
        return found

    # --- prose --------------------------------------------------------------------------------------------------------

    def prose(self, span: Span) -> str:
        """The text of `span` with dialogue and quoted text blanked out; offsets stay the same."""
        return self._prose[span.start : span.end]

    @cached_property
    def _prose(self) -> str:
        parts: list[str] = []
        position = 0
        covers = [line.span for line in self.prompt.lines] + [quote.span for quote in self.prompt.quotes]
        for start, end in sorted(covers):
            if start < position:
                continue
            parts += (self.text[position:start], " " * (end - start))
            position = end
        parts.append(self.text[position:])
        return "".join(parts)

    def words(self, span: Span) -> frozenset[str]:
        """The words of the prose in `span`, in lower case: the cheap look before a costly pattern."""
        found = self._words.get(span)
        if found is None:
            main = self.prompt.main
            if main is not None and span == main.body_span and self.shots and self.shots[0].body_span != span:
                # The shots are looked at one by one anyway.
                parts = (self.prompt.style, *(shot.body_span for shot in self.shots))
                found = frozenset[str]().union(*(self.words(part) for part in parts))
            else:
                found = frozenset(_PLAIN_WORD.findall(self._prose[span.start : span.end].lower()))
            self._words[span] = found
        return found

    def first_word(self, span: Span, words: frozenset[str]) -> Span | None:
        """The first of `words` (lower case) in the prose of `span`."""
        found = self.words(span) & words
        if not found:
            return None
        pattern = "|".join(sorted(map(re.escape, found), key=len, reverse=True))
        match = re.search(rf"(?<![\w'’])(?:{pattern})(?![\w'’])", self.prose(span), re.IGNORECASE)
        return Span(span.start + match.start(), span.start + match.end()) if match else None

    def sentences(self, span: Span) -> list[Span]:
        """The sentences of `span`. A line or quoted text belongs to the sentence that it stands in."""
        prose = self._prose
        starts = [span.start]
        starts += [match.end() for match in _SENTENCE_BREAK.finditer(prose, span.start, span.end)]
        # Prose that goes on after a line which closes a sentence ("… says: <d>…</d> He turns.") is a new sentence.
        for line in self._lines_within(span):
            if _NEW_SENTENCE.match(self.text, line.span.end, line.span.end + 3):
                starts.append(line.span.end)
        starts = sorted(set(starts))
        found: list[Span] = []
        for start, end in zip(starts, [*starts[1:], span.end], strict=True):
            stretch = self.text[start:end]
            inner = stretch.strip()
            if inner:
                begin = start + len(stretch) - len(stretch.lstrip())
                found.append(Span(begin, begin + len(inner)))
        return found

    def sentence_at(self, offset: int) -> Span:
        """The sentence of the shot (or of the field, or line break) that `offset` lies in."""
        index = self.shot_index(offset)
        area = (
            self.shots[index].span
            if index is not None
            else Span(max(0, offset - 400), min(len(self.text), offset + 400))
        )
        area = Span(max(area.start, offset - 1000), min(area.end, offset + 1000))
        return next((span for span in self.sentences(area) if span.start <= offset < span.end), Span(offset, offset))

    def has_line(self, span: Span) -> bool:
        """Whether a line begins in `span`."""
        first = bisect_left(self._line_starts, span.start)
        return first < len(self._line_starts) and self._line_starts[first] < span.end

    def _lines_within(self, span: Span) -> list[Line]:
        first = bisect_left(self._line_starts, span.start)
        return list(self.prompt.lines[first : bisect_left(self._line_starts, span.end)])

    @cached_property
    def _line_starts(self) -> list[int]:
        return [line.span.start for line in self.prompt.lines]

    @cached_property
    def main_words(self) -> int:
        """Words in the main field: what blanks separate, markers and dialogue included."""
        main = self.prompt.main
        return len(main.body.split()) if main else 0

    # --- voices -------------------------------------------------------------------------------------------------------

    @cached_property
    def tangled(self) -> frozenset[int]:
        """The indexes of ``prompt.lines`` whose ``<d>`` and ``</d>`` do not pair up: their words are a guess."""
        return frozenset(i for i, line in enumerate(self.prompt.lines) if not line.closed or line.nested)

    @cached_property
    def attributions(self) -> tuple[Attribution, ...]:
        """Who speaks each of ``prompt.lines``, in the same order.

        The ids in the line's own sentence count first; without one, the last ones since the line before (or the start
        of the shot); then an id that follows the line in the same sentence ("…, says the courier (S1)"); then whoever
        spoke before in a sentence that goes on. An ``<Audio N>`` is a source of its own unless it only lends a voice:
        then it stands for the ids in its definition, as far as the description has them.
        """
        found: list[Attribution] = []
        taken = last = 0
        for line in self.prompt.lines:
            shot = self.shot_index(line.span.start)
            floor = max(last, self.shots[shot].span.start if shot is not None else 0)
            who, end = self._attribution(line, max(floor, taken))
            if not who.known and found and floor == last and self._goes_on(last, line.span.start):
                who = found[-1]
            found.append(who)
            taken, last = end, line.span.end
        return tuple(found)

    def _attribution(self, line: Line, floor: int) -> tuple[Attribution, int]:
        """Who speaks `line` and where the words end that say so; what stands before `floor` belongs to other lines."""
        start, end = line.span
        own = self.sentence_start(floor, start)
        audio = self._audio_within(own, start)
        ids = self._speakers_within(own, start)
        if ids:
            return Attribution(tuple(dict.fromkeys(name for speaker in ids for name in speaker.ids)), audio, True), end
        lent = self._lent.get(audio) if audio else None
        if audio and lent is None:
            return Attribution((), audio), end
        ids = self._speakers_within(floor, own)
        if ids:
            return Attribution(ids[-1].ids, audio), end
        stop = _AFTER_LINE.search(self.text, end, end + 400)
        if stop and stop.group() in ".!?\n" and (ids := self._speakers_within(end, stop.start())):
            told = ids[0].span
            if not _ANOTHER_CLAUSE.search(between := self.text[end : told.start]) and not _NEXT_SENTENCE.match(between):
                return Attribution(ids[0].ids), told.end
        if lent:
            return Attribution(lent, audio), end
        earlier = self._audio_within(floor, own)
        return Attribution((), earlier if earlier not in self._lent else None), end

    def sentence_start(self, floor: int, stop: int) -> int:
        """Where the sentence begins that runs up to `stop`, `floor` at the earliest."""
        start = floor
        for match in _SENTENCE_BREAK.finditer(self._prose, floor, stop):
            if match.end() < stop:
                start = match.end()
        return start

    def _goes_on(self, start: int, stop: int) -> bool:
        """Whether the speaker of the line that ends at `start` can only be the one of the line that begins at `stop`."""
        between = self.text[start : min(stop, start + 161)]
        if len(between) > 160 or _OTHER_VOICE.search(between):
            return False
        return not any(word in PERSON_NOUNS for word in _PLAIN_WORD.findall(between))

    @cached_property
    def _lent(self) -> dict[Label | None, tuple[str, ...]]:
        """The audios that lend a voice to somebody, each with the ids that its definition names and the description has."""
        found: dict[Label | None, tuple[str, ...]] = {
            line.label: ()
            for line in self.prompt.retention
            if line.label and line.label.kind is LabelKind.AUDIO and line.marker == "reference"
        }
        described = {name for speaker in self.prompt.speakers if speaker.section in MAIN_FIELDS for name in speaker.ids}
        for label, span in self.defined.items():
            if label.kind is LabelKind.AUDIO:
                ids = [name for speaker in self.speakers_in(span) for name in speaker.ids]
                if ids or label in found:
                    found[label] = tuple(name for name in dict.fromkeys(ids) if name in described)
        return found

    @cached_property
    def _speaker_starts(self) -> list[int]:
        return [speaker.span.start for speaker in self.prompt.speakers]

    def _speakers_within(self, start: int, end: int) -> tuple[Speaker, ...]:
        return self.prompt.speakers[bisect_left(self._speaker_starts, start) : bisect_left(self._speaker_starts, end)]

    @cached_property
    def _audio_mentions(self) -> tuple[list[int], list[Label]]:
        audio = [mention for mention in self.prompt.mentions if mention.label.kind is LabelKind.AUDIO]
        return [mention.span.start for mention in audio], [mention.label for mention in audio]

    def _audio_within(self, start: int, end: int) -> Label | None:
        starts, labels = self._audio_mentions
        index = bisect_left(starts, start)
        return labels[index] if index < len(starts) and starts[index] < end else None

    def attribution_of(self, line: Line) -> Attribution:
        """Who speaks `line`."""
        return self.attributions[bisect_left(self._line_starts, line.span.start)]

    def speakers_in(self, span: Span) -> tuple[Speaker, ...]:
        """The speaker ids that stand in `span`."""
        return self._speakers_within(span.start, span.end)

    @cached_property
    def speaker_count(self) -> int:
        """How many voices there are: by the brief's dialogue, without one by the ids in the text."""
        if self.context.dialogue is not None:
            named = {
                name.strip()
                for line in self.context.dialogue
                if line.speaker and not line.speaker.lower().startswith("audio")
                for name in line.speaker.split(",")
            }
            if named:
                return len(named)
        return len({name for speaker in self.prompt.speakers for name in speaker.ids})

    # --- people -------------------------------------------------------------------------------------------------------

    @cached_property
    def people(self) -> People:
        """Who is seen in which shot."""
        return People(self)

    @cached_property
    def silence(self) -> Silence:
        """Whose lips are said to be closed, and in which shot."""
        return Silence(self)

    def has_person(self, index: int) -> bool:
        """Whether a person whose lips could move is seen in shot `index`."""
        return self.people.visible(index)

    def lips_closed(self, span: Span) -> bool:
        """Whether `span` says that someone's lips stay closed."""
        return LIPS_CLOSED.search(self._prose, span.start, span.end) is not None

    # --- language -----------------------------------------------------------------------------------------------------

    @cached_property
    def foreign(self) -> tuple[Foreign, ...]:
        """The fields that have sentences in another language than English."""
        return foreign_parts(self)

    # --- references ---------------------------------------------------------------------------------------------------

    def probed(self, reference: Reference) -> Probed:
        """What the headers of a reference file tell; each file is looked at once."""
        from .probe import probe

        found = self._probes.get(reference.path)
        if found is None:
            folder = Path(self.source.name).parent if self.source.name != "-" else Path()
            found = self._probes[reference.path] = probe(folder / reference.path)
        return found

    @cached_property
    def file_counts(self) -> dict[Kind, int]:
        """How many files of each kind travel with the prompt; empty when no references were given."""
        references = self.context.references
        if references is None:
            return {}
        return {kind: sum(reference.kind is kind for reference in references) for kind in Kind}

    @cached_property
    def first_mentions(self) -> dict[str, dict[Label, Mention]]:
        """The first mention of every label in every field."""
        found: dict[str, dict[Label, Mention]] = {}
        for mention in self.prompt.mentions:
            found.setdefault(mention.section, {}).setdefault(mention.label, mention)
        return found

    @cached_property
    def jumbled(self) -> bool:
        """Whether the fields stand in another order than the mode's: then a body may stand under the name of another one."""
        places = {name: place for place, name in enumerate(self.mode.fields)}
        order = [places[section.name] for section in self.prompt.sections if section.name in places]
        return order != sorted(order)

    @cached_property
    def plain_tags(self) -> bool:
        """Whether every ``<`` of the text opens a tag of a line, one of its marks or a label that was read."""
        count = self.text.count
        marks = count("<d>") + count("</d>") + count("<scenetrans>") + count("<cutoff>")
        return count("<") == marks + len(self.prompt.mentions)

    @cached_property
    def labels(self) -> frozenset[Label]:
        """Every label that stands in the text."""
        return frozenset(mention.label for mention in self.prompt.mentions)

    @cached_property
    def defined(self) -> dict[Label, Span]:
        """Labels that have a definition of their own, with its place."""
        found: dict[Label, Span] = {}
        for definition in self.prompt.definitions:
            found.setdefault(definition.label, definition.span)
        return found
