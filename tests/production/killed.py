"""Runs ``h3`` and dies by SIGKILL at the N-th step that touches the disk or starts a program.

``python killed.py N WORDS…``; with N = 0 it lives and prints how many steps there were as the last line of standard error.
"""

from __future__ import annotations

import os
import signal
import sys
from typing import Any

STEPS = ("open", "os.mkdir", "os.rename", "os.remove", "os.rmdir", "shutil.rmtree", "subprocess.Popen")


def main() -> int:
    """Counts audit events of the whole process, every thread included."""
    limit = int(sys.argv[1])
    count = 0

    def watch(event: str, arguments: tuple[Any, ...]) -> None:
        nonlocal count
        if event not in STEPS:
            return
        if event == "open":
            # Only what is written counts; modules that are imported do not.
            mode, flags = arguments[1], arguments[2]
            if not (isinstance(mode, str) and set(mode) & set("wax+")) and not (flags & (os.O_WRONLY | os.O_RDWR)):
                return
        count += 1
        if count == limit:
            os.kill(os.getpid(), signal.SIGKILL)

    from production.__main__ import main as h3

    sys.addaudithook(watch)
    status = h3(sys.argv[2:])
    sys.stderr.write(f"{count}\n")
    return status


if __name__ == "__main__":
    sys.exit(main())
