"""The Model Context Protocol: an entry of the answer to `tools/list`.

Source: `Tool` and `ToolAnnotations` of the specification's revisions 2025-06-18 to 2026-07-28.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from toolgen.model.contract import HINTS
from toolgen.model.json_pointer import pointer
from toolgen.model.json_values import Json, Schema
from toolgen.model.keywords import is_text, is_texts, list_of, one_of
from toolgen.model.wrapping import is_object, wrapped
from toolgen.providers.projection.engine import OUTPUT, Loss
from toolgen.providers.projection.extras import ANY_OBJECT, has
from toolgen.providers.projection.facts import Extra, Fact, Facts, Support
from toolgen.providers.projection.headers import Headers
from toolgen.providers.projection.target import ProjectedTool, Target

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
    """An object as it is, anything else as `{"result": …}`.

    Up to the revision 2025-11-25 a client refuses the whole list for a root that does not say that it is an object.
    """
    if schema is None or schema.get("type") == "object":
        return schema
    return {"type": "object"} | schema if is_object(schema) else wrapped(schema)


def refusals(projected: Sequence[ProjectedTool]) -> Iterator[tuple[str, str]]:
    """Tools that clients drop for the headers that their properties name."""
    headers = Headers()
    for one in projected:
        yield from ((one.tool.name, reason) for reason in headers.faults(one.schema))


_is_icon = has({"src": is_text}, {"mimeType": is_text, "sizes": is_texts, "theme": one_of("light", "dark")})
_ICONS = Extra(
    "a list of objects with `src`, and `mimeType`, `sizes` and `theme` if any",
    list_of(_is_icon, least=1),
)

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
