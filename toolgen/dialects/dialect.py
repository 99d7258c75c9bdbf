"""What a dialect is: how one framework says "this function is a tool"."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Dialect:
    """One framework's way to declare tools, as tables of qualified names.

    `decorators` are the decorators that declare a tool, by the name under which they are defined or exported; a method
    is named by its class, so that `@server.tool` is `mcp.server.fastmcp.FastMCP.tool`. `bases` are the classes whose
    subclasses are tools. `registrars` are functions and methods that register a tool when they are called as a
    statement; so does a call of what one of `decorators` returns. `needles` are words one of which stands in every file
    that declares a tool.

    `positional` names the positional arguments of the decorator. `arguments` maps each of its keywords to the argument
    of toolgen's own `@tool` that means the same; keywords that say nothing to a model are left out. `is_closed` says
    that a keyword outside `positional` and `arguments` is an error.

    `hints` maps the framework's spelling of MCP's behaviour hints to toolgen's. A parameter whose type is one of
    `injected`, or a class below one, is supplied by the framework, and so left out of the schema; so is one that has
    a call of one of `providers` as its default, or among the metadata of its `Annotated`.

    `receivers` are names that mean an instance of the framework's server where its class cannot be seen, as for a
    function's parameter without annotation: `@mcp.tool` is then one of `decorators` by its last part.
    """

    name: str
    needles: frozenset[bytes]
    decorators: frozenset[str]
    bases: frozenset[str] = frozenset()
    registrars: frozenset[str] = frozenset()
    positional: tuple[str, ...] = ()
    arguments: Mapping[str, str] = field(default_factory=dict)
    is_closed: bool = False
    hints: Mapping[str, str] = field(default_factory=dict)
    injected: frozenset[str] = frozenset()
    providers: frozenset[str] = frozenset()
    receivers: frozenset[str] = frozenset()

    @property
    def known_names(self) -> frozenset[str]:
        """Every qualified name that the tables mention, with the classes of methods."""
        owners = {name.rpartition(".")[0] for name in self.decorators}
        return self.decorators | self.registrars | self.bases | self.injected | self.providers | owners
