"""`dataclass` of the standard library, at a fraction of its cost for classes with `frozen=True, slots=True`.

For each such class `dataclasses` writes and compiles six methods, and its instances are slow to make, pickle and read
again. Here classes share all methods but `__init__`. They are frozen for type checkers, as with `typing.Final`: nothing
stops an assignment at run time. For the types that a build makes by the thousand, and the tables that each run loads.
"""

from __future__ import annotations

import dataclasses
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from dataclasses import dataclass
else:

    def dataclass(*, frozen: bool = False, slots: bool = False, eq: bool = True, **others: Any) -> Any:
        """As `dataclasses.dataclass`."""
        if frozen and slots and not others:
            return partial(_frozen, eq=eq)
        return dataclasses.dataclass(frozen=frozen, slots=slots, eq=eq, **others)


__all__ = ["dataclass"]


def _frozen(cls: type, *, eq: bool) -> Any:
    made: Any = dataclasses.dataclass(slots=True, eq=False, repr=False)(cls)
    fields = dataclasses.fields(made)
    methods: dict[str, Any] = {"__repr__": _repr}
    if all(field.init for field in fields):
        methods["__reduce__"] = _reducer([field.name for field in fields])
    if eq:
        methods |= _comparing([field.name for field in fields if field.compare])
    for name, method in methods.items():
        if vars(cls).get(name) is None:
            setattr(made, name, method)
    return made


def _repr(self: Any) -> str:
    values = ", ".join(f"{field.name}={getattr(self, field.name)!r}" for field in dataclasses.fields(self))
    return f"{type(self).__qualname__}({values})"


def _reducer(names: Sequence[str]) -> Callable[[Any], tuple[type, tuple[Any, ...]]]:
    values = _values(names)
    return lambda self: (self.__class__, values(self))


def _comparing(names: Sequence[str]) -> dict[str, Any]:
    values = _values(names)

    def __eq__(self: Any, other: object) -> bool:  # noqa: N807
        return values(self) == values(other) if self.__class__ is other.__class__ else NotImplemented

    return {"__eq__": __eq__, "__hash__": lambda self: hash(values(self))}


def _values(names: Sequence[str]) -> Callable[[Any], tuple[Any, ...]]:
    """A function that takes the values of the fields `names`; `attrgetter` makes a tuple only of two or more."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda self: tuple(getattr(self, name) for name in names)
