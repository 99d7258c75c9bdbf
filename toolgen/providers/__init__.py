"""One file per target: tools as that provider's interface takes them. Standard library only.

A target is a module here with a `TARGET`, and its name in the registry below, or an entry point of an installed package
in the group `toolgen.targets`. The module is imported when it is first asked for, so that the names alone cost nothing.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Literal, TypeAlias

    from toolgen.model.tool import Contract
    from toolgen.model.types import Json
    from toolgen.providers.options import Options
    from toolgen.providers.projection.target import Target, Telling

    TargetName: TypeAlias = Literal[
        "openai",
        "openai-responses",
        "anthropic",
        "gemini",
        "gemini-json",
        "mcp",
        "bedrock",
        "mistral",
        "cohere",
        "ollama",
        "openrouter",
        "json-schema",
        "openapi",
    ]

DEFAULT_TARGETS: tuple[str, ...] = ("openai", "anthropic", "gemini-json", "mcp")
"""Those that are written unless the configuration says which."""

TARGETS: Mapping[str, str] = {
    "openai": "openai",
    "openai-responses": "openai_responses",
    "anthropic": "anthropic",
    "gemini": "gemini",
    "gemini-json": "gemini_json",
    "mcp": "mcp",
    "bedrock": "bedrock",
    "mistral": "mistral",
    "cohere": "cohere",
    "ollama": "ollama",
    "openrouter": "openrouter",
    "json-schema": "json_schema",
    "openapi": "openapi",
}
"""The registry: the module of each target. Its name is that of its file in the output folder."""


def target(name: str) -> Target:
    """The target `name`, of toolgen or of an installed package. Raises ValueError where there is none that works."""
    if name in TARGETS:
        found: Target = import_module(f"toolgen.providers.{TARGETS[name]}").TARGET
        return found
    from toolgen.providers.installed import installed  # takes long to import

    other = installed(name)
    if other is None:
        raise ValueError(f"there is no target {name!r}; those of toolgen are {', '.join(TARGETS)}")
    return other


def tell(name: str, tools: Iterable[Contract], has_examples: bool = True, options: Options | None = None) -> Telling:
    """The `tools` as the target `name` is told of them, with all that is another than in the manifest.

    Without `has_examples` nothing is said of their examples.
    """
    from toolgen.providers.projection.target import tell, without_examples

    told = tools if has_examples else map(without_examples, tools)
    return tell(target(name), told, options)


def document(name: str, tools: Iterable[Contract], has_examples: bool = True, options: Options | None = None) -> Json:
    """What the target `name` takes for all `tools`, in their order: a list of definitions, or a form of its own.

    Raises ValueError where it cannot be told of one without meaning something else.
    """
    telling = tell(name, tools, has_examples, options)
    for loss in telling.losses:
        if loss.became == "refused":
            raise ValueError(f"{name} cannot be told what {loss.tool!r} takes: {loss.words} at {loss.pointer or '/'}")
    return telling.document


def has_files(name: str) -> bool:
    """Whether the document of the target `name` is a file for each of its values."""
    return target(name).has_files


def definition_for(name: str) -> Callable[[Contract], Json]:
    """What makes the definition of one tool for the target `name`."""
    return lambda tool: (telling := tell(name, [tool])).target.definition(telling.told[0])
