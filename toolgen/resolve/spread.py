"""An object that declares a tool, in place of arguments: `raw_schema={"name": …, "parameters": …}`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from toolgen.parse.expressions import parse_expression
from toolgen.parse.facts import Assignment
from toolgen.resolve.declaration import Declaration
from toolgen.resolve.names import Defined, Names
from toolgen.resolve.written import Written

_ARGUMENTS = {"name": "name", "description": "description", "parameters": "parameters_schema"}


def spread(declaration: Declaration, names: Names) -> Declaration:
    """`declaration` with the entries of its `declaration` as arguments, where that is a dictionary that can be seen."""
    written = declaration.arguments.get("declaration")
    found = None if written is None else _display(written, names)
    if found is None:
        return declaration
    rest = {name: value for name, value in declaration.arguments.items() if name != "declaration"}
    return replace(declaration, arguments=rest | dict(_entries(*found)))


def _display(written: Written, names: Names) -> tuple[ast.Dict, Written] | None:
    """The dictionary that an expression is, or is a name for."""
    if isinstance(written.node, ast.Dict):
        return written.node, written
    symbol = names.evaluate(written.node, written.site)
    if not isinstance(symbol, Defined) or not isinstance(symbol.node, Assignment) or symbol.node.value is None:
        return None
    node = parse_expression(symbol.node.value.text)
    return (node, Written(node, symbol.node.value, symbol.site)) if isinstance(node, ast.Dict) else None


def _entries(display: ast.Dict, written: Written) -> Iterator[tuple[str, Written]]:
    for key, value in zip(display.keys, display.values, strict=True):
        if isinstance(key, ast.Constant) and isinstance(key.value, str) and key.value in _ARGUMENTS:
            yield _ARGUMENTS[key.value], replace(written, node=value)
