"""Reads any text as an H3 prompt: never raises, never drops a character, takes time linear in the text.

The reader is tolerant on purpose. It accepts every form that people and language models write (see `repair` for the
wrappings, and the ``written``, ``line_start``, ``well_formed``, ``marker_form``… attributes of `document` for the rest)
and leaves the judgement to the rules.
"""

from __future__ import annotations

from dataclasses import replace

from ..document import Prompt
from ..repair import repair
from .alignment import read_alignment
from .fields import read_headers, read_opening, read_sections
from .reference import read_definitions, read_retention, read_tasks
from .shots import read_shots
from .spans import Owner
from .tokens import read_lines, read_quotes, read_tokens

__all__ = ["parse", "read_alignment"]


def parse(text: str) -> Prompt:
    """The prompt that `text` holds. Accepts every string; what is missing is missing in the result.

    Spans in the result are offsets of ``Prompt.text``, see `document`.
    """
    repaired = repair(text)
    text = repaired.text
    headers = read_headers(text)
    sections, trailer = read_sections(text, headers)
    alignment, preamble = read_opening(text, headers[0][0].start if headers else len(text))
    owner = Owner(sections)
    lines, stray = read_lines(text, owner)
    mentions, speakers, markers = read_tokens(text, lines, owner)
    prompt = Prompt(
        text=text,
        repaired=repaired,
        alignment=alignment,
        preamble=preamble,
        trailer=trailer,
        sections=sections,
        lines=lines,
        stray_tags=stray,
        mentions=mentions,
        speakers=speakers,
        quotes=read_quotes(text, lines, owner),
    )
    style, shots, citations = read_shots(prompt, markers)
    definitions = prompt.section("subject_definitions")
    retention = prompt.section("retention_analysis")
    summary = prompt.section("summary")
    return replace(
        prompt,
        style=style,
        shots=shots,
        citations=citations,
        definitions=tuple(read_definitions(text, definitions)) if definitions else (),
        retention=tuple(read_retention(text, retention)) if retention else (),
        tasks=read_tasks(text, summary) if summary else None,
        _by_name={},
    )
