"""Tools with hooks, timeouts, approval, and enums whose values only running tells."""

from collections.abc import AsyncIterator, Iterator
from typing import Any

from globe.hooks import as_link, projections, without_blanks
from toolgen import Injected, tool


class Session:
    """Who asks."""

    def __init__(self, user: str) -> None:
        self.user = user


class Atlas:
    """A map with layers."""

    def __init__(self, *layers: str) -> None:
        self.layers = [*layers]

    def layer_names(self) -> list[str]:
        """The layers there are."""
        return self.layers

    def completed(self, arguments: dict[str, Any]) -> dict[str, Any]:
        """Choose the first layer where none is named."""
        return {"layer": self.layers[0]} | arguments

    @tool(params={"layer": {"type": "string", "enum": layer_names}}, preprocess=completed, requires_approval=True)
    def remove_layer(self, layer: str) -> list[str]:
        """Remove a layer."""
        self.layers.remove(layer)
        return self.layers

    @tool(params={"layer": {"type": "string", "enum": lambda self: self.layers}}, timeout=30)
    async def describe_layer(self, layer: str, session: Injected[Session]) -> str:
        """Describe a layer."""
        return f"{layer} for {session.user}"

    @tool(params={"layers": {"type": "array", "items": {"type": "string", "enum": layer_names}}})
    def order_layers(self, layers: list[str]) -> list[str]:
        """Put layers before the others."""
        self.layers.sort(key=lambda layer: layers.index(layer) if layer in layers else len(layers))
        return self.layers


@tool(params={"projection": {"type": "string", "enum": projections}}, preprocess=without_blanks, postprocess=as_link)
def export_map(title: str, projection: str = "EPSG:4326") -> str:
    """Export a map."""
    return f"{title}-{projection}.pdf"


@tool(timeout=2.5, postprocess=lambda tile: tile.hex())
def read_tiles(count: int) -> Iterator[bytes]:
    """Read tiles one after the other."""
    for number in range(count):
        yield bytes([number])


@tool
async def watch_position(seconds: float) -> AsyncIterator[tuple[float, float]]:
    """Watch the position."""
    yield seconds, seconds
