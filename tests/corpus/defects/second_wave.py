"""A later set in other words, so that recall is not measured on the phrases a rule was tuned to."""

from __future__ import annotations

from .model import ANY, Table, every, span

HABITS = Table("model habits, second set")
T = Table("second set")

# Mouths: nothing is said about them in a shot without lines.
for base, old, new in (
    (
        "i2va-monk-bell",
        "His lips are closed and his breath drifts sideways. ",
        "His breath drifts sideways. ",
    ),
    ("t2va-plain-newlines-gardener", "potatoes, lips closed, steam rising", "potatoes, steam rising"),
    ("ref-violinist-subway-poster", "along the wall, lips closed, the neck", "along the wall, the neck"),
    ("l2va-ranger-radio", "one eye shut, lips closed. A map", "one eye shut. A map"),
    ("ref-anthem-reuse", "opens his arms, lips closed in a wide smile", "opens his arms in a wide smile"),
    ("ref-two-cousins-rooftop", "along the tiles, lips closed, and throws", "along the tiles, and throws"),
    ("fl2va-bakery-dawn", "at shoulder height, her lips closed, and", "at shoulder height, and"),
    ("fl2va-portrait-turn", "chin raised, lips closed, hands", "chin raised, hands"),
):
    extra = ()
    if base == "i2va-monk-bell":
        extra = ((", mouth still closed, and bows", ", and bows"),)
    elif base == "fl2va-bakery-dawn":
        extra = (("Her mouth stays closed through all of it, and her gaze", "Her gaze"),)
    elif base == "fl2va-portrait-turn":
        extra = (("The lips remain closed and relaxed from beginning to end. ", ""),)
    elif base == "ref-two-cousins-rooftop":
        extra = (("on her toes beside him, lips closed, with", "on her toes beside him with"),)
    elif base == "l2va-ranger-radio":
        extra = (
            (
                "A crackling male voice comes off screen from the radio, (S1), <d>[English] Tower nine, what do you "
                "see?</d> The ranger's mouth stays closed as she reaches for the handset without taking her eye off "
                "the sight. ",
                "She reaches for the handset. ",
            ),
            ('  - {speaker: S1, language: English, text: "Tower nine, what do you see?"}\n', ""),
            ("She (S2) tips", "She (S1) tips"),
            ("speaker: S2", "speaker: S1"),
        )
    HABITS.warning("a silent face with open lips", base, (old, new), *extra)

# Two faces and one speaker: the other one is no longer said to be silent.
for base, old, new in (
    ("t2va-ice-rink-rehearsal", "with a thermos, lips closed, silent, watching", "with a thermos, watching"),
    (
        "t2va-ice-rink-rehearsal",
        "The skater stays silent with closed lips, nods once",
        "The skater nods once",
    ),
    (
        "t2va-detective-archive",
        "sleeve protectors keeps quiet, lips closed, his",
        "sleeve protectors waits, his",
    ),
    (
        "t2va-detective-archive",
        "The detective makes no sound, her lips shut, and only her gaze",
        "The detective's gaze",
    ),
):
    HABITS.warning("two faces, one speaker", base, (old, new))
HABITS.warning(
    "two faces, one speaker",
    "fl2va-dressmaker-window",
    ("pins in a cushion on her wrist, her lips closed in thought.", "pins in a cushion on her wrist."),
    ("She keeps silent, lips closed, lifts", "She lifts"),
)
HABITS.warning(
    "two faces, one speaker",
    "t2va-lisbon-signwriter",
    ("and hesitates, his mouth closed. The", "and hesitates. The"),
    ("He exhales through his nose, stays silent and lets", "He exhales and lets"),
)

# The same person introduced again.
for base, before, again in (
    (
        "t2va-ice-rink-rehearsal",
        "A Zamboni stands",
        "A figure skater in a charcoal warm-up suit breathes out. ",
    ),
    ("i2va-monk-bell", "A second ring of drops", "A young monk looks up at the rim. "),
    ("fl2va-dressmaker-window", "Passing headlamps", "A window dresser straightens a sleeve. "),
    ("ref-edit-night-to-snow", "The tram arrives", "A nurse in white clogs rubs her hands, lips closed. "),
    ("t2va-detective-archive", "The moth shivers", "A detective with a port-wine birthmark bends closer. "),
    (
        "t2va-no-header-glassblower",
        "Sparks creep",
        "A glassblower with a shaved head and leather forearm guards blinks. ",
    ),
):
    HABITS.warning("a person introduced twice", base, (before, again + before))
for base, old, new in (
    (
        "l2va-astronaut-dome",
        "An astronaut in a patched",
        "An astronaut, visibly thinner than in the previous clip, in a patched",
    ),
    (
        "ref-continue-market-voice",
        "looking out at the flooded lane",
        "looking out at a lane that is darker than before",
    ),
):
    HABITS.info("comparative words in a chained clip", base, (old, new))
for base, old, new in (
    ("i2va-monk-bell", "Dew patters on planks", "Pilgrims murmur below, dew patters on planks"),
    (
        "t2va-plain-newlines-gardener",
        "Drizzle hisses on",
        "Neighbours gossip over a fence while drizzle hisses on",
    ),
    ("t2va-hands-bread", "Dough slaps and", "People are talking next door, and dough slaps and"),
):
    HABITS.info("crowd or voice words without lines", base, (old, new), also="overall_soundscape:")
HABITS.warning(
    "voice-over without closed lips",
    "i2va-monk-bell",
    (
        "He draws the log",
        "The monk (S1) says in an off-screen voiceover, <d>[English] It answers.</d> He draws the log",
    ),
    ("His lips are closed and his breath drifts", "His breath drifts"),
    (", mouth still closed, and bows", ", and bows"),
)
HABITS.warning(
    "own score in a sequence",
    "fl2va-dressmaker-window",
    ("dialogue:\n", "sequence: true\ndialogue:\n"),
    at=("sequence: true", "non_diegetic_music:"),
)

# Language and sound in fresh words.
for base, old, new in (
    ("t2va-ice-rink-rehearsal", "Chips fly up", "얼음 조각이 조명 아래에서 천천히 흩어진다. Chips fly up"),
    (
        "t2va-detective-archive",
        "A photograph slides",
        "Ein altes Foto rutscht aus der Mappe und fällt auf den Boden. A photograph slides",
    ),
    (
        "fl2va-dressmaker-window",
        "Spotlights come up",
        "Las luces se encienden una tras otra sobre los maniquíes. Spotlights come up",
    ),
    (
        "ref-violinist-subway-poster",
        "Water drips",
        "L'eau coule derrière les carreaux et descend vers le quai. Water drips",
    ),
    ("i2va-monk-bell", "In the valley below", "谷では提灯の列がゆっくりと動き始める。In the valley below"),
):
    T.warning("a non-English sentence", base, (old, new))
for base, old, new in (
    ("t2va-detective-archive", '"ARCHIV C" in', "“ARCHIV C” in"),
    ("ref-violinist-subway-poster", '"RÉCITAL 1988" in', "« RÉCITAL 1988 » in"),
):
    T.warning("typographic quotes round visible text", base, (old, new), fix=True)
for base, start, text in (
    (
        "t2va-detective-archive",
        "Fluorescent tubes",
        "Tubes buzz while the detective and the archivist whisper.",
    ),
    ("l2va-ranger-radio", "Wind hums in", "Wind hums in guy wires under a gentle folk song on guitar."),
    ("ref-edit-add-heron", "The hot quiet", "Pigeons flutter while an orchestra swells behind the fountain."),
):
    T.info("speech or music named in the soundscape", base, span(start, "\n", text), also="overall_soundscape:")
for base, start, text in (
    ("t2va-detective-archive", "A vibraphone and", "An ominous, brooding vibraphone over a double bass."),
    ("fl2va-dressmaker-window", "A harp and", "A tender, wistful harp line with a musical saw."),
    ("l2va-ranger-radio", "Two acoustic guitars", "Two guitars play an inspiring, emotional figure."),
):
    T.info("mood words in music", base, span(start, "\n", text), also="non_diegetic_music:")
for base, text in (
    ("t2va-ice-rink-rehearsal", "none"),
    ("i2va-monk-bell", "No background music."),
    ("ref-violinist-subway-poster", "N/A - no music"),
    ("t2va-plain-newlines-gardener", "NA"),
):
    old = "non_diegetic_music:\nN/A" if base.startswith("ref") else "non_diegetic_music: N/A"
    T.warning("None, No music, N/A and words", base, (old, old[:-3] + text), also="non_diegetic_music:", fix=True)

# Marks, times, phrases.
for base, old, new in (
    ("t2va-ice-rink-rehearsal", "At 00:05.000, the shot changes to", "At 00:05.000, fast forward to"),
    ("t2va-detective-archive", "At 00:04.500, the camera cuts to", "At 00:04.500, reverse angle:"),
    ("t2va-plain-newlines-gardener", "At 00:04.000, the shot cuts to", "At 00:04.000, close-up of"),
    ("ref-violinist-subway-poster", "At 00:04.375, the shot cuts to", "At 00:04.375, the video shows"),
):
    T.warning("cut phrase outside the list", base, (old, new))
for base, old, new in (
    ("i2va-monk-bell", "The log swings forward", "After 3.5 seconds the log swings forward"),
    ("fl2va-dressmaker-window", "Spotlights come up", "[00:05] Spotlights come up"),
    ("l2va-ranger-radio", "Far off, a grey", "(3s) Far off, a grey"),
    ("ref-edit-night-to-snow", "The nurse steps in", "During seconds 6-8, the nurse steps in"),
):
    T.warning("extra time codes inside a shot", base, (old, new))
for base, old, new in (
    ("t2va-ice-rink-rehearsal", "At 00:05.000,", "at 5.000 s,"),
    ("t2va-detective-archive", "At 00:04.500,", "At 00:4.500,"),
    ("t2va-plain-newlines-gardener", "At 00:07.500,", "At 00:07.5000,"),
    ("ref-edit-night-to-snow", "At 00:05.500,", "At 00:05.500"),
    ("l2va-ranger-radio", "At 00:04.625,", "At 4.625 seconds,"),
):
    T.error("bad time form", base, (old, new))
for base, old, new in (
    ("fl2va-dressmaker-window", "8.71-second mark", "8.69-second mark"),
    ("l2va-ranger-radio", "9.42-second mark", "9-second mark"),
):
    T.error("wrong mark", base, (old, new), at="How the reference")
for base, old, new in (
    ("t2va-detective-archive", "a port-wine birthmark", "a {{mark}}"),
    ("ref-violinist-subway-poster", "fingerless gloves and a violin case", "${gloves} and a violin case"),
    ("i2va-monk-bell", "saffron robe", "<ROBE_COLOR> robe"),
    ("t2va-ice-rink-rehearsal", "a quilted gold coat", "a [INSERT COLOUR] coat"),
):
    T.error("unresolved template variable", base, (old, new))

# Reference grammar.
for base, old, new in (
    (
        "ref-violinist-subway-poster",
        "<Subject 1> (appears in [Shot 1], [Shot 2]): fully_preserved",
        "<Subject 1> (appears in [Shot 1], [Shot 2]): identity_preserved",
    ),
    ("ref-edit-night-to-snow", "<Audio 1>: partially_copy", "<Audio 1>: partial_copy"),
    ("ref-edit-night-to-snow", "(source of the edit): partially_preserved", "(source of the edit): edited"),
):
    T.error("illegal marker", base, (old, new))
T.error(
    "task word outside the six",
    "ref-edit-night-to-snow",
    ("[video editing + audio reuse]", "[video restyling + audio reuse]"),
    also="summary:",
)
T.error(
    "label of a mode that has none",
    "t2va-plain-newlines-gardener",
    ("A robin follows", "<Subject 1> follows"),
)
T.error(
    "used but undefined",
    "ref-violinist-subway-poster",
    ("An orange drops through", "<Subject 3> drops through"),
)
T.error(
    "file without label",
    "ref-edit-night-to-snow",
    ("  - {kind: audio", "  - {kind: image, path: style/snow.png, role: reference}\n  - {kind: audio"),
    at=ANY,
)
T.warning(
    "copy or reference against the prefix",
    "ref-edit-night-to-snow",
    ("<Audio 1>: partially_copy", "<Audio 1>: reference"),
    at=ANY,
)
T.warning(
    "edit without its opening sentence",
    "ref-edit-night-to-snow",
    ("The target video is an edited version of <Video 1>. ", ""),
    also="summary:",
)
T.warning(
    "cited shot that does not exist",
    "ref-violinist-subway-poster",
    ("<Subject 2> (appears in [Shot 1], [Shot 2])", "<Subject 2> (appears in [Shot 1], [Shot 2], [Shot 3])"),
)
T.warning(
    "label never used",
    "ref-edit-night-to-snow",
    ("The mix of <Audio 1> is kept", "The recorded mix is kept"),
    at=ANY,
)
T.warning(
    "id without a line",
    "ref-violinist-subway-poster",
    ("the living one on the right", "the living one (S2) on the right"),
)
T.error(
    "words differ from the brief's",
    "t2va-ice-rink-rehearsal",
    ("<d>[Korean] 무릎을 먼저", "<d>[Korean] 무릎을 꼭 먼저"),
    also="dialogue:",
)
T.error(
    "words differ from the brief's",
    "fl2va-dressmaker-window",
    ("<d>[Spanish] Un poco más a", "<d>[Spanish] Un poco mas a"),
    also="dialogue:",
)
T.error(
    "words differ from the brief's",
    "l2va-ranger-radio",
    ("<d>[English] Rain. Finally, rain.", "<d>[English] Rain! Finally, rain!"),
    also="dialogue:",
)
T.error(
    "two speakers, a line without id",
    "t2va-detective-archive",
    ("The archivist (S2) moistens", "The archivist moistens"),
)
T.error(
    "visible text differs from the brief's",
    "ref-violinist-subway-poster",
    ('reads "RÉCITAL 1988"', 'reads "RECITAL 1988"'),
    at=ANY,
)
T.warning("unknown language word", "t2va-ice-rink-rehearsal", every("Korean", "kr"), at="</d>")
T.warning(
    "a line longer than its shot",
    "t2va-detective-archive",
    every(
        "Akte siebzehn fehlt.",
        "Akte siebzehn fehlt, genau wie die Fotos, die Quittungen, der Bericht des Arztes und der Schlüssel zum Keller.",
    ),
    at="</d>",
)
T.warning(
    "a line longer than its shot",
    "fl2va-dressmaker-window",
    every(
        "Un poco más a la izquierda, hija.",
        "Un poco más a la izquierda, hija, y la capa más alta, y los hilos más largos, y ese cisne, por favor, que mire a la plaza y no a la pared del fondo.",
    ),
    at="</d>",
)
