"""Inspects one media file: a look at the picture, a look at the sound, then every check on what was seen and heard."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

from backends.media.probe import probe
from h3prompt.errors import SourceError

from ..hashes import sha256
from .checks import CHECKS, Check
from .facts import Facts, Picture, Sound
from .limits import Limits
from .model import Expected, Inspection, MediaFinding
from .picture import Progress, find_cuts, read_picture
from .sound import POINTS, read_sound

#: What ffmpeg also opens: lists of other files, whose pictures are not in the bytes that are hashed, and plain text.
_NO_MEDIA = frozenset({"concat", "concatf", "dash", "hls", "imf", "lavfi", "sdp", "tty"})


def inspect(
    path: Path,
    expected: Expected = Expected(),  # noqa: B008
    *,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] | None = None,
    limits: Limits = Limits(),  # noqa: B008
) -> Inspection:
    """Looks at a file and says what is wrong with it.

    Picture and sound are decoded once each, at the same time. A check whose needs are not met is named in `Inspection.skipped`.

    Args:
        path: the file.
        expected: what it should be; what is not known is not checked.
        progress: called with the frames that were looked at and those that there should be.
        cancelled: asked again and again.
        limits: the thresholds.

    Raises:
        SourceError: when the file does not exist or cannot be opened.
        Interrupted: when it was cancelled.
    """
    judged = sha256(path)
    facts = Facts(path, expected, limits)
    try:
        facts.media = probe(path, count=True)
        if facts.media.format.split(",")[0] in _NO_MEDIA:
            facts.problem = f"is no media file but one that ffmpeg reads as {facts.media.format}"
            facts.media = None
    except SourceError as error:
        facts.problem = error.message
    if facts.media is not None:
        _look(facts, progress, cancelled)
    findings: list[MediaFinding] = []
    ran, skipped = [], {}
    for check in CHECKS:
        reason = _missing(check, facts)
        if reason:
            skipped[check.code] = reason
            continue
        ran.append(check.code)
        findings += check.look(facts, check)
    if facts.problem:
        decodes = next(check for check in CHECKS if check.name == "decodes")
        from h3prompt.findings import Level

        findings.append(decodes.say(facts, Level.ERROR, facts.problem.removeprefix(f"{path}: ")))
    findings.sort(
        key=lambda found: (found.start if found.start is not None else -1, found.finding.level.rank, found.finding.code)
    )
    return Inspection(
        path=path,
        sha256=judged,
        size=path.stat().st_size,
        findings=tuple(findings),
        ran=tuple(ran),
        skipped=skipped,
        measured=measured(facts),
    )


def _look(facts: Facts, progress: Progress | None, cancelled: Callable[[], bool] | None) -> None:
    media = facts.media
    assert media is not None
    total = facts.expected.frames or (media.video.frames if media.video else 0) or 0
    with ThreadPoolExecutor(2, thread_name_prefix="inspect") as pool:
        picture: Future[Picture] | None = None
        sound: Future[Sound] | None = None
        if media.video is not None:
            size = (int(media.video.shown[0]), int(media.video.shown[1]))
            picture = pool.submit(
                read_picture,
                facts.path,
                size,
                facts.limits,
                stream=media.video.index,
                total=total,
                progress=progress,
                cancelled=cancelled,
            )
        if media.audio is not None:
            sound = pool.submit(
                read_sound, facts.path, media.audio, facts.limits, joins=facts.expected.joins, cancelled=cancelled
            )
        if picture is not None:
            facts.picture = picture.result()
            facts.cuts = find_cuts(facts.picture, facts.limits)
        if sound is not None:
            facts.sound = sound.result()


def _missing(check: Check, facts: Facts) -> str:
    """Why a check cannot run, "" when it can."""
    if facts.media is None:
        return "the file is no media file"
    for need in check.needs:
        if need == "picture":
            if facts.picture is None or not facts.picture.frames:
                return "there is no picture"
        elif need == "sound":
            if facts.sound is None:
                return "there is no sound"
        elif need != "media":
            value = getattr(facts.expected, need)
            # No cuts and no lines can be a plan; for the others nothing to compare is nothing known.
            if value is None or (value == () and need not in ("cuts", "lines")):
                return f"not known: {need}"
    return ""


def measured(facts: Facts) -> dict[str, Any]:
    """What a report shows besides the findings: JSON values, curves of at most 2,000 points."""
    found: dict[str, Any] = {}
    media, picture, sound = facts.media, facts.picture, facts.sound
    if media is not None and media.video is not None:
        video = media.video
        found |= {
            "width": video.width,
            "height": video.height,
            "fps": None if video.rate is None else round(float(video.rate), 4),
            "codec": video.codec,
            "pixel_format": video.pixel_format,
        }
    if picture is not None:
        found |= {"frames": picture.frames, "cuts": list(facts.cuts), "luma": _curve(picture.luma)}
    if sound is not None:
        found |= {
            "samples": sound.samples,
            "rate": sound.rate,
            "channels": sound.channels,
            "level_db": _curve(sound.levels),
            "waveform": [list(pair) for pair in sound.waveform],
            "integrated_lufs": sound.integrated,
            "loudness_range_lu": sound.range,
            "true_peak_dbtp": sound.true_peak,
        }
    return found


def _curve(values: Any) -> list[float]:
    import numpy as np

    if not len(values):
        return []
    step = -(-len(values) // POINTS)
    return [round(float(np.mean(part)), 2) for part in np.split(values, range(step, len(values), step))]
