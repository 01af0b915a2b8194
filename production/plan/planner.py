"""Plans a film: from a brief to clips on the frame grid."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from h3prompt import grid
from h3prompt.brief.joins import JoinKind
from h3prompt.errors import PlanError
from h3prompt.findings import Level
from h3prompt.limits import MODEL_CARD, limits
from h3prompt.modes import Mode

from .codes import Findings, Place
from .lengths import planned_shots
from .model import Clip, FilmPlan, PlannedReference, Plate
from .pack import Group, Packer
from .references import wanted

if TYPE_CHECKING:
    from h3prompt.brief.model import Brief

#: Links of a chain of clips up to which nothing is said. Measured by others on this model: the third link falls off a cliff.
LINKS = 2


def make_plan(
    brief: Brief, *, window: grid.Window | None = None, place: Place | None = None, file: str | None = None
) -> FilmPlan:
    """Plans the film that `brief` describes.

    Args:
        brief: the film.
        window: which clip lengths come out of the renderer; default: those of the brief's backend.
        place: gives line and column of a value of the brief, for the findings.
        file: the name of the brief, for the findings.

    Raises:
        PlanError: when the film cannot be planned so; its findings name everything that is wrong and the nearest choices.
        UsageError: for an unknown backend.
        GridError: for an aspect ratio that no renderer has.
    """
    window = window or grid.window(brief.backend)
    findings = Findings(file, place)
    canvas = grid.canvas(brief.ratio, brief.short_edge)
    shots, assumptions = planned_shots(brief, findings)
    groups = Packer(brief, window, findings).pack(shots)
    clips: list[Clip] = []
    for number, group in enumerate(groups, 1):
        clips.append(_clip(brief, f"C{number:02d}", group, clips[-1] if clips else None, findings))
    _check_chains(clips, findings)
    if any(finding.level is Level.ERROR for finding in findings.all):
        raise PlanError(findings.all)
    return FilmPlan(
        title=brief.title,
        frames=sum(shot.frames for shot in shots),
        canvas=canvas,
        backend=brief.backend,
        clips=tuple(clips),
        assumptions=tuple(assumptions),
        findings=tuple(findings.all),
    )


def _clip(brief: Brief, name: str, group: Group, before: Clip | None, findings: Findings) -> Clip:
    opening, ending = group.shots[0], group.shots[-1]
    first_file = brief.shots[opening.index].first_frame if opening.part == 0 else None
    last_file = brief.shots[ending.index].last_frame if ending.part == ending.parts - 1 else None
    first = Plate(first_file) if first_file else None
    last = Plate(last_file) if last_file else None
    after = ""
    if before is not None and opening.join is JoinKind.CONTINUE and first is None:
        after = before.id
        first = Plate(clip=before.id, frame=before.head + before.shown - 1)
    references = wanted(brief, group.shots)
    mode = _mode(first, last, references)
    if references and mode is not Mode.REF2VA:
        if not limits(brief.backend).frames_mix_with_references:
            _say_dropped(references, name, opening.index, findings)
        references = ()
    references = _sound_alone(references, name, opening.index, findings)
    if mode is Mode.REF2VA and not references:
        mode = Mode.T2VA
    clip = Clip(
        id=name,
        shots=group.shots,
        frames=group.frames,
        head=group.head,
        mode=mode,
        seed=_seed(brief, group),
        first=first,
        last=last,
        references=references,
        after=after,
    )
    _check(clip, group, findings)
    return clip


def _mode(first: Plate | None, last: Plate | None, references: tuple[PlannedReference, ...]) -> Mode:
    if first and last:
        return Mode.FL2VA
    if first:
        return Mode.I2VA
    if last:
        return Mode.L2VA
    return Mode.REF2VA if references else Mode.T2VA


def _say_dropped(references: tuple[PlannedReference, ...], clip: str, shot: int, findings: Findings) -> None:
    files = ", ".join(reference.path for reference in references)
    findings.say("PLN010", f"{clip} has keyframes, so its reference files are not sent: {files}", "shots", shot, "who")


def _sound_alone(
    references: tuple[PlannedReference, ...], clip: str, shot: int, findings: Findings
) -> tuple[PlannedReference, ...]:
    if references and all(reference.kind == "audio" for reference in references):
        files = ", ".join(reference.path for reference in references)
        findings.say(
            "PLN012", f"{clip} has no picture as a reference, so its voices are not sent: {files}", "shots", shot
        )
        return ()
    return references


def _check(clip: Clip, group: Group, findings: Findings) -> None:
    index = clip.shots[0].index
    if group.shortened:
        findings.say(
            "PLN009",
            f"{clip.id}: its handles are {clip.head} and {clip.tail} frames, since it has {clip.frames} frames already",
            "handles",
        )
    if clip.first and clip.last and (clip.tail or clip.head > 1):
        counts = ", ".join(str(count) for count in grid.neighbours(clip.shown) if count)
        findings.say(
            "PLN008",
            f"{clip.id}: between its keyframes {clip.shown} frames are shown and {clip.frames} rendered, so the last_frame is "
            f"trimmed; whole lengths near it: {counts}",
            "shots",
            index,
            "duration",
        )
    kinds = [reference.kind for reference in clip.references]
    for kind, most in (("image", MODEL_CARD.images), ("video", MODEL_CARD.videos), ("audio", MODEL_CARD.audios)):
        if most is not None and kinds.count(kind) > most:
            findings.say(
                "PLN011",
                f"{clip.id}: {kinds.count(kind)} {kind} files; the model takes at most {most}",
                "shots",
                index,
                "who",
            )
    if MODEL_CARD.files is not None and len(kinds) > MODEL_CARD.files:
        findings.say(
            "PLN011",
            f"{clip.id}: {len(kinds)} files; the model takes at most {MODEL_CARD.files}",
            "shots",
            index,
            "who",
        )


def _check_chains(clips: list[Clip], findings: Findings) -> None:
    links = 0
    for clip in clips:
        links = links + 1 if clip.after else 0
        if links == LINKS + 1:
            findings.say(
                "PLN013",
                f"{clip.id} is the third clip in a row that goes on from the one before; colour and detail drift along such a "
                "chain: a first_frame or a cut begins afresh",
                "shots",
                clip.shots[0].index,
            )


def _seed(brief: Brief, group: Group) -> int:
    """The brief's own, or one that stays the same when other shots come and go."""
    opening = group.shots[0]
    own = brief.shots[opening.index].seed
    if own is not None and opening.part == 0:
        return own
    text = f"{brief.seed}:{opening.id}:{opening.part}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big")
