"""What the film and its clips should be, for whoever inspects them."""

from __future__ import annotations

from h3prompt.brief.joins import JoinKind

from ..edit import after, before
from ..qc.model import Expected, Span
from .model import Clip, FilmPlan

#: Joins at which the picture changes at once.
_HARD = (JoinKind.CUT, JoinKind.MATCH)


def expected(plan: FilmPlan) -> Expected:
    """What the whole film should be."""
    shots = plan.shots
    soft = [shot for shot in shots[1:] if shot.overlap]
    transitions = tuple(
        Span(shot.start - before(shot.overlap), shot.start + after(shot.overlap), shot.join.value) for shot in soft
    )
    return Expected(
        frames=plan.frames,
        canvas=plan.canvas,
        cuts=tuple(shot.start for shot in shots[1:] if shot.join in _HARD),
        transitions=transitions,
        joins=tuple(clip.start for clip in plan.clips[1:]),
        lines=tuple(
            Span(shot.start + line.start, shot.start + line.end, line.speaker) for shot in shots for line in shot.lines
        ),
        shots=tuple(Span(shot.start, shot.end, shot.id) for shot in shots),
        dark=tuple(span for span in transitions if span.name == JoinKind.DIP.value),
    )


def expected_clip(plan: FilmPlan, clip: Clip) -> Expected:
    """What one raw take should be, on the clip's own clock."""
    opens = {shot.id: clip.head + shot.start - clip.start for shot in clip.shots}
    return Expected(
        frames=clip.frames,
        canvas=plan.canvas,
        cuts=tuple(clip.local(shot) for shot in clip.shots[1:] if shot.join in _HARD),
        lines=tuple(
            Span(opens[shot.id] + line.start, opens[shot.id] + line.end, line.speaker)
            for shot in clip.shots
            for line in shot.lines
        ),
        shots=tuple(Span(clip.local(shot), clip.local_end(shot), shot.id) for shot in clip.shots),
    )
