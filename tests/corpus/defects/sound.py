"""Soundscape and score, and the language of the prose."""

from __future__ import annotations

from .model import ANY, Change, Table, span

T = Table("sound")
LANGUAGE = Table("language")


def field(name: str, text: str) -> Change:
    """Replace the text of a sound field, whatever its layout."""

    def change(whole: str) -> str:
        start = whole.index(f"{name}:") + len(name) + 1
        gap = 1 if whole[start] in " \n" else 0
        end = whole.find("\n", start + gap)
        end = len(whole) if end < 0 else end
        return whole[: start + gap] + text + whole[end:]

    return change


def soundscape(text: str) -> Change:
    return field("overall_soundscape", text)


def music(text: str) -> Change:
    return field("non_diegetic_music", text)


SOUND, MUSIC = "overall_soundscape:", "non_diegetic_music:"

# Silence.
for base in (
    "t2va-night-market-noodles",
    "i2va-kyoto-tea",
    "fl2va-ferry-goodbye",
    "l2va-boxer-corner",
    "ref-oud-maker-hosted",
    "ref-greenhouse-long",
    "i2va-no-header-barber",
    "t2va-canal-duet",
):
    T.error("soundscape N/A while someone speaks", base, soundscape("N/A"), also=SOUND)
for base in (
    "t2va-desert-rover",
    "fl2va-caterpillar-morph",
    "l2va-snow-globe",
    "ref-linocut-style",
    "i2va-glacier-drone",
):
    T.warning("soundscape N/A otherwise", base, soundscape("N/A"), also=SOUND)
T.warning(
    "soundscape N/A otherwise",
    "t2va-silent-film-clockmaker",
    (
        "The whole clip is a silent film in black and white, with",
        "The whole clip is in black and white, with",
    ),
    at=SOUND,
)
T.warning(
    "soundscape N/A otherwise",
    "t2va-silent-film-clockmaker",
    music("An upright piano plays a quick rag with a slow ending."),
    at=SOUND,
    also=MUSIC,
)

# Too much of it.
for base, text in (
    (
        "t2va-harbour-weigher",
        "Waves slap the quay. Ropes creak. A halyard taps. Water drips on stone. Chalk scratches on slate.",
    ),
    (
        "i2va-paper-theatre-fox",
        "Card scrapes on card. Crepe rustles. A thread twangs. A wire squeaks. Tissue unfolds. The stage creaks.",
    ),
    (
        "ref-continue-sledge",
        "Runners hiss. Dogs pant. Harness clips jingle. An iron tip cracks on the ice. A boom rolls away below.",
    ),
    (
        "l2va-library-whisper",
        "Linen rasps. Parchment crackles. A lamp hums. A radiator knocks. Brass meets felt.",
    ),
):
    T.warning("more than four soundscape sentences", base, soundscape(text), also=SOUND)
for base, text in (
    (
        "t2va-orchard-year",
        "A guitar plays a figure. A flute doubles it. Low strings join. The guitar ends alone.",
    ),
    (
        "fl2va-garage-two-shots",
        "A guitar riff runs. The drums are tight. A horn stabs once. The groove stops dead.",
    ),
    (
        "ref-anthem-reuse",
        "<Audio 1> plays. It is not cut. Its level is kept. It ends on the organ. Nothing is added.",
    ),
    (
        "l2va-canteen-laughter",
        "A bassoon strolls. Cellos pluck. A woodblock joins. All of them end together.",
    ),
):
    T.warning("more than three music sentences", base, music(text), also=MUSIC)

# Nothing, said in other words.
for base, text in (
    ("t2va-harbour-weigher", "None"),
    ("i2va-office-phone", "None."),
    ("fl2va-elevator-voice", "No music"),
    ("l2va-boxer-corner", "No music."),
    ("ref-continue-sledge", "N/A (score is added in post)"),
    ("ref-unclear-tape", "N/A, no score in this clip."),
    ("t2va-no-header-glassblower", "n/a"),
    ("ref-edit-jacket-colour", "There is no non-diegetic music."),
):
    T.warning("None, No music, N/A and words", base, music(text), also=MUSIC, fix=True)
T.warning(
    "None, No music, N/A and words",
    "t2va-silent-film-clockmaker",
    soundscape("N/A - complete silence"),
    also=SOUND,
    fix=True,
)

# The wrong layer.
for base, text in (
    (
        "t2va-night-market-noodles",
        "Rain patters on canvas while the cook and the student talk over the boiling pot.",
    ),
    (
        "i2va-milan-tram-driver",
        "Wheels grind in a wet curve, and the driver's voice calls through the empty car.",
    ),
    (
        "ref-oud-maker-hosted",
        "Knuckles knock on hollow wood while the old man speaks to the boy about the strings.",
    ),
    ("l2va-boxer-corner", "The bell clangs, the arena rumbles, and dialogue is clear in the foreground."),
    (
        "t2va-desert-rover",
        "Thin wind hisses over sand below a slow synthesiser melody and soft background music.",
    ),
    (
        "ref-camera-path-market",
        "A covered hall drips and echoes while a bossa soundtrack with vibraphone plays.",
    ),
):
    T.info("speech or music named in the soundscape", base, soundscape(text), also=SOUND)
for base, text in (
    ("t2va-lighthouse-voiceover", "A melancholic, haunting cello at a slow tempo."),
    ("t2va-bridge-cutoff", "Tense, suspenseful hand drums that gain speed."),
    ("fl2va-bakery-dawn", "A hopeful and heart-warming piano figure at a moderate tempo."),
    ("l2va-kite-landing", "A joyful, playful penny whistle over a ukulele."),
    ("ref-linocut-style", "An uplifting barrel-organ tune, cheerful and nostalgic."),
    ("ref-voice-lend-puppeteer", "A dreamy, romantic hurdy-gurdy waltz."),
):
    T.info("mood words in music", base, music(text), also=MUSIC)

# A section in another language.
for base, change, line in (
    (
        "t2va-night-market-noodles",
        soundscape("雨点打在帆布上，锅里的汤不停地翻滚，远处有摩托车驶过。"),
        SOUND,
    ),
    (
        "t2va-lighthouse-voiceover",
        soundscape("Des bottes résonnent sur le fer, le vent presse sur la vitre."),
        SOUND,
    ),
    ("fl2va-ferry-goodbye", music("Два альта медленно ведут параллельные голоса над тихой арфой."), MUSIC),
    ("i2va-kyoto-tea", soundscape("鉄の釜が静かに鳴り、湯が器に注がれ、絹が畳をこする。"), SOUND),
    ("t2va-seoul-kitchen", soundscape("찌개가 끓고 환풍기가 낮게 울리며 마늘 껍질이 바스락거린다."), SOUND),
    (
        "ref-linocut-style",
        span(
            "[reference generation] <Subject 2>",
            "\n",
            "[reference generation] <Subject 2> fährt mit dem Rad durch ein windiges Dorf und verliert einen Brief, den "
            "sie wieder fängt.",
        ),
        "summary:",
    ),
    (
        "l2va-snow-globe",
        span(
            "[Shot 1] Glossy",
            "\n",
            "[Shot 1] 微缩摄影风格，深色胡桃木桌面，左侧一盏柔光灯。一个没有水也没有底座的玻璃球从右边滚进画面，"
            "慢慢停在一叠小木板旁边。木板一块一块立起来，穿过玻璃，拼成一座歪烟囱的小屋。镜头缓慢环绕。最后一帧，"
            "雪花球端正地立在桌子中央，小屋的窗户发出黄光。",
        ),
        "integrated_multimodal_description:",
    ),
    ("i2va-cairo-spice-stall", soundscape("تصرّ عجلات العربات على الحجارة ويرنّ الميزان النحاسي."), SOUND),
):
    LANGUAGE.error("a whole section not in English", base, change, also=line)
for base, old, new in (
    (
        "t2va-platform-split-line",
        "Steam crawls over",
        "El vapor cubre las vías y los abrigos de los dos. Steam crawls over",
    ),
    ("t2va-night-market-noodles", "Oil spreads on", "油花在汤面上慢慢散开。Oil spreads on"),
    ("t2va-moscow-chess", "Wooden pawns are", "Деревянные фигуры давно потёрты. Wooden pawns are"),
    (
        "i2va-milan-tram-driver",
        "Sparks flash blue",
        "Le scintille blu illuminano i tetti bagnati della via. Sparks flash blue",
    ),
    (
        "fl2va-elevator-voice",
        "One lemon trembles",
        "Die Türen öffnen sich langsam und lassen das Licht herein. One lemon trembles",
    ),
    ("ref-oud-maker-hosted", "Dust falls through", "يسقط الغبار في شعاع الضوء. Dust falls through"),
    (
        "ref-camera-path-market",
        "The outer leaf",
        "A flor se abre devagar nas mãos do florista. The outer leaf",
    ),
    (
        "l2va-library-whisper",
        "A silverfish runs",
        "Une lampe éclaire le bureau et les livres sont dans le noir. A silverfish runs",
    ),
):
    LANGUAGE.warning("a non-English sentence", base, (old, new))
for base, old, new in (
    ("t2va-silent-film-clockmaker", '"The clock has stopped." in cream', "“The clock has stopped.” in cream"),
    ("i2va-office-phone", 'with "PAPER JAM" in', "with “PAPER JAM” in"),
    ("t2va-lisbon-signwriter", '"DESDE 1931" and', "„DESDE 1931“ and"),
    ("t2va-night-market-noodles", '"老陈面馆" in red', "「老陈面馆」 in red"),
    ("t2va-lisbon-signwriter", '"PADARIA CENTRAL" with', "«PADARIA CENTRAL» with"),
):
    LANGUAGE.warning("typographic quotes round visible text", base, (old, new), fix=True)
ABSTRACT = (
    "The journey represents hope, loneliness and the eternal longing for discovery. It is an emotional story about "
    "perseverance, and in the end courage triumphs over despair. Every moment feels epic, profound and unforgettable. "
    "Fear gives way to trust, and trust becomes the true meaning of freedom. The mood is powerful and deeply moving. "
    "Memory and desire merge into pure emotion, and beauty reveals itself as the answer to all doubt. The message is "
    "clear and universal. Despite every setback the hero never loses faith, learns an important lesson about life and "
    "finally finds inner peace. A sense of wonder fills the whole experience. What began as a simple quest turns into "
    "a timeless tale of sacrifice, redemption and love. The atmosphere is magical, and the ending is bittersweet but "
    "satisfying. Nothing will ever be the same again, because destiny has spoken and the past is at last forgiven. "
    "It is a masterpiece of feeling, breathtaking and inspiring in its depth."
)
for base, start, end in (
    ("t2va-desert-rover", "A six-wheeled survey", "\n"),
    ("fl2va-no-header-tide", "A line of seven", "\n"),
    ("i2va-glacier-drone", "A glacier front", "\n"),
    ("ref-rain-ambience-keyframe", "The daylight sinks", "\n"),
):
    LANGUAGE.warning("plot summary or abstract words alone", base, span(start, end, ABSTRACT))
for base, old, new in (
    (
        "t2va-tide-pool-macro",
        "Grains of sand roll",
        "There are no fish and no people in the pool. Grains of sand roll",
    ),
    (
        "fl2va-caterpillar-morph",
        "Hairline cracks",
        "The camera never cuts and there is no text. Hairline cracks",
    ),
    ("ref-edit-add-heron", "Fine spray drifts", "Do not change the arcades. Fine spray drifts"),
    ("ref-linocut-style", "A gust lifts", "Nothing is ever rendered without gouge marks. A gust lifts"),
):
    LANGUAGE.info("negations", base, (old, new), at=ANY)
