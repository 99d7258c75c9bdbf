"""Tools are marked where they stand, and registered by the server."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Handler = Callable[..., Any]
TOOLS: list[tuple[Handler, str, dict[str, Any]]] = []
RESOURCES: dict[str, Handler] = {}


def tool(name: str | None = None, **meta: Any) -> Callable[[Handler], Handler]:
    def wrap(function: Handler) -> Handler:
        TOOLS.append((function, name or function.__name__, meta))
        return function

    return wrap


class Registry:
    def __init__(self) -> None:
        self.tools: list[Handler] = []

    def register(self, function: Handler) -> Handler:
        self.tools.append(function)
        return function


admin = Registry()
