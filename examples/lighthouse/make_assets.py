"""Draws the plate and plays the song of the lighthouse film: everything that the brief names, made from numbers.

Run it with a Python that has h3-film installed: ``python examples/lighthouse/make_assets.py [FOLDER]``.
"""

from __future__ import annotations

import sys
import wave
from pathlib import Path

import cv2
import numpy as np

WIDTH, HEIGHT = 1344, 768
RATE = 48_000
#: A slow waltz in A minor: chord roots in semitones from A3, one chord a bar.
CHORDS = ((0, 3, 7), (-4, 0, 3), (3, 7, 10), (-2, 2, 5))
TEMPO = 84
SECONDS = 30


def plate() -> np.ndarray:
    """Dusk over the sea with a dark tower on a rock, shape (768, 1344, 3), BGR."""
    rows = np.linspace(0, 1, HEIGHT)[:, None, None]
    top, horizon, deep = (np.array(colour, float) for colour in ((92, 58, 36), (150, 128, 118), (52, 36, 22)))
    sky = top + (horizon - top) * np.clip(rows / 0.62, 0, 1) ** 1.4
    sea = horizon * 0.55 + (deep - horizon * 0.55) * np.clip((rows - 0.62) / 0.38, 0, 1)
    picture = np.where(rows < 0.62, sky, sea) * np.ones((1, WIDTH, 1))
    noise = np.random.default_rng(9)
    waves = cv2.GaussianBlur(noise.normal(0, 26, (HEIGHT, WIDTH, 1)), (61, 3), 0)[..., None]
    picture += np.where(rows > 0.62, waves * (0.4 + rows), 0)
    picture = np.clip(picture, 0, 255).astype(np.uint8)
    rock = np.array([(820, 768), (860, 640), (930, 585), (1010, 560), (1090, 600), (1180, 660), (1230, 768)])
    cv2.fillPoly(picture, [rock], (26, 20, 16), cv2.LINE_AA)
    tower = np.array([(962, 575), (978, 240), (1034, 240), (1050, 575)])
    cv2.fillPoly(picture, [tower], (40, 32, 27), cv2.LINE_AA)
    cv2.rectangle(picture, (968, 222), (1044, 242), (30, 24, 20), -1)
    cv2.rectangle(picture, (984, 176), (1028, 222), (58, 46, 38), -1)
    cv2.fillPoly(picture, [np.array([(978, 178), (1006, 148), (1034, 178)])], (30, 24, 20), cv2.LINE_AA)
    for y in (330, 420, 510):
        cv2.rectangle(picture, (1000, y), (1010, y + 18), (22, 17, 14), -1)
    grain = noise.normal(0, 2.2, picture.shape)
    return np.clip(picture + grain, 0, 255).astype(np.uint8)


def song() -> np.ndarray:
    """A waltz of plucked chords and one held voice, shape (samples, 2), -1 to 1."""
    beat = 60 / TEMPO
    total = SECONDS * RATE
    left, right = np.zeros(total), np.zeros(total)
    for bar in range(int(SECONDS / (3 * beat))):
        chord = CHORDS[bar % len(CHORDS)]
        for step in range(3):
            notes = (chord[0] - 12,) if step == 0 else chord
            start = int((bar * 3 + step) * beat * RATE)
            for place, semitone in enumerate(notes):
                note = _pluck(220 * 2 ** (semitone / 12), min(int(1.6 * RATE), total - start))
                pan = 0.35 + 0.15 * place
                left[start : start + len(note)] += note * (1 - pan)
                right[start : start + len(note)] += note * pan
        start, length = int(bar * 3 * beat * RATE), int(3 * beat * RATE)
        length = min(length, total - start)
        clock = np.arange(length) / RATE
        held = np.sin(
            2 * np.pi * 440 * 2 ** (chord[1] / 12) * clock + 0.004 * RATE * np.sin(2 * np.pi * 4.5 * clock) / RATE
        )
        swell = np.sin(np.pi * np.linspace(0, 1, length)) ** 2 * 0.06
        left[start : start + length] += held * swell
        right[start : start + length] += held * swell
    both = np.stack([left, right], axis=1)
    fade = np.minimum(1, np.minimum(np.arange(total), np.arange(total)[::-1]) / (1.5 * RATE))
    return both / np.abs(both).max() * 0.7 * fade[:, None]


def _pluck(frequency: float, length: int) -> np.ndarray:
    clock = np.arange(length) / RATE
    tone = sum(np.sin(2 * np.pi * frequency * k * clock) * np.exp(-clock * (2 + 1.5 * k)) / k for k in range(1, 6))
    return tone * np.minimum(1, clock * 400) * 0.3


def main(folder: Path) -> None:
    """Writes plate.png and song.wav."""
    folder.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(folder / "plate.png"), plate())
    with wave.open(str(folder / "song.wav"), "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes((song() * 32767).astype("<i2").tobytes())


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "assets")
