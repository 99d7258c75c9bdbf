"""Tools of which targets are told what no schema has."""

from typing import Annotated

from pydantic import Field
from typing_extensions import deprecated

from toolgen import tool

ICON = {"src": "https://example.org/find.svg", "mimeType": "image/svg+xml", "sizes": ["any"]}
CALLERS = ["direct", "programmatic"]


@tool(
    "crm.find",
    title="Find a customer",
    annotations={"read_only": True},
    extras={
        "mcp": {"icons": [ICON], "_meta": {"org.example/owner": "sales"}},
        "anthropic": {"cache_control": {"type": "ephemeral", "ttl": "1h"}, "eager_input_streaming": True},
        "openai-responses": {"allowed_callers": CALLERS, "defer_loading": False},
        "gemini-interactions": {"short_description": "Customers by a part of the name."},
        "bedrock": {},
    },
)
def find(
    region: Annotated[str, Field(description="Where.", json_schema_extra={"x-mcp-header": "Region"})], name: str
) -> str:
    """Find a customer by a part of the name."""
    return f"{region} {name}"


@tool("crm.list", deprecated="Use crm.find.")
def list_all(limit: int = 10) -> list[str]:
    """List all customers"""
    return ["Ada"] * limit


@tool("crm.orders")
@deprecated("Orders are in the shop.")
def orders(name: str) -> list[str]:
    """List the orders of a customer."""
    return [name]


@tool
def ping() -> str:
    """Say that all is well."""
    return "pong"
