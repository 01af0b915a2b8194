"""What a person wants: the model of ``brief.yaml``.

Every value is optional unless the film cannot be thought without it; what a brief leaves open is filled by the plan and
listed there as an assumption. All models refuse unknown keys. Lines of dialogue and visible text are kept verbatim.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainSerializer, WithJsonSchema, model_validator

from .joins import JoinKind
from .times import FORMS, Time, read_time

#: The version of the form of a brief.
SCHEMA = 1

#: A text has at least one character that is no blank.
VISIBLE = r"\S"
#: What a short name looks like.
ID = r"^[A-Za-z][A-Za-z0-9_-]{0,31}$"

TimeField = Annotated[
    Time,
    BeforeValidator(read_time),
    PlainSerializer(str, return_type=str, when_used="json"),
    WithJsonSchema(
        {"type": ["string", "number"], "description": f"A time: {FORMS}.", "examples": ["12s", "0:12.5", "300f"]}
    ),
]
Id = Annotated[str, Field(pattern=ID, description="A short name: letters, digits, - and _, a letter first.")]
Text = Annotated[str, Field(min_length=1, max_length=4_000, pattern=VISIBLE)]
Phrase = Annotated[str, Field(min_length=1, max_length=400, pattern=VISIBLE)]
FilePath = Annotated[
    str,
    Field(min_length=1, max_length=1_000, pattern=VISIBLE, description="A path relative to the folder of the brief."),
]


def _whole(value: Any) -> Any:
    return int(value) if isinstance(value, str) and value.isdecimal() else value


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True)

    @model_validator(mode="before")
    @classmethod
    def _stated(cls, value: Any) -> Any:
        """A key with nothing behind it states nothing: its default counts."""
        if isinstance(value, dict) and None in value.values():
            # An unknown key stays, so that it is told.
            known = {field.alias or name for name, field in cls.model_fields.items()}
            return {key: item for key, item in value.items() if item is not None or key not in known}
        return value


class Deliverable(StrEnum):
    """Where the work ends."""

    PROMPTS = "prompts"
    PLAN = "plan"
    FILM = "film"


class Policy(StrEnum):
    """Where the sound of the film comes from."""

    NATIVE = "native"
    MASTER = "master"
    SILENT = "silent"


class EntityKind(StrEnum):
    """What an entity is."""

    PERSON = "person"
    ANIMAL = "animal"
    OBJECT = "object"
    PLACE = "place"
    STYLE = "style"


class FileRole(StrEnum):
    """What a reference file of an entity is for."""

    IDENTITY = "identity"
    WARDROBE = "wardrobe"
    PLACE = "place"
    STYLE = "style"
    MOTION = "motion"
    VOICE = "voice"


class Loudness(_Part):
    """The programme loudness of the finished film (ITU-R BS.1770, gated)."""

    standard: Literal["stream", "ebu-r128", "off"] = Field(
        "stream", description="stream: -14 LUFS and -1 dBTP. ebu-r128: -23 LUFS and -1 dBTP. off: left as it is."
    )
    target: float | None = Field(None, ge=-40, le=-5, description="LUFS, instead of the standard's.")
    true_peak: float | None = Field(None, ge=-9, le=0, description="dBTP, instead of the standard's.")


class Music(_Part):
    """A bed of music under the native sound."""

    file: FilePath
    gain: float = Field(-12.0, ge=-60, le=12, description="dB.")
    duck: float = Field(10.0, ge=0, le=40, description="dB by which it goes down under speech.")
    start: TimeField = Field(Time(read_time("0s").seconds, "0s"), description="Where in the file it begins.")
    fade_out: TimeField = Field(Time(read_time("1s").seconds, "1s"), description="Length of its fade at the end.")


class Audio(_Part):
    """The sound of the film.

    ``native``: the sound that comes with the clips, with an optional bed of music. ``master``: a finished track is the
    whole sound of the film and is copied bit for bit; the picture is fitted to it. ``silent``: no sound stream content.
    """

    policy: Policy = Policy.NATIVE
    track: FilePath | None = Field(None, description="The master track; only with policy master.")
    music: Music | None = Field(None, description="A bed of music; only with policy native.")
    loudness: Loudness = Loudness()
    match_shots: float = Field(
        6.0, ge=0, le=12, description="Clips are brought to one loudness by at most this many dB; 0: not at all."
    )
    fade: TimeField = Field(
        Time(read_time("10ms").seconds, "10ms"),
        description="Fade of the sound on both sides of a hard cut, 5 to 30 ms.",
    )

    @model_validator(mode="after")
    def _consistent(self) -> Audio:
        wrong = []
        if (self.policy is Policy.MASTER) != (self.track is not None):
            wrong.append("policy master needs a track, and a track needs policy master")
        if self.music is not None and self.policy is not Policy.NATIVE:
            wrong.append(f"a bed of music goes with policy native, not {self.policy.value}")
        if not 5 <= self.fade.seconds * 1000 <= 30:
            wrong.append(f"the fade at a cut lasts 5 to 30 ms, not {self.fade.text}")
        if wrong:
            raise ValueError("; ".join(wrong))
        return self


class Captions(_Part):
    """Captions from the lines of the shots. Files (SRT and VTT) are always written when there are lines."""

    burn: bool = Field(False, description="Also draw them into the picture.")
    font: FilePath | None = Field(
        None, description="A font file that has the glyphs; default: a built-in one that has."
    )


class EntityFile(_Part):
    """A reference file that shows or sounds an entity."""

    file: FilePath
    role: FileRole = FileRole.IDENTITY
    state: Id | None = Field(None, description="The wardrobe state that it shows.")
    note: Text | None = Field(None, description="What to take from it.")


class Entity(_Part):
    """Somebody or something that comes up in more than one place."""

    kind: EntityKind = EntityKind.PERSON
    name: Text | None = Field(None, description="A name for the plan; the prompt describes the look.")
    look: Text = Field(description="What is seen, as one noun phrase: 'a keeper of about sixty with a grey beard'.")
    wardrobe: dict[Id, Text] = Field(default_factory=dict, description="State name to clothing.")
    voice: Text | None = Field(None, description="How the voice sounds: 'low and hoarse'.")
    language: Phrase | None = Field(None, description="The language that it speaks; default: the film's.")
    files: tuple[EntityFile, ...] = ()


class Camera(_Part):
    """One move of the camera, in short the move alone."""

    move: Phrase = Field("static shot", description="A move that the model knows: push in, pan, tilt, static shot …")
    direction: Phrase | None = Field(None, description="left, right, up, down, clockwise …")
    speed: Literal["slow", "normal", "fast"] = "normal"
    amplitude: Literal["small", "medium", "large"] = "medium"

    @model_validator(mode="before")
    @classmethod
    def _short(cls, value: Any) -> Any:
        return {"move": value} if isinstance(value, str) else value


class Beat(_Part):
    """One thing that happens in a shot."""

    at: TimeField | None = Field(None, description="On the shot's own clock.")
    text: Text = Field(description="A whole English sentence.")


class Line(_Part):
    """Words that are spoken or sung, verbatim."""

    speaker: Id = Field(description="An entity.")
    text: Text
    language: Phrase | None = None
    at: TimeField | None = Field(None, description="On the shot's own clock.")
    delivery: Text | None = Field(None, description="'quietly', 'with a laugh' …")
    off_screen: bool = Field(False, description="A voice-over: nobody in the picture moves their lips.")


class Join(_Part):
    """How the shot before leads into this one, in short the kind alone."""

    kind: JoinKind = JoinKind.CUT
    length: TimeField | None = Field(None, description="Of a dissolve (default 12f) or a dip (default 16f).")

    @model_validator(mode="before")
    @classmethod
    def _short(cls, value: Any) -> Any:
        return {"kind": value} if isinstance(value, str) else value

    @model_validator(mode="after")
    def _lasts(self) -> Join:
        if self.length is not None and self.kind not in (JoinKind.DISSOLVE, JoinKind.DIP):
            raise ValueError(f"a {self.kind.value} has no length")
        if self.length is not None and self.length.frames < 2:
            raise ValueError(f"a {self.kind.value} lasts at least 2 frames, not {self.length.text}")
        return self


class Shot(_Part):
    """One shot of the film."""

    id: Id | None = Field(None, description="Default: S01, S02 …")
    title: Text | None = None
    duration: TimeField | None = Field(None, description="Its length in the film; default: a fair share of the rest.")
    join: Join = Field(Join(), description="How the shot before leads into this one.")
    who: tuple[Id, ...] = Field((), description="Entities in the picture.")
    wardrobe: dict[Id, Id] = Field(default_factory=dict, description="Entity to wardrobe state.")
    place: Phrase | None = Field(None, description="A place entity, or a phrase.")
    framing: Phrase = Field("medium shot", description="wide shot, medium shot, close-up …")
    camera: Camera = Camera()
    light: Text | None = None
    action: Text | None = Field(None, description="What happens, when there is one beat.")
    beats: tuple[Beat, ...] = ()
    sound: Text | None = Field(None, description="What is heard besides lines and music.")
    lines: tuple[Line, ...] = ()
    visible_text: tuple[Text, ...] = Field((), description="Strings that can be read in the picture.")
    first_frame: FilePath | None = Field(None, description="A picture that the shot opens with.")
    last_frame: FilePath | None = Field(None, description="A picture that the shot ends with.")
    hook: Phrase | None = Field(None, description="The purpose: setup, reveal, reversal, joke, callback …")
    incoming: Text | None = Field(None, description="The state at its start: places, props, eyelines.")
    outgoing: Text | None = Field(None, description="The state at its end.")
    seed: int | None = Field(None, ge=0, lt=2**32)
    new_clip: bool = Field(False, description="Start a clip of its own here, whatever packing would do.")
    note: Text | None = Field(None, description="For people; it enters no prompt.")


class Claim(_Part):
    """Something that the film states as true."""

    text: Text
    source: Text


class Handles(_Part):
    """Frames that a clip has before and after what the film shows of it."""

    head: TimeField = Field(
        Time(read_time("4f").seconds, "4f"), description="At least this much, where nothing forbids it."
    )
    tail: TimeField = Field(
        Time(read_time("8f").seconds, "8f"), description="At least this much, where nothing forbids it."
    )


class Brief(_Part):
    """A film, from its title to its last line."""

    schema_version: Annotated[Literal[1], BeforeValidator(_whole)] = Field(
        1, alias="schema", description="The version of this form."
    )
    title: Text
    skill: Phrase = Field("plain", description="The template that writes the prompts.")
    deliverable: Deliverable = Deliverable.FILM
    duration: TimeField | None = Field(None, description="Of the film; default: the sum of its shots.")
    ratio: str = Field("16:9", pattern=r"^\d{1,3}:\d{1,3}$", description="Width to height.")
    short_edge: int = Field(768, ge=64, le=2160, description="Pixels.")
    language: Phrase = Field("English", description="Of the lines, where they do not say otherwise.")
    style: Text = Field(
        "Live-action cinematic realism, natural colour, fine grain", description="The look of the whole film."
    )
    music: Text | None = Field(None, description="The score that the model is asked for; default: none.")
    soundscape: Text | None = Field(None, description="The ambience of the whole film.")
    audio: Audio = Audio()
    captions: Captions = Captions()
    entities: dict[Id, Entity] = Field(default_factory=dict)
    shots: tuple[Shot, ...] = Field(min_length=1, max_length=5_000)
    handles: Handles = Handles()
    packing: Literal["auto", "shot"] = Field(
        "auto", description="auto: several shots in one clip where they fit. shot: a clip each."
    )
    seed: int = Field(1, ge=0, lt=2**32, description="The seed of the first clip; the others are derived from it.")
    backend: Phrase = Field("slate", description="The renderer.")
    model: Phrase | None = Field(None, description="The model that the renderer loads or asks for.")
    settings: dict[str, str | int | float | bool] = Field(default_factory=dict, description="Options of the renderer.")
    retries: int = Field(
        1, ge=0, le=10, description="Further attempts after a failure or a rejected take, for each clip."
    )
    approvals: tuple[Literal["plan", "prompts", "film"], ...] = Field(
        (), description="Gates at which the work waits for a person."
    )
    claims: tuple[Claim, ...] = ()
    note: Text | None = Field(None, description="For people; it enters no prompt.")
