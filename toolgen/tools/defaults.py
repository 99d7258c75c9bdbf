"""Defaults that a model is told of and the function does not have: `dispatch` gives them."""

from __future__ import annotations

from collections.abc import Iterator

from toolgen.call_syntax.values import same
from toolgen.model.json_values import Json, Schema
from toolgen.model.types import MISSING
from toolgen.tools.signature import Signature
from toolgen.types.schema.validation import accepts


def other_defaults(signature: Signature, schema: Schema) -> Iterator[tuple[str, Json]]:
    """The properties of `schema` whose default is not that of the function, and these defaults.

    They come from a model, a schema or a fragment that stands for the signature. A default that its own schema refuses
    is none: pydantic, which does not look at defaults, would give the function a value that it does not expect.
    """
    names = {field.alias: field.name for field in signature.fields}
    own = dict(signature.defaults)
    for alias, part in schema.get("properties", {}).items():
        if not isinstance(part, dict) or "default" not in part or signature.takes_whole:
            continue
        default, mine = part["default"], own.get(names.get(alias, alias), MISSING)
        is_own = mine is not MISSING and same(mine, default)
        if not is_own and accepts({**part, "$defs": schema.get("$defs", {})}, default):
            yield alias, default
