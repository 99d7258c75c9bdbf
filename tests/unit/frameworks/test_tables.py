"""The tables of the dialects hold together."""

from __future__ import annotations

import inspect

import pytest

import toolgen
from toolgen.frameworks import BUILT_IN, DIALECTS, Declarator, Dialect
from toolgen.frameworks.llama_index import MethodList
from toolgen.frameworks.toolgen import TOOLGEN
from toolgen.model.arguments import ARGUMENTS, OTHER_ARGUMENTS
from toolgen.model.contract import HINTS

by_name = pytest.mark.parametrize("dialect", DIALECTS, ids=lambda dialect: dialect.name)


def declarators(dialect: Dialect) -> dict[str, Declarator]:
    return {**dialect.decorators, **dialect.calls}


def test_names_are_unique() -> None:
    names = [dialect.name for dialect in DIALECTS]
    assert len(names) == len(set(names))
    assert names[0] == "toolgen"


def test_no_name_belongs_to_two_dialects() -> None:
    names = [name for dialect in DIALECTS for name in (*declarators(dialect), *dialect.bases)]
    assert len(names) == len(set(names))


def test_no_package_belongs_to_two_dialects() -> None:
    packages = [package for dialect in DIALECTS for package in dialect.packages]
    assert len(packages) == len(set(packages))


@by_name
def test_every_name_is_one_of_the_packages(dialect: Dialect) -> None:
    names = (*declarators(dialect), *dialect.bases)
    assert all(any(name.startswith(f"{one}.") for one in dialect.packages) for name in names)


@by_name
def test_every_declaration_holds_a_needle(dialect: Dialect) -> None:
    """A file is read only where a needle stands in it as a word, so every name that declares a tool must be one."""
    needles = {needle.decode().removeprefix(".") for needle in dialect.needles} | {*map(bytes.decode, dialect.needles)}
    calls = {
        name for name, one in dialect.calls.items() if one.functions and not name.rpartition(".")[2].startswith("from_")
    }
    assert {name.rpartition(".")[2] for name in (*dialect.decorators, *calls, *dialect.bases)} <= needles
    lists = {keyword for one in dialect.calls.values() for keyword in one.lists} - {"*"}
    assert {f"{keyword}=" for keyword in lists if "." not in keyword} <= needles
    assert {f'"{keyword.rpartition(".")[2]}":' for keyword in lists if "." in keyword} <= needles
    assert dialect.needles <= BUILT_IN.needles
    assert dialect.keywords <= BUILT_IN.keywords


@by_name
def test_arguments_are_translated_to_those_of_toolgen(dialect: Dialect) -> None:
    known = {*ARGUMENTS, *OTHER_ARGUMENTS, *dialect.describing}
    for declarator in declarators(dialect).values():
        assert set(declarator.arguments.values()) <= known
    for made in dialect.bases.values():
        assert set(made.attributes.values()) <= {*known, "arguments", "parameters_schema"}


@by_name
def test_calls_say_what_they_are_given(dialect: Dialect) -> None:
    assert all(
        bool(declarator.functions or declarator.lists) is declarator.is_followed
        for declarator in dialect.calls.values()
    )


@by_name
def test_classes_say_what_is_called(dialect: Dialect) -> None:
    assert all(
        [bool(made.methods), isinstance(made, MethodList), not made.is_followed].count(True) == 1
        for made in dialect.bases.values()
    )


@by_name
def test_hints_are_translated_to_those_of_toolgen(dialect: Dialect) -> None:
    assert set(dialect.hints.values()) in (set(), set(HINTS))


@by_name
def test_known_names_hold_the_classes_of_methods(dialect: Dialect) -> None:
    known = dialect.known_names
    assert {*declarators(dialect), *dialect.bases} | dialect.injected | dialect.injected_metadata <= known
    assert {name.rpartition(".")[0] for name in declarators(dialect)} <= known


def test_the_table_of_toolgen_is_the_signature_of_its_decorator() -> None:
    """Every keyword of issue 2 is in the table, and the source of the marker API names each of them."""
    source = inspect.getsource(toolgen)
    assert all(f" {argument}: " in source for argument in ARGUMENTS)
    assert TOOLGEN.is_closed
    assert TOOLGEN.decorators["toolgen.tool"].positional == ("name", "description")
