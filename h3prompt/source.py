"""A prompt file: front matter, suppression comments, the exact prompt text, and the way from one to the other."""

from __future__ import annotations

import re
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from .context import Context
from .errors import SourceError
from .findings import Edit, Lines, Span, apply_edits
from .patterns import lazy
from .repair import Repaired, layer

_FRONT = lazy(
    r"\A\ufeff?---[ \t]*(?:\r\n|\n|\r)(?P<yaml>(?:.*?[\r\n])??)---[ \t]*(?:\r\n|\n|\r|\Z)", re.DOTALL | re.MULTILINE
)
_COMMENT = lazy(r"<!--[ \t]{0,9}h3:[ \t]{0,9}(?P<verb>[a-z-]{1,20})[ \t]{0,9}(?P<codes>[^<>\n]{0,200}?)[ \t]*-->")
_BLANKS = lazy(r"[ \t]*")
_LINE_END = lazy(r"(?:\r\n|\n|\r)?")
# A file that opens like front matter, with a key on its second line.
_UNCLOSED = lazy(r"\ufeff?(---)[ \t]*(?:\r\n|\n|\r)[a-z_]+[ \t]*:")
_CODE = lazy(r"[A-Za-z][A-Za-z0-9-]*")


class Suppression(NamedTuple):
    """``<!-- h3: ignore CODE … -->``: which codes or rule names it silences, and on which line of the file.

    `line` is None for the whole file: the comment stands before the first line of the prompt.
    """

    codes: tuple[str, ...]
    line: int | None
    span: Span
    verb: str = "ignore"


class Problem(NamedTuple):
    """Something wrong with the front matter. `span` is an offset range of the file."""

    kind: str
    span: Span
    message: str
    suggestion: str | None = None


class Source:
    """The text of one prompt file, split.

    Attributes:
        name: the file's name as given, "-" for standard input.
        text: the whole file.
        undecodable: the offset of the first character that was no UTF-8 (replaced by U+FFFD), None when all was.
        body: the exact prompt text: what follows the front matter, without suppression comments.
        suppressions: the comments, in order.
    """

    def __init__(self, text: str, name: str = "-", undecodable: int | None = None) -> None:
        self.name = name
        self.text = text
        self.undecodable = undecodable
        front = _FRONT.match(text) if text.startswith(("---", "\ufeff---")) else None
        self.front_span = Span(front.start("yaml"), front.end("yaml")) if front else None
        self._offset = front.end() if front else 0
        rest = text[self._offset :]
        self.suppressions: tuple[Suppression, ...] = ()
        self._stripped = Repaired(rest)
        if "<!--" in rest:
            self._strip_comments(rest)
        self.body = self._stripped.text

    def _strip_comments(self, rest: str) -> None:
        edits: list[Edit] = []
        found: list[Suppression] = []
        lines = self.lines
        first = _first_text(rest)
        for match in _COMMENT.finditer(rest):
            start, end = match.span()
            before = _skip_blanks_back(rest, start)
            line_end = _BLANKS.match(rest, end).end()  # type: ignore[union-attr]
            alone = (before == 0 or rest[before - 1] == "\n") and rest[line_end : line_end + 1] in ("", "\n", "\r")
            number = lines.position(self._offset + start)[0]
            codes = tuple(_CODE.findall(match.group("codes")))
            whole = start < first and alone
            span = Span(self._offset + start, self._offset + end)
            line = None if whole else number + 1 if alone else number
            found.append(Suppression(codes, line, span, match.group("verb")))
            # A comment on a line of its own takes the line with it, another one the blanks before it.
            edits.append(Edit(before, _LINE_END.match(rest, line_end).end() if alone else end, ""))  # type: ignore[union-attr]
        self.suppressions = tuple(found)
        if edits:
            self._stripped = Repaired(apply_edits(rest, edits), layers=(layer(edits),))

    @cached_property
    def lines(self) -> Lines:
        """Lines and columns of the file."""
        return Lines(self.text)

    def locate(self, span: Span) -> Span:
        """The place of `span` (offsets of `body`) in the file."""
        start, end = self._stripped.locate(span)
        return Span(start + self._offset, end + self._offset)

    @cached_property
    def _front(self) -> tuple[Context, tuple[Problem, ...]]:
        if self.front_span is None:
            unclosed = _UNCLOSED.match(self.text)
            if unclosed is None:
                return Context(), ()
            message = "the front matter is not closed; write a line of --- after it"
            return Context(), (Problem("yaml", Span(unclosed.start(1), unclosed.end(1)), message, "---"),)
        from .frontmatter import read

        return read(self.text, self.front_span)

    @property
    def context(self) -> Context:
        """What the front matter states."""
        return self._front[0]

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with the front matter."""
        return self._front[1]


def _skip_blanks_back(text: str, offset: int) -> int:
    while offset and text[offset - 1] in " \t":
        offset -= 1
    return offset


def _first_text(rest: str) -> int:
    """Where the first line starts that is neither blank nor a comment."""
    position = 0
    for line in rest.splitlines(keepends=True):
        stripped = _COMMENT.sub("", line).strip()
        if stripped:
            return position
        position += len(line)
    return position


def decode(data: bytes, name: str) -> Source:
    """The source in `data`: UTF-8, or UTF-16 when it opens with that byte order mark; bad bytes become U+FFFD."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        text = data.decode("utf-16", errors="replace")
    else:
        text = data.decode("utf-8", errors="replace")
    bad = text.find("\ufffd")
    genuine = bad >= 0 and "\ufffd".encode() in data
    return Source(text, name, None if bad < 0 or genuine else bad)


def read_source(path: Path) -> Source:
    """Reads a prompt file.

    Raises:
        SourceError: when the file does not exist, is a folder or cannot be read.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise SourceError(f"{path}: cannot be read: {error.strerror or error}") from error
    return decode(data, str(path))
