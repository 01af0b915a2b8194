"""Fields: missing, doubled, out of order, foreign, empty, mistyped; wrappers round the prompt."""

from __future__ import annotations

import json
import re

from .model import ANY, Table, body, every, span, swap, tail

T = Table("sections")

# A field that is not there.
for base in ("t2va-night-market-noodles", "t2va-canal-duet", "l2va-snow-globe"):
    T.error("missing field", base, span("overall_soundscape:", "non_diegetic_music:"), at=ANY)
for base in ("i2va-kyoto-tea", "fl2va-ferry-goodbye", "t2va-moscow-chess", "ref-camera-path-market"):
    T.error("missing field", base, tail("\nnon_diegetic_music:"), at=ANY)
T.error("missing field", "ref-ceramics-host", span("subject_definitions:", "summary:"), at=ANY)
T.error("missing field", "ref-linocut-style", span("summary:", "retention_analysis:"), at=ANY)
T.error("missing field", "ref-oud-maker-hosted", span("retention_analysis:", "detailed_description:"), at=ANY)
T.error("missing field", "ref-edit-jacket-colour", span("detailed_description:", "overall_soundscape:"), at=ANY)
T.error("missing field", "ref-unclear-tape", span("overall_soundscape:", "non_diegetic_music:"), at=ANY)
T.error(
    "output stops half-way",
    "i2va-opera-dressing-room",
    tail("\n\noverall_soundscape:"),
    at=ANY,
)

# A field that stands twice.
T.error(
    "duplicated field",
    "t2va-desert-rover",
    ("non_diegetic_music: A single", "overall_soundscape: Sand hisses.\nnon_diegetic_music: A single"),
    at="overall_soundscape:",
)
T.error(
    "duplicated field",
    "i2va-glacier-drone",
    ("non_diegetic_music: Sustained", "non_diegetic_music: N/A\n\nnon_diegetic_music: Sustained"),
    at="non_diegetic_music:",
)
T.error(
    "duplicated field",
    "ref-two-cousins-rooftop",
    ("overall_soundscape:", "summary:\n[reference generation] A plane is thrown.\n\noverall_soundscape:"),
    at="summary:",
)
T.error(
    "duplicated field",
    "fl2va-bakery-dawn",
    (
        "overall_soundscape: A switch",
        "integrated_multimodal_description: [Shot 1] Lamps warm up.\n\noverall_soundscape: A switch",
    ),
    at="integrated_multimodal_description:",
)

# The right fields in another order.
T.error("out of order", "t2va-seoul-kitchen", swap("overall_soundscape:", "non_diegetic_music:"), at=ANY)
T.error("out of order", "l2va-kite-landing", swap("overall_soundscape:", "non_diegetic_music:"), at=ANY)
T.error("out of order", "ref-continue-sledge", swap("summary:", "retention_analysis:"), at=ANY)
T.error("out of order", "ref-no-header-tailor", swap("subject_definitions:", "summary:"), at=ANY)


def soundscape_first(text: str) -> str:
    head, rest = text.split("integrated_multimodal_description:", 1)
    main, sound = rest.split("overall_soundscape:", 1)
    first, music = sound.split("non_diegetic_music:", 1)
    return f"{head}overall_soundscape:{first}integrated_multimodal_description:{main}non_diegetic_music:{music}"


T.error("out of order", "t2va-orchard-year", body(soundscape_first), at=ANY)

# Base and reference fields in one prompt, or a field nobody knows.
T.error(
    "mixed base and reference",
    "t2va-lisbon-signwriter",
    (
        "integrated_multimodal_description: ",
        "summary:\n[reference generation] A sign is painted.\n\nintegrated_multimodal_description: ",
    ),
    at=ANY,
)
T.error(
    "mixed base and reference",
    "ref-keyframes-lantern-boat",
    ("detailed_description:", "integrated_multimodal_description:"),
    at=ANY,
)
T.error(
    "mixed base and reference",
    "i2va-office-phone",
    ("integrated_multimodal_description: ", "detailed_description: "),
    at=ANY,
)
T.error(
    "unknown field",
    "t2va-harbour-weigher",
    ("overall_soundscape:", "camera_notes: Handheld.\n\noverall_soundscape:"),
    at="camera_notes:",
)
T.error(
    "unknown field",
    "i2va-milan-tram-driver",
    ("non_diegetic_music:", "negative_prompt: blurry, low quality\n\nnon_diegetic_music:"),
    at="negative_prompt:",
)
T.error(
    "unknown field",
    "t2va-moscow-chess",
    ("overall_soundscape:", "ambient_sound:"),
    at=ANY,
    also="ambient_sound:",
)
T.error("unknown field", "fl2va-portrait-turn", ("non_diegetic_music:", "background_music:"), at=ANY)
T.error(
    "unknown field",
    "ref-anthem-reuse",
    ("overall_soundscape:", "dialogue_list:\nnone in this clip\n\noverall_soundscape:"),
    at="dialogue_list:",
)
T.error("unknown field", "ref-voice-lend-puppeteer", ("retention_analysis:", "reference_retention:"), at=ANY)

# Text that belongs to no field.
T.error(
    "chatter before the fields",
    "t2va-tide-pool-macro",
    ("integrated_multimodal_description:", "Here is your prompt:\n\nintegrated_multimodal_description:"),
    at="Here is your prompt",
    fix=True,
)
T.error(
    "chatter before the fields",
    "ref-storyboard-heist-cat",
    ("subject_definitions:", "Sure! I have rewritten the brief as requested.\n\nsubject_definitions:"),
    at="Sure!",
    fix=True,
)
T.error(
    "chatter before the fields",
    "i2va-glacier-drone",
    body(lambda text: "Optimised prompt (English)\n\n" + text),
    at="Optimised prompt",
    fix=True,
)
T.error(
    "chatter before the fields",
    "t2va-bridge-cutoff",
    (
        "integrated_multimodal_description:",
        "A tense scene on a bridge.\n\nintegrated_multimodal_description:",
    ),
    at="A tense scene",
    fix=True,
)
T.error(
    "chatter after the fields",
    "t2va-orchard-year",
    body(lambda text: text + "\nLet me know if you would like a shorter version!\n"),
    at="Let me know",
    fix=True,
)
T.error(
    "chatter after the fields",
    "ref-linocut-style",
    body(lambda text: text + "\n---\n\nI hope this works for your project. Word count: 282.\n"),
    at="---\n\nI hope",
    fix=True,
)

# A field with nothing in it.
T.error("empty field", "t2va-lighthouse-voiceover", span("A solo cello", "\n"), at="non_diegetic_music:")
T.error("empty field", "l2va-library-whisper", span("Old linen", "\n"), at="overall_soundscape:")
T.error("empty field", "fl2va-elevator-voice", tail("N/A", "\n"), at="non_diegetic_music:")
T.error(
    "empty field",
    "ref-greenhouse-long",
    span("[reference generation]", "\n"),
    at=("summary:", "retention_analysis:"),
)
T.error(
    "empty field",
    "ref-continue-sledge",
    span("<Subject 1> (appears", "\ndetailed_description:", "\n"),
    at=("retention_analysis:",),
    also="detailed_description:",
)
T.error("empty field", "t2va-desert-rover", span("Thin wind", "\n"), at="overall_soundscape:")
T.error(
    "empty field",
    "t2va-no-header-glassblower",
    span("[Shot 1] Workshop", "\n"),
    at="integrated_multimodal_description:",
)

# Headers that a person still understands.
for base, old, new in (
    ("t2va-night-market-noodles", "overall_soundscape:", "overall_soundscape"),
    ("fl2va-garage-two-shots", "non_diegetic_music:", "non_diegetic_music"),
    ("ref-two-cousins-rooftop", "retention_analysis:", "retention_analysis"),
    ("ref-rain-ambience-keyframe", "detailed_description:", "detailed_description"),
    ("i2va-kyoto-tea", "overall_soundscape:", "overall_soundscape："),
    ("ref-ceramics-host", "summary:", "summary："),
):
    T.warning("header without colon", base, (old, new), fix=True)
for base, old in (
    ("i2va-cairo-spice-stall", "integrated_multimodal_description: "),
    ("t2va-canal-duet", "overall_soundscape: "),
    ("l2va-boxer-corner", "non_diegetic_music: "),
    ("t2va-no-header-glassblower", "integrated_multimodal_description: "),
):
    T.warning("base text below its header", base, (old, old.strip() + "\n"), fix=True)
for base, old in (
    ("ref-anthem-reuse", "summary:\n"),
    ("ref-edit-add-heron", "non_diegetic_music:\n"),
    ("ref-oud-maker-hosted", "overall_soundscape:\n"),
    ("ref-linocut-style", "detailed_description:\n"),
):
    T.warning("reference text on its header's line", base, (old, old.strip() + " "), fix=True)
for base, old in (
    ("t2va-harbour-weigher", "\n\noverall_soundscape:"),
    ("i2va-paper-theatre-fox", "\n\nnon_diegetic_music:"),
    ("ref-voice-lend-puppeteer", "\n\nsummary:"),
    ("ref-unclear-tape", "\n\noverall_soundscape:"),
):
    T.info("no blank line between fields", base, (old, old[1:]), fix=True, at=ANY)

# Marks round a field name, fences, escapes, wrappers, encodings.
for base, old, new in (
    ("t2va-seoul-kitchen", "overall_soundscape:", "**overall_soundscape:**"),
    ("i2va-no-header-barber", "non_diegetic_music:", "**non_diegetic_music**:"),
    ("ref-camera-path-market", "summary:", "## summary:"),
    ("ref-edit-jacket-colour", "retention_analysis:", "**retention_analysis:**"),
    ("l2va-astronaut-dome", "integrated_multimodal_description:", "**integrated_multimodal_description:**"),
    ("ref-greenhouse-long", "detailed_description:", "### detailed_description:"),
    ("fl2va-caterpillar-morph", "overall_soundscape:", "`overall_soundscape`:"),
):
    T.warning("marks round a field name", base, (old, new), fix=True)


def all_headings(text: str) -> str:
    return re.sub(r"^([a-z_]+):", r"# \1:", text, flags=re.M)


T.warning("marks round a field name", "t2va-lisbon-signwriter", body(all_headings), fix=True)
T.warning(
    "Markdown fence",
    "t2va-harbour-weigher",
    body(lambda text: f"```\n{text}```\n"),
    at="```",
    fix=True,
)
T.warning(
    "Markdown fence",
    "ref-continue-sledge",
    body(lambda text: f"```text\n{text}```\n"),
    at="```",
    fix=True,
)
T.warning(
    "Markdown fence",
    "i2va-no-header-barber",
    body(lambda text: f"```markdown\n{text}```\n"),
    at="```",
    fix=True,
)


def escaped(text: str) -> str:
    return text.replace("<", "&lt;").replace(">", "&gt;")


T.warning("HTML escapes", "t2va-platform-split-line", body(escaped), fix=True)
T.warning("HTML escapes", "ref-two-cousins-rooftop", body(escaped), fix=True)
T.warning("HTML escapes", "ref-edit-jacket-colour", body(escaped), fix=True)
T.warning("HTML escapes", "i2va-glacier-drone", body(escaped), fix=True)
T.warning(
    "HTML escapes",
    "t2va-lisbon-signwriter",
    body(every('"', "&quot;")),
    fix=True,
)
T.warning(
    "HTML escapes",
    "t2va-canal-duet",
    ("paper lantern by its wire", "paper&nbsp;lantern by its wire"),
    fix=True,
)
T.add(
    "error|warning",
    "JSON wrapper",
    "t2va-no-header-glassblower",
    lambda text: json.dumps({"prompt": text}),
    at=ANY,
)
T.add(
    "error|warning",
    "JSON wrapper",
    "ref-no-header-tailor",
    lambda text: json.dumps({"mode": "ref2va", "text": text}, indent=2),
    at=ANY,
)
T.add("error|warning", "JSON wrapper", "i2va-milan-tram-driver", body(lambda text: json.dumps([text])), at=ANY)
T.info("BOM", "t2va-night-market-noodles", lambda text: "\ufeff" + text, at=ANY, fix=True)
T.info("BOM", "fl2va-no-header-tide", lambda text: "\ufeff" + text, at=ANY, fix=True)
T.info("CRLF", "ref-ceramics-host", every("\n", "\r\n"), at=ANY, fix=True)
T.info("CRLF", "t2va-no-header-glassblower", every("\n", "\r\n"), at=ANY, fix=True)
T.info("CRLF", "l2va-kite-landing", body(every("\n", "\r\n")), at=ANY, fix=True)
