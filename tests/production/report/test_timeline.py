"""Timelines for editors, read back with the adapters that wrote them."""

from __future__ import annotations

import os
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any
from urllib.parse import unquote, unquote_to_bytes

import opentimelineio as otio
import pytest

from h3prompt.brief.joins import JoinKind
from h3prompt.errors import SourceError
from h3prompt.grid import Canvas
from production.edit import Bed, Caption, Edit, Piece, Sound
from production.report.timeline import build_timeline, write_timeline
from tests import media

NAMES = {"C01": "C01 雨夜 S01", "C02": "C02 S02, S03", "C03": "C03 & <S04>"}
CAPTIONS = (Caption(3, 30, "你听，雨停了。", "王"), Caption(70, 90, 'Who said "<no>"?\nNobody.'))


@pytest.fixture(scope="module")
def clips(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("project") / "takes" / "it's 测试 [1] #2%"
    folder.mkdir(parents=True)
    made = {name: media.clip(folder / f"{name} & co?.mp4", 90, (96, 64), gop=12) for name in ("C01", "C02", "C03")}
    made["song"] = media.song(folder / "song é.mp3", 5, rate=44_100)
    made["mute"] = media.clip(folder / "mute.mp4", 90, (96, 64), audio=None)
    return made


def film(clips: dict[str, Path], sound: Sound | None = None, **changes: Any) -> Edit:
    """60 + 60 + 60 frames: a dissolve of 13 frames, then a dip of 12."""
    pieces = (
        Piece("C01", clips["C01"], 5, 60),
        Piece("C02", clips["C02"], 12, 60, JoinKind.DISSOLVE, 13),
        Piece("C03", clips["C03"], 0, 60, JoinKind.DIP, 12),
    )
    return Edit(
        **{"pieces": pieces, "canvas": Canvas(96, 64), "sound": sound or Sound(), "captions": CAPTIONS, **changes}
    )


def written(edit: Edit, clips: dict[str, Path], name: str = "timeline.otio") -> tuple[Any, Path]:
    folder = clips["C01"].parent.parent.parent / "films" / "v001"
    folder.mkdir(parents=True, exist_ok=True)
    paths = write_timeline(edit, NAMES, folder, title="灯 The Lamp")
    assert [path.name for path in paths] == ["timeline.otio", "timeline.xml", "timeline.edl"]
    return otio.adapters.read_from_file(str(folder / name)), folder


def items(track: Any) -> list[tuple[Any, ...]]:
    """Kind, name and frames of what lies on a track."""
    found: list[tuple[Any, ...]] = []
    for item in track:
        if isinstance(item, otio.schema.Transition):
            found.append(("transition", int(item.in_offset.value), int(item.out_offset.value)))
        else:
            kind = "gap" if isinstance(item, otio.schema.Gap) else "clip"
            found.append(
                (kind, item.name, int(item.source_range.start_time.value), int(item.source_range.duration.value))
            )
    return found


PICTURE = [
    ("clip", "C01 雨夜 S01", 5, 60),
    ("transition", 6, 7),
    ("clip", "C02 S02, S03", 12, 60),
    ("clip", "C03 & <S04>", 0, 60),
]


def test_the_otio_timeline_comes_back_as_it_was_written(clips: dict[str, Path]) -> None:
    edit = film(clips)
    timeline, folder = written(edit, clips)
    assert timeline.is_equivalent_to(build_timeline(edit, NAMES, folder, title="灯 The Lamp"))
    assert timeline.name == "灯 The Lamp"
    picture, sound = timeline.tracks
    assert items(picture) == items(sound) == PICTURE
    assert picture.duration().value == edit.frames == 180 and picture.duration().rate == 24


def test_media_are_relative_urls_with_the_counted_frames(clips: dict[str, Path]) -> None:
    timeline, folder = written(film(clips), clips)
    for clip, name in zip(timeline.find_clips(), ("C01", "C02", "C03"), strict=False):
        url = clip.media_reference.target_url
        assert url.isascii() and not set(url) & set(" #?[]'") and not url.startswith(("/", "file:"))
        assert (folder / unquote(url)).resolve() == clips[name].resolve()
        assert clip.media_reference.available_range.duration == otio.opentime.RationalTime(90, 24)
        assert clip.media_reference.name == clips[name].name


def test_the_xml_comes_back_with_the_same_frames_and_transitions(clips: dict[str, Path]) -> None:
    timeline, folder = written(film(clips, Sound(bed=Bed(clips["song"], start=10))), clips, "timeline.xml")
    picture, sound, bed = timeline.tracks
    assert items(picture) == items(sound) == PICTURE
    assert [item[0] for item in items(bed)][:1] == ["clip"] and items(bed)[0][2:] == (10, 110)
    assert timeline.name == "灯 The Lamp"
    tree = ElementTree.parse(folder / "timeline.xml")
    assert {rate.text for rate in tree.iter("timebase")} == {"24"}
    words = [marker.findtext("name") for marker in tree.iter("marker")]
    assert words == ["王: 你听，雨停了。", 'Who said "<no>"? Nobody.', "Dip to black, 12 frames"]


def test_the_list_has_the_record_times_of_the_film(clips: dict[str, Path]) -> None:
    _, folder = written(film(clips), clips)
    text = (folder / "timeline.edl").read_text("utf-8")
    events = [line.split() for line in text.splitlines() if line[:3].isdigit()]
    assert all(event[1] in ("C01", "C02", "C03") and event[2] == "V" for event in events)
    assert events[-1][-1] == "00:00:07:12"  # 180 frames
    assert ["D", "013"] in [event[3:5] for event in events]
    assert "FROM CLIP NAME:  C01 雨夜 S01" in text
    back = otio.adapters.read_from_file(str(folder / "timeline.edl"), rate=24)
    assert back.duration().value == 180


def test_writing_a_list_leaves_the_timeline_alone(clips: dict[str, Path]) -> None:
    timeline, _ = written(film(clips), clips)
    assert items(timeline.tracks[0])[0][3] == 60


def test_a_dip_is_a_fade_on_both_sides(clips: dict[str, Path]) -> None:
    timeline, _ = written(film(clips), clips)
    first, second, third = (clip.metadata["h3"] for clip in timeline.tracks[0].find_clips())
    assert "fade_out" not in first and second["fade_out"] == 6 and third["fade_in"] == 6 and third["join"] == "dip"
    marker = timeline.tracks.markers[-1]
    assert (marker.marked_range.start_time.value, marker.marked_range.duration.value) == (114, 12)


def test_without_handles_there_is_no_transition(clips: dict[str, Path]) -> None:
    short = (
        Piece("C01", clips["C01"], 30, 60),
        Piece("C02", clips["C02"], 12, 60, JoinKind.DISSOLVE, 12),
        Piece("C03", clips["C03"], 3, 60, JoinKind.DISSOLVE, 12),
    )
    timeline, _ = written(film(clips, pieces=short), clips)
    assert [item[0] for item in items(timeline.tracks[0])] == ["clip", "clip", "clip"]
    assert [clip.metadata["h3"]["join"] for clip in timeline.tracks[0].find_clips()] == ["cut", "dissolve", "dissolve"]


def test_lines_are_markers(clips: dict[str, Path]) -> None:
    timeline, _ = written(film(clips), clips)
    first, second = timeline.tracks.markers[:2]
    assert first.name == "王: 你听，雨停了。" and first.metadata["h3"]["speaker"] == "王"
    assert (first.marked_range.start_time.value, first.marked_range.duration.value) == (3, 27)
    assert second.name == 'Who said "<no>"? Nobody.' and "\n" in second.metadata["h3"]["text"]


@pytest.mark.parametrize("policy", ["native", "master", "silent"])
def test_the_sound_tracks_follow_the_policy(clips: dict[str, Path], policy: str) -> None:
    sound = Sound(policy, master=clips["song"] if policy == "master" else None)
    timeline, _ = written(film(clips, sound), clips)
    names = [track.name for track in timeline.tracks if track.kind == otio.schema.TrackKind.Audio]
    assert names == {"native": ["A1"], "master": ["Master"], "silent": []}[policy]
    if policy == "master":
        (clip,) = timeline.tracks[1]
        # The song lasts 5 s: the film's last 60 frames have none.
        assert clip.duration().value in (120, 121)
        assert clip.media_reference.available_range.duration.rate == 24


def test_a_clip_without_sound_leaves_a_gap(clips: dict[str, Path]) -> None:
    pieces = (Piece("C01", clips["C01"], 5, 60), Piece("C02", clips["mute"], 12, 60), Piece("C03", clips["C03"], 0, 60))
    timeline, _ = written(film(clips, pieces=pieces), clips)
    assert [item[0] for item in items(timeline.tracks[1])] == ["clip", "gap", "clip"]
    assert timeline.tracks[1].duration().value == 180


@pytest.mark.parametrize("name", ["片" * 40, "a\nb\x00c\x1b", "", "* FROM CLIP NAME: x", "\udcff"])
def test_strange_names_go_through_every_form(clips: dict[str, Path], tmp_path: Path, name: str) -> None:
    paths = write_timeline(film(clips), {"C01": name}, tmp_path, title=name)
    for path in paths:
        otio.adapters.read_from_file(str(path), **({"rate": 24} if path.suffix == ".edl" else {}))


def test_names_that_are_no_text_go_through(clips: dict[str, Path], tmp_path: Path) -> None:
    odd = tmp_path / os.fsdecode(b"odd \xff.mp4")
    odd.write_bytes(clips["C01"].read_bytes())
    edit = film(clips, pieces=(Piece("C01", odd, 0, 60),), captions=(Caption(0, 5, "a\ud800b\x00", "x\udfff"),))
    first = write_timeline(edit, NAMES, tmp_path, title="x")[0]
    (clip,) = otio.adapters.read_from_file(str(first)).tracks[0]
    assert os.fsdecode(unquote_to_bytes(clip.media_reference.target_url)) == odd.name


def test_clips_with_names_outside_ascii_have_reels(clips: dict[str, Path], tmp_path: Path) -> None:
    pieces = (Piece("片一", clips["C01"], 5, 60), Piece("片二", clips["C02"], 12, 60))
    text = write_timeline(film(clips, pieces=pieces), {}, tmp_path, title="x")[2].read_text("utf-8")
    assert [line.split()[1] for line in text.splitlines() if line[:3].isdigit()] == ["R001", "R002"]


def test_a_clip_that_is_gone_is_said(clips: dict[str, Path], tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"gone\.mp4"):
        write_timeline(film(clips, pieces=(Piece("C01", tmp_path / "gone.mp4", 0, 10),)), {}, tmp_path, title="x")
    assert not list(tmp_path.iterdir())
