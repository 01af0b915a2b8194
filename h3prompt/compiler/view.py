"""What a template is given: the clip, shot by shot, with short names, speaker ids and labels worked out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from .. import writer
from ..rules.lines import language
from . import words
from .cast import Person, busy, known, names_somebody, tells_the_camera
from .labels import Labels, label_files
from .script import ClipScript, ScriptCamera, ScriptEntity, ScriptLine, ScriptShot, ScriptWho

_ORDINALS = ("", "", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


class Verbatim:
    """Keeps the words of a person out of the prose while that is put in order, and puts them back unaltered."""

    def __init__(self, script: ClipScript) -> None:
        used = set(repr(script))
        self._mark = next(chr(code) for code in range(0xE000, 0xF8FF) if chr(code) not in used)
        self._kept: list[str] = []

    def keep(self, text: str) -> str:
        """A stand-in for `text`."""
        self._kept.append(text)
        return f"{self._mark}{len(self._kept) - 1}{self._mark}"

    def restore(self, prose: str) -> str:
        """`prose` with every stand-in replaced by its text."""
        return re.sub(f"{self._mark}(\\d+){self._mark}", lambda match: self._kept[int(match.group(1))], prose)


@dataclass(frozen=True, slots=True)
class Event:
    """A beat or a line, in its place.

    Attributes:
        text: of a beat.
        part: middle or end, where the shot has come so far with it; "" where the order says enough.
        speaker: of a line.
        sid: its id, "S1".
        spoken: the words in their tag; a stand-in until the prose is in order.
        again: the same voice goes on.
        opening: the first words of this voice in the clip.
    """

    text: str = ""
    part: str = ""
    speaker: Person | None = None
    sid: str = ""
    spoken: str = ""
    delivery: str = ""
    off_screen: bool = False
    again: bool = False
    opening: bool = False


@dataclass(frozen=True, slots=True)
class ShotView:
    """One shot.

    `hush` asks for a sentence on all lips in it, whoever they belong to; `busy` tells that a mouth laughs, eats or sings, so that lips
    cannot be closed. `camera` is None where a beat says what it does.
    """

    number: int
    last: bool
    framing: str
    camera: ScriptCamera | None
    light: str
    place: str
    place_label: str
    same_place: bool
    same_light: bool
    people: tuple[Person, ...]
    events: tuple[Event, ...]
    sound: str
    texts: tuple[str, ...]
    seconds: float
    incoming: str = ""
    outgoing: str = ""
    opens_on_frame: bool = False
    ends_on_frame: bool = False
    carries: bool = False
    first_label: str = ""
    last_label: str = ""
    videos: tuple[str, ...] = ()
    idle_audios: tuple[str, ...] = ()
    busy: bool = False
    hush: bool = False
    detail: int = 2
    details: tuple[str, ...] = ()

    @property
    def speakers(self) -> tuple[str, ...]:
        """The ids of entities that speak in the picture."""
        return tuple(dict.fromkeys(event.speaker.id for event in self.events if event.speaker and not event.off_screen))

    @property
    def faces(self) -> tuple[Person, ...]:
        """The people in the picture."""
        return tuple(person for person in self.people if person.face)

    @property
    def silent(self) -> tuple[Person, ...]:
        """The people in the picture who have no line in it."""
        return tuple(person for person in self.faces if person.id not in self.speakers)

    @property
    def known(self) -> tuple[Person, ...]:
        """Who is in the picture again, dressed as before."""
        return tuple(person for person in self.people if not person.first and not person.wardrobe)

    @property
    def has_lines(self) -> bool:
        """Whether words are heard."""
        return any(event.speaker for event in self.events)


@dataclass(frozen=True, slots=True)
class ClipView:
    """The whole clip."""

    style: str
    style_labels: tuple[str, ...]
    soundscape: str
    music: str
    sounds: tuple[str, ...]
    sequence: bool
    shots: tuple[ShotView, ...]
    labels: Labels
    people: dict[str, Person] = field(default_factory=dict)
    ids: dict[str, str] = field(default_factory=dict)


def view(script: ClipScript, verbatim: Verbatim, hush: frozenset[int] = frozenset()) -> ClipView:
    """The view of `script`; `hush` holds the indexes of shots whose lips need a word of their own."""
    return _Viewer(script, verbatim, hush).view()


class _Viewer:
    def __init__(self, script: ClipScript, verbatim: Verbatim, hush: frozenset[int]) -> None:
        self.script = script
        self.verbatim = verbatim
        self.hush = hush
        self.labels = label_files(script)
        self.entities = {entity.id: entity for entity in script.entities}
        self.ids: dict[str, str] = {}
        self.people = {entity.id: person for entity, person in zip(script.entities, self._everyone(), strict=True)}
        self.seen: dict[str, str] = {}
        self.heard: set[str] = set()
        self.place = ""
        self.light = ""

    # --- names --------------------------------------------------------------------------------------------------------

    def _everyone(self) -> Iterable[Person]:
        """All entities with names that tell them apart."""
        shown = {who.entity for shot in self.script.shots for who in shot.who}
        shown |= {line.speaker for shot in self.script.shots for line in shot.lines}
        shown |= {reference.entity for reference in self.script.references}
        heads = Counter(words.head(one.look).lower() for one in self.script.entities if one.id in shown)
        looks: Counter[str] = Counter()
        prose = " ".join(beat.text for shot in self.script.shots for beat in shot.beats)
        for entity in self.script.entities:
            look = words.article(entity.look)
            if entity.id in shown:
                looks[look.lower()] += 1
            yield self._person(entity, look, looks[look.lower()], heads, prose)

    def _person(self, entity: ScriptEntity, look: str, count: int, heads: Counter[str], prose: str) -> Person:
        label = self.labels.subject(entity.id)
        short = words.head(entity.look)
        ref = short if short[:1].isupper() else f"the {short}"
        intro = look
        if count > 1:
            nth = _ORDINALS[min(count, len(_ORDINALS) - 1)]
            # "Ines, a baker": whoever has her look as well is another baker.
            _, comma, rest = look.partition(", a ") if look[:1].isupper() else ("", "", "")
            other = rest if comma else words.definite(look).removeprefix("the ")
            intro, ref = f"a {nth} {other}", f"the {nth} {words.head(other)}"
        elif heads[short.lower()] > 1:
            ref = short if short[:1].isupper() else words.definite(look)
        name = words.plain(entity.name)
        if name and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", prose) and not intro.startswith(name):
            intro = f"{name}, {intro}"
        return Person(
            entity.id,
            entity.kind,
            words.phrase(entity.look),
            name,
            words.phrase(entity.voice),
            label,
            self.labels.audio(entity.id),
            label or intro,
            label or ref,
        )

    # --- shots --------------------------------------------------------------------------------------------------------

    def view(self) -> ClipView:
        script = self.script
        shots = tuple(self._shot(index, shot) for index, shot in enumerate(script.shots))
        sounds = tuple(dict.fromkeys(words.plain(shot.sound) for shot in script.shots if shot.sound.strip()))
        styles = tuple(str(one.label) for one in self.labels.defined if one.kind == "style")
        return ClipView(
            words.plain(script.style),
            styles,
            words.plain(script.soundscape),
            words.plain(script.music),
            sounds,
            script.sequence,
            shots,
            self.labels,
            self.people,
            self.ids,
        )

    def _shot(self, index: int, shot: ScriptShot) -> ShotView:
        first, last = index == 0, index == len(self.script.shots) - 1
        beats = tuple(words.plain(beat.text) for beat in shot.beats)
        people = tuple(self._seen(who, beats) for who in self._who(index, shot))
        entity = self.entities.get(shot.place)
        place = words.plain(entity.look if entity else shot.place)
        same, self.place = bool(place) and place == self.place, place or self.place
        light = words.plain(shot.light)
        same_light, self.light = bool(light) and light == self.light, light or self.light
        frames = {one.kind: str(one.label) for one in self.labels.defined if one.kind in ("first", "last")}
        return ShotView(
            number=index + 1,
            last=last,
            framing=words.article(shot.framing),
            camera=None if shot.camera == ScriptCamera() and tells_the_camera(beats) else shot.camera,
            light=light,
            place=place,
            place_label=self.labels.subject(shot.place) if entity else "",
            same_place=same,
            same_light=same_light,
            people=people,
            events=self._events(shot, people),
            sound=words.plain(shot.sound),
            texts=tuple(self._texts(shot, beats)),
            seconds=shot.frames / 24,
            incoming=words.plain(shot.incoming),
            outgoing=words.plain(shot.outgoing),
            opens_on_frame=first and self.script.first is not None,
            ends_on_frame=last and self.script.last is not None,
            carries=first and self.script.first is not None and self.script.first.carries,
            first_label=frames.get("first", "") if first else "",
            last_label=frames.get("last", "") if last else "",
            videos=tuple(str(one.label) for one in self.labels.defined if one.kind == "video") if first else (),
            idle_audios=tuple(
                str(one.label) for one in self.labels.defined if one.kind == "voice" and one.marker != "reference"
            )
            if first
            else (),
            busy=busy(beats),
            hush=index in self.hush or (not any(one.face for one in people) and names_somebody(beats)),
        )

    def _who(self, index: int, shot: ScriptShot) -> tuple[ScriptWho, ...]:
        """Who is in the picture. What a file shows and no shot names is seen in the first."""
        shown = {one.entity: one for one in shot.who if one.entity in self.entities and one.entity != shot.place}
        who = tuple(one for one in shown.values() if self.entities[one.entity].kind != "style")
        if index:
            return who
        named = {one.entity for each in self.script.shots for one in each.who}
        named |= {each.place for each in self.script.shots}
        named |= {line.speaker for each in self.script.shots for line in each.lines}
        named |= {one.entity for one in self.labels.defined if one.kind == "style"}
        rest = (
            one.entity for one in self.labels.defined if self.labels.subject(one.entity) and one.entity not in named
        )
        return (*who, *(ScriptWho(entity) for entity in dict.fromkeys(rest)))

    def _seen(self, who: ScriptWho, beats: tuple[str, ...]) -> Person:
        person, wears = self.people[who.entity], words.worn(who.wardrobe)
        before = self.seen.get(person.id)
        self.seen[person.id] = wears or before or ""
        prose = " ".join(beats).lower()
        return replace(
            person,
            first=before is None,
            wardrobe=wears if wears != before else "",
            changed=bool(before) and wears != before,
            # A beat that introduces somebody by the whole look does so alone: twice would be two of them.
            told=not person.label and before is None and words.article(person.look).lower() in prose,
        )

    def _texts(self, shot: ScriptShot, beats: tuple[str, ...]) -> Iterable[str]:
        """What can be read, in quotation marks, unless a beat has it so."""
        for text in shot.visible_text:
            if not any(f'"{text}"' in beat for beat in beats):
                yield self.verbatim.keep(f'"{text}"')

    # --- what happens -------------------------------------------------------------------------------------------------

    def _events(self, shot: ScriptShot, people: tuple[Person, ...]) -> tuple[Event, ...]:
        placed: list[tuple[int, int, Event]] = []
        at, told = 0, ""
        named: set[str] = set()
        for order, beat in enumerate(shot.beats):
            # Beats without a time are spread over the shot, so that lines find their place between them.
            at = max(at, shot.frames * order // len(shot.beats) if beat.at is None else beat.at)
            part = _part(beat.at, shot.frames) if order and beat.at is not None else ""
            placed.append(
                (at, order, Event(text=known(words.plain(beat.text), people, named), part="" if part == told else part))
            )
            told = part or told
        lines = sorted(shot.lines, key=lambda line: line.start)
        previous = ""
        made: list[tuple[int, int, Event]] = []
        for order, line in enumerate(lines):
            made.append((line.start, 1000 + order, self._line(line, people, previous)))
            previous = line.speaker
        return tuple(event for _, _, event in sorted((*placed, *made), key=lambda one: one[:2]))

    def _line(self, line: ScriptLine, people: tuple[Person, ...], previous: str) -> Event:
        sid = self.ids.setdefault(line.speaker, f"S{len(self.ids) + 1}")
        seen = next((person for person in people if person.id == line.speaker), None)
        speaker = replace(seen, first=False) if seen else self._voice(line.speaker)
        opening = line.speaker not in self.heard
        self.heard.add(line.speaker)
        return Event(
            speaker=speaker,
            sid=sid,
            spoken=self.verbatim.keep(writer.spoken(language(line.language) or line.language, line.text)),
            delivery=words.plain(line.delivery),
            off_screen=line.off_screen or seen is None,
            again=previous == line.speaker,
            opening=opening,
        )

    def _voice(self, entity: str) -> Person:
        """Somebody who is heard and not seen in this shot."""
        known = self.people.get(entity)
        if known is None:
            known = Person(entity, "person", "a narrator", "", "", "", "", "a narrator", "the narrator")
        return replace(known, first=entity not in self.seen and entity not in self.heard)


def _part(at: int | None, frames: int) -> str:
    if at is None or frames <= 0:
        return ""
    third = 3 * at // frames
    return ("", "middle", "end")[min(third, 2)]
