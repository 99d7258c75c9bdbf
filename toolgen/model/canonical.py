"""Canonical JSON: one text for one value, laid out for review, and digests of it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from io import BytesIO
from itertools import chain
from json.encoder import encode_basestring as _quote
from types import MappingProxyType

from toolgen.model.json_values import Json
from toolgen.model.unsafe import escaped

WIDTH = 80
"""The most columns, its indentation and key apart, that an object or array on one line may take."""

_SCALARS: Mapping[type, Callable[[Json], str]] = {
    str: _quote,
    int: int.__repr__,
    bool: ("false", "true").__getitem__,
    type(None): lambda _: "null",
    float: json.JSONEncoder(allow_nan=False).encode,
}
compact = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
"""JSON without spaces, as the clients of providers send it."""
_sorted = json.JSONEncoder(sort_keys=True, separators=(",", ":")).encode
_NOTHING: Mapping[int, str] = MappingProxyType({})


def dumps(value: Json, known: Mapping[int, str] = _NOTHING) -> str:
    """`value` as JSON text that UTF-8 can carry, with a newline at the end.

    Keys keep their order. An object or array that fits in `WIDTH` columns stands on one line, so that a small schema
    reads as one. What a terminal obeys, and halves of characters, are written as escapes. `known` is what `layouts`
    returned for values that stand inside `value`. Raises ValueError for NaN and infinities, TypeError for what JSON
    cannot hold.
    """
    return "".join(_pieces(value, known))


def json_bytes(value: Json, known: Mapping[int, str] = _NOTHING) -> bytes:
    """`dumps` in UTF-8; the text is never there as a whole, which for many tools is large."""
    written = BytesIO()
    for piece in _pieces(value, known):
        written.write(piece.encode())
    return written.getvalue()


def layouts(values: Iterable[Json]) -> dict[int, str]:
    """The text of each of `values` by its identity, so that what stands in several places is laid out once.

    What stands inside another value must come before it. The values must stay alive and unchanged for as long as the
    result is used.
    """
    known: dict[int, str] = {}
    for value in values:
        known[id(value)] = _layout(value, known, "\n")
    return known


def _pieces(value: Json, known: Mapping[int, str]) -> Iterator[str]:
    for text in chain(_opened(value, known, "\n", 2), "\n"):
        yield text if text.isascii() and "\x7f" not in text else escaped(text)


def _opened(value: Json, known: Mapping[int, str], newline: str, levels: int) -> Iterator[str]:
    """The text of `value` as `_layout` makes it, part by part down to so many levels, where it is sure to be long."""
    is_object = isinstance(value, dict)
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    if not levels or not (_is_long(value) or any(map(_is_long, parts))):
        yield _layout(value, known, newline)
        return
    before, inner = "{" if is_object else "[", newline + "  "
    for key, part in zip(value, parts, strict=True):
        yield f"{before}{inner}{_quote(key)}: " if is_object else before + inner
        yield from _opened(part, known, inner, levels - 1)
        before = ","
    yield newline + ("}" if is_object else "]")


def _is_long(value: Json) -> bool:
    """Whether `value` has too many parts for one line."""
    return isinstance(value, dict | list) and 2 * len(value) > WIDTH


def _layout(value: Json, known: Mapping[int, str], newline: str) -> str:
    """The text of `value`. `newline` is a line break and the indentation that its further lines have."""
    scalar = _SCALARS.get(type(value))
    if scalar:
        return scalar(value)
    if id(value) in known:
        return known[id(value)].replace("\n", newline)
    inner = newline + "  "
    # Most values are strings: sparing them a call makes this a quarter faster.
    if isinstance(value, dict):
        opening, closing = "{", "}"
        parts = [
            f"{_quote(key)}: {_quote(item) if type(item) is str else _layout(item, known, inner)}"
            for key, item in value.items()
        ]
    elif isinstance(value, list):
        opening, closing = "[", "]"
        parts = [_quote(item) if type(item) is str else _layout(item, known, inner) for item in value]
    else:
        raise TypeError(f"{type(value).__name__} is not JSON")
    # A part of several lines is wider than WIDTH, so that it never ends up inside a line.
    if sum(map(len, parts)) + 2 * len(parts) <= WIDTH:
        return f"{opening}{', '.join(parts)}{closing}"
    # These texts are large: each is joined once.
    parts[0] = f"{opening}{inner}{parts[0]}"
    parts[-1] += f"{newline}{closing}"
    return f",{inner}".join(parts)


def digest(value: Json) -> str:
    """`sha256:` and the first 16 hexadecimal digits of the hash of `value` with its keys sorted."""
    return full_digest(value)[: len("sha256:") + 16]


def full_digest(value: Json) -> str:
    """The same with all digits: nobody makes two values that have it, who would like to."""
    return "sha256:" + hashlib.sha256(_sorted(value).encode()).hexdigest()
