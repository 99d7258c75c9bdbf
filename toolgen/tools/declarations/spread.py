"""An object that declares a tool, in place of arguments: `raw_schema={"name": …, "parameters": …}`.

It may stand behind `function`, as OpenAI's schemas do, be a specification of Amazon Bedrock's, or llama-index's
`ToolMetadata(…)`, whose schema is another than that of the function where it gives no `fn_schema`.
"""

from __future__ import annotations

import ast
from dataclasses import replace

from toolgen.evaluation.names.expression_ref import ExpressionRef
from toolgen.evaluation.names.lookup import Defined, Names
from toolgen.syntax.expressions import parse_expression
from toolgen.syntax.facts import Assignment
from toolgen.tools.declarations.declaration import Declaration

_ARGUMENTS = {
    "name": "name",
    "description": "description",
    "fn_schema": "model",
    "parameters": "parameters_schema",
    "inputSchema": "model",
}


def spread(declaration: Declaration, names: Names) -> Declaration:
    """`declaration` with the entries of its `declaration` as arguments, where that is an object that can be seen."""
    written = declaration.arguments.get("declaration")
    found = None if written is None else _seen(written, names)
    entries = None if found is None else _entries(found.node)
    if found is None or entries is None:
        return declaration
    rest = {name: value for name, value in declaration.arguments.items() if name != "declaration"}
    given = {_ARGUMENTS[key]: replace(found, node=node) for key, node in entries.items() if key in _ARGUMENTS}
    spelled = {argument: key for key, argument in _ARGUMENTS.items() if argument in given}
    return replace(declaration, arguments=rest | given, spelled={**declaration.spelled, **spelled})


def _seen(written: ExpressionRef, names: Names) -> ExpressionRef | None:
    """The expression itself, or the one that it is a name for."""
    if isinstance(written.node, ast.Dict | ast.Call):
        return written
    symbol = names.evaluate(written.node, written.site)
    if not isinstance(symbol, Defined) or not isinstance(symbol.node, Assignment) or symbol.node.value is None:
        return None
    if symbol.name.rpartition(".")[2] in symbol.site.scopes[-1].changed:
        return None
    return ExpressionRef(parse_expression(symbol.node.value.text), symbol.node.value, symbol.site)


def _entries(node: ast.expr) -> dict[str, ast.expr] | None:
    """What a dictionary or the call of a class is given by name; None where that is not all that is known of it."""
    match node:
        case ast.Dict(keys=keys, values=values):
            texts = [key.value if isinstance(key, ast.Constant) else None for key in keys]
            entries = {key: value for key, value in zip(texts, values, strict=True) if isinstance(key, str)}
            return _entries(entries["function"]) if "function" in entries else entries
        case ast.Call(args=[], keywords=keywords):
            given = {keyword.arg: keyword.value for keyword in keywords if keyword.arg is not None}
            return given if "fn_schema" in given else None
        case _:
            return None
