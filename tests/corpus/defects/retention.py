"""Retention lines and the summary with its task prefix."""

from __future__ import annotations

from .model import ANY, Table

T = Table("retention, summary")

SUBJECT = "<Subject 1> (appears in [Shot 1], [Shot 2]): "

# Markers nobody knows, and markers of the other sense.
for base, old, new in (
    ("ref-ceramics-host", "[Shot 3]): fully_preserved - face", "[Shot 3]): fully_reference - face"),
    ("ref-two-cousins-rooftop", "partially_preserved", "partial_preserved"),
    ("ref-linocut-style", "attribute_transfer", "style_transfer"),
    ("ref-camera-path-market", "weak_reference", "motion_reference"),
    ("ref-storyboard-heist-cat", "attribute_transfer", "attribute transfer"),
    (
        "ref-keyframes-lantern-boat",
        "[Shot 2] last frame): fully_preserved",
        "[Shot 2] last frame): preserved",
    ),
    ("ref-anthem-reuse", "fully_copy", "full_copy"),
    ("ref-voice-lend-puppeteer", "<Audio 1>: reference -", "<Audio 1>: voice_reference -"),
    ("ref-unclear-tape", "partially_copy", "partially_copied"),
    ("ref-oud-maker-hosted", "fully_preserved - face, skullcap", "Fully_Preserved - face, skullcap"),
):
    T.error("illegal marker", base, (old, new))
for base, old, new in (
    ("ref-ceramics-host", "fully_preserved - silhouette", "fully_copy - silhouette"),
    ("ref-edit-jacket-colour", "partially_preserved", "partially_copy"),
    ("ref-camera-path-market", "[Shot 1]): fully_preserved", "[Shot 1]): reference"),
    ("ref-keyframes-lantern-boat", "first frame): fully_preserved", "first frame): reference"),
):
    T.error("audio marker on a visual label", base, (old, new))
for base, old, new in (
    ("ref-anthem-reuse", "<Audio 1>: fully_copy", "<Audio 1>: fully_preserved"),
    ("ref-voice-lend-puppeteer", "<Audio 1>: reference", "<Audio 1>: attribute_transfer"),
    ("ref-unclear-tape", "<Audio 1>: partially_copy", "<Audio 1>: partially_preserved"),
):
    T.error("visual marker on an audio label", base, (old, new))

# Lines that are not in any of the shapes.
for base, old, new in (
    ("ref-linocut-style", "[Shot 2]): attribute_transfer - gouge", "[Shot 2]) gouge"),
    (
        "ref-oud-maker-hosted",
        SUBJECT + "fully_preserved - face",
        "<Subject 1> stays fully the same, with face",
    ),
    (
        "ref-edit-add-heron",
        "(base footage of the edit): partially_preserved - court",
        "(base footage of the edit): court",
    ),
    ("ref-anthem-reuse", "<Audio 1>: fully_copy - the track", "<Audio 1> the track"),
    ("ref-radio-track-copied", SUBJECT + "fully_preserved", SUBJECT.replace(")", "") + "fully_preserved"),
    (
        "ref-no-header-tailor",
        "<Subject 2> (appears in [Shot 1], [Shot 2]): fully",
        "Subject 2 (appears in [Shot 1], [Shot 2]): fully",
    ),
    (
        "ref-continue-sledge",
        "(clip to continue): fully_preserved - the team",
        "(clip to continue) = the team",
    ),
):
    T.error("malformed line", base, (old, new))

# The task prefix.
for base, old, new in (
    ("ref-ceramics-host", "[reference generation] ", ""),
    ("ref-edit-jacket-colour", "[video editing] ", ""),
    ("ref-keyframes-lantern-boat", "[keyframe completion] ", ""),
    ("ref-anthem-reuse", "[reference generation + audio reuse] <Subject 1> climbs", "<Subject 1> climbs"),
    ("ref-continue-sledge", "[video continuation] The", "Video continuation: The"),
):
    T.error("missing prefix", base, (old, new), also="summary:")
for base, old, new in (
    ("ref-two-cousins-rooftop", "[reference generation]", "[image reference]"),
    ("ref-edit-add-heron", "[video editing + reference generation]", "[video editing + object insertion]"),
    ("ref-continue-sledge", "[video continuation]", "[video extension]"),
    ("ref-voice-lend-puppeteer", "+ audio reference]", "+ voice cloning]"),
    ("ref-linocut-style", "[reference generation]", "[style transfer]"),
    ("ref-keyframes-lantern-boat", "[keyframe completion]", "[first and last frame]"),
    ("ref-storyboard-heist-cat", "[reference generation]", "[animation]"),
):
    T.error("task word outside the six", base, (old, new), also="summary:")
for base, old, new in (
    ("ref-greenhouse-long", "[reference generation]", "[Reference Generation]"),
    ("ref-edit-jacket-colour", "[video editing]", "[VIDEO EDITING]"),
    ("ref-anthem-reuse", "[reference generation + audio reuse]", "[reference generation, audio reuse]"),
    (
        "ref-voice-lend-puppeteer",
        "[reference generation + audio reference]",
        "[reference generation & audio reference]",
    ),
    (
        "ref-rain-ambience-keyframe",
        "[keyframe completion + audio reference]",
        "[keyframe completion+audio reference]",
    ),
    ("ref-unclear-tape", "[reference generation + audio reuse]", "[reference generation / audio reuse]"),
):
    T.error("other capitals or joiners", base, (old, new), also="summary:", fix=True)
for base, old, new in (
    ("ref-oud-maker-hosted", "[reference generation]", "[reference generation + reference generation]"),
    (
        "ref-edit-add-heron",
        "[video editing + reference generation]",
        "[video editing + reference generation + video editing]",
    ),
):
    T.warning("task word repeated", base, (old, new), also="summary:")

# Wording of the bracket part.
for base, old, new in (
    ("ref-ceramics-host", "<Subject 1> (appears in [Shot 1]", "<Subject 1> (seen in [Shot 1]"),
    ("ref-camera-path-market", "<Subject 1> (appears in [Shot 1])", "<Subject 1> ([Shot 1])"),
    ("ref-keyframes-lantern-boat", "([Shot 1] first frame)", "([Shot 1] opening image)"),
    ("ref-storyboard-heist-cat", "[Shot 3] storyboard)", "[Shot 3] layout guide)"),
    (
        "ref-two-cousins-rooftop",
        "<Subject 3> (appears in [Shot 1], [Shot 3])",
        "<Subject 3> (appears in Shot 1, Shot 3)",
    ),
    ("ref-anthem-reuse", "(appears in [Shot 1], [Shot 2], [Shot 4])", "(appears in [Shot 1]-[Shot 4])"),
    ("ref-rain-ambience-keyframe", "([Shot 1] first frame)", "(first frame of [Shot 1])"),
):
    T.warning("wording of the bracket part", base, (old, new))

# Copying and referencing against the prefix.
for base, old, new in (
    ("ref-anthem-reuse", "<Audio 1>: fully_copy", "<Audio 1>: reference"),
    ("ref-voice-lend-puppeteer", "<Audio 1>: reference", "<Audio 1>: fully_copy"),
    (
        "ref-radio-track-copied",
        "[reference generation + audio reuse]",
        "[reference generation + audio reference]",
    ),
    ("ref-unclear-tape", "[reference generation + audio reuse]", "[reference generation]"),
    ("ref-greenhouse-long", "[reference generation]", "[reference generation + audio reuse]"),
    (
        "ref-rain-ambience-keyframe",
        "[keyframe completion + audio reference]",
        "[keyframe completion + audio reuse]",
    ),
):
    T.warning("copy or reference against the prefix", base, (old, new), at=ANY)
for base, old, new in (
    ("ref-edit-jacket-colour", "The target video is an edited version of <Video 1>. ", ""),
    (
        "ref-edit-add-heron",
        "The target video is an edited version of <Video 1>. ",
        "The court of <Video 1> is reused. ",
    ),
    ("ref-edit-jacket-colour", "The target video is an edited version of", "In this edit we change"),
):
    T.warning("edit without its opening sentence", base, (old, new), also="summary:")
for base, old, new in (
    (
        "ref-ceramics-host",
        "<Subject 2> (appears in [Shot 1], [Shot 2], [Shot 3])",
        "<Subject 2> (appears in [Shot 1], [Shot 4])",
    ),
    (
        "ref-linocut-style",
        "<Subject 1> (appears in [Shot 1], [Shot 2])",
        "<Subject 1> (appears in [Shot 1], [Shot 3])",
    ),
    ("ref-keyframes-lantern-boat", "([Shot 2] last frame)", "([Shot 5] last frame)"),
    (
        "ref-edit-add-heron",
        "<Subject 1> (appears in [Shot 1])",
        "<Subject 1> (appears in [Shot 1], [Shot 2])",
    ),
    (
        "ref-two-cousins-rooftop",
        "<Subject 3> (appears in [Shot 1], [Shot 3])",
        "<Subject 3> (appears in [Shot 3], [Shot 6])",
    ),
    (
        "ref-storyboard-heist-cat",
        "[Shot 2], [Shot 3] storyboard)",
        "[Shot 2], [Shot 3], [Shot 4] storyboard)",
    ),
):
    T.warning("cited shot that does not exist", base, (old, new))
for base, old, new in (
    ("ref-voice-lend-puppeteer", "reference - timbre", "reference — timbre"),
    ("ref-continue-sledge", "fully_preserved - the team", "fully_preserved – the team"),
    ("ref-radio-track-copied", "fully_preserved - counter", "fully_preserved -- counter"),
    ("ref-no-header-tailor", "fully_preserved - velvet", "fully_preserved — velvet"),
):
    T.warning("another dash in a retention line", base, (old, new), fix=True)
