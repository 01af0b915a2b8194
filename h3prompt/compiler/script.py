"""One clip as the compiler takes it: pure data, every time a whole frame of the clip at 24 fps."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ..lexicon import CUT_PHRASES
from ..modes import Mode


@dataclass(frozen=True, slots=True)
class ScriptEntity:
    """Somebody or something that is shown or heard.

    Attributes:
        id: its name in the brief.
        kind: person, animal, object, place or style.
        look: one noun phrase.
        name: what the film calls it, "" when that is not known.
        voice: how it sounds, "" when that was not said.
    """

    id: str
    kind: str = "person"
    look: str = ""
    name: str = ""
    voice: str = ""


@dataclass(frozen=True, slots=True)
class ScriptWho:
    """An entity in the picture, and what it wears ("" when that was not said)."""

    entity: str
    wardrobe: str = ""


@dataclass(frozen=True, slots=True)
class ScriptCamera:
    """One move: a term of the model, and how it is done."""

    move: str = "static shot"
    direction: str = ""
    speed: str = "normal"
    amplitude: str = "medium"


@dataclass(frozen=True, slots=True)
class ScriptBeat:
    """One thing that happens, from frame `at` of its shot on (None: in the order in which it stands)."""

    text: str
    at: int | None = None


@dataclass(frozen=True, slots=True)
class ScriptLine:
    """Words, verbatim, in frames ``[start, end)`` of their shot."""

    speaker: str
    text: str
    language: str = "English"
    start: int = 0
    end: int = 0
    delivery: str = ""
    off_screen: bool = False


@dataclass(frozen=True, slots=True)
class ScriptShot:
    """One shot.

    Attributes:
        id: its name in the brief.
        start: the clip's own frame at which it begins; 0 for the first.
        frames: its length.
        place: a phrase, or the id of an entity.
        cut: the phrase that announces it; the first shot has none.
        incoming, outgoing: the state at its start and at its end, "" when that was not said.
        who, beats, lines, visible_text: in the order of the brief.
    """

    id: str
    start: int
    frames: int
    framing: str = "medium shot"
    camera: ScriptCamera = ScriptCamera()
    light: str = ""
    place: str = ""
    who: tuple[ScriptWho, ...] = ()
    beats: tuple[ScriptBeat, ...] = ()
    lines: tuple[ScriptLine, ...] = ()
    sound: str = ""
    visible_text: tuple[str, ...] = ()
    cut: str = CUT_PHRASES[0]
    incoming: str = ""
    outgoing: str = ""


@dataclass(frozen=True, slots=True)
class ScriptReference:
    """A file of a Ref2VA clip.

    Attributes:
        path: relative to the prompt file, with forward slashes.
        kind: image, video or audio.
        entity: whom or what it shows or sounds.
        role: identity, wardrobe, place, style, motion or voice.
        note: what to take from it, "" when that was not said.
        seconds: length of a video or an audio, None when it is not known.
    """

    path: str
    kind: str
    entity: str
    role: str = "identity"
    note: str = ""
    seconds: Fraction | None = None


@dataclass(frozen=True, slots=True)
class ScriptPlate:
    """A keyframe: its path relative to the prompt file; `carries` tells that it is a frame of the clip before."""

    path: str
    carries: bool = False


@dataclass(frozen=True, slots=True)
class ClipScript:
    """One clip.

    Attributes:
        id: "C01".
        mode: decides the form of the prompt.
        frames: its length on the 17k+5 grid.
        shots: in order; at least one.
        entities: all that the shots and the references name.
        style: the look of the whole film.
        soundscape, music: "" for none.
        sequence: it is one of several clips of a film.
        backend: who renders it, None when that is open.
    """

    id: str
    mode: Mode
    frames: int
    shots: tuple[ScriptShot, ...]
    entities: tuple[ScriptEntity, ...] = ()
    style: str = "Live-action cinematic realism, natural colour, fine grain"
    soundscape: str = ""
    music: str = ""
    sequence: bool = False
    references: tuple[ScriptReference, ...] = ()
    first: ScriptPlate | None = None
    last: ScriptPlate | None = None
    backend: str | None = None
