"""REF: the files that travel with the prompt, as stated and, on request, as they are."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import TYPE_CHECKING

from ..context import Kind, Reference
from ..facts import Check
from ..findings import Level, Span
from ..limits import MODEL_CARD, SERVERS, MediaLimits
from .base import Hit, Rule, rule

if TYPE_CHECKING:
    from ..probe import Probed

_CARD = "Model card; the servers enforce it unevenly."


def _hit(reference: Reference, message: str, suggestion: str | None = None, level: Level | None = None) -> Hit:
    return Hit(reference.span or Span(0, 0), message, suggestion, level=level, in_file=True)


def _of(check: Check, kind: Kind) -> list[Reference]:
    return [reference for reference in check.context.references or () if reference.kind is kind]


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
            yield _hit(files[limit], f"{len(files)} {kind.value} files; the model takes {limit}", str(limit))
    references = check.context.references or ()
    if not over and MODEL_CARD.files is not None and len(references) > MODEL_CARD.files:
        yield _hit(
            references[MODEL_CARD.files],
            f"{len(references)} files; the model takes {MODEL_CARD.files}",
            str(MODEL_CARD.files),
        )


@rule("REF002", "reference-length", Level.ERROR, evidence=_CARD, needs=("references",))
def reference_length(check: Check) -> Iterator[Hit]:
    """A video or an audio is shorter than 2 s or longer than 15 s, or all of a kind are longer than 15 s together.

    A clip of 362 frames lasts 15.083 s and is too long: cut it to 345 frames.

    Wrong::

        - {kind: video, path: walk.mp4, seconds: 15.083}

    Right::

        - {kind: video, path: walk.mp4, seconds: 14.375}
    """
    shortest, longest = MODEL_CARD.clip_seconds or (0, 10**9)
    for kind in (Kind.VIDEO, Kind.AUDIO):
        total = Fraction(0)
        for reference in _of(check, kind):
            seconds = reference.seconds
            if seconds is None:
                continue
            total += seconds
            if not shortest <= seconds <= longest:
                yield _hit(
                    reference,
                    f"the {kind.value} lasts {float(seconds):g} s; {shortest} to {longest} s are possible",
                    str(longest if seconds > longest else shortest),
                )
            elif MODEL_CARD.total_seconds is not None and total > MODEL_CARD.total_seconds:
                yield _hit(
                    reference,
                    f"the {kind.value} files last {float(total):g} s together; {MODEL_CARD.total_seconds} s are possible",
                )
                break


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
    """A path of a reference is absolute.

    Paths are relative to the folder of the prompt file.

    Wrong::

        path: /home/ana/film/plate.png

    Right::

        path: plate.png
    """
    for reference in check.context.references or ():
        if PurePosixPath(reference.path).is_absolute() or PureWindowsPath(reference.path).is_absolute():
            yield _hit(reference, f"{reference.path} is a path of one machine; write it relative to the prompt file")


def _probed(check: Check) -> Iterator[tuple[Reference, Probed]]:
    from ..probe import probe

    folder = Path(check.source.name).parent if check.source.name != "-" else Path()
    for reference in check.context.references or ():
        if reference.path:
            yield reference, probe(folder / reference.path)


@rule(
    "REF005",
    "file-unreadable",
    Level.ERROR,
    evidence="What cannot be read cannot be sent.",
    needs=("references", "files"),
)
def file_unreadable(check: Check) -> Iterator[Hit]:
    """A reference file does not exist, is empty or cannot be read.

    Looked at only on request (``--files``).

    Wrong::

        path: palte.png  (the file is plate.png)

    Right::

        path: plate.png
    """
    for reference, found in _probed(check):
        if found.problem:
            yield _hit(reference, f"{reference.path}: {found.problem}")


@rule(
    "REF006",
    "file-of-another-kind",
    Level.ERROR,
    evidence="Servers judge by content and fail with an unrelated message.",
    needs=("references", "files"),
)
def file_of_another_kind(check: Check) -> Iterator[Hit]:
    """A file holds another kind of medium than stated.

    Wrong::

        - {kind: image, path: clip.mp4}

    Right::

        - {kind: video, path: clip.mp4}
    """
    for reference, found in _probed(check):
        if found.problem:
            continue
        if found.kind is None:
            yield _hit(reference, f"{reference.path} is no format that is known (it begins with {found.start})")
        elif found.kind is not reference.kind and not (
            found.kind is Kind.VIDEO and reference.kind is Kind.AUDIO and found.format == "mp4"
        ):
            yield _hit(
                reference,
                f"{reference.path} is {found.format}, which is {found.kind.value}, not {reference.kind.value}",
                found.kind.value,
            )


def _media(check: Check) -> MediaLimits:
    server = SERVERS.get(check.context.backend or "")
    return server.media if server else MODEL_CARD


@rule(
    "REF007", "file-too-large", Level.ERROR, evidence="Limits of the servers.", needs=("references", "files", "backend")
)
def file_too_large(check: Check) -> Iterator[Hit]:
    """A file has more bytes, more or fewer pixels, or another shape than the backend takes.

    Wrong::

        an image of 200 x 200 pixels for a server that wants 256 to 5760

    Right::

        an image of 1344 x 768 pixels
    """
    media = _media(check)
    most = {Kind.IMAGE: media.image_bytes, Kind.VIDEO: media.video_bytes, Kind.AUDIO: media.audio_bytes}
    for reference, found in _probed(check):
        limit = most[reference.kind]
        if limit is not None and found.size > limit:
            yield _hit(reference, f"{reference.path} has {found.size:,} bytes; {check.context.backend} takes {limit:,}")
        if found.pixels is None or reference.kind is not Kind.IMAGE:
            continue
        width, height = found.pixels
        if media.image_pixels and not all(
            media.image_pixels[0] <= edge <= media.image_pixels[1] for edge in found.pixels
        ):
            low, high = media.image_pixels
            yield _hit(
                reference,
                f"{reference.path} has {width}x{height} pixels; {check.context.backend} takes edges of {low} to {high}",
            )
        elif media.image_ratio and not media.image_ratio[0] <= Fraction(width, height) <= media.image_ratio[1]:
            small, large = media.image_ratio
            yield _hit(
                reference,
                f"{reference.path} is {width / height:.2f} times as wide as high; {float(small):g} to {float(large):g} are possible",
            )


@rule(
    "REF008",
    "stated-length-differs",
    Level.WARNING,
    evidence="Budgets are reckoned with the stated length.",
    needs=("references", "files"),
)
def stated_length_differs(check: Check) -> Iterator[Hit]:
    """The stated length of an audio is not the file's.

    Measured for WAV files, whose header tells it.

    Wrong::

        - {kind: audio, path: voice.wav, seconds: 4}  (the file lasts 6.2 s)

    Right::

        - {kind: audio, path: voice.wav, seconds: 6.2}
    """
    for reference, found in _probed(check):
        if (
            reference.seconds is not None
            and found.seconds is not None
            and abs(found.seconds - reference.seconds) > Fraction(1, 10)
        ):
            yield _hit(
                reference,
                f"{reference.path} lasts {float(found.seconds):.2f} s, not {float(reference.seconds):g} s",
                f"{float(found.seconds):.2f}",
            )


REFERENCES: tuple[Rule, ...] = (
    too_many_files,
    reference_length,
    audio_alone,
    absolute_path,
    file_unreadable,
    file_of_another_kind,
    file_too_large,
    stated_length_differs,
)
