"""Which clips are kept, which are made, and why."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from backends.contract import Backend, identity

from ..plan.model import Clip
from ..takes.model import State, Take
from ..takes.store import TakeStore, difference, hashes
from .requests import NotYet, Requests


class Action(StrEnum):
    """What happens to a clip."""

    KEEP = "keep"
    MAKE = "make"
    #: Made or kept once the clip before it is known.
    WAIT = "wait"


@dataclass(frozen=True, slots=True)
class Decision:
    """What happens to one clip and why; `base` and `key` are "" while the clip waits for another."""

    clip: str
    shots: tuple[str, ...]
    action: Action
    why: str
    take: Take | None = None
    base: str = ""
    key: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The published JSON form."""
        return {
            "clip": self.clip,
            "shots": list(self.shots),
            "action": self.action.value,
            "why": self.why,
            "take": None if self.take is None else self.take.id,
        }


def shot_ids(clip: Clip) -> tuple[str, ...]:
    """The names of a clip's shots; a part of a long shot is named ``S03.2``."""
    return tuple(shot.id if shot.parts == 1 else f"{shot.id}.{shot.part + 1}" for shot in clip.shots)


def decide(
    clip: Clip, requests: Requests, backend: Backend, store: TakeStore, *, anew: bool = False, waits: bool = False
) -> Decision:
    """Decides about one clip.

    Args:
        clip: the clip.
        requests: builds its request.
        backend: the renderer.
        store: the takes that there are.
        anew: the person asked for another take.
        waits: the clip that it continues is going to be made.
    """
    shots = shot_ids(clip)
    if waits:
        return Decision(clip.id, shots, Action.WAIT, f"it continues {clip.after}, which is made first")
    try:
        request = requests.of(clip)
    except NotYet as missing:
        return Decision(clip.id, shots, Action.WAIT, f"it continues {missing.clip}, which is made first")
    document = identity(request, backend)
    base, key = hashes(document)
    chosen = store.chosen(base, key, request.seed)
    if anew:
        return Decision(clip.id, shots, Action.MAKE, "a new take was asked for", None, base, key)
    if chosen is not None:
        requests.chosen[clip.id] = chosen
        picked = store.picked(base) == chosen.id
        why = f"{chosen.id} was picked" if picked else f"{chosen.id} is finished and nothing it depends on has changed"
        return Decision(clip.id, shots, Action.KEEP, why, chosen, base, key)
    return Decision(clip.id, shots, Action.MAKE, _reason(store, shots, document, base), None, base, key)


def _reason(store: TakeStore, shots: tuple[str, ...], document: dict[str, Any], base: str) -> str:
    # A finished one that is not shown was made for another seed: that difference is the reason.
    tried = [take for take in store.of(base) if take.state is not State.FINISHED]
    if tried:
        last = tried[-1]
        said = f": {last.error.splitlines()[0]}" if last.error else ""
        return f"{last.id} is {last.state.value}{said}"
    earlier = [take for take in store if take.shots == shots and take.state in (State.FINISHED, State.REJECTED)]
    if not earlier:
        return "there is no take of it yet"
    last = earlier[-1]
    return f"since {last.id} this changed: {difference(last.identity, document)}"


def decide_all(
    clips: Collection[Clip],
    requests: Requests,
    backend: Backend,
    store: TakeStore,
    anew: Collection[str] = (),
    note: Callable[[Decision], None] | None = None,
) -> Mapping[str, Decision]:
    """Decides about all clips in order, so that what continues a clip that will be made waits for it."""
    decisions: dict[str, Decision] = {}
    for clip in clips:
        before = decisions.get(clip.after)
        waits = before is not None and before.action is not Action.KEEP
        decisions[clip.id] = decide(clip, requests, backend, store, anew=clip.id in anew, waits=waits)
        if note:
            note(decisions[clip.id])
    return decisions
