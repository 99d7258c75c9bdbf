"""The Model Context Protocol: an entry of the answer to `tools/list`.

Source: `Tool` and `ToolAnnotations` of the specification's revisions 2025-06-18 to 2026-07-28.
"""

from __future__ import annotations

from toolgen.model.tool import HINTS
from toolgen.model.types import Json, Schema
from toolgen.model.wrapping import is_object, wrapped
from toolgen.providers.projection.facts import Fact, Facts
from toolgen.providers.projection.target import Target, Told

ANY_OUTPUT = "2026-07-28"
"""The first revision whose output schemas may be of anything."""


def definition(told: Told) -> Json:
    """`{name, title, description, inputSchema, outputSchema, annotations}`; what was not declared is left out.

    The title stands in `annotations` too, where clients of the revision 2025-03-26 look for it, unless another was
    declared there.
    """
    tool = told.tool
    title = tool.hinted_title or tool.title
    hints: dict[str, Json] = {"title": title} if title else {}
    hints |= {HINTS[name]: value for name, value in tool.annotations}
    takes_any = told.options.settings.get("revision", "") >= ANY_OUTPUT
    entry: dict[str, Json] = {
        "name": told.name,
        "title": tool.title,
        "description": told.description,
        "inputSchema": told.schema,
        "outputSchema": tool.output_schema if takes_any else _structured(tool.output_schema),
        "annotations": hints or None,
    }
    return {key: value for key, value in entry.items() if value is not None}


def _structured(schema: Schema | None) -> Schema | None:
    """An object as it is, anything else as `{"result": …}`.

    Up to the revision 2025-11-25 a client refuses the whole list for a root that does not say that it is an object.
    """
    if schema is None or schema.get("type") == "object":
        return schema
    return {"type": "object"} | schema if is_object(schema) else wrapped(schema)


TARGET = Target(
    definition=definition,
    facts=Facts(
        remarks=(
            Fact("names outside of `[A-Za-z0-9._-]{1,128}` are warned of; others argue for 64", "`mcp` 2.3"),
            Fact("the order of tools should not change", "the specification"),
            Fact("some clients fail on `$ref`", "reported in public threads", is_verified=False),
        ),
    ),
    settings={"revision": ("2025-11-25", "2025-06-18", "2026-07-28")},
)
