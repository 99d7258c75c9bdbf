"""`prompt.md`: the tools as a model is told of them that has no tool interface of its own. Every token is paid for.

What its template is given is what those of the project's own files are given, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from toolgen.call_syntax.syntax import CallSyntax
from toolgen.model.manifest import Manifest, encode
from toolgen.model.tool import ToolSpec
from toolgen.views import prompt
from toolgen.views.tool import ToolView, calls

if TYPE_CHECKING:
    from jinja2 import Template


def emit_prompt(tools: Sequence[ToolView[ToolSpec]], syntax: CallSyntax, manifest: Manifest, template: Template) -> str:
    """The text of `prompt.md`."""
    return template.render(context(tools, syntax, manifest))


def context(tools: Sequence[ToolView[ToolSpec]], syntax: CallSyntax, manifest: Manifest) -> dict[str, Any]:
    """What templates are given: `docs/templates.md` describes it, and its version changes when it does."""
    return {
        "tools": tools,
        "section": lambda tool: prompt.section(tool, syntax, manifest.notation),
        "calls": lambda tool: calls(tool.spec, syntax),
        "instructions": syntax.instructions,
        "manifest": lambda: encode(manifest),
    }
