"""The takes of a project on disk: one folder each, one small JSON file that is replaced at every change of state."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import threading
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from h3prompt.errors import H3Error, SourceError, unknown_name

from ..files import write_text
from ..hashes import digest, sha256
from .model import FOLLOWS, State, Take, from_dict

_RECORD = "take.json"
_NAME = re.compile(r"T\d{4,}")


def now() -> str:
    """The moment in UTC, ISO 8601, to the second."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class TakeStore:
    """All takes of a project. Reads everything once; every change is on disk before the method returns."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.damaged: list[str] = []
        self._takes: dict[str, Take] = {}
        self._picks: dict[str, dict[str, Any]] = {}
        self._mutex = threading.Lock()
        self._read()

    # --- reading ------------------------------------------------------------------------------------------------------

    def _read(self) -> None:
        if not self.folder.is_dir():
            return
        for entry in sorted(self.folder.iterdir()):
            if not _NAME.fullmatch(entry.name):
                continue
            try:
                take = from_dict(json.loads((entry / _RECORD).read_text("utf-8")), entry)
                if take.id != entry.name:
                    raise ValueError("it names another take")
            except (OSError, ValueError, KeyError, TypeError) as error:
                # Only a crash between making the folder and the first record leaves one without a record.
                if (entry / _RECORD).exists():
                    self.damaged.append(f"{entry.name}: its record cannot be read ({error}); it is left alone")
                continue
            self._takes[take.id] = take
        try:
            document = json.loads((self.folder / "picks.json").read_text("utf-8"))
            self._picks = {str(base): dict(pick) for base, pick in document["picks"].items()}
        except FileNotFoundError:
            pass
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            self.damaged.append(f"picks.json: cannot be read ({error}); nothing counts as picked")

    def __iter__(self) -> Iterator[Take]:
        return iter(sorted(self._takes.values(), key=lambda take: take.id))

    def __len__(self) -> int:
        return len(self._takes)

    def get(self, name: str) -> Take:
        """The take called `name`.

        Raises:
            UsageError: when there is none.
        """
        take = self._takes.get(name.upper())
        if take is None:
            raise unknown_name("take", name, sorted(self._takes))
        return take

    def of(self, base: str) -> list[Take]:
        """The takes with that base, oldest first."""
        return [take for take in self if take.base == base]

    def chosen(self, base: str, key: str, seed: int | None = None) -> Take | None:
        """The take that the film shows for a clip: the picked one, else one with the planned seed, else the newest good one.

        Only a finished take whose file is still what was recorded counts.

        Args:
            base, key: of the request.
            seed: the planned seed: unless picked, a take of another seed only counts when its seed follows from this one.
        """
        pick = self._picks.get(base)
        if pick is not None and (take := self._takes.get(pick["take"])) is not None and self._usable(take):
            return take
        good = [take for take in self.of(base) if self._usable(take)]
        exact = next((take for take in good if take.key == key), None)
        if exact is not None or not good:
            return exact
        if seed is not None:
            # Numbers rise by one a take, and a number whose seed was used up is skipped.
            further = {another_seed(seed, number) for number in range(2 * len(self.of(base)) + 2)}
            good = [take for take in good if take.seed in further]
        return good[-1] if good else None

    def picked(self, base: str) -> str | None:
        """The id of the take that somebody picked for `base`."""
        pick = self._picks.get(base)
        return None if pick is None else str(pick["take"])

    def _usable(self, take: Take) -> bool:
        return take.state is State.FINISHED and intact(take)

    # --- changing -----------------------------------------------------------------------------------------------------

    def add(self, *, clip: str, shots: Iterable[str], identity: dict[str, Any], attempt: int = 1) -> Take:
        """Records a take before any work is done for it."""
        base, key = hashes(identity)
        with self._mutex:
            number = max((int(name[1:]) for name in self._takes), default=0) + 1
            while True:
                folder = self.folder / f"T{number:04d}"
                try:
                    folder.mkdir(parents=True)
                    break
                except FileExistsError:  # A folder without a record, of a process that died.
                    if not (folder / _RECORD).exists():
                        shutil.rmtree(folder)
                    else:
                        number += 1
            take = Take(
                id=folder.name,
                folder=folder,
                clip=clip,
                shots=tuple(shots),
                base=base,
                key=key,
                identity=identity,
                seed=int(identity["seed"]),
                attempt=attempt,
                created=now(),
            )
            self._takes[take.id] = take
        self._write(take)
        return take

    def move(self, take: Take, state: State, *, error: str = "", **values: Any) -> None:
        """Brings `take` into another state, with further values of its record, and writes it.

        Raises:
            H3Error: for a step that cannot be.
        """
        if state not in FOLLOWS[take.state]:
            raise H3Error(f"{take.id} is {take.state.value} and cannot become {state.value}")
        take.state = state
        take.error = error
        for name, value in values.items():
            setattr(take, name, value)
        self._write(take)

    def _write(self, take: Take) -> None:
        take.updated = now()
        write_text(take.folder / _RECORD, json.dumps(take.to_dict(), indent=1, ensure_ascii=False) + "\n")

    def recover(self) -> list[Take]:
        """Ends what a process that died left behind: its files are removed, nothing of it is trusted.

        The caller holds the project's lock, so nobody works on these takes any more.
        """
        ended = []
        for take in self:
            if take.state in (State.QUEUED, State.RUNNING):
                for entry in take.folder.iterdir():
                    if entry.name != _RECORD:
                        shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
                self.move(take, State.INTERRUPTED, error="the process ended while it was being made")
                ended.append(take)
            elif take.state is State.FINISHED and not intact(take):
                self.move(take, State.FAILED, error=_damage(take))
                ended.append(take)
        return ended

    def pick(self, base: str, take: Take, why: str = "") -> None:
        """Makes `take` the one that the film shows for the clip with `base`."""
        self._picks[base] = {"take": take.id, "why": why, "when": now()}
        self._save_picks()

    def unpick(self, take: Take) -> None:
        """Forgets every decision for `take`."""
        self._picks = {base: pick for base, pick in self._picks.items() if pick["take"] != take.id}
        self._save_picks()

    def _save_picks(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        text = json.dumps({"schema": 1, "picks": self._picks}, indent=1, ensure_ascii=False) + "\n"
        write_text(self.folder / "picks.json", text)


def another_seed(seed: int, number: int) -> int:
    """The seed of the `number`-th further take, the same every time, 0 to 2**32 - 1."""
    return int.from_bytes(hashlib.sha256(f"{seed}:{number}".encode()).digest()[:4], "big")


def hashes(identity: dict[str, Any]) -> tuple[str, str]:
    """(base, key) of a request's identity: without the seed, and with it."""
    return digest({name: value for name, value in identity.items() if name != "seed"}), digest(identity)


def intact(take: Take) -> bool:
    """Whether the clip of a finished take is still the file that was recorded.

    Size and time stamp are compared; when only the time stamp differs (the project was copied), the content is.
    """
    return not _damage(take)


def _damage(take: Take) -> str:
    path = take.path
    if path is None:
        return "no clip is recorded"
    try:
        found = path.stat()
    except OSError:
        return f"{path.name} is gone"
    if found.st_size != take.file["size"]:
        return f"{path.name} has {found.st_size} bytes, {take.file['size']} were recorded"
    if found.st_mtime_ns != take.file.get("mtime_ns"):
        try:
            if sha256(path) != take.file["sha256"]:
                return f"{path.name} is not the file that was recorded"
        except SourceError as error:
            return error.message
        take.file["mtime_ns"] = found.st_mtime_ns
    return ""


def difference(old: dict[str, Any], new: dict[str, Any]) -> str:
    """The first field in which two identities differ, with both values; "" when there is none."""
    for name in dict.fromkeys([*new, *old]):
        before, after = old.get(name), new.get(name)
        if before == after:
            continue
        if name == "prompt" and isinstance(before, str) and isinstance(after, str):
            pairs = zip(before.splitlines(), after.splitlines(), strict=False)
            line = next((number for number, (a, b) in enumerate(pairs, 1) if a != b), 0)
            return f"prompt, line {line}" if line else "prompt, its length"
        if isinstance(before, dict) and isinstance(after, dict):
            return f"{name}.{difference(before, after)}"
        if isinstance(before, list) and isinstance(after, list):
            for index, (a, b) in enumerate(zip(before, after, strict=False), 1):
                if a != b:
                    inner = difference(a, b) if isinstance(a, dict) and isinstance(b, dict) else f"{a} is now {b}"
                    return f"{name}[{index}].{inner}" if isinstance(a, dict) else f"{name}[{index}]: {inner}"
            return f"{name}: {len(before)} are now {len(after)}"
        return f"{name}: {_short(before)} is now {_short(after)}"
    return ""


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else f"{text[:57]}..."
