# The weather is always fine.
from pydantic import Field
from typing import Annotated, Literal
from toolgen import tool

@tool
def get_weather(city: str, unit: Literal["c", "f"] = "c", days: Annotated[int, Field(ge=1, le=7)] = 1):
    """Tell the weather of a city.

    Args:
        city: The name of the city.
        unit: Celsius or Fahrenheit.
    """
    return f"{city}: 20 {unit} for {days}"  # measured
