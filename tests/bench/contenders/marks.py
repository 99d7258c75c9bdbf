"""What `toolgen build` finds tools by, for environments in which toolgen is not installed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def tool(function: Callable[..., Any]) -> Callable[..., Any]:
    return function
