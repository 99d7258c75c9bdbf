"""Decorators, names and metadata that only running the code tells."""

import inspect
import os
from dataclasses import dataclass
from functools import wraps
from typing import Annotated

from toolgen import tool

from garden.unseen import seasonal

if os.environ.get("METRIC"):
    Length = float
else:
    Length = str


def signed(function):
    @wraps(function)
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)

    wrapper.__signature__ = inspect.Signature(list(inspect.signature(function).parameters.values())[1:])
    return wrapper


def announced(function):
    if os.environ.get("SHORT"):
        return tool(name="short")(function)
    return tool(name="long")(function)


class Unit:
    def __init__(self, name):
        self.name = name

    def __get_pydantic_json_schema__(self, schema, handler):
        return {"type": "number", "unit": self.name}


class Stamped:
    def __init_subclass__(cls):
        cls.__annotations__["stamp"] = float


@dataclass
class Seed(Stamped):
    name: str


@tool
@signed
def prune(gardener: str, tree: str) -> None:
    """Prune a tree."""


@tool
@seasonal
def harvest(bed: str = os.getcwd()) -> None:
    """Harvest a bed."""


@announced
def announce(text: str) -> None:
    """Announce something."""


@tool
def measure(length: Length, width: Annotated[float, Unit("cm")]) -> None:
    """Measure a bed."""


@tool
def plant(seed: Seed) -> None:
    """Plant a seed."""
