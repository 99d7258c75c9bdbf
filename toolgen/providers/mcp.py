"""The Model Context Protocol: an entry of the answer to `tools/list`.

Source: `Tool` and `ToolAnnotations` of the specification's revisions 2025-06-18 to 2026-07-28.
"""

from __future__ import annotations

from toolgen.model.tool import HINTS, Contract
from toolgen.model.types import Json, Schema
from toolgen.model.wrapping import is_object, wrapped
from toolgen.providers.schema import parameters


def definition(tool: Contract) -> Json:
    """`{name, title, description, inputSchema, outputSchema, annotations}`; what was not declared is left out.

    The title stands in `annotations` too, where clients of the revision 2025-03-26 look for it, unless another was
    declared there.
    """
    title = tool.hinted_title or tool.title
    hints: dict[str, Json] = {"title": title} if title else {}
    hints |= {HINTS[name]: value for name, value in tool.annotations}
    entry: dict[str, Json] = {
        "name": tool.name,
        "title": tool.title,
        "description": tool.description,
        "inputSchema": parameters(tool),
        "outputSchema": _structured(tool.output_schema),
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
