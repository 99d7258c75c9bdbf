"""What the arguments of tools may be written in for a model."""

from __future__ import annotations

from typing import Literal, get_args

PromptNotation = Literal["signature", "typescript", "json-schema"]
NOTATIONS: tuple[PromptNotation, ...] = get_args(PromptNotation)
"""The first one is the default."""
