"""The closed word lists of the format, and the open ones by which the rules recognise what a sentence is about.

Closed lists come from the model's public prompt guide. Open lists are ours; they decide hints, never errors.
"""

from __future__ import annotations

from types import MappingProxyType

#: Languages whose speech the guide calls stable; a tag is one of these words.
LANGUAGES = (
    "Arabic",
    "Chinese",
    "English",
    "French",
    "German",
    "Italian",
    "Japanese",
    "Korean",
    "Portuguese",
    "Russian",
    "Spanish",
)
#: Phrases that announce a hard cut, right after the time of a shot.
CUT_PHRASES = (
    "the camera cuts to",
    "the shot cuts to",
    "the shot transitions to",
    "the shot changes to",
    "the shot switches to",
)
#: Words that open a summary, joined by " + ".
TASKS = (
    "keyframe completion",
    "reference generation",
    "video editing",
    "video continuation",
    "audio reuse",
    "audio reference",
)
VISUAL_MARKERS = ("fully_preserved", "partially_preserved", "attribute_transfer", "weak_reference")
AUDIO_MARKERS = ("fully_copy", "partially_copy", "reference", "weak_reference")
#: What goes on after the prefix of a summary that edits a video.
EDIT_SENTENCE = "The target video is an edited version of <Video 1>."
#: How the retention line of a picture says where the picture stands (after ``[Shot N] `` for the first four).
PICTURE_ROLES = ("first frame", "last frame", "keyframe", "composition", "storyboard")

#: Tag words that people and language models write, and the word that the guide has for them.
LANGUAGE_ALIASES = MappingProxyType(
    {
        "ar": "Arabic",
        "zh": "Chinese",
        "cn": "Chinese",
        "zh-cn": "Chinese",
        "zh-tw": "Chinese",
        "mandarin": "Chinese",
        "mandarin chinese": "Chinese",
        "simplified chinese": "Chinese",
        "traditional chinese": "Chinese",
        "putonghua": "Chinese",
        "中文": "Chinese",
        "普通话": "Chinese",
        "en": "English",
        "eng": "English",
        "en-us": "English",
        "en-gb": "English",
        "american english": "English",
        "british english": "English",
        "us english": "English",
        "fr": "French",
        "français": "French",
        "de": "German",
        "deutsch": "German",
        "it": "Italian",
        "italiano": "Italian",
        "ja": "Japanese",
        "jp": "Japanese",
        "日本語": "Japanese",
        "ko": "Korean",
        "kr": "Korean",
        "한국어": "Korean",
        "pt": "Portuguese",
        "pt-br": "Portuguese",
        "brazilian portuguese": "Portuguese",
        "português": "Portuguese",
        "ru": "Russian",
        "русский": "Russian",
        "es": "Spanish",
        "español": "Spanish",
        "castilian": "Spanish",
        "mexican spanish": "Spanish",
    }
)

# --- which language a sentence is in ----------------------------------------------------------------------------------

#: Small words of English; a sentence of prose has some.
FUNCTION_WORDS = frozenset(
    """
    a an the and or of to in on at by for from with into onto over under through across behind beside between above below
    near as is are was were be been being it its he she they his her their him them this that these those there here while
    when then until before after during but so than not no who whose which what where up down out off around along toward
    towards against inside outside without within each every one two both all some
    """.split()
)
#: Other words that stand in nearly every prompt, and words of music that are Italian everywhere.
COMMON_WORDS = frozenset(
    """
    shot camera slow speed small lips closed light left right cuts white stands turns view single frame picture back edge blue soft mouth
    like low lifts wet water side past long dark hand hands glass says slides open black grey line window round front drops runs paper
    comes sun lies green bright holds red falls short shadow keeps leaves dust face first thin far same wall wind warm floor lamp sits
    head again stops leans moves rises corner opens whole only stone deep stays stand surface arm hair half brown sky takes looks voice
    woman man boy girl child people fine photography film street table door yellow top carries walks seen wood high rain night morning
    upright final still plays subject reference generation style sound music scene video waiter serves watches smiles clip then
    allegro andante adagio largo presto moderato crescendo diminuendo legato staccato pizzicato arco vibrato piano forte tempo poco tremolo
    glissando rubato cantabile moto brio
    """.split()
)
#: Words with accents that are English by now.
LOAN_WORDS = frozenset(
    """
    café cafés naïve façade façades décor cliché clichés déjà entrée fiancé fiancée protégé résumé sauté sautéed crème brûlée purée touché
    éclair éclairs piñata señor señora cajón über maître crêpe crêpes soufflé papier-mâché mâché appliqué jalapeño rosé pâté matinée
    negligée blasé chassé plié passé communiqué exposé château châteaux cortège mêlée raison d'être doppelgänger vérité cinéma à smörgåsbord
    """.split()
)
#: Small words of other languages in Latin script that English prose does not have.
FOREIGN_WORDS = MappingProxyType(
    {
        "Spanish": frozenset(
            "el la los las un una unos del al en con por para que su sus está están mientras hacia sobre desde y de muy pero se lo como cuando "
            "hay entre hasta bajo más este esta ella él junto detrás cada".split()
        ),
        "French": frozenset(
            "le la les des une un du de et dans avec sur sous qui que est sont sa ses vers elle il ils aux au se ne pas ce cette leur "
            "puis tandis jusqu comme deux par plus en lentement devant derrière".split()
        ),
        "German": frozenset(
            "der das und ein eine einen einem einer eines mit auf ist sind im den dem des sie er zu zum zur von vom während ihr sich nicht aus "
            "bei durch über unter vor hinter neben wie nach auch noch dann wird einem langsam".split()
        ),
        "Italian": frozenset(
            "il lo la gli le i una uno un del della dei delle dello degli al alla con che di da dal dalla nel nella nelle sul sulla sulle mentre "
            "verso suo sua suoi è sono e ed si non lentamente dietro davanti".split()
        ),
        "Portuguese": frozenset(
            "os um uma com que na nas nos dos da das de ao aos à às pela pelo pelas enquanto seu sua está são e em para ele ela se não como "
            "devagar atrás sobre entre mais".split()
        ),
        "Dutch": frozenset(
            "het een en op zijn haar naar niet uit voor aan bij terwijl langzaam ook naast zich wordt deze dat".split()
        ),
        "Swedish": frozenset("och en ett är på med av för som det från till över sig hon han långsamt".split()),
        "Polish": frozenset("i w z na się jest nad przez ze po przy jak oraz który która od jego jej powoli".split()),
        "Turkish": frozenset("bir ve bu ile için gibi olan da de yavaşça üzerinde doğru içinde onun".split()),
        "Indonesian": frozenset(
            "yang dan di dengan ini itu dari ke pada seorang sebuah perlahan ketika sambil atas".split()
        ),
        "Vietnamese": frozenset("và của trong một những với trên dưới người đang cái khi từ cho này".split()),
    }
)
#: Small words that English has as well; they never decide, they only do not speak against.
FOREIGN_SHARED = MappingProxyType(
    {
        "Spanish": frozenset(("a", "no", "me", "te", "sin")),
        "French": frozenset(("a", "on", "son", "plus", "me", "or", "pendant")),
        "German": frozenset(("die", "in", "an", "so", "am", "was", "hat", "man")),
        "Italian": frozenset(("a", "in", "per", "ma", "o")),
        "Portuguese": frozenset(("a", "o", "as", "do", "no", "por", "me", "ate")),
        "Dutch": frozenset(("de", "in", "is", "die", "over", "hand", "om", "of", "van", "door", "met")),
        "Swedish": frozenset(("i", "in", "man", "den", "under", "mot")),
        "Polish": frozenset(("do", "pod")),
    }
)
#: Words for what cannot be filmed.
ABSTRACT_WORDS = frozenset(
    """
    beautiful emotional epic journey hope destiny story love dream dreams memory memories feeling feelings atmosphere mood
    magical amazing stunning breathtaking power powerful freedom beauty inspiring unforgettable meaning essence soul life fate
    struggle triumph passion nostalgia wonder mystery energy vibe happiness sadness loneliness joy truth courage
    perseverance innovation success elegance perfection timeless profound heartfelt incredible awesome spirit harmony
    transformation adventure emotion emotions inspiration ambition redemption sacrifice legacy connection
    longing despair trust faith desire doubt setback lesson peace tale quest humanity grief sorrow trauma guilt innocence
    satisfying bittersweet masterpiece universal eternal message experience discovery potential possibility possibilities
    resilience determination wisdom melancholy serenity tranquility belonging identity existence
    """.split()
)
#: Words that show as little, beside abstract ones.
NEUTRAL_WORDS = frozenset(
    """
    scene moment moments film video clip shot sequence story viewer viewers audience world everything something nothing anything sense fills
    fill feels feel felt conveys captures evokes becomes become makes make real really truly deeply pure true whole entire ever never
    always full human ending beginning end clear simple deep great quiet heart hearts begins ends hangs lingers unfolds about yet even more
    most again forever through gives give way time very such kind way can will may must would could should has have had like quite
    """.split()
)
#: Words beside which a plot is told…
PLOT_WORDS = frozenset(
    """
    story stories movie tale tales narrative journey quest meditation metaphor learns learn realises realise realizes realize
    overcome overcomes overcoming struggle struggles embarks embark triumph triumphs destiny revenge rags haunted
    conquers prevails symbolises symbolizes symbolise symbolize embodies evil matters heals galaxy kingdom
    remember remembers recalls regrets mourns
    """.split()
)
#: …and common ones that tell one only together: one of `PLOT_SEEDS` and another of the same row.
PLOT_PAIRS = tuple(
    frozenset(row.split())
    for row in (
        "love falls fall wins power",
        "power friendship hope music dreams love",
        "way gives give",
        "later years months weeks",
        "same never ever",
        "know little does do did",
        "understands understand discovers discover life love truth lesson meaning past fate power value importance friendship freedom strength purpose",
        "meaning true deeper hidden",
        "finds find peace purpose self",
        "terms comes coming come",
        "faith loses losing lost",
        "torn between duty worlds love",
        "odds against",
        "saves save world day",
        "represents he she it this which that",
        "tells explores conveys celebrates about expresses evokes captures reflects represents video film clip scene sequence shot moment image",
    )
)
PLOT_SEEDS = frozenset(
    """
    love power way later same know understands understand discovers discover meaning peace terms faith torn odds saves save
    tells explores conveys celebrates about expresses evokes captures reflects represents
    """.split()
)

# --- how fast people speak --------------------------------------------------------------------------------------------

#: Units of speech a second that a shot can hold. English is the vendor's own ceiling (its outputs have 2.2 to 2.5 words),
#: Chinese, Japanese and Korean are the format's. The other languages stand to English as in the reading-aloud speeds of the
#: IReST texts (Trauzettel-Klosinski and Dietz 2012, IOVS 53:5452; words a minute: English 228, Arabic 138, French 195,
#: German 179, Italian 188, Portuguese 181, Russian 184, Spanish 218).
SPEECH_RATES = MappingProxyType(
    {
        "English": (2.5, "words"),
        "Chinese": (4.5, "characters"),
        "Japanese": (4.5, "characters"),
        "Korean": (6.0, "syllables"),
        "Arabic": (1.513, "words"),
        "French": (2.138, "words"),
        "German": (1.963, "words"),
        "Italian": (2.061, "words"),
        "Portuguese": (1.985, "words"),
        "Russian": (2.018, "words"),
        "Spanish": (2.39, "words"),
    }
)

# --- what the sound fields name ---------------------------------------------------------------------------------------

#: Speech in a soundscape.
SPEECH_WORDS = frozenset(
    """
    dialogue dialogues monologue speech speeches speak speaks speaking spoken voice voices voice's voiceover voiceovers conversation
    conversations talk talks talking talked say says saying said chat chats chatting narration narrator narrator's narrates narrating
    lyrics words
    """.split()
)
#: What people do with their voices, and what wind, wheels and birds are said to do as well.
VOCAL_WORDS = frozenset(
    """
    whisper whispers whispering murmur murmurs murmuring shout shouts shouting call calls calling chant chants chanting sing sings answer
    answers argue argues arguing mutter mutters muttering mumble mumbles
    """.split()
)
#: Voices of many, which make people speak in a clip that has no lines.
CROWD_WORDS = VOCAL_WORDS | frozenset(
    """
    crowd crowds crowd's people chatter chatters chattering chattered cheer cheers cheering applause laughter laugh laughs laughing giggles
    giggling babble hubbub walla audience bystanders passers-by
    """.split()
)
#: Music in a soundscape. Instruments are left out that are also plain things (a horn, a drum, a string, a bell).
MUSIC_WORDS = frozenset(
    """
    music musical score soundtrack underscore melody melodies melodic song songs singing tune tunes orchestra orchestral symphony symphonic jazz
    lullaby chord chords piano guitar violin cello saxophone trumpet ukulele synthesiser synthesizer
    """.split()
)
#: Moods, which no instrument plays.
MOOD_WORDS = frozenset(
    """
    sad happy joyful joyous melancholic melancholy nostalgic nostalgia hopeful uplifting inspiring inspirational emotional romantic tense
    suspenseful mysterious eerie dreamy epic triumphant heroic playful cheerful somber sombre ominous haunting warm tender wistful
    bittersweet intimate contemplative reflective peaceful serene calm calming moody dramatic majestic whimsical gloomy dark
    heart-warming heartwarming heartfelt poignant longing yearning tranquil soothing menacing foreboding anxious exciting energetic
    """.split()
)

# --- languages whose speech the guide does not call stable -------------------------------------------------------------

#: Names of languages (lower case) that people tag lines with and that are none of `LANGUAGES`.
OTHER_LANGUAGES = frozenset(
    """
    afrikaans albanian amharic armenian azerbaijani basque belarusian bengali bosnian bulgarian burmese cantonese catalan croatian
    czech danish dutch esperanto estonian farsi filipino finnish flemish galician georgian greek gujarati hausa hawaiian hebrew hindi
    hokkien hungarian icelandic igbo indonesian irish kannada kazakh khmer klingon kurdish lao latin latvian lithuanian macedonian malay
    malayalam maltese maori marathi mongolian nepali norwegian pashto persian polish punjabi quechua romanian sanskrit serbian shanghainese
    sinhala slovak slovene slovenian somali swahili swedish tagalog tamil telugu thai tibetan turkish ukrainian urdu uzbek vietnamese
    welsh wolof xhosa yiddish yoruba zulu
    """.split()
)

# --- words that stand for a task in a summary --------------------------------------------------------------------------

#: What people and language models write in place of `TASKS` (lower case, matched inside the word), and the task it stands for.
TASK_ALIASES = MappingProxyType(
    {
        "first and last": "keyframe completion",
        "first frame": "keyframe completion",
        "last frame": "keyframe completion",
        "frame interpolation": "keyframe completion",
        "keyframe": "keyframe completion",
        "voice clon": "audio reference",
        "voice reference": "audio reference",
        "voice": "audio reference",
        "timbre": "audio reference",
        "lip sync": "audio reuse",
        "audio copy": "audio reuse",
        "soundtrack": "audio reuse",
        "music reuse": "audio reuse",
        "extension": "video continuation",
        "extend": "video continuation",
        "continu": "video continuation",
        "insertion": "video editing",
        "inpaint": "video editing",
        "replacement": "video editing",
        "removal": "video editing",
        "restyl": "video editing",
        "edit": "video editing",
        "image": "reference generation",
        "picture": "reference generation",
        "subject": "reference generation",
        "character": "reference generation",
        "style": "reference generation",
        "animation": "reference generation",
        "generation": "reference generation",
        "to video": "reference generation",
        "motion": "reference generation",
    }
)
