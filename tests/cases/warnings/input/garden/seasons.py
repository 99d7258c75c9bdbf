"""Tools that are there only under conditions."""

from toolgen import tool

from garden.settings import in_winter

GREENHOUSE = False

if in_winter():

    @tool
    def cover_beds(bed: str) -> None:
        """Cover a bed against the frost.

        Args:
            bed: Which one.
        """


if GREENHOUSE:

    @tool
    def heat_greenhouse(degrees: int) -> None:
        """Heat the greenhouse, which there is none."""


if __name__ == "__main__":

    @tool
    def rehearse(bed: str) -> None:
        """Go through the work in a bed."""
