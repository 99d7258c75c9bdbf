"""Values → JSON, as pydantic shows them where a schema has a `default`.

Source: `GenerateJsonSchema.default_schema` and `encode_default` of `pydantic.json_schema`: a set is sorted, and
everything is serialized by its own type, whatever the annotation says.
"""

from __future__ import annotations

import math
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any

from toolgen.evaluation.folding.parts import is_ordered
from toolgen.evaluation.folding.record import Record, shown
from toolgen.evaluation.folding.values import SetItems, Value
from toolgen.model.json_values import Json
from toolgen.model.standard_types import encoder_of


def encode(value: Value) -> Json:
    """The JSON of `value`. Raises TypeError or ValueError for what has none, or none that is the same in every run."""
    if isinstance(value, set | frozenset):
        return [_encode(item) for item in sorted(value)]
    return _encode(value)


def _encode(value: Value) -> Json:
    if value is None:
        return None
    encoder = _ENCODERS.get(type(value))
    if encoder is not None:
        return encoder(value)
    for base, encoder in _ENCODERS_OF_SUBCLASSES.items():
        if isinstance(value, base):
            return encoder(value)
    standard = encoder_of(value.__class__)
    if standard is None:
        raise TypeError
    return _encode(standard(value))


def _text(value: str) -> str:
    value.encode()  # lone surrogates are not Unicode
    return value


def _float(value: float) -> float:
    if not math.isfinite(value):
        raise ValueError
    return value


def _array(value: Any) -> Json:
    if not is_ordered(value):
        raise ValueError
    return [_encode(item) for item in value]


def _object(value: Mapping[Any, Value]) -> Json:
    return {_key(key): _encode(item) for key, item in value.items()}


def _key(key: Value) -> str:
    """The key of an object, as `pydantic_core` writes keys that are no strings."""
    match key:
        case None:
            return "None"
        case bool():
            return "true" if key else "false"
        case tuple():
            return ",".join(map(_key, key))
        case Enum():
            return _key(key.value)
    encoded = _encode(key)
    if isinstance(encoded, list | dict):
        raise TypeError
    return str(encoded)


_ENCODERS: Mapping[type, Callable[[Any], Json]] = {
    bool: bool,
    int: int,
    str: _text,
    float: _float,
    list: _array,
    tuple: _array,
    dict: _object,
    set: _array,
    frozenset: _array,
    SetItems: repr,  # which refuses
    Record: lambda value: {name: _encode(item) for name, item in shown(value).items()},
    deque: _array,
    OrderedDict: _object,
    Counter: _object,
}
_ENCODERS_OF_SUBCLASSES: Mapping[type, Callable[[Any], Json]] = {
    Enum: lambda member: _encode(member.value),
    tuple: _array,
}
