"""What differs between two records of a film: any two JSON documents, walked side by side."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Any

#: Keys that name the members of a list, the best first.
_NAMES = ("id", "clip", "name", "path")
#: Keys whose members are groups of their own in the printed form.
_GROUPS = ("clips", "shots", "takes", "prompts", "pieces")
#: The printed form cuts a value after this many characters.
_LONGEST = 72
_MISSING = object()


@dataclass(frozen=True, slots=True)
class Change:
    """One difference.

    Attributes:
        kind: "added", "removed" or "changed".
        path: where, keys joined by dots: ``clips.C01.seed``.
        group: the clip or the shot that it belongs to, "" for the film as a whole.
        old, new: the values; None on the side that has none.
    """

    kind: str
    path: str
    group: str
    old: Any = None
    new: Any = None

    def to_dict(self) -> dict[str, Any]:
        """The JSON form."""
        return {"kind": self.kind, "path": self.path, "group": self.group, "old": self.old, "new": self.new}


def compare(old: Mapping[str, Any], new: Mapping[str, Any], *, ignore: Collection[str] = ()) -> list[Change]:
    """The differences between two documents, those of the whole film first, then clip by clip.

    Members of a list are matched by their ``id``, ``clip``, ``name`` or ``path`` when all of them have a different one, and
    by their number otherwise. Something that one side lacks is one change, however much is in it.

    Args:
        old, new: JSON documents.
        ignore: keys (``created``) or whole dotted paths (``film.sha256``) that are left out with all that is in them.
    """
    found = list(_walk(old, new, (), frozenset(ignore)))
    return sorted(found, key=lambda change: (change.group != "", change.group))


def _walk(old: Any, new: Any, path: tuple[str, ...], ignore: frozenset[str]) -> Iterator[Change]:
    if path and (path[-1] in ignore or ".".join(path) in ignore):
        return
    if old is _MISSING or new is _MISSING:
        kind = "added" if old is _MISSING else "removed"
        yield _change(kind, path, None if old is _MISSING else old, None if new is _MISSING else new)
        return
    sides = _members(old, new)
    if sides is None:
        # JSON tells true from 1; Python does not.
        if old != new or isinstance(old, bool) != isinstance(new, bool):
            yield _change("changed", path, old, new)
        return
    before, after = sides
    for key in [*before, *(key for key in after if key not in before)]:
        yield from _walk(before.get(key, _MISSING), after.get(key, _MISSING), (*path, key), ignore)


def _change(kind: str, path: tuple[str, ...], old: Any, new: Any) -> Change:
    group = next((after for key, after in pairwise(path) if key in _GROUPS), "")
    return Change(kind, ".".join(path), group, old, new)


def _members(old: Any, new: Any) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """Both values as named members, or None when they are no two containers of one kind."""
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        return {str(key): value for key, value in old.items()}, {str(key): value for key, value in new.items()}
    if isinstance(old, list | tuple) and isinstance(new, list | tuple):
        for name in _NAMES:
            sides = _by(name, old), _by(name, new)
            if (old or new) and sides[0] is not None and sides[1] is not None:
                return sides[0], sides[1]
        return dict(_numbered(old)), dict(_numbered(new))
    return None


def _by(name: str, values: Sequence[Any]) -> dict[str, Any] | None:
    """The members by the value of their key `name`; None when one has none or two have the same."""
    if not all(isinstance(value, Mapping) and isinstance(value.get(name), str) for value in values):
        return None
    named = {value[name]: value for value in values}
    return named if len(named) == len(values) else None


def _numbered(values: Sequence[Any]) -> Iterator[tuple[str, Any]]:
    return ((str(index), value) for index, value in enumerate(values))


def render_changes(changes: Sequence[Change]) -> str:
    """The changes as plain text, one a line under the name of their clip or shot; "no difference" without any."""
    if not changes:
        return "no difference\n"
    lines = []
    for group, members in groupby(changes, key=lambda change: change.group):
        lines.append(group or "film")
        lines += [f"  {_said(change)}" for change in members]
    return "\n".join(lines) + "\n"


def _said(change: Change) -> str:
    if change.kind == "changed":
        return f"~ {change.path}: {_short(change.old)} -> {_short(change.new)}"
    if change.kind == "added":
        return f"+ {change.path}: {_short(change.new)}"
    return f"- {change.path}: {_short(change.old)}"


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
