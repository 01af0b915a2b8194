"""The options that several commands share, and how their values are read."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from fractions import Fraction

    from h3prompt.context import Context, Reference
    from h3prompt.modes import Mode

ModeOption = Annotated[str | None, typer.Option("--mode", metavar="MODE", help="T2VA, I2VA, FL2VA, L2VA or Ref2VA.")]
DurationOption = Annotated[
    str | None, typer.Option("--duration", metavar="SECONDS", help="The clip's effective length (frames / 24).")
]
FpsOption = Annotated[str | None, typer.Option("--fps", metavar="RATE", help="Frames a second; the model makes 24.")]
RefOption = Annotated[
    list[str] | None,
    typer.Option(
        "--ref",
        metavar="KIND:PATH[,role=ROLE][,seconds=N]",
        help="A reference file (image, video or audio), once for each file, in the order in which they are sent. "
        "ROLE is first_frame, last_frame or reference. --ref none: there are none.",
    ),
]
BackendOption = Annotated[
    str | None, typer.Option("--backend", metavar="NAME", help="The renderer whose limits count.")
]
FilesOption = Annotated[bool, typer.Option("--files", help="Open the reference files and look at them.")]
SequenceOption = Annotated[bool, typer.Option("--sequence", help="The clip is one of several of a film.")]
ConfigOption = Annotated[
    str | None,
    typer.Option(
        "--config", metavar="FILE", help="Use this configuration instead of the nearest h3.toml or pyproject.toml."
    ),
]
DisableOption = Annotated[
    list[str] | None, typer.Option("--disable", metavar="RULE", help="Switch off a rule (code, name or family).")
]
LevelOption = Annotated[
    list[str] | None,
    typer.Option("--level", metavar="RULE=LEVEL", help="Give a rule another level: error, warning, info or off."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]

_TAIL = re.compile(r",(?P<key>role|seconds)=(?P<value>[^,]*)\Z")
_EXTENSIONS = {
    "image": ("png", "jpg", "jpeg", "webp", "bmp", "gif", "tif", "tiff", "avif", "heic"),
    "video": ("mp4", "mov", "mkv", "webm", "avi", "m4v"),
    "audio": ("wav", "mp3", "flac", "m4a", "aac", "ogg", "opus"),
}
_ROLES = {"first": "first_frame", "last": "last_frame"}


def context(
    mode: str | None,
    duration: str | None,
    fps: str | None,
    ref: Sequence[str] | None,
    backend: str | None,
    sequence: bool,
) -> Context:
    """The context that the options state.

    Raises:
        UsageError: for a value that means nothing.
    """
    from h3prompt.context import Context

    if backend is not None:
        from h3prompt.limits import limits

        limits(backend)
    return Context(
        mode=_mode(mode) if mode is not None else None,
        duration=_number("--duration", duration, "seconds") if duration is not None else None,
        fps=_number("--fps", fps, "frames per second") if fps is not None else None,
        references=_references(ref) if ref else None,
        backend=backend,
        sequence=sequence,
    )


def beside(known: Context, file: str) -> Context:
    """`known` for a prompt in `file`: paths of the options are relative to the working folder, those of a prompt to its own."""
    folder = Path(file).parent
    if not known.references or folder == Path():
        return known
    return replace(known, references=tuple(_move(reference, folder) for reference in known.references))


def _move(reference: Reference, folder: Path) -> Reference:
    if not reference.path or Path(reference.path).is_absolute():
        return reference
    try:
        return reference._replace(path=os.path.relpath(reference.path, folder).replace(os.sep, "/"))
    except ValueError:  # Another drive.
        return reference._replace(path=os.path.abspath(reference.path))


def _mode(word: str) -> Mode:
    from h3prompt.modes import Mode

    mode = Mode.read(word)
    if mode is None:
        raise _unknown("--mode", word, [mode.value for mode in Mode])
    return mode


def _number(option: str, text: str, unit: str) -> Fraction:
    from fractions import Fraction

    from h3prompt.errors import UsageError

    written = text.strip().removesuffix("s").strip() if unit == "seconds" else text.strip()
    if not re.fullmatch(r"\d{1,9}(?:\.\d{0,9})?|\.\d{1,9}|\d{1,9}/[1-9]\d{0,8}", written) or not Fraction(written):
        raise UsageError(f"{option}: {text!r} is no number of {unit} above 0", hint=f"for example {option} 5.17")
    return Fraction(written)


def _references(given: Sequence[str]) -> tuple[Reference, ...]:
    if [word.strip().lower() for word in given] == ["none"]:
        return ()
    return tuple(_reference(word) for word in given)


def _reference(word: str) -> Reference:
    """``KIND:PATH,key=value…``. Only known keys at the end are cut off, so commas and colons in a path are safe."""
    from h3prompt.context import Kind, Reference, Role
    from h3prompt.errors import UsageError

    kinds = [kind.value for kind in Kind]
    rest, keys = word, {}
    while match := _TAIL.search(rest):
        if match["key"] in keys:
            raise UsageError(f"--ref {word}: {match['key']} is stated twice")
        keys[match["key"]] = match["value"]
        rest = rest[: match.start()]
    head, colon, path = rest.partition(":")
    kind = head.strip().lower()
    if not colon or (kind not in kinds and _by_extension(rest)):
        kind, path = _by_extension(rest), rest
    if kind not in kinds:
        if colon and len(head) > 1:
            raise _unknown(f"--ref {word}: the kind", head, kinds)
        raise UsageError(
            f"--ref {word}: the kind of file is not known", hint=f"write KIND: in front, one of {', '.join(kinds)}"
        )
    if not path.strip():
        raise UsageError(f"--ref {word}: the path is missing", hint="for example --ref image:hero.png,role=first_frame")
    role = None
    if "role" in keys:
        written = keys["role"].strip().lower().replace("-", "_")
        written = _ROLES.get(written, written)
        roles = [role.value for role in Role]
        if written not in roles:
            raise _unknown(f"--ref {word}: the role", keys["role"], roles)
        role = Role(written)
    seconds = _number(f"--ref {word}: seconds", keys["seconds"], "seconds") if "seconds" in keys else None
    return Reference(Kind(kind), path, role, seconds)


def _by_extension(path: str) -> str:
    extension = path.rpartition(".")[2].lower()
    return next((kind for kind, extensions in _EXTENSIONS.items() if extension in extensions), "")


def levels(given: Sequence[str] | None) -> Mapping[str, str]:
    """The ``RULE=LEVEL`` pairs of ``--level``."""
    from h3prompt.errors import UsageError

    pairs = {}
    for word in given or ():
        rule, equals, level = word.partition("=")
        if not equals:
            raise UsageError(f"--level {word}: write RULE=LEVEL", hint="for example --level SHT016=warning")
        pairs[rule] = level
    return pairs


def one_of(option: str, word: str, known: Sequence[str]) -> str:
    """`word` if it is one of `known`.

    Raises:
        UsageError: when it is not; the hint names the nearest one.
    """
    if word.lower() in known:
        return word.lower()
    raise _unknown(option, word, known)


def _unknown(what: str, word: str, known: Sequence[str]) -> Exception:
    from difflib import get_close_matches

    from h3prompt.errors import UsageError

    lowered = {name.lower(): name for name in known}
    near = get_close_matches(word.strip().lower(), list(lowered), n=1)
    return UsageError(
        f"{what}: {word!r} is unknown; known are {', '.join(known)}",
        hint=f"did you mean {lowered[near[0]]}?" if near else None,
    )
