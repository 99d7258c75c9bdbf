"""An object that declares a tool, in place of arguments: `raw_schema={"name": …, "parameters": …}`.

It may stand behind `function`, as OpenAI's schemas do, be a specification of Amazon Bedrock's, or llama-index's
`ToolMetadata(…)`, whose schema is another than that of the function where it gives no `fn_schema`.
"""

from __future__ import annotations

from dataclasses import replace

from toolgen.evaluation.entries import Entries, EntryReader
from toolgen.evaluation.folding.values import NotConstantError
from toolgen.evaluation.names.expression_ref import ExpressionRef
from toolgen.evaluation.names.lookup import Names
from toolgen.syntax.expressions import keyword
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
    ref = declaration.arguments.get("declaration")
    entries = (
        None if ref is None else _entries(ref, EntryReader(names, lambda call: keyword(call, "fn_schema") is not None))
    )
    if entries is None:
        return declaration
    rest = {name: value for name, value in declaration.arguments.items() if name != "declaration"}
    given = {_ARGUMENTS[key]: ref for key, ref in entries.items() if key in _ARGUMENTS}
    spelled = {argument: key for key, argument in _ARGUMENTS.items() if argument in given}
    return replace(declaration, arguments=rest | given, spelled={**declaration.spelled, **spelled})


def _entries(ref: ExpressionRef, reader: EntryReader) -> Entries | None:
    """What a dictionary or the call of a class is given by name; None where that is not all that is known of it."""
    try:
        found = reader.read(ref)
        return reader.read(found["function"]) if "function" in found else found
    except NotConstantError:
        return None
