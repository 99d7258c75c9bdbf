"""Frozen classes do what those of `dataclasses` do, but for refusing assignments."""

from __future__ import annotations

import dataclasses
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from toolgen.model.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Empty:
    pass


@dataclass(frozen=True, slots=True)
class One:
    value: Any


@dataclass(frozen=True, slots=True)
class Other:
    value: Any


@dataclass(frozen=True, slots=True)
class Several:
    name: str
    inner: One = One(0)
    note: str = dataclasses.field(default="", compare=False)
    items: list[int] = dataclasses.field(default_factory=list, compare=False)


@dataclass(frozen=True, slots=True)
class Own:
    name: str

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Own) and self.name.casefold() == other.name.casefold()

    def __hash__(self) -> int:
        return hash(self.name.casefold())

    def __repr__(self) -> str:
        return "own"


@dataclass(frozen=True, slots=True)
class Derived:
    name: str
    size: int = dataclasses.field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "size", len(self.name))


@dataclass(frozen=True, slots=True, eq=False)
class Identical:
    name: str


INSTANCES: list[Callable[[], Any]] = [
    Empty,
    lambda: One(1),
    lambda: One("x"),
    lambda: Other(1),
    lambda: Several("a"),
    lambda: Several("a", One(1)),
    lambda: Several("a", note="other", items=[1]),
    lambda: Own("A"),
    lambda: Own("a"),
    lambda: Derived("abc"),
]


def standard(instance: Any) -> Any:
    """The same, of a class that the standard library makes."""
    cls = type(instance)
    own = {name: vars(cls)[name] for name in ("__eq__", "__hash__", "__repr__") if cls is Own}
    fields = [(field.name, field.type, dataclasses.field(compare=field.compare)) for field in dataclasses.fields(cls)]
    made = dataclasses.make_dataclass(cls.__name__, fields, namespace=own, frozen=True, slots=True)
    return made(*(getattr(instance, name) for name, *_ in fields))


@pytest.mark.parametrize("one", INSTANCES)
@pytest.mark.parametrize("other", INSTANCES)
def test_equality_and_hash(one: Callable[[], Any], other: Callable[[], Any]) -> None:
    a, b = one(), other()
    same_class = type(a) is type(b)
    assert (a == b) is (same_class and _compared(a) == _compared(b))
    assert a != b or hash(a) == hash(b)


def _compared(instance: Any) -> Any:
    if isinstance(instance, Own):
        return instance.name.casefold()
    return [getattr(instance, field.name) for field in dataclasses.fields(instance) if field.compare]


@pytest.mark.parametrize("make", INSTANCES)
def test_hash_and_repr_are_those_of_the_standard_library(make: Callable[[], Any]) -> None:
    instance = make()
    assert hash(instance) == hash(standard(instance))
    assert repr(instance) == repr(standard(instance))


@pytest.mark.parametrize("make", INSTANCES)
def test_pickle(make: Callable[[], Any]) -> None:
    instance = make()
    again = pickle.loads(pickle.dumps(instance, pickle.HIGHEST_PROTOCOL))
    assert again == instance
    assert [getattr(again, f.name) for f in dataclasses.fields(again)] == [
        getattr(instance, f.name) for f in dataclasses.fields(instance)
    ]


def test_replace_and_patterns() -> None:
    match dataclasses.replace(Several("a"), name="b"):
        case Several(name, One(value=0)):
            assert name == "b"
        case _:
            pytest.fail("no match")


def test_no_other_attributes() -> None:
    with pytest.raises(AttributeError):
        One(1).unknown = 2  # type: ignore[attr-defined]


def test_identity_where_equality_is_not_wanted() -> None:
    assert Identical("a") != Identical("a")
    assert len({Identical("a"), Identical("a")}) == 2


def test_not_frozen_is_made_by_the_standard_library() -> None:
    @dataclass(slots=True)
    class Open:
        value: int

    assert Open(1) == Open(1)
    assert Open.__hash__ is None
