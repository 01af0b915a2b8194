"""The files that a brief names: inside of its folder, there, and of the right kind."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import NamedTuple

from h3prompt.probe import probe

from .model import Brief, FileRole
from .tree import Problem
from .words import Complaint, Keys, nearest, shown


class FileKind(StrEnum):
    """What a file has to be."""

    IMAGE = "image"
    VIDEO = "video"
    AUDIO = "audio"
    FONT = "font"


class BriefFile(NamedTuple):
    """A file that a brief names: where in the brief, its path as written, and what it has to be."""

    keys: Keys
    path: str
    kind: FileKind


_VIDEO = frozenset((".mp4", ".mov", ".mkv", ".webm", ".avi", ".m4v", ".mpg", ".mpeg"))
#: Containers that hold sound alone as well as films; the name of the file decides.
_SOUND = frozenset((".m4a", ".mka", ".weba", ".m4b", ".webm", ".mp4"))
_FONTS = (b"\0\x01\0\0", b"OTTO", b"ttcf", b"true")
_FORMATS = {
    FileKind.IMAGE: "PNG, JPEG, WebP, GIF, BMP or TIFF",
    FileKind.VIDEO: "MP4, MOV, MKV, WebM or AVI",
    FileKind.AUDIO: "WAV, MP3, FLAC, OGG, Opus or M4A",
    FileKind.FONT: "TTF, OTF or TTC",
}
_HEARD = frozenset((FileRole.VOICE,))
_MOVING = frozenset((FileRole.MOTION,))


def files(brief: Brief) -> Iterator[BriefFile]:
    """Every file that `brief` names, in the order of the brief."""
    if brief.audio.track is not None:
        yield BriefFile(("audio", "track"), brief.audio.track, FileKind.AUDIO)
    if brief.audio.music is not None:
        yield BriefFile(("audio", "music", "file"), brief.audio.music.file, FileKind.AUDIO)
    if brief.captions.font is not None:
        yield BriefFile(("captions", "font"), brief.captions.font, FileKind.FONT)
    for name, entity in brief.entities.items():
        for number, file in enumerate(entity.files):
            yield BriefFile(
                ("entities", name, "files", number, "file"), file.file, reference_kind(file.role, file.file)
            )
    for number, shot in enumerate(brief.shots):
        for field in ("first_frame", "last_frame"):
            path = getattr(shot, field)
            if path is not None:
                yield BriefFile(("shots", number, field), path, FileKind.IMAGE)


def reference_kind(role: FileRole, path: str) -> FileKind:
    """What a reference file is: a voice is sound, a motion is a film, anything else a picture or a film by its name."""
    if role in _HEARD:
        return FileKind.AUDIO
    if role in _MOVING or PurePosixPath(path).suffix.lower() in _VIDEO:
        return FileKind.VIDEO
    return FileKind.IMAGE


def check_files(brief: Brief, folder: Path, *, look: bool = True) -> Iterator[Complaint]:
    """What is wrong with the files of a brief.

    Args:
        brief: as it was read.
        folder: the folder that the brief is in.
        look: the files are opened; otherwise only their paths are judged.
    """
    looker = _Looker(folder)
    for file in files(brief):
        problem = _path(file.path) or (looker.look(file) if look else None)
        if problem is not None:
            yield Complaint(file.keys, problem)


def _problem(code: str, message: str, suggestion: str | None = None) -> Problem:
    return Problem(code, 0, 0, message, suggestion)


def _path(path: str) -> Problem | None:
    """What is wrong with a path before the disk is asked."""
    if "\n" in path:
        return _problem("BRF070", f"the path {shown(path)} has a character that no file name has")
    windows = PureWindowsPath(path)
    if path.startswith(("/", "\\", "~")) or windows.drive:
        name = windows.name if "\\" in path else PurePosixPath(path).name
        message = f"the path {shown(path)} is absolute; paths are relative to the folder of the brief"
        return _problem("BRF070", message, name or None)
    if "\\" in path:
        return _problem("BRF070", f"the path {shown(path)} has a \\; folders are divided by /", path.replace("\\", "/"))
    if ".." in PurePosixPath(path).parts:
        message = f"the path {shown(path)} goes up with ..; a file lies in the folder of the brief or below it"
        return _problem("BRF070", message, "copy the file into the folder of the brief")
    return None


class _Looker:
    """Looks at files below one folder; what it read of a folder it keeps."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.real = os.path.realpath(folder)
        self._names: dict[Path, tuple[str, ...]] = {}
        self._seen: dict[tuple[str, FileKind], Problem | None] = {}

    def look(self, file: BriefFile) -> Problem | None:
        key = (file.path, file.kind)
        if key not in self._seen:
            try:
                self._seen[key] = self._look(file)
            except (OSError, ValueError) as error:
                reason = getattr(error, "strerror", None) or error
                self._seen[key] = _problem("BRF074", f"{shown(file.path)} cannot be read: {reason}")
        return self._seen[key]

    def _look(self, file: BriefFile) -> Problem | None:
        path = self.folder / file.path
        # First of all, so that no folder elsewhere is even listed.
        target = os.path.realpath(path)
        if target != self.real and not target.startswith(self.real.rstrip(os.sep) + os.sep):
            message = f"{shown(file.path)} is a link that leads out of the folder of the brief"
            return _problem("BRF070", message, "copy the file into the folder of the brief")
        problem = self._spelling(file.path)
        if problem is not None:
            return problem
        if not path.exists():
            return _problem("BRF071", f"{shown(file.path)} is a link to a file that does not exist")
        return _content(file, path)

    def _spelling(self, path: str) -> Problem | None:
        """Walks down the path by the names that stand on disk, so that capitals count everywhere."""
        here = self.folder
        right: list[str] = []
        for part in PurePosixPath(path).parts:
            names = self._list(here)
            if part in names:
                right.append(part)
            else:
                same = next((name for name in names if _folded(name) == _folded(part)), None)
                if same is None:
                    return self._absent(path, part, names, here)
                right.append(same)
            here = here / right[-1]
        found = "/".join(right)
        if right != list(PurePosixPath(path).parts):
            if _composed(found) == _composed("/".join(PurePosixPath(path).parts)):
                message = (
                    f"{shown(path)} is stored with its accents apart (another Unicode form), which some systems refuse"
                )
                return _problem("BRF072", message, "name the file anew")
            return _problem("BRF072", f"{shown(path)} has other capitals on disk, which some systems refuse", found)
        return None

    def _absent(self, path: str, part: str, names: tuple[str, ...], here: Path) -> Problem:
        suffix = PurePosixPath(part).suffix.lower()
        same = [name for name in names if PurePosixPath(name).suffix.lower() == suffix]
        alike = [name for name in same if name[:1].casefold() == part[:1].casefold()]
        near = nearest(part, alike) or nearest(part, same) or nearest(part, names)
        inside = os.path.relpath(here, self.folder).replace(os.sep, "/")
        where = "" if inside == "." else f" in {inside}"
        message = f"{shown(path)} does not exist" + (f"; there is no {part}{where}" if part != path else "")
        parts = [*PurePosixPath(path).parts]
        if near is not None:
            parts[parts.index(part)] = near
        return _problem("BRF071", message, f"did you mean {'/'.join(parts)}?" if near else None)

    def _list(self, folder: Path) -> tuple[str, ...]:
        if folder not in self._names:
            try:
                self._names[folder] = tuple(entry.name for entry in folder.iterdir())
            except (FileNotFoundError, NotADirectoryError):
                self._names[folder] = ()
        return self._names[folder]


def _composed(name: str) -> str:
    return unicodedata.normalize("NFC", name)


def _folded(name: str) -> str:
    return _composed(name).casefold()


def _content(file: BriefFile, path: Path) -> Problem | None:
    probed = probe(path)
    name = shown(file.path)
    if probed.problem is not None:
        return _problem("BRF074", f"{name} {probed.problem}")
    wanted = f"a {file.kind.value}" if file.kind is not FileKind.IMAGE else "an image"
    wanted = "sound" if file.kind is FileKind.AUDIO else wanted
    if file.kind is FileKind.FONT:
        with path.open("rb") as opened:
            if opened.read(4) in _FONTS:
                return None
    elif probed.kind is not None and probed.kind.value == file.kind.value:
        return None
    elif file.kind is FileKind.AUDIO and probed.kind is not None and probed.kind.value == "video":
        if path.suffix.lower() in _SOUND:
            return None
    found = f"is {probed.format.upper()}" if probed.format else "is of no format that is known"
    return _problem("BRF073", f"{name} {found}; {wanted} belongs here ({_FORMATS[file.kind]})")
