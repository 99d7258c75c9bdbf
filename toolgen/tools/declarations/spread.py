"""An object that declares a tool, in place of arguments: `raw_schema={"name": …, "parameters": …}`.

It may stand behind `function`, as OpenAI's schemas do, be a specification of Amazon Bedrock's, or llama-index's
`ToolMetadata(…)`, whose schema is another than that of the function where it gives no `fn_schema`.
"""

from __future__ import annotations

from dataclasses import replace

from toolgen.evaluation.constants import Constants, NotConstantError
from toolgen.evaluation.names.expression_ref import ExpressionRef, Items
from toolgen.tools.declarations.declaration import Declaration

_ARGUMENTS = {
    "name": "name",
    "description": "description",
    "fn_schema": "model",
    "parameters": "parameters_schema",
    "inputSchema": "model",
}


def spread(declaration: Declaration, constants: Constants) -> Declaration:
    """`declaration` with the items of its `declaration` as arguments, where that is an object that can be seen."""
    ref = declaration.arguments.get("declaration")
    items = None if ref is None else _items(ref, constants)
    if items is None:
        return declaration
    rest = {name: value for name, value in declaration.arguments.items() if name != "declaration"}
    given = {_ARGUMENTS[key]: ref for key, ref in items.items() if key in _ARGUMENTS}
    spelled = {argument: key for key, argument in _ARGUMENTS.items() if argument in given}
    return replace(declaration, arguments=rest | given, spelled={**declaration.spelled, **spelled})


def _items(ref: ExpressionRef, constants: Constants) -> Items | None:
    """What a dictionary or the call of a class is given by name; None where that is not all that is known of it."""
    try:
        made, items = constants.constructed(ref)
        if made != "dict" and "fn_schema" not in items:
            return None
        return constants.items(items["function"]) if "function" in items else items
    except NotConstantError:
        return None
