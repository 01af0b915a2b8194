"""Reading a brief: texts stay as typed, everything has its place, what cannot be read is told."""

from __future__ import annotations

import os
import re
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from h3prompt.brief.loader import check_brief, check_text, load_brief
from h3prompt.brief.tree import compose
from h3prompt.errors import BriefError, Exit, SourceError, exit_status
from h3prompt.findings import Level

from .cases import CAST, LEAST, key, shots

EXAMPLES = sorted((Path(__file__).parent / "examples").glob("*.yaml"))
DOCS = Path(__file__).resolve().parents[3] / "docs" / "briefs.md"
BLOCKS = re.findall(r"^```yaml\n(.*?)^```$", DOCS.read_text("utf-8"), re.MULTILINE | re.DOTALL)
DOCUMENTED = [block for block in BLOCKS if "title:" in block]


def read(text: str | bytes, **options: Any) -> Any:
    data = text if isinstance(text, bytes) else text.encode()
    return check_text(data, Path("film.yaml"), **{"files": False, **options})


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_load(path: Path) -> None:
    loaded = load_brief(path)
    assert [finding for finding in loaded.findings if finding.level is not Level.INFO] == []
    assert loaded.folder == path.parent


def test_the_documented_briefs_load_without_a_finding() -> None:
    assert len(DOCUMENTED) == 2
    for block in DOCUMENTED:
        loaded, findings = read(block)
        assert loaded is not None
        assert findings == ()


def test_the_documentation_names_every_key() -> None:
    from h3prompt.brief import model
    from h3prompt.brief.words import known_keys

    page = DOCS.read_text("utf-8")
    for part in vars(model).values():
        if isinstance(part, type) and issubclass(part, model.BaseModel) and part is not model.BaseModel:
            for name in known_keys(part):
                assert f"`{name}`" in page, f"{part.__name__}.{name}"


def test_words_stay_as_they_were_typed() -> None:
    brief = load_brief(next(path for path in EXAMPLES if path.stem == "words")).brief
    assert (brief.title, brief.note, brief.style) == ("no", "007", "1e3")
    assert brief.duration is not None and brief.duration.seconds == 30
    assert list(brief.entities) == ["on", "y"]
    assert brief.entities["on"].look == "0x1F"
    assert [shot.id for shot in brief.shots] == ["off", "yes"]
    assert brief.shots[0].visible_text == ("yes", "12:30:45", "2024-01-01", "~a", "null", "0o17", "1_000")
    assert brief.shots[0].lines[0].text == "はい。"
    assert brief.shots[1].sound == "null hypothesis"


def test_settings_are_read_as_json_reads_them() -> None:
    settings = load_brief(next(path for path in EXAMPLES if path.stem == "words")).brief.settings
    assert settings == {
        "steps": 30,
        "cfg": 1.5,
        "exact": True,
        "name": "12",
        "tag": "1e3x",
        "off": "off",
        "zip": "007",
    }
    assert [type(value) for value in settings.values()] == [int, float, bool, str, str, str, str]


@pytest.mark.parametrize("nothing", ["", "~", "null", "Null", "NULL"])
def test_a_key_with_nothing_behind_it_states_nothing(nothing: str) -> None:
    loaded, findings = read(key(f"style: {nothing}\ncaptions: {nothing}\nhandles: {{head: {nothing}}}"))
    assert findings == ()
    assert loaded.brief.style == read(LEAST)[0].brief.style


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("|\n  one\n  two\n", "one\ntwo"),
        (">\n  one\n  two\n\n", "one two"),
        ("|+\n  one\n\n", "one"),
        ("|2\n   one", " one"),
        ('"one\\n"', "one\n"),
        ("one\n  two", "one two"),
    ],
)
def test_a_text_over_several_lines_ends_with_its_words(written: str, text: str) -> None:
    assert read(key(f"note: {written}"))[0].brief.note == text


def test_a_quoted_null_is_a_word() -> None:
    assert read(key("note: 'null'"))[0].brief.note == "null"


def test_line_breaks_and_a_byte_order_mark_change_nothing() -> None:
    text = shots("{duration: 4s, note: one}", "{duration: 0s}") + "note: |\n  one\n  two\n"
    plain = read(text)
    assert plain[1]
    for other in (text.replace("\n", "\r\n"), text.replace("\n", "\r"), "\ufeff" + text):
        assert read(other) == plain
    right = text.replace("0s", "1s")
    for other in (right.replace("\n", "\r\n"), "\ufeff" + right):
        assert read(other)[0].brief == read(right)[0].brief


def test_places_count_characters() -> None:
    text = 'title: "Ünïcödé 😀"\nshots:\n  - {note: "日本語", duration: 4s}\n'
    loaded, _ = read(text)
    assert loaded.place("title") == (1, 8)
    assert loaded.place("shots") == (3, 3)
    assert loaded.place("shots", 0) == (3, 5)
    assert loaded.place("shots", 0, "duration") == (3, 29)
    assert loaded.place() == (1, 1)


@pytest.mark.parametrize(
    "keys", [("music",), ("shots", 1), ("shots", -1), ("shots", "x"), ("title", 0), ("title", "x")]
)
def test_what_is_not_stated_has_no_place(keys: tuple[str | int, ...]) -> None:
    assert read(LEAST)[0].place(*keys) is None


def test_shots_without_an_id_get_one_by_their_place() -> None:
    loaded, _ = read(shots("{}", "{id: s03}", "{}", "{id: last}", "{}"))
    assert [shot.id for shot in loaded.brief.shots] == ["S01", "s03", "S03b", "last", "S05"]


def test_ids_stay_apart_however_many_names_are_taken() -> None:
    taken = [f"{{id: S40{letter}}}" for letter in ["", *"bcdefghijklmnopqrstuvwxyz"]]
    loaded, _ = read(shots(*taken, *["{}"] * 40))
    ids = [shot.id.lower() for shot in loaded.brief.shots]
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_a_brief_survives_json(path: Path) -> None:
    brief = load_brief(path).brief
    text = brief.model_dump_json(by_alias=True)
    assert type(brief).model_validate_json(text) == brief
    assert type(brief).model_validate(brief.model_dump(mode="json", by_alias=True)) == brief
    assert "Fraction" not in text


def test_short_forms_are_the_long_ones() -> None:
    short = read(shots("{}", "{camera: push in, join: dissolve}"))[0].brief
    assert short == read(shots("{}", "{camera: {move: push in}, join: {kind: dissolve}}"))[0].brief


def test_everything_that_disagrees_in_one_part_is_told_at_once() -> None:
    (finding,) = read(key("audio: {policy: master, fade: 40ms, music: {file: bed.wav}}"))[1]
    assert all(words in finding.message for words in ("needs a track", "a bed of music", "5 to 30 ms"))


def test_all_mistakes_are_told_at_once_in_reading_order() -> None:
    text = (
        "titel: x\nratio: 9:1\nshots:\n  - {duration: soon}\n  - {who: [keper], join: disolve}\n  - {id: A}\n  - {id: A}\n"
        + CAST
    )
    findings = read(text)[1]
    assert [(finding.line, finding.code) for finding in findings] == [
        (1, "BRF020"),
        (1, "BRF021"),
        (2, "BRF052"),
        (4, "BRF025"),
        (5, "BRF023"),
        (7, "BRF040"),
    ]


@pytest.mark.parametrize("broken", ["text", "", "{duration: x}", "[1]"])
def test_a_broken_shot_hides_no_mistake_of_the_others(broken: str) -> None:
    text = "duration: 9s\n" + shots(
        "{duration: 4s}", broken, "{who: [kepper], join: {kind: dip, length: 5s}, duration: 4s}"
    )
    codes = {finding.code for finding in read(text)[1]}
    assert "BRF041" in codes
    assert "BRF057" in codes  # Longer than the shot after it, which can be read.
    assert not codes & {"BRF058", "BRF059"}


def test_a_broken_entity_hides_no_mistake_of_the_others() -> None:
    for broken in ("text", "", "{lok: x}"):
        text = f"title: x\nshots:\n  - {{who: [ct, den]}}\nentities:\n  cat: {broken}\n  den: {{kind: place, look: a den}}\n"
        found = [(finding.code, finding.suggestion) for finding in read(text)[1] if finding.line == 3]
        assert found == [("BRF041", "did you mean cat?"), ("BRF042", "place: den")]


@pytest.mark.parametrize(
    ("text", "suggestion"),
    [
        (key("packing: manual"), None),
        (key("packing: Auto"), "auto"),
        (key("schema: one"), "1"),
        (key("captions: {burn: treu}"), "true"),
        (key("captions: {burn: [true]}"), None),
        (key("style: [a, b]"), "put a text that begins with { or [, or that has a colon and a blank, in quotes"),
        (key("shots2: 1"), "did you mean shots?"),
        (shots("{who: a}"), "who: [a]"),
        (shots("{who: {a: b}}"), "a dash and a blank in front of each item"),
        (shots("{camera: pan left}"), "move: pan, direction: left"),
        (shots("{camera: pan sideways}"), "did you mean pan?"),
        (shots("{camera: fly left}"), None),
        (shots("{camera: handheld}"), "did you mean shake slightly?"),
        (shots("{seed: -1}"), "0"),
        (key("audio: {match_shots: 12.5}"), "12"),
        (key("duration: 12 sek"), "12s"),
        (key("duration: about 2,5"), "2.5s"),
        (key("ratio: 16/9"), "16:9"),
        (key("ratio: 1920:1080"), "16:9"),
        (key("ratio: 1080 x 1920"), "9:16"),
        (key("ratio: 0x0"), "16:9"),
        (key("ratio: 2.39:1"), "239:100"),
        (key("ratio: 1.7777:1"), "16:9"),
    ],
)
def test_the_nearest_right_thing_is_suggested(text: str, suggestion: str | None) -> None:
    assert [finding.suggestion for finding in read(text)[1]][0:1] == [suggestion]


def test_the_largest_file_is_read() -> None:
    text = LEAST.encode() + b"#" + b"x" * (5_000_000 - len(LEAST) - 1)
    assert len(text) == 5_000_000
    assert read(text)[1] == ()
    assert [finding.code for finding in read(text + b"x")[1]] == ["BRF010"]


def test_a_broken_entity_drags_no_others_behind_it() -> None:
    text = "title: x\nshots:\n  - {who: [cat], wardrobe: {cat: hat}, place: den}\nentities:\n  cat: {wardrobe: {hat: a hat}}\n  den: {kind: place}\n"
    assert [finding.code for finding in read(text)[1]] == ["BRF021", "BRF021"]


def test_entities_that_cannot_be_read_make_no_name_unknown() -> None:
    findings = read("title: x\nshots:\n  - {who: [cat]}\nentities: [cat]\n")[1]
    assert [finding.code for finding in findings] == ["BRF022"]


def test_warnings_and_infos_do_not_stop_a_brief() -> None:
    loaded, findings = read(shots("{camera: {move: dolly in}, duration: 1.03s}"))
    assert loaded is not None
    assert [finding.level for finding in findings] == [Level.WARNING, Level.INFO] or len(findings) == 2
    assert loaded.findings == findings


def test_a_skill_is_judged_only_against_a_list() -> None:
    text = key("skill: noir")
    assert read(text)[0] is not None
    assert read(text, skills=["noir"])[0] is not None
    assert read(text, skills=["plain"])[0] is None


# --- files that are no brief ------------------------------------------------------------------------------------------


def test_loading_raises_with_all_findings(tmp_path: Path) -> None:
    path = tmp_path / "brief.yaml"
    path.write_text(key("ration: 1:1\nseed: x\nduration: 1.03s"), "utf-8")
    with pytest.raises(BriefError, match=r"brief\.yaml:4:1: the key 'ration' .*\(and 1 more\)") as caught:
        load_brief(path)
    assert [finding.code for finding in caught.value.findings] == ["BRF020", "BRF024", "BRF056"]
    assert caught.value.hint == "did you mean ratio?"
    assert exit_status(caught.value) is Exit.FINDINGS


def test_a_missing_file_and_a_folder_are_told(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="does not exist") as caught:
        check_brief(tmp_path / "brief.yml")
    assert caught.value.hint is None
    (tmp_path / "brief.yaml").write_text(LEAST, "utf-8")
    with pytest.raises(SourceError, match="does not exist") as caught:
        check_brief(tmp_path / "brief.yml")
    assert caught.value.hint == f"did you mean {tmp_path / 'brief.yaml'}?"
    with pytest.raises(SourceError, match="is a folder") as caught:
        check_brief(tmp_path)
    assert caught.value.hint == f"did you mean {tmp_path / 'brief.yaml'}?"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes in the file system")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "brief.yaml")
    with pytest.raises(SourceError, match="no regular file"):
        check_brief(tmp_path / "brief.yaml")


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="everything can be read")
def test_a_file_without_permission_is_told(tmp_path: Path) -> None:
    path = tmp_path / "brief.yaml"
    path.write_text(LEAST, "utf-8")
    path.chmod(0)
    with pytest.raises(SourceError, match="cannot be read"):
        check_brief(path)


def test_a_path_with_a_strange_name_loads(tmp_path: Path) -> None:
    path = tmp_path / "it's 测试 [1]" / "brief: 1.yaml"
    path.parent.mkdir()
    path.write_text(LEAST, "utf-8")
    assert load_brief(path).path == path


# --- the tree ---------------------------------------------------------------------------------------------------------


def test_deep_nesting_is_refused_before_it_hurts() -> None:
    for text in ("[" * 200_000, "{a: " * 200_000, "- " * 100_000 + "x", "a: " + "{x: [" * 30):
        tree = compose(text)
        assert tree.root is None
        assert {problem.code for problem in tree.problems} <= {"BRF009", "BRF002"}


def test_aliases_are_counted_with_all_that_they_hold() -> None:
    one = "a: &a [" + "x, " * 999 + "x]\n"
    fine = one + "b: [" + ", ".join(["*a"] * 99) + "]\n"
    assert compose(fine).problems == ()
    assert [problem.code for problem in compose(one + "b: [" + ", ".join(["*a"] * 100) + "]\n").problems] == ["BRF008"]


def test_own_keys_win_over_merged_ones_and_earlier_merges_over_later() -> None:
    tree = compose("a: &a {x: 1, y: 1}\nb: &b {y: 2, z: 2}\nc: {<<: [*a, *b], x: 3}\n")
    assert tree.root is not None
    assert tree.root.data["c"] == {"x": "3", "y": "1", "z": "2"}


# --- speed ------------------------------------------------------------------------------------------------------------


def _film(count: int) -> str:
    shot = """  - duration: 4.5s
    who: [keeper]
    wardrobe: {{keeper: oilskins}}
    place: tower
    camera: {{move: push in, speed: slow}}
    beats:
      - {{at: 0s, text: He opens the door {number}.}}
    lines:
      - {{speaker: keeper, text: "The gate is open.", at: 1s}}
"""
    return "title: Long\nshots:\n" + "".join(shot.format(number=number) for number in range(count)) + CAST


def _seconds(text: str) -> float:
    start = time.process_time()
    loaded, findings = read(text)
    assert loaded is not None
    assert not findings
    return time.process_time() - start


def test_a_long_film_loads_fast_and_in_linear_time() -> None:
    small, large = _film(500), _film(2_000)
    _seconds(small)
    quick = min(_seconds(small) for _ in range(3))
    slow = min(_seconds(large) for _ in range(3))
    assert slow < 1.5
    assert slow < quick * 4 * 2


def test_many_mistakes_are_found_in_linear_time() -> None:
    text = _film(2_000).replace("[keeper]", "[keper]").replace("push in", "fly")
    start = time.process_time()
    findings = read(text)[1]
    assert time.process_time() - start < 6
    assert Counter(finding.code for finding in findings) == {
        "BRF041": 1_000,
        "BRF051": 1_000,
        "BRF060": 1_000,
        "BRF061": 1_000,
    }
    assert findings[-1].message.startswith("from here on there are more findings of this kind; the first 999 ")


def test_as_many_mistakes_as_are_listed_are_all_told() -> None:
    def codes(count: int) -> list[str]:
        return [finding.message for finding in read(shots(*["{camera: {move: fly}}"] * count))[1]]

    assert not any("from here on" in message for message in codes(1_000))
    assert "from here on" in codes(1_001)[-1]
    for mistake in ("{seed: x}", "{join: cut, join: cut}", "{colour: red}"):
        findings = read(shots(*[mistake] * 1_200))[1]
        assert len(findings) == 1_000
        assert "from here on" in findings[-1].message


@pytest.mark.parametrize(
    "text",
    [
        LEAST + "".join(f"k{number}: 1\n" for number in range(20_000)) * 2,
        LEAST + "".join(f"k{number}: &a{number} x\n" for number in range(40_000)),
        LEAST + "k: {" + "a," * 100_000 + "}",
        LEAST + "note: [" + "a, " * 100_000,
        LEAST + "note: >\n" + "  x\n" * 200_000,
        "title: x\nshots: [" + "{}," * 100_000 + "]",
        "title: x\nshots: [" + "1," * 100_000 + "]",
        "title: x\nshots:\n - who: [" + ", ".join(f"w{number}" for number in range(20_000)) + "]\n" + CAST,
    ],
    ids=["duplicates", "unknown", "flow-keys", "unclosed", "folded", "empty-shots", "no-shots", "names"],
)
def test_a_file_that_is_all_mistakes_takes_no_longer_than_others(text: str) -> None:
    start = time.process_time()
    loaded, findings = read(text)
    assert loaded is None
    assert 0 < len(findings) <= 2_000
    assert time.process_time() - start < 10
