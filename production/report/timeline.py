"""The edit for other programs: OpenTimelineIO (the source of truth), Final Cut Pro 7 XML and a CMX 3600 list."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path
from typing import TYPE_CHECKING, Any

from backends.media.probe import Media, probe
from h3prompt import grid
from h3prompt.brief.joins import JoinKind
from h3prompt.errors import ToolError

from ..edit import Caption, Edit, Piece, after, before
from ..files import write_text
from .links import relative_url

if TYPE_CHECKING:
    import opentimelineio as otio

#: The key under which OpenTimelineIO metadata of ours lies.
KEY = "h3"
#: A list of CMX 3600 has this many characters for the name of a reel.
_REEL = 8


def write_timeline(edit: Edit, names: Mapping[str, str], target_folder: Path, *, title: str) -> list[Path]:
    """Writes ``timeline.otio``, ``timeline.xml`` and ``timeline.edl``.

    Every clip refers to its whole file by a relative URL, with the number of frames that were counted in it, so that an
    editor finds the handles. A dissolve is a transition when both clips have the frames for it; where they have not, the
    clips meet in a cut whose metadata says what was meant. A dip is a cut with `fade_out` and `fade_in` (frames) in the
    metadata of its two clips and a marker. Everything counts at the film's rate of 24 frames a second, the sound too.

    Args:
        edit: the film.
        names: a clip's name to the name that an editor shows.
        target_folder: where the files are written.
        title: of the film.

    Returns:
        The three files.

    Raises:
        SourceError: when a clip cannot be read.
        ToolError: when an adapter cannot write the timeline.
    """
    timeline = build_timeline(edit, names, target_folder, title=title)
    documents = {
        "timeline.otio": _written(timeline, "otio_json", indent=2),
        "timeline.xml": _written(timeline, "fcp_xml"),
        "timeline.edl": _written(_for_list(timeline), "cmx_3600", rate=grid.FPS),
    }
    paths = []
    for name, text in documents.items():
        write_text(target_folder / name, text)
        paths.append(target_folder / name)
    return paths


def build_timeline(edit: Edit, names: Mapping[str, str], folder: Path, *, title: str) -> Any:
    """The `opentimelineio.schema.Timeline` that `write_timeline` writes; its URLs are relative to `folder`."""
    import opentimelineio as otio

    media = {piece.path: probe(piece.path, count=True) for piece in edit.pieces}
    timeline = otio.schema.Timeline(_line(title), global_start_time=_time(0))
    timeline.metadata[KEY] = {
        "canvas": str(edit.canvas),
        "frames": edit.frames,
        "sound": edit.sound.policy,
    }
    timeline.tracks.append(_track(edit, names, folder, media, otio.schema.TrackKind.Video))
    if edit.sound.policy == "native" and any(one.audio for one in media.values()):
        timeline.tracks.append(_track(edit, names, folder, media, otio.schema.TrackKind.Audio))
    if edit.sound.policy == "master" and edit.sound.master is not None:
        timeline.tracks.append(_music(edit.sound.master, 0, edit.frames, folder, "Master"))
    if edit.sound.policy == "native" and edit.sound.bed is not None:
        bed = edit.sound.bed
        music = _music(bed.path, bed.start, edit.frames, folder, "Bed")
        music.metadata[KEY] = {"gain_db": bed.gain, "duck_db": bed.duck, "fade_out": bed.fade_out}
        timeline.tracks.append(music)
    timeline.tracks.markers.extend(_line_marker(caption) for caption in edit.captions)
    cuts = zip(edit.cuts, edit.pieces[1:], strict=True)
    timeline.tracks.markers.extend(_dip_marker(cut, piece) for cut, piece in cuts if piece.join is JoinKind.DIP)
    return timeline


def _time(frames: int) -> otio.opentime.RationalTime:
    import opentimelineio as otio

    return otio.opentime.RationalTime(frames, grid.FPS)


def _range(start: int, frames: int) -> otio.opentime.TimeRange:
    import opentimelineio as otio

    return otio.opentime.TimeRange(_time(start), _time(frames))


def _line(text: str) -> str:
    """`text` on one line and without control characters, which neither XML nor a list can hold."""
    plain = " ".join(text.split())
    return "".join(sign for sign in plain if unicodedata.category(sign) not in ("Cc", "Cs"))


def _text(text: str) -> str:
    """`text` with its lines, as UTF-8 can hold it."""
    return text.encode("utf-8", "replace").decode().replace("\0", "")


def _track(edit: Edit, names: Mapping[str, str], folder: Path, media: Mapping[Path, Media], kind: str) -> Any:
    """The clips of the film as picture or as sound."""
    import opentimelineio as otio

    video = kind == otio.schema.TrackKind.Video
    track = otio.schema.Track("V1" if video else "A1", kind=kind)
    previous: Piece | None = None
    for index, piece in enumerate(edit.pieces):
        held = media[piece.path]
        whole = _counted(held)
        if not video and held.audio is None:
            track.append(otio.schema.Gap(source_range=_range(0, piece.frames)))
            previous = None
            continue
        if previous is not None and piece.join is JoinKind.DISSOLVE and _handles(previous, piece, media):
            track.append(_dissolve(piece.overlap))
        following = edit.pieces[index + 1] if index + 1 < len(edit.pieces) else None
        clip = otio.schema.Clip(
            _line(names.get(piece.clip, piece.clip)),
            otio.schema.ExternalReference(relative_url(piece.path, folder), _range(0, whole)),
            _range(piece.start, piece.frames),
        )
        clip.media_reference.name = _line(piece.path.name)
        # The track in the metadata keeps picture and sound apart: Final Cut XML writes equal clips once and refers to them.
        clip.metadata[KEY] = {"track": track.name, **_notes(piece, following)}
        clip.metadata["cmx_3600"] = {"reel": _reel(piece.clip, index)}
        track.append(clip)
        previous = piece
    return track


def _notes(piece: Piece, following: Piece | None) -> dict[str, Any]:
    """What the metadata of a clip says about its joins."""
    notes: dict[str, Any] = {"clip": piece.clip, "join": piece.join.value, "overlap": piece.overlap}
    if piece.join is JoinKind.DIP:
        notes["fade_in"] = after(piece.overlap)
    if following is not None and following.join is JoinKind.DIP:
        notes["fade_out"] = before(following.overlap)
    return notes


def _counted(media: Media) -> int:
    return (media.video.frames if media.video else None) or 0


def _handles(one: Piece, two: Piece, media: Mapping[Path, Media]) -> bool:
    """Whether both clips have the frames that a dissolve between them needs."""
    enough_after = one.start + one.frames + after(two.overlap) <= _counted(media[one.path])
    return two.overlap > 0 and enough_after and two.start >= before(two.overlap)


def _dissolve(length: int) -> Any:
    import opentimelineio as otio

    return otio.schema.Transition(
        "Dissolve", otio.schema.TransitionTypes.SMPTE_Dissolve, _time(before(length)), _time(after(length))
    )


def _reel(clip: str, index: int) -> str:
    """A name for a list: ASCII letters and digits; what has none is numbered."""
    plain = "".join(sign for sign in clip if sign.isascii() and sign.isalnum())[:_REEL].upper()
    return plain or f"R{index + 1:03d}"


def _music(path: Path, start: int, length: int, folder: Path, name: str) -> Any:
    """A track with one sound file from its frame `start` on, cut off where the file ends or the film does."""
    import opentimelineio as otio

    seconds = probe(path).duration
    whole = start + length if seconds is None else int(seconds * grid.FPS)
    shown = max(0, min(length, whole - start))
    track = otio.schema.Track(name, kind=otio.schema.TrackKind.Audio)
    if shown:
        reference = otio.schema.ExternalReference(relative_url(path, folder), _range(0, whole))
        reference.name = _line(path.name)
        track.append(otio.schema.Clip(_line(path.stem), reference, _range(start, shown)))
    return track


def _line_marker(caption: Caption) -> Any:
    import opentimelineio as otio

    words = _line(caption.text)
    return otio.schema.Marker(
        name=f"{_line(caption.speaker)}: {words}" if caption.speaker else words,
        marked_range=_range(caption.start, caption.end - caption.start),
        color=otio.schema.MarkerColor.CYAN,
        metadata={KEY: {"speaker": _line(caption.speaker), "text": _text(caption.text)}},
    )


def _dip_marker(cut: int, piece: Piece) -> Any:
    import opentimelineio as otio

    return otio.schema.Marker(
        name=f"Dip to black, {piece.overlap} frames",
        marked_range=_range(cut - before(piece.overlap), piece.overlap),
        color=otio.schema.MarkerColor.BLACK,
        metadata={KEY: {"join": "dip", "fade_out": before(piece.overlap), "fade_in": after(piece.overlap)}},
    )


def _for_list(timeline: Any) -> Any:
    """A copy with the picture alone: a list holds one track of it, and its writer changes what it is given."""
    import opentimelineio as otio

    copy = deepcopy(timeline)
    for track in [track for track in copy.tracks if track.kind != otio.schema.TrackKind.Video]:
        copy.tracks.remove(track)
    return copy


def _written(timeline: Any, adapter: str, **options: Any) -> str:
    """The timeline in the words of an adapter.

    Raises:
        ToolError: when it cannot say it.
    """
    import opentimelineio as otio

    try:
        return str(otio.adapters.write_to_string(timeline, adapter, **options))
    except (otio.exceptions.OTIOError, ValueError) as error:
        raise ToolError(f"the timeline cannot be written as {adapter}: {error}") from error
