"""What is said of type parameters that cannot be read, and the names of definitions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from toolgen.model.classes import ClassSpec
from toolgen.model.types import ANY, NONE, Generic, LiteralOf, Named, TypeExpr, union
from toolgen.pipeline import Analysis
from toolgen.types.schema.definitions import definition_keys, distinct_keys

Analyse = Callable[..., Analysis]

PRELUDE = """\
import typing
from typing import Concatenate, Generic, ParamSpec, Self, TypeVar, TypeVarTuple, TypedDict, Unpack
from pydantic import BaseModel
from toolgen import tool
T = TypeVar("T")
V = TypeVar("V")
P = ParamSpec("P")
Ts = TypeVarTuple("Ts")
class Pair(BaseModel, Generic[T, V]):
    a: T
    b: V
class Defaults[A, B = int](BaseModel):
    a: A
class Plain: ...
class Many(BaseModel, Generic[Unpack[Ts]]): ...
class Options(TypedDict):
    a: int
Recursive = list["Recursive"] | None
Turning = TypeVar("Turning", bound="list[Turning]")
One = list[T]
type Two[A, B] = dict[A, B]
Number = 5
"""
FIRST = PRELUDE.count("\n") + 1
UNPACK = "`Unpack[int]` is not a valid annotation: `Unpack` takes a `TypedDict` here"
RECURSIVE = "is not a valid annotation: it refers to itself"


@pytest.mark.parametrize(
    ("parameter", "code", "column", "message"),
    [
        ("x: Pair[int]", "TG316", 10, "`Pair` takes 2 type arguments, not 1"),
        ("x: list[Pair[int, str, bool]]", "TG316", 15, "`Pair` takes 2 type arguments, not 3"),
        ("x: Defaults[()]", "TG316", 10, "`Defaults` takes 1 to 2 type arguments, not 0"),
        ("x: Options[int]", "TG316", 10, "`Options` takes 0 type arguments, not 1"),
        ("x: One[int, str]", "TG316", 10, "`One` takes 1 type argument, not 2"),
        ("x: 'Two[int]'", "TG316", 11, "`Two` takes 2 type arguments, not 1"),
        ("x: typing.List[int, str]", "TG316", 10, "`typing.List` takes 1 type argument, not 2"),
        ("x: dict[str]", "TG316", 10, "`dict` takes 2 type arguments, not 1"),
        ("x: list[int[str]]", "TG316", 15, "`int` takes 0 type arguments, not 1"),
        ("x: list[...]", "TG306", 15, "`...` is not a valid annotation: it is not a type"),
        ("x: tuple[int, ..., str]", "TG306", 21, "`...` is not a valid annotation: it is not a type"),
        ("x: dict[str, [int]]", "TG306", 20, "`[int]` is not a valid annotation: it is not a type"),
        ("x: Many[int, str]", "TG303", 10, "`Many` has no JSON Schema"),
        ("x: P", "TG303", 10, "`P` has no JSON Schema"),
        ("x: list[Ts]", "TG303", 15, "`Ts` has no JSON Schema"),
        ("x: tuple[Unpack[Ts]]", "TG303", 16, "`Unpack` has no JSON Schema"),
        ("x: typing.Callable[Concatenate[int, P], int]", "TG303", 10, "`typing.Callable` has no JSON Schema"),
        ("*args: *Ts", "TG303", 14, "`*Ts` has no JSON Schema"),
        ("*args: Unpack[tuple[int, ...]]", "TG303", 14, "`Unpack` has no JSON Schema"),
        ("*args: P.args", "TG301", 14, "`P.args` is not defined in this module"),
        ("**kwargs: Unpack[int]", "TG306", 17, UNPACK),
        ("x: Self", "TG306", 10, "`Self` is not a valid annotation: `Self` means a class around it"),
        ("x: Recursive", "TG306", None, f"`Recursive` {RECURSIVE}"),
        ("x: Turning", "TG306", None, f"`Turning` {RECURSIVE}"),
        ("x: Pair[Nowhere, int]", "TG301", 15, "`Nowhere` is not defined in this module"),
        ("x: Nowhere[int]", "TG301", 10, "`Nowhere` is not defined in this module"),
        ("x: Pair[Plain, int]", "TG303", 15, "`Plain` has no JSON Schema"),
        ("x: Number[int]", "TG303", 10, "`Number` has no JSON Schema"),
    ],
)
def test_diagnostic(analyse: Analyse, parameter: str, code: str, column: int | None, message: str) -> None:
    source = f'{PRELUDE}@tool\ndef f({parameter}):\n    "F."\n'
    (found,) = analyse({"tools.py": source}).diagnostics
    assert (found.code, found.message) == (code, message)
    if column is None:
        assert found.span.line < FIRST  # where the name stands that closes the circle
    else:
        assert (found.span.line, found.span.column) == (FIRST + 1, column)


@pytest.mark.parametrize(
    ("parameter", "item"),
    [("x: list[int, str]", "integer"), ("x: set[int, str]", "integer"), ("x: dict[str, str, int]", "string")],
)
def test_too_many_arguments_of_a_builtin_class_are_a_warning(analyse: Analyse, parameter: str, item: str) -> None:
    analysis = analyse({"tools.py": f'{PRELUDE}@tool\ndef f({parameter}):\n    "F."\n'})
    assert [(found.code, found.severity) for found in analysis.diagnostics] == [("TG316", "warning")]
    (tool,) = analysis.manifest.tools
    schema = tool.input_schema["properties"]["x"]
    assert schema.get("items", schema.get("additionalProperties")) == {"type": item}


@pytest.mark.parametrize("result", ["Self", "list[Self]", "'Self | None'"])
def test_self_in_the_result_of_a_method(analyse: Analyse, result: str) -> None:
    source = f"""
        from typing import Self
        from pydantic import BaseModel
        from toolgen import tool
        class Cart(BaseModel):
            items: list[str]
            @tool
            def f(self) -> {result}:
                "F."
    """
    analysis = analyse({"tools.py": source})
    assert not [found for found in analysis.diagnostics if found.code == "TG307"]
    (tool,) = analysis.manifest.tools
    assert "'items'" in str(tool.output_schema)
    assert str(tool.returns) == result.strip("'").replace("Self", "tools.Cart")


def test_literal_string(analyse: Analyse) -> None:
    source = 'from typing import LiteralString\nfrom toolgen import tool\n@tool\ndef f(x: LiteralString): "F."\n'
    (tool,) = analyse({"tools.py": source}).manifest.tools
    assert tool.input_schema["properties"] == {"x": {"type": "string"}}


def test_classes_of_the_manifest(analyse: Analyse) -> None:
    source = f'{PRELUDE}@tool\ndef f(x: Pair[int, list[Defaults[str]]], y: Defaults) -> Two[str, int]:\n    "F."\n'
    manifest = analyse({"tools.py": source}).manifest
    found = {name: (spec.qualname, spec.parameters, spec.arguments) for name, spec in manifest.classes.items()}
    string, integer = Named("str"), Named("int")
    defaults = Generic("tools.Defaults", (string, integer))
    assert found == {
        "tools.Pair[int, list[tools.Defaults[str, int]]]": ("Pair", 2, (integer, Generic("list", (defaults,)))),
        "tools.Defaults[str, int]": ("Defaults", 2, (string, integer)),
        "tools.Defaults": ("Defaults", 2, ()),
        "tools.Two[str, int]": ("Two", 2, (string, integer)),
    }


def test_the_order_of_files_does_not_matter(analyse: Analyse) -> None:
    model = "from pydantic import BaseModel\nclass Item(BaseModel):\n    {}: int\n"
    tools = "import {0}, {1}\nfrom toolgen import tool\n@tool\ndef {2}(x: a.Item, y: b.Item): 'F.'\n"
    files: Mapping[str, str] = {
        "a.py": model.format("a"),
        "b.py": model.format("b"),
        "one.py": tools.format("a", "b", "f"),
        "two.py": tools.format("b", "a", "g"),
    }
    first, second = analyse(files).manifest.tools
    assert first.input_schema == second.input_schema
    assert list(first.input_schema["$defs"]) == ["a__Item", "b__Item"]


@pytest.mark.parametrize(
    ("arguments", "keys"),
    [
        ((), ("Box", "app__Box")),
        ((Named("int"),), ("Box_int_", "app__Box_int_")),
        ((Named("app.a.Item"),), ("Box_Item_", "app__Box_Item_", "app__Box_app__a__Item_")),
        ((Named("int"), Named("str")), ("Box_int_str_", "app__Box_int_str_")),
        ((union(Named("int"), NONE),), ("Box_Union_int__NoneType__", "app__Box_Union_int__NoneType__")),
        ((Generic("list", (ANY,)),), ("Box_list_Any__", "app__Box_list_Any__", "app__Box_list_typing__Any__")),
        ((LiteralOf(("a", 1)),), ("Box_Literal__a___1__", "app__Box_Literal__a___1__")),
    ],
)
def test_definition_keys(arguments: tuple[TypeExpr, ...], keys: tuple[str, ...]) -> None:
    assert definition_keys(ClassSpec("", "app", "Box", "dataclass", arguments=arguments)) == keys


def test_the_shortest_key_that_tells_classes_apart() -> None:
    keys = {"one": ("Item", "a__Item"), "two": ("Item", "b__Item"), "three": ("Other",)}

    def define(name: str, _key: Callable[[str], str]) -> dict[str, Any]:
        return {"title": name}

    assert distinct_keys(keys, define) == {"one": "a__Item", "two": "b__Item", "three": "Other"}


def test_classes_with_one_schema_share_a_key() -> None:
    keys = {"one": ("Item", "a__Item"), "two": ("Item", "b__Item"), "tree": ("Tree",)}

    def define(name: str, key: Callable[[str], str]) -> dict[str, Any]:
        return {"items": [key("one"), key("two")]} if name == "tree" else {"type": "object"}

    assert distinct_keys(keys, define) == {"one": "Item", "two": "Item", "tree": "Tree"}


def test_classes_that_only_a_number_tells_apart() -> None:
    keys = {"one": ("Box_a_b_",), "two": ("Box_a_b_",)}
    assert distinct_keys(keys, lambda name, _: {"title": name}) == {"one": "Box_a_b___1", "two": "Box_a_b___2"}
