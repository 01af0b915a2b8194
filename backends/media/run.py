"""Runs ffmpeg: argument lists, no shell, standard input closed, progress read, a time limit, the exact command kept."""

from __future__ import annotations

import shlex
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import IO

from h3prompt.errors import Interrupted, ToolError

from .find import find

#: Lines of the end of its log that an error shows.
_TAIL = 12
#: How often a running program is looked at for a cancel or its time limit, in seconds.
_TICK = 0.05

Progress = Callable[[int], None]
Cancelled = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class Done:
    """A finished run: the exact command and everything that it wrote to standard error."""

    command: tuple[str, ...]
    log: str


def spelled(command: Sequence[str]) -> str:
    """`command` as it would be typed."""
    return shlex.join(command)


def _command(arguments: Sequence[str], progress: bool) -> list[str]:
    head = [find().path, "-hide_banner", "-nostdin", "-nostats"]
    return [*head, *(["-progress", "pipe:1"] if progress else []), *arguments]


def failure(what: str, command: Sequence[str], status: int | None, log: str) -> ToolError:
    """The error for a run that ended badly."""
    tail = "\n".join(line for line in log.strip().splitlines()[-_TAIL:])
    end = f"ended with status {status}" if status is not None else "did not end in time and was stopped"
    return ToolError(f"{what}: ffmpeg {end}\n{tail}", hint=f"the command was: {spelled(command)[:2_000]}")


def run(
    arguments: Sequence[str],
    *,
    what: str,
    timeout: float | None = None,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> Done:
    """Runs ffmpeg to its end.

    Args:
        arguments: everything after the program's name.
        what: what it is for, the opening of an error.
        timeout: seconds after which it is stopped; None: none.
        progress: called with the number of frames written so far.
        cancelled: asked again and again; the run is stopped once it says True.

    Raises:
        ToolError: when it fails or takes too long; the message ends with the tail of its log.
        Interrupted: when it was cancelled.
    """
    command = _command(arguments, progress is not None)
    with _started(command, stdout=subprocess.PIPE if progress else subprocess.DEVNULL) as (process, lines):
        reader = None
        if progress is not None and process.stdout is not None:
            reader = threading.Thread(target=_follow, args=(process.stdout, progress), daemon=True)
            reader.start()
        _wait(process, what, command, lines, timeout, cancelled)
        if reader is not None:
            reader.join(5)
    log = "\n".join(lines)
    if process.returncode:
        raise failure(what, command, process.returncode, log)
    return Done(tuple(command), log)


def _wait(
    process: subprocess.Popen[bytes],
    what: str,
    command: Sequence[str],
    lines: deque[str],
    timeout: float | None,
    cancelled: Cancelled | None,
) -> None:
    end = None if timeout is None else time.monotonic() + timeout
    while True:
        with suppress(subprocess.TimeoutExpired):
            process.wait(_TICK if cancelled is not None or end is not None else None)
            return
        if cancelled is not None and cancelled():
            raise Interrupted(f"{what}: cancelled")
        if end is not None and time.monotonic() > end:
            raise failure(what, command, None, "\n".join(lines))


class _Log(deque[str]):
    """The last lines that a program writes to standard error, collected by a thread of its own."""

    def __init__(self, stream: IO[bytes] | None) -> None:
        super().__init__(maxlen=10_000)
        self._reader = threading.Thread(target=_collect, args=(stream, self), daemon=True)
        self._reader.start()

    def whole(self) -> str:
        """Everything, once the program has ended."""
        self._reader.join(5)
        return "\n".join(self)


@contextmanager
def _started(
    command: Sequence[str], *, stdout: int, stdin: int = subprocess.DEVNULL
) -> Iterator[tuple[subprocess.Popen[bytes], _Log]]:
    """Starts a program, collects its log, and never leaves it running."""
    try:
        process = subprocess.Popen(list(command), stdin=stdin, stdout=stdout, stderr=subprocess.PIPE)  # noqa: S603
    except OSError as error:
        raise ToolError(f"{command[0]} cannot be started: {error.strerror or error}") from error
    lines = _Log(process.stderr)
    try:
        yield process, lines
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        lines.whole()
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream is not None:
                with suppress(OSError):
                    stream.close()


def _collect(stream: IO[bytes] | None, lines: deque[str]) -> None:
    if stream is not None:
        with suppress(ValueError, OSError):
            for line in stream:
                lines.append(line.decode("utf-8", "replace").rstrip())


def _follow(stream: IO[bytes], progress: Progress) -> None:
    with suppress(ValueError, OSError):
        for line in stream:
            key, _, value = line.decode("ascii", "replace").strip().partition("=")
            if key == "frame" and value.isdigit():
                progress(int(value))


@contextmanager
def reading(arguments: Sequence[str], *, what: str, cancelled: Cancelled | None = None) -> Iterator[IO[bytes]]:
    """Runs ffmpeg and gives its standard output to read from; the arguments send the result to ``pipe:1``.

    Raises:
        ToolError: at the end of the block, when it failed.
        Interrupted: when it was cancelled.
    """
    with reading_logged(arguments, what=what, cancelled=cancelled) as (stream, _):
        yield stream


@contextmanager
def reading_logged(
    arguments: Sequence[str], *, what: str, cancelled: Cancelled | None = None
) -> Iterator[tuple[IO[bytes], Callable[[], str]]]:
    """As `reading`, with a function that waits for the end and gives all that ffmpeg wrote to standard error.

    Raises:
        ToolError: at the end of the block or from the function, when it failed.
        Interrupted: when it was cancelled.
    """
    command = _command(arguments, False)
    with _started(command, stdout=subprocess.PIPE) as (process, lines):
        assert process.stdout is not None

        def end() -> str:
            if process.stdout is not None:
                process.stdout.close()
            _wait(process, what, command, lines, None, cancelled)
            if process.returncode:
                raise failure(what, command, process.returncode, lines.whole())
            return lines.whole()

        yield process.stdout, end
        end()


@contextmanager
def writing(arguments: Sequence[str], *, what: str, cancelled: Cancelled | None = None) -> Iterator[IO[bytes]]:
    """Runs ffmpeg and gives its standard input to write to; the arguments read from ``pipe:0``.

    Raises:
        ToolError: when it fails, also in the middle of a write.
        Interrupted: when it was cancelled.
    """
    command = [word for word in _command(arguments, False) if word != "-nostdin"]
    with _started(command, stdout=subprocess.DEVNULL, stdin=subprocess.PIPE) as (process, lines):
        assert process.stdin is not None
        try:
            yield process.stdin
            process.stdin.close()
        except BrokenPipeError:
            pass
        _wait(process, what, command, lines, None, cancelled)
    if process.returncode:
        raise failure(what, command, process.returncode, "\n".join(lines))
