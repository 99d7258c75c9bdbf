"""Annotations that have no schema."""

import socket
from collections.abc import Callable
from typing import TYPE_CHECKING, Optional

from crewai.tools import tool as crew_tool
from nowhere import Thing
from toolgen import tool

if TYPE_CHECKING:
    from datetime import date


@tool
def unknown_name(value: Undefined) -> None:  # noqa: F821
    """Name a class that nobody defines."""


@tool
def module_not_found(value: list[Thing]) -> None:
    """Name a class of a package that is not installed."""


@tool
def unsupported(connection: socket.socket, callback: Callable[[], None]) -> None:
    """Take what JSON cannot carry."""


@tool
def invalid(value: [str, int], other: "list[", third: 3) -> None:
    """Have annotations that are none."""


Pair = tuple[int, int]
Pairs = tuple[Pair, Pair, Pair, Pair, Pair, Pair, Pair, Pair, Pair, Pair]
Rows = tuple[Pairs, Pairs, Pairs, Pairs, Pairs, Pairs, Pairs, Pairs, Pairs, Pairs]


@tool
def doubling(rows: tuple[Rows, Rows, Rows, Rows, Rows, Rows, Rows, Rows]) -> None:
    """Take a type that is too large where all names are written out."""


@tool
def for_type_checkers(day: date) -> None:
    """Take what only type checkers see, where Python evaluates the annotation."""


@crew_tool
def in_no_module_of_the_framework(name: "Optional[str]") -> None:
    """An annotation that is text, which the framework looks up in a module of its own."""
