"""The values of a brief against each other: names, times, joins."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction

from h3prompt import grid
from h3prompt.lexicon import LANGUAGE_ALIASES, LANGUAGES, OTHER_LANGUAGES

from .joins import JoinKind
from .model import Beat, Brief, Entity, EntityKind, FileRole, Line, Shot
from .times import Time
from .tree import Problem
from .words import Complaint, Keys, nearest, shown

#: The moves of the camera that the model's prompt guide knows.
MOVES = (
    "zoom in",
    "zoom out",
    "push in",
    "pull out",
    "pan",
    "truck",
    "tilt",
    "pedestal",
    "arc shot",
    "tracking shot",
    "static shot",
    "shake slightly",
    "shake strongly",
    "POV",
    "roll",
)
#: What people call a move, and the guide's word for it.
MOVE_ALIASES = {
    "arc": "arc shot",
    "boom": "pedestal",
    "crab": "truck",
    "crane": "pedestal",
    "dolly": "push in",
    "dolly back": "pull out",
    "dolly in": "push in",
    "dolly out": "pull out",
    "fixed": "static shot",
    "follow": "tracking shot",
    "handheld": "shake slightly",
    "locked": "static shot",
    "locked off": "static shot",
    "locked-off": "static shot",
    "none": "static shot",
    "orbit": "arc shot",
    "point of view": "POV",
    "pull back": "pull out",
    "push": "push in",
    "shake": "shake slightly",
    "static": "static shot",
    "still": "static shot",
    "swish pan": "pan",
    "tracking": "tracking shot",
    "whip pan": "pan",
    "zoom": "zoom in",
}
#: Words of direction that may stand behind a move.
_DIRECTIONS = ("left", "right", "up", "down", "clockwise", "counterclockwise")
#: The longest film (seconds): more than a day is a slip of the keyboard.
LONGEST = 24 * 3600


def shot_ids(shots: tuple[Shot, ...]) -> tuple[str, ...]:
    """The ids of the shots: those that are stated, S01, S02 … by place for the others.

    Where a stated id has taken that name already, a letter is added: S02b.
    """
    taken = {shot.id.lower() for shot in shots if shot.id}
    ids = []
    for number, shot in enumerate(shots, 1):
        name = shot.id or f"S{number:02d}"
        if shot.id is None:
            letters = iter("bcdefghijklmnopqrstuvwxyz")
            while name.lower() in taken:
                name = f"S{number:02d}{next(letters, number)}"
            taken.add(name.lower())
        ids.append(name)
    return tuple(ids)


def check(
    brief: Brief,
    *,
    skills: Collection[str] | None = None,
    broken_shots: Collection[int] = (),
    broken_entities: Collection[str] | None = (),
) -> Iterator[Complaint]:
    """Everything that is wrong between the values of a brief, in no order.

    Args:
        brief: as it was read.
        skills: the names of the skills that there are; None does not judge the name.
        broken_shots, broken_entities: what could not be read and stands there empty; nothing is concluded from it.
            None for entities: none of them could be read.
    """
    yield from _globals(brief, skills)
    yield from _entities(brief)
    yield from _ids(brief)
    yield from _lengths(brief, broken_shots)
    for number, shot in enumerate(brief.shots):
        yield from _Shot(brief, shot, number, broken_entities).check()
    yield from _joins(brief)


def _say(keys: Keys, code: str, message: str, suggestion: str | None = None) -> Complaint:
    return Complaint(keys, Problem(code, 0, 0, message, suggestion))


# --- the whole film ---------------------------------------------------------------------------------------------------


def _globals(brief: Brief, skills: Collection[str] | None) -> Iterator[Complaint]:
    yield from _ratio(brief.ratio)
    if brief.backend not in grid.WINDOWS:
        known = ", ".join(grid.WINDOWS)
        near = nearest(brief.backend, grid.WINDOWS, 0.4)
        yield _say(
            ("backend",),
            "BRF053",
            f"the renderer {shown(brief.backend)} is unknown; known: {known}",
            _did_you_mean(near),
        )
    if skills is not None and brief.skill not in skills:
        known = ", ".join(sorted(skills)) or "none"
        near = nearest(brief.skill, skills, 0.4)
        yield _say(
            ("skill",), "BRF054", f"the skill {shown(brief.skill)} is unknown; known: {known}", _did_you_mean(near)
        )
    yield from _language(brief.language, ("language",))
    for name in ("head", "tail"):
        yield from _off_frame(getattr(brief.handles, name), ("handles", name))


def _did_you_mean(near: str | None) -> str | None:
    return f"did you mean {near}?" if near else None


def _ratio(ratio: str) -> Iterator[Complaint]:
    width, height = (int(side) for side in ratio.split(":"))
    if not width or not height:
        yield _say(("ratio",), "BRF052", f"the aspect ratio {ratio} has a side of nothing", "16:9")
        return
    value = Fraction(width, height)
    if not grid.RATIO_MIN <= value <= grid.RATIO_MAX:
        near = "1:4" if value < grid.RATIO_MIN else "4:1"
        yield _say(("ratio",), "BRF052", f"the aspect ratio {ratio} lies outside of 1:4 to 4:1", near)


def _language(language: str | None, keys: Keys) -> Iterator[Complaint]:
    if language is None or language in LANGUAGES:
        return
    word = language.strip().lower()
    if word in OTHER_LANGUAGES:
        stable = ", ".join(LANGUAGES)
        yield _say(keys, "BRF045", f"speech in {language} is not stable in the model; stable: {stable}")
        return
    right = LANGUAGE_ALIASES.get(word) or nearest(word, LANGUAGES, 0.7)
    yield _say(
        keys,
        "BRF044",
        f"{shown(language)} is no language that a line is tagged with; known: {', '.join(LANGUAGES)}",
        right,
    )


def _entities(brief: Brief) -> Iterator[Complaint]:
    for name, entity in brief.entities.items():
        yield from _language(entity.language, ("entities", name, "language"))
        for number, file in enumerate(entity.files):
            keys: Keys = ("entities", name, "files", number, "state")
            if file.state is not None and file.state not in entity.wardrobe:
                yield _state(keys, name, file.state, entity)
            elif file.state is not None and file.role is FileRole.VOICE:
                yield _say(keys, "BRF029", "a file for the voice shows no wardrobe state", "delete the key")


def _state(keys: Keys, name: str, state: str, entity: Entity) -> Complaint:
    known = ", ".join(entity.wardrobe) or "none"
    message = f"{name} has no wardrobe state {shown(state)}; its states: {known}"
    return _say(keys, "BRF043", message, _did_you_mean(nearest(state, entity.wardrobe)))


def _ids(brief: Brief) -> Iterator[Complaint]:
    first: dict[str, tuple[int, str]] = {}
    for number, shot in enumerate(brief.shots):
        if shot.id is None:
            continue
        before = first.setdefault(shot.id.lower(), (number, shot.id))
        if before[0] == number:
            continue
        keys: Keys = ("shots", number, "id")
        other = f"shot {before[0] + 1} of the list"
        if before[1] == shot.id:
            yield _say(keys, "BRF040", f"the id {shot.id} is already that of {other}")
        else:
            yield _say(
                keys, "BRF040", f"the id {shot.id} and {before[1]}, that of {other}, are one file name on some disks"
            )


# --- time -------------------------------------------------------------------------------------------------------------


def _lengths(brief: Brief, broken: Collection[int]) -> Iterator[Complaint]:
    stated = [shot.duration for shot in brief.shots if shot.duration is not None]
    yield from _length(brief.duration, ("duration",), "the film")
    for number, shot in enumerate(brief.shots):
        yield from _length(shot.duration, ("shots", number, "duration"), "a shot")
    if brief.duration is None or broken or not stated:
        return
    # Frames count here: three shots of 3.333 s are ten seconds.
    total, film = sum(time.frames for time in stated), brief.duration.frames
    left = len(brief.shots) - len(stated)
    if left and total + left > film:
        yield _say(
            ("duration",),
            "BRF058",
            f"the film lasts {film} frames ({brief.duration.text}), and the shots with a length take {total} of them; "
            f"too few are left for the other {left}",
        )
    elif not left and total != film:
        yield _say(
            ("duration",),
            "BRF059",
            f"the shots add up to {total} frames, the film is to last {film} ({brief.duration.text})",
            f"{total // grid.FPS}s" if total % grid.FPS == 0 else f"{total}f",
        )


def _length(time: Time | None, keys: Keys, what: str) -> Iterator[Complaint]:
    if time is None:
        return
    if time.frames < 1:
        yield _say(keys, "BRF055", f"{what} lasts at least one frame (1/24 s), not {time.text}", "1f")
    elif time.seconds > LONGEST:
        yield _say(keys, "BRF055", f"{what} lasts at most a day, not {time.text}", "24:00:00")
    else:
        yield from _off_frame(time, keys)


def _off_frame(time: Time | None, keys: Keys) -> Iterator[Complaint]:
    if time is not None and not time.exact:
        frames = time.frames
        message = f"{time.text} is {_decimal(time.seconds * grid.FPS)} frames; rounded to {frames} frames"
        yield _say(keys, "BRF056", message, f"{frames}f")


def _decimal(value: Fraction) -> str:
    return f"{float(value):.3f}".rstrip("0").rstrip(".")


# --- shots ------------------------------------------------------------------------------------------------------------


class _Shot:
    """The checks of one shot."""

    def __init__(self, brief: Brief, shot: Shot, number: int, broken_entities: Collection[str] | None) -> None:
        self.brief = brief
        self.shot = shot
        self.keys: Keys = ("shots", number)
        self.known = broken_entities is not None
        self.broken = broken_entities or ()

    def check(self) -> Iterator[Complaint]:
        shot = self.shot
        for number, name in enumerate(shot.who):
            yield from self._entity(name, (*self.keys, "who", number), (EntityKind.PLACE, EntityKind.STYLE))
        yield from self._wardrobe()
        yield from self._place()
        yield from _camera(shot.camera.move, (*self.keys, "camera", "move"))
        if shot.action is not None and shot.beats:
            message = "the shot has an action and beats; the action is for a shot with one beat"
            yield _say((*self.keys, "action"), "BRF050", message, "make the action the first beat")
        for number, line in enumerate(shot.lines):
            yield from self._line(line, (*self.keys, "lines", number))
        yield from self._moments("beats", shot.beats)
        yield from self._moments("lines", shot.lines)

    def _entity(self, name: str, keys: Keys, refused: tuple[EntityKind, ...]) -> Iterator[Complaint]:
        entity = self.brief.entities.get(name)
        if not self.known:
            return
        if entity is None:
            known = ", ".join(self.brief.entities) or "none"
            near = nearest(name, self.brief.entities)
            yield _say(keys, "BRF041", f"{shown(name)} is no entity; entities: {known}"[:500], _did_you_mean(near))
        elif entity.kind in refused and name not in self.broken:
            yield _say(
                keys,
                "BRF042",
                f"{name} is a {entity.kind.value}, which cannot stand here",
                f"place: {name}" if entity.kind is EntityKind.PLACE else None,
            )

    def _wardrobe(self) -> Iterator[Complaint]:
        for name, state in self.shot.wardrobe.items():
            keys: Keys = (*self.keys, "wardrobe", name)
            entity = self.brief.entities.get(name)
            if entity is None:
                yield from self._entity(name, keys, ())
            elif name in self.broken:
                continue
            elif state not in entity.wardrobe:
                yield _state(keys, name, state, entity)
            elif name not in self.shot.who:
                yield _say(keys, "BRF061", f"{name} is dressed here and not in the picture", f"add {name} to who")

    def _place(self) -> Iterator[Complaint]:
        place = self.shot.place
        if place is None:
            return
        keys: Keys = (*self.keys, "place")
        entity = self.brief.entities.get(place)
        if entity is not None and entity.kind is not EntityKind.PLACE and place not in self.broken:
            yield _say(keys, "BRF042", f"{place} is of the kind {entity.kind.value}, not a place")
        elif entity is None and " " not in place.strip():
            places = [name for name, other in self.brief.entities.items() if other.kind is EntityKind.PLACE]
            near = nearest(place, places, 0.75)
            if near:
                message = f"{shown(place)} is no entity, and hardly a phrase; places: {', '.join(places)}"
                yield _say(keys, "BRF041", message[:500], _did_you_mean(near))

    def _line(self, line: Line, keys: Keys) -> Iterator[Complaint]:
        speaker = line.speaker
        yield from self._entity(speaker, (*keys, "speaker"), (EntityKind.PLACE, EntityKind.STYLE))
        yield from _language(line.language, (*keys, "language"))
        seen = speaker in self.shot.who or line.off_screen or speaker not in self.brief.entities
        if not seen:
            yield _say(
                (*keys, "speaker"),
                "BRF060",
                f"{speaker} speaks and is not in the picture",
                f"add {speaker} to who, or write off_screen: true",
            )

    def _moments(self, name: str, items: Sequence[Beat | Line]) -> Iterator[Complaint]:
        length, last = self.shot.duration, None
        for number, item in enumerate(items):
            at = item.at
            if at is None:
                continue
            keys: Keys = (*self.keys, name, number, "at")
            if length is not None and at.seconds >= length.seconds:
                message = (
                    f"{at.text} lies outside of the shot, which lasts {length.text}; times are on the shot's own clock"
                )
                yield _say(keys, "BRF048", message, time_before(length))
            elif last is not None and at.seconds <= last.seconds:
                yield _say(keys, "BRF049", f"{at.text} is not after {last.text}, the moment before it; moments rise")
            else:
                yield from _off_frame(at, keys)
            last = at


def time_before(length: Time) -> str:
    """The last frame of a shot, as a time: the latest moment in it."""
    return f"{max(length.frames - 1, 0)}f"


def _camera(move: str, keys: Keys) -> Iterator[Complaint]:
    word = " ".join(move.lower().split())
    known = {name.lower() for name in MOVES}
    if word in known:
        return
    head, _, tail = word.rpartition(" ")
    alias = MOVE_ALIASES.get(word)
    near = alias or nearest(word, MOVES, 0.6) or (head if head in known else None)
    suggestion = _did_you_mean(near)
    if head in known and tail in _DIRECTIONS:
        suggestion = f"move: {head}, direction: {tail}"
    message = f"the camera move {shown(move)} is not one that the model knows; known: {', '.join(MOVES)}"
    yield _say(keys, "BRF051", message, suggestion)


# --- joins ------------------------------------------------------------------------------------------------------------


def _joins(brief: Brief) -> Iterator[Complaint]:
    for number, shot in enumerate(brief.shots):
        join, keys = shot.join, ("shots", number, "join")
        yield from _off_frame(join.length, (*keys, "length"))
        if number == 0:
            if join.kind is not JoinKind.CUT:
                message = f"the first shot has no shot before it, so there is nothing for a {join.kind.value}"
                yield _say(keys, "BRF046", message, "delete the key")
            continue
        if join.kind is JoinKind.CONTINUE and shot.first_frame is not None:
            yield _say(
                (*keys[:2], "first_frame"),
                "BRF047",
                "the shot continues the one before, so its first frame is the other's last one",
                "delete first_frame, or join by match",
            )
        if join.length is not None:
            yield from _too_long(brief, number, join.length)


def _too_long(brief: Brief, number: int, length: Time) -> Iterator[Complaint]:
    for side, index in (("before", number - 1), ("after", number)):
        duration = brief.shots[index].duration
        if duration is not None and length.seconds > duration.seconds:
            kind = brief.shots[number].join.kind.value
            message = f"the {kind} of {length.text} is longer than the shot {side} it, which lasts {duration.text}"
            yield _say(("shots", number, "join", "length"), "BRF057", message, duration.text)
            return
