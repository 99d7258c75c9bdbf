"""Properties whose values clients of the Model Context Protocol also write into headers of HTTP.

Source: `find_invalid_x_mcp_header` of `mcp` 2.3. A client drops a tool with a header that breaks these rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from toolgen.model.applicators import APPLICATORS, subschemas
from toolgen.model.json_pointer import pointer
from toolgen.model.json_values import Json, Schema
from toolgen.model.once import Once
from toolgen.providers.projection.facts import HEADER

_Path: TypeAlias = tuple[str, ...]

_TOKEN = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")
"""RFC 9110, 5.6.2: what the name of a header is made of."""

_TYPES = ("string", "integer", "boolean")


_RULES: Mapping[str, Callable[[_Path, Schema], bool]] = {
    "is not on a property that `properties` alone lead to": (
        lambda path, _: len(path) % 2 == 0 and {*path[::2]} == {"properties"}
    ),
    "is not the name of a header": (
        lambda _, schema: isinstance(schema[HEADER], str) and _TOKEN.fullmatch(schema[HEADER]) is not None
    ),
    "is not on a string, an integer or a boolean alone": lambda _, schema: schema.get("type") in _TYPES,
}


class Headers(Once[Json, list[tuple[_Path, Schema]]]):
    """The schemas in schemas that name a header, and the keys that lead to each; what several share is asked once."""

    def find(self, schema: Json) -> list[tuple[_Path, Schema]]:
        """Those in one schema."""
        if not isinstance(schema, dict):
            return []
        found: list[tuple[_Path, Schema]] = [((), schema)] if HEADER in schema else []
        for keyword, value in schema.items():
            if keyword in APPLICATORS:
                for keys, inner in subschemas(keyword, value):
                    found += [((*keys, *path), named) for path, named in self(inner)]
        return found

    def faults(self, schema: Schema) -> Iterator[str]:
        """Which headers that the properties of `schema` name are refused, and why."""
        first: dict[str, str] = {}
        for path, found in self(schema):
            place, header = pointer(*path) or "/", found[HEADER]
            reason = next((reason for reason, holds in _RULES.items() if not holds(path, found)), "")
            if not reason and (other := first.setdefault(header.lower(), place)) != place:
                reason = f"names the header of {other}"
            if reason:
                yield f"`{HEADER}` at {place} {reason}"
