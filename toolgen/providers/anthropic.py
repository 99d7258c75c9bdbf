"""Anthropic's messages: an entry of `tools`.

Source: `ToolParam` of the `anthropic` package. `input_examples` needs no beta header, and costs the tokens that its
JSON has; the interface answers 400 to an example that the schema does not accept,
<https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools> (2026-11).
"""

from __future__ import annotations

from toolgen.model.tool import Contract
from toolgen.model.types import Json
from toolgen.providers.schema import parameters


def definition(tool: Contract) -> Json:
    """`{name, description, input_schema}`, and `input_examples` where there are any."""
    examples = {"input_examples": [*tool.examples]} if tool.examples else {}
    return {"name": tool.name, "description": tool.description, "input_schema": parameters(tool), **examples}
