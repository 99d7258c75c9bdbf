"""`haystack.tools`: `@tool`, `create_tool_from_function` and `Tool`; what is made of components is not followed.

Source: its `haystack/tools/from_function.py`, `haystack/tools/tool.py`; for what is left out of the schema
`_is_state_annotation` and `_contains_callable_type` in `haystack/tools/parameters_schema_utils.py`.
"""

from __future__ import annotations

from toolgen.frameworks.dialect import NOT_FOLLOWED, SINGLE, Declarator, Dialect, exported, named
from toolgen.syntax.descriptions import whole

_ARGUMENTS = {"name": "name", "description": "description", "inputs_from_state": "injected"}
_AGENTS = "haystack.components.agents"
_FUNCTIONS = ("haystack.tools", "haystack.tools.from_function")

HAYSTACK = Dialect(
    name="haystack",
    packages=frozenset({"haystack"}),
    decorators=named(_FUNCTIONS, tool=Declarator((), _ARGUMENTS, functions=("function",))),
    calls={
        **named(
            _FUNCTIONS,
            create_tool_from_function=Declarator(
                ("function", "name", "description", "inputs_from_state"), _ARGUMENTS, functions=("function",)
            ),
        ),
        **named(
            ("haystack.tools", "haystack.tools.tool"),
            Tool=Declarator(
                ("name", "description", "parameters", "function"),
                {"name": "name", "description": "description", "parameters": "model"},
                functions=("function", "async_function"),
            ),
        ),
        **named(("haystack.tools", "haystack.tools.component_tool"), ComponentTool=NOT_FOLLOWED),
        **named(("haystack.tools", "haystack.tools.pipeline_tool"), PipelineTool=NOT_FOLLOWED),
    },
    injected=exported((_AGENTS, f"{_AGENTS}.state", f"{_AGENTS}.state.state"), "State"),
    excluded=frozenset({"collections.abc.Callable", "typing.Callable"}),  # no model can give a function
    describe=whole,
    rest=SINGLE,
    function_at=("function", "async_function"),
)
