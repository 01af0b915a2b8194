"""The doors between the packages open one way: production → backends → h3prompt; and the heavy rooms stay shut."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
#: Each package with the packages of this project that it may import.
DOORS = {
    "h3prompt": {"h3prompt"},
    "backends": {"backends", "h3prompt"},
    "production": {"production", "backends", "h3prompt"},
}
#: What no part of the prompt language ever imports: media, models, the network.
HEAVY = {
    "accelerate", "aiohttp", "av", "cv2", "diffusers", "ffmpeg", "httpx", "imageio_ffmpeg", "numpy", "PIL", "ray",
    "requests", "subprocess", "torch", "transformers", "socket", "urllib.request", "http.client",
}  # fmt: skip
#: The rooms that work on pictures and sound may import what they work with when they are loaded themselves.
MEDIA_ROOMS = ("backends/media", "backends/slate", "production/assembly", "production/qc", "production/report")
MEDIA = {"av", "cv2", "numpy"}
#: What the command line loads for none of the prompt commands.
NEVER_LOADED = {"torch", "cv2", "av", "diffusers", "transformers", "httpx", "numpy", "ray"}

PROMPT = (
    "integrated_multimodal_description: [Shot 1] A lamp burns in a window.\n\n"
    "overall_soundscape: Wind.\n\nnon_diegetic_music: N/A\n"
)


def _files(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def _imports(tree: ast.AST, package: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    """Line and absolute dotted name of everything that a module of `package` imports, wherever in the module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, name.name) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = [*package[: len(package) - node.level + 1]] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            yield node.lineno, module
            yield from ((node.lineno, f"{module}.{name.name}") for name in node.names)
        elif isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called in {"import_module", "__import__"}:
                yield node.lineno, str(node.args[0].value)


def _of(path: Path) -> list[tuple[int, str]]:
    package = path.relative_to(ROOT).parent.parts
    return list(_imports(ast.parse(path.read_text(encoding="utf-8"), str(path)), package))


def _names(dotted: str) -> set[str]:
    """``a.b.c``: a, a.b, a.b.c."""
    parts = dotted.split(".")
    return {".".join(parts[: end + 1]) for end in range(len(parts))}


@pytest.mark.parametrize("package", DOORS)
def test_the_doors_open_one_way(package: str) -> None:
    assert _files(package), f"{package} is empty"
    wrong = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for path in _files(package)
        for line, name in _of(path)
        if name.split(".")[0] in {*DOORS, "tests", "benchmarks"} - DOORS[package]
    ]
    assert not wrong


def test_the_prompt_language_is_pure() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for path in _files("h3prompt")
        for line, name in _of(path)
        if _names(name) & HEAVY
    ]
    assert not wrong


def test_nothing_heavy_is_imported_when_a_module_is_loaded() -> None:
    """Inside a function it may be, in the packages that render; at the top of a module it never is."""
    wrong = []
    for package in DOORS:
        for path in _files(package):
            tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
            for node in list(ast.walk(tree)):
                typing_only = isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
                if typing_only or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                    node.body = [ast.Pass()]
            found = _imports(tree, path.relative_to(ROOT).parent.parts)
            allowed = MEDIA if path.relative_to(ROOT).as_posix().startswith(MEDIA_ROOMS) else set()
            wrong += [
                f"{path.relative_to(ROOT)}:{line} imports {name}"
                for line, name in found
                if _names(name) & (NEVER_LOADED - allowed)
            ]
    assert not wrong


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("import torch.nn", {"torch.nn"}),
        ("from ..errors import H3Error", {"h3prompt.errors", "h3prompt.errors.H3Error"}),
        ("from . import grid", {"h3prompt.rules", "h3prompt.rules.grid"}),
        ("def f():\n    from production import cli", {"production", "production.cli"}),
        ("import importlib\nimportlib.import_module('cv2')", {"importlib", "cv2"}),
    ],
)
def test_every_way_of_importing_is_seen(source: str, names: set[str]) -> None:
    assert {name for _, name in _imports(ast.parse(source), ("h3prompt", "rules"))} == names


def test_packages_say_that_they_are_typed() -> None:
    assert all((ROOT / package / "py.typed").is_file() for package in DOORS)


def test_modules_stay_short() -> None:
    long = {
        str(path.relative_to(ROOT)): lines
        for package in DOORS
        for path in _files(package)
        if (lines := len(path.read_text(encoding="utf-8").splitlines())) > 600
    }
    assert not long


# --- what really happens ----------------------------------------------------------------------------------------------


def _python(*arguments: str, cwd: Path = ROOT, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=cwd,
        env=_environment(variables),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


def _environment(variables: Mapping[str, str]) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return {**kept, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", **variables}


def _loaded(stderr: str) -> set[str]:
    """The top-level names in the output of ``-X importtime``."""
    lines = (line for line in stderr.splitlines() if line.startswith("import time:"))
    return {line.rpartition("|")[2].strip().split(".")[0] for line in lines}


@pytest.mark.parametrize("command", ["import", "help", "check"])
def test_nothing_heavy_is_loaded_for_a_prompt(command: str, tmp_path: Path) -> None:
    file = tmp_path / "lamp.h3.md"
    file.write_text(PROMPT, encoding="utf-8")
    arguments = {
        "import": ("-c", "import h3prompt"),
        "help": ("-m", "production", "--help"),
        "check": ("-m", "production", "prompt", "check", str(file)),
    }[command]
    done = _python("-X", "importtime", *arguments, cwd=tmp_path)
    assert done.returncode in ({0, 1} if command == "check" else {0}), done.stderr[-2_000:]
    loaded = _loaded(done.stderr)
    assert "h3prompt" in loaded or command == "help"
    assert not loaded & NEVER_LOADED


def test_the_library_loads_in_a_fifth_of_a_second(tmp_path: Path) -> None:
    """The best of five, processor time, from compiled files as an installed package has them."""
    code = "import time; start = time.process_time(); import h3prompt; print(time.process_time() - start)"
    cache = str(tmp_path / "cache")
    times = [float(_python("-c", code, PYTHONPYCACHEPREFIX=cache).stdout) for _ in range(6)]
    assert min(times[1:]) < 0.2, times
