"""For each code a brief that gets it and one, as similar as possible, that does not."""

from __future__ import annotations

from typing import NamedTuple

#: The smallest brief.
LEAST = "title: Tide\nshots:\n  - action: The tide comes in.\n"
#: A keeper, a cat and two places, to be put under a brief.
CAST = """
entities:
  keeper:
    look: a keeper of about sixty with a grey beard
    wardrobe: {oilskins: yellow oilskins, shirt: a blue shirt}
  cat: {kind: animal, look: a grey cat}
  tower: {kind: place, look: a white lighthouse}
  kitchen: {kind: place, look: a small kitchen}
"""


class Case(NamedTuple):
    """A failing and a passing text, where the finding stands, and a part of its message or suggestion."""

    code: str
    wrong: str | bytes
    right: str | bytes
    place: tuple[int, int]
    says: str


def shots(*lines: str) -> str:
    """A brief with a cast whose shots are `lines`, each a flow mapping; the first stands in line 3."""
    return "title: Tide\nshots:\n" + "".join(f"  - {line}\n" for line in lines) + CAST


def key(line: str) -> str:
    """The smallest brief with another line at its end, which is line 4."""
    return LEAST + line + "\n"


_BILLION = "a: &a [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{name}: &{name} [{', '.join(['*' + before] * 10)}]\n" for before, name in zip("abcdefg", "bcdefgh", strict=True)
)

CASES = (
    # --- the file and its YAML
    Case("BRF001", LEAST.encode("utf-16"), LEAST.encode("utf-8-sig"), (1, 1), "UTF-16"),
    Case("BRF001", key("note: Caf\u00e9").encode("latin-1"), key("note: Caf\u00e9").encode(), (4, 10), "0xe9"),
    Case("BRF001", LEAST.encode("utf-16-le"), LEAST, (1, 2), "UTF-16"),
    Case("BRF001", key("note: a\0b"), key('note: "a b"'), (4, 8), "zero byte"),
    Case("BRF002", key("note: Act one: the tide"), key('note: "Act one: the tide"'), (4, 14), "quotes"),
    Case("BRF002", key("\tnote: x"), key("note: x"), (4, 1), "tab"),
    Case("BRF002", key("note: @home"), key('note: "@home"'), (4, 7), "begins with @"),
    Case("BRF002", key("note: [a, b"), key("note: a, b"), (5, 1), "line 4, column 7"),
    Case("BRF002", key('note: "a'), key("note: a"), (5, 1), "never closed"),
    Case("BRF002", key('note: "C:\\plates"'), key("note: C:\\plates"), (4, 10), "single quotes"),
    Case("BRF002", key("note: a\x07b"), key("note: ab"), (4, 8), "U+0007"),
    Case("BRF002", key("note: a\u2028b"), key("note: ab"), (4, 8), "U+2028"),
    Case("BRF002", key(" note: x"), key("note: x"), (4, 2), "indentation"),
    Case("BRF002", "title:x\nshots:\n  - {}\n", "title: x\nshots:\n  - {}\n", (2, 6), "behind its colon"),
    Case("BRF002", LEAST.replace("action: ", "action: a\n     light: "), LEAST, (4, 11), "deeper"),
    Case("BRF002", key("note"), key("note: x"), (5, 1), "without a colon"),
    Case("BRF003", "", LEAST, (1, 1), "title"),
    Case("BRF003", "# nothing yet\n", LEAST, (1, 1), "title"),
    Case("BRF003", "---\n", "---\n" + LEAST, (1, 1), "title"),
    Case("BRF004", "- title: Tide\n", LEAST, (1, 1), "a list"),
    Case("BRF004", "Tide", LEAST, (1, 1), "a text"),
    Case("BRF004", f"{LEAST}---\n{LEAST}", LEAST, (4, 1), "second document"),
    Case("BRF005", key("title: Ebb"), key("note: Ebb"), (4, 1), "line 1, column 1"),
    Case("BRF005", shots("{title: A, title: B}"), shots("{title: A, note: B}"), (3, 16), "line 3, column 6"),
    Case("BRF006", key("note: {{x}}"), key('note: "{{x}}"'), (4, 8), "quotes"),
    Case("BRF006", key("? [a]\n: b"), key("note: b"), (4, 3), "a list"),
    Case("BRF006", key("? \n: b"), key("note: b"), (4, 2), "missing"),
    Case("BRF007", key("note: !!python/name:os.system x"), key("note: !!str x"), (4, 7), "!!python/name"),
    Case("BRF007", key("note: !important"), key('note: "!important"'), (4, 7), "!important"),
    Case("BRF008", key("note: *x"), key('note: "*x"'), (4, 7), "&x"),
    Case("BRF008", key("settings: &s {a: *s}"), key("settings: &s {a: s}"), (4, 18), "inside"),
    Case("BRF008", _BILLION, LEAST, (5, 36), "100,000"),
    Case("BRF009", "title: " + "[" * 60, LEAST, (1, 57), "50"),
    Case("BRF010", b"# " + b"x" * 5_000_000, LEAST, (1, 1), "5,000,000"),
    Case(
        "BRF011",
        shots("{who: [keeper], lines: [{speaker: keeper, text: Hello, you}]}"),
        shots('{who: [keeper], lines: [{speaker: keeper, text: "Hello, you"}]}'),
        (3, 60),
        "quotes",
    ),
    Case(
        "BRF011",
        shots("{action: He stops, at , title: x}"),
        shots("{action: He stops, title: , note: x}"),
        (3, 24),
        "'at'",
    ),
    # --- each value by itself
    Case("BRF020", key("ration: 16:9"), key("ratio: 16:9"), (4, 1), "did you mean ratio?"),
    Case("BRF020", key("fps: 25"), key("note: 25"), (4, 1), "24 frames"),
    Case("BRF020", shots("{length: 4s}"), shots("{duration: 4s}"), (3, 6), "did you mean duration?"),
    Case("BRF020", shots("{join: {type: dip}}"), shots("{join: cut}"), (3, 13), "did you mean kind?"),
    Case("BRF020", key("audio: {master: a.wav}"), key("audio: {policy: silent}"), (4, 9), "policy"),
    Case(
        "BRF022", "title: x\nshots:\n  -action: y\n", "title: x\nshots:\n  - action: y\n", (2, 1), "a dash and a blank"
    ),
    Case("BRF021", "shots:\n  - action: x\n", LEAST, (1, 1), "'title'"),
    Case("BRF021", "title: x\n", LEAST, (1, 1), "'shots'"),
    Case("BRF021", shots("{lines: [{speaker: keeper}]}"), shots("{who: [keeper]}"), (3, 14), "'text'"),
    Case("BRF021", key("entities: {cat: {kind: animal}}"), key("entities: {cat: {look: a}}"), (4, 12), "noun phrase"),
    Case("BRF022", shots("{who: keeper}"), shots("{who: [keeper]}"), (3, 11), "who: [keeper]"),
    Case("BRF022", key("style: [a, b]"), key("style: a, b"), (4, 1), "a text belongs"),
    Case("BRF022", key("captions: yes"), key("captions: {burn: yes}"), (4, 11), "mapping"),
    Case("BRF022", key("captions: {burn: maybe}"), key("captions: {burn: false}"), (4, 18), "true or false"),
    Case("BRF022", key("settings: {steps: [1]}"), key("settings: {steps: 1}"), (4, 12), "a setting"),
    Case("BRF022", key("settings: {steps: ~}"), key("settings: {steps: 1.5}"), (4, 19), "a setting"),
    Case("BRF022", key("captions: {<<: x}"), key("captions: {<<: {burn: true}}"), (4, 12), "merges"),
    Case("BRF023", shots("{}", "{join: disolve}"), shots("{}", "{join: dissolve}"), (4, 12), "dissolve"),
    Case("BRF023", key("schema: 2"), key("schema: 1"), (4, 9), "only be 1"),
    Case("BRF023", key("packing: manual"), key("packing: auto"), (4, 10), "auto, shot"),
    Case("BRF023", key("approvals: [plans]"), key("approvals: [plan]"), (4, 13), "plan, prompts, film"),
    Case("BRF024", key("short_edge: 4000"), key("short_edge: 768"), (4, 13), "2160"),
    Case("BRF024", key("seed: 4294967296"), key("seed: 4294967295"), (4, 7), "4294967295"),
    Case("BRF024", key("retries: few"), key("retries: 0"), (4, 10), "whole number"),
    Case("BRF024", key("seed: 1.5"), key("seed: 1"), (4, 7), "whole number"),
    Case("BRF024", key("audio: {match_shots: nan}"), key("audio: {match_shots: 6}"), (4, 22), "number"),
    Case("BRF024", key("seed: " + "9" * 5_000), key("seed: 9"), (4, 7), "number"),
    Case("BRF025", key("duration: 12,5s"), key("duration: 12.5s"), (4, 11), "12.5s"),
    Case("BRF025", key("duration: soon"), key("duration: 12s"), (4, 11), "300f"),
    Case("BRF025", key("duration: -3s"), key("duration: 3s"), (4, 11), "3s"),
    Case("BRF025", key("duration: [3s]"), key("duration: 3s"), (4, 1), "a list"),
    Case("BRF025", key("duration: 1:75:00"), key("duration: 1:15:00"), (4, 11), "59"),
    Case("BRF026", shots("{id: 1}"), shots("{id: A1}"), (3, 10), "a letter first"),
    Case("BRF026", shots("{id: the gate}"), shots("{id: the_gate}"), (3, 10), "the_gate"),
    Case("BRF026", key("entities: {grey cat: {look: a}}"), key("entities: {cat: {look: a}}"), (4, 12), "grey_cat"),
    Case("BRF027", key('note: ""'), key("note:"), (4, 7), "empty"),
    Case("BRF027", key('note: "  "'), key("note: a"), (4, 7), "blanks"),
    Case("BRF027", key(f"note: {'x' * 4_001}"), key(f"note: {'x' * 4_000}"), (4, 7), "4,000"),
    Case("BRF027", key('note: "bell \\a"'), key('note: "bell \\\\a \\t \\L"'), (4, 7), "U+0007"),
    Case("BRF028", "title: x\nshots: []\n", LEAST, (2, 1), "at least 1"),
    Case("BRF029", key("audio: {policy: master}"), key("audio: {policy: native}"), (4, 1), "track"),
    Case(
        "BRF029",
        shots("{}", "{join: {kind: cut, length: 4f}}"),
        shots("{}", "{join: {kind: dip, length: 4f}}"),
        (4, 6),
        "no length",
    ),
    Case("BRF029", key("audio: {fade: 1s}"), key("audio: {fade: 20ms}"), (4, 1), "5 to 30 ms"),
    # --- values against each other
    Case("BRF040", shots("{id: A}", "{id: A}"), shots("{id: A}", "{id: B}"), (4, 10), "shot 1"),
    Case("BRF040", shots("{id: a}", "{id: A}"), shots("{id: a}", "{}"), (4, 10), "one file name"),
    Case("BRF041", shots("{who: [keper]}"), shots("{who: [keeper]}"), (3, 12), "did you mean keeper?"),
    Case(
        "BRF041",
        shots("{wardrobe: {kepper: shirt}}"),
        shots("{who: [keeper], wardrobe: {keeper: shirt}}"),
        (3, 25),
        "keeper",
    ),
    Case("BRF041", shots("{place: kichen}"), shots("{place: a long kitchen}"), (3, 13), "kitchen"),
    Case(
        "BRF041",
        shots("{lines: [{speaker: kepper, text: no}]}"),
        shots("{who: [keeper], lines: [{speaker: keeper, text: no}]}"),
        (3, 24),
        "did you mean keeper?",
    ),
    Case("BRF042", shots("{who: [tower]}"), shots("{place: tower}"), (3, 12), "place: tower"),
    Case("BRF042", shots("{place: cat}"), shots("{who: [cat]}"), (3, 13), "animal"),
    Case(
        "BRF043",
        shots("{who: [keeper], wardrobe: {keeper: shirts}}"),
        shots("{who: [keeper], wardrobe: {keeper: shirt}}"),
        (3, 40),
        "did you mean shirt?",
    ),
    Case(
        "BRF043",
        key("entities: {a: {look: b, files: [{file: a.png, state: wet}]}}"),
        key("entities: {a: {look: b, wardrobe: {wet: soaked}, files: [{file: a.png, state: wet}]}}"),
        (4, 54),
        "none",
    ),
    Case("BRF044", key("language: en"), key("language: English"), (4, 11), "English"),
    Case("BRF044", key("language: Germn"), key("language: German"), (4, 11), "German"),
    Case("BRF045", key("language: Welsh"), key("language: French"), (4, 11), "not stable"),
    Case("BRF046", shots("{join: dissolve}", "{}"), shots("{join: cut}", "{join: dissolve}"), (3, 12), "first shot"),
    Case(
        "BRF047",
        shots("{}", "{join: continue, first_frame: a.png}"),
        shots("{}", "{join: match, first_frame: a.png}"),
        (4, 35),
        "join by match",
    ),
    Case(
        "BRF048",
        shots("{duration: 4s, beats: [{at: 4s, text: He turns.}]}"),
        shots("{duration: 4s, beats: [{at: 95f, text: He turns.}]}"),
        (3, 33),
        "95f",
    ),
    Case(
        "BRF048",
        shots("{who: [keeper], duration: 4s, lines: [{speaker: keeper, at: 0:05, text: no}]}"),
        shots("{who: [keeper], duration: 4s, lines: [{speaker: keeper, at: 0:03, text: no}]}"),
        (3, 65),
        "own clock",
    ),
    Case(
        "BRF049",
        shots("{beats: [{at: 2s, text: A.}, {at: 1s, text: B.}]}"),
        shots("{beats: [{at: 1s, text: A.}, {text: C.}, {at: 2s, text: B.}]}"),
        (3, 39),
        "after 2s",
    ),
    Case(
        "BRF049",
        shots("{who: [keeper], lines: [{speaker: keeper, text: no, at: 1s}, {speaker: keeper, text: no, at: 24f}]}"),
        shots("{who: [keeper], lines: [{speaker: keeper, text: no, at: 1s}, {speaker: keeper, text: no, at: 25f}]}"),
        (3, 98),
        "after 1s",
    ),
    Case(
        "BRF050",
        shots("{action: A., beats: [{text: B.}]}"),
        shots("{beats: [{text: A.}, {text: B.}]}"),
        (3, 14),
        "first beat",
    ),
    Case("BRF051", shots("{camera: dolly in}"), shots("{camera: push in}"), (3, 14), "push in"),
    Case("BRF051", shots("{camera: {move: dolly in}}"), shots("{camera: {move: push in}}"), (3, 21), "push in"),
    Case(
        "BRF051",
        shots("{camera: {move: pan left}}"),
        shots("{camera: {move: Pan, direction: left}}"),
        (3, 21),
        "direction: left",
    ),
    Case("BRF052", key("ratio: 5:1"), key("ratio: 4:1"), (4, 8), "4:1"),
    Case("BRF052", key("ratio: 0:1"), key("ratio: 1:4"), (4, 8), "nothing"),
    Case("BRF052", key("ratio: wide"), key("ratio: 21:9"), (4, 8), "16:9"),
    Case("BRF053", key("backend: slat"), key("backend: slate"), (4, 10), "did you mean slate?"),
    Case("BRF054", key("skill: plian"), key("skill: plain"), (4, 8), "did you mean plain?"),
    Case("BRF055", shots("{duration: 0s}"), shots("{duration: 1f}"), (3, 16), "1f"),
    Case("BRF055", key("duration: 10ms"), key("duration: 100ms"), (4, 11), "one frame"),
    Case("BRF055", key("duration: 25:00:00"), key("duration: 23:00:00"), (4, 11), "a day"),
    Case("BRF056", shots("{duration: 1.03s}"), shots("{duration: 1.5s}"), (3, 16), "24.72 frames; rounded to 25"),
    Case("BRF056", key("handles: {head: 0.1s}"), key("handles: {head: 0.5s}"), (4, 17), "2f"),
    Case(
        "BRF057",
        shots("{duration: 2s}", "{join: {kind: dissolve, length: 3s}, duration: 5s}"),
        shots("{duration: 2s}", "{join: {kind: dissolve, length: 2s}, duration: 5s}"),
        (4, 37),
        "before",
    ),
    Case(
        "BRF058",
        "duration: 9s\n" + shots("{duration: 9s}", "{}"),
        "duration: 9s\n" + shots("{duration: 215f}", "{}"),
        (1, 11),
        "other 1",
    ),
    Case(
        "BRF059",
        "duration: 10s\n" + shots("{duration: 80f}", "{duration: 80f}", "{duration: 79f}"),
        "duration: 10s\n" + shots("{duration: 3.333s}", "{duration: 3.333s}", "{duration: 3.333s}"),
        (1, 11),
        "239f",
    ),
    Case(
        "BRF059",
        "duration: 9s\n" + shots("{duration: 4s}", "{duration: 4s}"),
        "duration: 9s\n" + shots("{duration: 4s}", "{duration: 5s}"),
        (1, 11),
        "8s",
    ),
    Case(
        "BRF060",
        shots("{lines: [{speaker: keeper, text: no}]}"),
        shots("{lines: [{speaker: keeper, text: no, off_screen: true}]}"),
        (3, 24),
        "off_screen",
    ),
    Case(
        "BRF061",
        shots("{wardrobe: {keeper: shirt}}"),
        shots("{who: [keeper], wardrobe: {keeper: shirt}}"),
        (3, 17),
        "add keeper",
    ),
    Case(
        "BRF062",
        shots("{action: '[Shot 2] He turns.'}"),
        shots("{action: 'Shot 2 of a film plays.'}"),
        (3, 14),
        "[Shot 2]",
    ),
    Case(
        "BRF062",
        shots('{who: [keeper], lines: [{speaker: keeper, text: "A </d> b"}]}'),
        shots('{who: [keeper], lines: [{speaker: keeper, text: "2 < 3, costs $5 {ok}, TODO"}]}'),
        (3, 53),
        "</d>",
    ),
    Case("BRF063", key('style: "{{look}}"'), key('style: "look (S-log) [grainy]"'), (4, 8), "{{look}}"),
    Case("BRF063", shots("{action: TODO}"), shots("{visible_text: [TODO]}"), (3, 14), "TODO"),
    Case("BRF063", shots('{light: "${sun} from the left"}'), shots('{light: "sun from the left"}'), (3, 13), "${sun}"),
    Case(
        "BRF064",
        "title: x\nshots:\n  - visible_text:\n      - |\n        NO\n        ENTRY\n",
        "title: x\nshots:\n  - visible_text:\n      - >\n        NO\n        ENTRY\n",
        (4, 9),
        "in place of |",
    ),
    Case("BRF065", key("note: Take #2 of three"), key("note: Take two # 2 of three"), (4, 7), "#2"),
    Case("BRF065", shots("{action: The sign, sound: No #1\n    }"), shots('{sound: "No #1"}'), (3, 31), "in quotes"),
    # --- paths; the files themselves are tested with files
    Case("BRF070", shots("{first_frame: /tmp/a.png}"), shots("{first_frame: a.png}"), (3, 19), "a.png"),
    Case("BRF070", shots("{first_frame: ../a.png}"), shots("{first_frame: b/..a.png}"), (3, 19), "goes up"),
    Case("BRF070", shots("{first_frame: 'C:\\a.png'}"), shots("{first_frame: c/a.png}"), (3, 19), "absolute"),
    Case("BRF070", shots("{first_frame: 'b\\a.png'}"), shots("{first_frame: b/a.png}"), (3, 19), "b/a.png"),
    Case("BRF070", shots('{first_frame: "a\\n.png"}'), shots("{first_frame: a0.png}"), (3, 19), "no file name"),
)
