"""The report in a real browser: it plays, seeks, listens to the keyboard, runs no text, and asks no network."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from production.report.page import write_report
from production.report.sheets import contact_sheet
from tests.browser import DRIVER, Browser

from . import reports

pytestmark = pytest.mark.skipif(DRIVER is None, reason="chromedriver is not installed")
#: The frame that the player itself stands on.
SHOWN = "Math.floor(film.currentTime * 24 + 0.001)"


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("film") / "it's 片 #1"
    film = reports.film(folder, reports.ODD)
    contact_sheet(film, [12, 36, 60, 84], ["S01", "S02", "S03", "S04"], folder / "contact-sheet-slate.jpg", draft=True)
    write_report(reports.report(folder, film, text=reports.HOSTILE), folder / "report.html")
    return folder / "report.html"


@pytest.fixture(scope="module")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with Browser(tmp_path_factory.mktemp("profile")) as browser:
        yield browser


@pytest.fixture
def browser(chromium: Browser, page: Path) -> Browser:
    chromium.open("about:blank")
    chromium.console()
    chromium.requested()
    chromium.open(page.as_uri())
    chromium.wait("document.getElementById('film').readyState >= 3")
    return chromium


def settled(browser: Browser, frame: int) -> bool:
    """Whether player, clock and slider come to stand on `frame`."""
    return bool(
        browser.wait(
            f"!film.seeking && {SHOWN} === given[0] && timeline.getAttribute('aria-valuenow') === String(given[0])"
            " && document.getElementById('clock').textContent.endsWith('frame ' + given[0])",
            frame,
        )
    )


def test_the_film_plays_though_its_name_is_odd(browser: Browser) -> None:
    browser.press("space")
    browser.wait("film.currentTime > 0.3 && !film.paused && film.videoWidth === 320")
    browser.press("space")
    browser.wait("film.paused")
    assert browser.run("return film.error") is None
    assert browser.run("return document.getElementById('trouble').hidden")


def test_nothing_fails_and_nothing_leaves_the_disk(browser: Browser, page: Path) -> None:
    browser.run("document.querySelector('figure').scrollIntoView()")
    browser.wait("[...document.images].every(image => image.complete && image.naturalWidth > 0)")
    assert browser.console() == []
    asked = browser.requested()
    assert page.as_uri() in asked
    assert any(url.startswith("file:") and "%20%5B1%5D%20%232%25.mp4" in url for url in asked)
    # The icons of the browser's own player are data.
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []


def test_the_policy_stops_the_network_and_foreign_scripts(browser: Browser) -> None:
    blocked = browser.run(
        "return fetch('http://127.0.0.1:9/x').then(() => 'went out', () => 'blocked').then((fetched) => {"
        "const script = document.createElement('script'); script.textContent = 'window.hacked = 3';"
        "document.body.append(script); return [fetched, window.hacked === undefined]; })"
    )
    assert blocked == ["blocked", True]
    assert [url for url in browser.requested() if url.startswith("http")] == []
    assert any("Content Security Policy" in message for message in browser.console())


def test_hostile_text_stays_text(browser: Browser) -> None:
    assert browser.run("return [window.hacked === undefined, document.scripts.length]") == [True, 2]
    title = browser.run("return document.querySelector('h1').textContent")
    assert reports.HOSTILE in title
    assert reports.HOSTILE in browser.run("return document.querySelector('pre').textContent")
    assert reports.HOSTILE in browser.run("return document.querySelector('.line title').textContent")
    assert browser.run("return [...document.images].every(image => image.alt.startsWith('Contact'))")


@pytest.mark.parametrize("frame", [0, 1, 23, 24, 60, 95])
def test_a_click_in_the_timeline_seeks_to_the_frame(browser: Browser, frame: int) -> None:
    browser.run("timeline.scrollIntoView({block: 'center'})")
    x, y, width = browser.run(
        "const box = timeline.getBoundingClientRect(); return [box.left, box.top + box.height / 2, box.width]"
    )
    # The pixel nearest to the middle of the frame.
    browser.click_at(x + width * (frame + 0.5) / reports.FRAMES, y)
    assert settled(browser, frame)


def test_the_time_of_a_finding_seeks(browser: Browser) -> None:
    browser.click("#findings a[data-frame='60']")
    assert settled(browser, 60)
    assert browser.run("return document.getElementById('where').textContent") == "S03 Street"
    assert browser.run("return document.activeElement === timeline")


def test_an_address_with_a_frame_opens_on_it(browser: Browser, page: Path) -> None:
    browser.open("about:blank")
    browser.open(f"{page.as_uri()}#f=37")
    assert settled(browser, 37)


def test_the_keyboard_steps_by_frames_seconds_and_cuts(browser: Browser) -> None:
    browser.run("timeline.focus()")
    for keys, frame in (
        (("right",), 1), (("right",), 2), (("left",), 1), (("shift", "right"), 25), (("down",), 48), (("down",), 72),
        (("down",), 95), (("right",), 95), (("up",), 72), (("up",), 48), (("left",), 47), (("up",), 24),
        (("shift", "left"), 0), (("left",), 0),
    ):  # fmt: skip
        browser.press(*keys)
        assert settled(browser, frame), keys


def test_the_playhead_follows_the_film(browser: Browser) -> None:
    browser.run("return film.play()")
    browser.wait("parseFloat(document.getElementById('head').getAttribute('x1')) > 10")
    browser.run("film.pause()")
    browser.wait(f"Math.abs(Number(timeline.getAttribute('aria-valuenow')) - {SHOWN}) <= 1")


def test_findings_are_shown_and_filtered_by_level(browser: Browser) -> None:
    seen = "[...document.querySelectorAll('#findings tbody tr')].filter(row => row.offsetHeight).map(row => row.dataset.level)"
    assert browser.run(f"return {seen}") == ["error", "warning", "info"]
    browser.click("button[data-level='warning']")
    assert browser.run(f"return {seen}") == ["error", "info"]
    assert browser.run("return document.querySelector('.found.warning').getAttribute('visibility')") == "hidden"
    browser.click("button[data-level='warning']")
    assert browser.run(f"return {seen}") == ["error", "warning", "info"]


def test_the_keyboard_leaves_other_controls_alone(browser: Browser) -> None:
    browser.run("document.querySelector('summary').focus()")
    browser.press("space")
    assert browser.run("return [film.paused, document.querySelector('details').open]") == [True, False]
    browser.press("right")
    assert browser.run("return timeline.getAttribute('aria-valuenow')") == "0"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [400, 1200])
def test_it_fits_and_can_be_read(browser: Browser, tmp_path: Path, width: int, scheme: str) -> None:
    browser.colors(scheme)
    browser.resize(width, 800)
    browser.run("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    assert browser.run("return document.documentElement.scrollWidth <= innerWidth")
    ink, paper = browser.run(
        "const light = (color) => color.match(/\\d+/g).slice(0, 3).map(Number).reduce((a, b) => a + b) / 3;"
        "const style = getComputedStyle(document.documentElement); return [light(style.color), light(style.backgroundColor)]"
    )
    assert (ink < 60 and paper > 200) if scheme == "light" else (ink > 200 and paper < 60)
    picture = browser.screenshot(tmp_path / "report.png", whole=True)
    if folder := os.environ.get("H3_SCREENSHOTS"):
        picture.rename(Path(folder) / f"report-{width}-{scheme}.png")


def test_zoom_widens_the_timeline_and_keeps_the_page(browser: Browser) -> None:
    browser.colors("light")
    browser.resize(800, 800)
    before = browser.run("return timeline.clientWidth")
    browser.run("const zoom = document.getElementById('zoom'); zoom.value = 8; zoom.dispatchEvent(new Event('input'))")
    assert browser.run("return timeline.clientWidth") == pytest.approx(8 * before, rel=0.02)
    assert browser.run("return document.documentElement.scrollWidth <= innerWidth")


def test_a_name_without_room_is_left_out_until_there_is_room(browser: Browser) -> None:
    browser.resize(1200, 800)
    seen = (
        "return [...document.querySelectorAll('.line.label text')]"
        ".filter(text => text.getAttribute('visibility') === 'visible').map(text => text.textContent.slice(0, 3))"
    )
    # The first name is made long by the text that is added to it.
    assert browser.run(seen) == ["王", "Ida"]
    browser.run("const zoom = document.getElementById('zoom'); zoom.value = 16; zoom.dispatchEvent(new Event('input'))")
    assert browser.run(seen) == ["Ida", "王", "Ida"]


def test_a_missing_film_is_said(chromium: Browser, tmp_path: Path) -> None:
    film = reports.film(tmp_path)
    write_report(reports.report(tmp_path, film), tmp_path / "report.html")
    film.unlink()
    chromium.open((tmp_path / "report.html").as_uri())
    chromium.wait("!document.getElementById('trouble').hidden")
    assert "film.mp4" in chromium.run("return document.getElementById('trouble').textContent")
