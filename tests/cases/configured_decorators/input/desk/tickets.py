"""Tools of a framework that toolgen has no dialect for."""

from typing import Literal

import desk_agents
from desk_agents import Desk, Session
from desk_agents import tool as agent_tool

desk = Desk("support")


@agent_tool("search_tickets", help="Search the tickets of this customer.", labels=["tickets"])
def search(session: Session, text: str, state: Literal["open", "closed"] = "open") -> list[str]:
    return session.search(text, state)


@desk_agents.tool(confirm=True)
def close_ticket(number: int, session: Session | None = None) -> None:
    """Close a ticket.

    Args:
        number: The number of the ticket.
    """


@desk.command
def assign(number: int, to: str) -> str:
    """Give a ticket to a person.

    Args:
        number: The number of the ticket.
        to: The login of the person.

    Example:
        assign(12, "ada")
    """
    return to


def count_open() -> int:
    """Count the open tickets."""
    return 0


desk.add(count_open, "count_open_tickets")
