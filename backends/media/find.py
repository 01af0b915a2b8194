"""Which ffmpeg runs: the one that was named, the system's when it can do everything that we need, else the one in the wheel."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from functools import cache

from h3prompt.errors import ToolError

#: The variable that names an ffmpeg to be used whatever it can do.
VARIABLE = "H3_FFMPEG"
#: The first release that copies PCM into MP4 and measures loudness without a log line per frame.
MINIMUM = (6, 0)
#: What must be there besides the version.
FILTERS = frozenset(
    {
        "acrossfade", "afade", "alimiter", "amix", "anullsrc", "aresample", "asplit", "atrim", "color", "concat", "ebur128",
        "fade", "fps", "loudnorm", "overlay", "pad", "scale", "setsar", "sidechaincompress", "tile", "tonemap", "tpad",
        "trim", "volume", "xfade", "zscale",
    }
)  # fmt: skip
ENCODERS = frozenset({"libx264", "aac", "flac", "png", "pcm_s16le", "pcm_f32le", "rawvideo"})
_VERSION = re.compile(r"ffmpeg version n?(\d+)\.(\d+)")
_GIT = re.compile(r"ffmpeg version (N-\d+|git)")


@dataclass(frozen=True, slots=True)
class Ffmpeg:
    """One executable.

    Attributes:
        path: the executable.
        origin: "given" (by the variable), "system" or "bundled".
        version: the text after "ffmpeg version", without blanks.
        configuration: the first 12 digits of the SHA-256 of its configuration line.
        passed_over: why a system's ffmpeg was not taken, "" when it was or there is none.
    """

    path: str
    origin: str
    version: str
    configuration: str
    passed_over: str = ""


def _output(path: str, *arguments: str) -> str:
    done = subprocess.run(  # noqa: S603
        [path, "-hide_banner", *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        timeout=30,
        check=False,
    )
    return done.stdout


def _names(listing: str) -> set[str]:
    """The second word of each line of a list of filters or encoders."""
    return {words[1] for line in listing.splitlines() if len(words := line.split()) > 1}


def lacks(path: str) -> list[str]:
    """What the ffmpeg at `path` cannot do of all that is needed; empty when it will do.

    An executable that does not run lacks everything.
    """
    try:
        banner = _output(path, "-version")
        match = _VERSION.search(banner)
        if not match and not _GIT.search(banner):
            return ["a version that can be read"]
        missing = []
        if match and (int(match[1]), int(match[2])) < MINIMUM:
            missing.append(f"version {MINIMUM[0]}.{MINIMUM[1]} or later (it is {match[1]}.{match[2]})")
        missing += [f"filter {name}" for name in sorted(FILTERS - _names(_output(path, "-filters")))]
        missing += [f"encoder {name}" for name in sorted(ENCODERS - _names(_output(path, "-encoders")))]
    except (OSError, subprocess.SubprocessError) as error:
        return [f"a program that runs ({type(error).__name__})"]
    return missing


def _described(path: str, origin: str, passed_over: str = "") -> Ffmpeg:
    banner = _output(path, "-version")
    version = banner.partition("ffmpeg version ")[2].split(" ")[0].strip()
    line = next((line for line in banner.splitlines() if line.startswith("configuration:")), "")
    return Ffmpeg(path, origin, version, hashlib.sha256(line.encode()).hexdigest()[:12], passed_over)


@cache
def find() -> Ffmpeg:
    """The ffmpeg that everything here runs; looked for once a process.

    Raises:
        ToolError: when there is none that will do; the message says what is missing.
    """
    named = os.environ.get(VARIABLE)
    if named:
        path = shutil.which(named)
        if path is None:
            raise ToolError(f"{VARIABLE}: {named} is no program that can be run", hint="name an ffmpeg, or unset it")
        return _described(path, "given")
    passed_over = ""
    system = shutil.which("ffmpeg")
    if system:
        missing = lacks(system)
        if not missing:
            return _described(system, "system")
        passed_over = f"{system} lacks {', '.join(missing)}"
    try:
        import imageio_ffmpeg.binaries
    except ImportError as error:
        raise ToolError(
            f"no ffmpeg was found that will do{': ' + passed_over if passed_over else ''}",
            hint=f"install imageio-ffmpeg, or an ffmpeg of version {MINIMUM[0]}.{MINIMUM[1]} or later",
        ) from error
    # imageio_ffmpeg.get_ffmpeg_exe() looks at the path of the system on its own; only its own file is wanted here.
    folder = os.path.dirname(imageio_ffmpeg.binaries.__file__)  # noqa: PTH120
    own = sorted(name for name in os.listdir(folder) if name.startswith("ffmpeg-"))  # noqa: PTH208
    if not own:
        raise ToolError("the package imageio-ffmpeg holds no program on this platform", hint=f"set {VARIABLE}")
    return _described(os.path.join(folder, own[0]), "bundled", passed_over)  # noqa: PTH118
