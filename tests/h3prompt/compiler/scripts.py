"""Makes scripts of clips: every mode, one to fourteen shots, all kinds of casts; the prose in them is neutral."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import strategies as st

from h3prompt.compiler import (
    ClipScript,
    ScriptBeat,
    ScriptCamera,
    ScriptEntity,
    ScriptLine,
    ScriptPlate,
    ScriptReference,
    ScriptShot,
    ScriptWho,
)
from h3prompt.modes import Mode

LOOKS = (
    ("person", "a keeper of about sixty with a grey beard"),
    ("person", "a young guide in a red anorak"),
    ("person", "an old fisherman with a pipe"),
    ("person", "a woman"),
    ("person", "a woman"),
    ("person", "a tall, thin man in a linen suit"),
    ("person", "a keeper with a limp"),
    ("person", "Ines, a baker of about thirty with flour on her sleeves"),
    ("person", "grey-haired violinist"),
    ("person", "a girl of nine, barefoot, with a paper boat"),
    ("animal", "a grey seal with one torn flipper"),
    ("object", "a brass lantern with a cracked pane"),
)
PLACES = (
    "a salt-stained stone quay",
    "on a flat roof above the harbour",
    "The kitchen is low and whitewashed.",
    "roof",
    "",
)
BEATS = (
    "A rope swings from an iron crane.",
    "Rain runs down the green shutters.",
    "The lantern on the table flickers",
    "Gulls lift from the wet roof of the market.",
    "Steam rises from a kettle on a tin stove.",
    "Waves fold over the black rocks below the wall.",
    "A paper map lies open under a glass weight.",
)
LINES = (
    ("English", "The tide is late today."),
    ("English", "Hold the {lamp} now."),
    ("en", "We carry ${this} together."),
    ("German", "Das Licht bleibt an."),
    ("Japanese", "明日は晴れる。"),
    ("French", "La mer est calme ce soir."),
    ("English", "{{ hero }} waits, <b>too</b>."),
    ("English", 'He said "go", and I went.'),
)
DELIVERIES = ("", "quietly", "with a laugh", "leaning over the rail", "in a whisper.")
VOICES = ("", "low and hoarse", "a clear alto", "bright, with a northern accent", "husky voice")
SOUNDS = ("", "a hiss of gas", "Rope creaks on iron.", "wind over stones, far surf")
LIGHTS = ("", "low sun through a dusty window", "Lanterns give the only light.", "lit by one bare bulb")
TEXTS = ("OPEN", "NO 7", "Zum Hafen", "{{menu}}")
MOVES = (
    "static shot",
    "push in",
    "pan",
    "tracking shot",
    "arc shot",
    "tilt up",
    "POV",
    "handheld drift",
    "zoom out",
    "roll clockwise",
)

_words = st.sampled_from


@st.composite
def scripts(draw: st.DrawFn, mode: Mode | None = None) -> ClipScript:
    """Any clip that a plan may ask for."""
    mode = mode or draw(_words(list(Mode)))
    count = draw(st.integers(1, 14) if mode in (Mode.T2VA, Mode.REF2VA) else st.integers(1, 3))
    frames = 17 * draw(st.integers(7 if count < 4 else 18, 21)) + 5
    chosen = draw(st.lists(_words(LOOKS), min_size=0, max_size=4))
    entities = [
        ScriptEntity(f"e{index}", kind, look, draw(_words(("", "Tom", "Mara"))), draw(_words(VOICES)))
        for index, (kind, look) in enumerate(chosen)
    ]
    clothes = {
        entity.id: draw(_words(("", "a navy oilskin", "in a wet apron"))) if entity.kind == "person" else ""
        for entity in entities
    }
    roof = ScriptEntity("roof", "place", "a whitewashed roof terrace with a water tank")
    ink = ScriptEntity("ink", "style", "a two-colour linocut with bold gouge marks")
    cuts = [0, *(frames * number // count for number in range(1, count)), frames]
    shots = tuple(
        draw(_shot(f"S{index + 1:02d}", start, end - start, entities, clothes))
        for index, (start, end) in enumerate(pairwise(cuts))
    )
    references: list[ScriptReference] = []
    if mode is Mode.REF2VA:
        references = draw(_references(entities, shots))
    return ClipScript(
        "C01",
        mode,
        frames,
        shots,
        (*entities, roof, ink),
        soundscape=draw(_words(("", "Wind over a harbour, with far surf.", "A low hum of the ship; rain on steel"))),
        music=draw(_words(("", "A solo cello at a slow tempo with long bows. It ends on one held note."))),
        sequence=draw(st.booleans()),
        references=tuple(references),
        first=ScriptPlate("a.png") if mode in (Mode.I2VA, Mode.FL2VA) else None,
        last=ScriptPlate("b.png") if mode in (Mode.L2VA, Mode.FL2VA) else None,
    )


@st.composite
def _shot(
    draw: st.DrawFn, name: str, start: int, frames: int, entities: list[ScriptEntity], clothes: dict[str, str]
) -> ScriptShot:
    ids = [entity.id for entity in entities]
    who = draw(st.lists(_words(ids), unique=True, max_size=3 if frames > 60 else 2)) if ids else []
    beats = []
    for _ in range(draw(st.integers(0, 2 if frames > 60 else 1))):
        head = f"The {draw(_words(('keeper', 'guide', 'woman')))} looks up." if who and draw(st.booleans()) else ""
        text = head or draw(_words(BEATS))
        beats.append(ScriptBeat(text, draw(st.none() | st.integers(0, frames - 1))))
    lines = []
    # What is spoken fits: five seconds hold any of the lines.
    if frames >= 120 and entities and draw(st.booleans()):
        language, words = draw(_words(LINES))
        speaker = draw(_words(ids))
        lines = [ScriptLine(speaker, words, language, 5, frames - 12, draw(_words(DELIVERIES)), draw(st.booleans()))]
    return ScriptShot(
        name,
        start,
        frames,
        framing=draw(_words(("wide shot", "medium shot", "a close-up", "over-the-shoulder shot"))),
        camera=ScriptCamera(
            draw(_words(MOVES)),
            draw(_words(("", "left"))),
            draw(_words(("slow", "normal", "fast"))),
            draw(_words(("small", "medium", "large"))),
        ),
        light=draw(_words(LIGHTS)),
        place=draw(_words(PLACES)),
        who=tuple(ScriptWho(entity, draw(_words((clothes[entity], clothes[entity], "")))) for entity in who),
        beats=tuple(beats),
        lines=tuple(lines),
        sound=draw(_words(SOUNDS)),
        visible_text=tuple(draw(st.lists(_words(TEXTS), unique=True, max_size=1))),
        incoming=draw(_words(("", "", "the door half open"))),
        outgoing=draw(_words(("", "", "The door is shut."))),
    )


@st.composite
def _references(draw: st.DrawFn, entities: list[ScriptEntity], shots: tuple[ScriptShot, ...]) -> list[ScriptReference]:
    speaking = {line.speaker for shot in shots for line in shot.lines}
    found = []
    for entity in entities:
        for number in range(draw(st.integers(0, 2))):
            found.append(
                ScriptReference(
                    f"{entity.id}{number}.png", "image", entity.id, "identity", draw(_words(("", "Keep the face.")))
                )
            )
        if entity.id in speaking and draw(st.booleans()):
            found.append(ScriptReference(f"{entity.id}.wav", "audio", entity.id, "voice"))
    if draw(st.booleans()):
        found.append(ScriptReference("roof.png", "image", "roof", "place"))
    if draw(st.booleans()):
        found.append(ScriptReference("ink.png", "image", "ink", "style"))
    if entities and draw(st.booleans()):
        found.append(ScriptReference("walk.mp4", "video", entities[0].id, "motion"))
    images = [one for one in found if one.kind == "image"][:9]
    audios = [one for one in found if one.kind == "audio"][:3]
    videos = [one for one in found if one.kind == "video"]
    if not images:
        images = [ScriptReference("roof.png", "image", "roof", "place")]
    return (
        draw(st.permutations([*images, *audios, *videos]).filter(lambda found: len(found) <= 12))
        if len(images + audios + videos) <= 12
        else images
    )
