"""JSON without what decoders disagree on: a name that stands twice in an object, NaN, and numbers too large."""

from __future__ import annotations

import json
from math import isfinite
from typing import Any


def decoder(*, is_lenient: bool = False) -> json.JSONDecoder:
    """A decoder that raises ValueError for these; one that `is_lenient` takes line breaks inside of strings."""
    return json.JSONDecoder(
        object_pairs_hook=_without_repetition, parse_float=_finite, parse_constant=_refuse, strict=not is_lenient
    )


def _without_repetition(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(value := dict(pairs)) < len(pairs):
        raise ValueError("a name stands twice in an object")
    return value


def _finite(text: str) -> float:
    if not isfinite(value := float(text)):
        raise ValueError(f"{text[:20]} is too large")
    return value


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is not JSON")
