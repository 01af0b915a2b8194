"""English or not, plot or picture, visible text or words: many sentences for each, in ``sentences.yaml``."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from h3prompt import check

SENTENCES = yaml.safe_load((Path(__file__).parent / "sentences.yaml").read_text("utf-8"))
KINDS = {
    "another language": ("LNG002", True),
    "names and loans": ("LNG002", False),
    "unquoted text": ("LNG005", True),
    "no visible text": ("LNG005", False),
    "plot": ("LNG006", True),
    "picture": ("LNG006", False),
}


def codes(sentence: str) -> set[str]:
    text = (
        "integrated_multimodal_description: [Shot 1] Plain realism under a white sky. A lamp of brass hangs from the beam of a barn, and "
        f"moths circle it in the draught. {sentence} Straw lies on the floor.\n\n"
        "overall_soundscape: Wind over stone.\n\nnon_diegetic_music: N/A\n"
    )
    return {finding.code for finding in check(text).findings}


@pytest.mark.parametrize(("kind", "sentence"), [(kind, sentence) for kind in KINDS for sentence in SENTENCES[kind]])
def test_sentences(kind: str, sentence: str) -> None:
    code, fires = KINDS[kind]
    assert (code in codes(sentence)) is fires
    assert not codes(sentence) & ({"LNG001", "LNG002", "LNG003", "LNG004", "LNG005", "LNG006"} - {code})
