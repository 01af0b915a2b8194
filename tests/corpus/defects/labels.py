"""Labels against definitions, retention lines, descriptions and files."""

from __future__ import annotations

from .model import ANY, Table, every, span

T = Table("labels")

# Used but never defined.
for base, old, new in (
    (
        "ref-ceramics-host",
        "A narrow stream of amber tea",
        "<Subject 3> looks on as a narrow stream of amber tea",
    ),
    ("ref-two-cousins-rooftop", "A pigeon drops from", "<Subject 4> drops from"),
    ("ref-anthem-reuse", "A lizard darts", "<Subject 2> darts"),
    ("ref-edit-jacket-colour", "a woman with wet, dark,", "<Subject 1> with wet, dark,"),
    ("ref-linocut-style", "a hen with a vermilion comb", "<Subject 3> with a vermilion comb"),
    ("ref-radio-track-copied", "A fork slides from", "As in <Video 1>, a fork slides from"),
    ("ref-continue-sledge", "Runners hiss over ice", "<Audio 1> is heard while runners hiss over ice"),
    ("ref-no-header-tailor", "A solo viola and a harp", "As on <Audio 1>, a solo viola and a harp"),
    ("ref-keyframes-lantern-boat", "A leaf drifts across", "As on <Picture 3>, a leaf drifts across"),
):
    T.error("used but undefined", base, (old, new))
for base, start, end in (
    ("ref-ceramics-host", "<Subject 2>: the teapot", "\n"),
    ("ref-edit-add-heron", "<Subject 1>: the mechanical", "<Video 1>: the base"),
    ("ref-oud-maker-hosted", "<Subject 2>: the grandson", "\n"),
):
    T.error("used but undefined", base, span(start, end), at=ANY)

# Files and labels that do not meet.
for base, extra in (
    ("ref-ceramics-host", "  - {kind: image, path: props/cup.png, role: reference}\n"),
    ("ref-anthem-reuse", "  - {kind: video, path: refs/climb.mp4, role: reference, seconds: 5.0}\n"),
    ("ref-greenhouse-long", "  - {kind: audio, path: voice/botanist.wav, role: reference, seconds: 4.0}\n"),
    ("ref-linocut-style", "  - {kind: image, path: sets/village.png, role: reference}\n"),
    ("ref-edit-jacket-colour", "  - {kind: image, path: props/raincoat.png, role: reference}\n"),
    ("t2va-platform-split-line", "references:\n  - {kind: image, path: cast/pianist.png, role: reference}\n"),
):
    anchor = (
        "dialogue:\n" if base in ("ref-ceramics-host", "ref-greenhouse-long", "t2va-platform-split-line") else "---\n"
    )
    T.error(
        "file without label",
        base,
        (anchor, extra + anchor)
        if anchor == "dialogue:\n"
        else (lambda text, extra=extra: text.replace("\n---\n", "\n" + extra + "---\n", 1)),
        at=ANY,
    )
for base, gone in (
    ("ref-two-cousins-rooftop", "  - {kind: image, path: sets/roof.png, role: reference}\n"),
    ("ref-storyboard-heist-cat", "  - {kind: image, path: cast/cat.png, role: reference}\n"),
    (
        "ref-voice-lend-puppeteer",
        "  - {kind: audio, path: voice/puppeteer_take2.wav, role: reference, seconds: 6.4}\n",
    ),
    (
        "ref-camera-path-market",
        "  - {kind: video, path: refs/dolly_path.mp4, role: reference, seconds: 10.1}\n",
    ),
    ("ref-continue-sledge", "  - {kind: image, path: cast/musher.png, role: reference}\n"),
    ("fl2va-bakery-dawn", "  - {kind: image, path: plates/bakery_lit.png, role: last_frame}\n"),
):
    T.error("label without file", base, (gone, ""), at=ANY)
T.error(
    "label without file",
    "ref-rain-ambience-keyframe",
    (
        "<Picture 1>: a greenhouse in rain",
        "<Video 1>: a slow pan, structure only.\n<Picture 1>: a greenhouse in rain",
    ),
    (
        "<Picture 1> ([Shot 1] first",
        "<Video 1> (structure): weak_reference - pace only.\n<Picture 1> ([Shot 1] first",
    ),
    ("Leaves open behind", "Paced like <Video 1>, leaves open behind"),
    at="<Video 1>",
)
T.error(
    "label without file",
    "ref-oud-maker-hosted",
    ("the grandson in <Picture 2>", "the grandson in <Picture 5>"),
)

# Numbers that do not count from 1.
for base, old, new in (
    ("ref-ceramics-host", "<Subject 2>", "<Subject 3>"),
    ("ref-no-header-tailor", "<Subject 1>", "<Subject 4>"),
    ("ref-anthem-reuse", "<Audio 1>", "<Audio 2>"),
    ("ref-edit-jacket-colour", "<Video 1>", "<Video 2>"),
    ("ref-keyframes-lantern-boat", "<Picture 2>", "<Picture 4>"),
    ("ref-linocut-style", "<Subject 1>", "<Subject 0>"),
):
    T.error("number gap", base, every(old, new), at=ANY)

# Labels of a mode that has none.
for base, old, new in (
    ("t2va-harbour-weigher", "an old fish weigher in", "<Subject 1>, an old fish weigher in"),
    ("t2va-tide-pool-macro", "A sea anemone on", "<Subject 1>, a sea anemone on"),
    ("i2va-glacier-drone", "Sustained low brass", "<Audio 1> with sustained low brass"),
    ("l2va-snow-globe", "A turned ring of brass", "As in <Video 1>, a turned ring of brass"),
    ("fl2va-ferry-goodbye", "A deckhand's arm", "The arm of <Subject 2>"),
    ("t2va-no-header-glassblower", "A gas furnace roars", "As on <Audio 1>, a gas furnace roars"),
):
    T.error("label of a mode that has none", base, (old, new))

# Lines that are only a matter of layout or completeness.
for base, old, new in (
    ("ref-ceramics-host", "and apron.\n<Subject 2>:", "and apron. <Subject 2>:"),
    ("ref-voice-lend-puppeteer", "clothing.\n<Audio 1>:", "clothing. <Audio 1>:"),
    ("ref-edit-add-heron", "patina.\n<Video 1>:", "patina. <Video 1>:"),
    ("ref-keyframes-lantern-boat", "first frame.\n<Picture 2>:", "first frame. <Picture 2>:"),
    ("ref-greenhouse-long", "and stem.\n<Subject 3>:", "and stem; <Subject 3>:"),
):
    T.warning("two definitions on one line", base, (old, new), fix=True)
for base, start in (
    ("ref-ceramics-host", "\n<Subject 2> (appears"),
    ("ref-two-cousins-rooftop", "\n<Subject 3> (appears"),
    ("ref-camera-path-market", "\n<Video 1> (camera"),
    ("ref-rain-ambience-keyframe", "\n<Audio 1>: weak_reference"),
    ("ref-storyboard-heist-cat", "\n<Picture 1> ([Shot 1]"),
    ("ref-edit-add-heron", "\n<Video 1> (base"),
):
    T.warning("definition without retention line", base, span(start, "\n"), at=ANY)
for base, before, extra in (
    (
        "ref-ceramics-host",
        "<Subject 1> (appears",
        "<Picture 1> ([Shot 1] composition): weak_reference - source of the host.",
    ),
    (
        "ref-oud-maker-hosted",
        "<Subject 1> (appears",
        "<Picture 2> ([Shot 1] composition): fully_preserved - the boy.",
    ),
    (
        "ref-no-header-tailor",
        "<Subject 2> (appears",
        "<Picture 2> ([Shot 2] composition): fully_preserved - the jacket.",
    ),
    (
        "ref-continue-sledge",
        "<Video 1> (clip",
        "<Subject 2> (appears in [Shot 1]): fully_preserved - the white lead dog.",
    ),
):
    T.warning("retention without definition", base, (before, extra + "\n" + before), at=extra)
for base, old, new in (
    ("ref-anthem-reuse", "climbs a mountain road alone", "climbs a mountain road past <Subject 2>"),
    ("ref-no-header-tailor", "hangs the jacket in a moonlit window", "hangs the jacket as in <Video 1>"),
    ("ref-two-cousins-rooftop", "hands over his spectacles", "hands over <Subject 4>"),
    ("ref-linocut-style", "loses a letter", "loses <Subject 3>"),
):
    T.warning("label first met in the summary", base, (old, new))
for base, old, new in (
    ("ref-voice-lend-puppeteer", "says tenderly, in the timbre of <Audio 1>, <d>", "says tenderly, <d>"),
    ("ref-camera-path-market", "follows the route of <Video 1> without", "follows one route without"),
    ("ref-edit-jacket-colour", "As in <Video 1>, a woman", "A woman"),
    (
        "ref-anthem-reuse",
        "<Audio 1> plays complete and unaltered as",
        "The band track plays complete and unaltered as",
    ),
    (
        "ref-continue-sledge",
        "Continuing straight out of <Video 1>, the",
        "Continuing straight out of the earlier clip, the",
    ),
    ("ref-rain-ambience-keyframe", "From the exact view of <Picture 1>, rain", "Rain"),
):
    T.warning("label never used in the description", base, (old, new), at=ANY)
T.warning(
    "label never used in the description",
    "ref-linocut-style",
    ("a moving linocut in the style of <Subject 1>, black", "a moving linocut, black"),
    at=ANY,
)
