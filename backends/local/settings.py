"""The options of the local renderer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from backends.contract import Value

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


@dataclass(frozen=True, slots=True)
class Problem:
    """One option that means nothing; `suggestion` is the nearest that does."""

    name: str
    message: str
    suggestion: str | None = None
    unknown: bool = False


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
            number = _whole(value)
            if number is None:
                problems.append(Problem(name, f"{value!r} is no whole number", str(getattr(Settings(), name))))
            elif not lowest <= number <= highest:
                nearest = min(max(number, lowest), highest)
                problems.append(Problem(name, f"{number} is not from {lowest} to {highest}", str(nearest)))
            else:
                values[name] = number
        else:
            problems.append(Problem(name, f"is not among {', '.join(SETTINGS)}", unknown=True))
    return Settings(**values), problems  # type: ignore[arg-type]


def _whole(value: Value) -> int | None:
    if isinstance(value, bool):
        return None
    try:
        number = float(value)
    except ValueError:
        return None
    return int(number) if number == number and abs(number) < 1e9 and number == int(number) else None
