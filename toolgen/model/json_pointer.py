"""JSON pointers (RFC 6901), which say where something is in a JSON document, and references to definitions by them."""

from __future__ import annotations

from collections.abc import Sequence

from toolgen.model.json_values import Json

DEFINITIONS = "#/$defs/"
"""How references begin to the definitions of a schema."""


def pointer(*keys: str) -> str:
    """The pointer to what `keys` lead to: `pointer("properties", "a/b")` is `/properties/a~1b`."""
    return "".join(f"/{key.replace('~', '~0').replace('/', '~1')}" for key in keys)


def keys(pointer: str) -> list[str]:
    """The keys that lead to what is at `pointer`."""
    return [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]


def put(document: Json, path: Sequence[str], value: Json) -> Json:
    """`document`, an object, with `value` at a path of keys; what is not on the path is shared."""
    if not path:
        return value
    inner = document.get(path[0])
    return {**document, path[0]: put(inner if isinstance(inner, dict) else {}, path[1:], value)}


def definition_name(reference: str) -> str:
    """The name in `#/$defs/name`, the fragment of a URI."""
    if "%" in reference:
        from urllib.parse import unquote  # takes long to import

        reference = unquote(reference)
    return "/".join(keys(f"/{reference.removeprefix(DEFINITIONS)}"))
