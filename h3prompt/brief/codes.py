"""Everything that a brief can be told, one code each."""

from __future__ import annotations

from typing import NamedTuple

from h3prompt.findings import Level


class Code(NamedTuple):
    """A kind of finding: its code, a name in kebab-case, its level and what it says in one line."""

    code: str
    name: str
    level: Level
    title: str


_E, _W, _I = Level.ERROR, Level.WARNING, Level.INFO

CODES = (
    # The file and its YAML.
    Code("BRF001", "not-utf8", _E, "The file is no UTF-8 text"),
    Code("BRF002", "yaml", _E, "The YAML cannot be read"),
    Code("BRF003", "empty", _E, "The file states nothing"),
    Code("BRF004", "shape", _E, "The file is not one mapping of keys and values"),
    Code("BRF005", "duplicate-key", _E, "A key stands twice in one mapping"),
    Code("BRF006", "key-not-text", _E, "A key is no text"),
    Code("BRF007", "tag", _E, "A value has a YAML tag"),
    Code("BRF008", "alias", _E, "An alias leads nowhere, into itself, or repeats too much"),
    Code("BRF009", "too-deep", _E, "Values are nested too deep"),
    Code("BRF010", "too-large", _E, "The file is too large"),
    Code("BRF011", "no-colon", _E, "A mapping in { } has a word without a colon"),
    # Each value by itself.
    Code("BRF020", "unknown-key", _E, "A key is unknown"),
    Code("BRF021", "missing", _E, "A key is missing"),
    Code("BRF022", "wrong-form", _E, "A value has the wrong form, for example a text where a list belongs"),
    Code("BRF023", "not-one-of", _E, "A value is none of those that are possible"),
    Code("BRF024", "number", _E, "A number cannot be read or lies outside its range"),
    Code("BRF025", "time", _E, "A time cannot be read"),
    Code("BRF026", "name", _E, "A short name is not made of letters, digits, - and _"),
    Code("BRF027", "text", _E, "A text is empty or too long"),
    Code("BRF028", "count", _E, "A list has too few or too many items"),
    Code("BRF029", "disagree", _E, "Values of one part disagree"),
    # Values against each other.
    Code("BRF040", "duplicate-id", _E, "Two shots have one id"),
    Code("BRF041", "unknown-entity", _E, "A name is no entity of the brief"),
    Code("BRF042", "entity-kind", _E, "An entity of another kind belongs here"),
    Code("BRF043", "unknown-state", _E, "An entity has no such wardrobe state"),
    Code("BRF044", "unknown-language", _E, "A language is not one that a line can be tagged with"),
    Code("BRF045", "unstable-language", _W, "A language is not among those whose speech is stable"),
    Code("BRF046", "first-join", _E, "The first shot has nothing before it that it could join"),
    Code("BRF047", "continue-first-frame", _E, "A shot that continues the one before has a first frame of its own"),
    Code("BRF048", "at-outside", _E, "Something happens after the end of its shot"),
    Code("BRF049", "at-order", _E, "Moments of a shot do not rise"),
    Code("BRF050", "action-and-beats", _E, "A shot has an action and beats"),
    Code("BRF051", "camera-move", _W, "A camera move is not one that the model knows"),
    Code("BRF052", "ratio", _E, "The aspect ratio lies outside of 1:4 to 4:1"),
    Code("BRF053", "unknown-backend", _E, "The renderer is unknown"),
    Code("BRF054", "unknown-skill", _E, "The skill is unknown"),
    Code("BRF055", "length", _E, "A length is zero, or longer than a day"),
    Code("BRF056", "off-frame", _I, "A time does not fall on a frame"),
    Code("BRF057", "join-length", _E, "A join is longer than a shot on one of its sides"),
    Code("BRF058", "no-room", _E, "The stated shots leave no time for the others"),
    Code("BRF059", "sum", _E, "The lengths of the shots do not add up to that of the film"),
    Code("BRF060", "speaker-unseen", _W, "A speaker is neither in the picture nor off screen"),
    Code("BRF061", "dressed-unseen", _W, "Somebody is dressed who is not in the picture"),
    Code("BRF062", "markup", _E, "A text has marks of the prompt language in it"),
    Code("BRF063", "open-place", _E, "A text has a place that was to be filled in"),
    Code("BRF064", "line-break", _E, "A line of dialogue or a visible text goes over several lines"),
    Code("BRF065", "comment", _W, "A text is cut short by what YAML takes for a comment"),
    # Files.
    Code("BRF070", "path", _E, "A path is absolute or leads out of the folder of the brief"),
    Code("BRF071", "no-file", _E, "A file does not exist"),
    Code("BRF072", "file-case", _E, "A file name has other capitals on disk"),
    Code("BRF073", "file-kind", _E, "A file is of another kind than what belongs here"),
    Code("BRF074", "file-unreadable", _E, "A file is empty, a folder, or cannot be read"),
)
BY_CODE = {code.code: code for code in CODES}
