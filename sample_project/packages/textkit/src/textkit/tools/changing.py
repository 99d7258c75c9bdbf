"""Changes to a text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textkit.base import AITool


class ReplaceText(AITool):
    name = "replace_text"
    description = "Replace a text"
    category = "text"
    tags: Sequence[str] = ("text",)

    def instructions(self) -> str:
        return "Replace each occurrence of a text by another one, exactly."

    @property
    def parameters_schema(self) -> dict[str, Any]:
        properties = {name: {"type": "string"} for name in ("text", "old", "new")}
        return {"type": "object", "properties": properties, "required": ["text", "old", "new"]}

    async def execute(self, **kwargs: Any) -> str:
        changed: str = kwargs["text"].replace(kwargs["old"], kwargs["new"])
        return changed
