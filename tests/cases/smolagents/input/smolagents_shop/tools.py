"""The tools of a shop's agent, by both ways of smolagents."""

from typing import Literal, Optional

from smolagents import CodeAgent, InferenceClientModel, Tool, tool


@tool
def find_products(query: str, category: Literal["books", "music"] = "books", limit: Optional[int] = None) -> list[str]:
    """Find products by their names.

    Only what is in stock is found.

    Args:
        query: A part of the name.
        category: The shelf.
        limit: How many at most.

    Returns:
        The numbers of the products.
    """
    return []


class PriceTool(Tool):
    """Looks prices up."""

    name = "price_of"
    description = """
    Say what a product costs.
    """
    inputs = {
        "number": {"type": "string", "description": "The number of the product."},
        "currency": {"type": "string", "description": "Its three letters.", "nullable": True},
        "photo": {"type": "image", "description": "A photo of the product.", "nullable": True},
    }
    output_type = "number"

    def __init__(self, rates: dict[str, float] | None = None, **kwargs) -> None:
        super().__init__(**kwargs)
        self.rates = rates or {}

    def forward(self, number: str, currency: Optional[str] = None, photo=None) -> float:
        return 1.0


class NamedLater(Tool):
    description = "Is given its name where it is made."
    inputs = {}
    output_type = "string"

    def forward(self) -> str:
        return ""


agent = CodeAgent(tools=[find_products, PriceTool()], model=InferenceClientModel())
