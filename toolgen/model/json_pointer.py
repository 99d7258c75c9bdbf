"""JSON pointers: a place in a JSON document as text (RFC 6901)."""

from __future__ import annotations


def pointer(*keys: str) -> str:
    """The pointer to what `keys` lead to: `pointer("properties", "a/b")` is `/properties/a~1b`."""
    return "".join(f"/{key.replace('~', '~0').replace('/', '~1')}" for key in keys)


def keys(pointer: str) -> list[str]:
    """The keys that lead to what is at `pointer`."""
    return [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]
