"""One file per provider: tools as that provider's interface takes them. Standard library only.

A provider is a module here with a function `definition(tool)`, and its name in the registry below. One that takes no
list of definitions has a function `document(tools)`, too. The module is imported when it is first asked for, so that
the names alone cost nothing.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Literal, TypeAlias

    from toolgen.model.tool import Contract
    from toolgen.model.types import Json

    Target: TypeAlias = Literal["openai", "anthropic", "gemini", "mcp", "openapi"]

DEFAULT_TARGETS: tuple[Target, ...] = ("openai", "anthropic", "gemini", "mcp")
"""Those that are written unless the configuration says which."""

TARGETS: tuple[Target, ...] = (*DEFAULT_TARGETS, "openapi")
"""The registry: the name of each provider's module, which is that of its file in the output folder too."""


def definition_for(target: str) -> Callable[[Contract], Json]:
    """What makes the definition of one tool for `target`."""
    found: Callable[[Contract], Json] = import_module(f"toolgen.providers.{target}").definition
    return found


def document(target: str, tools: Iterable[Contract], has_examples: bool = True) -> Json:
    """What `target` takes for all `tools`, in their order: a list of definitions, unless it has a form of its own.

    Without `has_examples` nothing is said of their examples.
    """
    provider = import_module(f"toolgen.providers.{target}")
    told = tools if has_examples else map(_without_examples, tools)
    return provider.document(told) if hasattr(provider, "document") else [*map(provider.definition, told)]


def _without_examples(tool: Contract) -> Contract:
    from dataclasses import replace  # takes long to import

    return replace(tool, examples=())
