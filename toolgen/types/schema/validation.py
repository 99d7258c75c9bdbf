"""JSON Schema 2020-12 as `jsonschema` understands it: of schemas that users wrote, and of the values that they accept.

`jsonschema` takes longer to import than a small project to build, and few projects write schemas by hand.
"""

from __future__ import annotations

from toolgen.model.types import Json, Schema


def schema_fault(schema: Json) -> str | None:
    """Why `schema` is not JSON Schema 2020-12; None where it is."""
    from jsonschema import Draft202012Validator, SchemaError

    try:
        Draft202012Validator.check_schema(schema)
    except SchemaError as error:
        return str(error.message)
    return None


def accepts(schema: Schema, value: Json) -> bool:
    """Whether `value` is valid against `schema`."""
    from jsonschema import Draft202012Validator

    return bool(Draft202012Validator(schema).is_valid(value))
