"""Everything that a declaration can say, and what it overrides."""

from __future__ import annotations

from typing import Any

from toolgen import tool

LAYERS = ("roads", "rivers")


def layer_names() -> list[str]:
    return list(LAYERS)


def trim(arguments: dict[str, Any]) -> dict[str, Any]:
    return {key: value.strip() if isinstance(value, str) else value for key, value in arguments.items()}


async def as_table(result: list[str]) -> str:
    return "\n".join(result)


@tool(
    "search_map",
    "Search the map for places.",
    title="Search the map",
    param_descriptions={"query": "What to look for, in the words of the user."},
    params={
        "limit": {"type": "integer", "minimum": 1, "maximum": 50},
        "layer": {"type": "string", "enum": layer_names},
        "radius": float | None,
        "kind": {"type": "string", "enum": ["city", "lake"], "description": "What the place is."},
    },
    required=["query", "layer"],
    preprocess=trim,
    postprocess=as_table,
    tags=["maps", "search"],
    category="geography",
    requires_approval=True,
    risk_level="high",
    timeout=12.5,
    examples=[{"query": "Lisbon", "layer": "roads"}, {"query": "Tejo", "layer": "rivers", "limit": 3}],
    annotations={"read_only": True, "destructive": False, "idempotent": True, "open_world": False},
    deprecated="Use find_place.",
)
def search(query: str, layer: str, limit: int = 20, radius: int | None = None, kind: str = "city") -> list[str]:
    """This summary loses against the decorator.

    Args:
        query: This description loses too.
        layer: The layer of the map.
        limit: How many places to give.
    """
    return [query, layer, kind, str(limit), str(radius)]


@tool(
    multiline=["text"],
    preprocess=lambda arguments: arguments | {"text": arguments["text"].upper()},
    risk_level="low",
    deprecated=True,
)
def add_label(text: str, place: str) -> None:
    """Write a label on the map.

    Args:
        text: What it says, on as many lines as it needs.
        place: Where it goes.
    """


class Editor:
    """Draws on one map."""

    def __init__(self, layers: list[str]) -> None:
        self.layers = layers

    def own_layers(self) -> list[str]:
        return self.layers

    @tool(params={"layer": {"enum": own_layers, "type": "string"}}, postprocess=str.strip)
    def draw_line(self, layer: str, points: list[tuple[float, float]]) -> str:
        """Draw a line through points."""
        return f"{layer}: {len(points)} "
