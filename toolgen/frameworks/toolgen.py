"""toolgen's own markers: `from toolgen import tool`, `toolgen.Tool`."""

from __future__ import annotations

from toolgen.frameworks.dialect import Declarator, Dialect, ToolClass
from toolgen.model.arguments import ARGUMENTS, MEMBERS
from toolgen.model.contract import HINTS

TOOLGEN = Dialect(
    name="toolgen",
    packages=frozenset({"toolgen"}),
    decorators={"toolgen.tool": Declarator(("name", "description"), {argument: argument for argument in ARGUMENTS})},
    bases={"toolgen.Tool": ToolClass(methods=("execute",), attributes={member: member for member in MEMBERS})},
    is_closed=True,
    texts="everywhere",
    hints={hint: hint for hint in HINTS},
    injected=frozenset({"toolgen.Injected"}),
)
