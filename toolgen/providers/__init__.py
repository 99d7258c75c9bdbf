"""One file per target: tools as that provider's interface takes them. Standard library only.

A target is a module here with a `TARGET`, and its name in the registry below, or an entry point of an installed package
in the group `toolgen.targets`. The module is imported when it is first asked for, so that the names alone cost nothing.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Literal, TypeAlias

    from toolgen.model.contract import Contract
    from toolgen.model.json_values import Json
    from toolgen.model.manifest import Manifest
    from toolgen.providers.options import Options
    from toolgen.providers.projection.target import ProjectedTools, Target

    TargetName: TypeAlias = Literal[
        "openai",
        "openai-responses",
        "anthropic",
        "gemini",
        "gemini-json",
        "gemini-interactions",
        "mcp",
        "bedrock",
        "mistral",
        "cohere",
        "ollama",
        "openrouter",
        "json-schema",
        "openapi",
    ]

GROUP = "toolgen.targets"
"""The group of entry points of targets that other packages bring along."""

DEFAULT_TARGETS: tuple[str, ...] = ("openai", "anthropic", "gemini-json", "mcp")
"""Those that are written unless the configuration says which."""

TARGETS: tuple[str, ...] = (
    *("openai", "openai-responses", "anthropic", "gemini", "gemini-json", "gemini-interactions", "mcp", "bedrock"),
    *("mistral", "cohere", "ollama", "openrouter", "json-schema", "openapi"),
)
"""The registry: the names of the modules, with hyphens, which are those of their files in the output folder."""


class ProjectionError(ValueError):
    """A target cannot be told of a tool without meaning something else."""


def target(name: str) -> Target:
    """The target `name`, of toolgen or of an installed package. Raises ValueError where there is none that works."""
    if name in TARGETS:
        found: Target = import_module(f"toolgen.providers.{name.replace('-', '_')}").TARGET
        return found
    from toolgen.model.entry_points import installed
    from toolgen.providers.projection.target import Target

    other: Target | None = installed(GROUP, name, "target", "Target", lambda one: isinstance(one, Target))
    if other is None:
        raise ValueError(f"there is no target {name!r}; those of toolgen are {', '.join(TARGETS)}")
    return other


def is_target(name: str) -> bool:
    """Whether there is a target `name`."""
    try:
        return target(name) is not None
    except ValueError:
        return False


def projected(
    name: str, tools: Iterable[Contract], has_examples: bool = True, options: Options | None = None
) -> ProjectedTools:
    """The `tools` as the target `name` is told, with what is otherwise; examples only where it `has_examples`."""
    from toolgen.providers.projection.target import projected

    projection = projected(target(name), tools, options, name)
    return projection if has_examples else projection.without_examples()


def projected_again(name: str, manifest: Manifest, options: Options, before: ProjectedTools | None) -> ProjectedTools:
    """How the target `name` is told of the tools of `manifest`: as `before`, where it was told of these same ones."""
    if before is None or not before.is_of(manifest.tools):
        return projected(name, manifest.tools, manifest.input_examples, options)
    return before if manifest.input_examples else before.without_examples()


def document(name: str, tools: Iterable[Contract], has_examples: bool = True, options: Options | None = None) -> Json:
    """What the target `name` takes for all `tools`, in order. Raises ProjectionError where it would mean another."""
    return sent(name, projected(name, tools, has_examples, options))


def sent(name: str, projection: ProjectedTools) -> Json:
    """What the target `name` takes for the tools that it is told of. Raises ProjectionError as `document` does."""
    for loss in projection.losses:
        if loss.became == "refused":
            raise ProjectionError(
                f"{name} cannot be told what {loss.tool!r} takes: {loss.words} at {loss.pointer or '/'}"
            )
    return projection.document


def extra_fault(name: str, field: str, value: Json) -> str:
    """Why the target `name` does not take `value` as the field `field` of a definition; empty where it does."""
    from toolgen.providers.projection.extras import fault

    try:
        return fault(target(name).facts, field, value)
    except ValueError as error:
        return str(error)
