"""Tools of livekit: what a receptionist does on the phone."""

from typing import Annotated

from livekit.agents import Agent, RunContext, function_tool
from pydantic import Field


@function_tool
async def weather(town: str) -> str:
    """Say what the weather is like.
    Note:
        The hotel is near the sea.

    Args:
        town: Where.
    """
    return town


class Receptionist(Agent):
    """Answers the phone of the hotel."""

    def __init__(self) -> None:
        super().__init__(instructions="Answer the phone.")
        self.wake = function_tool(self._wake, name="wake_up_call", description="Have a guest called in the morning.")

    @function_tool()
    async def book_room(
        self,
        context: RunContext[str],
        nights: Annotated[int, Field(description="How many nights.", ge=1)],
        name: str = "",
    ) -> str:
        """Book a room.

        Args:
            nights: For how long.
            name: Of the guest.
        """
        return name

    async def _wake(self, context: RunContext, hour: int, room: str | None = None) -> None:
        """Wake a guest."""
