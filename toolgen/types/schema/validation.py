"""JSON Schema 2020-12 as `jsonschema` understands it: of schemas that users wrote, and of the values that they accept.

A schema stands for itself: what its references name outside is never fetched. `jsonschema` takes longer to import than
a small project to build, and few projects write schemas by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from typing import Any

from toolgen.model.applicators import references
from toolgen.model.json_values import Json, Schema, walk
from toolgen.model.patterns import tried, untried_patterns
from toolgen.model.standard_types import STANDARD_TYPES, StandardType

_TURNING = frozenset(
    {"contains", "if", "not", "oneOf", "patternProperties", "unevaluatedItems", "unevaluatedProperties"}
)
"""Keywords by which a value may be valid because it is not by a part of the schema, and names that are patterns."""

_UNDECIDED = frozenset({"path", "regex", "zoneinfo"})
"""Formats that every text has, that JSON Schema means otherwise than Python, or that hang on what is installed."""

MOST_SAID = 200
"""How many characters of what is wrong with a value are told."""


def schema_fault(schema: Json) -> str | None:
    """Why `schema` is not JSON Schema 2020-12 that stands for itself; None where it is."""
    from jsonschema import Draft202012Validator, SchemaError

    try:
        Draft202012Validator.check_schema(schema)
    except SchemaError as error:
        return str(error.message)
    outside = next((one for one in references(schema) if not one.startswith("#")), None)
    return None if outside is None else f"`{outside}` leads out of the schema, and nothing is fetched"


def accepts(schema: Schema, value: Json) -> bool:
    """Whether `value` is valid against `schema`, whose patterns are all tried and whose references lead somewhere."""
    return not untried_patterns(schema) and value_fault(schema, value) is None


def value_fault(schema: Schema, value: Json) -> str | None:
    """Why `value` is not valid against `schema`; None where an untried pattern may decide, or `schema` is none."""
    from jsonschema.exceptions import best_match
    from referencing import Registry
    from referencing.exceptions import Unresolvable

    if untried_patterns(schema) and any(isinstance(one, dict) and not _TURNING.isdisjoint(one) for one in walk(schema)):
        return None
    try:
        validator = _validator()(schema, registry=Registry(), format_checker=_formats())
        error = best_match(validator.iter_errors(value))
    except Unresolvable as unknown:
        return f"`{unknown.ref}` leads nowhere"
    except Exception:
        if schema_fault(schema) is None:
            raise
        return None
    return None if error is None else f"`{error.json_path}`: {_short(str(error.message))}"


@cache
def _validator() -> Any:
    """What validates with patterns of linear time; what others say is taken for met."""
    from jsonschema import Draft202012Validator as Validator
    from jsonschema.validators import extend

    bounded = tried(Validator.VALIDATORS["pattern"])

    def pattern(validator: Any, given: str, value: Json, schema: Json) -> Iterator[Any]:
        yield from () if untried_patterns({"pattern": given}) else bounded(validator, given, value, schema)

    return extend(Validator, {"pattern": pattern})  # type: ignore[no-untyped-call]


@cache
def _formats() -> Any:
    from jsonschema import FormatChecker

    checker = FormatChecker(formats=())
    for name in _readers():
        checker.checks(name)(partial(is_of_format, name))
    return checker


def is_of_format(format_: Json, value: Json) -> bool:
    """Whether `value` is a text that generated code reads as one of `format_`, where it reads such; or no text."""
    from toolgen.emit._support import Faults  # which few projects ask for

    read = _readers().get(format_) if isinstance(format_, str) and isinstance(value, str) else None
    faults = Faults()
    if read is not None:
        read(value, (), faults)
    return not faults


@cache
def _readers() -> Mapping[str, Callable[..., Any]]:
    """What reads the texts of each format in generated code."""
    rows = [row for row in STANDARD_TYPES.values() if row.schema.get("format", "path") not in _UNDECIDED]
    return {row.schema["format"]: _reader(row) for row in rows}


def _reader(row: StandardType) -> Callable[..., Any]:
    from toolgen.emit import _support

    if row.decoder:
        return getattr(_support, row.decoder)  # type: ignore[no-any-return]
    return _support.calling(row.module, row.name.rpartition(".")[2], row.expected)


def _short(message: str) -> str:
    return message if len(message) <= MOST_SAID else f"{message[: MOST_SAID - 1]}…"
