"""The options of the local renderer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from backends.contract import Value
from backends.options import Problem, nearest, number

#: Every option with what it takes.
SETTINGS = {
    "evaluations": "how often the transformer is run for a clip, 1 to 1000; default 49",
    "dtype": "auto, float32 or bfloat16; auto is bfloat16 on a GPU and float32 on a CPU",
    "device": "auto, cpu or cuda; auto is the first GPU where there is one",
    "memory": "staged (the parts of one stage at a time, the default) or resident (all parts at once)",
    "threads": "threads of the CPU, 1 to 256, part of the result; 0, the default: as torch chooses",
    "checkpoint_every": "evaluations from one saved state to the next, 0 for none; default 5",
}
_CHOICES = {
    "dtype": ("auto", "float32", "bfloat16"),
    "device": ("auto", "cpu", "cuda"),
    "memory": ("staged", "resident"),
}
_RANGES = {"evaluations": (1, 1000), "threads": (0, 256), "checkpoint_every": (0, 1000)}


@dataclass(frozen=True, slots=True)
class Settings:
    """The options as they were given; see `SETTINGS`."""

    evaluations: int = 49
    dtype: str = "auto"
    device: str = "auto"
    memory: str = "staged"
    threads: int = 0
    checkpoint_every: int = 5


def read(given: Mapping[str, Value]) -> tuple[Settings, list[Problem]]:
    """The options of a request, and what is wrong with them."""
    values: dict[str, str | int] = {}
    problems = []
    for name, value in given.items():
        if name in _CHOICES:
            if value in _CHOICES[name]:
                values[name] = str(value)
            else:
                problems.append(Problem(name, f"{value!r} is none of {', '.join(_CHOICES[name])}", _CHOICES[name][0]))
        elif name in _RANGES:
            lowest, highest = _RANGES[name]
            given_number = number(value)
            if given_number is None or given_number != int(given_number):
                problems.append(Problem(name, f"{value!r} is no whole number", str(getattr(Settings(), name))))
            elif not lowest <= given_number <= highest:
                legal = min(max(int(given_number), lowest), highest)
                problems.append(Problem(name, f"{given_number:g} is not from {lowest} to {highest}", str(legal)))
            else:
                values[name] = int(given_number)
        else:
            problems.append(Problem(name, f"is not among {', '.join(SETTINGS)}", nearest(name, SETTINGS), unknown=True))
    return Settings(**values), problems  # type: ignore[arg-type]
