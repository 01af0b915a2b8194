"""``h3 prompt fix``: what is printed, what is written, what is refused."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cli import BAD, GOOD, Cli, validate


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with a good prompt and a bad one in it."""
    (tmp_path / ".git").mkdir()
    (tmp_path / "good.h3.md").write_text(GOOD, "utf-8")
    (tmp_path / "bad.h3.md").write_text(BAD, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_one_prompt_is_printed(h3: Cli, folder: Path) -> None:
    result = h3("prompt", "fix", "bad.h3.md")
    assert (result.status, result.out) == (0, GOOD)
    assert "2 findings fixed (SHT007, SND005)" in result.err
    assert (folder / "bad.h3.md").read_text("utf-8") == BAD
    assert h3("prompt", "fix", stdin=BAD).out == GOOD


def test_many_are_listed(h3: Cli, folder: Path) -> None:
    result = h3("prompt", "fix", ".")
    assert result.status == 0
    assert result.out.splitlines()[0].startswith(
        "bad.h3.md: 2 findings would be fixed (SHT007, SND005); left: 0 errors"
    )
    assert result.out.splitlines()[1].startswith("good.h3.md: nothing to fix")


def test_check(h3: Cli, folder: Path) -> None:
    assert h3("prompt", "fix", "--check", "bad.h3.md").status == 1
    assert h3("prompt", "fix", "--check", "good.h3.md").status == 0
    assert (folder / "bad.h3.md").read_text("utf-8") == BAD


def test_diff(h3: Cli, folder: Path) -> None:
    result = h3("prompt", "fix", "--diff", ".")
    assert result.out.startswith("--- bad.h3.md\n+++ bad.h3.md (fixed)\n@@ ")
    assert "\n-non_diegetic_music: none\n+non_diegetic_music: N/A\n" in result.out
    assert "good" not in result.out


def test_diff_without_final_line_break(h3: Cli, folder: Path) -> None:
    out = h3("prompt", "fix", "--diff", "-", stdin=BAD.rstrip("\n")).out
    assert out.endswith(
        "-non_diegetic_music: none\n\\ No newline at end of file\n+non_diegetic_music: N/A\n\\ No newline at end of file\n"
    )


def test_write(h3: Cli, folder: Path) -> None:
    result = h3("prompt", "fix", "--write", ".")
    assert result.status == 0
    assert "2 findings fixed" in result.out
    assert (folder / "bad.h3.md").read_text("utf-8") == GOOD
    assert sorted(path.name for path in folder.iterdir()) == [".git", "bad.h3.md", "good.h3.md"]


@pytest.mark.skipif(os.name == "nt", reason="mode bits and links")
def test_write_keeps_mode_bits_and_links(h3: Cli, folder: Path) -> None:
    (folder / "bad.h3.md").chmod(0o640)
    (folder / "link.h3.md").symlink_to("bad.h3.md")
    assert h3("prompt", "fix", "-w", "link.h3.md").status == 0
    assert (folder / "link.h3.md").is_symlink()
    assert (folder / "bad.h3.md").read_text("utf-8") == GOOD
    assert (folder / "bad.h3.md").stat().st_mode & 0o777 == 0o640


def test_write_leaves_a_good_file_untouched(h3: Cli, folder: Path) -> None:
    before = (folder / "good.h3.md").stat()
    h3("prompt", "fix", "--write", "good.h3.md")
    after = (folder / "good.h3.md").stat()
    assert (before.st_mtime_ns, before.st_ino) == (after.st_mtime_ns, after.st_ino)


@pytest.mark.parametrize("data", [BAD.encode() + b"\xff", BAD.encode("utf-16")])
def test_write_refuses_other_encodings(h3: Cli, folder: Path, data: bytes) -> None:
    (folder / "bad.h3.md").write_bytes(data)
    result = h3("prompt", "fix", "--write", "bad.h3.md")
    assert result.status == 2
    assert "bad.h3.md: is not UTF-8; nothing was written" in result.err
    assert (folder / "bad.h3.md").read_bytes() == data


def test_json(h3: Cli, folder: Path) -> None:
    for action in ((), ("--diff",), ("--check",), ("--write",)):
        (folder / "bad.h3.md").write_text(BAD, "utf-8")
        document = h3("prompt", "fix", ".", "--json", *action).document
        validate(document, "fix")
        bad = document["files"][0]
        assert [finding["code"] for finding in bad["applied"]] == ["SHT007", "SND005"]
        assert bad["written"] is (action == ("--write",))
        assert (bad["text"] == GOOD) is (action == ())
        assert bool(bad["diff"]) is (action == ("--diff",))


def test_wrong_usage(h3: Cli, folder: Path) -> None:
    assert "exclude each other" in h3("prompt", "fix", "--diff", "--write", "bad.h3.md").err
    result = h3("prompt", "fix", "--write", stdin=BAD)
    assert result.status == 2
    assert "standard input" in result.err
    result = h3("prompt", "fix", "bad.h3.md", "gone.h3.md")
    assert result.status == 2
    assert "bad.h3.md: 2 findings" in result.out


def test_silenced_and_disabled_findings_stay(h3: Cli, folder: Path) -> None:
    silenced = BAD.replace("music: none", "music: none <!-- h3: ignore SND005 -->")
    out = h3("prompt", "fix", stdin=silenced).out
    assert "music: none <!-- h3: ignore SND005 -->" in out
    assert "At 00:03.000," in out
    assert "At 3s," in h3("prompt", "fix", "--disable", "SHT007", stdin=BAD).out
