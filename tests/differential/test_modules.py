"""Generated modules: functions over nested types, classes and defaults, read and imported."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

HEADER = """\
from dataclasses import dataclass, field
from enum import Enum
from typing import Annotated, Any, Literal, Optional, Union
import datetime, uuid
from pydantic import BaseModel, Field
from typing_extensions import TypedDict
from toolgen import tool

"""

NAMES = ("alpha", "beta", "gamma", "delta")
SCALARS = {
    "int": st.integers(-(2**40), 2**40).map(repr),
    "str": st.text(st.characters(exclude_categories=["Cs"]), max_size=8).map(repr),
    "bool": st.booleans().map(repr),
    "float": st.floats(allow_nan=False, allow_infinity=False).map(repr),
    "datetime.date": st.nothing(),
    "uuid.UUID": st.nothing(),
    "Any": st.none().map(repr),
}
FIELDS = {
    "int": st.builds("ge={}, lt={}".format, st.integers(-9, 0), st.integers(1, 9)),
    "str": st.builds("min_length={}, pattern={!r}".format, st.integers(0, 3), st.sampled_from(["^a", r"\d+$", '"'])),
    "float": st.builds("gt={}".format, st.integers(-9, 9)),
}
LITERALS = st.lists(
    st.one_of(st.integers(-3, 3), st.sampled_from(["a", "b", "it's", '"', "é"])).map(repr),
    min_size=1,
    max_size=3,
    unique=True,
).map(lambda values: f"Literal[{', '.join(values)}]")


def constrained(name: str) -> st.SearchStrategy[str]:
    return FIELDS[name].map(lambda arguments: f"Annotated[{name}, Field({arguments})]")


def types(classes: list[str]) -> st.SearchStrategy[str]:
    leaves = st.one_of(
        st.sampled_from([*SCALARS, *classes]), LITERALS, st.sampled_from(sorted(FIELDS)).flatmap(constrained)
    )
    return st.recursive(
        leaves,
        lambda inner: st.one_of(
            inner.map("list[{}]".format),
            inner.map("dict[str, {}]".format),
            inner.map("Optional[{}]".format),
            inner.map("tuple[{}, ...]".format),
            st.builds("tuple[{}, {}]".format, inner, inner),
            st.builds("Union[{}, {}]".format, inner, inner),
        ),
        max_leaves=4,
    )


@st.composite
def fields(draw: st.DrawFn, classes: list[str]) -> list[str]:
    """`name: type`, then `name: type = default`, as parameters and the fields of classes are written."""
    required, optional = [], []
    for name in NAMES[: draw(st.integers(0, len(NAMES)))]:
        type_ = draw(types(classes))
        if type_ in SCALARS and draw(st.booleans()) and not SCALARS[type_].is_empty:
            optional.append(f"{name}: {type_} = {draw(SCALARS[type_])}")
        elif type_.startswith("Optional") and draw(st.booleans()):
            optional.append(f"{name}: {type_} = None")
        else:
            required.append(f"{name}: {type_}")
    return required + optional


@st.composite
def modules(draw: st.DrawFn) -> str:
    """A module with a few classes, each of which may name those above it, and a tool `f`."""
    classes: list[str] = []
    source = HEADER
    for index in range(draw(st.integers(0, 3))):
        head = draw(
            st.sampled_from(
                ["@dataclass\nclass {}:", "class {}(BaseModel):", "class {}(TypedDict):", "class {}(Enum):"]
            )
        )
        name = f"Class{index}"
        if "Enum" in head:
            body = [f"{member} = {member!r}" for member in NAMES[: draw(st.integers(1, 4))]]
        else:
            body = [line.partition(" = ")[0] if "TypedDict" in head else line for line in draw(fields(classes))]
        source += head.format(name) + "".join(f"\n    {line}" for line in body or ["pass"]) + "\n\n"
        classes.append(name)
    parameters = ", ".join(draw(fields(classes)))
    return f"{source}@tool('f', 'F.')\ndef f({parameters}) -> {draw(types(classes))}: ...\n"


@settings(
    max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(modules())
def test_modules(derive: Callable[[str], tuple[Any, Any]], source: str) -> None:
    static, runtime = derive(source)
    assert static.input == runtime.input
    assert static.output == runtime.output
