"""`crewai.tools`: `@tool` and subclasses of `BaseTool`.

Source: `tool`, `BaseTool._default_args_schema` and `Tool` in its `crewai/tools/base_tool.py`; for the names
`convert_tools_to_openai_schema` in `crewai/utilities/agent_utils.py`, `sanitize_tool_name` in
`crewai/utilities/string_utils.py`.
"""

from __future__ import annotations

import re
import unicodedata

from toolgen.frameworks.dialect import (
    DROPPED,
    NOT_FOLLOWED,
    Convention,
    Declarator,
    Dialect,
    FieldConvention,
    ToolClass,
    named,
)
from toolgen.syntax.descriptions import whole

_MODULES = ("crewai.tools", "crewai.tools.base_tool")
_ARGUMENTS = {"name": "name", "description": "description", "args_schema": "model"}

_CONVENTION = Convention(is_dumped=True)
"""`_default_args_schema` in its `crewai/tools/base_tool.py`, `_parse_args` in its `structured_tool.py` beside that."""

_TEXT_NAMES = frozenset({"Any", "Awaitable", "BaseModel", "Callable", "Field", "Generic"})
"""What types its `tools/base_tool.py` imports, whose `create_model` is given annotations as they are."""

_LONGEST = 64


def _rename(name: str) -> str:
    """`Read a file` is offered as `read_a_file`, `ReadFile` as `read_file`."""
    text = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    text = re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1_\2", text)
    text = re.sub(r"([a-z])([A-Z])", r"\1_\2", text).lower()
    text = re.sub(r"_+", "_", re.sub(r"[^a-zA-Z0-9]+", "_", re.sub(r"[\'\"]+", "", text))).strip("_")
    if len(text) <= _LONGEST:
        return text
    from hashlib import sha256  # few are so long

    suffix = f"_{sha256(text.encode()).hexdigest()[:8]}"
    return text[: _LONGEST - len(suffix)].rstrip("_") + suffix


CREWAI = Dialect(
    name="crewai",
    validates="python",
    packages=frozenset({"crewai"}),
    decorators=named(_MODULES, tool=Declarator(("name",), {"name": "name"}, convention=_CONVENTION)),
    calls={
        **named(_MODULES, Tool=Declarator((), _ARGUMENTS, functions=("func",), convention=_CONVENTION)),
        "crewai.tools.structured_tool.CrewStructuredTool.from_function": NOT_FOLLOWED,
    },
    bases={
        f"{module}.BaseTool": ToolClass(("_run", "_arun"), _ARGUMENTS, is_named=True, convention=_CONVENTION)
        for module in _MODULES
    },
    describe=whole,
    rename=_rename,
    parameter_fields=FieldConvention(text_names=_TEXT_NAMES),
    rest=DROPPED,
    function_at=("func", "func"),
)
