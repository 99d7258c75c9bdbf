"""Where a type can stand: each position as a module in which one annotation is left open."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from sides import TOOLS, Both, DeriveTools

IMPORTS = """\
import collections.abc
import dataclasses
import datetime
import decimal
import enum
import pathlib
import typing
import uuid
from collections import OrderedDict, defaultdict, deque
from collections.abc import Iterable, Mapping, MutableMapping, MutableSequence, Sequence
from dataclasses import dataclass, field
from enum import Enum, IntEnum, StrEnum, auto
from typing import Annotated, Any, Dict, FrozenSet, List, Literal, NamedTuple, NewType, Optional, Set, Tuple, Union

import annotated_types as at
import pydantic
from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import NotRequired, Required, TypedDict

from toolgen import tool

"""

PARAMETERS: Mapping[str, str] = {
    "parameter": "def f(x: {type}): ...",
    "Optional": "def f(x: Optional[{type}] = None): ...",
    "list item": "def f(x: list[{type}]): ...",
    "dict value": "def f(x: dict[str, {type}]): ...",
    "tuple item": "def f(x: tuple[int, {type}]): ...",
    "Annotated with Field": "def f(x: Annotated[{type}, Field(description='About x.')]): ...",
    "Field on the right": "def f(x: {type} = Field(description='About x.')): ...",
    "twice": "def f(x: {type}, y: {type}): ...",
    "string annotation": 'def f(x: """{type}""", y: list["""{type}"""]): ...',
    "positional-only": "def f(x: {type}, /, y: int): ...",
    "keyword-only": "def f(*, x: {type}): ...",
    "variadic": "def f(*args: {type}, **kwargs: {type}): ...",
}
RESULTS: Mapping[str, str] = {
    "result": "def f() -> {type}: ...",
    "optional result": "def f() -> Optional[{type}]: ...",
    "list of results": "def f() -> list[{type}]: ...",
}
FIELDS: Mapping[str, str] = {
    "dataclass field": "@dataclass\nclass Holder:\n    x: {type}\n",
    "model field": "class Holder(BaseModel):\n    x: {type}\n",
    "TypedDict field": "class Holder(TypedDict):\n    x: {type}\n",
    "NamedTuple field": "class Holder(NamedTuple):\n    x: {type}\n",
}
POSITIONS: Mapping[str, str] = {
    **PARAMETERS,
    **RESULTS,
    **{name: f"{holder}def f(x: Holder): ..." for name, holder in FIELDS.items()},
}
"""Templates with a place for `{type}`, the last definition in each of which is the function `f`."""

EVERYWHERE = """\
@dataclass
class Data:
    x: {type}
class Model(BaseModel):
    x: {type}
class Typed(TypedDict):
    x: {type}
class Row(NamedTuple):
    x: {type}
def f(
    parameter: {type},
    optional: Optional[{type}],
    item: list[{type}],
    value: dict[str, {type}],
    positions: tuple[{type}, int],
    choice: Union[{type}, list[bool]],
    described: Annotated[{type}, Field(description='Here.')],
    quoted: list["{type}"],
    data: Data,
    model: Model,
    typed: Typed,
    row: Row,
    assigned: {type} = Field(description='On the right.'),
    nothing: Optional[{type}] = None,
    *,
    keyword: {type},
) -> list[{type}]: ...
"""
"""A template with the same positions in one function; a result that is the type alone is not among them."""

DEFAULTS: Mapping[str, str] = {
    "default": "def f(x: {type} = {default}): ...",
    "default after *": "def f(*, x: {type} = {default}): ...",
    "default in Field": "def f(x: {type} = Field({default})): ...",
    "default= in Field": "def f(x: {type} = Field(default={default}, description='About x.')): ...",
    "default beside Annotated": "def f(x: Annotated[{type}, Field(description='About x.')] = {default}): ...",
    "default of a model field": "class Holder(BaseModel):\n    x: {type} = {default}\ndef f(x: Holder): ...",
    "default in Field of a model": "class Holder(BaseModel):\n    x: {type} = Field({default})\ndef f(x: Holder): ...",
}
"""Templates with places for `{type}` and for a `{default}` that has no mutable value."""


def module(definitions: str, function: str) -> str:
    """A module of `definitions` and a tool, the function `f` that ends the text `function`."""
    before, keyword, after = function.rpartition("async def f(" if "async def f(" in function else "def f(")
    return f"{IMPORTS}{definitions}\n{before}\n@tool('f', 'F.')\n{keyword}{after}\n"


def assert_each_same(derive_tools: DeriveTools, head: str, functions: Mapping[str, str]) -> None:
    """The same of each of `functions`."""
    derived = derive_each(derive_tools, head, functions)
    assert {what: static for what, (static, _) in derived.items()} == {
        what: runtime for what, (_, runtime) in derived.items()
    }


def derive_each(derive_tools: DeriveTools, head: str, functions: Mapping[str, str]) -> Mapping[str, Both]:
    """What toolgen reads and what pydantic derives of each of `functions`, in one module that begins with `head`.

    They are texts as `module` takes them, by what they show.
    """
    names = {what: f"f{number}" for number, what in enumerate(functions)}
    texts = (_numbered(function, names[what]) for what, function in functions.items())
    derived = derive_tools({f"{TOOLS}.py": f"{head}\n{''.join(texts)}"})
    return {what: derived[name] for what, name in names.items()}


def _numbered(function: str, name: str) -> str:
    """The tool `f` that ends the text `function` under a name of its own, as is the class that it may need."""
    before, _, after = re.sub(r"\bHolder\b", f"Holder_{name}", function).rpartition("def f(")
    return f"{before}@tool('{name}', 'F.')\ndef {name}({after}\n"


def assert_same(derive: Callable[[str], tuple[Any, Any]], source: str) -> None:
    """Compare what toolgen reads of `f` with what pydantic derives: its input, and its output where it is annotated."""
    static, runtime = derive(source)
    assert static.input == runtime.input
    if "->" in source.rpartition("def f(")[2]:
        assert static.output == runtime.output
