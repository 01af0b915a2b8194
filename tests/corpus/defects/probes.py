"""More defects in the prompts with unusual features: narrators, animals, trios, fades, several audios."""

from __future__ import annotations

from .model import ANY, Table, every, span

T = Table("unusual prompts")

# Shots and time.
T.error("time past the end", "t2va-cat-breakfast-clock", ("At 00:05.500,", "At 00:08.708,"))
T.error("gap", "t2va-hands-bread", ("[Shot 2] At", "[Shot 12] At"))
T.error("bad time form", "t2va-empty-street-narrator", ("At 00:05.042,", "At 00:05.42,"))
T.error(
    "later shot without time",
    "l2va-arabic-sign-fade",
    ("[Shot 2] At 00:03.500, the shot", "[Shot 2] The shot"),
)
T.error("wrong shot", "l2va-arabic-sign-fade", ("(from [Shot 3])", "(from [Shot 2])"))
T.error("wrong mark", "fl2va-handover-two-voices", ("9.42-second mark", "9.40-second mark"))
T.error("time not rising", "ref-three-audios-dressing", ("At 00:08.250,", "At 00:04.000,"))
T.warning("first marker left out", "i2va-two-fishermen-chess", (": [Shot 1] ", ": "), fix=True)
T.warning(
    "cut phrase outside the list",
    "t2va-harvest-trio",
    ("At 00:06.708, the camera cuts to", "At 00:06.708, next comes"),
)
T.warning(
    "extra time codes inside a shot",
    "ref-composition-desert-bus",
    ("Lightning flickers", "At 00:05 lightning flickers"),
)
T.warning(
    "extra time codes inside a shot",
    "t2va-hands-bread",
    ("Seeds jump at each push.", "From 2 to 4 seconds, seeds jump at each push."),
)
T.warning(
    "no style sentence",
    "ref-continue-market-voice",
    span("Rainy-season", "[Shot 1]"),
    also="detailed_description:",
)

# Lines and speakers.
T.error(
    "words differ from the brief's",
    "t2va-cat-breakfast-clock",
    ("<d>[English] It's 7:30.", "<d>[English] It's 7:31."),
    also="dialogue:",
)
T.error(
    "words differ from the brief's",
    "fl2va-handover-two-voices",
    ("<d>[English] Sign here, Mr. Okafor.", "<d>[English] Sign here, Mr Okafor."),
    also="dialogue:",
)
T.error(
    "two speakers, a line without id",
    "fl2va-handover-two-voices",
    ("He (S2) hands it back", "He hands it back"),
)
T.error("two speakers, a line without id", "t2va-harvest-trio", ("He (S2) lifts", "He lifts"))
T.error("unbalanced <d>", "t2va-harvest-trio", ("la neve.</d>", "la neve."))
T.error("no language tag", "ref-continue-market-voice", ("<d>[Chinese] ", "<d>"))
T.warning("line without id", "t2va-empty-street-narrator", ("A narrator (S1), a woman", "A narrator, a woman"))
T.warning("line without id", "t2va-cat-breakfast-clock", ("The cat (S1) turns", "The cat turns"))
T.warning("unknown language word", "i2va-two-fishermen-chess", every("Portuguese", "pt-BR"), at="</d>")
T.warning(
    "id without a line",
    "i2va-two-fishermen-chess",
    ("The man in the red cap stays", "The man in the red cap (S2) stays"),
)
T.warning("id in retention", "ref-three-audios-dressing", ("reference - rasp,", "reference - (S1) with rasp,"))
T.warning(
    "a line longer than its shot",
    "ref-continue-market-voice",
    every(
        "伞给你，我住得近。",
        "伞给你，我住得近，走两步就到了，你家还在河那边，路上又没有灯，拿着吧，明天放学再还给我。",
    ),
    at="</d>",
)
T.warning(
    "a line longer than its shot",
    "ref-three-audios-dressing",
    every(
        "Listen. The city already counts us in.",
        "Listen. The city already counts us in, four to the bar, every night, and nobody on the stairs ever hears it.",
    ),
    at="</d>",
)

# Labels, files, retention, summary.
T.error(
    "used but undefined",
    "ref-composition-desert-bus",
    ("a hawk on its crossarm", "<Subject 2> on its crossarm"),
)
T.error(
    "label without file",
    "ref-three-audios-dressing",
    ("  - {kind: audio, path: sound/subway_room.wav, role: reference, seconds: 5.0}\n", ""),
    at=ANY,
)
T.error(
    "file without label",
    "ref-composition-desert-bus",
    (
        "  - {kind: image, path: keys/dust.png, role: reference}\n",
        "  - {kind: image, path: keys/dust.png, role: reference}\n  - {kind: image, path: props/hawk.png, role: reference}\n",
    ),
    at=ANY,
)
T.error(
    "audio marker on a visual label",
    "ref-composition-desert-bus",
    ("composition): weak_reference", "composition): partially_copy"),
)
T.error(
    "illegal marker",
    "ref-continue-market-voice",
    ("(clip to continue): fully_preserved", "(clip to continue): continued"),
)
T.error(
    "task word outside the six",
    "ref-continue-market-voice",
    ("[video continuation + audio reference]", "[clip continuation + audio reference]"),
)
T.warning(
    "label never used",
    "ref-three-audios-dressing",
    ("Brushes and vibraphone at the tempo of <Audio 2> play", "Brushes and vibraphone play"),
    at=ANY,
)
T.warning(
    "cited shot that does not exist",
    "ref-composition-desert-bus",
    ("([Shot 2] keyframe)", "([Shot 3] keyframe)"),
)
T.warning(
    "wording of the bracket part",
    "ref-composition-desert-bus",
    ("([Shot 1] composition)", "([Shot 1] mood board)"),
)
T.warning(
    "copy or reference against the prefix",
    "ref-continue-market-voice",
    ("<Audio 1>: reference - age", "<Audio 1>: partially_copy - age"),
    at=ANY,
)
T.warning(
    "definition without retention line",
    "ref-three-audios-dressing",
    span("<Audio 2>: reference - tempo", "<Audio 3>: weak"),
    at=ANY,
)
T.warning(
    "own score in a sequence",
    "ref-continue-market-voice",
    ("non_diegetic_music:\nN/A", "non_diegetic_music:\nAn erhu plays a slow line."),
    also="non_diegetic_music:",
)

# Visible text, sound, language.
T.error(
    "visible text differs from the brief's",
    "l2va-arabic-sign-fade",
    ('shows "OPEN TONIGHT"', 'shows "OPEN TODAY"'),
    at=ANY,
)
T.error(
    "visible text differs from the brief's",
    "t2va-cat-breakfast-clock",
    ('read "7:31"', 'read "7:30"'),
    at=ANY,
)
T.error(
    "visible text differs from the brief's",
    "fl2va-handover-two-voices",
    ('stamped "AIR MAIL" across', 'stamped "BY AIR MAIL" across'),
    at=ANY,
)
T.error(
    "soundscape N/A while someone speaks",
    "t2va-empty-street-narrator",
    span("Wind pushes sand", "\n", "N/A"),
    also="overall_soundscape:",
)
T.warning(
    "soundscape N/A otherwise",
    "t2va-hands-bread",
    span("Dough slaps", "\n", "N/A"),
    also="overall_soundscape:",
)
T.warning(
    "a non-English sentence",
    "l2va-arabic-sign-fade",
    ("The carbon arc strikes", "الضوء الأزرق يملأ الغرفة الصغيرة. The carbon arc strikes"),
)
T.warning(
    "a non-English sentence",
    "ref-continue-market-voice",
    ("Buckets of tuberose", "雨下得越来越大，巷子里全是水。Buckets of tuberose"),
)
T.warning(
    "typographic quotes round visible text",
    "fl2va-handover-two-voices",
    ('stamped "AIR MAIL" across', "stamped “AIR MAIL” across"),
    fix=True,
)
T.info(
    "speech or music named in the soundscape",
    "t2va-harvest-trio",
    ("Wasps buzz, a vat", "The men's singing fills the vault, wasps buzz, a vat"),
    also="overall_soundscape:",
)

# Mouths and faces.
T.warning(
    "a silent face with open lips",
    "l2va-arabic-sign-fade",
    ("through polished rollers, lips closed, and pats", "through polished rollers and pats"),
)
T.warning(
    "a silent face with open lips",
    "ref-three-audios-dressing",
    ("a folding stool over her shoulder, lips closed. The", "a folding stool over her shoulder. The"),
)
T.warning(
    "two faces, one speaker",
    "i2va-two-fishermen-chess",
    (
        "The man in the red cap stays silent, his lips closed, and one",
        "The man in the red cap frowns, and one",
    ),
    ("and leans back, lips closed, arms", "and leans back, arms"),
)
T.warning(
    "two faces, one speaker",
    "t2va-harvest-trio",
    ("The other two stay silent with their lips closed, and their", "The other two men look on, and their"),
)
T.warning(
    "two faces, one speaker",
    "ref-continue-market-voice",
    ("The girl stays silent with her lips closed, and her", "Her"),
    ("to her chest, lips closed, looking", "to her chest, looking"),
)
T.warning(
    "a person introduced twice",
    "i2va-two-fishermen-chess",
    ("He looks down between", "A fisherman in a red knitted cap laughs at him. He looks down between"),
)
T.warning(
    "a person introduced twice",
    "fl2va-handover-two-voices",
    ("His thumb runs", "A retired boxer in a towelling robe weighs the letter. His thumb runs"),
)
