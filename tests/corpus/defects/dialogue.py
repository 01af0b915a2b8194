"""Spoken and sung lines: tags, languages, words, speakers, voice-over."""

from __future__ import annotations

from .model import Table, every, nth, span, swap

T = Table("dialogue")

# Tags.
for base, old, new in (
    ("t2va-harbour-weigher", "kind.</d>", "kind."),
    ("t2va-seoul-kitchen", "싱거워요.</d>", "싱거워요."),
    ("i2va-cairo-spice-stall", "<d>[Arabic]", "[Arabic]"),
    ("t2va-moscow-chess", "отдал.</d>", "отдал.<d>"),
    ("ref-oud-maker-hosted", "الأوتار.</d>", "الأوتار.<\\d>"),
    ("ref-two-cousins-rooftop", "my glasses.</d>", "my glasses.</d></d>"),
    ("l2va-library-whisper", "<d>[French]", "</d>[French]"),
):
    T.error("unbalanced <d>", base, (old, new))
for base, old, new in (
    ("t2va-canal-duet", "<d>[English] Carry me home, slow", "<d><d>[English] Carry me</d> home, slow"),
    ("ref-ceramics-host", "a whole year.</d>", "a whole <d>[English] year.</d></d>"),
    (
        "i2va-office-phone",
        "<d>[English] Just me and the printer.</d>",
        "<d>[English] Just me <d>and</d> the printer.</d>",
    ),
):
    T.error("nested <d>", base, (old, new))
for base, old, new in (
    ("t2va-harbour-weigher", "<d>[English] Forty", "<d>Forty"),
    ("i2va-kyoto-tea", "<d>[Japanese] ", "<d>"),
    ("fl2va-ferry-goodbye", "<d>[Russian] ", "<d>(Russian) "),
    ("t2va-night-market-noodles", "<d>[Chinese] 那我要", "<d>那我要"),
    ("ref-camera-path-market", "<d>[Portuguese] ", "<d>Portuguese: "),
    ("ref-greenhouse-long", "<d>[English] Then nobody", "<d>[] Then nobody"),
    ("i2va-milan-tram-driver", "<d>[Italian] Tenetevi", "[Italian] <d>Tenetevi"),
):
    T.error("no language tag", base, (old, new))
for base, old, new in (
    ("t2va-canal-duet", "shifting weight.", "shifting weight. <d>[English] Carry me home, slow river.</d>"),
    ("t2va-lighthouse-voiceover", "A solo cello holds", "<d>[French] Chaque soir.</d> A solo cello holds"),
    ("ref-continue-sledge", "slows her team,", "says <d>[English] Easy, Saga.</d>, slows her team,"),
    ("ref-voice-lend-puppeteer", "the words are new.", "the words are <d>[German] Der König schläft.</d>"),
    (
        "ref-two-cousins-rooftop",
        "Keep her face, plait",
        "She says <d>[Spanish] Apuesto.</d> Keep her face, plait",
    ),
):
    T.error("<d> outside the main field", base, (old, new))
for base, old, new in (
    ("t2va-seoul-kitchen", "그럼 소금을 더 넣자.</d>", "</d>"),
    ("i2va-no-header-barber", "<d>[English] Just the fringe, captain?</d>", "<d>[English]</d>"),
    ("l2va-astronaut-dome", "<d>[English] Day ninety, and the wheat has opinions.</d>", "<d>[English] </d>"),
    ("i2va-opera-dressing-room", "<d>[English] Two minutes, please.</d>", "<d>[English]   </d>"),
    ("ref-radio-track-copied", "<d>[English] Snow closes the pass until Sunday.</d>", "<d></d>"),
):
    T.error("empty line", base, (old, new))

T.add(
    "error|warning",
    "full-width language tag",
    "l2va-canteen-laughter",
    ("<d>[Chinese] 它比", "<d>［Chinese］它比"),
)
# Words that are not the brief's.
for base, old, new in (
    ("t2va-harbour-weigher", "<d>[English] Forty kilos. The", "<d>[English] Fifty kilos. The"),
    ("t2va-night-market-noodles", "<d>[Chinese] 今天的汤熬了六个小时", "<d>[Chinese] 今天的汤熬了六小时"),
    ("t2va-lighthouse-voiceover", "<d>[French] La mer, elle, ne", "<d>[French] La mer ne"),
    ("t2va-moscow-chess", "<d>[Russian] Нет. Я его отдал.", "<d>[Russian] Нет, я его отдал."),
    (
        "t2va-lisbon-signwriter",
        "<d>[Portuguese] Devagar. A letra também",
        "<d>[Portuguese] Devagar. A letra tambem",
    ),
    ("i2va-kyoto-tea", "<d>[Japanese] お湯の音が、今日は", "<d>[Japanese] お湯の音は、今日は"),
    (
        "i2va-cairo-spice-stall",
        "<d>[Arabic] هذا الزعفران من حديقة أبي.",
        "<d>[English] This saffron is from my father's garden.",
    ),
    ("i2va-milan-tram-driver", "<d>[Italian] Tenetevi forte,", "<d>[Italian] Tenetevi molto forte,"),
    ("fl2va-elevator-voice", "<d>[German] Dachgarten. Bitte", "<d>[German] Dachgarten! Bitte"),
    ("l2va-boxer-corner", "<d>[English] Breathe. He drops", "<d>[English] Breathe. He always drops"),
    ("l2va-astronaut-dome", "<d>[English] Day ninety, and", "<d>[English] Day 90, and"),
    ("ref-greenhouse-long", "<d>[English] She blooms once", "<d>[English] It blooms once"),
    ("ref-radio-track-copied", "<d>[English] Snow closes", "<d>[English] (static) Snow closes"),
    ("ref-oud-maker-hosted", "<d>[Arabic] اسمع، الخشب", "<d>[Arabic] اسمع يا ولدي، الخشب"),
    ("ref-continue-sledge", "<d>[English] Easy, Saga.", "<d>[English] easy, Saga."),
    ("t2va-platform-split-line", "<scenetrans> que nunca te mandé", "<scenetrans> que nunca te escribí"),
    (
        "t2va-bridge-cutoff",
        "<d>[German] Nein! Das Seil hält nicht <cutoff>",
        "<d>[German] Nein! Das Seil <cutoff>",
    ),
):
    T.error("words differ from the brief's", base, (old, new), also="dialogue:")
T.error(
    "words differ from the brief's",
    "t2va-canal-duet",
    span(" and sings alone, her tone", " The accordion player", " higher and smiles, lips closed."),
    at=("dialogue:", "Carry the light with me", "integrated_multimodal_description:"),
)
T.error(
    "words differ from the brief's",
    "t2va-harbour-weigher",
    ("The sea was kind.</d> Then", "The sea was kind.</d> He (S1) adds, <d>[English] Twice.</d> Then"),
    also="dialogue:",
)
T.error(
    "words differ from the brief's",
    "l2va-library-whisper",
    (
        '  - {speaker: S1, language: French, text: "Le sceau',
        '  - {speaker: S1, language: French, text: "Ce sceau',
    ),
    also="integrated_multimodal_description:",
)
T.error(
    "words differ from the brief's",
    "t2va-platform-split-line",
    ("<d>[Spanish] Guardé todas las cartas <scenetrans></d>", "<d>[Spanish] Guardé todas las cartas</d>"),
    ("<d>[Spanish] <scenetrans> que nunca", "<d>[Spanish] que nunca"),
    also="dialogue:",
)

# A line without an id.
for base, old, new in (
    ("t2va-night-market-noodles", "He (S1) looks down", "He looks down"),
    ("t2va-seoul-kitchen", "The grandmother (S2) nods", "The grandmother nods"),
    ("i2va-office-phone", "He (S2) leans back", "He leans back"),
    ("ref-two-cousins-rooftop", "<Subject 2> (S2) pulls", "<Subject 2> pulls"),
    ("l2va-canteen-laughter", "He (S2) looks at the cap", "He looks at the cap"),
    ("ref-greenhouse-long", "The conductor (S2) hangs", "The conductor hangs"),
    ("i2va-opera-dressing-room", "by the wood, (S2), <d>", "by the wood, <d>"),
):
    T.error("two speakers, a line without id", base, (old, new))
for base, old, new in (
    ("t2va-harbour-weigher", "He (S1) glances", "He glances"),
    ("i2va-no-header-barber", "He (S1) bends", "He bends"),
    ("fl2va-ferry-goodbye", "He (S1) grips", "He grips"),
    ("l2va-boxer-corner", "He (S1) speaks", "He speaks"),
    ("ref-camera-path-market", "<Subject 1> (S1) holds", "<Subject 1> holds"),
    ("t2va-bridge-cutoff", "He (S1) snaps", "He snaps"),
    ("fl2va-elevator-voice", "smooth and neutral, (S1), <d>", "smooth and neutral, <d>"),
):
    T.warning("line without id", base, (old, new))
for base, old, new in (
    ("t2va-desert-rover", "A six-wheeled survey rover the size", "A six-wheeled survey rover (S1) the size"),
    ("t2va-no-header-glassblower", "as she watches the colour", "as she (S1) watches the colour"),
    (
        "ref-ceramics-host",
        "<Subject 1> enters from the right",
        "<Subject 1> (S1) and a neighbour (S2) enter from the right",
    ),
    ("l2va-kite-landing", "A tabby cat uncurls", "A tabby cat (S1) uncurls"),
    ("l2va-boxer-corner", "The boxer stays silent, his lips", "The boxer (S2) stays silent, his lips"),
    ("fl2va-bakery-dawn", "A baker with a flour-dusted bun", "A baker (S1) with a flour-dusted bun"),
):
    T.warning("id without a line", base, (old, new))
for base, old, new in (
    (
        "ref-voice-lend-puppeteer",
        "<Audio 1>: reference - timbre,",
        "<Audio 1>: reference - for (S1), timbre,",
    ),
    (
        "ref-oud-maker-hosted",
        "fully_preserved - face, skullcap",
        "fully_preserved - (S1) keeps face, skullcap",
    ),
    (
        "ref-greenhouse-long",
        "fully_preserved - face, white curls",
        "fully_preserved - as (S1), face, white curls",
    ),
    ("ref-continue-sledge", "fully_preserved - face, frost", "fully_preserved - speaker (S1), face, frost"),
):
    T.warning("id in retention", base, (old, new))
T.warning("ids out of order", "t2va-night-market-noodles", swap("S1", "S2"))
T.warning("ids out of order", "t2va-seoul-kitchen", swap("S1", "S2"))
T.warning("ids out of order", "i2va-office-phone", swap("S1", "S2"))
T.warning("ids out of order", "ref-greenhouse-long", swap("S1", "S2"))
T.warning("ids out of order", "t2va-moscow-chess", swap("S1", "S2"))

# Languages that are not English names of languages.
for base, old, new in (
    ("t2va-harbour-weigher", "English", "en"),
    ("t2va-night-market-noodles", "Chinese", "zh"),
    ("i2va-kyoto-tea", "Japanese", "日本語"),
    ("fl2va-ferry-goodbye", "Russian", "ru-RU"),
    ("ref-oud-maker-hosted", "Arabic", "Arabish"),
    ("l2va-library-whisper", "French", "Français"),
    ("t2va-bridge-cutoff", "German", "Deutsch"),
    ("i2va-milan-tram-driver", "Italian", "Itallian"),
):
    T.warning(
        "unknown language word",
        base,
        nth(f"<d>[{old}]", f"<d>[{new}]", 1),
        every(f"language: {old}", f"language: {new}"),
    )

# Voice-over and mouths.
for base, old, new in (
    ("t2va-lighthouse-voiceover", "His lips stay closed on screen for the whole climb, and only", "Only"),
    ("t2va-lighthouse-voiceover", "His lips stay closed while he looks out", "He looks out"),
):
    T.warning("voice-over without closed lips", base, (old, new))
T.warning(
    "voice-over without closed lips",
    "l2va-astronaut-dome",
    ("and records a log in a wry, flat tone,", "and says in an off-screen voiceover, wry and flat,"),
    ("She closes her lips, catches", "She catches"),
)
T.warning(
    "voice-over without closed lips",
    "ref-camera-path-market",
    ("and says, half to himself,", "and says in an off-screen voiceover, half to himself,"),
    ("His lips close, and he breathes", "He breathes"),
)
T.warning(
    "voice-over without closed lips",
    "i2va-kyoto-tea",
    (
        "then speaks towards the bowl in a hushed, even tone,",
        "then says in an off-screen voiceover, hushed and even,",
    ),
    ("Her lips close and a small smile", "A small smile"),
)

# A line that trails off.
for base, old, new in (
    ("i2va-no-header-barber", "captain?</d>", "captain</d>"),
    ("ref-unclear-tape", "était vide.</d>", "était vide</d>"),
):
    T.info("line without closing punctuation", base, (old, new))
for base, old, new in (
    ("t2va-seoul-kitchen", "더 넣자.", "더 넣자"),
    ("l2va-boxer-corner", "after the jab.", "after the jab,"),
    ("ref-ceramics-host", "a whole year.", "a whole year"),
    ("i2va-milan-tram-driver", "curva scivola.", "curva scivola,"),
):
    T.info("line without closing punctuation", base, every(old, new), at=f"{new}</d>")
