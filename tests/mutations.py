"""Random and mutated prompts, reproducible from a number: what fuzzing and property tests feed to the parser."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

HERE = Path(__file__).parent

#: Pieces that mean something to the parser; random text made of them reaches far more branches than noise does.
PIECES = (
    *("[Shot 1]", "[Shot 2] At 00:03.500, ", "[shot 3]", "[Shot 99999999999999999999]", "Shot 4: ", "［Shot 5］"),
    *("<d>", "</d>", "< D >", "<d>[English] ", "[Chinese]", "<scenetrans>", "<cutoff>", "<|cutoff|>", "[unclear]"),
    *("<Subject 1>", "<Picture 2>", "<Video 1>", "<Audio 12>", "<subject 1>", "<HERO>", "{name}", "${x}", "{{y}}"),
    *("(S1)", "(S1,S2)", "(S1 and S3)", "(S)", '"OPEN"', "“OPEN”", '"', "„a”", "「門」", "«x»"),
    *("integrated_multimodal_description:", "overall_soundscape:", "non_diegetic_music:", "non_diegetic_music"),
    *("subject_definitions:", "summary:", "summary", "retention_analysis:", "detailed_description:", "camera_notes:"),
    *("Overall Soundscape:", "**overall_soundscape:**", "## summary", "overal_soundscape:", "style:", "---", "```json"),
    *("For the target video, at 0.00 seconds into the target video, <Picture 1> (from [Shot 1]) is fully referenced.",),
    *(
        "How the reference pictures align with the target video — ",
        "Picture 1 (from Shot 1) aligns with the 0.00-second",
    ),
    *("[reference generation + audio reference]", "fully_preserved - ", "(appears in [Shot 1], [Shot 2]):", "N/A"),
    *("\n", "\n\n", "\r\n", "\r", "\t", " ", "\ufeff", "\u200b", "\u202e", "\x00", "\\n", "\\u00e9", "\\ud83d\\ude00"),
    *(
        "&lt;d&gt;",
        "&amp;",
        "&#60;",
        "&#x110000;",
        "<!-- h3: ignore SHT -->",
        "<!--",
        "-->",
        '{"prompt": "',
        '"}',
        "[",
        "]",
    ),
    *(
        "At 00:75.000, ",
        "At 3s, ",
        "0-3 seconds",
        "5.17",
        "A man in a grey coat walks. ",
        "她走进来。",
        "안녕하세요",
        "привет",
    ),
    *(
        "---\nmode: I2VA\nduration: 5.17\n---\n",
        "---\n",
        "mode: [",
        "references:\n  - {kind: image}\n",
        "Static shot. ",
    ),
)
_ALPHABET = "aZ09 .,:;!?-–—_()[]{}<>\"'`*#&\\/|$%@\n\r\té中あ가я١𝄞\u0301"


@cache
def samples() -> tuple[str, ...]:
    """Every good prompt file of the test suite."""
    folders = (HERE / "corpus" / "valid", HERE / "h3prompt" / "rules" / "bases", HERE / "rules" / "bases")
    files = [file for folder in folders if folder.is_dir() for file in sorted(folder.glob("*.h3.md"))]
    return tuple(file.read_text("utf-8") for file in files)


def noise(source: random.Random, length: int = 40) -> str:
    """Pieces and characters in random order."""
    parts = [
        source.choice(PIECES) if source.random() < 0.6 else "".join(source.choices(_ALPHABET, k=source.randint(1, 8)))
        for _ in range(source.randint(0, length))
    ]
    return "".join(parts)


def mutate(source: random.Random, text: str, most: int = 6) -> str:
    """`text` after a few random edits: stretches deleted, doubled, moved, replaced, pieces put in."""
    for _ in range(source.randint(1, most)):
        start = source.randint(0, len(text))
        end = min(len(text), start + source.randint(0, source.choice((1, 3, 12, 80, 600))))
        stretch = text[start:end]
        action = source.randrange(7)
        if action == 0:
            text = text[:start] + text[end:]
        elif action == 1:
            text = text[:end] + stretch + text[end:]
        elif action == 2:
            text = text[:start] + source.choice(PIECES) + text[end:]
        elif action == 3:
            text = text[:start] + source.choice(PIECES) + text[start:]
        elif action == 4:
            rest = text[:start] + text[end:]
            place = source.randint(0, len(rest))
            text = rest[:place] + stretch + rest[place:]
        elif action == 5:
            text = text[:start] + stretch.swapcase() + text[end:]
        else:
            text = text[:start] + noise(source, 3) + text[end:]
    return text


def any_text(seed: int) -> str:
    """The input that belongs to `seed`: noise, or a good prompt broken in a few places."""
    source = random.Random(seed)
    if source.random() < 0.3 or not samples():
        return noise(source)
    return mutate(source, source.choice(samples()))
