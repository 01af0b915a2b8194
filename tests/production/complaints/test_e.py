"""Geometry, turned pictures, colour."""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from h3prompt.brief.model import Brief
from h3prompt.findings import Level
from production.edit import Piece
from production.plan.planner import make_plan
from production.produce.keyframes import cropped
from production.qc.inspect import inspect
from tests import media
from tests.cli import Cli
from tests.production.assembly.films import PLAIN, film
from tests.production.films import brief, write

HERE = "tests/production/complaints/test_e.py"
FRAMES = "tests/production/assembly/test_frames.py"
SLATE = "tests/backends/test_slate_preflight.py"
#: Input to the test of it.
COVERED = {
    "turned by 90 degrees": f"{FRAMES}::test_a_turned_clip_stands_upright[90]",
    "turned beside one that is not": f"{HERE}::test_a_turned_clip_and_an_upright_one_are_never_copied_together",
    "641 x 361": f"{FRAMES}::test_odd_sizes_are_fitted",
    "10-bit HLG": f"{FRAMES}::test_high_dynamic_range_is_tone_mapped_and_said[arib-std-b67-HLG]",
    "keyframe 3:2 on 16:9": f"{HERE}::test_a_keyframe_of_another_ratio_is_cropped_and_said",
    "keyframe as the film": f"{HERE}::test_a_keyframe_in_the_shape_of_the_film_is_whole_and_nothing_is_said",
    "keyframe 3:2, drawn": (
        "tests/backends/test_slate_clips.py::test_a_plate_of_another_ratio_is_cropped_in_the_middle"
    ),
    "JPEG with an EXIF orientation": f"{SLATE}::test_a_picture_is_turned_as_its_exif_says",
    "PNG with an EXIF orientation": f"{HERE}::test_a_png_that_is_marked_as_turned_opens_its_clip_upright",
    "full range": f"{FRAMES}::test_full_range_becomes_limited_without_a_change_of_what_is_seen",
    "a flash at a hard cut": f"{HERE}::test_a_hard_cut_has_no_flash",
}


def _marked(path: Path, orientation: int) -> Path:
    """Puts an EXIF orientation into a PNG file, before its pixels."""
    exif = b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01" + orientation.to_bytes(2, "big") + b"\0\0\0\0\0\0"
    chunk = b"eXIf" + exif
    data = path.read_bytes()
    # 8 bytes of signature and 25 of IHDR.
    whole = len(exif).to_bytes(4, "big") + chunk + zlib.crc32(chunk).to_bytes(4, "big")
    path.write_bytes(data[:33] + whole + data[33:])
    return path


def _produced(h3: Cli, folder: Path, plate: str) -> Any:
    document = brief(1)
    document["shots"][0]["first_frame"] = plate
    path = write(folder / "source", document)
    result = h3("produce", path, "--into", folder / "out", "--json")
    assert result.status == 0, result.err
    return result.document


def _shown(document: Any) -> np.ndarray:
    first: np.ndarray = media.pictures(Path(document["film"]["path"]))[0].astype(float)
    return first


def test_a_turned_clip_and_an_upright_one_are_never_copied_together(tmp_path: Path) -> None:
    upright = media.clip(tmp_path / "a.mp4", 12, (160, 96), source="color:red")
    turned = media.clip(tmp_path / "b.mp4", 12, (96, 160), source="color:blue", rotation=90)
    made = film(tmp_path, [Piece("A", upright, 0, 12), Piece("B", turned, 0, 12)], sound=PLAIN)
    shown = media.pictures(made.path)
    assert not made.copied
    assert (shown[6, :, :, 0] > 128).all()
    assert (shown[18, :, :, 2] > 128).all()
    assert any(one.finding.code == "STR006" for one in inspect(turned).findings)
    assert not any(one.finding.code == "STR006" for one in inspect(made.path).findings)


def test_a_hard_cut_has_no_flash(tmp_path: Path) -> None:
    dark = media.clip(tmp_path / "a.mp4", 24, (160, 96), source="color:0x303030")
    light = media.clip(tmp_path / "b.mp4", 24, (160, 96), source="color:0xC0C0C0")
    shown = media.pictures(film(tmp_path, [Piece("A", dark, 0, 20), Piece("B", light, 0, 20)]).path).mean(
        axis=(1, 2, 3)
    )
    assert np.ptp(shown[:20]) < 1.5
    assert np.ptp(shown[20:]) < 1.5


@pytest.mark.parametrize("orientation", [1, 3, 6, 8])
def test_a_png_that_is_marked_as_turned_opens_its_clip_upright(orientation: int, h3: Cli, tmp_path: Path) -> None:
    (tmp_path / "source").mkdir()
    # As it is meant to be seen: 256 x 128, the left half light, the upper half red.
    seen = np.zeros((128, 256, 3), np.uint8)
    seen[:, :128] = 200
    seen[:64, :, 0] = 255
    stored = np.rot90(seen, {1: 0, 3: 2, 6: 1, 8: -1}[orientation])
    import cv2

    path = tmp_path / "source" / "plate.png"
    path.write_bytes(cv2.imencode(".png", np.ascontiguousarray(stored[:, :, ::-1]))[1].tobytes())
    document = _produced(h3, tmp_path, _marked(path, orientation).name)
    shown = _shown(document)
    height, width = shown.shape[:2]
    left, right = shown[height // 2 :, : width // 3], shown[height // 2 :, -width // 3 :]
    assert left.mean() > 120 > 60 > right.mean()
    assert shown[: height // 3, :, 0].mean() > shown[-height // 3 :, :, 0].mean() + 60
    record = json.loads(next((tmp_path / "out" / "takes").glob("*/take.json")).read_text("utf-8"))
    assert "PIC006" in record["inspection"]["ran"]
    assert not [found for found in record["inspection"]["findings"] if found["code"] == "PIC006"]


def test_a_keyframe_of_another_ratio_is_cropped_and_said(h3: Cli, tmp_path: Path) -> None:
    (tmp_path / "source").mkdir()
    seen = np.full((120, 180, 3), 128, np.uint8)
    # A circle stays a circle when nothing is stretched.
    import cv2

    cv2.circle(seen, (90, 60), 30, (255, 255, 255), -1)
    cv2.imwrite(str(tmp_path / "source" / "plate.png"), seen)
    document = _produced(h3, tmp_path, "plate.png")
    shown = _shown(document).mean(axis=2) > 190
    across, down = shown.any(axis=0).sum(), shown.any(axis=1).sum()
    assert across == pytest.approx(down, abs=3)
    said = [found["message"] for found in document["findings"] if "plate.png" in found["message"]]
    assert said, document["findings"]
    assert "180x120" in said[0]
    assert "above and below, is cropped" in said[0]


@pytest.mark.parametrize("size", [(128, 64), (1280, 640), (129, 64)])
def test_a_keyframe_in_the_shape_of_the_film_is_whole_and_nothing_is_said(
    size: tuple[int, int], tmp_path: Path
) -> None:
    plan = make_plan(
        Brief.model_validate({**brief(1), "shots": [{"duration": "4s", "first_frame": "a.png", "action": "A."}]})
    )
    media.image(tmp_path / "a.png", size)
    found = cropped(plan, tmp_path)
    assert [finding.code for finding in found] == ([] if size[0] % 128 == 0 else ["PLN015"])
    assert all(finding.level is Level.INFO for finding in found)
