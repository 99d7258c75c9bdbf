"""toolgen's own markers: `from toolgen import tool`, `toolgen.Tool`."""

from __future__ import annotations

from toolgen.frameworks.dialect import Declarator, Dialect, ToolClass
from toolgen.model.arguments import ARGUMENTS
from toolgen.model.tool import HINTS

_ATTRIBUTES = {attribute: attribute for attribute in (*ARGUMENTS, "arguments", "parameters_schema")}

TOOLGEN = Dialect(
    name="toolgen",
    packages=frozenset({"toolgen"}),
    decorators={"toolgen.tool": Declarator(("name", "description"), {argument: argument for argument in ARGUMENTS})},
    bases={"toolgen.Tool": ToolClass(methods=("execute",), attributes=_ATTRIBUTES)},
    is_closed=True,
    texts="everywhere",
    hints={hint: hint for hint in HINTS},
    injected=frozenset({"toolgen.Injected"}),
)
