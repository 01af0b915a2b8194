"""The texts of a brief that go into prompts: nothing in them may be taken for the prompt's own marks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from .model import Brief, Entity, Shot
from .tree import Problem
from .words import Complaint, Keys

#: What the prompt language writes itself.
_MARKS = re.compile(
    r"</?d>|<\|?(?:cutoff|scenetrans)\|?>|\[Shot ?\d{1,4}\]|<(?:Subject|Picture|Video|Audio) ?\d{1,4}>|\(S[1-9]\d{0,2}(?:, ?S[1-9]\d{0,2})*\)",
    re.IGNORECASE,
)
#: What stands where somebody meant to write something else.
_OPEN = re.compile(
    r"\{\{[^{}\n]{0,120}\}\}|\$\{[^{}\n]{1,120}\}|\{%[^{}\n]{1,120}%\}|\{[^{}\n]{0,80}\}"
    r"|\[(?:insert|your|placeholder|fill in|describe|todo|tbd)\b[^\]\n]{0,160}\]|\b(?:TODO|TBD|FIXME)\b"
)
_IN_SHOT = ("place", "framing", "light", "action", "sound", "incoming", "outgoing")


class _Text(NamedTuple):
    keys: Keys
    text: str
    verbatim: bool = False


def check_texts(brief: Brief) -> Iterator[Complaint]:
    """Marks of the prompt language and open places in the texts of a brief.

    Lines and visible text are the person's own words: they may have braces, but no marks.
    """
    for keys, text, verbatim in _texts(brief):
        # Nearly every text is plain, and one look for four characters says so.
        if "<" in text or "[" in text or "(" in text:
            mark = _MARKS.search(text)
            if mark:
                message = (
                    f"{mark.group()} is a mark of the prompt language, which is written for you; say it in plain words"
                )
                yield Complaint(keys, Problem("BRF062", 0, 0, message, f"delete {mark.group()}"))
                continue
        if verbatim and "\n" in text.strip():
            message = f"{text.split()[0][:40]} … goes over several lines; words that are kept verbatim stand on one"
            yield Complaint(
                keys, Problem("BRF064", 0, 0, message, "write > in place of |, or one string for each line")
            )
        elif not verbatim:
            left = _OPEN.search(text)
            if left:
                message = (
                    f"{left.group()} stands where something was to be filled in; it would be drawn or spoken as it is"
                )
                yield Complaint(keys, Problem("BRF063", 0, 0, message))


def _texts(brief: Brief) -> Iterator[_Text]:
    for name in ("style", "music", "soundscape"):
        text = getattr(brief, name)
        if text is not None:
            yield _Text((name,), text)
    for name, entity in brief.entities.items():
        yield from _of_entity(entity, ("entities", name))
    for number, shot in enumerate(brief.shots):
        yield from _of_shot(shot, ("shots", number))


def _of_entity(entity: Entity, keys: Keys) -> Iterator[_Text]:
    yield _Text((*keys, "look"), entity.look)
    if entity.voice is not None:
        yield _Text((*keys, "voice"), entity.voice)
    for state, clothing in entity.wardrobe.items():
        yield _Text((*keys, "wardrobe", state), clothing)
    for number, file in enumerate(entity.files):
        if file.note is not None:
            yield _Text((*keys, "files", number, "note"), file.note)


def _of_shot(shot: Shot, keys: Keys) -> Iterator[_Text]:
    for name in _IN_SHOT:
        text = getattr(shot, name)
        if text is not None:
            yield _Text((*keys, name), text)
    for number, beat in enumerate(shot.beats):
        yield _Text((*keys, "beats", number, "text"), beat.text)
    for number, line in enumerate(shot.lines):
        yield _Text((*keys, "lines", number, "text"), line.text, verbatim=True)
        if line.delivery is not None:
            yield _Text((*keys, "lines", number, "delivery"), line.delivery)
    for number, text in enumerate(shot.visible_text):
        yield _Text((*keys, "visible_text", number), text, verbatim=True)
