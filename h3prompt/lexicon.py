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
