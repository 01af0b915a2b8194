"""What the rules about labels share: the forms in which labels are written, which are known, where their numbers have gaps."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from ..context import Kind
from ..document import Label, LabelKind, Mention
from ..facts import Check
from ..findings import Span
from ..modes import Mode
from ..patterns import lazy

#: Which files a kind of label stands for.
FILES = {LabelKind.PICTURE: Kind.IMAGE, LabelKind.VIDEO: Kind.VIDEO, LabelKind.AUDIO: Kind.AUDIO}
#: The fields in which a label is put to use.
USES = ("detailed_description", "overall_soundscape", "non_diegetic_music")
_BARE = lazy(r"(Subject|Picture|Video|Audio)[ _]?#?(\d{1,2})(?![\w>%])")
#: A label in the syntax of other hosts.
HOST_TOKEN = lazy(
    r"(?<![\w.])@(subject|character|char|image|img|picture|pic|video|audio)[ _-]?#?(\d{1,2})\b", re.IGNORECASE
)
#: A label in angle brackets, in any form.
ODD_LABEL = lazy(
    r"<\s{0,2}(subject|sub|character|char|picture|pic|image|img|photo|video|vid|clip|audio|aud|sound)\s{0,2}[_#:.-]?\s{0,2}0{0,2}(\d{1,3})\s{0,2}>",
    re.IGNORECASE,
)
#: What people write for the four kinds.
KINDS = {
    **dict.fromkeys(("subject", "sub", "character", "char"), LabelKind.SUBJECT),
    **dict.fromkeys(("picture", "pic", "image", "img", "photo"), LabelKind.PICTURE),
    **dict.fromkeys(("video", "vid", "clip"), LabelKind.VIDEO),
    **dict.fromkeys(("audio", "aud", "sound"), LabelKind.AUDIO),
}


def known(check: Check, label: Label) -> bool:
    """The label has a definition, or is a file that another definition cites as its source."""
    if label in check.defined:
        return True
    return label.kind is not LabelKind.SUBJECT and label in check.first_mentions.get("subject_definitions", {})


def undefined_labels(check: Check) -> dict[Label, Mention]:
    """Labels that are used without a definition, each with its first place; empty where there is no field of definitions."""
    section = check.prompt.section("subject_definitions")
    if section is None or not section.body:
        return {}
    found: dict[Label, Mention] = {}
    for name in ("subject_definitions", *USES):
        for label, mention in check.first_mentions.get(name, {}).items():
            if label not in found and not known(check, label):
                found[label] = mention
    return found


def gap(check: Check, kind: LabelKind) -> tuple[Label, Label] | None:
    """(the first label of `kind` that is left out, the label that stands in its place)."""
    mentioned = {label for labels in check.first_mentions.values() for label in labels if label.kind is kind}
    expected = 1
    for number in sorted(label.number for label in mentioned if known(check, label)):
        # A label that is used and not defined is no gap; another rule has it.
        while expected < number and Label(kind, expected) in mentioned:
            expected += 1
        if number != expected:
            return Label(kind, expected), Label(kind, number)
        expected += 1
    return None


def shifted_kinds(check: Check) -> set[LabelKind]:
    """The kinds whose labels are as many as their files and only count wrongly."""
    if check.mode is not Mode.REF2VA:
        return set()
    numbers = Counter(label.kind for label in check.labels)
    return {kind for kind, medium in FILES.items() if numbers[kind] == check.file_counts[medium] and gap(check, kind)}


def bare(check: Check) -> Iterator[tuple[Span, Label]]:
    """The labels that stand without their angle brackets, square ones included, outside of lines and quoted text."""
    text = check.text
    for match in _BARE.finditer(text):
        start, end = match.span()
        before = text[start - 1 : start]
        if before in ("<", "@", "#", "_") or before.isalnum() or check.in_dialogue(start) or check.in_quote(start):
            continue
        if before == "[" and text.startswith("]", end):
            start, end = start - 1, end + 1
        yield Span(start, end), Label(LabelKind(match.group(1)), int(match.group(2)))


def bare_labels(check: Check) -> set[Label]:
    """The labels that stand somewhere without their angle brackets or in another form."""
    found = {label for _, label in bare(check)}
    for pattern in (HOST_TOKEN, ODD_LABEL):
        for match in pattern.finditer(check.text):
            label = Label(KINDS[match.group(1).lower()], int(match.group(2)))
            if match.group() != str(label):
                found.add(label)
    return found
