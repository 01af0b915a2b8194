"""The command as a whole: help, version, errors, streams, start-up."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from production.cli import check as check_command
from tests.cli import BAD, GOOD, ROOT, Cli, process, validate


def test_version(h3: Cli) -> None:
    from h3prompt.version import VERSION

    assert h3("--version").out == f"h3 {VERSION}\n"


@pytest.mark.parametrize("words", [(), ("prompt",), *[("prompt", name) for name in ("check", "fix", "show", "rules")]])
def test_help(h3: Cli, words: tuple[str, ...]) -> None:
    for option in ("--help", "-h"):
        result = h3(*words, option)
        assert result.status == 0
        assert result.out.startswith(f"Usage: {' '.join(('h3', *words))} ")
        assert max(map(len, result.out.splitlines())) <= 100


def test_no_command_shows_the_help_and_fails(h3: Cli) -> None:
    result = h3("prompt")
    assert (result.status, result.out) == (2, "")
    assert "check" in result.err
    assert "no command was given" in result.err


def test_unknown_command(h3: Cli) -> None:
    result = h3("prompt", "chek", "--json")
    assert result.status == 2
    validate(result.document, "error")
    assert "check" in result.document["error"]["message"]


def test_a_defect_is_one_line(h3: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("two\nlines")

    monkeypatch.setattr(check_command, "check_source", broken)
    file = tmp_path / "x.h3.md"
    file.write_text(GOOD, "utf-8")
    result = h3("prompt", "check", file, "--json")
    assert result.status == 3
    assert result.err.splitlines()[0] == "h3: internal error: ZeroDivisionError: two"
    assert "Traceback" not in result.err
    validate(result.document, "error")
    assert result.document["error"]["code"] == "internal"
    monkeypatch.setenv("H3_DEBUG", "1")
    assert "Traceback" in h3("prompt", "check", file).err


def test_interrupt(h3: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(check_command, "check_source", interrupted)
    file = tmp_path / "x.h3.md"
    file.write_text(GOOD, "utf-8")
    result = h3("prompt", "check", file)
    assert (result.status, result.out, result.err) == (130, "", "h3: interrupted\n")


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_control_c_while_reading(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "production", "prompt", "check", "-"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        command,
        cwd=tmp_path,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # A test run in the background has the signal ignored, and its children with it.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as running:
        time.sleep(1.5)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=20)
    assert running.returncode == 130
    assert (out, err) == (b"", b"h3: interrupted\n")


@pytest.mark.skipif(os.name == "nt", reason="pipes")
def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "bad.h3.md").write_text(BAD, "utf-8")
    for form in ("text", "json", "sarif"):
        command = [sys.executable, "-m", "production", "prompt", "check", "bad.h3.md", "--format", form]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        with subprocess.Popen(
            command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as running:
            assert running.stdout is not None
            running.stdout.close()
            assert running.stderr is not None
            assert running.stderr.read() == b""
        assert running.returncode == 141


@pytest.mark.parametrize("environment", [{"LC_ALL": "C", "PYTHONUTF8": "0"}, {"PYTHONIOENCODING": "cp1252"}])
def test_output_is_utf8_everywhere(tmp_path: Path, environment: dict[str, str]) -> None:
    (tmp_path / "täst-試.h3.md").write_text(BAD.replace("a bird", "a bird 鳥 – “ü”"), "utf-8")
    result = process(["prompt", "check", "."], tmp_path, env=environment)
    assert result.returncode == 1
    text = result.stdout.decode("utf-8")
    assert "täst-試.h3.md:6:" in text
    assert "鳥" in text


def test_colour_only_on_request_or_on_a_terminal(tmp_path: Path) -> None:
    (tmp_path / "bad.h3.md").write_text(BAD.replace("a bird", "a [bold]bird[/bold] [/x]"), "utf-8")
    words = ["prompt", "check", "bad.h3.md"]
    plain = process(words, tmp_path).stdout.decode()
    assert "\x1b" not in plain
    coloured = process(words, tmp_path, env={"FORCE_COLOR": "1"}).stdout.decode()
    assert "\x1b[" in coloured
    import re

    assert re.sub(r"\x1b\[[\d;]*m", "", coloured).split() == plain.split()
    assert "\x1b" not in process(words, tmp_path, env={"FORCE_COLOR": "1", "NO_COLOR": "1"}).stdout.decode()


def _modules(words: list[str], cwd: Path) -> set[str]:
    code = f"import sys; from production.__main__ import main; main({words!r}); print(*sorted(sys.modules), file=sys.stderr)"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    result = subprocess.run([sys.executable, "-c", code], cwd=cwd, env=environment, capture_output=True, check=False)
    return set(result.stderr.decode().split())


def test_only_what_is_needed_is_imported(tmp_path: Path) -> None:
    (tmp_path / "good.h3.md").write_text(GOOD, "utf-8")
    (tmp_path / "bare.h3.md").write_text(GOOD.split("---\n", 2)[2], "utf-8")
    heavy = {"rich", "torch", "cv2", "av", "diffusers", "numpy", "jinja2", "pydantic", "importlib.metadata", "asyncio"}
    bare = _modules(["prompt", "check", "bare.h3.md"], tmp_path)
    assert "h3prompt.checker" in bare
    assert not bare & (heavy | {"yaml", "tomllib", "json"})
    full = _modules(["prompt", "check", "good.h3.md"], tmp_path)
    assert "yaml" in full
    assert not full & heavy


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="resource usage")
def test_a_check_starts_within_twice_the_import_of_typer(tmp_path: Path) -> None:
    """Processor time, the best of several runs in turn, with compiled modules as an installation has them."""
    import resource

    (tmp_path / "good.h3.md").write_text(GOOD, "utf-8")
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment |= {"PYTHONPATH": str(ROOT), "PYTHONPYCACHEPREFIX": str(tmp_path / "cache")}

    def seconds(*words: str) -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *words], cwd=tmp_path, env=environment, capture_output=True, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    ours, theirs = ("-m", "production", "prompt", "check", "good.h3.md"), ("-c", "import typer")
    seconds(*ours)
    for _ in range(3):
        runs = [(seconds(*ours), seconds(*theirs)) for _ in range(7)]
        ratio = min(run[0] for run in runs) / min(run[1] for run in runs)
        if ratio <= 2:
            return
    pytest.fail(f"a check takes {ratio:.2f} times as long as the import of typer")
