"""From a clip's script to a prompt that the check has nothing to say about."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from h3prompt import Level, Mode, check, parse
from h3prompt.compiler import (
    ClipScript,
    Compiled,
    ScriptBeat,
    ScriptCamera,
    ScriptEntity,
    ScriptLine,
    ScriptPlate,
    ScriptReference,
    ScriptShot,
    ScriptWho,
    compile_clip,
)

from .scripts import scripts

KEEPER = ScriptEntity("keeper", "person", "a keeper of about sixty with a grey beard", "Tom", "low and hoarse")
GUIDE = ScriptEntity("guide", "person", "a young guide in a red anorak")
ROOF = ScriptEntity("roof", "place", "a whitewashed roof terrace with a water tank")


def _clip(*shots: ScriptShot, mode: Mode = Mode.T2VA, frames: int = 124, **more: object) -> ClipScript:
    return replace(ClipScript("C01", mode, frames, shots, (KEEPER, GUIDE, ROOF)), **more)  # type: ignore[arg-type]


def _shot(**more: object) -> ScriptShot:
    return replace(
        ScriptShot("S01", 0, 124, beats=(ScriptBeat("A rope swings from an iron crane."),)),
        **more,  # type: ignore[arg-type]
    )


def _serious(made: Compiled) -> list[str]:
    return [f"{found.code}: {found.message}" for found in made.report.findings if found.level is not Level.INFO]


def _words(made: Compiled) -> int:
    main = parse(made.text).main
    assert main is not None
    return len(main.body.split())


# --- whatever is asked for --------------------------------------------------------------------------------------------


@given(scripts())
@settings(max_examples=120, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_no_script_gives_an_error_or_a_warning(script: ClipScript) -> None:
    made = compile_clip(script)
    assert _serious(made) == [], made.text
    assert 150 <= _words(made) <= 700


@given(scripts(), st.integers(0, 3))
@settings(max_examples=25, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_the_same_script_gives_the_same_text(script: ClipScript, again: int) -> None:
    assert {compile_clip(script).text for _ in range(again + 1)} == {compile_clip(script).text}


@given(st.text(min_size=1, max_size=60).filter(str.strip))
@settings(max_examples=100, deadline=None, database=None, derandomize=True)
def test_the_words_of_a_line_stand_as_they_are(words: str) -> None:
    made = compile_clip(_clip(_shot(who=(ScriptWho("keeper"),), lines=(ScriptLine("keeper", words, start=2, end=90),))))
    assert f"<d>[English] {words}</d>" in made.text


@pytest.mark.parametrize(
    "words",
    ["{{ hero }} waits.", "${this} {ok}", "{% if x %}", "Say \\n and <b>.", "  two  blanks ", "{# gone #} stays."],
)
def test_what_looks_like_a_template_in_a_line_is_spoken(words: str) -> None:
    made = compile_clip(_clip(_shot(who=(ScriptWho("keeper"),), lines=(ScriptLine("keeper", words, start=2, end=90),))))
    assert f"<d>[English] {words}</d>" in made.text
    assert made.report.ok, made.report.findings


def test_what_looks_like_a_variable_in_prose_is_kept_and_reported() -> None:
    made = compile_clip(_clip(_shot(beats=(ScriptBeat("A {{colour}} rope swings."),))))
    assert "A {{colour}} rope swings." in made.text
    assert [found.code for found in made.report.findings if found.level is Level.ERROR] == ["LIM002"]


def test_prose_in_another_language_is_reported_and_not_translated() -> None:
    text = "Der alte Mann geht langsam durch die Tür und setzt sich an den Tisch mit der Lampe."
    made = compile_clip(_clip(_shot(beats=(ScriptBeat(text),))))
    assert text in made.text
    assert any(found.code.startswith("LNG") for found in made.report.findings)


# --- the five modes ---------------------------------------------------------------------------------------------------


def test_text_alone_has_three_fields_and_no_alignment_line() -> None:
    text = compile_clip(_clip(_shot())).text
    assert text.startswith("integrated_multimodal_description: [Shot 1] Live-action")
    assert text.endswith("non_diegetic_music: N/A")


@pytest.mark.parametrize(
    ("mode", "first", "last", "line"),
    [
        (Mode.I2VA, "a.png", "", "For the target video, at 0.00 seconds"),
        (Mode.L2VA, "", "b.png", "<Picture 1> (from [Shot 1]) aligns with the 5.17-second mark"),
        (Mode.FL2VA, "a.png", "b.png", "Picture 2 (from Shot 1) aligns with the 5.17-second mark"),
    ],
)
def test_keyframes_give_their_alignment_line(mode: Mode, first: str, last: str, line: str) -> None:
    plates = {"first": ScriptPlate(first) if first else None, "last": ScriptPlate(last) if last else None}
    made = compile_clip(_clip(_shot(), mode=mode, **plates))
    assert line in made.text.splitlines()[0]
    assert _serious(made) == []
    assert [(one.path, one.role) for one in made.context.references or ()] == [
        (path, role) for path, role in ((first, "first_frame"), (last, "last_frame")) if path
    ]


def test_a_clip_that_carries_on_says_so() -> None:
    opens = compile_clip(_clip(_shot(), mode=Mode.I2VA, first=ScriptPlate("a.png")))
    goes_on = compile_clip(_clip(_shot(), mode=Mode.I2VA, first=ScriptPlate("a.png", carries=True)))
    assert "begins exactly in the composition of the first frame" in opens.text
    assert "goes straight on from the composition of the first frame" in goes_on.text
    assert _serious(goes_on) == []


def test_references_give_subjects_a_voice_and_a_style_before_the_first_shot() -> None:
    made = compile_clip(
        _clip(
            _shot(
                who=(ScriptWho("keeper"),),
                place="roof",
                lines=(ScriptLine("keeper", "The lamp is out.", start=2, end=90),),
            ),
            mode=Mode.REF2VA,
            references=(
                ScriptReference("../voice.wav", "audio", "keeper", "voice"),
                ScriptReference("../keeper.png", "image", "keeper", note="Keep the scar."),
                ScriptReference("../roof.png", "image", "roof", "place"),
            ),
        )
    )
    prompt = parse(made.text)
    assert _serious(made) == []
    assert [section.name for section in prompt.sections] == list(Mode.REF2VA.fields)
    assert [str(one.label) for one in prompt.definitions] == ["<Subject 1>", "<Subject 2>", "<Audio 1>"]
    assert "keep the scar." in prompt.definitions[0].text
    assert "[reference generation + audio reference]" in made.text
    assert "<Subject 1> (S1) says, in a low and hoarse voice, in the timbre of <Audio 1>, <d>" in made.text
    assert "<Audio 1>: reference - " in made.text
    assert re.search(r"detailed_description:\nLive-action[^\[]*\n\[Shot 1\]", made.text)


def test_a_style_a_motion_and_a_keyframe_have_their_own_kind_of_label() -> None:
    ink = ScriptEntity("ink", "style", "a two-colour linocut")
    made = compile_clip(
        replace(
            _clip(
                _shot(who=(ScriptWho("keeper"),)),
                mode=Mode.REF2VA,
                backend="sglang",
                frames=124,
                first=ScriptPlate("a.png"),
                references=(
                    ScriptReference("ink.png", "image", "ink", "style"),
                    ScriptReference("walk.mp4", "video", "keeper", "motion"),
                ),
            ),
            entities=(KEEPER, ink),
        )
    )
    assert _serious(made) == []
    assert "<Picture 1> ([Shot 1] first frame): fully_preserved - " in made.text
    assert "<Subject 1> (appears in [Shot 1]): attribute_transfer - " in made.text
    assert "<Video 1> (motion source): attribute_transfer - " in made.text
    assert "the style of <Picture 2>" in made.text
    assert "[keyframe completion + reference generation]" in made.text


# --- shots and voices -------------------------------------------------------------------------------------------------


def test_later_shots_have_local_times_and_known_people_are_not_introduced_again() -> None:
    who = (ScriptWho("keeper", "a navy oilskin"),)
    made = compile_clip(_clip(_shot(who=who), _shot(id="S02", start=84, frames=40, who=who)))
    assert "[Shot 2] At 00:03.500, the camera cuts to a medium shot." in made.text
    assert made.text.count("a keeper of about sixty") == 1
    assert "The same keeper is in the picture." in made.text


def test_speakers_are_numbered_as_they_are_heard() -> None:
    made = compile_clip(
        _clip(
            _shot(
                who=(ScriptWho("keeper"), ScriptWho("guide")),
                lines=(
                    ScriptLine("keeper", "So late.", start=60, end=84),
                    ScriptLine("guide", "At last.", "German", start=10, end=40),
                ),
            )
        )
    )
    assert made.text.index("(S1)") < made.text.index("<d>[German] At last.</d>") < made.text.index("(S2)")
    assert [(line.speaker, line.text) for line in made.context.dialogue or ()] == [
        ("S1", "At last."),
        ("S2", "So late."),
    ]


def test_a_silent_person_keeps_the_lips_closed_and_a_listener_is_said_to_listen() -> None:
    alone = compile_clip(_clip(_shot(who=(ScriptWho("keeper"),)))).text
    assert "The keeper stays silent, lips closed." in alone
    both = compile_clip(
        _clip(
            _shot(
                who=(ScriptWho("keeper"), ScriptWho("guide")),
                lines=(ScriptLine("keeper", "So late.", start=10, end=40),),
            )
        )
    ).text
    assert "The young guide listens in silence, lips closed." in both


def test_a_voice_over_is_followed_by_closed_lips() -> None:
    made = compile_clip(
        _clip(
            _shot(
                who=(ScriptWho("guide"),),
                lines=(ScriptLine("keeper", "I kept it lit.", start=10, end=60, off_screen=True),),
            )
        )
    )
    assert "in an off-screen voiceover" in made.text
    assert "I kept it lit.</d> The young guide keeps silent, lips closed." in made.text
    assert _serious(made) == []


def test_people_whom_only_the_prose_names_are_kept_silent() -> None:
    made = compile_clip(_clip(_shot(beats=(ScriptBeat("Two sailors look at the horizon and nod."),))))
    assert "Everyone in view keeps silent, all lips closed." in made.text
    assert _serious(made) == []


def test_a_beat_does_not_introduce_somebody_a_second_time() -> None:
    beats = (
        ScriptBeat("A keeper turns the wick."),
        ScriptBeat("Then a keeper of about sixty with a grey beard smiles."),
    )
    made = compile_clip(_clip(_shot(who=(ScriptWho("keeper"),), beats=beats[:1])))
    assert "The keeper turns the wick." in made.text
    told = compile_clip(_clip(_shot(who=(ScriptWho("keeper"),), beats=beats[1:])))
    assert told.text.count("a keeper of about sixty with a grey beard") == 1
    assert _serious(told) == []


def test_the_whole_look_in_a_later_beat_is_the_same_person() -> None:
    look = "A keeper of about sixty with a grey beard"
    beats = (ScriptBeat(f"{look} opens the hatch."), ScriptBeat(f"{look} smiles."))
    made = compile_clip(_clip(_shot(who=(ScriptWho("keeper"),), beats=beats)))
    assert f"{look} opens the hatch. The keeper smiles." in made.text
    assert _serious(made) == []


def test_with_a_label_beats_name_the_label_but_not_in_visible_text() -> None:
    beats = (ScriptBeat('Tom lifts a card that reads "The keeper", and a keeper smiles.'),)
    made = compile_clip(
        _clip(
            _shot(who=(ScriptWho("keeper"),), beats=beats, visible_text=("The keeper",)),
            mode=Mode.REF2VA,
            references=(ScriptReference("a.png", "image", "keeper"),),
        )
    )
    assert '<Subject 1> lifts a card that reads "The keeper", and <Subject 1> smiles.' in made.text
    assert _serious(made) == []


def test_several_people_with_one_look_have_verbs_to_match() -> None:
    brothers = ScriptEntity("b", "person", "two brothers in yellow oilskins")
    lines = (ScriptLine("b", "Heave!", start=4, end=40),)
    shots = (_shot(who=(ScriptWho("b"),), lines=lines), _shot(id="S02", start=60, frames=64, who=(ScriptWho("b"),)))
    made = compile_clip(replace(_clip(*shots), entities=(brothers,)))
    assert "The brothers (S1) say, <d>" in made.text
    assert "The same brothers are in the picture." in made.text and "The brothers stay silent" in made.text
    assert _serious(made) == []


@pytest.mark.parametrize(
    ("beat", "words"),
    [("The keeper eats a pear.", "The keeper stays wordless."), ("Two children laugh.", "The keeper stays wordless.")],
)
def test_lips_that_are_busy_are_not_said_to_be_closed(beat: str, words: str) -> None:
    made = compile_clip(_clip(_shot(who=(ScriptWho("keeper"),), beats=(ScriptBeat(beat),))))
    assert words in made.text and "lips closed" not in made.text
    assert _serious(made) == []


def test_a_beat_that_tells_the_camera_is_not_contradicted() -> None:
    beats = (ScriptBeat("The camera flies over the roofs."),)
    assert "static shot" not in compile_clip(_clip(_shot(beats=beats))).text
    told = compile_clip(_clip(_shot(beats=beats, camera=ScriptCamera("push in"))))
    assert "The camera pushes in." in told.text


def test_people_with_one_look_are_told_apart() -> None:
    twins = (ScriptEntity("a", "person", "a woman"), ScriptEntity("b", "person", "a woman"))
    made = compile_clip(replace(_clip(_shot(who=(ScriptWho("a"), ScriptWho("b")))), entities=twins))
    assert "a second woman" in made.text
    assert _serious(made) == []


def test_beats_are_placed_in_prose_without_time_codes() -> None:
    beats = (ScriptBeat("The door opens.", 2), ScriptBeat("Dust falls.", 60), ScriptBeat("The lamp goes out.", 110))
    text = compile_clip(_clip(_shot(beats=beats))).text
    assert "The door opens. Midway, " in text
    assert "Towards the end, the lamp goes out." in text


def test_beats_without_a_time_leave_lines_their_place() -> None:
    beats = (ScriptBeat("The door opens."), ScriptBeat("Dust falls."))
    lines = (ScriptLine("keeper", "Who is it?", start=20, end=50),)
    text = compile_clip(_clip(_shot(who=(ScriptWho("keeper"),), beats=beats, lines=lines))).text
    assert text.index("The door opens.") < text.index("Who is it?") < text.index("Dust falls.")


def test_light_follows_the_people_it_falls_on() -> None:
    text = compile_clip(_clip(_shot(who=(ScriptWho("keeper"),), light="One lantern lights his face."))).text
    assert text.index("grey beard") < text.index("One lantern lights his face.")


def test_visible_text_stands_once_and_in_straight_quotation_marks() -> None:
    made = compile_clip(
        _clip(_shot(beats=(ScriptBeat('A sign reads "OPEN".'),), visible_text=("OPEN", "{{menu}}", "Zum Hafen")))
    )
    assert made.text.count('"OPEN"') == 1
    assert '"{{menu}}"' in made.text and '"Zum Hafen"' in made.text
    assert _serious(made) == []


@pytest.mark.parametrize(
    ("camera", "clause"),
    [
        (ScriptCamera(), "A static shot keeps the frame."),
        (ScriptCamera("push in", "", "slow", "small"), "The camera pushes in with small amplitude at slow speed."),
        (ScriptCamera("pan", "left"), "The camera pans left."),
        (ScriptCamera("tilt up"), "The camera tilts up."),
        (ScriptCamera("zoom out", "right"), "The camera zooms out to the right."),
        (ScriptCamera("POV", "", "slow"), "A POV shot keeps the view of the main figure."),
        (ScriptCamera("handheld drift", "", "fast"), "The camera move is a handheld drift at fast speed."),
    ],
)
def test_the_camera_has_one_clause(camera: ScriptCamera, clause: str) -> None:
    assert clause in compile_clip(_clip(_shot(camera=camera))).text


# --- length, sound, assumptions ---------------------------------------------------------------------------------------


def test_a_minimal_brief_is_filled_and_says_with_what() -> None:
    made = compile_clip(_clip(_shot()))
    assert _words(made) >= 150
    assert any(note.startswith("S01: Soft light") for note in made.assumptions)
    assert all(note.split(": ", 1)[1] in made.text for note in made.assumptions)


def test_what_is_told_is_not_assumed() -> None:
    made = compile_clip(_clip(_shot(light="low sun through a dusty window", place="a stone stair")))
    assert "The light is low sun through a dusty window." in made.text
    assert not any("Soft light" in note or "coherent place" in note for note in made.assumptions)


def test_fourteen_shots_stay_below_the_limit() -> None:
    who = (ScriptWho("keeper", "a navy oilskin"), ScriptWho("guide"))
    shots = [
        _shot(
            id=f"S{number + 1:02d}", start=number * 25, frames=25 if number < 13 else 37, who=who, place="roof",
            light="low sun through a dusty window", sound="a hiss of gas",
            beats=(ScriptBeat("The keeper lifts the lantern above the rail."), ScriptBeat("The guide looks up at the crane.")),
        )
        for number in range(14)
    ]  # fmt: skip
    made = compile_clip(_clip(*shots, frames=362))
    assert _words(made) <= 700
    assert "[Shot 14]" in made.text
    assert _serious(made) == []


def test_states_go_first_when_a_clip_says_too_much_and_that_is_told() -> None:
    beat = ScriptBeat("A rope swings from an iron crane above the wet stones and the black nets of the long pier.")
    shots = [
        _shot(
            id=f"S{n + 1:02d}",
            start=n * 25,
            frames=25,
            beats=(beat,),
            incoming="the door half open, the net on the rail",
        )
        for n in range(14)
    ]
    made = compile_clip(_clip(*shots, frames=362))
    assert _words(made) <= 700
    assert any(note.startswith("S01: left out") for note in made.assumptions)


def test_a_clip_of_a_film_has_no_score_of_its_own_and_says_so() -> None:
    cello = "A solo cello at a slow tempo."
    assert "non_diegetic_music: A solo cello at a slow tempo." in compile_clip(_clip(_shot(), music=cello)).text
    made = compile_clip(_clip(_shot(), music=cello, sequence=True))
    assert made.text.endswith("non_diegetic_music: N/A")
    assert any(note.startswith("music: left to the edit") for note in made.assumptions)


def test_the_soundscape_has_at_most_four_sentences() -> None:
    shots = [
        _shot(id=f"S{n + 1:02d}", start=n * 24, frames=24, sound=f"a hiss of pipe {name}")
        for n, name in enumerate(("one", "two", "three", "four", "five"))
    ]
    made = compile_clip(_clip(*shots, frames=124, soundscape="Wind over a harbour."))
    section = parse(made.text).section("overall_soundscape")
    assert section is not None and section.body.count(".") == 4 and "pipe five" in section.body


def test_the_report_is_that_of_the_checker() -> None:
    made = compile_clip(_clip(_shot(who=(ScriptWho("keeper"),))))
    assert check(made.text, made.context, file="C01").findings == made.report.findings


_ANY = st.text(max_size=40)


@given(_ANY, _ANY, _ANY, _ANY, _ANY, st.sampled_from(list(Mode)))
@settings(max_examples=150, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_no_words_of_a_brief_break_the_compiler(
    look: str, prose: str, name: str, line: str, move: str, mode: Mode
) -> None:
    shot = _shot(
        framing=prose, light=prose, place=look, sound=prose, incoming=prose, outgoing=look,
        camera=ScriptCamera(move, name), who=(ScriptWho("keeper", prose),), beats=(ScriptBeat(prose, 3),),
        lines=(ScriptLine("keeper", line, name, 5, 60, prose), ScriptLine("nobody", line, "English", 70, 90)),
        visible_text=(line,) if line else (),
    )  # fmt: skip
    script = _clip(shot, mode=mode, style=prose or "Ink", soundscape=prose, music=prose)
    script = replace(
        script,
        entities=(ScriptEntity("keeper", "person", look, name, prose),),
        references=(ScriptReference("a.png", "image", "keeper", note=prose),),
        first=ScriptPlate("a.png") if mode in (Mode.I2VA, Mode.FL2VA) else None,
        last=ScriptPlate("b.png") if mode in (Mode.L2VA, Mode.FL2VA) else None,
    )
    made = compile_clip(script)
    assert line in made.text
