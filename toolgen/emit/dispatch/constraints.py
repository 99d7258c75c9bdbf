"""The keywords that speak of values of one JSON type: the tests that tell a fault, and the words for what is right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from toolgen.emit.dispatch.layout import Expression, flat, literal, text
from toolgen.emit.dispatch.module import Module, call
from toolgen.model.json_values import Schema
from toolgen.model.patterns import in_python

_BOUNDS = {
    "minimum": ("<", "≥"),
    "exclusiveMinimum": ("<=", ">"),
    "maximum": (">", "≤"),
    "exclusiveMaximum": (">=", "<"),
}
"""Keyword → the operator that tells a fault, and the sign of what is right."""

_SIZES = {
    "string": ("minLength", "maxLength", "character", "characters"),
    "array": ("minItems", "maxItems", "item", "items"),
    "object": ("minProperties", "maxProperties", "property", "properties"),
}
CONSTRAINTS: Mapping[str, frozenset[str]] = {
    "number": frozenset({*_BOUNDS, "multipleOf"}),
    "string": frozenset({*_SIZES["string"][:2], "pattern"}),
    "array": frozenset({*_SIZES["array"][:2], "uniqueItems"}),
    "object": frozenset(_SIZES["object"][:2]),
}
"""Type → the keywords that constrain values of it as a whole."""

_WORDS = {
    "null": "null",
    "boolean": "true or false",
    "integer": "an integer",
    "number": "a number",
    "string": "a string",
    "array": "an array",
    "object": "an object",
}
_FORMATS = {
    "date-time": "a time like 2026-01-31T09:30:00+01:00",
    "date": "a date like 2026-01-31",
    "time": "a time of day like 09:30:00",
    "duration": "a duration like P1DT2H30M",
    "uuid": "a UUID",
    "email": "an email address",
    "uri": "a URI",
}
"""What is said of a string of a format, as decoding it says where it is none."""
_LONGEST_INLINE = 48


def tests(type_: str, kept: Schema, variable: str, module: Module) -> list[Expression]:
    """What holds where `variable`, a value of `type_`, breaks a constraint in `kept`."""
    if type_ not in CONSTRAINTS or CONSTRAINTS[type_].isdisjoint(kept):
        return []
    if type_ == "number":
        return [*_bounds(kept, variable), *_multiple(kept, variable)]
    found: list[Expression] = [*_size(f"len({variable})", *_sizes(type_, kept))]
    if type_ == "string" and "pattern" in kept:
        module.use("re")
        pattern: Expression = text(in_python(kept["pattern"]))
        if len(flat(pattern)) > _LONGEST_INLINE:
            pattern = module.constant("pattern", pattern)
        found.append(call("not re.search", pattern, variable))
    if type_ == "array" and kept.get("uniqueItems"):
        found.append(call("not _support.unique", variable))
    return found


def _bounds(kept: Schema, variable: str) -> Iterator[str]:
    has_range = {"minimum", "maximum"} <= kept.keys()
    if has_range:
        yield f"not {_number(kept['minimum'])} <= {variable} <= {_number(kept['maximum'])}"
    for keyword, (operator, _) in _BOUNDS.items():
        if keyword in kept and not (has_range and keyword in {"minimum", "maximum"}):
            yield f"{variable} {operator} {_number(kept[keyword])}"


def _multiple(kept: Schema, variable: str) -> Iterator[Expression]:
    step = kept.get("multipleOf")
    if step is not None and step == int(step):
        yield f"{variable} % {int(step)} != 0"
    elif step is not None:
        yield call("not _support.multiple", variable, _number(step))


def _size(size: str, least: int, most: int | None) -> Iterator[str]:
    if least == most:
        yield f"{size} != {most}"
    elif least and most is not None:
        yield f"not {least} <= {size} <= {most}"
    elif least:
        yield f"{size} < {least}"
    elif most is not None:
        yield f"{size} > {most}"


def _sizes(type_: str, kept: Schema) -> tuple[int, int | None]:
    low, high, *_ = _SIZES[type_]
    return int(kept.get(low, 0)), int(kept[high]) if high in kept else None


def _number(value: float) -> str:
    return flat(literal(value))


def words(type_: str, kept: Schema) -> str:
    """What a value of `type_` should be to satisfy `kept`."""
    phrase = _WORDS[type_]
    keywords = CONSTRAINTS.get("number" if type_ == "integer" else type_)
    if not keywords or keywords.isdisjoint(kept):
        return _FORMATS.get(str(kept.get("format")), phrase) if type_ == "string" else phrase
    if type_ in {"integer", "number"}:
        bounds = [f"{sign} {_number(kept[keyword])}" for keyword, (_, sign) in _BOUNDS.items() if keyword in kept]
        multiple = f"that is a multiple of {_number(kept['multipleOf'])}" if "multipleOf" in kept else ""
        return " ".join(filter(None, [phrase, " and ".join(bounds), multiple]))
    phrase += _size_in_words(*_sizes(type_, kept), *_SIZES[type_][2:])
    if type_ == "array" and kept.get("uniqueItems"):
        phrase += " without repetitions"
    return f"{phrase} that matches {kept['pattern']}" if type_ == "string" and "pattern" in kept else phrase


def _size_in_words(least: int, most: int | None, unit: str, units: str) -> str:
    if least == most:
        return f" of {least} {unit if least == 1 else units}"
    if least and most is not None:
        return f" of {least} to {most} {units}"
    if least:
        return f" of at least {least} {unit if least == 1 else units}"
    return f" of at most {most} {unit if most == 1 else units}" if most is not None else ""
