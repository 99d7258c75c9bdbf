"""`prompt.md`: the tools as a model is told of them that has no tool interface of its own. Every token is paid for.

What its template is given is what those of the project's own files are given, too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from toolgen.call_syntax.syntax import CallSyntax
from toolgen.diagnostics.suggest import suggest
from toolgen.model.manifest import Manifest
from toolgen.model.manifest_codec import encode
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
    named = {tool.spec.name: tool for tool in tools}
    return {
        "tools": tools,
        "section": lambda tool: prompt.section(_meant(tool, named), syntax, manifest.notation),
        "calls": lambda tool: calls(_meant(tool, named).spec, syntax),
        "instructions": syntax.instructions,
        "manifest": lambda: encode(manifest),
    }


def _meant(tool: object, named: Mapping[str, ToolView[ToolSpec]]) -> ToolView[ToolSpec]:
    """A tool that a template says, by itself or by its name. Raises TemplateRuntimeError for anything else."""
    from jinja2 import TemplateRuntimeError

    if isinstance(tool, ToolView):
        return tool
    if isinstance(tool, str) and tool in named:
        return named[tool]
    fault = f"a `{type(tool).__name__}` is no tool: write one of `tools`, or its name"
    if isinstance(tool, str):
        fault = f"there is no tool `{tool}`: {suggest(tool, named)}"
    raise TemplateRuntimeError(fault)
