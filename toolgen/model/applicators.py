"""The keywords of JSON Schema 2020-12 that hold schemas: one, a list of them, or several by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import is_not

from toolgen.model.json_values import Json, Schema

ONE = frozenset(
    {
        *("additionalProperties", "propertyNames", "unevaluatedProperties"),
        *("contains", "items", "unevaluatedItems", "if", "then", "else", "not"),
    }
)
IN_LIST = frozenset({"allOf", "anyOf", "oneOf", "prefixItems"})
BY_NAME = frozenset({"$defs", "dependentSchemas", "patternProperties", "properties"})

APPLICATORS = ONE | IN_LIST | BY_NAME

REFERENCES = ("$ref", "$dynamicRef")


def subschemas(keyword: str, value: Json) -> list[tuple[tuple[str, ...], Json]]:
    """The schemas that `keyword` holds, and the keys that lead to each; none where `value` is not of its kind."""
    if keyword in ONE:
        return [((keyword,), value)]
    if keyword in IN_LIST and isinstance(value, list):
        return [((keyword, str(index)), schema) for index, schema in enumerate(value)]
    if keyword in BY_NAME and isinstance(value, dict):
        return [((keyword, name), schema) for name, schema in value.items()]
    return []


def changed(keyword: str, value: Json, change: Callable[..., Json]) -> Json:
    """What `keyword` holds, with the `change` of each schema by its keys; the same object if all of these are."""
    if keyword in BY_NAME and isinstance(value, dict):
        named = {name: change(schema, keyword, name) for name, schema in value.items()}
        return named if any(map(is_not, named.values(), value.values())) else value
    if keyword in IN_LIST and isinstance(value, list):
        listed = [change(schema, keyword, str(index)) for index, schema in enumerate(value)]
        return listed if any(map(is_not, listed, value)) else value
    return change(value, keyword) if keyword in ONE else value


def without(schema: Schema, *keywords: str) -> Schema:
    """`schema` without some keywords."""
    return {keyword: value for keyword, value in schema.items() if keyword not in keywords}


def schemas(schema: Json, *left_out: str) -> Iterator[Schema]:
    """`schema` and the schemas in it, outer ones first, but booleans, and those below keywords `left_out`."""
    if isinstance(schema, dict):
        yield schema
        for keyword, value in schema.items():
            for _, part in subschemas(keyword, value) if keyword not in left_out else ():
                yield from schemas(part, *left_out)


def references(schema: Json) -> Iterator[str]:
    """The references in `schema` and in the schemas that it holds."""
    return (one[name] for one in schemas(schema) for name in REFERENCES if isinstance(one.get(name), str))
