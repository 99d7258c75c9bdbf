"""Invoices."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field


class Record(BaseModel):
    """Base of all that is stored."""

    model_config = ConfigDict(extra="forbid")

    id: Annotated[str, Field(pattern=r"^[a-z]+-\d{4}$")]
    remarks: list[str] = Field(default_factory=list, max_length=5)


class Position(BaseModel):
    """One line of an invoice."""

    text: str = Field(min_length=1, max_length=80, description="What was sold.")
    quantity: int = Field(1, ge=1)
    unit_price: Decimal = Field(alias="unitPrice", gt=0)


class Invoice(Record):
    """What a customer has to pay."""

    customer: str = Field(description="Name of the customer.", examples=["Ada Byron"])
    due: date
    positions: list[Position]
    status: Literal["draft", "sent", "paid"] = "draft"
    corrects: Invoice | None = None
