"""The keywords of JSON Schema 2020-12 that hold schemas: one, a list of them, or several by name."""

from __future__ import annotations

ONE = frozenset(
    {
        *("additionalProperties", "propertyNames", "unevaluatedProperties"),
        *("contains", "items", "unevaluatedItems", "if", "then", "else", "not"),
    }
)
IN_LIST = frozenset({"allOf", "anyOf", "oneOf", "prefixItems"})
BY_NAME = frozenset({"$defs", "dependentSchemas", "patternProperties", "properties"})
