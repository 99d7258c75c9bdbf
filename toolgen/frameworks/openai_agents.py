"""`agents`, the SDK of `openai-agents`.

Source: `function_tool` in its `agents/tool.py`; `function_schema` and `generate_func_documentation` in its
`agents/function_schema.py`. That a schema is strict is a matter of the target.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from toolgen.frameworks.dialect import NOT_FOLLOWED, Convention, Declarator, Dialect, FieldConvention, exported, named
from toolgen.frameworks.recognisers import Recogniser
from toolgen.syntax.descriptions import lead, whole
from toolgen.syntax.parameter_texts import indented

_CONTEXTS = frozenset({"agents.run_context.RunContextWrapper", "agents.tool_context.ToolContext"})
_ARGUMENTS = {
    "name_override": "name",
    "description_override": "description",
    "use_docstring_info": "docstring",
    "timeout": "timeout",
    "needs_approval": "requires_approval",
    "is_enabled": "offered",
}


_UNPARTED = re.compile(r"(?<=\S)\n(?=(?:arg(?:ument)?s|param(?:eter)?s):[ \t]*\n[ \t])", re.IGNORECASE)


_STYLES = {
    "sphinx": (r"^:param\s", r"^:type\s", r"^:return:", r"^:rtype:"),
    "numpy": (r"^Parameters\s*\n\s*-{3,}", r"^Returns\s*\n\s*-{3,}", r"^Yields\s*\n\s*-{3,}"),
    "google": (r"^(Args|Arguments):", r"^(Returns):", r"^(Raises):"),
}
"""What counts for a style; of two for which as much counts it is the first. Source: `_detect_docstring_style`."""


def _describe(text: str) -> str:
    """What stands before the first section of one style; Google's parameters need no empty line above them."""
    text = whole(text)
    counts = {style: sum(re.search(one, text, re.MULTILINE) is not None for one in _STYLES[style]) for style in _STYLES}
    style = max(counts, key=lambda one: counts[one]) if any(counts.values()) else "google"
    return lead(_UNPARTED.sub("\n\n", text) if style == "google" else text, [style])


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
        "is_enabled": "offered",
    },
    functions=("", "on_invoke_tool"),
    convention=Convention(supplied=lambda names: names[:1], takes_whole=lambda _: "text"),
)
"""The function is given the context and the JSON text of the arguments."""

OPENAI_AGENTS = Dialect(
    name="openai-agents",
    validates="python",
    packages=frozenset({"agents"}),
    decorators=named(("agents", "agents.tool"), function_tool=Declarator((), _ARGUMENTS, functions=("func",))),
    calls={
        **named(("agents", "agents.tool"), FunctionTool=_FUNCTION_TOOL),
        **named(exported(("agents", "agents.agent"), "Agent"), as_tool=NOT_FOLLOWED),
    },
    injected=_CONTEXTS | {"agents.RunContextWrapper", "agents.run.RunContextWrapper"},
    describe=_describe,
    describe_parameters=indented,
    parameter_fields=FieldConvention(is_documented=True),
    rest={"var_keyword": "refused"},
    function_at=("__wrapped__", "__wrapped__"),
    recognisers=(Copied(_CONTEXTS | {"agents.tool.function_tool"}),),
)
