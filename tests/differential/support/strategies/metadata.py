"""What narrows or describes a type, in `Annotated[…]` and in `Field(…)`."""

from __future__ import annotations

from collections.abc import Mapping

from hypothesis import strategies as st

from strategies.scope import Draw, Scope, maybe, pick
from strategies.values import constant

_NUMBERS = ("ge={}", "gt={}", "le={}", "lt={}")
_SIZES = ("min_length={}", "max_length={}")
CONSTRAINTS: Mapping[str, tuple[str, ...]] = {
    "int": (*_NUMBERS, "multiple_of={}"),
    "float": (*_NUMBERS, "multiple_of={}", "allow_inf_nan=False"),
    "str": (*_SIZES, "pattern='^a'", r"pattern=r'\d+$'"),
    "list": _SIZES,
    "dict": _SIZES,
}
"""The keywords of `Field` that narrow a type, with a place for a number."""

ANNOTATED_TYPES: Mapping[str, tuple[str, ...]] = {
    "int": ("at.Ge({})", "at.Lt({})", "at.Interval(ge={}, lt=99)", "at.MultipleOf({})", "at.Gt(gt={})"),
    "float": ("at.Ge({})", "at.Interval(gt={})", "at.Le(le={})"),
    "str": ("at.Len({})", "at.MinLen({})", "at.Len(1, 9)", "pydantic.StringConstraints(min_length={}, pattern='^a')"),
    "list": ("at.Len({})", "at.MinLen({})", "at.MaxLen(max_length={})"),
    "dict": ("at.MinLen({})",),
}
"""Metadata of other libraries that narrow a type, with a place for a number."""

_ABOUT = (
    "description='About it.'",
    'description="It\'s \\"here\\"."',
    "description='One ' 'two.'",
    "description='A' + 'B'",
    "title='Its title'",
    "examples=[1, 'a', None]",
    "deprecated=True",
    "json_schema_extra={'unit': 's', 'nested': {'a': [1, 2.0]}}",
)
_PASSING = (
    "pydantic.AfterValidator(unchanged)",
    "pydantic.Field()",
)
"""Metadata that leave the schema as it is."""


def arguments(draw: Draw, scope: Scope, takes: str) -> list[str]:
    """Keyword arguments of `Field` for a type that takes the constraints `takes`, in some order."""
    number = _number(draw, scope)
    found = {}
    if takes and maybe(draw):
        text = pick(draw, CONSTRAINTS[takes]).format(number)
        found[text.partition("=")[0]] = text
    for _ in range(draw(st.integers(0, 2))):
        text = pick(draw, _descriptions(scope))
        found.setdefault(text.partition("=")[0], text)
    return list(found.values())


def metadata(draw: Draw, scope: Scope, takes: str) -> str:
    """One element of `Annotated` for a type that takes the constraints `takes`."""
    choices = [
        "field",
        "field",
        *(["annotated_types"] if takes else []),
        *(["constant"] * bool(scope.of("metadata", takes))),
    ]
    match pick(draw, choices):
        case "annotated_types":
            return pick(draw, ANNOTATED_TYPES[takes]).format(draw(st.integers(1, 9)))
        case "constant":
            return pick(draw, scope.of("metadata", takes)).type.text
        case _:
            return f"Field({', '.join(arguments(draw, scope, takes))})"


def passing(draw: Draw) -> str:
    """One element of `Annotated` that says nothing to pydantic's schema."""
    return pick(draw, _PASSING)


def _number(draw: Draw, scope: Scope) -> str:
    known = [symbol.type.text for symbol in scope.of("constant", "int") if symbol.type.takes == "size"]
    return pick(draw, known) if known and maybe(draw, 4) else str(draw(st.integers(1, 9)))


def _descriptions(scope: Scope) -> list[str]:
    return [*_ABOUT, *(f"description={symbol.type.text}" for symbol in scope.of("constant", "str"))]


__all__ = ["arguments", "constant", "metadata", "passing"]
