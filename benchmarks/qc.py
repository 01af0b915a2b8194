"""What an inspection costs: against a plain decode of the same file, and against one ffmpeg pass for each check.

    python benchmarks/qc.py [--seconds 40] [--runs 3]

All are measured in turns in the same run, as wall time of whole processes (the inspection as ``h3 qc``).
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from backends.media.find import find  # noqa: E402

#: What an inspection looks for, as filters of ffmpeg with the same meaning: each is a pass of its own.
PASSES = (
    ("-vf", "blackdetect=d=0.1"),
    ("-vf", "freezedetect=d=0.5"),
    ("-vf", "scdet=t=10"),
    ("-vf", "signalstats"),
    ("-af", "silencedetect=n=-70dB:d=0.5"),
    ("-af", "astats"),
    ("-af", "ebur128=peak=true"),
)


def seconds(command: Sequence[str]) -> float:
    """Wall time of a command that must succeed."""
    start = time.perf_counter()
    done = subprocess.run(list(command), capture_output=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr.decode()[-2_000:]
    return time.perf_counter() - start


def film(path: Path, length: int) -> None:
    """A film of moving pictures with grain and sound, 1344x768."""
    picture = f"testsrc2=s=1344x768:r=24:d={length},noise=alls=6:allf=t"
    sound = f"anoisesrc=d={length}:a=0.1:r=48000,aformat=channel_layouts=stereo"
    command = [find().path, "-v", "error", "-f", "lavfi", "-i", picture, "-f", "lavfi", "-i", sound]
    subprocess.run(
        [
            *command,
            "-c:v",
            "libx264",
            "-crf",
            "18",
            "-preset",
            "veryfast",
            "-pix_fmt",
            "yuv420p",
            "-c:a",
            "aac",
            str(path),
        ],
        check=True,
    )


def main() -> None:
    """Prints the ratios."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=40)
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "film.mp4")
        film(path, options.seconds)
        plain = [find().path, "-v", "error", "-i", str(path), "-f", "null", "-"]
        ours = [sys.executable, "-m", "production", "qc", str(path), "--json"]
        single = [[find().path, "-v", "error", "-i", str(path), flag, what, "-f", "null", "-"] for flag, what in PASSES]
        times: dict[str, list[float]] = {"inspection": [], "plain decode": [], "one pass a check": []}
        for _ in range(options.runs):
            times["plain decode"].append(seconds(plain))
            times["inspection"].append(seconds(ours))
            times["one pass a check"].append(sum(seconds(command) for command in single))
    middle = {name: statistics.median(values) for name, values in times.items()}
    for name, value in middle.items():
        print(f"{name}: {value:.2f} s")
    print(f"inspection / plain decode: {middle['inspection'] / middle['plain decode']:.2f} (goal: at most 1.5)")
    print(f"one pass a check / inspection: {middle['one pass a check'] / middle['inspection']:.2f}")


if __name__ == "__main__":
    main()
