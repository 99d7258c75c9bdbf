"""One file per provider: a tool as that provider's interface takes it. Standard library only."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from toolgen.model.tool import Described
from toolgen.model.types import Json
from toolgen.providers import anthropic, gemini, mcp, openai

TARGETS: Mapping[str, Callable[[Described], Json]] = {
    "openai": openai.definition,
    "anthropic": anthropic.definition,
    "gemini": gemini.definition,
    "mcp": mcp.definition,
}
"""The definition of one tool by the name of the target. A provider takes a list of them, in the manifest's order."""
