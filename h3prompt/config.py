"""Levels and disabled rules from ``h3.toml``, from ``pyproject.toml`` or from options.

A project may change what a rule weighs, or switch it off:

    [check]
    disable = ["HAB", "no-camera-term"]

    [check.levels]
    SHT010 = "error"
    LNG = "off"

In ``pyproject.toml`` the tables are called ``[tool.h3.check]`` and ``[tool.h3.check.levels]``. A key is a code, the
name of a rule, or the letters of a family; the most exact entry wins.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .errors import ConfigError, UsageError
from .findings import Level
from .rules.base import Rule

#: The file names that are looked for, the first one in a folder wins.
FILES = ("h3.toml", "pyproject.toml")
_OFF = "off"
# What a pyproject.toml has somewhere when it has a table for us, in whichever way it is written.
_OURS = re.compile(rb"tool[ \t\"']*\.[ \t\"']*h3\b|\[[ \t\"']*tool[ \t\"']*\]|^[ \t\"']*tool[ \t\"']*=", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Config:
    """What a project changes about the rules.

    Attributes:
        disable: codes, names or families (``HAB``) that do not run.
        levels: code, name or family to the level that its findings get.
        path: the file that this came from, "" for the default.
    """

    disable: frozenset[str] = frozenset()
    levels: Mapping[str, Level] = field(default_factory=dict)
    path: str = ""

    def disabled(self, rule: Rule) -> bool:
        """Whether `rule` is switched off; the most exact entry wins, so a level for a code outdoes a disabled family."""
        if not self.disable:
            return False
        for key in _keys(rule):
            if key in self.disable:
                return True
            if key in self.levels:
                return False
        return False

    def level(self, rule: Rule, default: Level) -> Level:
        """The level of a finding of `rule`; the most exact entry wins."""
        if self.levels:
            for key in _keys(rule):
                if key in self.levels:
                    return self.levels[key]
        return default

    def changed(self, disable: Iterable[str] = (), levels: Mapping[str, str] | None = None) -> Config:
        """This configuration with further entries, which win over its own.

        Args:
            disable: codes, names or families.
            levels: code, name or family to ``error``, ``warning``, ``info`` or ``off``.

        Raises:
            UsageError: for a rule or a level that does not exist; the message names the nearest one.
        """
        off = set(self.disable)
        to = dict(self.levels)
        for key in map(rule_key, disable):
            off.add(key)
            to.pop(key, None)
        for written, value in (levels or {}).items():
            key, level = rule_key(written), _level(value)
            if level is None:
                off.add(key)
                to.pop(key, None)
            else:
                off.discard(key)
                to[key] = level
        return Config(frozenset(off), to, self.path)


def _keys(rule: Rule) -> tuple[str, str, str]:
    return rule.code, rule.name, rule.code.rstrip("0123456789")


def rule_key(word: str) -> str:
    """The code, rule name or family that `word` means, in its usual capitals.

    Raises:
        UsageError: when there is none; the hint names the nearest one.
    """
    from .rules import RULES

    known = {key.lower(): key for rule in RULES for key in _keys(rule)}
    key = known.get(word.strip().lower())
    if key is None:
        raise UsageError(f"no rule is called {word!r}", hint=_nearest(word, known) or "h3 prompt rules lists all rules")
    return key


def nearest_rule(word: str) -> str | None:
    """A hint that names the rule which `word` may have meant, by code or by name."""
    from .rules import RULES

    return _nearest(word, {key.lower(): key for rule in RULES for key in (rule.code, rule.name)})


def _level(word: str) -> Level | None:
    """The level called `word`, None for ``off``."""
    written = word.strip().lower() if isinstance(word, str) else ""
    if written == _OFF:
        return None
    try:
        return Level(written)
    except ValueError:
        legal = {name: name for name in (*(level.value for level in Level), _OFF)}
        raise UsageError(
            f"{word!r} is no level; the levels are {', '.join(legal)}", hint=_nearest(written, legal)
        ) from None


def _nearest(word: str, known: Mapping[str, str]) -> str | None:
    from difflib import get_close_matches

    near = get_close_matches(word.strip().lower(), list(known), n=1, cutoff=0.5)
    return f"did you mean {known[near[0]]}?" if near else None


def load(start: Path) -> Config:
    """The configuration that holds for the file or folder `start`.

    The nearest ``h3.toml``, or ``pyproject.toml`` with a ``[tool.h3]`` table, counts. The search goes upward and ends at
    a folder with ``.git`` in it. Without such a file the default comes back.

    Raises:
        ConfigError: when a file is no TOML or says something that means nothing.
    """
    start = Path(start).absolute()
    folder = start if start.is_dir() else start.parent
    for here in (folder, *folder.parents):
        for name in FILES:
            path = here / name
            if path.is_file():
                config = _read(path)
                if config is not None:
                    return config
        if (here / ".git").exists():
            break
    return Config()


def load_file(path: Path) -> Config:
    """The configuration in one file, whatever its name; ``[tool.h3]`` is read when the file has that table.

    Raises:
        ConfigError: when it cannot be read, is no TOML, or says something that means nothing.
    """
    return _read(Path(path), chosen=True) or Config(path=str(path))


def _read(path: Path, chosen: bool = False) -> Config | None:
    try:
        content = path.read_bytes()
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror or error}") from error
    if path.name == "pyproject.toml" and not chosen and not _OURS.search(content):
        return None  # Most have nothing for us, and the parser costs more than all the rest of the search.
    import tomllib

    try:
        data = tomllib.loads(content.decode("utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        if path.name == "pyproject.toml" and not chosen:
            return None  # Other tools report that; it may have nothing to do with us.
        raise ConfigError(f"{path}: is not valid TOML: {error}") from error
    tool = data.get("tool")
    ours = tool.get("h3") if isinstance(tool, dict) else None
    if ours is not None:
        return _Reader(path, "tool.h3.").config(ours)
    if path.name == "pyproject.toml":
        return None
    return _Reader(path, "").config(data)


class _Reader:
    """Turns the tables of one file into a `Config`; every complaint names the file and the key."""

    def __init__(self, path: Path, prefix: str) -> None:
        self.path = path
        self.prefix = prefix

    def _fail(self, key: str, message: str, hint: str | None = None) -> ConfigError:
        return ConfigError(f"{self.path}: {self.prefix}{key}: {message}", hint=hint)

    def _table(self, value: Any, key: str, known: tuple[str, ...] | None) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise self._fail(key.rstrip("."), "must be a table")
        for name in value:
            if known is not None and name not in known:
                legal = {word: word for word in known}
                raise self._fail(f"{key}{name}", f"is unknown; known here: {', '.join(known)}", _nearest(name, legal))
        return value

    def config(self, data: Any) -> Config:
        table = self._table(data, "", ("check",))
        check = self._table(table.get("check", {}), "check.", ("disable", "levels"))
        off = check.get("disable", [])
        if not isinstance(off, list) or not all(isinstance(item, str) for item in off):
            raise self._fail("check.disable", 'must be a list of rules, for example ["HAB", "SHT010"]')
        config = Config(path=str(self.path))
        for word in off:
            config = self._changed("check.disable", config, disable=[word])
        for word, level in self._table(check.get("levels", {}), "check.levels.", None).items():
            config = self._changed(f"check.levels.{word}", config, levels={word: level})
        return config

    def _changed(self, key: str, config: Config, **entry: Any) -> Config:
        try:
            return config.changed(**entry)
        except UsageError as error:
            raise self._fail(key, error.message, error.hint) from None
