"""`prompt.md`: the tools as a model is told of them that has no tool interface of its own. Every token is paid for."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from toolgen.emit.views import ToolView
from toolgen.model.tool import ToolSpec

if TYPE_CHECKING:
    from jinja2 import Template

_encode = json.JSONEncoder(ensure_ascii=False, separators=(", ", ": ")).encode


def emit_prompt(tools: Sequence[ToolView], template: Template) -> str:
    """The text of `prompt.md`. The template is given `tools` and `calls(tool)`, the examples as a model answers."""
    return template.render(tools=tools, calls=calls)


def calls(tool: ToolSpec) -> list[str]:
    """The examples of `tool` as calls in JSON, a line each."""
    return [_encode({"tool": tool.name, "arguments": example}) for example in tool.examples]
