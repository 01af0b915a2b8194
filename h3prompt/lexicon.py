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
#: Small words of other languages in Latin script that English prose does not have.
FOREIGN_WORDS = MappingProxyType(
    {
        "Spanish": frozenset(
            "el los las una del con por para que su sus está están mientras hacia sobre desde y muy pero".split()
        ),
        "French": frozenset(
            "le les des une du et dans avec sur qui est sont son sa ses vers pendant elle il aux un la se ne".split()
        ),
        "German": frozenset(
            "der das und ein eine einen einem einer mit auf ist sind im den dem sie er zu von während ihr sich".split()
        ),
        "Italian": frozenset(
            "il lo gli una del della con che di nel nella sul sulla mentre verso suo sua è sono un la si e".split()
        ),
        "Portuguese": frozenset(
            "os se do à às num numa uma um com que na nos nas das dos ao pela pelo enquanto seu sua está são e da em para".split()
        ),
    }
)
#: Words for what cannot be filmed.
ABSTRACT_WORDS = frozenset(
    """
    beautiful emotional epic journey hope destiny story love dream dreams memory memories feeling feelings atmosphere mood
    magical amazing stunning breathtaking power freedom beauty inspiring unforgettable meaning essence soul life fate
    struggle triumph passion nostalgia wonder mystery energy vibe happiness sadness loneliness joy truth courage
    perseverance innovation success elegance perfection timeless profound heartfelt incredible awesome spirit harmony
    transformation adventure emotion emotions inspiration ambition redemption sacrifice legacy future past connection
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
        "Arabic": (1.51, "words"),
        "French": (2.14, "words"),
        "German": (1.96, "words"),
        "Italian": (2.06, "words"),
        "Portuguese": (1.98, "words"),
        "Russian": (2.02, "words"),
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
#: Music in a soundscape. Instruments are left out that are also plain things (a horn, a drum, a string, a bell).
MUSIC_WORDS = frozenset(
    """
    music musical score soundtrack underscore melody melodies melodic song songs tune tunes orchestra orchestral symphony symphonic jazz
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
