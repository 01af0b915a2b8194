"""The options of the slate renderer: faults that it makes on purpose, and a delay.

The faults are there so that a pipeline, its checks and the people who run it can be tried on clips that are wrong in a
known way.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from backends.contract import Value
from backends.options import Problem, nearest, number

#: Every fault with what it does.
FAULTS = {
    "black": "the picture is black from the middle of the clip on",
    "clipped": "the sound is 30 dB too loud and cut off at full scale",
    "crash": "the renderer fails after a third of the frames",
    "dc": "the sound sits 0.2 of full scale above zero",
    "die": "the whole process ends after a third of the frames, as if it was killed",
    "extra_cut": "12 frames of another shot stand in the middle of the longest one, between two cuts that are not planned",
    "flat": "every frame is the same grey",
    "frozen": "the picture stands still from a third of the clip on",
    "hang": "the renderer waits until it is cancelled",
    "late": "every cut comes 8 frames late in the picture, not in the sound",
    "mono": "the sound has one channel",
    "no_audio": "there is no sound stream",
    "no_cut": "the first shot lasts to the end of the clip",
    "noisy": "a hiss of -22 dB lies over the sound",
    "short": "the clip is 24 frames short (at least one frame is left)",
    "silent_clip": "the sound is digital silence",
    "truncated": "the file ends after 60 % of its bytes",
    "wrong_fps": "the clip has 25 frames a second",
    "wrong_size": "the canvas is 32 pixels narrower and lower (half of it where that is all)",
}
#: Every option with what it takes.
SETTINGS = {
    "fault": "the name of a fault",
    "fault_clip": "ids of the clips that get it, separated by commas; without it, all of them",
    "fault_attempts": "how many renders of a clip get it, counted by the renderer as long as it lives; 0: all",
    "delay": "seconds to wait before each clip, 0 to 3600",
}
_MOST_SECONDS = 3600.0


@dataclass(frozen=True, slots=True)
class Settings:
    """The options as they were given; see `SETTINGS`."""

    fault: str = ""
    clips: frozenset[str] = frozenset()
    attempts: int = 0
    delay: float = 0.0

    def fault_for(self, clip: str, attempt: int) -> str:
        """The fault of attempt number `attempt`, from 1, at `clip`; "" for none."""
        wanted = not self.clips or clip in self.clips
        return self.fault if wanted and (not self.attempts or attempt <= self.attempts) else ""


def read(given: Mapping[str, Value]) -> tuple[Settings, list[Problem]]:
    """The options in `given`, and what is wrong with them; a wrong one is left out of the former."""
    problems = [
        Problem(name, f"the slate has no setting {name!r}; it has {', '.join(SETTINGS)}", nearest(name, SETTINGS), True)
        for name in given
        if name not in SETTINGS
    ]
    fault = given.get("fault", "")
    if fault and fault not in FAULTS:
        problems.append(
            Problem("fault", f"{fault!r} is no fault; known: {', '.join(FAULTS)}", nearest(str(fault), FAULTS))
        )
        fault = ""
    clips = frozenset(word.strip() for word in str(given.get("fault_clip", "")).split(",") if word.strip())
    attempts = number(given.get("fault_attempts", 0))
    if attempts is None or attempts < 0 or attempts != int(attempts):
        value = given["fault_attempts"]
        legal = 0 if attempts is None else max(0, round(attempts))
        problems.append(Problem("fault_attempts", f"{value!r} is no whole number of renders from 0 on", str(legal)))
        attempts = 0
    delay = number(given.get("delay", 0))
    if delay is None or not 0 <= delay <= _MOST_SECONDS:
        nearest_delay = 0 if delay is None or delay < 0 else _MOST_SECONDS
        message = f"{given['delay']!r} is no number of seconds from 0 to {_MOST_SECONDS:g}"
        problems.append(Problem("delay", message, f"{nearest_delay:g}"))
        delay = 0
    return Settings(str(fault), clips, int(attempts), delay), problems
