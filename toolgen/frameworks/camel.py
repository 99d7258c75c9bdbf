"""`camel`: `FunctionTool`, the decorator `@tool`, and the tools of an agent.

Source: `FunctionTool`, `tool` and `get_openai_tool_schema` in its `camel/toolkits/function_tool.py`, `ChatAgent` in
`camel/agents/chat_agent.py`.
"""

from __future__ import annotations

from toolgen.frameworks.dialect import DROPPED, Declarator, Dialect, FieldConvention, exported, named
from toolgen.frameworks.recognisers import ServedTools, ServingClasses
from toolgen.syntax.descriptions import joined
from toolgen.syntax.parameter_texts import parsed

_KITS = dict.fromkeys(exported(("camel.toolkits", "camel.toolkits.base"), "BaseToolkit"), "get_tools")
_MODULES = ("camel.toolkits", "camel.toolkits.function_tool")
_SAYING = frozenset(
    {"set_function_description", "set_function_name", "set_openai_function_schema", "set_openai_tool_schema"}
    | {"set_parameter", "set_parameter_description", "set_paramter_description"}
)
"""Source: `FunctionTool` in its `camel/toolkits/function_tool.py`."""

_TEXT_NAMES = frozenset(
    {"Any", "BaseModel", "Callable", "Dict", "List", "Mapping", "Optional", "Tuple", "Type", "Union", "types"}
)
"""What types its `function_tool.py` imports, whose `create_model` is given annotations as they are."""

CAMEL = Dialect(
    name="camel",
    packages=frozenset({"camel"}),
    decorators=named(_MODULES, tool=Declarator(functions=("func",))),
    calls={
        **named(
            (*_MODULES, "camel.toolkits.base"),
            FunctionTool=Declarator(
                ("func", "openai_tool_schema"), {"openai_tool_schema": "declaration"}, functions=("func",)
            ),
        ),
        **named(("camel.agents", "camel.agents.chat_agent"), ChatAgent=Declarator(lists=("tools",))),
        **named(
            ("camel.agents.ChatAgent", "camel.agents.chat_agent.ChatAgent"),
            add_tool=Declarator(("tool",), functions=("tool",)),
            add_tools=Declarator(("tools",), lists=("tools",)),
        ),
    },
    describe=joined,
    describe_parameters=parsed,
    parameter_fields=FieldConvention(is_default=True, is_documented=True, text_names=_TEXT_NAMES),
    rest=DROPPED,
    recognisers=(
        ServedTools(_SAYING, classes=frozenset(f"{module}.FunctionTool" for module in _MODULES)),
        ServingClasses(_KITS, "TG211", frozenset({"BaseToolkit"}), is_followed=True),
    ),
)
