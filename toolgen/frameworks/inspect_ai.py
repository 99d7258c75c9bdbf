"""`inspect_ai.tool`: `@tool` above functions that return the function that is called.

Source: `tool` in its `inspect_ai/tool/_tool.py`, `parse_tool_info` in `inspect_ai/tool/_tool_info.py`, `ToolDef` in
`inspect_ai/tool/_tool_def.py`, `validate_tool_input` in `inspect_ai/model/_call_tools.py`, `cls_json_schema` in
`inspect_ai/util/_json.py`: it closes classes that a parameter names, and not those that a pydantic model has in it.
"""

from __future__ import annotations

from toolgen.frameworks.dialect import DROPPED, Convention, Declarator, Dialect, named
from toolgen.syntax.descriptions import introduction, styled
from toolgen.syntax.parameter_texts import parsed

_ARGUMENTS = {"name": "name", "description": "description"}


def _describe(text: str) -> str:
    """The description of the package `docstring-parser`, and the examples that it finds."""
    examples = [one.description or "" for one in styled(text).examples]
    return "\n\n".join([introduction(text), *(["Examples"] if examples else []), *examples])


INSPECT_AI = Dialect(
    name="inspect-ai",
    packages=frozenset({"inspect_ai"}),
    decorators=named(
        ("inspect_ai.tool", "inspect_ai.tool._tool"),
        tool=Declarator((), _ARGUMENTS, convention=Convention(is_factory=True)),
    ),
    calls=named(
        ("inspect_ai.tool", "inspect_ai.tool._tool_def"),
        ToolDef=Declarator(
            ("tool", "name", "description", "parameters"),
            {**_ARGUMENTS, "parameters": "param_descriptions"},
            functions=("tool",),
        ),
    ),
    describe=_describe,
    describe_parameters=parsed,
    closed="classes",
    rest=DROPPED,
)
