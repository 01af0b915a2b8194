"""A third set on named people, split screens, machines, animals and product films, in wording of its own."""

from __future__ import annotations

from .model import ANY, Table, every, span, swap, tail

T = Table("third set")

SPLIT = "t2va-amara-split-screen"
ROBOT = "t2va-anime-robot-rooftop"
ALTO = "t2va-stadium-wordless-alto"
SCREEN = "t2va-hands-booking-screen"
HOSTEL = "t2va-hostel-four-languages"
DANCER = "i2va-dancer-rehearsal-mirror"
IBEX = "i2va-goat-ledge-narrator"
TRUCK = "i2va-trucker-cb-relay"
PAPER = "fl2va-origami-long-take"
TREES = "fl2va-treehouse-tin-phones"
WEATHER = "l2va-weather-desk-live"
EIGHT = "l2va-rowing-eight-cox"
BUDS = "ref-earbuds-product-film"
KIOSK = "ref-edit-kiosk-sign"
KRUMP = "ref-continue-krump-circle"
FERRY = "ref-ferry-song-reuse"
DRUM = "ref-three-audios-dressing"
CAT = "ref-storyboard-heist-cat"
SNOW = "ref-edit-night-to-snow"
UMBRELLA = "ref-continue-market-voice"
ANTHEM = "ref-anthem-reuse"
DUET = "t2va-canal-duet"
LETTER = "fl2va-handover-two-voices"
OFFICE = "i2va-office-phone"
TOWER = "l2va-ranger-radio"

MAIN = "integrated_multimodal_description:"
SOUND = "overall_soundscape:"
MUSIC = "non_diegetic_music:"

# Sections.
T.error("section missing", SPLIT, span("overall_soundscape: A quiet", MUSIC), at=ANY)
T.error("section missing", PAPER, tail("\n\nnon_diegetic_music:", "\n"), at=ANY)
T.error("section missing", BUDS, span("summary:\n", "retention_analysis:"), at=ANY)
T.error("section missing", KRUMP, span("retention_analysis:\n", "detailed_description:"), at=ANY)
T.error(
    "section duplicated",
    ROBOT,
    ("non_diegetic_music: N/A", "non_diegetic_music: N/A\n\noverall_soundscape: Rain drums on tin tanks."),
)
T.error(
    "section duplicated",
    FERRY,
    ("retention_analysis:\n", "summary:\n[reference generation + audio reuse] Lamps are lit.\n\nretention_analysis:\n"),
    also="summary:",
)
T.error("sections out of order", IBEX, swap(SOUND, MUSIC), at=(SOUND, MUSIC))
T.error(
    "sections out of order",
    KIOSK,
    swap("subject_definitions:", "retention_analysis:"),
    at=("subject_definitions:", "summary:", "retention_analysis:"),
)
T.error("base and reference fields mixed", HOSTEL, (MAIN, "detailed_description:"), at=ANY)
T.error("base and reference fields mixed", DRUM, ("detailed_description:\n", MAIN + "\n"), at=ANY)
T.error(
    "base and reference fields mixed",
    TREES,
    (MAIN + " [Shot 1] Felt", "summary: Two children pull a basket.\n\n" + MAIN + " [Shot 1] Felt"),
)
T.error(
    "unknown field",
    WEATHER,
    ("non_diegetic_music: N/A", "color_palette: mustard, pastel grey\n\nnon_diegetic_music: N/A"),
)
T.error(
    "unknown field", EIGHT, ("overall_soundscape: A wide", "negative_prompt: blurry oars\n\noverall_soundscape: A wide")
)
T.error("unknown field", CAT, ("overall_soundscape:\n", "camera_notes:\nKeep it low.\n\noverall_soundscape:\n"))
T.error("unknown field", OFFICE, ("overall_soundscape:", "overall_sound:"), at=ANY)
T.error(
    "chatter before the fields",
    SCREEN,
    (MAIN, "Sure! Below is the finished prompt for your ferry booking clip.\n\n" + MAIN),
    fix=True,
)
T.error(
    "chatter after the fields",
    KRUMP,
    tail(
        "non_diegetic_music:\nN/A", "non_diegetic_music:\nN/A\n\nWould you like a version with a slower second shot?\n"
    ),
    fix=True,
)
T.error(
    "chatter before the fields",
    FERRY,
    ("subject_definitions:\n", "**Prompt (Ref2VA, 12 s)**\n\nsubject_definitions:\n"),
)
T.error("empty field", TRUCK, span("overall_soundscape: A diesel", "\n", "overall_soundscape:"), also=MUSIC)
T.error("empty field", BUDS, tail("A muted electric piano"), at=(MUSIC,))
T.warning("header without colon", DUET, ("overall_soundscape: Water", "overall_soundscape Water"), fix=True)
T.warning("header without colon", FERRY, ("retention_analysis:\n", "retention_analysis\n"), fix=True)
T.warning("text form", ALTO, (SOUND + " A vast", SOUND + "\nA vast"), also=SOUND, fix=True)
T.warning("text form", KIOSK, ("overall_soundscape:\nA wet", "overall_soundscape: A wet"), fix=True)
T.warning("marks round a field name", WEATHER, (SOUND, "### " + SOUND), fix=True)
T.warning("marks round a field name", BUDS, ("retention_analysis:", "**retention_analysis:**"), fix=True)
T.info("blank line between fields", DANCER, ("\n\noverall_soundscape:", "\noverall_soundscape:"), fix=True)

# Alignment.
FIRST = (
    "For the target video, at 0.00 seconds into the target video, <Picture 1> (from [Shot 1]) is fully referenced.\n\n"
)
T.error("alignment missing", TRUCK, (FIRST, ""), at=ANY)
T.error("alignment missing", EIGHT, span("How the reference", MAIN), at=ANY)
T.error("wrong mark", TREES, ("10.83-second mark", "10.00-second mark"))
T.error("wrong mark", PAPER, ("14.38-second mark", "14.36-second mark"))
T.error("wrong mark", DANCER, ("at 0.00 seconds", "at 0.50 seconds"))
T.error("wrong mark", WEATHER, ("11.54-second mark", "11-second mark"))
T.error("wrong mark", LETTER, ("the 0.00-second mark", "the 1.00-second mark"))
T.error("wrong shot", WEATHER, ("(from [Shot 2]) aligns", "(from [Shot 1]) aligns"))
T.error("wrong shot", PAPER, ("Picture 2 (from Shot 1)", "Picture 2 (from Shot 2)"))
T.error("wrong picture", TREES, swap("Picture 1 (from", "Picture 2 (from"), at="How the reference")
T.error("wrong picture", EIGHT, ("<Picture 1> (from", "<Picture 2> (from"))
T.error("alignment in T2VA", SCREEN, (MAIN, FIRST + MAIN))
T.error("alignment in Ref2VA", KIOSK, ("---\nsubject_definitions:", "---\n" + FIRST + "subject_definitions:"))
T.error("picture cited without alignment", ALTO, ("From the centre circle, Ximena", "As in <Picture 1>, Ximena"))
T.warning("alignment wording", IBEX, ("is fully referenced.", "is used as full reference."), fix=True)
T.warning("alignment dash", TREES, ("target video — Picture", "target video - Picture"), fix=True)
T.warning("alignment brackets", EIGHT, ("<Picture 1> (from [Shot 2])", "Picture 1 (from Shot 2)"), fix=True)
T.warning("alignment brackets", PAPER, ("Picture 2 (from Shot 1)", "<Picture 2> (from [Shot 1])"), fix=True)

# Shots.
T.error("no marker at all", PAPER, ("[Shot 1] Hyperreal", "Hyperreal"), at=ANY)
T.error("no marker at all", KIOSK, ("[Shot 1] As in <Video 1>", "As in <Video 1>"), at=ANY)
T.error("gap", HOSTEL, ("[Shot 4] At", "[Shot 5] At"))
T.error("gap", BUDS, ("[Shot 2] At 00:03.500, the camera cuts to", "[Shot 3] At 00:03.500, the camera cuts to"), at=ANY)
T.error("duplicate", ROBOT, ("[Shot 3] At", "[Shot 2] At"))
T.error("wrong order", FERRY, swap("[Shot 2] At", "[Shot 3] At"), at=("[Shot 2] At", "[Shot 3] At"))
T.error("later shot without time", TRUCK, ("[Shot 2] At 00:05.500, the camera cuts to", "[Shot 2] The camera cuts to"))
T.error("later shot without time", BUDS, ("At 00:07.250, the shot switches to", "Next, the shot switches to"))
T.error("bad time form", ALTO, ("At 00:05.250,", "At 5.25s,"))
T.error("bad time form", IBEX, ("At 00:06.125,", "At 00:06,125,"))
T.error("bad time form", HOSTEL, ("At 00:10.250,", "At 00:00:10.250,"))
T.error("bad time form", KRUMP, ("At 00:05.125,", "At 00:05:125,"))
T.error("time not rising", TRUCK, ("At 00:09.250,", "At 00:05.500,"))
T.error("time not rising", BUDS, ("At 00:10.875,", "At 00:06.875,"))
T.error("time past the clip", EIGHT, ("At 00:03.500,", "At 00:08.750,"))
T.error("time past the clip", FERRY, ("At 00:08.500,", "At 00:12.250,"))
T.error("time past the clip", ROBOT, ("At 00:08.000,", "At 01:08.000,"))
T.warning("first marker left out", SCREEN, ("[Shot 1] Crisp", "Crisp"), fix=True)
T.warning("first marker left out", FERRY, ("[Shot 1] A broad", "A broad"), fix=True)
T.warning("time on Shot 1", HOSTEL, ("[Shot 1] Single", "[Shot 1] At 00:00.000, Single"), fix=True)
T.warning("time on Shot 1", KRUMP, ("[Shot 1] From the final", "[Shot 1] At 00:00.000, from the final"), fix=True)
T.warning("cut phrase outside the list", ALTO, ("the camera cuts to a close view", "we jump to a close view"))
T.warning("cut phrase outside the list", WEATHER, ("the shot switches to a wider", "a smash cut reveals a wider"))
T.warning("cut phrase outside the list", CAT, ("At 00:03.750, the camera cuts to", "At 00:03.750, it goes over to"))
T.warning("extra time codes", PAPER, ("One hand withdraws.", "At about 00:11 one hand withdraws."))
T.warning("extra time codes", SPLIT, ("A bedsheet billows", "(6-8 s) A bedsheet billows"))
T.warning("extra time codes", DRUM, ("A mouse runs", "From 2.0s to 4.0s, a mouse runs"))
T.warning(
    "text before Shot 1", TRUCK, ("[Shot 1] Road-movie naturalism", "Snow country. [Shot 1] Road-movie naturalism")
)
T.warning(
    "text before Shot 1",
    DANCER,
    (MAIN + " [Shot 1] Black", MAIN + " A veteran rehearses with her own image. [Shot 1] Black"),
)
T.warning(
    "no style sentence", KRUMP, span("Street documentary", "[Shot 1] From"), at=("[Shot 1]", "detailed_description:")
)
T.warning("no style sentence", CAT, span("Stylised three", "[Shot 1] As"), at=("[Shot 1]", "detailed_description:"))
T.info(
    "no camera term", WEATHER, (" The camera pedestals down at slow speed until the waterline divides the picture.", "")
)
T.info(
    "no camera term",
    FERRY,
    (" The camera trucks right at slow speed along the railing with him.", ""),
)
T.info(
    "adjacent shots that differ only in framing",
    ALTO,
    span(
        "a close view of the cloak",
        "\n",
        "a close-up of Ximena Duarte in her floor-length cloak of mirror shards in the centre circle. Ximena (S1) lifts her chin and sings the same long wordless vowel among the small lamps. A static shot holds her.",
    ),
)

# Dialogue.
T.error("unbalanced d", SPLIT, ("reach you, uncle?</d>", "reach you, uncle?"))
T.error("unbalanced d", HOSTEL, ("<d>[Italian] Nemmeno", "[Italian] Nemmeno"))
T.error("unbalanced d", BUDS, ("Zero noise.</d>", "Zero noise.<d>"))
T.error("nested d", ROBOT, ("<d>[Japanese] 鼻も", "<d><d>[Japanese] 鼻も"))
T.error("no language tag", EIGHT, ("<d>[English] Last ten!", "<d>Last ten!"))
T.error("no language tag", KRUMP, ("<d>[Portuguese] Agora", "<d>(Portuguese) Agora"))
T.error("no language tag", FERRY, ("<d>[English] Every lantern", "<d>Every lantern"))
T.error(
    "d outside the main field",
    SCREEN,
    ("and cloth rubs over dry palms.", "and cloth rubs. <d>[English] Confirmed.</d>"),
)
T.error("d outside the main field", KRUMP, ("claims her turn and", "says <d>[Portuguese] Agora é a minha vez!</d> and"))
T.error(
    "empty line", IBEX, ("<d>[Spanish] Ella conoce cada piedra de la presa.</d>", "<d>[Spanish] </d>"), also="dialogue:"
)
T.error(
    "words differ", SPLIT, ("It's on my knees. It hums.</d>", "It is on my knees. It hums.</d>"), also="- {speaker: S2"
)
T.error("words differ", HOSTEL, ("<d>[Italian] Nemmeno io!", "<d>[Italian] Neanche io!"), also="- {speaker: S3")
T.error("words differ", TREES, ("<d>[Korean] 여기는 화성,", "<d>[Korean] 여기는 금성,"), also="- {speaker: S2")
T.error(
    "words differ",
    FERRY,
    ("<d>[English] Every lantern knows my name.", "<d>[English] Each lantern knows my name."),
    also="dialogue:",
)
T.error(
    "a line of the brief is gone",
    WEATHER,
    span("Solène (S1) leans", "She shuts", "She leans to the lens. "),
    at=ANY,
)
T.error("two speakers, a line without id", TRUCK, ("Wanjiru (S2) plucks", "Wanjiru plucks"))
T.error("two speakers, a line without id", ROBOT, ("K-7 (S1) turns", "K-7 turns"))
T.warning("line without id", EIGHT, ("Odalys (S1) thumps", "Odalys thumps"))
T.warning("line without id", BUDS, ("<Subject 2> (S1) turns", "<Subject 2> turns"))
T.warning("unknown language word", SPLIT, ("<d>[English] It's", "<d>[en-US] It's"))
T.warning("unknown language word", KRUMP, ("<d>[Portuguese]", "<d>[Português]"))
T.warning("unknown language word", HOSTEL, ("<d>[German]", "<d>[Deutsch]"))
T.warning(
    "id without a line", WEATHER, ("A paper sun is stuck", "A cameraman (S2) waits, lips closed. A paper sun is stuck")
)
T.warning("id without a line", SPLIT, ("a single bumblebee walks", "a single bumblebee (S3) walks"))
T.warning(
    "id in retention",
    KRUMP,
    ("<Subject 1> (appears in [Shot 1], [Shot 2]):", "<Subject 1> (S1) (appears in [Shot 1], [Shot 2]):"),
)
T.warning("id in retention", BUDS, ("bob, septum ring and", "(S1) bob, septum ring and"))
T.warning(
    "voice-over without closed lips",
    EIGHT,
    ("barks in time to the stroke,", "says in an off-screen voiceover,"),
    ("She bites her lips together and leans", "She leans"),
    (", lips still pressed together, lies", " lies"),
)
T.info("line without closing punctuation", SCREEN, every("Shall I confirm?", "Shall I confirm"), at="</d>")
T.info("line without closing punctuation", ROBOT, every("鼻もないくせに。", "鼻もないくせに"), at="</d>")
T.warning(
    "ids out of order of first vocal event",
    TREES,
    every("S1", "S9"),
    every("S2", "S1"),
    every("S9", "S2"),
    at="Mbali",
)
T.warning(
    "ids out of order of first vocal event", TRUCK, swap("S1", "S2"), at="Castor. Brouillard après le tunnel.</d>"
)
T.error("visible text differs", SCREEN, ('"NIGHT FERRY 23:40" in', '"NIGHT FERRY 22:40" in'), also="visible_text:")
T.error(
    "visible text differs",
    BUDS,
    ('"Hear less. Feel more." appears', '"Hear less, feel more." appears'),
    also="visible_text:",
)
T.error("visible text differs", KIOSK, ('spells "SOUP & STARS"', 'spells "SOUP AND STARS"'), also="visible_text:")

# Labels.
T.error("used but undefined", BUDS, ("slide into a halo", "of <Subject 4> slide into a halo"))
T.error("used but undefined", KRUMP, ("Nando holds his pose", "<Subject 2> holds his pose"))
T.error("used but undefined", FERRY, ("a mooring line groans", "<Audio 2> groans"))
T.warning(
    "undefined, cited in the summary alone",
    KIOSK,
    ("and the sleeper behind the glass", "in the light of <Picture 2>, and the sleeper"),
    at=ANY,
)
T.error(
    "file without label",
    KRUMP,
    (
        "cast/zuri.png, role: reference}",
        "cast/zuri.png, role: reference}\n  - {kind: image, path: cast/nando.png, role: reference}",
    ),
    at=ANY,
)
T.error(
    "file without label",
    FERRY,
    (
        "path: music/lantern_song.wav",
        "path: sound/harbour.wav, role: reference, seconds: 3.0}\n  - {kind: audio, path: music/lantern_song.wav",
    ),
    at=ANY,
)
T.error(
    "label without file", BUDS, ("  - {kind: image, path: boards/lumo_four_panels.png, role: reference}\n", ""), at=ANY
)
T.error(
    "label without file",
    UMBRELLA,
    ("  - {kind: audio, path: voice/ama.wav, role: reference, seconds: 5.5}\n", ""),
    at=ANY,
)
T.error("number gap", BUDS, every("<Subject 3>", "<Subject 5>"), at=ANY)
T.error("number gap", DRUM, every("<Audio 3>", "<Audio 4>"), at=ANY)
T.error("label of a mode that has none", ROBOT, ("and sparrows nest", "as in <Video 1>, and sparrows nest"))
T.error("label of a mode that has none", SPLIT, ("Pizzicato cello and", "<Audio 1> plays while pizzicato cello and"))
T.warning(
    "two definitions on one line",
    BUDS,
    ("the engraved logo.\n<Subject 2>", "the engraved logo. <Subject 2>"),
    fix=True,
)
T.warning("two definitions on one line", FERRY, ("and oilskin.\n<Subject 2>:", "and oilskin; <Subject 2>:"), fix=True)
T.warning(
    "definition without retention line",
    KIOSK,
    (
        "<Subject 1> (appears in [Shot 1]): attribute_transfer - letterforms, comet and colours are moved onto the signboard in correct perspective.\n",
        "",
    ),
    at=ANY,
)
T.warning(
    "definition without retention line",
    FERRY,
    ("<Audio 1>: fully_copy - song, voice and harmonium are reproduced from the first sample to the last.\n", ""),
    at=ANY,
)
T.warning(
    "retention without definition",
    CAT,
    (
        "<Picture 1> ([Shot 1], [Shot 2]",
        "<Picture 2> ([Shot 1] first frame): fully_preserved - the cat's portrait.\n<Picture 1> ([Shot 1], [Shot 2]",
    ),
)
T.warning(
    "label never used",
    FERRY,
    ("after <Subject 2>, four inks", "in four inks"),
    at=ANY,
)
T.warning("label never used", KRUMP, ("From the final image of <Video 1>, Nando", "Nando"), at=ANY)
T.warning(
    "label never used",
    ANTHEM,
    ("<Audio 1> plays complete and unaltered as", "The march plays complete and unaltered as"),
    at=ANY,
)

# Retention and summary.
T.error(
    "illegal marker",
    BUDS,
    (
        "<Subject 2> (appears in [Shot 2], [Shot 3], [Shot 4]): fully_preserved",
        "<Subject 2> (appears in [Shot 2], [Shot 3], [Shot 4]): full_preserved",
    ),
)
T.error("illegal marker", KRUMP, ("(clip to continue): fully_preserved", "(clip to continue): continued"))
T.error("illegal marker", CAT, ("storyboard): attribute_transfer", "storyboard): composition_reference"))
T.error(
    "audio marker on a visual label",
    FERRY,
    (
        "<Subject 2> (appears in [Shot 1], [Shot 2], [Shot 3]): attribute_transfer",
        "<Subject 2> (appears in [Shot 1], [Shot 2], [Shot 3]): reference",
    ),
)
T.error(
    "audio marker on a visual label",
    KIOSK,
    ("(clip to be edited): partially_preserved", "(clip to be edited): partially_copy"),
)
T.error("visual marker on an audio label", FERRY, ("<Audio 1>: fully_copy", "<Audio 1>: fully_preserved"))
T.error(
    "malformed line", BUDS, ("([Shot 1] first frame): fully_preserved - the clip", "([Shot 1] first frame) the clip")
)
T.error(
    "malformed line",
    KRUMP,
    ("<Subject 1> (appears in [Shot 1], [Shot 2]): fully_preserved - locs", "Zuri: fully_preserved - locs"),
)
T.warning("another dash in a retention line", FERRY, ("fully_copy - song", "fully_copy — song"), fix=True)
T.error("missing prefix", KIOSK, ("[video editing + reference generation] The", "The"), also="summary:")
T.error(
    "missing prefix",
    BUDS,
    ("[keyframe completion + reference generation] Beginning", "Task: keyframe completion. Beginning"),
    also="summary:",
)
T.error("task word outside the six", KRUMP, ("[video continuation +", "[video extension +"))
T.error("task word outside the six", FERRY, ("+ audio reuse]", "+ lip sync]"))
T.error(
    "capitals in the task prefix",
    FERRY,
    ("[reference generation + audio reuse]", "[Reference Generation + Audio Reuse]"),
    fix=True,
)
T.error(
    "joiner of the task prefix",
    BUDS,
    ("[keyframe completion + reference", "[keyframe completion & reference"),
    fix=True,
)
T.warning(
    "repeat in the task prefix",
    KIOSK,
    ("[video editing + reference generation]", "[video editing + reference generation + video editing]"),
)
T.warning(
    "wording of the bracket part", BUDS, ("<Subject 3> (appears in [Shot 1]", "<Subject 3> (visible during [Shot 1]")
)
T.warning("wording of the bracket part", CAT, ("[Shot 3] storyboard):", "[Shot 3] layout sketch):"))
T.warning("copy or reference against the prefix", FERRY, ("<Audio 1>: fully_copy", "<Audio 1>: weak_reference"), at=ANY)
T.warning(
    "copy or reference against the prefix",
    DRUM,
    ("[reference generation + audio reference]", "[reference generation + audio reuse]"),
    at=ANY,
)
T.warning(
    "edit without its opening sentence",
    KIOSK,
    ("The target video is an edited version of <Video 1>. The kiosk becomes", "In <Video 1>, the kiosk becomes"),
)
T.warning(
    "cited shot that does not exist",
    KIOSK,
    ("<Subject 1> (appears in [Shot 1])", "<Subject 1> (appears in [Shot 1], [Shot 2])"),
)
T.warning(
    "cited shot that does not exist",
    FERRY,
    ("<Subject 1> (appears in [Shot 1], [Shot 2], [Shot 3])", "<Subject 1> (appears in [Shot 1], [Shot 2], [Shot 4])"),
)

# Sound and language.
T.error("N/A while someone speaks", WEATHER, span("A small television", "\n", "N/A"), also=SOUND)
T.error("N/A while someone speaks", KRUMP, span("Traffic rumbles on", "\n", "N/A"), also=SOUND)
T.warning("N/A soundscape otherwise", PAPER, span("A still room", "\n", "N/A"), also=SOUND)
T.warning(
    "more than four sentences",
    EIGHT,
    span("A wide river", "\n", "A wide river. A road bridge. Oarlocks clunk. A hull hisses. Wings beat over water."),
)
T.warning(
    "more than three sentences",
    BUDS,
    tail("A muted electric", "An electric piano starts. A deep bass joins. The tempo is medium. A hi-hat closes it.\n"),
)
T.warning("None, No music", HOSTEL, ("non_diegetic_music: N/A", "non_diegetic_music: None."), fix=True)
T.warning(
    "N/A and words",
    KIOSK,
    ("non_diegetic_music:\nN/A", "non_diegetic_music:\nN/A (street sounds only)"),
    also=MUSIC,
    fix=True,
)
T.info(
    "speech or music named in the soundscape",
    SCREEN,
    ("and cloth rubs over dry palms", "and a synthetic voice speaks over it"),
)
T.info(
    "speech or music named in the soundscape", FERRY, ("and a lantern handle squeaks", "under a slow harmonium melody")
)
T.info(
    "mood words in music",
    IBEX,
    span("Nylon-string guitar", "\n", "A melancholic nylon-string guitar with a haunting frame drum."),
)
T.info("mood words in music", PAPER, span("A koto plucks", "\n", "A serene, bittersweet koto at a slow tempo."))
T.error(
    "a whole section not in English",
    TREES,
    span("A garden in", "\n", "정원에는 귀뚜라미 소리와 부드러운 바람이 있고, 깡통이 울리고 끈이 삐걱거린다."),
    also=SOUND,
)
T.error(
    "a whole section not in English",
    FERRY,
    span(
        "Small waves",
        "\n",
        "De petites vagues frappent la coque d'acier et une amarre gémit. Les mèches prennent feu avec un léger bruit, et des bottes traînent sur le pont.",
    ),
    also=SOUND,
)
T.warning(
    "a non-English sentence",
    HOSTEL,
    ("The dog licks the fork;", "Der Hund leckt an der Gabel und niemand sagt ein Wort. The dog licks the fork;"),
)
T.warning(
    "a non-English sentence", EIGHT, ("A heron takes off", "Цапля медленно поднимается над водой. A heron takes off")
)
T.warning(
    "a non-English sentence",
    KIOSK,
    ("A moth of the source", "La farfalla gira ancora attorno alla lampada sopra il banco. A moth of the source"),
)
T.warning("typographic quotes", TRUCK, ('"KM 41" swims', "„KM 41“ swims"), fix=True)
T.warning("typographic quotes", KIOSK, ('"SOUP & STARS" across', "“SOUP & STARS” across"), fix=True)
T.warning(
    "plot-summary words alone",
    DANCER,
    span(
        "She places her heel", "The camera pans", "She remembers her whole career and everything that it has cost her. "
    ),
)

# Limits, budget, habits.
T.error("unresolved template variable", SPLIT, ("in plum scrubs", "in {scrubs_colour} scrubs"))
T.error("unresolved template variable", BUDS, ("sea-green ceramic with", "{{finish}} ceramic with"))
T.error("unresolved template variable", TOWER, ("sunburnt forearms", "[INSERT DETAIL] forearms"))
T.error("unresolved template variable", IBEX, ("a frame drum keep", "TODO keep"))
T.error("unresolved template variable", KRUMP, ("copper locs, a basketball", "<HAIRSTYLE>, a basketball"))
T.warning(
    "main field under 150 words",
    PAPER,
    span("They lay the sheet", "By the end", "They fold it at slow speed in a static shot. "),
    at=ANY,
)
T.error(
    "over 7,000 characters for the hosted API",
    BUDS,
    ('visible_text: ["LUMO"', 'backend: minimax\nvisible_text: ["LUMO"'),
    (
        "Each image is built around one clean diagonal.",
        "Each image is built around one clean diagonal. "
        + "Light slides over ceramic, copper and stone in slow bands. " * 60,
    ),
    at=ANY,
)
T.info(
    "outside 350-500 words",
    BUDS,
    span("Behind it, a monorail", "The case opens"),
    span("A toddler in", "[Shot 4] At", "\n"),
    span("At once the hurrying", "The camera makes"),
    at=ANY,
)
T.warning("a line longer than its shot", TRUCK, ("At 00:09.250,", "At 00:06.500,"), at="</d>")
T.warning("a line longer than its shot", ROBOT, ("At 00:08.000,", "At 00:05.000,"), at="</d>")
T.warning("a line longer than its shot", SCREEN, ("At 00:06.000,", "At 00:02.500,"), at="</d>")
T.warning("last line ends close to the end", EIGHT, ("At 00:03.500,", "At 00:06.200,"), at="</d>")
T.warning("last line ends close to the end", OFFICE, ("At 00:04.500,", "At 00:07.300,"), at="</d>")
T.info(
    "more than three beats in one shot",
    DANCER,
    (
        "She waits. It waits.",
        "She waits, then kneels, then crawls to the barre, then stands, then leaps, then falls, then laughs without a sound.",
    ),
)
T.warning(
    "a person introduced twice",
    TREES,
    (
        "A felt squirrel",
        "A girl in a colander helmet waits, mouth shut. A girl in a colander helmet nods. A felt squirrel",
    ),
)
T.warning(
    "a person introduced twice",
    DRUM,
    (
        "Wind lifts a ticket",
        "A guard in a peaked cap passes, lips closed. A guard in a peaked cap turns his head. Wind lifts a ticket",
    ),
)
T.warning(
    "a silent face with open lips",
    DANCER,
    ("at a barre, lips closed; everything", "at a barre; everything"),
    (" although her mouth is shut", ""),
    (" and her lips still together", ""),
)
T.warning(
    "a silent face with open lips",
    KRUMP,
    ("full circle, lips pressed tight and nostrils wide", "full circle, nostrils wide"),
)
T.warning(
    "a silent face with open lips", FERRY, ("stands at the bow with closed lips, pinches", "stands at the bow, pinches")
)
T.warning(
    "two faces, one speaker",
    KRUMP,
    ("Nando stays silent, jaw set and mouth closed, and slides", "Nando sets his jaw and slides"),
    ("chest pumping, lips closed, fists", "chest pumping, fists"),
)
T.warning(
    "two faces, one speaker", ROBOT, ("Natsu listens silently, lips closed, and puffs", "Natsu listens and puffs")
)
T.warning(
    "own score in a sequence", EIGHT, ("dialogue:\n", "sequence: true\ndialogue:\n"), at=("sequence: true", MUSIC)
)
T.warning(
    "own score in a sequence",
    KRUMP,
    ("non_diegetic_music:\nN/A", "non_diegetic_music:\nDistorted bass and a dry snare at a fast tempo."),
    also=MUSIC,
)
T.info(
    "comparative words in a chained clip",
    KRUMP,
    ("plants the bare shin", "is now noticeably taller than earlier and plants the bare shin"),
)
T.info(
    "crowd or voice words without lines",
    PAPER,
    ("A still room with", "A neighbour chats behind the wall of a still room with"),
    also=SOUND,
)
T.info("crowd or voice words without lines", DANCER, ("and a muffled street", "and a chattering crowd"), also=SOUND)

# Characters.
T.warning("HTML escapes", KIOSK, ('spells "SOUP & STARS"', "spells &quot;SOUP &amp; STARS&quot;"), fix=True)
T.warning("Markdown fences", SCREEN, (MAIN, "```\n" + MAIN), fix=True)
T.info("CRLF", ALTO, lambda text: text.replace("\n", "\r\n"), at=ANY, fix=True)
