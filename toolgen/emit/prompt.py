"""`prompt.md`: the tools as a model is told of them that has no tool interface of its own. Every token is paid for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from toolgen.model.tool import ToolSpec
from toolgen.views.tool import ToolView, calls

if TYPE_CHECKING:
    from jinja2 import Template


def emit_prompt(tools: Sequence[ToolView[ToolSpec]], template: Template) -> str:
    """The text of `prompt.md`. The template is given `tools` and `calls(tool)`, the examples as a model answers."""
    return template.render(tools=tools, calls=calls)
