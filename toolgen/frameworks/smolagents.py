"""`smolagents`: `@tool` and subclasses of `Tool`; a `PipelineTool` calls several methods, and is not followed.

Source: `tool` and `Tool` in its `smolagents/tools.py`, `_parse_google_format_docstring` in
`smolagents/_function_type_hints_utils.py`, `get_tool_json_schema` in `smolagents/models.py`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from toolgen.frameworks.dialect import Declarator, Dialect, ToolClass, named
from toolgen.syntax.descriptions import whole

_MODULES = ("smolagents", "smolagents.tools")
_SECTION = re.compile(r"\n\s*(?:Args:|Returns:|Raises:)")


def _describe(text: str, _: Mapping[str, Any]) -> str:
    """What stands before the first of these three sections."""
    return _SECTION.split(whole(text, {}), maxsplit=1)[0].strip()


SMOLAGENTS = Dialect(
    name="smolagents",
    packages=frozenset({"smolagents"}),
    decorators=named(_MODULES, tool=Declarator()),
    bases={
        f"{module}.Tool": ToolClass(
            methods=("forward",),
            attributes={"name": "name", "description": "description", "inputs": "inputs", "output_type": "output_type"},
            is_named=True,
        )
        for module in _MODULES
    }
    | {f"{module}.PipelineTool": ToolClass(is_followed=False) for module in _MODULES},
    describe=_describe,
    function_at=("forward", "forward"),
)
