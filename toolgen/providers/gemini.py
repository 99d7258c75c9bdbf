"""Google's Gemini: an entry of `functionDeclarations`.

The schema goes into `parametersJsonSchema`. The other field, `parameters`, takes a subset of OpenAPI 3.0 and refuses
the whole request for a keyword that it does not know; the `google-genai` package itself recommends JSON Schema and
sends what it derives from a function this way. Source: `FunctionDeclaration` of `google-genai` 3.4.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping

from toolgen.model.tool import Contract
from toolgen.model.types import Json, Schema
from toolgen.providers.schema import parameters, rewrite

_TYPES = {str: "string", bool: "boolean", int: "integer", float: "number", type(None): "null"}
_BOUNDS: Mapping[str, tuple[str, Callable[..., float], Callable[[float], int]]] = {
    "exclusiveMinimum": ("minimum", max, lambda limit: math.floor(limit) + 1),
    "exclusiveMaximum": ("maximum", min, lambda limit: math.ceil(limit) - 1),
}


def definition(tool: Contract) -> Json:
    """`{name, description, parametersJsonSchema}`, the schema in words that Gemini understands."""
    return {
        "name": tool.name,
        "description": tool.description,
        "parametersJsonSchema": rewrite(parameters(tool), _understood),
    }


def _understood(schema: Schema) -> Schema:
    if _RULES.keys().isdisjoint(schema):
        return schema
    for keyword in _RULES:
        if keyword in schema:
            schema = _RULES[keyword](schema, keyword)
    return schema


def _drop(schema: Schema, keyword: str) -> Schema:
    return {key: value for key, value in schema.items() if key != keyword}


def _say(schema: Schema, keyword: str) -> Schema:
    """Move `keyword` into the description, where the model still reads it."""
    value = schema[keyword]
    said = f"{keyword}: {value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}"
    description = schema.get("description")
    return _drop(schema, keyword) | {"description": f"{description} ({said})" if description else said}


def _say_of_string(schema: Schema, keyword: str) -> Schema:
    return _say(schema, keyword) if schema.get("type") == "string" else schema


def _enum_of_one(schema: Schema, keyword: str) -> Schema:
    const = schema[keyword]
    type_ = {"type": _TYPES[type(const)]} if type(const) in _TYPES else {}
    return type_ | _drop(schema, keyword) | {"enum": [const]}


def _inclusive(schema: Schema, keyword: str) -> Schema:
    """An inclusive bound: the next integer, or for numbers the same bound and a word on it in the description."""
    bound, tighter, next_integer = _BOUNDS[keyword]
    limit = schema[keyword]
    if schema.get("type") == "integer":
        rest, limit = _drop(schema, keyword), next_integer(limit)
    else:
        rest = _say(schema, keyword)
    return rest | {bound: tighter(limit, rest.get(bound, limit))}


def _only_reference(schema: Schema, _: str) -> Schema:
    refused = [key for key in schema if not key.startswith("$") and key not in {"description", "default"}]
    return {key: value for key, value in schema.items() if key not in refused} if refused else schema


_RULES: Mapping[str, Callable[[Schema, str], Schema]] = {
    # `GoogleJsonSchemaTransformer` of pydantic-ai 2.68 takes out the same for this field, `$ref` apart.
    "$schema": _drop,
    "discriminator": _drop,
    # Gemini 2.5 Flash answers MALFORMED_FUNCTION_CALL: googleapis/python-genai#1732, PrefectHQ/fastmcp#3860.
    "title": _drop,
    "const": _enum_of_one,
    "exclusiveMinimum": _inclusive,
    "exclusiveMaximum": _inclusive,
    "examples": _say,
    "format": _say_of_string,
    # "If a schema node has Schema.ref set, then only description and default can be set alongside it" (the API's
    # answer, as reported in diegosouzapw/OmniRoute#461).
    "$ref": _only_reference,
}
