"""Every threshold of the checks, each with where it comes from."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Thresholds. Luma runs from 0 to 255, sound from -1 to 1, levels in dB of full scale.

    "Measured here" means: between the clean and the broken clips of ``tests/production/qc``, with room on both sides.
    """

    #: A frame is black when its mean luma and nearly all of its pixels lie below this. Measured here: black 0, night scenes above 30.
    black_luma: float = 16.0
    #: The share of pixels that must be dark.
    black_share: float = 0.98
    #: Frames of black that are told, and that make an error: an eighth of a second, half a second.
    black_frames: tuple[int, int] = (3, 12)
    #: A frame stands still when the mean change of its luma and the change of every single pixel stay below these. Measured here:
    #: an encoder refines a still picture by up to 1 and 10; weak grain changes it by 1.5 and more, a slate's clock by 21 somewhere.
    still_change: float = 1.2
    still_luma: float = 16.0
    #: Frames of standstill that are told, and that make an error: half a second, one second.
    still_frames: tuple[int, int] = (12, 24)
    #: A frame is flat when its luma spreads less than this. Measured here: a constant colour 0, fog above 4.
    flat_spread: float = 1.5
    flat_frames: int = 12
    #: A cut: the picture changes by this much, mean of luma and both chroma planes, and by so many times the change around it.
    #: Measured here on moving clips with noise; the ratio is that of adaptive cut detectors.
    cut_change: float = 7.0
    cut_ratio: float = 3.0
    #: Frames between a planned and a detected cut that still belong together.
    cut_window: int = 6
    #: The share of a dissolve's whole change that a single frame may bring.
    dissolve_share: float = 0.6
    #: Correlation of a frame with the picture that it should look like. Measured here: the same picture above 0.95, another one below 0.6.
    plate_likeness: float = 0.8
    #: The mean luma may change by this much where the picture is meant to go on; others measured a visible step at 0.12 of full scale.
    seam_luma: float = 8.0
    #: A track below this is silent (gate of ITU-R BS.1770, LUFS).
    silent_lufs: float = -70.0
    #: A line is not heard when its loudest 50 ms stay below this (dB).
    line_level: float = -50.0
    #: Digital silence that is told (seconds).
    silence_seconds: float = 0.5
    #: A channel is dead when it never exceeds the first while the other one exceeds the second (-80 and -40 dB).
    dead_channel: tuple[float, float] = (0.0001, 0.01)
    #: A mean this far from zero is an offset: -40 dB.
    dc: float = 0.01
    #: Samples in a row at full scale that count as clipping, and what full scale is.
    clip_run: int = 3
    clip_level: float = 0.9995
    #: Distance of the programme loudness from its target that is told, and that makes an error (LU; EBU R 128 allows 0.5 to 1).
    loudness: tuple[float, float] = (1.0, 3.0)
    #: Distance of the true peak above its ceiling that is told, and that makes an error (dB; an encoder adds a little).
    true_peak: tuple[float, float] = (0.5, 1.5)
    #: Difference of level between the 400 ms before and after a join (dB). Others complain from 10 dB on.
    level_jump: float = 10.0
    #: A step from one sample to the next at a join: at least this, and so many times the steps around it. A hard cut of 440 to
    #: 523 Hz without fades gives eleven times.
    click_step: float = 0.02
    click_ratio: float = 4.0
    #: Seconds by which the sound of a take may differ from its picture unnoticed, and that make an error. The model's own sound is up
    #: to 8.3 ms off; one that ended 1.8 s early was delivered as good.
    sound_length: tuple[float, float] = (0.042, 0.5)
