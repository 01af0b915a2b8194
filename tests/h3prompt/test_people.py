"""Who is seen, who is said to be silent: many ways of saying it, shot by shot, in ``people.yaml``."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from h3prompt import check

SHOTS = yaml.safe_load((Path(__file__).parent / "people.yaml").read_text("utf-8"))
CODES = {"open lips": "HAB002", "second face": "HAB003", "twice": "HAB001"}
LINE = "<d>[English] The gate is open.</d>"


def prompt(shots: str | list[str]) -> str:
    shots = [shots] if isinstance(shots, str) else shots
    body = ""
    for number, shot in enumerate(shots, 1):
        lead = "" if number == 1 else f"At 00:0{3 * number}.000, "
        if number > 1 and not shot.startswith("The camera cuts"):
            lead += "the camera cuts to a wider view. "
        elif number > 1:
            shot = "t" + shot[1:]
        body += f" [Shot {number}] {lead}{shot.replace('SAYS', LINE)}"
    return (
        f"---\nmode: T2VA\nduration: 10.125\n---\nintegrated_multimodal_description:{body}\n\n"
        "overall_soundscape: Wind over stone.\n\nnon_diegetic_music: N/A\n"
    )


def habits(shots: str | list[str]) -> set[str]:
    codes = {finding.code for finding in check(prompt(shots)).findings}
    return codes & set(CODES.values())


@pytest.mark.parametrize("shots", SHOTS["silent"])
def test_nothing_to_say(shots: str | list[str]) -> None:
    assert not habits(shots)


@pytest.mark.parametrize(("kind", "shots"), [(kind, shots) for kind in CODES for shots in SHOTS[kind]])
def test_somebody_is_left_open(kind: str, shots: str | list[str]) -> None:
    assert habits(shots) == {CODES[kind]}
