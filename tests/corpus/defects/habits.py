"""Hints about the model's habits, and checks that need the context of a prompt."""

from __future__ import annotations

from .model import ANY, Table

T = Table("model habits")
CONTEXT = Table("context")

# The same person introduced twice in one shot.
for base, before, again in (
    ("t2va-seoul-kitchen", "Tofu cubes and", "A teenage boy in a mustard cardigan tastes it again. "),
    (
        "i2va-milan-tram-driver",
        "Sparks flash blue",
        "A woman with a grey braid under a peaked cap leans into the bend. ",
    ),
    (
        "fl2va-bakery-dawn",
        "Steam rolls along",
        "A baker with a flour-dusted bun and a cotton apron checks the fire. ",
    ),
    (
        "l2va-no-header-pottery",
        "Water drips from a sponge",
        "A potter with rolled linen sleeves bends lower. ",
    ),
    (
        "t2va-no-header-glassblower",
        "Wet newspaper",
        "A glassblower with a shaved head blinks into the heat. ",
    ),
    (
        "i2va-opera-dressing-room",
        "The bulbs tremble",
        "A soprano in a half-laced ivory bodice lifts her chin. ",
    ),
    (
        "ref-unclear-tape",
        "His gloved thumb",
        "An archivist in a blue lab coat, lips closed, checks the thread. ",
    ),
):
    T.warning("a person introduced twice", base, (before, again + before))

# A visible person, no line, and nothing about the mouth.
for base, old, new in (
    ("t2va-harbour-weigher", "He keeps his lips closed while he waits", "He waits"),
    ("t2va-lisbon-signwriter", "and her lips stay closed in concentration while she draws", "and she draws"),
    ("t2va-bridge-cutoff", "His mouth is shut tight as he tests", "He tests"),
    ("fl2va-garage-two-shots", "kneels beside it, lips closed, and pulls", "kneels beside it and pulls"),
    (
        "l2va-boxer-corner",
        "corner stool, his mouth closed over a blue mouthguard, chest",
        "corner stool, chest",
    ),
    (
        "l2va-library-whisper",
        "of linen on a felt cushion, lips closed, lifting",
        "of linen on a felt cushion, lifting",
    ),
    ("l2va-astronaut-dome", "towards a round hatch, lips closed, a data", "towards a round hatch, a data"),
    ("ref-anthem-reuse", "He stands on the pedals, lips closed, and", "He stands on the pedals and"),
    (
        "ref-linocut-style",
        "with both boots on the ground, lips closed, looks",
        "with both boots on the ground, looks",
    ),
    ("ref-no-header-tailor", "enters from the left, lips closed, carries", "enters from the left, carries"),
    (
        "ref-edit-jacket-colour",
        "hands in her pockets, lips closed, her eyes",
        "hands in her pockets, her eyes",
    ),
    ("ref-radio-track-copied", "walks down to the door, lips closed, turns", "walks down to the door, turns"),
):
    extra = ((", his hood up and his mouth hidden by a scarf", ""),) if base == "ref-edit-jacket-colour" else ()
    T.warning("a silent face with open lips", base, (old, new), *extra)

# Two faces, one speaker.
for base, old, new in (
    ("t2va-platform-split-line", "her suitcase, her lips closed, silent, her eyes", "her suitcase, her eyes"),
    (
        "t2va-seoul-kitchen",
        "and listens in silence, lips closed, one eyebrow raised",
        "with one eyebrow raised",
    ),
    ("t2va-seoul-kitchen", "The boy says nothing, keeps his lips closed and holds", "The boy holds"),
    ("t2va-moscow-chess", "The colonel stays silent, his lips closed, and slowly", "The colonel slowly"),
    ("i2va-no-header-barber", "The girl nods with her lips closed, silent, and", "The girl nods and"),
    ("fl2va-ferry-goodbye", "She stays silent, her lips closed, and presses", "She presses"),
    (
        "l2va-boxer-corner",
        "The boxer stays silent, his lips closed, and his pupils",
        "The boxer blinks, and his pupils",
    ),
    ("ref-oud-maker-hosted", "in front of him, silent, lips closed, with both", "in front of him, with both"),
    (
        "ref-greenhouse-long",
        "The conductor stays silent, his lips closed, and slides",
        "The conductor slides",
    ),
):
    T.warning("two faces, one speaker", base, (old, new))

# A score in a clip of a sequence.
for base in ("t2va-moscow-chess", "i2va-paper-theatre-fox", "fl2va-portrait-turn", "l2va-astronaut-dome"):
    T.warning(
        "own score in a sequence",
        base,
        ("non_diegetic_music: N/A", "non_diegetic_music: A solo cello plays long notes at a slow tempo."),
        also="sequence: true",
    )
T.warning(
    "own score in a sequence",
    "ref-continue-sledge",
    ("non_diegetic_music:\nN/A", "non_diegetic_music:\nFrame drums and a low horn keep a slow pulse."),
    also="non_diegetic_music:",
)
T.warning(
    "own score in a sequence",
    "l2va-kite-landing",
    ("references:", "sequence: true\nreferences:"),
    at=("non_diegetic_music:", "sequence: true"),
)
for base, old, new in (
    ("fl2va-portrait-turn", "A model with a shaved crown", "A slightly younger model with a shaved crown"),
    (
        "l2va-astronaut-dome",
        "An astronaut in a patched",
        "A little older than before, an astronaut in a patched",
    ),
    (
        "ref-continue-sledge",
        "<Subject 1> stands on the runners",
        "<Subject 1>, a bit more tired than before, stands on the runners",
    ),
    ("t2va-moscow-chess", "a boy of about eleven", "a boy, a few years younger than in the last clip,"),
):
    T.info("comparative words in a chained clip", base, (old, new))
for base, old, new in (
    ("t2va-desert-rover", "Thin wind hisses", "A distant crowd murmurs. Thin wind hisses"),
    ("l2va-kite-landing", "Wind buffets stretched", "Children shout below, and wind buffets stretched"),
    ("fl2va-bakery-dawn", "A switch clicks", "Customers chatter outside. A switch clicks"),
    ("ref-linocut-style", "Wind gusts through", "Voices of villagers mingle as wind gusts through"),
    ("i2va-glacier-drone", "A steady katabatic wind", "Tourists whisper and laugh. A steady katabatic wind"),
):
    T.info("crowd or voice words without lines", base, (old, new), also="overall_soundscape:")

# Visible text against the brief.
for base, old, new in (
    ("t2va-silent-film-clockmaker", 'reads "The clock has stopped."', 'reads "The clock stopped."'),
    ("t2va-night-market-noodles", 'reads "老陈面馆"', 'reads "Old Chen Noodles"'),
    ("t2va-lisbon-signwriter", 'reads "Aberto às 7:30"', 'reads "ABERTO ÀS 7:30"'),
    ("t2va-lisbon-signwriter", 'the lower line "DESDE 1931"', 'the lower line "DESDE 1913"'),
    ("i2va-office-phone", 'with "PAPER JAM"', 'with "PAPER-JAM"'),
    ("t2va-lisbon-signwriter", '"PADARIA CENTRAL"]', '"PADARIA CENTRAL", "PÃO QUENTE"]'),
):
    if old.endswith("]"):
        old, new = 'visible_text: ["PADARIA', 'visible_text: ["PÃO QUENTE", "PADARIA'
    CONTEXT.error("visible text differs from the brief's", base, (old, new), at=ANY)
CONTEXT.error(
    "visible text differs from the brief's",
    "i2va-office-phone",
    ('its amber display lights up with "PAPER JAM" in block letters', "its amber display lights up"),
    at=ANY,
)
CONTEXT.error(
    "visible text differs from the brief's",
    "t2va-silent-film-clockmaker",
    (' reads "The clock has stopped." in cream letters', " reads The clock has stopped. in cream letters"),
    at=ANY,
)

# The mode that the context asks for.
CONTEXT.error("fields of another mode", "t2va-canal-duet", ("mode: T2VA", "mode: Ref2VA"), at=ANY)
CONTEXT.error("fields of another mode", "ref-linocut-style", ("mode: Ref2VA", "mode: T2VA"), at=ANY)
CONTEXT.error("alignment of another mode", "i2va-glacier-drone", ("mode: I2VA", "mode: L2VA"), at=ANY)
CONTEXT.error("alignment of another mode", "l2va-snow-globe", ("mode: L2VA", "mode: I2VA"), at=ANY)
CONTEXT.error("alignment of another mode", "fl2va-bakery-dawn", ("mode: FL2VA", "mode: L2VA"), at=ANY)
CONTEXT.error("alignment of another mode", "i2va-kyoto-tea", ("mode: I2VA", "mode: T2VA"), at=ANY)
CONTEXT.error(
    "two speakers by the brief",
    "t2va-harbour-weigher",
    ("He (S1) glances", "He glances"),
    (
        'text: "Forty kilos. The sea was kind."}',
        'text: "Forty kilos. The sea was kind."}\n  - {speaker: S2, language: English, text: "Good."}',
    ),
    ("kind.</d> Then he", "kind.</d> A voice off screen (S2) answers, <d>[English] Good.</d> Then he"),
    at="[Shot 1]",
)
CONTEXT.error(
    "two speakers by the text",
    "i2va-no-header-barber",
    (
        "The girl nods with her lips closed, silent, and",
        "The girl (S2) nods, <d>[English] Yes.</d> Her father by the door adds, <d>[English] Short.</d> She",
    ),
    at="[Shot 1]",
)
