"""OpenAPI: a document in which each tool is a path that is posted to.

Source: the OpenAPI Specification 3.1.1, whose schemas are JSON Schema 2020-12, <https://spec.openapis.org/oas/v3.1.1>.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from toolgen.model.types import Json, Schema
from toolgen.providers.projection.facts import Facts
from toolgen.providers.projection.schema import rewrite
from toolgen.providers.projection.target import Target, Told

_SCHEMAS = "#/components/schemas/"
_REFERENCES = frozenset({"$ref", "$dynamicRef"})


def _is_discriminator(value: Json) -> bool:
    mapping = value.get("mapping", {}) if isinstance(value, dict) else None
    if not isinstance(mapping, dict):
        return False
    return all(isinstance(name, str) for name in (value.get("propertyName"), *mapping.values()))


_OF_OPENAPI: Mapping[str, Callable[[Json], bool]] = {
    "discriminator": _is_discriminator,
    "externalDocs": lambda value: isinstance(value, dict) and isinstance(value.get("url"), str),
    "xml": lambda value: isinstance(value, dict),
}
"""What OpenAPI says of the keywords that it adds to JSON Schema, where they may stand for anything."""


def document(tools: Sequence[Told]) -> Json:
    """The document: a path for each tool, and the schemas that it refers to."""
    return {
        "openapi": "3.1.1",
        "info": {"title": "Tools", "version": "1"},
        "paths": {_path(told.name): definition(told) for told in tools},
        "components": {"schemas": dict(named for told in tools for named in _schemas(told))},
    }


def definition(told: Told) -> Json:
    """The path of one tool; its schemas stand in the document."""
    tool = told.tool
    content: dict[str, Json] = {"schema": {"$ref": f"{_SCHEMAS}{_arguments(told)}"}}
    if tool.examples:
        content["examples"] = {str(number): {"value": example} for number, example in enumerate(tool.examples, 1)}
    result: dict[str, Json] = {"description": "The result."}
    if tool.output_schema is not None:
        result["content"] = {"application/json": {"schema": {"$ref": f"{_SCHEMAS}{_result(told)}"}}}
    operation: dict[str, Json] = {
        "operationId": told.name,
        "summary": tool.title,
        "description": told.description,
        "tags": [*dict.fromkeys(filter(None, (tool.category, *tool.tags)))],
        "deprecated": bool(tool.deprecated),
        "requestBody": {"required": True, "content": {"application/json": content}},
        "responses": {"200": result},
    }
    return {"post": {key: value for key, value in operation.items() if value}}


def _schemas(told: Told) -> Iterator[tuple[str, Schema]]:
    yield _arguments(told), _placed(told.schema, _arguments(told))
    if told.tool.output_schema is not None:
        yield _result(told), _placed(told.tool.output_schema, _result(told))


def _placed(schema: Schema, name: str) -> Schema:
    """`schema` with its references to its own parts as they have to be where it stands in the document.

    It has no address of its own, which they would be relative to, and nothing that is no OpenAPI.
    """

    def at_place(reference: str) -> str:
        inside = reference == "#" or reference.startswith("#/")
        return f"{_SCHEMAS}{name}{reference[1:]}" if inside else reference

    def change(inner: Schema) -> Schema:
        if bad := {key for key in _OF_OPENAPI.keys() & inner.keys() if not _OF_OPENAPI[key](inner[key])}:
            inner = {key: value for key, value in inner.items() if key not in bad}
        if named := _REFERENCES & inner.keys():
            inner = {**inner, **{key: at_place(inner[key]) for key in named}}
        if tags := inner.get("discriminator", {}).get("mapping"):
            mapping = {tag: at_place(reference) for tag, reference in tags.items()}
            inner = {**inner, "discriminator": {**inner["discriminator"], "mapping": mapping}}
        return inner

    placed: Schema = rewrite({key: value for key, value in schema.items() if key != "$id"}, change)
    return placed


def _path(name: str) -> str:
    from urllib.parse import quote  # takes long to import

    return f"/{quote(name, safe='', errors='replace')}"


def _arguments(told: Told) -> str:
    return _component(told.name)


def _result(told: Told) -> str:
    return f"{_component(told.name)}.result"


def _component(name: str) -> str:
    """`name` in the characters that keys of components have."""
    return re.sub(r"[^A-Za-z0-9_-]", lambda found: f"_{ord(found[0]):x}_", name)


TARGET = Target(definition=definition, document=document, facts=Facts())
