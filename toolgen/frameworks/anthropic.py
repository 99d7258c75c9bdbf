"""`anthropic`, the SDK of Anthropic.

Source: `beta_tool`, `beta_async_tool` and `BaseFunctionTool` in its `anthropic/lib/tools/_beta_functions.py`.
"""

from __future__ import annotations

from toolgen.frameworks.dialect import Declarator, Dialect, named
from toolgen.syntax.descriptions import introduction
from toolgen.syntax.parameter_texts import parsed

_TOOL = Declarator(
    (),
    {"name": "name", "description": "description", "input_schema": "model", "input_examples": "examples"},
    functions=("func",),
)


def _describe(text: str) -> str:
    """What stands before the first section, with an empty line below its first line."""
    first, *others = introduction(text).split("\n", 1)
    return "\n\n".join([first, *(part.strip() for part in others)])


ANTHROPIC = Dialect(
    name="anthropic",
    packages=frozenset({"anthropic"}),
    decorators=named(
        ("anthropic", "anthropic.lib.tools", "anthropic.lib.tools._beta_functions"),
        beta_tool=_TOOL,
        beta_async_tool=_TOOL,
    ),
    describe=_describe,
    describe_parameters=parsed,
    closed="arguments",
    rest={"var_positional": "refused"},
    function_at=("func", "func"),
)
