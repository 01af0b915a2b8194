"""Regular expressions that are compiled when they are first used.

Compiling costs more than anything else at start-up, and most checks of most prompts never reach most of the patterns.
"""

from __future__ import annotations

import re
from typing import Any, cast

_METHODS = frozenset(("search", "match", "fullmatch", "finditer", "findall", "sub", "split"))


class _Lazy:
    """Stands in for a compiled pattern. The first use of a method puts the real ones in its place."""

    def __init__(self, pattern: str, flags: int) -> None:
        self._source = (pattern, flags)

    def __getattr__(self, name: str) -> Any:
        if name not in _METHODS:
            raise AttributeError(name)
        compiled = re.compile(*self._source)
        for method in _METHODS:
            self.__dict__[method] = getattr(compiled, method)
        return self.__dict__[name]


def lazy(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """A pattern that is compiled at its first use; for whoever only searches, matches, splits or substitutes."""
    return cast("re.Pattern[str]", _Lazy(pattern, flags))
