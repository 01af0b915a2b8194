"""SUM: the summary and its task prefix."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches

from ..document import LabelKind, Retention, TaskPrefix
from ..facts import Check
from ..findings import Edit, Level, Span
from ..lexicon import AUDIO_MARKERS, EDIT_SENTENCE, TASK_ALIASES, TASKS
from ..patterns import lazy
from ..writer import task_prefix
from .base import Hit, Rule, rule

_NEVER = "Prompt guide; no official output breaks it."
_EDIT = lazy(r"\s*The target video is an edited version of <Video \d+>[.,:;]")
_SAYS_EDIT = lazy(r"\bedited version of\b", re.IGNORECASE)
#: What each task works on: without such a label there is nothing to do it with.
_WORKS_ON = {
    "video editing": LabelKind.VIDEO,
    "video continuation": LabelKind.VIDEO,
    "keyframe completion": LabelKind.PICTURE,
}


def _prefix(check: Check) -> TaskPrefix | None:
    return check.prompt.tasks


def _folded(task: str) -> str:
    return re.sub(r"[\s_-]+", " ", task.strip().lower())


@rule("SUM001", "missing-task-prefix", Level.ERROR, evidence=_NEVER, family="reference")
def missing_task_prefix(check: Check) -> Iterator[Hit]:
    """The summary does not open with the task in square brackets.

    Wrong::

        summary:
        <Subject 1> surfaces beside the boat.

    Right::

        summary:
        [reference generation] <Subject 1> surfaces beside the boat.
    """
    section = check.prompt.section("summary")
    if section and section.body and _prefix(check) is None and not check.jumbled:
        start = section.body_span.start
        yield Hit(
            Span(start, min(start + 20, section.body_span.end)),
            f"the summary opens with its tasks in brackets: {', '.join(TASKS)}",
            "[reference generation]",
        )


@rule(
    "SUM002", "unknown-task", Level.ERROR, evidence="5 % of community prompts; no official output.", family="reference"
)
def unknown_task(check: Check) -> Iterator[Hit]:
    """A task is none of the six.

    keyframe completion, reference generation, video editing, video continuation, audio reuse, audio reference.

    Wrong::

        [image reference] …

    Right::

        [reference generation] …
    """
    prefix = _prefix(check)
    if prefix is None:
        return
    legal = ", ".join(TASKS)
    if not prefix.tasks:
        yield Hit(prefix.span, f"the brackets name no task; the tasks are {legal}", "[reference generation]")
    unknown = [task for task in prefix.tasks if _folded(task) not in TASKS]
    if unknown:
        # A word that is no task may hold a joiner ("first and last frame"), so all of them are one finding.
        named = " and ".join(repr(task) for task in unknown[:4])
        right = dict.fromkeys(word for task in prefix.tasks if (word := _nearest(_folded(task), prefix.text.lower())))
        yield Hit(
            prefix.span,
            f"{named} {'is' if len(unknown) == 1 else 'are'} no task; the tasks are {legal}",
            task_prefix(right) if right else None,
        )


def _nearest(task: str, prefix: str) -> str | None:
    """The task that `task` most likely means, by what people write for it or by its spelling."""
    if task in TASKS:
        return task
    for word, meant in TASK_ALIASES.items():
        if word in task or (" " in word and word in prefix):
            return meant
    near = get_close_matches(task[:60], TASKS, n=1, cutoff=0.5)
    return near[0] if near else None


@rule("SUM003", "task-prefix-form", Level.ERROR, evidence=_NEVER, family="reference", fixable=True)
def task_prefix_form(check: Check) -> Iterator[Hit]:
    """The task prefix has other capitals, joiners or brackets than the guide's.

    Lower case, joined by a plus between blanks, in square brackets.

    Wrong::

        [Reference Generation, Audio Reference] …

    Right::

        [reference generation + audio reference] …
    """
    prefix = _prefix(check)
    if prefix is None or not prefix.tasks or any(_folded(task) not in TASKS for task in prefix.tasks):
        return
    right = task_prefix(_folded(task) for task in prefix.tasks)
    if prefix.text != right:
        yield Hit(prefix.span, f"the prefix is written {right}", right, (Edit(*prefix.span, right),))


@rule("SUM004", "task-repeated", Level.WARNING, evidence="Prompt guide.", family="reference", fixable=True)
def task_repeated(check: Check) -> Iterator[Hit]:
    """A task stands twice in the prefix.

    Wrong::

        [audio reference + audio reference] …

    Right::

        [audio reference] …
    """
    prefix = _prefix(check)
    if prefix is None:
        return
    tasks = [_folded(task) for task in prefix.tasks]
    if len(set(tasks)) < len(tasks):
        right = task_prefix(dict.fromkeys(tasks))
        edits = (Edit(*prefix.span, right),) if all(task in TASKS for task in tasks) else ()
        yield Hit(prefix.span, "a task stands twice in the prefix", right, edits)


_WANTS = {"fully_copy": "audio reuse", "partially_copy": "audio reuse", "reference": "audio reference"}


@rule(
    "SUM005",
    "prefix-and-markers",
    Level.WARNING,
    evidence="1 to 2 % of community prompts; no official output.",
    family="reference",
)
def prefix_and_markers(check: Check) -> Iterator[Hit]:
    """The task prefix and the markers of the audios disagree.

    A copy marker goes with ``audio reuse``, a reference marker with ``audio reference``.

    Wrong::

        [audio reuse] … <Audio 1>: reference - …

    Right::

        [audio reference] … <Audio 1>: reference - …
    """
    prefix = _prefix(check)
    if prefix is None or not check.prompt.retention:
        return
    tasks = {_folded(task) for task in prefix.tasks}
    if not tasks <= set(TASKS):
        return
    audios = [line for line in check.prompt.retention if line.label and line.label.kind is LabelKind.AUDIO]
    wanted: set[str] = set()
    for line in audios:
        task = _WANTS.get(line.marker or "")
        if task and task not in wanted and task not in tasks:
            message = f"the marker {line.marker} goes with {task!r}, which the prefix does not name"
            yield Hit(line.marker_span, message, task)
        if task:
            wanted.add(task)
    if _unread_audios(check, audios):
        return
    for task in ("audio reuse", "audio reference"):
        # A wrong pair gives one finding, at the marker.
        weak = task == "audio reference" and any(line.marker == "weak_reference" for line in audios)
        if task in tasks and task not in wanted and not weak and wanted <= tasks:
            yield Hit(prefix.span, f"the prefix names {task!r}, but no audio has a marker that goes with it")


def _unread_audios(check: Check, audios: list[Retention]) -> bool:
    """A retention line of an audio has no marker that goes with it, or there is no line: another finding says so."""
    legal = all(line.marker in AUDIO_MARKERS and line.note is not None for line in audios)
    kept = {line.label for line in audios}
    return not legal or any(label.kind is LabelKind.AUDIO and label not in kept for label in check.defined)


@rule(
    "SUM006",
    "edit-sentence",
    Level.WARNING,
    evidence="1 % of community prompts; no official output.",
    family="reference",
    fixable=True,
)
def edit_sentence(check: Check) -> Iterator[Hit]:
    """The summary of an edit does not go on with the guide's sentence.

    Wrong::

        [video editing] The coat becomes blue.

    Right::

        [video editing] The target video is an edited version of <Video 1>. The coat becomes blue.
    """
    prefix, section = _prefix(check), check.prompt.section("summary")
    if prefix is None or section is None or "video editing" not in (_folded(task) for task in prefix.tasks):
        return
    if _EDIT.match(check.text, prefix.span.end, section.body_span.end) or not _has(check, LabelKind.VIDEO):
        return
    end = prefix.span.end
    known = any(label.kind is LabelKind.VIDEO and label.number == 1 for label in check.labels)
    said = _SAYS_EDIT.search(check.text, end, section.body_span.end)
    glue = "" if check.text[end : end + 1] in (" ", "\n", "") else " "
    edits = (Edit(end, end, f" {EDIT_SENTENCE}{glue}"),) if known and not said else ()
    message = "the summary of an edit goes on, right after the prefix, with the guide's sentence"
    yield Hit(prefix.span, message, EDIT_SENTENCE, edits, "insert the sentence")


def _has(check: Check, kind: LabelKind) -> bool:
    return any(label.kind is kind for label in check.labels)


@rule("SUM007", "task-without-source", Level.WARNING, evidence="Prompt guide.", family="reference")
def task_without_source(check: Check) -> Iterator[Hit]:
    """A task has nothing to work on: no label in the prompt is of the kind that it needs.

    An edit and a continuation need a ``<Video N>``, keyframes need a ``<Picture N>``. Whether an audio is there is seen from the
    markers (SUM005).

    Wrong::

        [video continuation] The sledge drives on.  (no <Video 1> anywhere)

    Right::

        [video continuation] The sledge of <Video 1> drives on.
    """
    prefix = _prefix(check)
    if prefix is None:
        return
    for task in dict.fromkeys(map(_folded, prefix.tasks)):
        kind = _WORKS_ON.get(task)
        if kind is not None and not _has(check, kind):
            yield Hit(
                prefix.span, f"the prefix names {task!r}, but the prompt has no <{kind.value} N>", f"<{kind.value} 1>"
            )


SUMMARY: tuple[Rule, ...] = (
    missing_task_prefix,
    unknown_task,
    task_prefix_form,
    task_repeated,
    prefix_and_markers,
    edit_sentence,
    task_without_source,
)
