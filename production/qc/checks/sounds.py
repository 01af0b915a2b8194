"""Checks of what can be heard."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from h3prompt.findings import Level
from h3prompt.grid import FPS

from ..facts import Facts
from ..model import MediaFinding
from .base import Check


def _silent(facts: Facts, check: Check) -> Iterator[MediaFinding]:
    """The track is not silent: a sound stream alone makes people believe that there is sound.

    Below -70 LUFS, the gate of ITU-R BS.1770, nothing counts as sound. It is an error where lines were planned.
    """
    sound, limits = facts.sound, facts.limits
    assert sound is not None
    if facts.expected.silent or not sound.samples:
        return
    loudest = float(sound.levels.max()) if len(sound.levels) else -120.0
    quiet = sound.integrated is None or sound.integrated <= limits.silent_lufs
    if quiet and loudest < limits.line_level:
        level = Level.ERROR if facts.expected.lines else Level.WARNING
        yield check.say(facts, level, "the sound track is silent", measured=loudest, limit=limits.line_level)


def _gaps(facts: Facts, check: Check) -> Iterator[MediaFinding]:
    """Stretches of digital silence, half a second or longer: a room is never that quiet."""
    sound = facts.sound
    assert sound is not None
    if facts.expected.silent:
        return
    for start, length in sound.silent:
        if length >= sound.samples:
            return
        first, last = int(start * FPS / sound.rate), int((start + length) * FPS / sound.rate)
        seconds = length / sound.rate
        yield check.say(
            facts,
            Level.WARNING,
            f"digital silence for {seconds:.2f} s",
            first,
            last,
            measured=seconds,
            limit=facts.limits.silence_seconds,
        )


def _lines(facts: Facts, check: Check) -> Iterator[MediaFinding]:
    """There is sound where somebody speaks."""
    sound, limits = facts.sound, facts.limits
    assert sound is not None
    for line in facts.expected.lines or ():
        first, last = line.start * 20 // FPS, -(-line.end * 20 // FPS)
        levels = sound.levels[first:last]
        if len(levels) and float(levels.max()) < limits.line_level:
            name = f" by {line.name}" if line.name else ""
            yield check.say(
                facts, Level.WARNING, f"a line{name} was planned here and nothing is heard", line.start, line.end,
                measured=float(levels.max()), limit=limits.line_level,
            )  # fmt: skip


def _offset(facts: Facts, check: Check) -> Iterator[MediaFinding]:
    """The sound swings around zero: a constant offset clicks at every join and takes headroom."""
    sound, limits = facts.sound, facts.limits
    assert sound is not None
    worst = max(sound.mean, key=abs)
    if abs(worst) > limits.dc:
        yield check.say(
            facts,
            Level.WARNING,
            f"the sound has a constant offset of {worst:+.3f}",
            measured=abs(worst),
            limit=limits.dc,
        )


def _clipping(facts: Facts, check: Check) -> Iterator[MediaFinding]:
    """No samples in a row stand at full scale."""
    sound = facts.sound
    assert sound is not None
    if sound.clipped:
        start, _ = sound.clipped[0]
        count = sum(length for _, length in sound.clipped)
        level = Level.ERROR if count > sound.rate // 10 else Level.WARNING
        yield check.say(
            facts, level, f"{len(sound.clipped)} stretches are clipped, {count} samples together", int(start * FPS / sound.rate),
            measured=count, limit=0,
        )  # fmt: skip


def _loudness(facts: Facts, check: Check) -> Iterator[MediaFinding]:
    """The programme loudness (ITU-R BS.1770, gated) is the planned one within 1 LU; more than 3 LU off is an error."""
    sound, target = facts.sound, facts.expected.target
    assert sound is not None
    assert target is not None
    if sound.integrated is None or sound.integrated <= facts.limits.silent_lufs:
        return
    told, wrong = facts.limits.loudness
    off = sound.integrated - target
    if abs(off) > told:
        level = Level.ERROR if abs(off) > wrong else Level.WARNING
        yield check.say(
            facts,
            level,
            f"the loudness is {sound.integrated:.1f} LUFS, {target:g} were planned",
            measured=sound.integrated,
            limit=target,
        )


def _true_peak(facts: Facts, check: Check) -> Iterator[MediaFinding]:
    """The peaks between the samples stay below the ceiling; an encoder may add a little."""
    sound, ceiling = facts.sound, facts.expected.true_peak
    assert sound is not None
    assert ceiling is not None
    if sound.true_peak is None:
        return
    told, wrong = facts.limits.true_peak
    if sound.true_peak > ceiling + told:
        level = Level.ERROR if sound.true_peak > ceiling + wrong else Level.WARNING
        yield check.say(
            facts,
            level,
            f"the true peak is {sound.true_peak:.1f} dBTP, the ceiling {ceiling:g}",
            measured=sound.true_peak,
            limit=ceiling,
        )


def _jumps(facts: Facts, check: Check) -> Iterator[MediaFinding]:
    """The level before and after a join is alike: the middle levels of 400 ms on both sides differ by less than 10 dB.

    Both sides have to be heard. A short sound beside a join, a beep or a door, is no jump of the level.
    """
    sound, limits = facts.sound, facts.limits
    assert sound is not None
    for join in facts.expected.joins:
        place = join * 20 // FPS
        # The ticks next to the join hold the fades of the cut.
        before, after = sound.levels[max(0, place - 9) : max(0, place - 1)], sound.levels[place + 1 : place + 9]
        if len(before) < 4 or len(after) < 4:
            continue
        one, two = float(np.median(before)), float(np.median(after))
        if min(one, two) > limits.line_level and abs(one - two) > limits.level_jump:
            yield check.say(
                facts,
                Level.WARNING,
                f"the level jumps by {two - one:+.1f} dB",
                join,
                measured=abs(one - two),
                limit=limits.level_jump,
            )


def _clicks(facts: Facts, check: Check) -> Iterator[MediaFinding]:
    """No click at a join: no sample stands out from the one before it by far more than its neighbours do."""
    sound, limits = facts.sound, facts.limits
    assert sound is not None
    for join in facts.expected.joins:
        if join not in sound.windows:
            continue
        first, window = sound.windows[join]
        steps = np.abs(np.diff(window.astype(np.float64), axis=0)).max(axis=1)
        place = int(join * sound.rate / FPS) - first
        near = steps[max(0, place - 4) : place + 4]
        if not len(near):
            continue
        usual = float(np.percentile(steps, 99))
        step = float(near.max())
        if step > limits.click_step and step > limits.click_ratio * max(usual, 1e-4):
            yield check.say(
                facts, Level.WARNING, "a click at the join", join, measured=step, limit=limits.click_ratio * usual
            )


def _channels(facts: Facts, check: Check) -> Iterator[MediaFinding]:
    """Both channels of a stereo track carry sound."""
    sound = facts.sound
    assert sound is not None
    dead, alive = facts.limits.dead_channel
    if sound.channels == 2 and min(sound.peak) <= dead and max(sound.peak) > alive:
        side = "left" if sound.peak[0] < sound.peak[1] else "right"
        yield check.say(facts, Level.WARNING, f"the {side} channel is silent", measured=min(sound.peak), limit=dead)


CHECKS = (
    Check("SND001", "silent", ("sound",), _silent),
    Check("SND002", "gaps", ("sound",), _gaps),
    Check("SND003", "lines", ("sound", "lines"), _lines),
    Check("SND004", "offset", ("sound",), _offset),
    Check("SND005", "clipping", ("sound",), _clipping),
    Check("SND006", "loudness", ("sound", "target"), _loudness),
    Check("SND007", "true-peak", ("sound", "true_peak"), _true_peak),
    Check("SND008", "level-jumps", ("sound", "joins"), _jumps),
    Check("SND009", "clicks", ("sound", "joins"), _clicks),
    Check("SND010", "channels", ("sound",), _channels),
)
