"""The ``h3`` command, also ``python -m production``: runs it and turns every end into an exit status."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from contextlib import suppress

# Nothing that is imported below is ever thrown away again, so looking for garbage meanwhile only costs time. The same
# goes for the end of the process, which is why what there is then is frozen as well.
gc.disable()


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit status; no exception leaves it.

    Args:
        arguments: the words after ``h3``; default: those of the process.
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        from .cli import console

        console.use_utf8()
        from .cli import app

        if arguments is not None:
            gc.enable()
            return app.run(words)
        gc.freeze()
        gc.enable()
        try:
            return app.run(words)
        finally:
            gc.freeze()
    except KeyboardInterrupt:
        return _fail_late("interrupted", 130)
    except BrokenPipeError:
        return _closed()
    except Exception as error:  # An installation that cannot even be imported, or a full disk under stderr.
        if os.environ.get("H3_DEBUG"):
            raise
        return _fail_late(f"internal error: {type(error).__name__}: {error} (H3_DEBUG=1 shows where)", 3)


def _fail_late(message: str, status: int) -> int:
    with suppress(OSError, ValueError, AttributeError):
        sys.stderr.write(f"h3: {message}\n")
    return status


def _closed() -> int:
    """The reader has gone: nothing may be written any more, not even while Python shuts down."""
    from .cli.console import drop_output

    return drop_output()


if __name__ == "__main__":
    sys.exit(main())
