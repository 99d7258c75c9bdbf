"""OpenAPI: a document in which each tool is a path that is posted to.

Source: the OpenAPI Specification 3.1.1, whose schemas are JSON Schema 2020-12, <https://spec.openapis.org/oas/v3.1.1>.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from toolgen.model.applicators import REFERENCES, changed, without
from toolgen.model.json_pointer import DEFINITIONS, definition_name, pointer
from toolgen.model.json_values import Json, Schema
from toolgen.model.keywords import has_type, is_dict, type_names
from toolgen.providers.projection.engine import OUTPUT, Loss
from toolgen.providers.projection.facts import Facts
from toolgen.providers.projection.schema import rewrite, rewrite_at
from toolgen.providers.projection.target import ProjectedTool, Target

_ANCHORS = ("$anchor", "$dynamicAnchor")
_NAMES = ("$id", *_ANCHORS)

_Change: TypeAlias = Callable[[Schema, str, str], Schema]
"""What becomes of a schema at a place, in the resource that begins at another; both are pointers."""


def by_pointer(schema: Schema) -> Schema:
    """`schema` with pointers in the place of references by `$anchor` and `$dynamicAnchor`, and relative to no `$id`.

    The same object where it has none of these. What a `$dynamicRef` means to a schema around it is not kept: there is
    one only where several schemas have an `$id` and a `$dynamicAnchor` of one name.
    """
    anchors: dict[tuple[str, str], str] = {}
    is_named = False

    def note(part: Schema, at: str, root: str) -> Schema:
        nonlocal is_named
        is_named = is_named or any(name in part for name in _NAMES)
        anchors.update({(root, part[name]): at for name in _ANCHORS if name in part})
        return part

    def change(part: Schema, _: str, root: str) -> Schema:
        new = {key: _target(part[key], root, anchors) for key in REFERENCES if key in part}
        tags = part.get("discriminator")
        if isinstance(tags, dict) and isinstance(tags.get("mapping"), dict):
            targets = {tag: _target(one, root, anchors) for tag, one in tags["mapping"].items()}
            new["discriminator"] = {**tags, "mapping": targets}
        return {key: new.get(key, value) for key, value in part.items() if key not in _NAMES}

    _walked(schema, note)
    walked: Schema = _walked(schema, change) if is_named else schema
    return walked


def _target(reference: Json, root: str, anchors: Mapping[tuple[str, str], str]) -> Json:
    if not isinstance(reference, str) or not reference.startswith("#"):
        return reference
    fragment = reference.removeprefix("#")
    return f"#{root}{fragment}" if fragment[:1] in {"", "/"} else _encoded(anchors.get((root, fragment)), reference)


def _encoded(found: str | None, otherwise: str) -> str:
    from urllib.parse import quote  # takes long to import

    return otherwise if found is None else "#" + quote(found, safe="/~$!&'()*+,;=:@")


def _walked(schema: Json, change: _Change, at: str = "", root: str = "") -> Json:
    """`schema` with the `change` of it and of every schema inside it."""
    if not isinstance(schema, dict):  # `true` or `false`
        return schema
    root = at if "$id" in schema else root
    return {
        keyword: changed(keyword, value, lambda part, *keys: _walked(part, change, at + pointer(*keys), root))
        for keyword, value in change(schema, at, root).items()
    }


_SCHEMAS = "#/components/schemas/"
_RESULT = "result"


def _is_discriminator(value: Json) -> bool:
    mapping = value.get("mapping", {}) if isinstance(value, dict) else None
    if not isinstance(mapping, dict):
        return False
    return all(isinstance(name, str) for name in (value.get("propertyName"), *mapping.values()))


_OF_OPENAPI: Mapping[str, Callable[[Json], bool]] = {
    "discriminator": _is_discriminator,
    "externalDocs": lambda value: isinstance(value, dict) and isinstance(value.get("url"), str),
    "xml": is_dict,
}
"""What OpenAPI says of the keywords that it adds to JSON Schema, where they may stand for anything."""


def document(tools: Sequence[ProjectedTool]) -> Json:
    """The document: a path for each tool, and the schemas that it refers to."""
    return {
        "openapi": "3.1.1",
        "info": {"title": "Tools", "version": "1"},
        "paths": {_path(projected.name): definition(projected) for projected in tools},
        "components": {"schemas": dict(named for projected in tools for named in _schemas(projected))},
    }


def definition(projected: ProjectedTool) -> Json:
    """The path of one tool; its schemas stand in the document."""
    tool = projected.tool
    content: dict[str, Json] = {"schema": {"$ref": f"{_SCHEMAS}{_component(projected.name)}"}}
    if tool.examples:
        content["examples"] = {str(number): {"value": example} for number, example in enumerate(tool.examples, 1)}
    result: dict[str, Json] = {"description": "The result."}
    if tool.output_schema is not None:
        result["content"] = {"application/json": {"schema": {"$ref": f"{_SCHEMAS}{_result(projected)}"}}}
    operation: dict[str, Json] = {
        "operationId": projected.name,
        "summary": tool.title,
        "description": projected.description,
        "tags": [*dict.fromkeys(filter(None, (tool.category, *tool.tags)))],
        "deprecated": bool(tool.deprecated),
        "requestBody": {"required": True, "content": {"application/json": content}},
        "responses": {"200": result},
    }
    return {"post": {key: value for key, value in operation.items() if value}}


def _schemas(projected: ProjectedTool) -> Iterator[tuple[str, Schema]]:
    yield from _placed(projected.schema, _component(projected.name))
    if projected.tool.output_schema is not None:
        yield from _placed(projected.tool.output_schema, _result(projected))


def _placed(schema: Schema, name: str) -> Iterator[tuple[str, Schema]]:
    """`schema` and its definitions as components, since generators of clients find a schema nowhere else.

    Its references lead to where its parts stand, for it has no address of its own, which they would be relative to. It
    has nothing that is no OpenAPI, and no default that it refuses, for which validators refuse the document.
    """

    def at_place(reference: str) -> str:
        if not (reference == "#" or reference.startswith("#/")):
            return reference
        if not reference.startswith(DEFINITIONS):
            return f"{_SCHEMAS}{name}{reference[1:]}"
        definition, slash, inside = reference.removeprefix(DEFINITIONS).partition("/")
        return f"{_SCHEMAS}{_definition(name, definition_name(definition))}{slash}{inside}"

    def change(inner: Schema) -> Schema:
        if bad := _refused(inner):
            inner = {key: value for key, value in inner.items() if key not in bad}
        if named := inner.keys() & REFERENCES:
            inner = {**inner, **{key: at_place(inner[key]) for key in named}}
        if tags := inner.get("discriminator", {}).get("mapping"):
            mapping = {tag: at_place(reference) for tag, reference in tags.items()}
            inner = {**inner, "discriminator": {**inner["discriminator"], "mapping": mapping}}
        return inner

    placed: Schema = rewrite(by_pointer(schema), change)
    yield name, without(placed, "$defs")
    yield from ((_definition(name, key), value) for key, value in placed.get("$defs", {}).items())


def _refused(schema: Schema) -> set[str]:
    """The keywords of `schema` that are no OpenAPI, and a default that it refuses."""
    bad = {key for key in _OF_OPENAPI.keys() & schema.keys() if not _OF_OPENAPI[key](schema[key])}
    return bad | {"default"} if "default" in schema and not _may_be(schema["default"], schema) else bad


def losses(projected: ProjectedTool) -> Iterator[Loss]:
    """What the components do not have of the schemas of a tool."""
    found: list[Loss] = []

    def note(inner: Schema, path: tuple[str, ...]) -> Schema:
        found.extend(
            Loss(projected.tool.name, pointer(*path), keyword, "dropped") for keyword in sorted(_refused(inner))
        )
        return inner

    rewrite_at(projected.schema, note)
    rewrite_at(projected.tool.output_schema, note, (OUTPUT,))
    yield from found


def _may_be(value: Json, schema: Json) -> bool:
    """Whether `value` may be valid, as far as types and choices say."""
    if not isinstance(schema, dict):
        return schema is not False
    types = type_names(schema)
    return (
        (not types or has_type(value, types))
        and ("enum" not in schema or value in schema["enum"])
        and ("anyOf" not in schema or any(_may_be(value, one) for one in schema["anyOf"]))
    )


def _path(name: str) -> str:
    from urllib.parse import quote  # takes long to import

    return f"/{quote(name, safe='', errors='replace')}"


def _result(projected: ProjectedTool) -> str:
    return f"{_component(projected.name)}--{_RESULT}"


def _definition(schema: str, name: str) -> str:
    """The component of a definition; none has the name of a result."""
    return f"{schema}--{_component(name)}{'_' if name == _RESULT else ''}"


def _component(name: str) -> str:
    """`name` in the characters that keys of components have, but a dot, which is a module to some, and two hyphens."""
    return re.sub(r"[^A-Za-z0-9_-]|-(?=-|\Z)", lambda found: f"_{ord(found[0]):x}_", name)


TARGET = Target(definition=definition, document=document, facts=Facts(), losses=losses)
