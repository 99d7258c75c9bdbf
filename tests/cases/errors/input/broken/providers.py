"""What providers refuse."""

from typing import Annotated

from pydantic import Field

from toolgen import tool

CACHED = {"cache_control": {"type": "ephemeral"}}


@tool(
    extras={
        "anthropic": {**CACHED, "defer_loading": "later"},
        "mcp": {"icon": "find.png"},
        "antropic": CACHED,
        "gemini": {},
    }
)
def extras_that_nobody_takes(text: str) -> str:
    """Find it."""
    return text


@tool(extras={"anthropic": {**CACHED, "defer_loading": True}})
def extras_that_are_refused_together(text: str) -> str:
    """Find it."""
    return text


@tool
def headers(
    region: Annotated[str | None, Field(json_schema_extra={"x-mcp-header": "Region"})],
    tenant: Annotated[str, Field(json_schema_extra={"x-mcp-header": "Tenant id"})],
    zone: Annotated[str, Field(json_schema_extra={"x-mcp-header": "Zone"})],
    other: Annotated[str, Field(json_schema_extra={"x-mcp-header": "zone"})],
) -> None:
    """Find it."""
