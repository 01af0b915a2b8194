"""Finds the templates, and renders them strictly: what a template names and nobody gives is an error with its place."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import TemplateError, unknown_name
from . import words

if TYPE_CHECKING:
    from jinja2 import Environment

#: The folder of the parts that all skills use.
SHARED = "shared"
#: The skill whose files stand in for those that another one does not have.
PLAIN = "plain"
_ENDING = ".j2"
#: Where a skill may keep the templates of its prompts besides its own folder.
_PROMPT = "prompt"
#: What a prompt is made of; a folder without any of these is no skill.
PARTS = ("style", "shot", "details", "soundscape", "music", "definition", "summary", "retention")


@lru_cache(maxsize=1)
def root() -> Path:
    """The folder of the templates: inside the package when it is installed, at the top of a checkout.

    Raises:
        TemplateError: when there is neither.
    """
    package = Path(__file__).resolve().parents[1]
    for folder in (package / "_templates", package.parent / "templates"):
        if (folder / PLAIN).is_dir():
            return folder
    raise TemplateError(
        f"{package / '_templates'}: the templates are missing", hint="the installation is damaged; install it again"
    )


def skills(folder: Path | None = None) -> tuple[str, ...]:
    """The names of the skills that have templates for prompts, in order."""
    top = folder or root()
    return tuple(sorted(path.name for path in top.iterdir() if path.name != SHARED and _writes_prompts(path)))


def _writes_prompts(path: Path) -> bool:
    return any((place / f"{part}{_ENDING}").is_file() for place in (path, path / _PROMPT) for part in PARTS)


@lru_cache(maxsize=32)
def environment(skill: str, folder: Path | None = None) -> Environment:
    """The templates of `skill`: its own files, those of the plain one for the rest, and ``shared/``.

    Raises:
        UsageError: for a skill that does not exist.
    """
    from jinja2 import ChoiceLoader, FileSystemLoader, PrefixLoader, StrictUndefined
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    top = folder or root()
    if skill not in skills(top):
        raise unknown_name("skill", skill, skills(top))
    made = ImmutableSandboxedEnvironment(
        loader=ChoiceLoader(
            [
                FileSystemLoader([top / skill / _PROMPT, top / skill, top / PLAIN]),
                PrefixLoader({SHARED: FileSystemLoader(top / SHARED)}),
            ]
        ),
        undefined=StrictUndefined,
        autoescape=False,  # plain text for a model, no page
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=False,
        auto_reload=folder is not None,
    )
    made.filters.update(words.FILTERS)
    return made


def render(skill: str, name: str, folder: Path | None = None, /, **values: Any) -> str:
    """The text of the template `name` ("shot") of `skill`.

    Raises:
        TemplateError: with the template's file and line.
    """
    import jinja2

    made = environment(skill, folder)
    try:
        return made.get_template(name + _ENDING).render(values)
    except jinja2.TemplateSyntaxError as error:
        place = f"{error.filename or error.name or name + _ENDING}:{error.lineno}"
        raise TemplateError(f"{place}: {error.message}", hint="correct the template") from error
    except jinja2.TemplateNotFound as error:
        raise TemplateError(
            f"{(folder or root()) / skill}: the template {error.name or name + _ENDING} is missing",
            hint="the skill and the plain one both lack it",
        ) from error
    except (jinja2.TemplateError, TypeError, ValueError, AttributeError, LookupError, ArithmeticError) as error:
        raise TemplateError(f"{_place(error, skill, name)}: {error}", hint="correct the template") from error


def _place(error: BaseException, skill: str, name: str) -> str:
    """File and line of the innermost template in which `error` came up."""
    place, trace = f"{skill}/{name}{_ENDING}", error.__traceback__
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if file.endswith(_ENDING):
            place = f"{file}:{trace.tb_lineno}"
        trace = trace.tb_next
    return place
