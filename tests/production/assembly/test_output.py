"""The file that is written: whole or not at all, the same from the same, wherever it lies."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections import namedtuple
from dataclasses import replace
from pathlib import Path

import av
import pytest

from h3prompt.brief.joins import JoinKind
from h3prompt.errors import H3Error, Interrupted, SourceError, ToolError, UsageError
from h3prompt.grid import Canvas
from production.assembly.assemble import assemble, space_needed, verify
from production.assembly.picture import segments
from production.assembly.sources import survey
from production.edit import Bed, Caption, Edit, Piece, Sound
from tests import media

from .films import CANVAS, exact, film

SMALL = (160, 96)
WEIRD = "it's 测试 [1]"


def _edit(folder: Path, **options: object) -> Edit:
    clip = media.clip(folder / "a.mp4", 30, SMALL)
    return Edit((Piece("A", clip, 0, 24), Piece("B", clip, 2, 20)), CANVAS, **options)  # type: ignore[arg-type]


def test_the_same_edit_gives_the_same_bytes(tmp_path: Path) -> None:
    edit = _edit(tmp_path, title='It\'s = a "title": 测试')
    for name in ("one", "two"):
        assemble(edit, tmp_path / f"{name}.mp4", work=tmp_path / f"work-{name}")
    assert (tmp_path / "one.mp4").read_bytes() == (tmp_path / "two.mp4").read_bytes()
    with av.open(str(tmp_path / "one.mp4")) as container:
        assert container.metadata["title"] == edit.title


def test_odd_names_of_folders_and_files(tmp_path: Path) -> None:
    folder = tmp_path / WEIRD
    folder.mkdir()
    clip = media.clip(folder / "a % 'b'.mp4", 30, SMALL)
    music = media.song(folder / "m, [2]; it's.wav", 2)
    pieces = [Piece("A", clip, 0, 16), Piece("B", clip, 6, 16, JoinKind.DISSOLVE, 4)]
    film(folder, pieces, name="film: 100%.mp4", sound=Sound(bed=Bed(music)))


def test_names_from_the_current_folder_are_no_protocols(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "50%d").mkdir()
    monkeypatch.chdir(tmp_path / "50%d")
    media.clip(tmp_path / "50%d" / "part: 1.mp4", 12, SMALL)
    edit = Edit((Piece("A", Path("part: 1.mp4"), 0, 12),), CANVAS, captions=(Caption(2, 9, "one"),), burn=True)
    made = assemble(edit, Path("film: 1.mp4"), work=Path("work: 1"))
    exact(replace(made, path=made.path.absolute()), 12)


def test_a_plain_locale_changes_nothing(tmp_path: Path) -> None:
    folder = tmp_path / WEIRD
    folder.mkdir()
    edit = _edit(folder)
    code = (
        "from pathlib import Path\nfrom production.assembly.assemble import assemble\n"
        "from production.edit import Edit, Piece\nfrom h3prompt.grid import Canvas\nimport sys\n"
        "f = Path(sys.argv[1]); c = f / 'a.mp4'\n"
        "assemble(Edit((Piece('A', c, 0, 24), Piece('B', c, 2, 20)), Canvas(160, 96)), f / 'c.mp4', work=f / 'w')\n"
    )
    environment = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = subprocess.run(
        [sys.executable, "-c", code, str(folder)], env=environment, capture_output=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr.decode()
    here = assemble(edit, folder / "here.mp4", work=folder / "w2")
    assert here.path.read_bytes() == (folder / "c.mp4").read_bytes()


def test_two_hundred_pieces(tmp_path: Path) -> None:
    clip = media.clip(tmp_path / "a.mp4", 48, (64, 64), source="color:red")
    # The same stretches again and again: their segments are encoded once.
    pieces = [Piece(f"C{n:03}", clip, n % 4, 6) for n in range(200)]
    made = film(tmp_path, pieces, canvas=Canvas(64, 64))
    assert sum("libx264" in command for command in made.commands) == 4
    assert max(len(command) for command in made.commands) < 8_000


def test_a_file_that_is_there_is_never_replaced_unasked(tmp_path: Path) -> None:
    target = tmp_path / "film.mp4"
    target.write_text("mine")
    edit = _edit(tmp_path)
    with pytest.raises(UsageError, match="is there already"):
        assemble(edit, target, work=tmp_path / "w")
    assert target.read_text() == "mine"
    exact(assemble(edit, target, work=tmp_path / "w", overwrite=True), 44)


@pytest.mark.parametrize("same", [True, False])
def test_a_clip_can_dissolve_into_itself(same: bool, tmp_path: Path) -> None:
    clip = media.clip(tmp_path / "a.mp4", 30, SMALL)
    start = 4 if same else 10
    film(tmp_path, [Piece("A", clip, 4, 12), Piece("B", clip, start, 12, JoinKind.DISSOLVE, 8)])


def _left(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.rglob("*") if path.is_file() and path.parent.name != "segments")


def test_a_cancelled_film_leaves_nothing(tmp_path: Path) -> None:
    edit = _edit(tmp_path)
    for after in (0, 1, 3, 5):
        asked = iter(range(10_000))
        with pytest.raises(Interrupted):
            assemble(edit, tmp_path / "film.mp4", work=tmp_path / "w", cancelled=lambda: next(asked) >= after)  # noqa: B023
        assert _left(tmp_path) == ["a.mp4"]
    assert not list((tmp_path / "w").rglob("*.partial"))


def test_a_failed_film_leaves_nothing(tmp_path: Path) -> None:
    edit = _edit(tmp_path)
    clip = tmp_path / "a.mp4"
    data = bytearray(clip.read_bytes())
    start = data.index(b"mdat") + 200
    data[start : start + 6_000] = bytes(6_000)
    clip.write_bytes(data)
    with pytest.raises(H3Error):
        assemble(edit, tmp_path / "film.mp4", work=tmp_path / "w")
    assert _left(tmp_path) == ["a.mp4"]


def test_too_little_room_is_said_in_numbers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    edit = _edit(tmp_path)
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(10**9, 10**9, 1_000_000))
    with pytest.raises(UsageError, match=rf"1 MB are free, the film needs about {space_needed(edit) / 1e6:.0f} MB"):
        assemble(edit, tmp_path / "film.mp4", work=tmp_path / "w")


def test_what_cannot_be_is_refused_before_any_work(tmp_path: Path) -> None:
    edit = _edit(tmp_path)
    wrong = [
        (Edit(edit.pieces, CANVAS, Sound(policy="loud")), UsageError),
        (Edit(edit.pieces, CANVAS, Sound(policy="master")), UsageError),
        (Edit(edit.pieces, CANVAS, Sound(bed=Bed(tmp_path / "gone.wav"))), SourceError),
        (Edit(edit.pieces, CANVAS, font=tmp_path / "gone.ttf"), SourceError),
    ]
    for bad, kind in wrong:
        with pytest.raises(kind):
            assemble(bad, tmp_path / "film.mp4", work=tmp_path / "w")
    with pytest.raises(UsageError):
        assemble(edit, tmp_path / "no folder" / "film.mp4", work=tmp_path / "w")
    assert not (tmp_path / "w").exists()


def test_a_film_of_another_length_is_not_taken_for_the_planned_one(tmp_path: Path) -> None:
    path = film(tmp_path, _edit(tmp_path).pieces).path
    verify(path, 44, 88_000)
    with pytest.raises(ToolError, match="44 frames"):
        verify(path, 45, 88_000)
    with pytest.raises(ToolError, match="samples"):
        verify(path, 44, 88_001)


def test_progress_counts_every_frame_once(tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    assemble(
        _edit(tmp_path),
        tmp_path / "f.mp4",
        work=tmp_path / "w",
        progress=lambda done, total: seen.append((done, total)),
    )
    assert seen[0] == (0, 44) and seen[-1] == (44, 44) and seen == sorted(seen)


def test_segments_cover_every_frame_once(tmp_path: Path) -> None:
    clip = media.clip(tmp_path / "a.mp4", 60, SMALL, audio=None)
    kinds = [JoinKind.CUT, JoinKind.DISSOLVE, JoinKind.DIP, JoinKind.MATCH, JoinKind.DISSOLVE, JoinKind.DISSOLVE]
    overlap = {JoinKind.DISSOLVE: 7, JoinKind.DIP: 6}
    pieces = tuple(Piece(f"C{n}", clip, 10, 20, kind, overlap.get(kind, 0)) for n, kind in enumerate(kinds))
    edit = Edit(pieces, CANVAS)
    found = segments(survey(edit)[0])
    frames = [frame for segment in found for frame in range(segment.at, segment.at + segment.frames)]
    assert frames == list(range(edit.frames))


@pytest.mark.parametrize("kind", [JoinKind.DISSOLVE, JoinKind.DIP])
@pytest.mark.parametrize("overlap", [1, 2, 3])
def test_the_shortest_transitions(kind: JoinKind, overlap: int, tmp_path: Path) -> None:
    clip = media.clip(tmp_path / "a.mp4", 30, SMALL)
    film(tmp_path, [Piece("A", clip, 0, 8), Piece("B", clip, 9, 8, kind, overlap), Piece("C", clip, 2, 1)])


def test_only_old_rooms_of_killed_runs_are_removed(tmp_path: Path) -> None:
    old, new = (tmp_path / "w" / f".assembly-{name}" for name in ("old", "new"))
    for room in (old, new):
        room.mkdir(parents=True)
    os.utime(old, (0, 0))
    assemble(_edit(tmp_path), tmp_path / "f.mp4", work=tmp_path / "w")
    assert new.exists() and not old.exists()
