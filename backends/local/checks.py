"""What is wrong with a request before a weight is read."""

from __future__ import annotations

from collections.abc import Iterator

from backends import preflight
from backends.contract import ReferenceFile, RenderRequest
from h3prompt.context import Kind
from h3prompt.errors import SourceError
from h3prompt.findings import Finding, Level

from . import checkpoint, runtime
from .settings import read

#: Every code with its name.
CODES = {
    "LOC001": "unknown-setting",
    "LOC002": "setting-value",
    "LOC003": "frames-off-grid",
    "LOC004": "frames-outside-window",
    "LOC005": "canvas",
    "LOC006": "reference-missing",
    "LOC007": "reference-unreadable",
    "LOC008": "references-of-mode",
    "LOC009": "too-many-references",
    "LOC010": "seed",
    "LOC011": "model",
    "LOC012": "mode-of-model",
    "LOC013": "tokens",
    "LOC014": "packages",
    "LOC015": "prompt-empty",
    "LOC016": "test-weights",
    "LOC017": "sound-fitted",
}
_NAMES = {name: code for code, name in CODES.items()}
#: The library refuses videos of fewer frames at 24 fps.
_SHORTEST_VIDEO = 13


def _finding(name: str, message: str, suggestion: str | None = None, file: str | None = None) -> Finding:
    return Finding(_NAMES[name], Level.ERROR, message, file=file, suggestion=suggestion)


def check(request: RenderRequest) -> list[Finding]:
    """Everything that is wrong with `request`; nothing is written and no weight is read."""
    found = [*_settings(request), *_packages()]
    if not request.prompt.strip():
        found.append(_finding("prompt-empty", f"{request.clip}: the prompt is empty"))
    for problem in preflight.problems(request, "local", _load):
        found.append(_finding(problem.name, problem.message, problem.suggestion, problem.file))
    return [*found, *_model(request)]


def _settings(request: RenderRequest) -> Iterator[Finding]:
    settings, problems = read(request.settings)
    if settings.device == "cuda" and not runtime.missing() and not runtime.torch().cuda.is_available():
        yield _finding("setting-value", "device: cuda was asked for and torch sees no GPU here", "auto")
    for problem in problems:
        name = "unknown-setting" if problem.unknown else "setting-value"
        yield _finding(name, f"{problem.name}: {problem.message}", problem.suggestion)


def _packages() -> Iterator[Finding]:
    absent = runtime.missing()
    if absent:
        yield _finding("packages", f"not installed: {', '.join(absent)}", "pip install 'h3-film[local]'")


def _load(file: ReferenceFile) -> object:
    """Whether a reference can be read; a video's pictures and sound are only looked at, not decoded."""
    if file.kind is Kind.IMAGE:
        from backends.media.stills import image

        return image(file.path)
    from backends.media.probe import probe

    media = probe(file.path)
    if file.kind is Kind.AUDIO:
        if not media.audio:
            raise SourceError(f"{file.path}: has no sound")
        return media
    if media.video is None:
        raise SourceError(f"{file.path}: has no picture")
    if media.video.duration is not None and media.video.duration * 24 < _SHORTEST_VIDEO:
        raise SourceError(
            f"{file.path}: lasts {float(media.video.duration):.2f} s; a video reference has at least"
            f" {_SHORTEST_VIDEO} frames at 24 fps"
        )
    return media


def _model(request: RenderRequest) -> Iterator[Finding]:
    if not request.model:
        yield _finding("model", "model: the local renderer needs the folder of a model", "h3 model tiny DIR")
        return
    try:
        model = checkpoint.read(checkpoint.place(request.model))
        modes, lacking = model.modes, model.lacking
        if lacking:
            yield _finding("model", f"model {model.folder}: lacks {', '.join(lacking)}")
        elif request.mode not in modes:
            part = (
                "transformer_ref" if request.references and "transformer_ref" not in model.components else "transformer"
            )
            yield _finding("mode-of-model", f"model {model.folder}: cannot make {request.mode.value} without {part}")
        if not lacking and model.lacking_tokens:
            yield _finding(
                "tokens",
                f"model {model.folder}: its tokenizer cuts {', '.join(model.lacking_tokens)} into pieces;"
                " lines and lyrics would not be understood",
            )
    except SourceError as error:
        yield _finding("model", error.message, error.hint)
        return
    if model.test_weights:
        message = f"model {model.folder}: has random test weights; its clips are noise and count as drafts"
        yield Finding(_NAMES["test-weights"], Level.INFO, message)
