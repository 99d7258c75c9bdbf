"""The positions where toolgen reads an expression `E`, each with the tools that come of the value it should yield."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

Tools: TypeAlias = Mapping[str, Mapping[str, Any]]
"""What is said of each tool, by name: `description`, `tags`, `title` and `properties`, where there is something."""


@dataclass(frozen=True, slots=True, eq=False)
class Position:
    """A module with a place for the expression `E`, after the definitions of `values` and the statements of the form.

    `kind` is that of the value that `E` yields. Where `exports` is given, it has the place in another module, which
    `text` imports as `EXPORTS`.
    """

    name: str
    kind: str
    text: str
    tools: Tools
    exports: str = ""


def _pick(**said: Any) -> Tools:
    return {"pick": {"description": "Pick."} | said}


def _x(**schema: Any) -> Tools:
    return _pick(properties={"x": schema})


_PICK = 'def pick() -> None:\n    """Pick."""'
_INDENTED = _PICK.replace("\n", "\n    ")
_RUN = _PICK.replace("pick", "run")
_NAMED = "def named(name):\n    def decorate(f):\n        return mcp.tool(f, name=name)\n    return decorate"
_BOTH = {"pick": {"description": "Pick."}, "extra": {"description": "Extra."}}
_A_AND_B = {name: {"description": "Pick."} for name in "ab"}


def _tool(parameter: str) -> str:
    return f'@mcp.tool\ndef pick({parameter}) -> None:\n    """Pick."""'


_TEXT = (
    Position("`name=`", "text", f"@mcp.tool(name=E)\n{_RUN}", _pick()),
    Position("argument of a decorator", "text", f"{_NAMED}\n@named(E)\n{_RUN}", _pick()),
    Position("`description=`", "text", f"@mcp.tool(description=E)\n{_PICK}", _pick(description="pick")),
    Position("`__doc__`", "text", f"{_PICK}\npick.__doc__ = E\nmcp.tool(pick)", _pick(description="pick")),
    Position("item of `tags=`", "text", f"@mcp.tool(tags={{E}})\n{_PICK}", _pick(tags=["pick"])),
    Position("default", "text", _tool("x: str = E"), _x(type="string", default="pick")),
    Position("`Literal[…]`", "text", _tool("x: Literal[E]"), _x(type="string", const="pick")),
    Position(
        "`Field(description=…)`",
        "text",
        _tool("x: Annotated[str, Field(description=E)]"),
        _x(type="string", description="pick"),
    ),
)
_NUMBER = (
    Position("`Literal[…]`", "number", _tool("x: Literal[E]"), _x(type="integer", const=3)),
    Position("`Field(ge=…)`", "number", _tool("x: int = Field(ge=E)"), _x(type="integer", minimum=3)),
)
_CONDITION = (
    Position("`if`", "true", "if E:\n    mcp.tool(pick)\nelse:\n    mcp.tool(danger)", _pick()),
    Position("`if` around a definition", "true", f"if E:\n    @mcp.tool\n    {_INDENTED}", _pick()),
    Position("conditional argument", "true", "mcp.tool(pick if E else danger)", _pick()),
    Position("condition of a comprehension", "true", "[mcp.tool(f) for f in [pick] if E]", _pick()),
    Position("`if`", "false", "if E:\n    mcp.tool(danger)\nelse:\n    mcp.tool(pick)", _pick()),
    Position(
        "`if` around a definition",
        "false",
        f"mcp.tool(extra)\nif E:\n    @mcp.tool\n    {_INDENTED}",
        {"extra": _BOTH["extra"]},
    ),
    Position("condition of a comprehension", "false", "mcp.tool(pick)\n[mcp.tool(f) for f in [danger] if E]", _pick()),
)
_TEXTS = (
    Position("`tags=`", "texts", f"@mcp.tool(tags=set(E))\n{_PICK}", _pick(tags=["a", "b"])),
    Position("`Literal[*…]`", "texts", _tool("x: Literal[*E]"), _x(type="string", enum=["a", "b"])),
    Position("loop over names", "texts", "for name in E:\n    mcp.tool(pick, name=name)", _A_AND_B),
    Position(
        "`__all__`",
        "texts",
        "a = b = danger\nfrom EXPORTS import *\nmcp.tool(a, name='a')\nmcp.tool(b, name='b')",
        _A_AND_B,
        exports="a = b = pick\n__all__ = E",
    ),
)
_MAPPING = (
    Position("`annotations=`", "mapping", f"@mcp.tool(annotations=E)\n{_PICK}", _pick(title="T")),
    Position("`**` of a decorator", "mapping", f"@mcp.tool(**E)\n{_PICK}", _pick(title="T")),
)
_FUNCTION = (
    Position("`add_tool(…)`", "function", "mcp.add_tool(E)", _pick()),
    Position("decorator called", "function", "mcp.tool(E)", _pick()),
    Position("`Tool.from_function(…)`", "function", "mcp.add_tool(Tool.from_function(E))", _pick()),
    Position("item of `tools=`", "function", "FastMCP('other', tools=[E])", _pick()),
    Position("call in a function", "function", "def register(server):\n    server.add_tool(E)\nregister(mcp)", _pick()),
)
_FUNCTIONS = (
    Position("`tools=`", "functions", "FastMCP('other', tools=E)", _BOTH),
    Position("loop", "functions", "for f in E:\n    mcp.add_tool(f)", _BOTH),
    Position("comprehension", "functions", "[mcp.add_tool(f) for f in E]", _BOTH),
    Position("`map`", "functions", "list(map(mcp.tool, E))", _BOTH),
    Position(
        "argument of a function",
        "functions",
        "def register(fs):\n    for f in fs:\n        mcp.tool(f)\nregister(E)",
        _BOTH,
    ),
)
_RECEIVER = (
    Position("receiver", "server", f"@E.tool()\n{_PICK}", _pick()),
    Position("receiver with a name", "server", f"found = E\n@found.tool\n{_PICK}", _pick()),
    Position("receiver of a call", "server", f"{_PICK}\nE.add_tool(pick)", _pick()),
    Position("receiver", "no server", f"@E.tool()\n{_PICK}", {}),
    Position("receiver of a call", "no server", f"{_PICK}\nE.add_tool(pick)", {}),
)
_DECORATOR = (
    Position("decorator", "decorator", f"@E\n{_PICK}", _pick()),
    Position("decorator called", "decorator", f"{_PICK}\nE(pick)", _pick()),
    Position("decorator", "no decorator", f"@E\n{_PICK}", {}),
)
_INTEGER = {"type": "integer"}
_CLASS = (
    Position(
        "base class",
        "class",
        f"class M(E):\n    y: int\n{_tool('x: M')}",
        _x(type="object", properties={"x": _INTEGER, "y": _INTEGER}, required=["x", "y"]),
    ),
    Position("annotation", "class", _tool("x: E"), _x(type="object", properties={"x": _INTEGER}, required=["x"])),
)

POSITIONS = (
    *_TEXT,
    *_NUMBER,
    *_CONDITION,
    *_TEXTS,
    *_MAPPING,
    *_FUNCTION,
    *_FUNCTIONS,
    *_RECEIVER,
    *_DECORATOR,
    *_CLASS,
)
