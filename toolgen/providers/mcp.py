"""The Model Context Protocol: an entry of the answer to `tools/list`.

Source: `Tool` and `ToolAnnotations` of the specification's revisions 2025-06-18 to 2026-07-28; for the properties whose
values clients also write into headers of HTTP, `find_invalid_x_mcp_header` of `mcp` 2.3: a client drops a tool with a
header that breaks these rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from toolgen.memoize import memoized_by
from toolgen.model.applicators import APPLICATORS, subschemas
from toolgen.model.contract import HINTS
from toolgen.model.json_pointer import pointer
from toolgen.model.json_values import Json, Schema
from toolgen.model.keywords import is_text, is_texts, list_of, one_of
from toolgen.model.wrapping import is_object, wrapped
from toolgen.providers.projection.engine import OUTPUT, Loss
from toolgen.providers.projection.extras import ANY_OBJECT, has
from toolgen.providers.projection.facts import HEADER, Extra, Fact, Facts, Support
from toolgen.providers.projection.target import ProjectedTool, Target

_Path: TypeAlias = tuple[str, ...]

_TOKEN = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")
"""RFC 9110, 5.6.2: what the name of a header is made of."""

_IN_HEADERS = ("string", "integer", "boolean")


_RULES: Mapping[str, Callable[[_Path, Schema], bool]] = {
    "is not on a property that `properties` alone lead to": (
        lambda path, _: len(path) % 2 == 0 and {*path[::2]} == {"properties"}
    ),
    "is not the name of a header": (
        lambda _, schema: isinstance(schema[HEADER], str) and _TOKEN.fullmatch(schema[HEADER]) is not None
    ),
    "is not on a string, an integer or a boolean alone": lambda _, schema: schema.get("type") in _IN_HEADERS,
}


class Headers:
    """The schemas in schemas that name a header, and the keys that lead to each; what several share is asked once."""

    @memoized_by(id)
    def _in(self, schema: Json) -> list[tuple[_Path, Schema]]:
        if not isinstance(schema, dict):
            return []
        found: list[tuple[_Path, Schema]] = [((), schema)] if HEADER in schema else []
        for keyword, value in schema.items():
            if keyword in APPLICATORS:
                for keys, inner in subschemas(keyword, value):
                    found += [((*keys, *path), named) for path, named in self._in(inner)]
        return found

    def faults(self, schema: Schema) -> Iterator[str]:
        """Which headers that the properties of `schema` name are refused, and why."""
        first: dict[str, str] = {}
        for path, found in self._in(schema):
            place, header = pointer(*path) or "/", found[HEADER]
            reason = next((reason for reason, holds in _RULES.items() if not holds(path, found)), "")
            if not reason and (other := first.setdefault(header.lower(), place)) != place:
                reason = f"names the header of {other}"
            if reason:
                yield f"`{HEADER}` at {place} {reason}"


_TYPES = "`Tool` of `mcp_types` 2.3"

_HEADERS = "`find_invalid_x_mcp_header` of `mcp` 2.3"

ANY_OUTPUT = "2026-07-28"
"""The first revision whose output schemas may be of anything."""


def definition(projected: ProjectedTool) -> Json:
    """`{name, title, description, inputSchema, outputSchema, annotations}` and extras, without what was not declared.

    The title stands in `annotations` too, where clients of the revision 2025-03-26 look for it, unless another was
    declared there.
    """
    tool = projected.tool
    title = tool.hinted_title or tool.title
    hints: dict[str, Json] = {"title": title} if title else {}
    hints |= {HINTS[name]: value for name, value in tool.annotations}
    entry: dict[str, Json] = {
        "name": projected.name,
        "title": tool.title,
        "description": projected.description,
        "inputSchema": projected.schema,
        "outputSchema": _output(projected),
        "annotations": hints or None,
    }
    return {key: value for key, value in entry.items() if value is not None} | {**projected.extras}


def _output(projected: ProjectedTool) -> Schema | None:
    takes_any = projected.options.settings.get("revision", "") >= ANY_OUTPUT
    return projected.tool.output_schema if takes_any else _structured(projected.tool.output_schema)


def losses(projected: ProjectedTool) -> Iterator[Loss]:
    """That the result stands in an object, or is said to be one."""
    if _output(projected) is not projected.tool.output_schema:
        is_said = is_object(projected.tool.output_schema or {})
        words = "said to be `object`" if is_said else "`result` of an object"
        yield Loss(projected.tool.name, pointer(OUTPUT), "type", "rewritten", words)


def _structured(schema: Schema | None) -> Schema | None:
    """An object, or `{"result": …}`: up to 2025-11-25, clients refuse the list where a root says no `object`."""
    if schema is None or schema.get("type") == "object":
        return schema
    return {"type": "object"} | schema if is_object(schema) else wrapped(schema)


def refusals(projected: Sequence[ProjectedTool]) -> Iterator[tuple[str, str]]:
    """Tools that clients drop for the headers that their properties name."""
    headers = Headers()
    for one in projected:
        yield from ((one.tool.name, reason) for reason in headers.faults(one.schema))


_is_icon = has({"src": is_text}, {"mimeType": is_text, "sizes": is_texts, "theme": one_of("light", "dark")})
_ICONS = Extra("a list of objects with `src`, and `mimeType`, `sizes` and `theme` if any", list_of(_is_icon, least=1))

TARGET = Target(
    definition=definition,
    facts=Facts(
        support=Support(headers=Fact(True, _HEADERS)),
        extras={"icons": Fact(_ICONS, _TYPES), "_meta": Fact(ANY_OBJECT, _TYPES)},
        remarks=(
            Fact(
                "clients drop a tool whose `x-mcp-header` is no token of RFC 9110, stands twice, whatever its case, or "
                "is not on a string, integer or boolean (no union with null) that `properties` alone lead to",
                _HEADERS,
            ),
            Fact("names outside of `[A-Za-z0-9._-]{1,128}` are warned of; others argue for 64", "`mcp` 2.3"),
            Fact("the order of tools should not change", "the specification"),
            Fact("some clients fail on `$ref`", "reported in public threads", is_verified=False),
        ),
    ),
    refusals=refusals,
    losses=losses,
    settings={"revision": ("2025-11-25", "2025-06-18", "2026-07-28")},
)
