"""The keywords of JSON Schema 2020-12 that hold schemas: one, a list of them, or several by name."""

from __future__ import annotations

from collections.abc import Iterator

from toolgen.model.types import Json

ONE = frozenset(
    {
        *("additionalProperties", "propertyNames", "unevaluatedProperties"),
        *("contains", "items", "unevaluatedItems", "if", "then", "else", "not"),
    }
)
IN_LIST = frozenset({"allOf", "anyOf", "oneOf", "prefixItems"})
BY_NAME = frozenset({"$defs", "dependentSchemas", "patternProperties", "properties"})

_REFERENCES = ("$ref", "$dynamicRef")


def references(schema: Json) -> Iterator[str]:
    """The references in `schema` and in the schemas that it holds."""
    if not isinstance(schema, dict):
        return
    yield from (schema[keyword] for keyword in _REFERENCES if isinstance(schema.get(keyword), str))
    for keyword, value in schema.items():
        if keyword in ONE:
            yield from references(value)
        elif (keyword in IN_LIST and isinstance(value, list)) or (keyword in BY_NAME and isinstance(value, dict)):
            for part in value if isinstance(value, list) else value.values():
                yield from references(part)
