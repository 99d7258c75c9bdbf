"""Instances of the records of a project, as constants have them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NoReturn

from toolgen.evaluation.folding.values import Value
from toolgen.evaluation.names.lookup import Defined


class Record:
    """An instance of a class; `shown` are the names and values that its JSON has, None where it has none."""

    __slots__ = ("_attributes", "_class", "_shown")

    def __init__(self, class_: Defined, attributes: Mapping[str, Value], shown: Mapping[str, Value] | None) -> None:
        self._class = class_
        self._attributes = attributes
        self._shown = shown

    def __getattr__(self, name: str) -> Value:
        """An attribute of the instance."""
        try:
            return self._attributes[name]
        except KeyError:
            raise AttributeError(name) from None

    def __repr__(self) -> NoReturn:
        raise TypeError

    __str__ = __repr__


def class_of(record: Record) -> Defined:
    return record._class


def attributes_of(record: Record) -> Mapping[str, Value]:
    return record._attributes


def set_attribute(record: Record, name: str, value: Value) -> None:
    """`record.name = value`; what its JSON has is not known after that."""
    record._attributes, record._shown = {**record._attributes, name: value}, None


def shown(record: Record) -> Mapping[str, Value]:
    """What pydantic shows of `record` in JSON, by the names that it has there. Raises TypeError."""
    if record._shown is None:
        raise TypeError
    return record._shown
