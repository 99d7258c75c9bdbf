"""The configuration: `[tool.toolgen]` of the nearest `pyproject.toml`, or the nearest `toolgen.toml`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

NAME_PATTERN = r"^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$"
"""Tool names that every provider accepts."""

TARGET_NAMES = ("openai", "anthropic", "gemini", "mcp")

OnDuplicate = Literal["error", "first", "explicit"]


@dataclass(frozen=True, slots=True)
class Config:
    """What `[tool.toolgen]` says. Every path is relative to `root`, the folder that holds the configuration."""

    root: Path
    paths: tuple[str, ...] = (".",)
    exclude: tuple[str, ...] = ()
    output: str = "generated"
    targets: tuple[str, ...] = TARGET_NAMES
    templates: str | None = None
    tools: tuple[str, ...] = ()
    on_duplicate: OnDuplicate = "error"
    name_pattern: str = NAME_PATTERN
    python: str | None = None
    search_path: tuple[str, ...] = ()
    max_file_size: int = 5_000_000
