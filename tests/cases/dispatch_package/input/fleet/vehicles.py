"""Types that several modules share."""

from dataclasses import dataclass, field
from enum import Enum


class Fuel(Enum):
    DIESEL = "diesel"
    ELECTRIC = "electric"


@dataclass
class Vehicle:
    plate: str
    fuel: Fuel = Fuel.DIESEL
    seats: int = 2
    drivers: list[str] = field(default_factory=list)
