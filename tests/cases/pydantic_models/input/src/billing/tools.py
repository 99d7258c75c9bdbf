"""Tools whose arguments are pydantic models."""

from toolgen import tool

from billing.models import Invoice, Position


@tool(category="billing", risk_level="medium")
def create_invoice(invoice: Invoice, notify: bool = True) -> str:
    """Create an invoice.

    Args:
        invoice: The invoice. Its number must not be taken.
        notify: Whether the customer gets a message.
    """
    return invoice.id if notify else ""


@tool(category="billing")
async def add_positions(number: str, positions: list[Position]) -> Invoice:
    """Add lines to an invoice that was not sent yet."""
    raise LookupError(number, positions)


@tool(category="billing", annotations={"read_only": True})
def find_invoices(customer: str | None = None) -> dict[str, Invoice]:
    """Find invoices, by their numbers."""
    return {customer or "": Invoice.model_construct()}
