"""REF: the files that travel with the prompt, as stated and, on request, as they are."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import PurePosixPath, PureWindowsPath

from .. import grid
from ..context import Kind, Reference
from ..facts import Check
from ..findings import Level, Span
from ..limits import MODEL_CARD, SERVERS
from .base import Hit, Rule, rule

_CARD = "Model card; the servers enforce it unevenly."
#: A stated length may be rounded by so many seconds.
_ROUNDED = Fraction(1, 10)


def _hit(reference: Reference, message: str, suggestion: str | None = None) -> Hit:
    return Hit(reference.span or Span(0, 0), message, suggestion, in_file=True)


def _of(check: Check, kind: Kind) -> list[Reference]:
    return [reference for reference in check.context.references or () if reference.kind is kind]


def _plural(count: int, kind: Kind) -> str:
    return f"{count} {kind.value} file{'' if count == 1 else 's'}"


@rule("REF001", "too-many-files", Level.ERROR, evidence=_CARD, needs=("references",), family="reference")
def too_many_files(check: Check) -> Iterator[Hit]:
    """More files than the model takes.

    At most 9 images, 3 videos and 3 audios, 12 files together.

    Wrong::

        references: ten images

    Right::

        references: nine images
    """
    most = {Kind.IMAGE: MODEL_CARD.images, Kind.VIDEO: MODEL_CARD.videos, Kind.AUDIO: MODEL_CARD.audios}
    over = False
    for kind, limit in most.items():
        files = _of(check, kind)
        if limit is not None and len(files) > limit:
            over = True
            message = f"{_plural(len(files), kind)} are sent; the model takes at most {limit}"
            yield _hit(files[limit], message, f"at most {limit}")
    references = check.context.references or ()
    if not over and MODEL_CARD.files is not None and len(references) > MODEL_CARD.files:
        message = f"{len(references)} files are sent; the model takes at most {MODEL_CARD.files} together"
        yield _hit(references[MODEL_CARD.files], message, f"at most {MODEL_CARD.files}")


@rule("REF002", "reference-length", Level.ERROR, evidence=_CARD, needs=("references",))
def reference_length(check: Check) -> Iterator[Hit]:
    """A video or an audio is shorter than 2 s or longer than 15 s, or all of a kind are longer than 15 s together.

    Videos and audios have a budget each; the sound track of a video does not count as an audio. A clip of 362 frames lasts
    15.083 s and is too long: cut it to 345 frames. With ``--files`` a length that is not stated is measured.

    Wrong::

        - {kind: video, path: walk.mp4, seconds: 15.083}

    Right::

        - {kind: video, path: walk.mp4, seconds: 14.375}
    """
    shortest, longest = MODEL_CARD.clip_seconds or (0, 10**9)
    for kind in (Kind.VIDEO, Kind.AUDIO):
        total, told = Fraction(0), False
        for reference in _of(check, kind):
            seconds = reference.seconds
            if seconds is None and check.files:
                seconds = check.probed(reference).seconds
            if seconds is None:
                continue
            total += seconds
            if not shortest <= seconds <= longest:
                told = True
                yield _hit(reference, _wrong_length(kind, seconds, shortest, longest), f"{shortest} to {longest} s")
            elif not told and MODEL_CARD.total_seconds is not None and total > MODEL_CARD.total_seconds:
                told = True
                message = f"the {kind.value} files up to this one last {float(total):g} s together; {MODEL_CARD.total_seconds} s is the most"
                yield _hit(reference, message, f"at most {MODEL_CARD.total_seconds} s together")


def _wrong_length(kind: Kind, seconds: Fraction, shortest: int, longest: int) -> str:
    message = f"the {kind.value} lasts {float(seconds):g} s; the model takes {shortest} to {longest} s"
    if kind is Kind.VIDEO and seconds > longest:
        frames = max(count for count in range(grid.FRAME_OFFSET, longest * grid.FPS + 1, grid.FRAME_STEP))
        message += f"; a clip of its own is cut to {frames} frames ({float(grid.seconds(frames)):.3f} s)"
    return message


@rule("REF003", "audio-alone", Level.ERROR, evidence=_CARD, needs=("references",), family="reference")
def audio_alone(check: Check) -> Iterator[Hit]:
    """Audio is the only kind of reference.

    Wrong::

        references: [{kind: audio, path: voice.wav}]

    Right::

        references: [{kind: image, path: face.png}, {kind: audio, path: voice.wav}]
    """
    references = check.context.references or ()
    if references and all(reference.kind is Kind.AUDIO for reference in references):
        yield _hit(references[0], "audio cannot be the only reference; add an image or a video")


@rule(
    "REF004",
    "absolute-path",
    Level.INFO,
    evidence="A prompt file travels; a path of one machine does not.",
    needs=("references",),
)
def absolute_path(check: Check) -> Iterator[Hit]:
    """A path of a reference is absolute, or written with backslashes.

    Paths are relative to the folder of the prompt file and have slashes, so that the file means the same everywhere.

    Wrong::

        path: /home/ana/film/plate.png

    Right::

        path: plate.png
    """
    for reference in check.context.references or ():
        path = reference.path
        if "://" in path:
            continue
        if PurePosixPath(path).is_absolute() or PureWindowsPath(path).is_absolute():
            yield _hit(
                reference, f"{path} is a path of one machine; write it relative to the folder of the prompt file"
            )
        elif "\\" in path:
            yield _hit(
                reference, f"{path} has backslashes, which part folders on Windows alone", path.replace("\\", "/")
            )


def _files(check: Check) -> Iterator[Reference]:
    """The references that are files of this machine and can be looked at."""
    for reference in check.context.references or ():
        if reference.path and "://" not in reference.path:
            yield reference


@rule(
    "REF005",
    "file-unreadable",
    Level.ERROR,
    evidence="What cannot be read cannot be sent.",
    needs=("references", "files"),
)
def file_unreadable(check: Check) -> Iterator[Hit]:
    """A reference file does not exist, is empty or cannot be read.

    Looked at only on request (``--files``). Paths are relative to the folder of the prompt file.

    Wrong::

        path: palte.png  (the file is plate.png)

    Right::

        path: plate.png
    """
    for reference in _files(check):
        problem = check.probed(reference).problem
        if problem:
            yield _hit(reference, f"{reference.path} {problem}")


@rule(
    "REF006",
    "file-of-another-kind",
    Level.ERROR,
    evidence="Servers judge by content and fail with an unrelated message.",
    needs=("references", "files"),
)
def file_of_another_kind(check: Check) -> Iterator[Hit]:
    """A file holds another kind of medium than stated.

    Judged by its first bytes, as the servers do, never by its name.

    Wrong::

        - {kind: image, path: clip.mp4}

    Right::

        - {kind: video, path: clip.mp4}
    """
    for reference in _files(check):
        found = check.probed(reference)
        if found.problem:
            continue
        if found.kind is None:
            message = (
                f"{reference.path} is no {reference.kind.value} format that is known (it begins with {found.start})"
            )
            yield _hit(reference, message)
        elif found.kind is not reference.kind and not _sound_in_a_film(reference, found.format):
            message = f"{reference.path} is {found.format}, which is {found.kind.value}, not {reference.kind.value}"
            yield _hit(reference, message, f"kind: {found.kind.value}")


def _sound_in_a_film(reference: Reference, name: str) -> bool:
    """Recordings come in the containers of films, too."""
    return reference.kind is Kind.AUDIO and name in ("mp4", "mov", "matroska")


@rule(
    "REF007",
    "file-beyond-limits",
    Level.ERROR,
    evidence="Limits of the servers, each with its source in the table of limits.",
    needs=("references", "files", "backend"),
)
def file_beyond_limits(check: Check) -> Iterator[Hit]:
    """A file has more bytes, more or fewer pixels, or another shape than the backend takes.

    Wrong::

        an image of 200 x 200 pixels for a server that wants 256 to 5760

    Right::

        an image of 1344 x 768 pixels
    """
    server = SERVERS.get(check.context.backend or "")
    if server is None:
        return
    media, total = server.media, 0
    sizes = {Kind.IMAGE: media.image_bytes, Kind.VIDEO: media.video_bytes, Kind.AUDIO: media.audio_bytes}
    edges = {Kind.IMAGE: media.image_pixels, Kind.VIDEO: media.video_pixels}
    ratios = {Kind.IMAGE: media.image_ratio, Kind.VIDEO: media.video_ratio}
    for reference in _files(check):
        found, kind = check.probed(reference), reference.kind
        total += found.size
        most = sizes[kind]
        if most is not None and found.size > most:
            message = f"{reference.path} has {found.size:,} bytes; {server.name} takes at most {most:,}"
            yield _hit(reference, message, f"at most {most:,} bytes")
        elif media.body_bytes is not None and total > media.body_bytes >= total - found.size:
            message = f"the files up to this one have {total:,} bytes together; {server.name} takes requests of {media.body_bytes:,}"
            yield _hit(reference, message, f"at most {media.body_bytes:,} bytes together")
        if found.pixels is not None and min(found.pixels) > 0 and found.kind is kind:
            yield from _shape(reference, found.pixels, edges.get(kind), ratios.get(kind), server.name)


def _shape(
    reference: Reference,
    pixels: tuple[int, int],
    edges: tuple[int, int] | None,
    ratios: tuple[Fraction, Fraction] | None,
    server: str,
) -> Iterator[Hit]:
    width, height = pixels
    if edges is not None and not edges[0] <= min(pixels) <= max(pixels) <= edges[1]:
        message = f"{reference.path} has {width}x{height} pixels; {server} takes edges of {edges[0]} to {edges[1]}"
        yield _hit(reference, message, f"edges of {edges[0]} to {edges[1]} pixels")
    elif ratios is not None and not ratios[0] <= Fraction(width, height) <= ratios[1]:
        least, most = (f"{float(ratio):g}" for ratio in ratios)
        message = f"{reference.path} ({width}x{height}) is {width / height:.2f} times as wide as high; {server} takes {least} to {most}"
        yield _hit(reference, message, f"width / height from {least} to {most}")


@rule(
    "REF008",
    "stated-length-differs",
    Level.WARNING,
    evidence="Budgets are reckoned with the stated length.",
    needs=("references", "files"),
)
def stated_length_differs(check: Check) -> Iterator[Hit]:
    """The stated length of a video or an audio is not the file's.

    Measured where the header tells it: WAV, FLAC, MP4 and MOV.

    Wrong::

        - {kind: audio, path: voice.wav, seconds: 4}  (the file lasts 6.2 s)

    Right::

        - {kind: audio, path: voice.wav, seconds: 6.2}
    """
    for reference in _files(check):
        measured = check.probed(reference).seconds if reference.seconds is not None else None
        if measured is not None and reference.seconds is not None and abs(measured - reference.seconds) > _ROUNDED:
            message = f"{reference.path} lasts {float(measured):.2f} s, not {float(reference.seconds):g} s"
            yield _hit(reference, message, f"{float(measured):.2f}")


REFERENCES: tuple[Rule, ...] = (
    too_many_files,
    reference_length,
    audio_alone,
    absolute_path,
    file_unreadable,
    file_of_another_kind,
    file_beyond_limits,
    stated_length_differs,
)
