"""JSON pointers (RFC 6901), which say where something is in a JSON document, and references to definitions by them."""

from __future__ import annotations

DEFINITIONS = "#/$defs/"
"""How references begin to the definitions of a schema."""


def pointer(*keys: str) -> str:
    """The pointer to what `keys` lead to: `pointer("properties", "a/b")` is `/properties/a~1b`."""
    return "".join(f"/{key.replace('~', '~0').replace('/', '~1')}" for key in keys)


def keys(pointer: str) -> list[str]:
    """The keys that lead to what is at `pointer`."""
    return [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]


def definition_name(reference: str) -> str:
    """The name in `#/$defs/name`, the fragment of a URI."""
    if "%" in reference:
        from urllib.parse import unquote  # takes long to import

        reference = unquote(reference)
    return "/".join(keys(f"/{reference.removeprefix(DEFINITIONS)}"))
