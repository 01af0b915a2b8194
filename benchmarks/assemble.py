"""How fast the assembly is against one ffmpeg command and against moviepy, and how much memory it takes.

    python benchmarks/assemble.py                  20 clips of 5 s at 768x1344, 16 cuts and 4 dissolves
    python benchmarks/assemble.py --clips 6 --seconds 2 --size 384x672
    python benchmarks/assemble.py --memory         peak memory of all our processes with 20, 100 and 300 clips

The ffmpeg command is written by hand, does the same work in one graph and encodes with the same settings. moviepy takes part
when it is installed (`pip install moviepy`). Ratios of one run on one machine are printed; seconds are not comparable.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import threading
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from backends.media import run
from h3prompt.brief.joins import JoinKind
from h3prompt.grid import Canvas
from production.assembly import graph
from production.assembly.assemble import assemble
from production.edit import Edit, Piece, Sound

OVERLAP = 12


def clips(folder: Path, count: int, frames: int, canvas: Canvas) -> list[Path]:
    """Test clips with moving pictures and a tone each; only a few are made, the others are links to them."""
    made = []
    for number in range(min(count, 4)):
        path = folder / f"source{number}.mp4"
        picture = f"testsrc2=size={canvas.width}x{canvas.height}:rate=24,hue=h={90 * number},noise=alls=6:allf=t"
        tone = f"sine=frequency={300 + 40 * number}:sample_rate=48000,aformat=channel_layouts=stereo"
        inputs = ["-f", "lavfi", "-i", picture, "-f", "lavfi", "-i", tone, "-t", str(frames / 24)]
        colour = ["-color_range", "tv", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"]
        coder = ["-c:v", "libx264", "-preset", "ultrafast", "-crf", "18", "-pix_fmt", "yuv420p", *colour, "-c:a", "aac"]
        run.run(["-y", *inputs, *coder, str(path)], what="a clip")
        made.append(path)
    found = []
    for number in range(count):
        link = folder / f"clip{number:03}.mp4"
        link.hardlink_to(made[number % len(made)])
        found.append(link)
    return found


def joins(count: int) -> list[bool]:
    """Which clips are entered by a dissolve: four, evenly spread."""
    dissolves = {round(count * part / 5) for part in range(1, 5)}
    return [number in dissolves and number > 0 for number in range(count)]


def pieces(files: list[Path], frames: int) -> tuple[Piece, ...]:
    """Each clip without its first and last half second, which are handles."""
    shown = frames - 2 * OVERLAP
    kinds = joins(len(files))
    return tuple(
        Piece(path.stem, path, OVERLAP, shown, *((JoinKind.DISSOLVE, OVERLAP) if dissolve else ()))
        for path, dissolve in zip(files, kinds, strict=True)
    )


def by_hand(files: list[Path], frames: int, target: Path) -> list[str]:
    """One command with one graph: trim, join by concat and xfade, encode."""
    kinds = [*joins(len(files)), False]
    half = OVERLAP // 2
    parts, inputs = [], []
    for number, path in enumerate(files):
        inputs += ["-i", str(path)]
        start = OVERLAP - (half if kinds[number] else 0)
        end = frames - OVERLAP + (half if kinds[number + 1] else 0)
        parts.append(
            f"[{number}:v]fps=24,trim=start_frame={start}:end_frame={end},setpts=PTS-STARTPTS,setsar=1,format=yuv420p,"
            f"settb=1/12288[v{number}]"
        )
        parts.append(
            f"[{number}:a]atrim=start_sample={start * 2000}:end_sample={end * 2000},asetpts=N/SR/TB[a{number}]"
        )
    video, audio, length = "v0", "a0", frames - 2 * OVERLAP + (half if kinds[1] else 0)
    for number in range(1, len(files)):
        own = frames - 2 * OVERLAP + (half if kinds[number] else 0) + (half if kinds[number + 1] else 0)
        if kinds[number]:
            length -= OVERLAP
            parts.append(f"[{video}][v{number}]xfade=duration=0.5:offset={length / 24:.6f},settb=1/12288[x{number}]")
            parts.append(f"[{audio}][a{number}]acrossfade=d=0.5:c1=qsin:c2=qsin[y{number}]")
        else:
            parts.append(f"[{video}][{audio}][v{number}][a{number}]concat=v=1:a=1[c{number}][y{number}]")
            parts.append(f"[c{number}]settb=1/12288[x{number}]")
        video, audio, length = f"x{number}", f"y{number}", length + own
    coder: list[str] = []
    for key, value in graph.ENCODER.items():
        coder += [f"-{key}", str(value)]
    outputs = [
        "-map",
        f"[{video}]",
        "-map",
        f"[{audio}]",
        *coder,
        "-c:a",
        "aac",
        "-b:a",
        "256k",
        "-movflags",
        "+faststart",
    ]
    return ["-y", *inputs, "-filter_complex", ";".join(parts), *outputs, str(target)]


def by_moviepy(files: list[Path], frames: int, target: Path) -> None:
    """The same film with moviepy 2, with the same encoder, preset and quality."""
    from moviepy import CompositeVideoClip, VideoFileClip  # type: ignore[import-not-found]
    from moviepy.video.fx import CrossFadeIn  # type: ignore[import-not-found]

    kinds = [*joins(len(files)), False]
    shown, at, layers = [], 0.0, []
    for number, path in enumerate(files):
        before = OVERLAP / 48 if kinds[number] else 0.0
        after = OVERLAP / 48 if kinds[number + 1] else 0.0
        clip = VideoFileClip(str(path)).subclipped(0.5 - before, (frames - OVERLAP) / 24 + after)
        if kinds[number]:
            clip = clip.with_effects([CrossFadeIn(OVERLAP / 24)])
        layers.append(clip.with_start(max(0.0, at - before)))
        at += (frames - 2 * OVERLAP) / 24
        shown.append(clip)
    settings = ["-crf", str(graph.ENCODER["crf"])]
    film = CompositeVideoClip(layers).with_duration(at)
    film.write_videofile(
        str(target), fps=24, codec="libx264", preset=graph.ENCODER["preset"], ffmpeg_params=settings, logger=None
    )


def seconds(work: Any) -> float:
    """How long `work` takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def tree(root: int) -> int:
    """Resident memory of a process and all its children in kilobytes; Linux."""
    children: dict[int, list[int]] = {}
    sizes: dict[int, int] = {}
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            lines = dict(line.split(":", 1) for line in status.read_text().splitlines() if ":" in line)
        except OSError:
            continue
        number = int(lines["Pid"])
        children.setdefault(int(lines["PPid"]), []).append(number)
        sizes[number] = int(lines.get("VmRSS", "0").split()[0])
    total, left = 0, [root]
    while left:
        number = left.pop()
        total += sizes.get(number, 0)
        left += children.get(number, [])
    return total


def memory(counts: list[int]) -> None:
    """Prints the peak memory of assembling films of so many clips, each in a process of its own."""
    found = {}
    for count in counts:
        command = [sys.executable, __file__, "--one-film", str(count)]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        peak = 0
        done = threading.Event()
        threading.Thread(target=lambda one=process, over=done: (one.wait(), over.set()), daemon=True).start()
        while not done.wait(0.05):
            peak = max(peak, tree(process.pid))
        if process.returncode:
            raise SystemExit(f"the film of {count} clips failed")
        found[count] = peak
        print(
            f"{count} clips: peak {peak / 1024:.0f} MiB, {peak / found[counts[0]]:.2f} times that of {counts[0]} clips"
        )


def one_film(count: int) -> None:
    """A film of so many short clips, all different for the cache."""
    canvas = Canvas(384, 672)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = clips(folder, count, 48, canvas)
        assemble(Edit(pieces(files, 48), canvas), folder / "film.mp4", work=folder / "work")


def speed(count: int, length: int, canvas: Canvas) -> None:
    """Prints how long each way takes against ours."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        frames = length * 24
        files = clips(folder, count, frames, canvas)
        edit = Edit(pieces(files, frames), canvas, Sound(target=None, match_limit=0))
        ours = seconds(lambda: assemble(edit, folder / "ours.mp4", work=folder / "work"))
        again = seconds(lambda: assemble(edit, folder / "again.mp4", work=folder / "work"))
        hand = seconds(lambda: run.run(by_hand(files, frames, folder / "hand.mp4"), what="by hand"))
        results = {
            "clips": count,
            "frames": edit.frames,
            "canvas": str(canvas),
            "time of ours / one ffmpeg command": round(ours / hand, 3),
            "time of ours with all segments there / one ffmpeg command": round(again / hand, 3),
        }
        if find_spec("moviepy"):
            moviepy = seconds(lambda: by_moviepy(files, frames, folder / "moviepy.mp4"))
            results["time of moviepy / ours"] = round(moviepy / ours, 3)
        else:
            results["moviepy"] = "not installed: pip install moviepy"
        print(json.dumps(results, indent=1))


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clips", type=int, default=20, help="at least 6")
    parser.add_argument(
        "--seconds", type=int, default=5, help="of each clip, handles of half a second included; at least 2"
    )
    parser.add_argument("--size", default="768x1344")
    parser.add_argument("--memory", action="store_true", help="peak memory with 20, 100 and 300 clips (Linux)")
    parser.add_argument("--one-film", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one_film:
        one_film(options.one_film)
    elif options.memory:
        memory([20, 100, 300])
    else:
        width, height = (int(part) for part in options.size.split("x"))
        speed(max(6, options.clips), max(2, options.seconds), Canvas(width, height))


if __name__ == "__main__":
    main()
