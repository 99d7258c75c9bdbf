"""OpenAI's chat completions: an entry of `tools`.

Source: `ChatCompletionFunctionToolParam` and `FunctionDefinition` of the `openai` package.
"""

from __future__ import annotations

from toolgen.model.tool import Contract
from toolgen.model.types import Json
from toolgen.providers.schema import parameters


def definition(tool: Contract) -> Json:
    """`{"type": "function", "function": {name, description, parameters}}`; without `strict`, which means not strict."""
    return {
        "type": "function",
        "function": {"name": tool.name, "description": tool.description, "parameters": parameters(tool)},
    }
