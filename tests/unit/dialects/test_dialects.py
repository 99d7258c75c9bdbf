"""The tables of the dialects hold together."""

from __future__ import annotations

import inspect

import pytest

import toolgen
from toolgen.dialects import DIALECTS, NEEDLES, Dialect
from toolgen.dialects.toolgen import ARGUMENTS, TOOLGEN
from toolgen.model.tool import HINTS

by_name = pytest.mark.parametrize("dialect", DIALECTS, ids=lambda dialect: dialect.name)


def test_names_are_unique() -> None:
    names = [dialect.name for dialect in DIALECTS]
    assert names == ["toolgen", "mcp", "fastmcp"]


def test_no_decorator_belongs_to_two_dialects() -> None:
    decorators = [name for dialect in DIALECTS for name in dialect.decorators]
    assert len(decorators) == len(set(decorators))


@by_name
def test_every_declaration_holds_a_needle(dialect: Dialect) -> None:
    """A file is read only where a needle stands in it as a word, so every name that declares a tool must be one."""
    needles = {needle.decode() for needle in dialect.needles}
    assert {name.rpartition(".")[2] for name in dialect.decorators | dialect.bases} <= needles
    assert dialect.needles <= NEEDLES


@by_name
def test_arguments_are_translated_to_those_of_toolgen(dialect: Dialect) -> None:
    assert set(dialect.arguments.values()) <= {*ARGUMENTS, "injected"}
    assert set(dialect.positional) <= set(dialect.arguments)


@by_name
def test_hints_are_translated_to_those_of_toolgen(dialect: Dialect) -> None:
    assert set(dialect.hints.values()) == set(HINTS)


@by_name
def test_known_names_hold_the_classes_of_methods(dialect: Dialect) -> None:
    known = dialect.known_names
    assert dialect.decorators | dialect.bases | dialect.injected <= known
    assert {name.rpartition(".")[0] for name in dialect.decorators} <= known


def test_the_table_of_toolgen_is_the_signature_of_its_decorator() -> None:
    """Every keyword of issue 2 is in the table, and the source of the marker API names each of them."""
    source = inspect.getsource(toolgen)
    assert all(f" {argument}: " in source for argument in ARGUMENTS)
    assert TOOLGEN.is_closed
    assert TOOLGEN.positional == ("name", "description")
