"""The numbers under the drawing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from h3prompt.findings import Level
from production.report import chart
from production.report.model import ReportData

from . import reports


@pytest.fixture
def data(tmp_path: Path) -> ReportData:
    path = tmp_path / "film.mp4"
    path.write_bytes(b"film")
    return reports.report(tmp_path, path)


def test_lines_that_overlap_get_lanes_of_their_own(data: ReportData) -> None:
    assert [(bar.label, bar.lane) for bar in chart.lines(data)] == [("Ida", 0), ("王", 0), ("Ida", 1)]


def test_findings_of_one_frame_do_not_hide_each_other(data: ReportData) -> None:
    found = [reports.found(f"QC-{number}", Level.INFO, "x", 10) for number in range(4)]
    object.__setattr__(data.inspection, "findings", (*found, reports.found("QC-NONE", Level.INFO, "x", None)))
    assert [bar.lane for bar in chart.findings(data)] == [0, 1, 2, 2]


def test_labels_stand_clear_of_transitions(data: ReportData) -> None:
    third = chart.labels(data)[2]
    assert (third.frame, third.width) == (54, chart.per_cent(72 - 4 - 54, 96))


@pytest.mark.parametrize(("frames", "count"), [(24, 1), (96, 4), (24 * 90, 9), (24 * 3_600, 12)])
def test_the_ruler_has_few_marks(data: ReportData, frames: int, count: int) -> None:
    object.__setattr__(data, "frames", frames)
    marks = chart.ticks(data, 24)
    assert len(marks) == count and marks[0] == ("0.0000%", "0:00")


def test_a_long_waveform_is_thinned_and_keeps_its_peaks() -> None:
    quiet = [[-0.01, 0.01]] * 100_000
    quiet[54_321] = [-1.0, 1.0]
    curve = chart.waveform({"waveform": quiet})
    assert curve is not None and curve.width < 2_000
    heights = [float(number) for number in re.findall(r" (-?[\d.]+)", curve.d)]
    assert min(heights) < 0 < 100 < max(heights)
    assert len(curve.d) < 60_000


def test_a_curve_has_gaps_where_nothing_was_measured() -> None:
    (curve,) = chart.curves({"loudness": [None, -20, -25, float("-inf"), -30, -50]}, -14.0)
    assert curve.d == "M1 40.0L2 50.0M4 60.0L5 100.0"
    assert curve.mark == 28.0 and curve.marked == "-14 LUFS"


def test_luma_is_drawn_on_the_scale_that_it_has() -> None:
    assert chart.curves({"luma": [16, 235]})[0].high == 255
    assert chart.curves({"luma": [0.1, 0.9]})[0].high == 1
