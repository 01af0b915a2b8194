"""A browser for tests: chromedriver spoken to over HTTP with the standard library alone.

`Browser` starts a driver of its own and a Chromium with a fresh profile and without any network, and ends both. What a
test waits for is waited for inside the page (`wait`), on its events and frames, with a deadline.
"""

from __future__ import annotations

import base64
import http.client
import json
import re
import shutil
import subprocess
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any

DRIVER = shutil.which("chromedriver")
#: How long a page may take for anything, in seconds.
DEADLINE = 30
_ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
_ARGUMENTS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-default-apps",
    "--autoplay-policy=no-user-gesture-required",
    "--mute-audio",
    # Whatever the page or the browser itself should ask for: nothing answers.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    "--proxy-server=direct://",
)
#: Keys as WebDriver writes them.
KEYS = {"left": "\ue012", "up": "\ue013", "right": "\ue014", "down": "\ue015", "shift": "\ue008", "space": " "}


class BrowserError(AssertionError):
    """The driver said no; the message is its own."""


class Browser:
    """One Chromium. Use it as a context manager.

    Args:
        folder: an empty folder for its profile.
        size: of the window, width and height.
        dark: prefer dark colours.
    """

    def __init__(self, folder: Path, *, size: tuple[int, int] = (1200, 900), dark: bool = False) -> None:
        assert DRIVER is not None, "chromedriver is missing"
        self._driver = subprocess.Popen(
            [DRIVER, "--port=0"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self._session = ""
        self._reader: threading.Thread | None = None
        try:
            self._port = self._announced_port()
            chosen = ["--force-dark-mode"] if dark else []
            options = {
                "args": [*_ARGUMENTS, *chosen, f"--window-size={size[0]},{size[1]}", f"--user-data-dir={folder}"],
                "perfLoggingPrefs": {"enableNetwork": True},
            }
            capabilities = {
                "browserName": "chrome",
                "goog:chromeOptions": options,
                "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
                "timeouts": {"script": DEADLINE * 1000, "pageLoad": DEADLINE * 1000},
            }
            answer = self._call("POST", "/session", {"capabilities": {"alwaysMatch": capabilities}})
            self._session = f"/session/{answer['sessionId']}"
        except BaseException:
            self.close()
            raise

    def _announced_port(self) -> int:
        """The driver chooses a free port and says which."""
        assert self._driver.stdout is not None
        for line in self._driver.stdout:
            found = re.search(r"started successfully on port (\d+)", line)
            if found:
                # What it writes later must not fill the pipe.
                self._reader = threading.Thread(target=self._driver.stdout.read, daemon=True)
                self._reader.start()
                return int(found[1])
        raise BrowserError(f"chromedriver ended with status {self._driver.wait()}")

    def __enter__(self) -> Browser:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends the browser and the driver."""
        if self._session:
            with suppress(OSError, BrowserError, http.client.HTTPException):
                self._call("DELETE", self._session)
            self._session = ""
        if self._driver.poll() is None:
            self._driver.terminate()
            try:
                self._driver.wait(10)
            except subprocess.TimeoutExpired:
                self._driver.kill()
                self._driver.wait()
        if self._reader is not None:
            self._reader.join(10)
        if self._driver.stdout is not None:
            self._driver.stdout.close()

    def _call(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=2 * DEADLINE)
        try:
            data = None if method != "POST" else json.dumps(body or {}).encode()
            connection.request(method, path, data, {"Content-Type": "application/json; charset=utf-8"})
            value = json.loads(connection.getresponse().read())["value"]
        finally:
            connection.close()
        if isinstance(value, dict) and "error" in value:
            raise BrowserError(f"{value['error']}: {value.get('message', '')}")
        return value

    def open(self, url: str) -> None:
        """Loads a page and waits until it has loaded."""
        self._call("POST", f"{self._session}/url", {"url": url})

    def run(self, script: str, *arguments: Any) -> Any:
        """What the body of a function returns in the page; a promise is waited for."""
        return self._call("POST", f"{self._session}/execute/sync", {"script": script, "args": list(arguments)})

    def wait(self, condition: str, *arguments: Any) -> Any:
        """Waits until the expression is true in the page, looked at again with every frame, and gives its value.

        Raises:
            BrowserError: when it is not within `DEADLINE` seconds.
        """
        body = (
            "const given = arguments, end = performance.now() + "
            f"{DEADLINE * 800}; const test = function () {{ return ({condition}); }};"
            "return new Promise((done, failed) => { const look = () => { const value = test.apply(null, given);"
            "if (value) done(value); else if (performance.now() > end) failed(new Error('not in time: ' + test));"
            "else setTimeout(look, 10); }; look(); });"
        )
        return self.run(body, *arguments)

    def element(self, css: str) -> str:
        """The first element that the selector finds."""
        value = self._call("POST", f"{self._session}/element", {"using": "css selector", "value": css})
        return str(value[_ELEMENT])

    def click(self, css: str) -> None:
        """Clicks into the middle of an element, as a hand would."""
        self._call("POST", f"{self._session}/element/{self.element(css)}/click")

    def click_at(self, x: float, y: float) -> None:
        """Clicks at a place of the window, in CSS pixels."""
        moves = [
            {"type": "pointerMove", "duration": 0, "x": round(x), "y": round(y), "origin": "viewport"},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self._actions([{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": moves}])

    def press(self, *keys: str) -> None:
        """Presses keys together: ``press("shift", "right")``; names as in `KEYS`, or a character."""
        values = [KEYS.get(key, key) for key in keys]
        strokes = [{"type": "keyDown", "value": value} for value in values]
        strokes += [{"type": "keyUp", "value": value} for value in reversed(values)]
        self._actions([{"type": "key", "id": "keyboard", "actions": strokes}])

    def _actions(self, actions: Sequence[dict[str, Any]]) -> None:
        self._call("POST", f"{self._session}/actions", {"actions": list(actions)})

    def resize(self, width: int, height: int) -> None:
        """Makes the page exactly this large; a headless window has a least width of its own."""
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.devtools("Emulation.setDeviceMetricsOverride", metrics)

    def devtools(self, command: str, parameters: dict[str, Any]) -> Any:
        """A command of the browser's own protocol."""
        return self._call("POST", f"{self._session}/goog/cdp/execute", {"cmd": command, "params": parameters})

    def colors(self, scheme: str) -> None:
        """Prefer "dark" or "light" from now on."""
        self.devtools("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})

    def screenshot(self, path: Path, *, whole: bool = False) -> Path:
        """Writes what is seen, or the whole page, as PNG."""
        if whole:
            data = self.devtools("Page.captureScreenshot", {"captureBeyondViewport": True})["data"]
        else:
            data = self._call("GET", f"{self._session}/screenshot")
        path.write_bytes(base64.b64decode(data))
        return path

    def console(self) -> list[str]:
        """Errors and warnings that the page has caused since the last call."""
        entries = self._call("POST", f"{self._session}/se/log", {"type": "browser"})
        return [entry["message"] for entry in entries if entry["level"] in ("WARNING", "SEVERE")]

    def requested(self) -> list[str]:
        """Every URL that was asked for since the last call."""
        found = []
        for entry in self._call("POST", f"{self._session}/se/log", {"type": "performance"}):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                found.append(message["params"]["request"]["url"])
        return found
