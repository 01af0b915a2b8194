"""The page as text: what stands in it, what is escaped, and what is left out when there is nothing to show."""

from __future__ import annotations

import html
import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from h3prompt.errors import UsageError
from production.qc.model import Inspection
from production.report.page import render_report, write_report

from . import reports


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return reports.film(tmp_path_factory.mktemp("film") / "films" / "v003", reports.ODD)


class Page(HTMLParser):
    """All elements and the text of a page, without style and script."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.text = ""
        self._shown = True
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._shown = tag not in ("style", "script")
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def handle_data(self, data: str) -> None:
        if self._shown:
            self.text += data

    def of(self, tag: str) -> list[dict[str, str]]:
        """The attributes of every element of a kind."""
        return [attributes for name, attributes in self.elements if name == tag]


def page(film: Path, **changes: Any) -> Page:
    return Page(render_report(reports.report(film.parent, film, **changes)))


def test_a_draft_says_so_at_the_top_and_a_film_does_not(film: Path) -> None:
    draft, final = page(film), page(film, draft=False)
    assert "SLATE / DRAFT" in draft.text and "(slate)" in draft.text
    assert "SLATE" not in final.text and "slate)" not in final.text


def test_it_shows_who_judged_what_and_how_it_was_made(film: Path) -> None:
    data = reports.report(film.parent, film)
    text = Page(render_report(data)).text
    for words in (
        data.inspection.sha256, "v003", "The Lamp 灯", "Listen.", "雨夜的灯", "seed 1234", "in the film", "prompt edited by hand",
        "no first keyframe was given", "A lamp burns in a window.", "QC-FREEZE", "7.21", "whole film", "S02 has no length",
        "the shortest length", "ffmpeg", "8.0", "failed", "1 error, 1 warning, 1 info",
    ):  # fmt: skip
        assert words in text, words


def test_every_text_of_a_person_is_escaped(film: Path) -> None:
    text = render_report(reports.report(film.parent, film, text=reports.HOSTILE))
    assert "<script>window" not in text and "<img src=x" not in text and "</script><script>w" not in text
    assert "{{ 7919*7919 }}" in text and str(7919 * 7919) not in text
    found = Page(text)
    assert len(found.of("script")) == 2 and not found.of("img")
    assert not [name for _, attributes in found.elements for name in attributes if name.startswith("on")]


def test_the_state_for_the_script_is_json_that_cannot_end_its_element(film: Path) -> None:
    text = render_report(reports.report(film.parent, film, text=reports.HOSTILE))
    found = re.search(r'<script id="state" type="application/json">(.*?)</script>', text, re.DOTALL)
    assert found and "<" not in found[1]
    state = json.loads(found[1])
    assert state["frames"] == reports.FRAMES and [shot["start"] for shot in state["shots"]] == [0, 24, 48, 72]
    assert reports.HOSTILE in state["shots"][0]["title"]


def test_it_is_one_file_without_a_network(film: Path) -> None:
    text = render_report(reports.report(film.parent, film))
    found = Page(text)
    policy = next(one for one in found.of("meta") if "http-equiv" in one)["content"]
    assert "default-src 'none'" in policy and "http" not in policy and "unsafe" not in policy
    assert "http://" not in text and "https://" not in text
    assert [one["href"] for one in found.of("link")] == ["data:,"]
    assert not [attributes for _, attributes in found.elements if "style" in attributes]
    sources = [one.get("src") or one.get("href") or "" for tag in ("video", "a", "img") for one in found.of(tag)]
    assert all(source.startswith("#f=") or ":" not in source for source in sources)


def test_links_are_relative_and_lead_to_the_files(film: Path, tmp_path: Path) -> None:
    take = film.parent.parent.parent / "takes" / "C01 #1 [片].mp4"
    take.parent.mkdir()
    take.write_bytes(b"take")
    data = reports.report(film.parent, film)
    clips = tuple(replace(clip, takes=(replace(clip.takes[0], path=take),)) for clip in data.clips)
    found = Page(render_report(replace(data, clips=clips)))
    assert (film.parent / unquote(found.of("video")[0]["src"])).read_bytes() == film.read_bytes()
    links = {one["href"] for one in found.of("a") if "frame" not in one.get("href", "") and "f=" not in one["href"]}
    assert "../../takes/C01%20%231%20%5B%E7%89%87%5D.mp4" in links
    assert all((film.parent / unquote(link)).is_file() for link in links)


def test_a_film_of_which_little_is_known_still_has_a_report(film: Path) -> None:
    bare = Inspection(film, "0" * 64, 10, ())
    found = page(film, inspection=bare, clips=(), assumptions=(), decisions=(), made_with={}, sound={})
    assert "Nothing was found by the 0 checks that ran." in found.text
    assert "What was assumed" not in found.text and "skipped" not in found.text
    assert not [one for one in found.of("svg") if one.get("class") in ("h-wave", "h-curve", "h-found")]


@pytest.mark.parametrize("measured", [
    {"waveform": None, "loudness": -14.0, "luma": []},
    {"waveform": [1, 2, 3], "level_db": [float("-inf"), float("nan")]},
    {"waveform": [[None, 1]], "luma": ["x", None]},
    {"loudness": {"integrated": -14.0, "range": None}},
])  # fmt: skip
def test_strange_measurements_are_left_out(film: Path, measured: dict[str, Any]) -> None:
    data = reports.report(film.parent, film)
    found = page(film, inspection=replace(data.inspection, measured=measured))
    assert not [one for one in found.of("svg") if one.get("class") in ("h-wave", "h-curve")]


def test_joins_are_drawn_each_in_its_way(film: Path) -> None:
    found = page(film)
    drawn = {
        one["class"]: one for tag in ("g", "svg") for one in found.of(tag) if one.get("class", "").startswith("join")
    }
    assert set(drawn) == {"join match", "join dissolve", "join dip"}
    # A dissolve of 12 frames centred on the cut at frame 48 of 96.
    assert (drawn["join dissolve"]["x"], drawn["join dissolve"]["width"]) == ("43.7500%", "12.5000%")


def test_controls_have_names(film: Path) -> None:
    found = page(film)
    slider = next(one for _, one in found.elements if one.get("role") == "slider")
    assert slider["aria-label"] and slider["tabindex"] == "0" and slider["aria-valuemax"] == str(reports.FRAMES - 1)
    assert "frame 0" in slider["aria-valuetext"]
    assert all(one.get("aria-label") or one.get("aria-labelledby") for one in found.of("section"))
    assert {one["aria-pressed"] for one in found.of("button")} == {"true"}


def test_a_page_is_replaced_at_once_and_a_missing_folder_is_said(film: Path, tmp_path: Path) -> None:
    data = reports.report(film.parent, film)
    target = tmp_path / "report.html"
    target.write_text("old")
    write_report(data, target)
    assert target.read_text("utf-8").startswith("<!doctype html>")
    assert [path.name for path in tmp_path.iterdir()] == ["report.html"]
    with pytest.raises(UsageError, match="cannot be written"):
        write_report(data, tmp_path / "none" / "report.html")


def test_the_same_film_gives_the_same_page(film: Path) -> None:
    data = reports.report(film.parent, film)
    assert render_report(data) == render_report(data)
    assert html.escape("The Lamp 灯") in render_report(data)
