"""One file per provider: a tool as that provider's interface takes it. Standard library only.

A provider is a module here with a function `definition(tool)`, and its name in the registry below. The module is
imported when it is first asked for, so that the names alone cost nothing.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Literal, TypeAlias

    from toolgen.model.tool import Contract
    from toolgen.model.types import Json

    Target: TypeAlias = Literal["openai", "anthropic", "gemini", "mcp"]

TARGETS: tuple[Target, ...] = ("openai", "anthropic", "gemini", "mcp")
"""The registry: the name of each provider's module, which is that of its file in the output folder too."""


def definition_for(target: str) -> Callable[[Contract], Json]:
    """What makes the definition of one tool for `target`. A provider takes a list of them, in the manifest's order."""
    found: Callable[[Contract], Json] = import_module(f"toolgen.providers.{target}").definition
    return found
