"""A module whose name the generated package has for itself."""

from toolgen import tool


@tool
def assign_driver(plate: str, driver: str) -> str:
    """Give a van a driver.

    Args:
        plate: The number plate of the van.
        driver: The driver's name.
    """
    return f"{driver} drives {plate}"
