"""Tools that are methods of an object."""

from uuid import UUID

from fleet.vehicles import Vehicle
from toolgen import tool


class Planner:
    """Plans the routes of vans."""

    def __init__(self, depot: str) -> None:
        self.depot = depot

    @tool
    async def plan_route(self, stops: list[str], van: Vehicle, order: UUID | None = None) -> list[str]:
        """Plan a route that begins and ends at the depot.

        Args:
            stops: Addresses, in any order.
            van: The van that drives.
            order: The order that it is for.
        """
        return [self.depot, *sorted(stops), self.depot]
