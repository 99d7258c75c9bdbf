"""JSON Schema 2020-12 as `jsonschema` understands it: of schemas that users wrote, and of the values that they accept.

A schema stands for itself: what its references name outside is never fetched. `jsonschema` takes longer to import than
a small project to build, and few projects write schemas by hand.
"""

from __future__ import annotations

from toolgen.model.applicators import references
from toolgen.model.patterns import tried, untried_patterns
from toolgen.model.types import Json, Schema


def schema_fault(schema: Json) -> str | None:
    """Why `schema` is not JSON Schema 2020-12 that stands for itself; None where it is."""
    from jsonschema import Draft202012Validator, SchemaError

    try:
        Draft202012Validator.check_schema(schema)
    except SchemaError as error:
        return str(error.message)
    outside = next((one for one in references(schema) if not one.startswith("#")), None)
    return None if outside is None else f"`{outside}` leads out of the schema, and nothing is fetched"


def accepts(schema: Schema, value: Json) -> bool:
    """Whether `value` is valid against `schema`, whose patterns are all tried and whose references lead somewhere."""
    from jsonschema import Draft202012Validator as Validator
    from jsonschema.validators import extend
    from referencing import Registry
    from referencing.exceptions import Unresolvable

    bounded = extend(Validator, {"pattern": tried(Validator.VALIDATORS["pattern"])})  # type: ignore[no-untyped-call]
    try:
        return not untried_patterns(schema) and bool(bounded(schema, registry=Registry()).is_valid(value))
    except Unresolvable:
        return False
