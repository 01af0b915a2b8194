"""How fast the checker is, against named alternatives in the same run.

Three figures; the ratios are each the median over rounds in which both sides take turns, so that a machine that slows down slows both:

* throughput: prompts a second of `h3prompt.check`, against files a second of ``yamllint`` on YAML files of the same size;
* growth: time a character of a text of one megabyte, against that of an eighth of it, at four sizes (1: linear);
* start-up: wall time of ``h3 prompt check FILE``, against ``python -c "import typer"``.

Run it with the development extra installed: ``python benchmarks/prompt_check.py [--rounds N] [--json]``. It uses one core.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from yamllint import linter
from yamllint.config import YamlLintConfig

from h3prompt import check, parse

ROOT = Path(__file__).resolve().parent.parent
CORPUS = sorted((ROOT / "tests" / "corpus" / "valid").glob("*.h3.md"))


def yaml_of_size(size: int) -> str:
    """A plain YAML file, without findings, of at least `size` characters."""
    lines = ["---"]
    length = 4
    number = 0
    while length < size:
        entry = [
            f"item_{number}:",
            f"  name: value {number}",
            f"  path: some/where/{number}.png",
            "  parts:",
            "    - one",
            "    - two",
        ]
        lines += entry
        length += sum(len(line) + 1 for line in entry)
        number += 1
    return "\n".join(lines) + "\n"


def per_second(work: Callable[[str], object], texts: list[str], times: int) -> float:
    """Texts a second, by the processor time of this process."""
    start = time.process_time()
    for _ in range(times):
        for text in texts:
            work(text)
    return times * len(texts) / (time.process_time() - start)


def throughput(rounds: int) -> dict[str, float]:
    """Our prompts a second over yamllint's files a second."""
    prompts = [path.read_text("utf-8") for path in CORPUS]
    files = [yaml_of_size(len(prompt)) for prompt in prompts]
    config = YamlLintConfig("extends: default")

    def lint(text: str) -> int:
        return len(list(linter.run(text, config)))

    assert not any(lint(text) for text in files)
    ours, theirs = [], []
    for _ in range(rounds + 1):
        ours.append(per_second(check, prompts, 4))
        theirs.append(per_second(lint, files, 1))
    ratios = [mine / other for mine, other in zip(ours[1:], theirs[1:], strict=True)]
    return {"characters": statistics.mean(map(len, prompts)), "ratio": statistics.median(ratios), "worst": min(ratios)}


def growth(rounds: int) -> dict[str, float]:
    """Time a character at four sizes, over that of the smallest. The text is made of the shots of all prompts."""
    shots = [
        shot.span.of(prompt.text)
        for prompt in (parse(path.read_text("utf-8")) for path in CORPUS)
        for shot in prompt.shots
    ]
    piece = " ".join(shots)
    texts = []
    for size in (125_000, 250_000, 500_000, 1_000_000):
        text = (piece + " ") * (size // len(piece) + 1)
        texts.append("integrated_multimodal_description: " + text[:size])
    best = [float("inf")] * len(texts)
    for _ in range(rounds):
        for index, text in enumerate(texts):
            start = time.process_time()
            check(text)
            best[index] = min(best[index], (time.process_time() - start) / len(text))
    return {f"{len(text)} characters": seconds / best[0] for text, seconds in zip(texts, best, strict=True)}


def wall(command: list[str]) -> float:
    """Wall time of one run of a command, with compiled modules kept as an installation keeps them."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    start = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True, cwd=tempfile.gettempdir(), env=environment)
    return time.perf_counter() - start


def start_up(rounds: int) -> dict[str, float]:
    """Our start-up over that of importing typer alone."""
    ours = [sys.executable, "-m", "production", "prompt", "check", str(CORPUS[0])]
    theirs = [sys.executable, "-c", "import typer"]
    for command in (ours, theirs):
        wall(command)
    ratios = []
    for _ in range(rounds * 3):
        ratios.append(wall(ours) / wall(theirs))
    return {"ratio": statistics.median(ratios), "worst": max(ratios)}


def main() -> None:
    """Prints both ratios."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    result = {
        "throughput_against_yamllint": throughput(arguments.rounds),
        "growth": growth(arguments.rounds),
        "start_up_against_typer": start_up(arguments.rounds),
    }
    if arguments.json:
        print(json.dumps(result))
        return
    speed, start = result["throughput_against_yamllint"], result["start_up_against_typer"]
    print(f"checking {len(CORPUS)} prompts of {speed['characters']:.0f} characters on average, one core")
    print(
        f"  against yamllint on YAML of the same sizes: {speed['ratio']:.1f} times as many a second (worst round {speed['worst']:.1f})"
    )
    rates = ", ".join(f"{ratio:.2f} at {size}" for size, ratio in result["growth"].items())
    print(f"time a character, over that of the smallest text: {rates}")
    print(
        f"start-up of h3 prompt check against python -c 'import typer': {start['ratio']:.2f} times (worst pair {start['worst']:.2f})"
    )


if __name__ == "__main__":
    main()
