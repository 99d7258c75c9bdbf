"""`prompt.md`, by the template of a project or as `toolgen.views.prompt` has it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from toolgen.model.tool import ToolSpec
from toolgen.views.prompt import markdown
from toolgen.views.tool import ToolView, calls

if TYPE_CHECKING:
    from jinja2 import Template


def emit_prompt(tools: Sequence[ToolView[ToolSpec]], template: Template) -> str:
    """The text of `prompt.md`.

    The template is given `tools`, `calls(tool)`, the examples as a model answers, and `text`, which toolgen's own is.
    """
    return template.render(tools=tools, calls=calls, text=markdown(tools))
