"""Configuration files: where they are found, what they may say, which entry wins."""

from __future__ import annotations

from pathlib import Path

import pytest

from h3prompt import check
from h3prompt.config import Config, load, load_file
from h3prompt.errors import ConfigError, UsageError
from h3prompt.findings import Level
from h3prompt.rules import RULES, by_code
from h3prompt.source import Source
from tests.cli import BAD


def _write(folder: Path, name: str, text: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, "utf-8")
    return folder / name


def test_without_a_file_everything_is_as_it_comes(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    assert load(tmp_path) == Config()
    assert not any(Config().disabled(rule) for rule in RULES)


def test_the_nearest_file_counts(tmp_path: Path) -> None:
    _write(tmp_path, "h3.toml", '[check]\ndisable = ["HAB"]\n')
    _write(tmp_path / "a", "pyproject.toml", '[tool.h3.check]\ndisable = ["LIM"]\n')
    _write(tmp_path / "a" / "b", "pyproject.toml", '[project]\nname = "h3-like"\n')
    assert load(tmp_path / "x.h3.md").disable == {"HAB"}
    assert load(tmp_path / "a" / "b" / "x.h3.md").disable == {"LIM"}
    _write(tmp_path / "a", "h3.toml", "")
    assert load(tmp_path / "a" / "b").disable == frozenset()
    assert load(tmp_path / "a" / "b").path == str(tmp_path / "a" / "h3.toml")


def test_the_search_ends_at_a_repository(tmp_path: Path) -> None:
    _write(tmp_path, "h3.toml", '[check]\ndisable = ["HAB"]\n')
    (tmp_path / "repo" / ".git").mkdir(parents=True)
    assert load(tmp_path / "repo" / "x.h3.md") == Config()
    _write(tmp_path / "repo", "h3.toml", '[check]\ndisable = ["SND"]\n')
    assert load(tmp_path / "repo").disable == {"SND"}


def test_levels(tmp_path: Path) -> None:
    path = _write(
        tmp_path,
        "h3.toml",
        '[check]\ndisable = ["hab", "no-camera-term"]\n'
        '[check.levels]\nSHT = "info"\ntime-form = "warning"\nSHT004 = "Error"\nSHT003 = "off"\nHAB001 = "error"\n',
    )
    config = load_file(path)

    def level(code: str) -> Level | None:
        rule = by_code(code)
        assert rule is not None
        return None if config.disabled(rule) else config.level(rule, rule.level)

    assert level("SHT008") is Level.INFO
    assert level("SHT007") is Level.WARNING
    assert level("SHT004") is Level.ERROR
    assert level("SHT003") is None
    assert level("SHT016") is None
    assert level("HAB002") is None
    assert level("HAB001") is Level.ERROR


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("[chek]", "chek: is unknown; known here: check", "did you mean check?"),
        ("[check]\ndisabled = []", "check.disabled: is unknown", "did you mean disable?"),
        ("[check]\ndisable = ['SHT0044']", "check.disable: no rule is called 'SHT0044'", "did you mean SHT004?"),
        ("[check]\ndisable = 'SHT004'", "check.disable: must be a list", None),
        ("[check]\ndisable = [4]", "check.disable: must be a list", None),
        ("check = 3", "check: must be a table", None),
        ("[check]\nlevels = []", "check.levels: must be a table", None),
        ("[check.levels]\nHABB = 'info'", "check.levels.HABB: no rule is called 'HABB'", "did you mean HAB?"),
        ("[check.levels]\nSHT004 = 'eror'", "check.levels.SHT004: 'eror' is no level", "did you mean error?"),
        ("[check.levels]\nSHT004 = 3", "check.levels.SHT004: 3 is no level", None),
        ("[check", "is not valid TOML", None),
    ],
)
def test_mistakes_name_file_key_and_the_nearest_legal_one(
    tmp_path: Path, text: str, message: str, hint: str | None
) -> None:
    path = _write(tmp_path, "h3.toml", text)
    with pytest.raises(ConfigError) as caught:
        load(tmp_path)
    assert str(path) in caught.value.message
    assert message in caught.value.message
    assert hint is None or caught.value.hint == hint


def test_mistakes_in_pyproject_name_the_whole_key(tmp_path: Path) -> None:
    _write(tmp_path, "pyproject.toml", "[tool.h3.check]\ndisabel = []\n")
    with pytest.raises(ConfigError, match=r"tool\.h3\.check\.disabel: is unknown"):
        load(tmp_path)


def test_a_broken_pyproject_is_not_ours_to_judge(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    path = _write(tmp_path, "pyproject.toml", "[tool.h3\n")
    assert load(tmp_path) == Config()
    with pytest.raises(ConfigError, match="is not valid TOML"):
        load_file(path)


def test_options_win(tmp_path: Path) -> None:
    config = load_file(_write(tmp_path, "h3.toml", '[check]\ndisable = ["SHT"]\n[check.levels]\nLIM = "info"\n'))
    changed = config.changed(["LIM"], {"sht": "warning"})
    assert changed.disable == {"LIM"}
    assert changed.levels == {"SHT": Level.WARNING}
    with pytest.raises(UsageError):
        config.changed([], {"SHT004": ""})


@pytest.mark.parametrize(
    ("words", "count"),
    [
        ("SHT007", 1),
        ("sht007", 1),
        ("time-form", 1),
        ("SHT", 2),
        ("LIM003, SHT007", 2),
        ("not-utf-8 time-form: meant", 1),
    ],
)
def test_comments_name_codes_names_and_families(words: str, count: int) -> None:
    text = BAD.replace("---\nintegrated", f"---\n<!-- h3: ignore {words} -->\nintegrated")
    report = check(text)
    assert "SHT007" not in {finding.code for finding in report.findings}
    assert "SND005" in {finding.code for finding in report.findings}
    assert report.suppressed == count


def test_comments_count_for_the_file_the_next_line_or_their_line() -> None:
    def codes(text: str) -> set[tuple[str, int | None]]:
        return {(finding.code, finding.line) for finding in check(text).findings if finding.code == "SND005"}

    comment = "<!-- h3: ignore SND005 -->"
    assert codes(BAD) == {("SND005", 10)}
    assert codes(BAD.replace("music: none", f"music: none {comment}")) == set()
    assert codes(BAD.replace("non_diegetic", f"{comment}\nnon_diegetic")) == set()
    assert codes(BAD.replace("overall", f"{comment}\noverall")) == {("SND005", 11)}
    assert codes(BAD.replace("---\nintegrated", f"---\n\n{comment}\nintegrated")) == set()
    assert comment not in Source(BAD.replace("music: none", f"music: none {comment}")).body


@pytest.mark.parametrize(
    "text",
    [
        '[tool]\nh3.check.disable = ["HAB"]\n',
        '[ tool . "h3" . check ]\ndisable = ["HAB"]\n',
        'tool = {h3 = {check = {disable = ["HAB"]}}}\n',
        'tool.h3.check.disable = ["HAB"]\n',
    ],
)
def test_every_way_to_write_the_table_is_seen(tmp_path: Path, text: str) -> None:
    (tmp_path / ".git").mkdir()
    _write(tmp_path, "pyproject.toml", text)
    assert load(tmp_path).disable == {"HAB"}
