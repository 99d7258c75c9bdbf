"""Schemas that can stand in a document with others: no part has a name, and references are pointers from the root."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from toolgen.model.applicators import changed
from toolgen.model.json_pointer import pointer
from toolgen.model.json_values import Json, Schema

_ANCHORS = ("$anchor", "$dynamicAnchor")
_NAMES = ("$id", *_ANCHORS)
_REFERENCES = ("$ref", "$dynamicRef")

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
        new = {key: _target(part[key], root, anchors) for key in _REFERENCES if key in part}
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
