"""Counts of what is in a text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from textkit.base import AITool


class CountWords(AITool):
    @property
    def name(self) -> str:
        return "count_words"

    @property
    def description(self) -> str:
        return "Count words"

    def instructions(self) -> str:
        return "Count the words, lines and characters of a text. Use it rather than counting yourself."

    @property
    def parameters_schema(self) -> dict[str, Any]:
        return {
            "type": "object",
            "properties": {
                "text": {"type": "string", "description": "The text."},
                "unit": {
                    "type": "string",
                    "enum": ["words", "lines", "characters"],
                    "default": "words",
                    "description": "What to count.",
                },
            },
            "required": ["text"],
        }

    @property
    def category(self) -> str:
        return "text"

    @property
    def tags(self) -> Sequence[str]:
        return ["text", "counting"]

    async def execute(self, **kwargs: Any) -> int:
        text = kwargs["text"]
        counts = {"words": re.findall(r"\w+", text), "lines": text.splitlines(), "characters": text}
        return len(counts[kwargs.get("unit", "words")])
