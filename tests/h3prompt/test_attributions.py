"""Who speaks a line, as far as the prose around it tells."""

from __future__ import annotations

import time

import pytest

from h3prompt.checker import look
from h3prompt.facts import Check
from h3prompt.rules import RULES
from h3prompt.source import Source

LINE = "<d>[English] Go.</d>"


def looked(body: str) -> Check:
    return look(Source(f"integrated_multimodal_description: [Shot 1] {body}\n\noverall_soundscape: Wind.\n"))


def referring(body: str, definition: str, marker: str) -> Check:
    return look(
        Source(
            f"subject_definitions:\n<Subject 1>: a man.\n<Audio 1>: {definition}\n\nsummary:\n[audio reuse] A man speaks.\n\n"
            f"retention_analysis:\n<Audio 1>: {marker} - all.\n\ndetailed_description:\nFilm look. [Shot 1] {body}\n"
        )
    )


def ids(check: Check) -> list[str]:
    return ["+".join(who.ids) for who in check.attributions]


@pytest.mark.parametrize(
    ("body", "speakers"),
    [
        (f"A man (S1) says: {LINE}", ["S1"]),
        (f"A man (S1) waits. He says: {LINE}", ["S1"]),
        (f"A man (S1) and a woman (S2) sing: {LINE}", ["S1+S2"]),
        (f"Two men (S1,S2) sing: {LINE}", ["S1+S2"]),
        (f"A man (S1) waits. A woman (S2) turns. She says: {LINE}", ["S2"]),
        (f"A man says: {LINE}", [""]),
        # Behind the line.
        (f"{LINE}, says a man (S1).", ["S1"]),
        (f"{LINE} Maria (S1) says.", ["S1"]),
        (f"{LINE} The door opens for a man (S1).", [""]),
        (f"{LINE} A man (S1) nods.", [""]),
        (f"{LINE} while a man (S1) nods.", [""]),
        (f"{LINE} says a man (S1). A woman answers: {LINE}", ["S1", ""]),
        # One sentence that goes on.
        (f"A man (S1) says {LINE} and, after a pause, adds {LINE}", ["S1", "S1"]),
        (f"A man (S1) says {LINE}, breathes, and adds {LINE}", ["S1", "S1"]),
        (f"A man (S1) says {LINE} and a woman answers {LINE}", ["S1", ""]),
        (f"A man (S1) says {LINE} while she answers {LINE}", ["S1", ""]),
        (f"A man (S1) says {LINE}. Then {LINE}", ["S1", ""]),
        (f"A man (S1) says {LINE} The door opens. {LINE}", ["S1", ""]),
        # A cut ends what the text before it says.
        (f"A man (S1) says {LINE} [Shot 2] At 00:02.000, the camera cuts to a door. {LINE}", ["S1", ""]),
        # Abbreviations end no sentence that matters.
        (f"Mr. Lee (S1) says: {LINE}", ["S1"]),
        (f"The driver (S1) nods to Mr. Lee and says: {LINE}", ["S1"]),
    ],
)
def test_ids(body: str, speakers: list[str]) -> None:
    assert ids(looked(body)) == speakers


def test_near_tells_that_the_id_stands_in_the_sentence() -> None:
    assert [who.near for who in looked(f"A man (S1) says: {LINE} He (S1) waits. Then: {LINE}").attributions] == [
        True,
        False,
    ]


@pytest.mark.parametrize(
    ("body", "definition", "marker", "speakers", "heard"),
    [
        # A track that is heard is the source of its words.
        (f"The radio plays <Audio 1>: {LINE}", "a radio show", "fully_copy", [""], True),
        (f"The radio plays <Audio 1>. A voice says: {LINE}", "a radio show", "fully_copy", [""], True),
        # An audio that lends its voice is not; whoever borrows it has an id.
        (f"<Subject 1> says with the voice of <Audio 1>: {LINE}", "a low voice", "reference", [""], False),
        (
            f"<Subject 1> (S1) says with the voice of <Audio 1>: {LINE}",
            "a low voice for (S1)",
            "reference",
            ["S1"],
            True,
        ),
        (
            f"<Subject 1> (S1) nods. He says with the voice of <Audio 1>: {LINE}",
            "a low voice",
            "reference",
            ["S1"],
            True,
        ),
        # The definition ties the audio to an id that the description has.
        (
            f"<Subject 1> (S1) nods. [Shot 2] At 00:02.000, the camera cuts to him. In the voice of <Audio 1>: {LINE}",
            "a low voice for (S1)",
            "reference",
            ["S1"],
            True,
        ),
        (f"<Subject 1> says with the voice of <Audio 1>: {LINE}", "a low voice for (S1)", "reference", [""], False),
    ],
)
def test_audios(body: str, definition: str, marker: str, speakers: list[str], heard: bool) -> None:
    check = referring(body, definition, marker)
    assert ids(check) == speakers
    assert [who.audio is not None for who in check.attributions] == [heard]


@pytest.mark.parametrize(
    "piece",
    [
        "A man says <d>[English] Go.</d> and, ",
        "A man (S1) waits. He says <d>[English] Go.</d> ",
        "In an off-screen voiceover a man (S1) says <d>[English] Go.</d> He nods. ",
        "<d>[English] Go <scenetrans></d> ",
        "<d>[English] Go<cutoff></d> <d>[English] ",
        "A man (S7) nods. ",
        "</d> [English] a ",
        "<dialogue>[English] Go.</dialogue> ",
        "<Subject 1> Subject 1 @image1 <Image 2> ",
    ],
)
def test_time_is_linear_in_what_is_said(piece: str) -> None:
    def seconds(size: int) -> float:
        text = "integrated_multimodal_description: [Shot 1] " + piece * (size // len(piece))
        rules = [
            rule for rule in RULES if rule.code[:3] in ("DLG", "LBL") and rule.family != "reference" and not rule.needs
        ]
        check = look(Source(text))
        start = time.process_time()
        for rule in rules:
            list(rule.run(check))
        return time.process_time() - start

    seconds(5_000)
    for _ in range(4):
        small, large = min(seconds(15_000) for _ in range(2)), seconds(120_000)
        if large <= 16 * small or large < 0.02:
            return
    pytest.fail(f"eight times the text takes {large / small:.0f} times as long")
