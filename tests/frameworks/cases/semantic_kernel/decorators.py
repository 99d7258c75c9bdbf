"""Functions of a plugin of semantic-kernel."""

from enum import Enum
from typing import Annotated, Literal, Optional

from semantic_kernel.functions import kernel_function
from semantic_kernel.kernel_pydantic import KernelBaseModel


class Place(KernelBaseModel):
    """A place on the map."""

    latitude: float
    longitude: float
    name: Optional[str] = None


class Weather:
    """A plugin."""

    @kernel_function(name="current", description="Get the temperature of a town.")
    def current_temperature(
        self, town: Annotated[str, "Name of the town."], unit: Literal["celsius", "fahrenheit"] = "celsius"
    ) -> Annotated[float, "In degrees."]:
        return 0.0

    @kernel_function
    async def forecast(self, place: Place, days: Annotated[int, "How many days."] = 7) -> str:
        """Forecast the weather of a place."""
        return ""

    @kernel_function(description="Find stations.")
    def find_stations(self, query: str, tags: list[str] | None = None, limit: Optional[int] = 10) -> list[str]:
        return []

    @kernel_function(description="Order a report.")
    def order(self, service: Annotated[str, "Which service."], town: str, arguments: dict[str, str]) -> str:
        return ""


weather = Weather()
