"""Weather."""
from typing import Literal, Annotated

from toolgen import tool


@tool
def weather(
    unit: Literal["c", "f", "k"] = "c", scale: Annotated[Literal["large", "small"], 3] = 'large', *, other: str = "x", words: str = "a", free: str = "b"
) -> str:
    """Say the weather.

    Args:
        unit: One of "c", "f" or "k".
        scale: The scale, must be `large` or `small`.
        other: One of "a" or "b", which the default is not.
        words: Either a or b.
        free: For example "a", "b".
    """
    return unit
