"""Films for the tests of reports: small, real files, and texts that would act if a page let them."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

from h3prompt.findings import Finding, Level
from h3prompt.grid import Canvas
from production.hashes import sha256
from production.qc.model import Inspection, MediaFinding
from production.report.model import ClipRow, LineRow, ReportData, ShotRow, TakeRow
from tests import media

#: Everything that a page must not run, and that a name may still hold.
HOSTILE = """</script><script>window.hacked=1</script><img src=x onerror="window.hacked=2"> {{ 7919*7919 }} "'&amp;"""
#: A file name with everything that a URL gives a meaning to.
ODD = "it's 测试 [1] #2%.mp4"
FRAMES = 96


def found(
    code: str, level: Level, message: str, start: int | None, end: int | None = None, **numbers: Any
) -> MediaFinding:
    """A finding at a place."""
    return MediaFinding(Finding(code, level, message), start, end, **numbers)


def film(folder: Path, name: str = "film.mp4", frames: int = FRAMES, size: tuple[int, int] = (320, 192)) -> Path:
    """A clip that a browser plays: H.264 and AAC."""
    folder.mkdir(parents=True, exist_ok=True)
    return media.clip(folder / name, frames, size, audio="tone", rate=48_000, audio_codec="aac")


def measured(frames: int) -> dict[str, Any]:
    """Curves and facts as a check of the file leaves them."""
    wave = [math.sin(at / 17) * math.sin(at / 3) for at in range(900)]
    return {
        "frames": frames,
        "integrated": -14.2,
        "true_peak": -1.3,
        "waveform": [[-abs(value) * 0.8, abs(value)] for value in wave],
        "loudness": [None, None, *(-20 + 6 * math.sin(at / 9) for at in range(frames // 2))],
        "luma": [90 + 40 * math.sin(at / 11) for at in range(frames)],
    }


def report(folder: Path, path: Path, *, text: str = "", draft: bool = True, **changes: Any) -> ReportData:
    """A film of four shots in three clips with lines, findings and takes; `text` is added to everything a person writes."""
    shots = (
        ShotRow("S01", f"The lamp {text}", "C01", 0, 24, "cut", 0, "wide", "push in slow", (
            LineRow(2, 18, f"Ida{text}", f"Who let the cat out? {text}", "English"),
        )),
        ShotRow("S02", "雨夜的灯", "C01", 24, 24, "match", 0, "close-up", "static", (
            LineRow(26, 44, "王", "你听，雨停了。", "Chinese"), LineRow(38, 47, "Ida", "Listen.", "English"),
        )),
        ShotRow("S03", "Street", "C02", 48, 24, "dissolve", 12),
        ShotRow("S04", "Dawn", "C03", 72, 24, "dip", 8),
    )  # fmt: skip
    prompt = f"integrated_multimodal_description: [Shot 1] A lamp burns in a window. {text}\n\noverall_soundscape: Rain.\n\nnon_diegetic_music: N/A\n"
    clips = tuple(
        ClipRow(name, mode, 56, 4, shown, prompt, edited, (
            TakeRow(f"{name}-T01", "done", path, 1234, True, draft, ({"code": "QC-LEVEL", "level": "warning", "message": f"quiet {text}", "time": "00:01.000 (frame 24)"},), {"seconds": 4.25, "engine": f"slate {text}"}),
            TakeRow(f"{name}-T02", "failed", None, 77, False, draft),
        ))
        for name, mode, shown, edited in (("C01", "t2va", 48, False), ("C02", "i2va", 24, True), ("C03", "fl2va", 24, False))
    )  # fmt: skip
    inspection = Inspection(
        path, sha256(path), path.stat().st_size,
        (
            found("QC-FREEZE", Level.ERROR, f"The picture stands still {text}", 60, 70, measured=10.0, limit=6.0),
            found("QC-LEVEL", Level.WARNING, "The level jumps by 7.2 dB between C02 and C03.", 72, 73, measured=7.21, limit=6.0),
            found("QC-RATE", Level.INFO, "The sound was brought from 32 kHz to 48 kHz.", None),
        ),
        ("QC-FREEZE", "QC-LEVEL", "QC-RATE", "QC-BLACK"),
        {"QC-FIRST": f"no first keyframe was given {text}"},
        measured(FRAMES),
    )  # fmt: skip
    values: dict[str, Any] = {
        "title": f"The Lamp 灯 {text}".strip(),
        "version": "v003",
        "film": path,
        "folder": folder,
        "draft": draft,
        "backend": "slate 1",
        "frames": FRAMES,
        "canvas": Canvas(320, 192),
        "shots": shots,
        "clips": clips,
        "inspection": inspection,
        "assumptions": (f"S02 has no length, so it lasts as long as its line needs: 24 frames. {text}",),
        "decisions": ("C02 is rendered with 56 frames, the shortest length that holds its handles.",),
        "made_with": {"h3-film": "0.3.0", "ffmpeg": "8.0"},
        "sound": {"policy": "native", "target": -14.0, "integrated": -14.2, "master": None},
    }
    return ReportData(**{**values, **changes})
