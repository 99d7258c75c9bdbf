"""`agents`, the SDK of `openai-agents`.

Source: `function_tool` in its `agents/tool.py`; `function_schema` and `generate_func_documentation` in its
`agents/function_schema.py`. That a schema is strict is a matter of the target.
"""

from __future__ import annotations

from dataclasses import dataclass

from toolgen.frameworks.dialect import Convention, Declarator, Dialect, Recogniser, named
from toolgen.syntax.descriptions import lead
from toolgen.syntax.parameter_texts import indented

_CONTEXTS = frozenset({"agents.run_context.RunContextWrapper", "agents.tool_context.ToolContext"})
_ARGUMENTS = {
    "name_override": "name",
    "description_override": "description",
    "use_docstring_info": "docstring",
    "timeout": "timeout",
    "needs_approval": "requires_approval",
}


@dataclass(frozen=True, slots=True)
class Copied(Recogniser):
    """The `names` under which a project defines what it keeps of the framework in a package of its own."""

    names: frozenset[str]


_FUNCTION_TOOL = Declarator(
    ("name", "description", "params_json_schema", "on_invoke_tool"),
    {
        "name": "name",
        "description": "description",
        "params_json_schema": "model",
        "timeout_seconds": "timeout",
        "needs_approval": "requires_approval",
    },
    functions=("on_invoke_tool",),
    convention=Convention(supplied=lambda names: names[:1], takes_whole=lambda _: "text"),
)
"""The function is given the context and the JSON text of the arguments."""

OPENAI_AGENTS = Dialect(
    name="openai-agents",
    validates="python",
    packages=frozenset({"agents"}),
    decorators=named(("agents", "agents.tool"), function_tool=Declarator((), _ARGUMENTS)),
    calls=named(("agents", "agents.tool"), FunctionTool=_FUNCTION_TOOL),
    injected=_CONTEXTS | {"agents.RunContextWrapper", "agents.run.RunContextWrapper"},
    describe=lead,
    describe_parameters=indented,
    rest={"var_keyword": "refused"},
    function_at=("__wrapped__", "__wrapped__"),
    recognisers=(Copied(_CONTEXTS | {"agents.tool.function_tool"}),),
)
