"""The behaviour hints of tools."""

from __future__ import annotations

from collections.abc import Mapping

HINTS: Mapping[str, str] = {
    "read_only": "readOnlyHint",
    "destructive": "destructiveHint",
    "idempotent": "idempotentHint",
    "open_world": "openWorldHint",
}
"""Their names, and what they are called in MCP's `ToolAnnotations`."""
