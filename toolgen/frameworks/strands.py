"""`strands`, the SDK of `strands-agents`.

Source: `tool` and `FunctionToolMetadata` in its `strands/tools/decorator.py`, whose `validate_input` gives pydantic
Python values; for modules that are tools `load_tools_from_module` in `strands/tools/loader.py`, `PythonAgentTool` in
`strands/tools/tools.py`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from toolgen.frameworks.dialect import (
    NOT_FOLLOWED,
    SINGLE,
    Convention,
    Declarator,
    Dialect,
    FieldConvention,
    exported,
    named,
    same,
)
from toolgen.frameworks.recognisers import Recogniser, ServingClasses
from toolgen.model.json_values import Schema
from toolgen.syntax.descriptions import whole
from toolgen.syntax.parameter_texts import parsed

_ARGUMENTS = same("name", "description", "context") | {"inputSchema": "model"}
_PARAMETERS = re.compile(r"\s*(?:args|arguments|parameters|params?):", re.IGNORECASE)
_OTHER_SECTION = re.compile(
    r"\s*(?:returns?|yields?|raises?|except|exceptions|examples?|notes?|see also|seealso|references|ref):",
    re.IGNORECASE,
)
_AGENT_TOOLS = exported(("strands.tools.decorator", "strands.tools.tools", "strands.types.tools"), "AgentTool")
_OWN = {
    **dict.fromkeys(exported(("strands.tools", "strands.tools.tool_provider"), "ToolProvider"), "load_tools"),
    **dict.fromkeys(
        exported(("strands.types.tools", "strands.tools.tools", "strands.tools.decorator"), "AgentTool"), "stream"
    ),
}
"""Source: `ToolProvider` in its `strands/tools/tool_provider.py`, `AgentTool` in `strands/types/tools.py`."""


def _describe(text: str) -> str:
    """The docstring without its sections of parameters, each of which ends where another section begins."""
    kept = []
    is_left_out = False
    for line in whole(text).split("\n"):
        is_left_out = _PARAMETERS.match(line) is not None or (is_left_out and _OTHER_SECTION.match(line) is None)
        if not is_left_out:
            kept.append(line)
    return "\n".join(kept).strip()


def _schema(given: Schema) -> Schema:
    """A schema that may stand behind `json`, as Amazon Bedrock takes it."""
    inner: Schema = given["json"] if given.keys() == {"json"} else given
    return inner


@dataclass(frozen=True, slots=True)
class ModuleTool(Recogniser):
    """A module that is a tool: the object `name` declares the function that is called as the module is."""

    name: str

    @property
    def needles(self) -> frozenset[str]:
        return frozenset({self.name})

    @property
    def convention(self) -> Convention:
        """What such a function takes is the framework's: the use of the tool, and what the agent has beside it."""
        return Convention(supplied=tuple, schema=_schema)


STRANDS = Dialect(
    name="strands",
    validates="python",
    packages=frozenset({"strands"}),
    decorators=named(
        ("strands", "strands.tools", "strands.tools.decorator"),
        tool=Declarator(
            (), _ARGUMENTS, functions=("func",), convention=Convention(context="tool_context", schema=_schema)
        ),
    ),
    calls={
        **named(("strands.tools", "strands.tools.tools"), PythonAgentTool=NOT_FOLLOWED),
        **named(("strands.Agent", "strands.agent.Agent", "strands.agent.agent.Agent"), as_tool=NOT_FOLLOWED),
    },
    injected=frozenset({"strands.ToolContext", "strands.types.tools.ToolContext"}),
    injected_names=frozenset({"agent"}),
    describe=_describe,
    describe_parameters=parsed,
    parameter_fields=FieldConvention(keeps=frozenset({"description"})),
    rest=SINGLE,
    recognisers=(ModuleTool("TOOL_SPEC"), ServingClasses(_OWN, "TG211", frozenset({"ToolProvider", "AgentTool"}))),
    function_at=("__wrapped__", "__wrapped__"),
)
