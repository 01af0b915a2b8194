"""YAML as it was typed: a tree of texts, lists and mappings in which everything has its place.

YAML's own idea of types is never used: ``no``, ``1:30``, ``1e3`` and ``007`` stay texts, and only a plain ``null``, ``~`` or
nothing at all is None. The tree is built from the parser's events without recursion, so that neither deep nesting nor
aliases can hurt.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, NamedTuple, NoReturn

import yaml

from h3prompt.findings import Lines

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
#: How deep lists and mappings may be nested.
MAX_DEPTH = 50
#: How many values aliases may repeat.
MAX_REPEATED = 100_000
#: Of how many keys that stand twice the places are told; one more than a report lists of one kind.
MOST = 1_001
_NULLS = frozenset(("", "~", "null", "Null", "NULL"))
_TAGS = frozenset(f"tag:yaml.org,2002:{word}" for word in ("str", "map", "seq"))
# What YAML does not allow in a stream, and the three separators that it takes for line breaks and editors do not.
_FORBIDDEN = re.compile("[^\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
#: The styles of texts over several lines. They end where their words end: a line break behind them was never meant.
_BLOCKS = ("|", ">")
# What an escape in double quotes can bring into a text and no text needs.
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff]")
_CUT = re.compile(r" #[^\s#!]\S*")
# What follows a key in { } that has no colon.
_BARE = re.compile(r"\s*[,}]")
_MERGE = "<<"


class Problem(NamedTuple):
    """Something wrong at ``text[start:end]``."""

    code: str
    start: int
    end: int
    message: str
    suggestion: str | None = None


_NO_KEYS: dict[str, tuple[int, int]] = {}


class Node:
    """A value with its place.

    Attributes:
        start, end: character offsets of the value; the end of a list or a mapping is not exact.
        data: a str, None, a list or a dict of plain values.
        children: the nodes of a list, or of a mapping by key; None for a scalar.
        keys: where each key of a mapping stands, as a pair of offsets.
        plain: a scalar without quotes.
        size: how many values it holds, itself included and aliases counted in full.
    """

    __slots__ = ("children", "data", "end", "keys", "plain", "size", "start")

    def __init__(self, start: int, end: int, data: Any, children: Any = None, plain: bool = False) -> None:
        self.start = start
        self.end = end
        self.data = data
        self.children: Any = children
        self.keys: dict[str, tuple[int, int]] = _NO_KEYS if children is None else {}
        self.plain = plain
        self.size = 1

    def child(self, key: str | int) -> Node | None:
        """The value at `key`, or None."""
        if isinstance(self.children, dict):
            return self.children.get(key)
        if isinstance(self.children, list) and isinstance(key, int) and 0 <= key < len(self.children):
            found = self.children[key]
            return found if isinstance(found, Node) else None
        return None


class Tree(NamedTuple):
    """The root (None when nothing could be read) and everything that is wrong."""

    root: Node | None
    problems: tuple[Problem, ...]


def compose(text: str) -> Tree:
    """Reads YAML. Never raises.

    Args:
        text: with LF as its only line break and without a byte order mark; offsets count its characters.
    """
    strange = _FORBIDDEN.search(text)
    if strange:
        char = f"U+{ord(strange.group()):04X}"
        message = f"the character {char} cannot stand in YAML; delete it, or write it as an escape in double quotes"
        return Tree(None, (Problem("BRF002", strange.start(), strange.end(), message),))
    builder = _Builder(text)
    try:
        builder.read(_Loader(text).get_event)
    except _StopReading:
        pass
    except yaml.MarkedYAMLError as error:
        mark: Any = error.problem_mark or error.context_mark
        start = min(mark.index, len(text)) if mark else 0
        words = _plain_words(error, text, start)
        begun: Any = error.context_mark
        if begun is not None and begun.line != (mark.line if mark else 0) and begun.index < start:
            words += f"; what is not finished begins in line {begun.line + 1}, column {begun.column + 1}"
        builder.say("BRF002", start, start, words)
        builder.broken = True
    except (
        yaml.YAMLError,
        ValueError,
        OverflowError,
    ) as error:  # An escape of no character is a ValueError in Python's parser.
        builder.say("BRF002", 0, 0, f"the YAML cannot be read: {str(error).splitlines()[0]}")
        builder.broken = True
    return Tree(None if builder.broken else builder.root, tuple(builder.problems))


class _StopReading(Exception):
    """There is no sense in reading on."""


class _Open:
    """A list or a mapping that is being read."""

    __slots__ = ("anchor", "key", "mapping", "merged", "node")

    def __init__(self, node: Node, anchor: str | None) -> None:
        self.node = node
        self.mapping = isinstance(node.children, dict)
        self.anchor = anchor
        self.key: Node | None = None
        self.merged: list[Node] = []


class _Builder:
    def __init__(self, text: str) -> None:
        self.text = text
        self.problems: list[Problem] = []
        self.root: Node | None = None
        self.broken = False
        self._open: list[_Open] = []
        self._anchors: dict[str, Node] = {}
        self._unfinished: set[str] = set()
        self._repeated = 0
        self._twice = 0
        self._documents = 0

    @cached_property
    def _lines(self) -> Lines:
        return Lines(self.text)

    def say(self, code: str, start: int, end: int, message: str, suggestion: str | None = None) -> None:
        self.problems.append(Problem(code, start, end, message, suggestion))

    def _stop(self, code: str, event: Any, message: str, suggestion: str | None = None) -> NoReturn:
        self.say(code, event.start_mark.index, event.end_mark.index, message, suggestion)
        self.broken = True
        raise _StopReading

    def read(self, next_event: Callable[[], Any]) -> None:
        """Takes all events of the parser."""
        # Scalars are nearly everything that a brief has, so their way is the shortest.
        scalar, end, startswith = yaml.ScalarEvent, yaml.StreamEndEvent, self.text.startswith
        while True:
            event = next_event()
            kind = type(event)
            if kind is scalar:
                value, style = event.value, event.style
                plain = not style  # None in the Python parser, "" in the C one.
                if style in _BLOCKS:
                    value = value.rstrip("\n")
                node = Node(event.start_mark.index, event.end_mark.index, value, None, plain)
                if plain:
                    if value in _NULLS:
                        node.data = None
                    elif startswith(" #", node.end):
                        self._comment(node)
                elif _CONTROL.search(value):
                    self._control(node)
                if event.tag is not None:
                    self._tag(event, node.end)
                if event.anchor is not None:
                    self._anchors[event.anchor] = node
                self._attach(node)
            elif kind is end:
                return
            else:
                self._other(kind, event)

    def _other(self, kind: type, event: Any) -> None:
        if kind is yaml.MappingStartEvent or kind is yaml.SequenceStartEvent:
            self._begin(event, kind is yaml.MappingStartEvent)
        elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
            self._end(event)
        elif kind is yaml.AliasEvent:
            self._alias(event)
        elif kind is yaml.DocumentStartEvent:
            self._documents += 1
            if self._documents > 1:
                self._stop(
                    "BRF004",
                    event,
                    "a second document begins here; a brief is one document",
                    "delete the line of ---, or put the rest into a file of its own",
                )

    def _comment(self, node: Node) -> None:
        """A number sign with a word right behind it was hardly meant as a comment: Take #2."""
        word = _CUT.match(self.text, node.end)
        if word:
            message = f"the text ends before {word.group().strip()[:40]!r}, which YAML takes for a comment"
            self.say("BRF065", node.start, word.end(), message, "put the whole text in quotes, or a blank behind the #")

    def _control(self, node: Node) -> None:
        char = _CONTROL.search(node.data)
        assert char is not None
        message = f"the text has the control character U+{ord(char.group()):04X}, which nobody can see or hear"
        self.say("BRF027", node.start, node.end, message, "delete it")

    def _begin(self, event: Any, mapping: bool) -> None:
        if len(self._open) >= MAX_DEPTH:
            self._stop("BRF009", event, f"lists and mappings are nested more than {MAX_DEPTH} deep")
        if event.tag is not None:
            self._tag(event, event.start_mark.index + 1)
        start: int = event.start_mark.index
        node = Node(start, start + 1, {} if mapping else [], {} if mapping else [])
        if event.anchor is not None:
            self._unfinished.add(event.anchor)
        self._open.append(_Open(node, event.anchor))

    def _end(self, event: Any) -> None:
        done = self._open.pop()
        node = done.node
        for other in done.merged:
            self._merge(node, other)
        if done.anchor is not None:
            self._unfinished.discard(done.anchor)
            self._anchors[done.anchor] = node
        node.end = max(node.end, event.end_mark.index)
        self._attach(node)

    def _alias(self, event: Any) -> None:
        name = event.anchor
        if name in self._unfinished:
            self._stop("BRF008", event, f"the alias *{name} stands inside of its own anchor")
        target = self._anchors.get(name)
        if target is None:
            known = ", ".join(f"&{anchor}" for anchor in list(self._anchors)[:8]) or "none"
            self._stop("BRF008", event, f"no anchor &{name} stands above the alias *{name}; anchors so far: {known}")
        self._repeated += target.size
        if self._repeated > MAX_REPEATED:
            self._stop("BRF008", event, f"aliases repeat more than {MAX_REPEATED:,} values; write fewer of them")
        self._attach(target)

    def _tag(self, event: Any, end: int) -> None:
        if event.tag not in _TAGS:
            name = event.tag.replace("tag:yaml.org,2002:", "!!")
            self.say(
                "BRF007",
                event.start_mark.index,
                end,
                f"the tag {name[:60]} means nothing here; every value is read as it is typed",
                "delete the tag; put a text that begins with ! in quotes",
            )

    def _attach(self, node: Node) -> None:
        if not self._open:
            self.root = node
            return
        top = self._open[-1]
        parent = top.node
        if not top.mapping:
            parent.children.append(node)
            parent.data.append(node.data)
            parent.size += node.size
        elif top.key is None:
            top.key = node
        else:
            key, top.key = top.key, None
            name = key.data
            if type(name) is not str or name in parent.keys or name == _MERGE:
                self._odd_pair(top, key, node)
            elif node.data is None and node.start == node.end and _BARE.match(self.text, key.end):
                self._no_colon(key)
            else:
                parent.keys[name] = (key.start, key.end)
                parent.children[name] = node
                parent.data[name] = node.data
                parent.size += node.size

    def _no_colon(self, key: Node) -> None:
        self.say(
            "BRF011",
            key.start,
            key.end,
            f"{key.data[:60]!r} stands between commas without a colon",
            "put a text with a comma in quotes",
        )

    def _odd_pair(self, top: _Open, key: Node, value: Node) -> None:
        parent, name = top.node, key.data
        if not isinstance(name, str):
            self._bad_key(key)
        elif name in parent.keys:
            self._twice += 1
            if self._twice > MOST:
                return
            first = self._lines.position(parent.keys[name][0])
            self.say(
                "BRF005",
                key.start,
                key.end,
                f"the key {name[:60]!r} stands twice: in line {first[0]}, column {first[1]} and again here",
                "delete one of the two, or give it another name",
            )
        else:
            self._note_merge(top, key, value)

    def _bad_key(self, key: Node) -> None:
        if key.children is None:
            self.say("BRF006", key.start, max(key.end, key.start), "a key is missing in front of the colon")
            return
        what = "a list" if isinstance(key.children, list) else "a mapping"
        self.say(
            "BRF006",
            key.start,
            key.start + 1,
            f"{what} cannot be a key; keys are texts",
            "put a text that begins with { or [ in quotes",
        )

    def _note_merge(self, top: _Open, key: Node, value: Node) -> None:
        values = value.children if isinstance(value.children, list) else [value]
        if all(isinstance(other.children, dict) for other in values):
            top.merged += values
        else:
            self.say("BRF022", key.start, key.end, "<< merges a mapping, or a list of mappings")

    def _merge(self, node: Node, other: Node) -> None:
        for name, child in other.children.items():
            if name not in node.keys:
                node.keys[name] = other.keys[name]
                node.children[name] = child
                node.data[name] = child.data
                node.size += child.size


#: A part of the parser's complaint, and what it means for a person.
_WORDS = (
    (
        "mapping values are not allowed",
        "a colon and a blank inside of a text read as a new key; put the whole text in quotes",
    ),
    ("did not find expected key", "the line fits neither the indentation nor the quotes around it"),
    ("expected <block end>", "the line fits neither the indentation nor the quotes around it"),
    ("did not find expected '-' indicator", "an item of the list needs a dash and the indentation of the others"),
    ("could not find expected ':'", "a key without a colon, or a text over several lines that is not in quotes"),
    ("did not find expected ',' or", "a list in [ ] or a mapping in { } is not closed, or lacks a comma"),
    ("expected ',' or", "a list in [ ] or a mapping in { } is not closed, or lacks a comma"),
    ("unexpected end of stream", "a quotation mark is opened and never closed"),
    ("unknown escape character", "\\ means an escape in double quotes; write \\\\, or use single quotes"),
    ("block sequence entries are not allowed", "a list begins on a line of its own"),
    ("unexpected document indicator", "--- or ... stands inside of a quoted text"),
)


_KEY = re.compile(r"\s*[\w-]+")


def _plain_words(error: Any, text: str, start: int) -> str:
    problem = f"{error.problem or ''} {error.context or ''}"
    char = text[start : start + 1]
    if char == "\t" or "tab" in problem:
        return "a tab stands where the indentation ends; YAML is indented with blanks"
    if "cannot start any token" in problem and char:
        return f"no plain text begins with {char}; put it in quotes"
    if "mapping values are not allowed" in problem and _KEY.fullmatch(text, text.rfind("\n", 0, start) + 1, start):
        return "the key stands deeper than the keys above it, or the line above lacks the blank behind its colon"
    for part, words in _WORDS:
        if part in problem:
            return words
    return f"the YAML cannot be read: {(error.problem or error.context or 'it ends too early').strip()}"


def walk(root: Node, keys: tuple[str | int, ...]) -> Iterator[Node]:
    """The nodes on the way along `keys`, the root first, as far as they exist."""
    node: Node | None = root
    yield root
    for key in keys:
        node = node.child(key) if node is not None else None
        if node is None:
            return
        yield node
