"""Sentences about mouths: lips that stay closed or close, people who keep silent, mouths that are busy with something else.

Every writer says it in other words, so these patterns are wide. They only ever stop a hint.
"""

from __future__ import annotations

import re

from .patterns import lazy

# The mouth of somebody, not of a cave and not the lip of a cup.
_LIPS = r"(?<!oven )(?<!cave )(?<!furnace )(?<!kettle )(?<!tunnel )(?<!river )(?<!harbour )(?<!harbor )(?<!jar )(?<!pot )(?:lips?|mouths?)\b(?! of\b)"
_COVER = r"(?:scarf|mask|veil|bandana|collar|shawl|respirator|cloth|hood|towel|hands?|palm|beard|snorkel|mouthpiece)"
#: Lips that are closed, or that cannot be seen.
_CLOSED = (
    rf"\b{_LIPS}[^.;!?]{{0,70}}?\b(?:closed|shut|sealed|pressed|pursed|together|still|motionless|unmoving|unmoved|immobile|not|never|"
    r"neither|nor|don['’]t|doesn['’]t|without|resting|rests?|relaxed|untouched|touching|tight|tightly|firm|firmly|set|hidden|covered|concealed)\b"
    rf"|\b{_LIPS}[^.;!?]{{0,30}}?\bline\b"
    rf"|\b(?:closed|shut|sealed|pressed|unmoving|motionless|immobile|still|tight|pursed|firm|set|silent)\s(?:\w+\s){{0,2}}{_LIPS}"
    rf"|\b(?:keep(?:s|ing)?|kept|press(?:es|ed|ing)?|purs(?:es|ing)|seal(?:s|ing)?)\s(?:\w+\s){{1,3}}{_LIPS}"
    r"|\b(?:closed?|tight|shut)-(?:lip|mouth)(?:ped|ed)?\b|\b(?:lips?|mouths?)-closed\b"
    r"|\b(?:no|no one['’]s|nobody['’]s|neither(?: \w+['’]s)?) (?:lips?|mouths?)\b"
    r"|\bbit(?:es|ing) (?:on )?(?:his|her|their) (?:\w+ )?lips?\b"
    r"|\b(?:never|not|without) (?:once )?(?:open(?:s|ing)?|mov(?:es?|ing)|part(?:s|ing)?) (?:his|her|their) (?:mouths?|lips)\b"
    rf"|\b{_COVER} (?:\w+ ){{0,4}}?(?:over|across|covering|covers?|hiding|hides?) (?:his|her|their|the) (?:\w+ ){{0,2}}?(?:mouth|lips|face)\b"
)
#: Lips that close, as after a line.
_CLOSING = (
    rf"\b{_LIPS} (?:then |slowly |gently |softly )?(?:close|closes|closing|shuts?|meet|meets|come together|go still)\b"
    rf"|\b(?:close|closes|closing|shuts?|shutting) (?:\w+ ){{1,2}}{_LIPS}"
)
_HOLDING = r"\bbetween (?:his|her|their) (?:lips|teeth)\b"
#: A statement that lips or a mouth are closed, close, or do not move.
LIPS_CLOSED = lazy(f"{_CLOSED}|{_CLOSING}|{_HOLDING}", re.IGNORECASE)
#: The first kind alone: it may be about somebody who does not speak.
LIPS_STAY_CLOSED = lazy(_CLOSED, re.IGNORECASE)
LIPS_CLOSE = lazy(_CLOSING, re.IGNORECASE)
#: "Then her lips close" is about whoever has just spoken.
SPEAKERS_LIPS_CLOSE = lazy(
    r"\W*(?:then|and|at last|after the words|afterwards)?,? ?(?:his|her|their|he|she|they)\b[^.]{0,40}?"
    r"\b(?:lips?|mouths?|close|closes|shuts?)\b",
    re.IGNORECASE,
)
#: A statement that somebody listens or keeps silent.
SILENT = lazy(
    r"\bsilent(?:ly)?\b|\b(?:in|keeps?|keeping|kept|holds?) (?:\w+ )?silence\b|\b(?:stay|stays|keep|keeps|keeping|kept|remain|remains|falls?) quiet\b"
    r"|\bquietly listen|\blisten(?:s|ing)?\b|\bhears? (?:him|her|them) out\b|\bwithout (?:a (?:single )?word|a sound|speaking|talking|saying|"
    r"answering|replying|interrupting)|\bwordless(?:ly)?\b|\bspeechless\b|\b(?:say|says|saying) nothing\b|\bno ?(?:body|one)(?: \w+){0,4} "
    r"(?:speaks|talks|says)\b|\bneither\b[^.]{0,30}\b(?:speaks?|talks?)\b|\b(?:does|do) not (?:speak|talk|answer|reply|interrupt)\b"
    r"|\b(?:does|do|did|will)(?: not|n['’]t) (?:say|utter)\b|\bspeaks? to no(?:body| one)\b|\b(?:stays?|keeps?|keeping) mum\b"
    r"|\bdoesn['’]t (?:speak|talk|answer|reply)\b|\bnot speaking\b|\bmute\b|\bnone of them speaks?\b|\bnever speaks?\b|\bnot a word\b"
    r"|\b(?:makes?|utters?|gives?) (?:no|not a) (?:sound|word|reply|answer)\b|\bholds? (?:his|her|their) tongues?\b|\bno words?\b",
    re.IGNORECASE,
)
#: That it holds for more than one.
PLURAL = lazy(
    r"\b(?:both|they|their|them|neither|none|all|everyone|everybody|nobody|no one|no lips|the two|the three|the pair|each|every)\b",
    re.IGNORECASE,
)
#: That it holds for the whole clip.
WHOLE_CLIP = lazy(
    r"\bthroughout\b|\bat all times\b|\b(?:whole|entire) (?:clip|video|time|film|shot|sequence)\b|\b(?:every|all|both|any) (?:\w+ )?shots?\b"
    r"|\bfrom (?:start to finish|beginning to end|first to last)\b|\ball along\b|\bat any (?:point|time|moment)\b",
    re.IGNORECASE,
)

#: How most people say it.
OFTEN_SAID = ("lips closed", "mouth closed", "closed lips", "lips stay closed", "mouth shut", "lips remain closed")
#: Cheap looks for the above.
LIP_WORDS = frozenset("lip lips lipped mouth mouths mouthed teeth face".split())
SILENT_WORDS = frozenset(
    """
    silent silently silence quiet quietly listen listens listening hears hear word words wordless wordlessly speechless nothing nobody body
    one neither none speak speaks speaking talk talks talking saying answer answering reply replying interrupt interrupting mute sound tongue
    tongues say utter mum
    """.split()
)
WHOLE_CLIP_WORDS = frozenset("throughout times whole entire every all both any start first beginning along".split())
#: What a mouth does besides speaking; lips that do it cannot be said to be closed.
BUSY_WORDS = frozenset(
    """
    laugh laughs laughing giggle giggles giggling chuckle chuckles chuckling scream screams screaming yell yells yelling yawn yawns yawning
    eat eats eating drinks drinking chew chews chewing sip sips sipping swallow swallows swallowing kiss kisses kissing gasp gasps gasping
    sob sobs sobbing cough coughs coughing sneeze sneezes sneezing grin grins grinning
    """.split()
)
#: The same, of things and animals as well: only when somebody does it.
BUSY_IF_SOMEBODY = frozenset(
    "sings singing hums humming whistles whistling cries crying blows blowing shouts shouting bites biting".split()
)
