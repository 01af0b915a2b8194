"""Shot marks, cut times, cut phrases, style sentences and camera terms."""

from __future__ import annotations

import re

from .model import Table, every, span

T = Table("shots")

# Nothing is marked.
T.error("no marker at all", "t2va-desert-rover", ("[Shot 1] ", ""))
T.error("no marker at all", "ref-edit-jacket-colour", ("[Shot 1] ", ""), also="detailed_description:")
T.error(
    "no marker at all",
    "t2va-harbour-weigher",
    ("[Shot 1] ", ""),
    ("[Shot 2] At 00:04.500, the camera cuts to", "Then we see"),
)
T.error(
    "no marker at all",
    "ref-rain-ambience-keyframe",
    ("\n[Shot 1] From", "\nFrom"),
    also="detailed_description:",
)
T.error(
    "no marker at all",
    "t2va-orchard-year",
    every("[Shot ", "(Scene "),
    ("(Scene 1]", "(Scene 1)"),
    ("(Scene 2]", "(Scene 2)"),
    ("(Scene 3]", "(Scene 3)"),
    ("(Scene 4]", "(Scene 4)"),
)

# Numbers that do not run 1 to N.
for base, old, new in (
    ("t2va-night-market-noodles", "[Shot 2] At", "[Shot 3] At"),
    ("i2va-paper-theatre-fox", "[Shot 2] At", "[Shot 4] At"),
    ("t2va-lisbon-signwriter", "[Shot 3] At", "[Shot 5] At"),
    ("ref-anthem-reuse", "[Shot 4] At", "[Shot 6] At"),
    ("l2va-library-whisper", "[Shot 2] At", "[Shot 7] At"),
):
    T.error("gap", base, (old, new), also=() if base.startswith("ref") else new)
for base, old, new in (
    ("t2va-seoul-kitchen", "[Shot 2] At", "[Shot 1] At"),
    ("t2va-tide-pool-macro", "[Shot 3] At", "[Shot 2] At"),
    ("ref-storyboard-heist-cat", "[Shot 3] At", "[Shot 2] At"),
    ("i2va-opera-dressing-room", "[Shot 3] At", "[Shot 1] At"),
):
    T.error("duplicate", base, (old, new), also="[Shot 2] At" if "[Shot 2]" in new else new)


def exchanged(text: str) -> str:
    return (
        text.replace("[Shot 2] At", "[Shot 0] At")
        .replace("[Shot 3] At", "[Shot 2] At")
        .replace("[Shot 0] At", "[Shot 3] At")
    )


T.error("wrong order", "i2va-paper-theatre-fox", exchanged)
T.error("wrong order", "ref-two-cousins-rooftop", exchanged)
T.error("wrong order", "t2va-orchard-year", exchanged)

# A later shot without a usable time.
for base, old, new in (
    ("t2va-moscow-chess", "[Shot 2] At 00:04.875, the camera cuts to", "[Shot 2] The camera cuts to"),
    ("i2va-office-phone", "[Shot 2] At 00:04.500, the shot switches to", "[Shot 2] The shot switches to"),
    ("ref-linocut-style", "[Shot 2] At 00:03.500, the camera cuts to", "[Shot 2] The camera cuts to"),
    ("l2va-boxer-corner", "[Shot 3] At 00:07.125, the camera cuts to", "[Shot 3] Next, the camera cuts to"),
    ("t2va-tide-pool-macro", "[Shot 2] At 00:03.750, the shot", "[Shot 2] A moment later, the shot"),
):
    T.error("later shot without time", base, (old, new))
for base, old, new in (
    ("t2va-canal-duet", "At 00:05.500,", "At 0:05.500,"),
    ("t2va-night-market-noodles", "At 00:05.250,", "At 5.25s,"),
    ("t2va-lighthouse-voiceover", "At 00:04.750,", "At 00:04,750,"),
    ("t2va-seoul-kitchen", "At 00:04.250,", "At 00:04:250,"),
    ("t2va-bridge-cutoff", "At 00:03.000,", "At 00:00:03.000,"),
    ("t2va-silent-film-clockmaker", "At 00:03.250,", "At 00:03,"),
    ("i2va-opera-dressing-room", "At 00:09.500,", "At 00:09.5,"),
    ("l2va-kite-landing", "At 00:04.250,", "(00:04.250)"),
    ("l2va-astronaut-dome", "At 00:03.500,", "[00:03.500]"),
    ("ref-greenhouse-long", "At 00:08.125,", "At 8 seconds,"),
    ("ref-ceramics-host", "At 00:02.750,", "At 00:02.75,"),
    ("ref-continue-sledge", "At 00:04.875,", "At 04.875,"),
    ("fl2va-garage-two-shots", "At 00:03.500,", "00:03.500 -"),
    ("t2va-orchard-year", "At 00:06.500,", "At 00:06.500-00:09.500,"),
    ("t2va-no-header-glassblower", "At 00:05.000,", "At 00:65.000,"),
):
    T.error("bad time form", base, (old, new))

T.add(
    "error|warning",
    "full-width time",
    "ref-voice-lend-puppeteer",
    ("At 00:04.250,", "At 00：04.250，"),
)

# Times that do not rise or do not fit into the clip.
for base, old, new in (
    ("i2va-paper-theatre-fox", "At 00:07.000,", "At 00:03.000,"),
    ("t2va-lisbon-signwriter", "At 00:08.250,", "At 00:04.125,"),
    ("ref-anthem-reuse", "At 00:10.000,", "At 00:06.500,"),
    ("ref-two-cousins-rooftop", "At 00:04.500,", "At 00:09.500,"),
    ("t2va-orchard-year", "At 00:03.500,", "At 00:06.500,"),
    ("ref-storyboard-heist-cat", "At 00:03.750,", "At 00:08.000,"),
    ("t2va-harbour-weigher", "At 00:04.500,", "At 00:00.000,"),
):
    T.error("time not rising", base, (old, new), also="At 00:0")
for base, old, new in (
    ("t2va-harbour-weigher", "At 00:04.500,", "At 00:08.000,"),
    ("t2va-platform-split-line", "At 00:04.000,", "At 00:09.000,"),
    ("ref-oud-maker-hosted", "At 00:06.000,", "At 00:10.125,"),
    ("l2va-canteen-laughter", "At 00:05.500,", "At 00:10.200,"),
    ("ref-greenhouse-long", "At 00:10.625,", "At 00:15.000,"),
    ("t2va-seoul-kitchen", "At 00:04.250,", "At 01:04.250,"),
    ("i2va-office-phone", "duration: 9.417", "duration: 4.458"),
    ("ref-keyframes-lantern-boat", "At 00:04.500,", "At 00:34.500,"),
    ("t2va-tide-pool-macro", "duration: 10.833", "duration: 6.583"),
):
    T.error("time past the end", base, (old, new), also=(new if new.startswith("At") else "At 00:0",))

# The first mark is left out, or carries a time.
for base in (
    "t2va-night-market-noodles",
    "t2va-silent-film-clockmaker",
    "i2va-no-header-barber",
    "l2va-boxer-corner",
):
    T.warning("first marker left out", base, (": [Shot 1] ", ": "), fix=True)
for base in ("ref-storyboard-heist-cat", "ref-two-cousins-rooftop", "ref-oud-maker-hosted"):
    T.warning("first marker left out", base, ("\n[Shot 1] ", " "), also="detailed_description:", fix=True)
for base, old, new in (
    ("t2va-moscow-chess", ": [Shot 1] Late", ": [Shot 1] At 00:00.000, late"),
    ("i2va-cairo-spice-stall", ": [Shot 1] Travel-film", ": [Shot 1] At 00:00.000, travel-film"),
    ("ref-linocut-style", "\n[Shot 1] <Subject 2>", "\n[Shot 1] At 00:00.000, <Subject 2>"),
    ("ref-no-header-tailor", "\n[Shot 1] <Subject 1>", "\n[Shot 1] At 00:00.000, <Subject 1>"),
    ("l2va-kite-landing", ": [Shot 1] Hand", ": [Shot 1] At 00:00.000, hand"),
):
    T.warning("time on Shot 1", base, (old, new), fix=True)

# Cut phrases outside the list.
for base, old, new in (
    ("t2va-harbour-weigher", "At 00:04.500, the camera cuts to a low", "At 00:04.500, we see a low"),
    ("t2va-canal-duet", "At 00:05.500, the shot switches to", "At 00:05.500, cut to"),
    ("i2va-opera-dressing-room", "At 00:09.500, the camera cuts to", "At 00:09.500, back to"),
    ("l2va-astronaut-dome", "At 00:03.500, the shot switches to", "At 00:03.500, smash cut:"),
    ("ref-ceramics-host", "At 00:02.750, the camera cuts to", "At 00:02.750, the scene jumps to"),
    ("ref-continue-sledge", "At 00:04.875, the camera cuts to", "At 00:04.875, the next image is"),
    (
        "ref-anthem-reuse",
        "At 00:06.875, the shot cuts to the summit seen",
        "At 00:06.875, the summit is seen",
    ),
    ("t2va-tide-pool-macro", "At 00:07.500, the camera cuts to", "At 00:07.500, now"),
):
    T.warning("cut phrase outside the list", base, (old, new))

# Clock digits inside a shot.
for base, old, new in (
    ("t2va-desert-rover", "Halfway up, the left", "At 2.5 seconds, the left"),
    ("fl2va-bakery-dawn", "She slides the tray", "From 3s to 5s she slides the tray"),
    ("fl2va-caterpillar-morph", "Hairline cracks branch", "At 00:06.000, hairline cracks branch"),
    ("i2va-glacier-drone", "Powder sifts from", "[4.0-5.5s] Powder sifts from"),
    ("ref-edit-jacket-colour", "As she comes level", "At the 6-second mark, as she comes level"),
    ("l2va-snow-globe", "Clear water rises", "(00:03-00:05) Clear water rises"),
    ("ref-camera-path-market", "He nods, cuts", "Between 00:07.000 and 00:08.000 he nods, cuts"),
    ("t2va-night-market-noodles", "Broth bubbles around", "In the first 3 seconds broth bubbles around"),
):
    T.warning("extra time codes inside a shot", base, (old, new))

# Style in the wrong place.
for base, old, new in (
    ("t2va-bridge-cutoff", ": [Shot 1] Gritty", ": An accident is about to happen. [Shot 1] Gritty"),
    (
        "i2va-kyoto-tea",
        ": [Shot 1] Quiet live-action realism, diffuse paper-screen light, straw and charcoal colours and almost "
        "no contrast. ",
        ": Quiet live-action realism, diffuse paper-screen light, straw and charcoal colours and almost no "
        "contrast. [Shot 1] ",
    ),
    ("t2va-lisbon-signwriter", ": [Shot 1] Obs", ": Aspect ratio wide, five actors at most. [Shot 1] Obs"),
    ("fl2va-portrait-turn", ": [Shot 1] Fashion", ": One continuous take of a model. [Shot 1] Fashion"),
    ("l2va-library-whisper", ": [Shot 1] Low-key", ": Location: library. Time: night. [Shot 1] Low-key"),
):
    T.warning("text before [Shot 1] in base mode", base, (old, new))
for base, start in (
    ("ref-two-cousins-rooftop", "Sunny independent-film"),
    ("ref-edit-add-heron", "The photographic character"),
    ("ref-radio-track-copied", "Late-night Americana"),
    ("ref-unclear-tape", "Forensic realism"),
    ("ref-greenhouse-long", "Classic railway drama"),
):
    T.warning(
        "no style sentence in reference mode",
        base,
        span(start, "[Shot 1]"),
        also="detailed_description:",
    )

# Hints about the camera.
for base, start, end in (
    ("t2va-harbour-weigher", "The camera pushes in with small", "A gull"),
    ("t2va-seoul-kitchen", "The camera tilts down with", "A drop of broth"),
    ("i2va-kyoto-tea", "The camera pushes in", "Water pours"),
    ("fl2va-ferry-goodbye", "The camera trucks right", "Foam rises"),
    ("ref-continue-sledge", "The camera pans right with small amplitude from the white star", "\n"),
    ("ref-linocut-style", "The tracking shot runs", "A gust lifts"),
):
    T.info("no camera term", base, span(start, end))


def framing_only(start: str, style: str, action: str, wide: str, close: str):
    """Two shots of one action, told twice in the same words with another shot size."""

    def change(text: str) -> str:
        text = re.sub(r"\[Shot 1\] .*?(?= \[Shot 2\]|\n)", f"[Shot 1] {style} {wide} {action}", text, count=1)
        head, rest = text.split(start, 1)
        stop = re.search(r"\n|\[Shot 3\]", rest).start()
        return f"{head}{start}{close} {action}" + (" " if rest[stop] == "[" else "") + rest[stop:]

    return change


SMITH = (
    "of a glassblower with a shaved head, lips closed, who turns an iron pipe at the mouth of a furnace while sparks "
    "creep across the brick floor, sweat shines on her temples and the gather at the tip swells like honey. The "
    "static shot holds the pipe, the furnace mouth and the black wall behind them. A wave of heat bends the air over "
    "a steel table, wet newspaper smokes in a bucket and a cat sleeps on a stack of moulds."
)
CRAB = (
    "of a hermit crab that drags a chipped periwinkle shell across pink algae in a rock pool, its eyestalks swivelling "
    "and tiny bubbles clinging to the red hairs on its legs, while a sea anemone opens and closes in the surge. The "
    "static shot holds the shell, the algae and the bright line of the surface. Grains of sand roll past, a shrimp as "
    "clear as glass backs away and ribbons of sea lettuce wave above."
)
T.info(
    "adjacent shots that differ only in framing",
    "t2va-no-header-glassblower",
    framing_only(
        "[Shot 2] At 00:05.000, ",
        "Workshop documentary in warm firelight with deep black corners and glowing highlights.",
        SMITH,
        "A wide shot",
        "the camera cuts to a close-up",
    ),
)
T.info(
    "adjacent shots that differ only in framing",
    "t2va-tide-pool-macro",
    framing_only(
        "[Shot 2] At 00:03.750, ",
        "Natural-history macro photography in clear shallow water and crisp midday sun.",
        CRAB,
        "A medium shot",
        "the shot changes to an extreme close-up",
    ),
)
