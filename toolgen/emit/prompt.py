"""`prompt.md`: the tools as a model is told of them that has no tool interface of its own. Every token is paid for."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from toolgen.call_syntax.syntax import CallSyntax
from toolgen.model.tool import ToolSpec
from toolgen.views.prompt import section
from toolgen.views.tool import ToolView, calls

if TYPE_CHECKING:
    from jinja2 import Template


def emit_prompt(tools: Sequence[ToolView[ToolSpec]], syntax: CallSyntax, notation: str, template: Template) -> str:
    """The text of `prompt.md`.

    The template is given `tools`; `section(tool)`, what toolgen says of one; `calls(tool)`, its examples as a model
    writes them; and `instructions`, how it has to write calls.
    """
    return template.render(
        tools=tools,
        section=partial(section, syntax=syntax, notation=notation),
        calls=partial(calls, syntax=syntax),
        instructions=syntax.instructions,
    )
