"""Discriminated unions that pydantic refuses, each with the place of the discriminator and the reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Analyse = Callable[..., Any]

PRELUDE = """\
from enum import Enum
from typing import Annotated, Any, Literal, NamedTuple, Optional, Union

from pydantic import AliasChoices, BaseModel, BeforeValidator, Discriminator, Field, Tag
from toolgen import tool
class Mode(Enum):
    FAST = 'f'
class Cat(BaseModel):
    kind: Literal['cat']
class Lion(Cat):
    pass
class Dog(BaseModel):
    kind: Literal['dog', 'puppy']
class Stone(BaseModel):
    weight: int
class Text(BaseModel):
    kind: str
class Fast(BaseModel):
    kind: Mode
class Perhaps(BaseModel):
    kind: Optional[Literal['perhaps']] = None
class Other(BaseModel):
    kind: Literal['other'] = Field(alias='Kind')
class Choice(BaseModel):
    kind: Literal['choice'] = Field(validation_alias=AliasChoices('k', 'l'))
class Checked(BaseModel):
    kind: Annotated[Literal['checked'], BeforeValidator(str)]
class Row(NamedTuple):
    kind: Literal['row']
def choose(value): return 'cat'
"""
LINE = len(PRELUDE.splitlines())


def reasons(analyse: Analyse, definitions: str) -> list[tuple[str, int, int, str]]:
    found = analyse({"tools.py": PRELUDE + definitions}).diagnostics
    return [(d.code, d.span.line - LINE, d.span.column, d.message.partition("apart: ")[2]) for d in found]


@pytest.mark.parametrize(
    ("members", "reason"),
    [
        ("Cat, Stone", "`Stone` has no field `kind`"),
        ("Cat, Text", "`kind` of `Text` is no `Literal`"),
        ("Cat, Fast", "`kind` of `Fast` is no `Literal`"),
        ("Cat, Perhaps", "`kind` of `Perhaps` is no `Literal`"),
        ("Cat, Lion", "`tools.Cat` and `tools.Lion` both have 'cat' as `kind`"),
        ("Dog, Union[Cat, Lion]", "`tools.Cat` and `tools.Lion` both have 'cat' as `kind`"),
        ("Cat, Other", "`kind` has different aliases, `kind` and `Kind`"),
        ("Cat, Choice", "`kind` of `Choice` has other aliases than one name"),
        ("Cat, Checked", "`kind` of `Checked` has a `before` validator"),
        ("Cat, Row", "`Row` is no class with fields that have names"),
        ("Cat, int", "`int` is no class"),
        ("Cat, list[Dog]", "`list[tools.Dog]` is no class"),
        ("Cat, Any", "`typing.Any` is no class"),
    ],
)
def test_members_that_a_property_does_not_tell_apart(analyse: Analyse, members: str, reason: str) -> None:
    of_parameter = f"@tool('f', 'F.')\ndef f(x: Annotated[Union[{members}], Field(discriminator='kind')]): ...\n"
    column = of_parameter.splitlines()[1].index("Field") + 1
    assert reasons(analyse, of_parameter) == [("TG320", 2, column, reason)]
    of_field = f"class M(BaseModel):\n    x: Union[{members}] = Field(discriminator='kind')\n"
    column = of_field.splitlines()[1].index("Field") + 1
    assert reasons(analyse, f"{of_field}@tool('f', 'F.')\ndef f(x: M): ...\n") == [("TG320", 2, column, reason)]


@pytest.mark.parametrize(
    ("members", "reason"),
    [
        ("Annotated[Cat, Tag('c')], Dog", "`tools.Dog` has no `Tag`"),
        ("Annotated[Cat, Tag('c')], None", "`None` has no `Tag`"),
    ],
)
def test_members_without_a_tag(analyse: Analyse, members: str, reason: str) -> None:
    definitions = f"@tool('f', 'F.')\ndef f(x: Annotated[Union[{members}], Discriminator(choose)]): ...\n"
    column = definitions.splitlines()[1].index("Discriminator") + 1
    assert reasons(analyse, definitions) == [("TG320", 2, column, reason)]


@pytest.mark.parametrize(
    "type_",
    [
        "Annotated[Union[Cat, Dog, None], Field(discriminator='kind')]",
        "Annotated[Union[Annotated[Union[Cat, Dog], Field(discriminator='kind')], None], Field(discriminator='kind')]",
        "Annotated[Cat, Field(discriminator='kind')]",
    ],
)
def test_unions_that_are_told_apart(analyse: Analyse, type_: str) -> None:
    assert reasons(analyse, f"@tool('f', 'F.')\ndef f(x: {type_}): ...\n") == []


def test_a_recursive_union_is_judged_when_its_classes_are_read(analyse: Analyse) -> None:
    definitions = """\
class Node(BaseModel):
    kind: Literal['node']
    child: 'Node | Leaf' = Field(discriminator='kind')
class Leaf(BaseModel):
    kind: Literal['node']
@tool('f', 'F.')
def f(x: Node): ...
"""
    reason = "`tools.Node` and `tools.Leaf` both have 'node' as `kind`"
    assert reasons(analyse, definitions) == [("TG320", 3, 28, reason)]
