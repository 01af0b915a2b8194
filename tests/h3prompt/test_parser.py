"""What the parser sees: parts, spans, and the forms that it tolerates."""

from __future__ import annotations

from fractions import Fraction

import pytest

from h3prompt import Mode, Span, parse
from h3prompt.document import Label, LabelKind

I2VA = """\
For the target video, at 0.00 seconds into the target video, <Picture 1> (from [Shot 1]) is fully referenced.

integrated_multimodal_description: [Shot 1] Grainy 16 mm look. A baker (S1) lifts a tray and says: <d>[French] C'est \
prêt.</d> Static shot. [Shot 2] At 00:03.500, the camera cuts to a board that reads "PAIN".

overall_soundscape: An oven hums.

non_diegetic_music: N/A
"""

REF2VA = """\
subject_definitions:
<Subject 1> is the diver in <Picture 1>, kept with her yellow suit.
<Picture 2> is the opening frame.
<Audio 1> lends the voice of the diver.

summary:
[keyframe completion + audio reference] <Subject 1> surfaces.

retention_analysis:
<Subject 1> (appears in [Shot 1], [Shot 2]): fully_preserved - suit and face stay.
<Picture 2> ([Shot 1] first frame): fully_preserved - the first frame matches it.
<Audio 1>: reference - only the timbre.

detailed_description:
Cold documentary light. [Shot 1] <Subject 1> (S1) breathes. [Shot 2] At 00:04.000, the shot cuts to the boat as in \
[Shot 1].

overall_soundscape:
Waves.

non_diegetic_music:
N/A"""


def test_parts_of_a_base_prompt() -> None:
    prompt = parse(I2VA)
    assert [section.name for section in prompt.sections] == [
        "integrated_multimodal_description",
        "overall_soundscape",
        "non_diegetic_music",
    ]
    assert prompt.alignment is not None and prompt.alignment.mode is Mode.I2VA
    mark = prompt.alignment.marks[0]
    assert (mark.picture, mark.shot, mark.seconds) == (1, 1, Fraction(0))
    first, second = prompt.shots
    assert (first.number, first.time, second.number) == (1, None, 2)
    assert second.time is not None and second.time.well_formed and second.time.milliseconds == 3500
    assert second.cut == "the camera cuts to"
    line = prompt.lines[0]
    assert (line.language, line.words) == ("French", "C'est prêt.")
    assert prompt.speakers[0].ids == ("S1",)
    assert prompt.quotes[0].text == "PAIN"
    assert not prompt.preamble and prompt.trailer is None and not prompt.repairs


def test_spans_cover_what_they_name() -> None:
    prompt = parse(I2VA)
    text = prompt.text
    assert prompt.lines[0].span.of(text) == "<d>[French] C'est prêt.</d>"
    assert prompt.lines[0].words_span.of(text) == "C'est prêt."
    assert prompt.lines[0].tag_span.of(text) == "[French]"
    assert prompt.shots[1].marker_span.of(text) == "[Shot 2]"
    assert prompt.shots[1].time is not None and prompt.shots[1].time.span.of(text) == "At 00:03.500,"
    assert prompt.sections[1].header_span.of(text) == "overall_soundscape:"
    assert prompt.sections[1].body_span.of(text) == "An oven hums."
    assert prompt.quotes[0].span.of(text) == '"PAIN"'


def test_parts_of_a_reference_prompt() -> None:
    prompt = parse(REF2VA)
    assert [str(definition.label) for definition in prompt.definitions] == ["<Subject 1>", "<Picture 2>", "<Audio 1>"]
    assert prompt.tasks is not None and prompt.tasks.tasks == ("keyframe completion", "audio reference")
    assert prompt.style.of(prompt.text) == "Cold documentary light."
    subject, picture, audio = prompt.retention
    assert (subject.bracket, subject.marker, subject.dash) == ("appears in [Shot 1], [Shot 2]", "fully_preserved", "-")
    assert picture.bracket == "[Shot 1] first frame"
    assert (audio.label, audio.bracket, audio.note) == (Label(LabelKind.AUDIO, 1), None, "only the timbre.")
    assert [shot.number for shot in prompt.shots] == [1, 2]
    cited = [number for number, _, section in prompt.citations if section == "detailed_description"]
    assert cited == [1], "a shot named after a preposition is not a new shot"


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Overall Soundscape: rain.", "overall_soundscape"),
        ("overall-soundscape: rain.", "overall_soundscape"),
        ("OVERALL_SOUNDSCAPE: rain.", "overall_soundscape"),
        ("**overall_soundscape:** rain.", "overall_soundscape"),
        ("## overall_soundscape\nrain.", "overall_soundscape"),
        ("2. `overall_soundscape`: rain.", "overall_soundscape"),
        ("overall_soundscape\nrain.", "overall_soundscape"),
        ("overall_soundscape - rain.", "overall_soundscape"),
        ("overall_soundscape： rain.", "overall_soundscape"),
        ("overal_soundscape: rain.", "overall_soundscape"),
        ("overall\\_soundscape: rain.", "overall_soundscape"),
        ("camera_notes: rain.", "camera_notes"),
        ("negative prompt: rain.", "negative prompt"),
    ],
)
def test_headers_in_many_forms(written: str, name: str) -> None:
    prompt = parse(f"integrated_multimodal_description: [Shot 1] A.\n\n{written}\n\nnon_diegetic_music: N/A")
    assert [section.name for section in prompt.sections][1] == name
    assert prompt.sections[1].body == "rain."


def test_a_header_inside_a_line_is_found() -> None:
    prompt = parse("integrated_multimodal_description: [Shot 1] A. overall_soundscape: Rain. non_diegetic_music: N/A")
    assert [section.line_start for section in prompt.sections] == [True, False, False]
    assert prompt.shots[0].body == "A."


def test_a_misspelt_header_does_not_take_the_place_of_the_right_one() -> None:
    prompt = parse("overall_soundscape: rain.\noverall_soundscapes: hail.")
    assert [section.name for section in prompt.sections] == ["overall_soundscape", "overall_soundscapes"]


@pytest.mark.parametrize(
    ("head", "milliseconds", "well_formed"),
    [
        (" At 00:03.500, ", 3500, True),
        (" At 01:00.000, ", 60000, True),
        (" at 00:03.500, ", 3500, False),
        (" At 00:03.500 ", 3500, False),
        (" At 00:03,500, ", 3500, False),
        (" At 0:03.5, ", 3500, False),
        (" At 00:03, ", 3000, False),
        (" At 3.5s, ", 3500, False),
        (" At 3.5 seconds, ", 3500, False),
        (" (00:03.500) ", 3500, False),
        (": 00:03.500 - 00:05.000, ", 3500, False),
        (" At 00:75.000, ", None, False),
        (" At 00:03:12, ", None, False),
    ],
)
def test_times_in_many_forms(head: str, milliseconds: int | None, well_formed: bool) -> None:
    prompt = parse(f"integrated_multimodal_description: [Shot 1] A. [Shot 2]{head}the camera cuts to B.")
    time = prompt.shots[1].time
    assert time is not None
    assert (time.milliseconds, time.well_formed) == (milliseconds, well_formed)
    assert prompt.shots[1].body == "the camera cuts to B."


@pytest.mark.parametrize("marker", ["[shot 2]", "[Shot2]", "[SHOT 2]", "[Shot #2]", "Shot 2:", "Shot 2"])
def test_markers_in_other_forms(marker: str) -> None:
    prompt = parse(f"integrated_multimodal_description: [Shot 1] A man. {marker} At 00:02.000, the camera cuts to B.")
    assert [(shot.number, shot.marker_form) for shot in prompt.shots] == [(1, True), (2, False)]


def test_a_first_marker_that_was_left_out() -> None:
    prompt = parse("integrated_multimodal_description: A man. [Shot 2] At 00:02.000, the camera cuts to B.")
    assert [(shot.number, shot.body) for shot in prompt.shots] == [(None, "A man."), (2, "the camera cuts to B.")]
    assert prompt.style == Span(prompt.style.start, prompt.style.start)


def test_unbalanced_and_nested_dialogue() -> None:
    prompt = parse(
        "integrated_multimodal_description: [Shot 1] A (S1) says: <d>[English] One. He nods to B.\n</d> <d>x"
    )
    assert [(line.closed, line.words) for line in prompt.lines] == [(True, "One. He nods to B."), (False, "x")]
    prompt = parse("integrated_multimodal_description: [Shot 1] <d>[English] One <d>[English] two</d> three</d>")
    assert [(line.closed, line.nested) for line in prompt.lines] == [(False, False), (True, True)]
    assert len(prompt.stray_tags) == 1


def test_tokens_inside_dialogue_are_words() -> None:
    prompt = parse('integrated_multimodal_description: [Shot 1] <d>[English] Say (S9) [Shot 2] "now" <Subject 3>.</d>')
    assert not prompt.speakers and not prompt.mentions and not prompt.quotes and len(prompt.shots) == 1


def test_two_definitions_on_one_line() -> None:
    prompt = parse(REF2VA.replace("suit.\n<Picture 2>", "suit. <Picture 2>"))
    assert [(str(found.label), found.line_start) for found in prompt.definitions] == [
        ("<Subject 1>", True),
        ("<Picture 2>", False),
        ("<Audio 1>", True),
    ]


def test_chatter_around_the_fields() -> None:
    prompt = parse(f"Here is your prompt:\n\n{I2VA}\n\nLet me know if you want changes!")
    assert [span.of(prompt.text) for span in prompt.preamble] == ["Here is your prompt:"]
    assert prompt.trailer is not None and prompt.trailer.of(prompt.text) == "Let me know if you want changes!"
    assert prompt.alignment is not None


@pytest.mark.parametrize(
    ("line", "mode", "marks"),
    [
        (
            "How the reference pictures align with the target video — Picture 1 (from Shot 1) aligns with the "
            "0.00-second mark of the target video; Picture 2 (from Shot 3) aligns with the 5.17-second mark of the "
            "target video.",
            Mode.FL2VA,
            [(1, 1, Fraction(0)), (2, 3, Fraction("5.17"))],
        ),
        (
            "How the reference picture aligns with the target video: <Picture 1> (from [Shot 2]) aligns with the "
            "8 second mark of the target video",
            Mode.L2VA,
            [(1, 2, Fraction(8))],
        ),
        (
            "For the target video, at 0.00 seconds, picture 2 from shot 1 is fully referenced",
            Mode.I2VA,
            [(2, 1, Fraction(0))],
        ),
    ],
)
def test_alignment_lines(line: str, mode: Mode, marks: list[tuple[int, int, Fraction]]) -> None:
    alignment = parse(f"{line}\n\nintegrated_multimodal_description: [Shot 1] A.").alignment
    assert alignment is not None and alignment.mode is mode
    assert [(mark.picture, mark.shot, mark.seconds) for mark in alignment.marks] == marks


@pytest.mark.parametrize("text", ["", " \n", "A plain sentence.", "\x00", "---", "[Shot 1]", "<d>", ":", "\ud800"])
def test_anything_can_be_parsed(text: str) -> None:
    assert parse(text) is not None
