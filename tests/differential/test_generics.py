"""Type parameters in every form: the schema that toolgen reads is the schema that pydantic derives."""

# ruff: noqa: E501 (a table of source text)

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from positions import EVERYWHERE, IMPORTS, assert_each_same, module
from sides import DeriveTools, read, static, write

HEADER = """\
from typing import Generic, ParamSpec, TypeAlias, TypeVar
import typing_extensions
from typing_extensions import LiteralString, NamedTuple as GenericTuple, Self, TypeAliasType
T = TypeVar('T')
K = TypeVar('K')
V = TypeVar('V')
class Item(BaseModel):
    a: int
Bound = TypeVar('Bound', bound=Item)
Constrained = TypeVar('Constrained', int, str)
Default = typing_extensions.TypeVar('Default', default=int)
"""

BOX = "class Box(BaseModel, Generic[T]):\n    value: T\n    maybe: Optional[T] = None\n    more: list[T] = []\n"
DATACLASS = "@dataclass\nclass Box(Generic[T]):\n    value: T\n    maybe: T | None = None\n"
PYDANTIC_DATACLASS = "@pydantic.dataclasses.dataclass\nclass Box(Generic[T]):\n    value: T\n"
TYPED_DICT = "class Box(TypedDict, Generic[T]):\n    value: T\n    maybe: NotRequired[list[T]]\n"
NAMED_TUPLE = "class Box(GenericTuple, Generic[T]):\n    value: T\n    count: int = 0\n"
PAIR = "class Pair(BaseModel, Generic[K, V]):\n    key: K\n    value: V\n"
DATACLASS_PAIR = "@dataclass\nclass Pair(Generic[K, V]):\n    key: K\n    value: V\n"
CATS = (
    "class Cat(BaseModel):\n    kind: Literal['cat']\n    lives: int\nclass Dog(BaseModel):\n    kind: Literal['dog']\n"
)
TREE = "class Tree(BaseModel, Generic[T]):\n    value: T\n    children: 'list[Tree[T]]' = []\n"


def described(source: str) -> str:
    """The class `source`, with a docstring."""
    head, body = source.split(":\n", 1)
    return f"{head}:\n    'A box.'\n{body}"


TYPES: Mapping[str, str] = {
    # annotation: definitions
    # -- type variables alone
    "T": "",
    "list[T]": "",
    "Bound": "",
    "Constrained": "",
    "Default": "",
    # -- arguments of every kind
    "Box": BOX,
    "Box[int]": BOX,
    "Box[Item]": BOX,
    "Box[Any]": BOX,
    "Box[None]": BOX,
    "Box[Optional[int]]": BOX,
    "Box[int | str]": BOX,
    "tuple[Box[int], Box[Annotated[int, Field(ge=3)]], Box[Annotated[int, Field(ge=4)]]]": BOX,
    "tuple[Box[int], Box[pydantic.PositiveInt], Box[list[pydantic.PositiveInt]], Box[list[int]]]": DATACLASS,
    "tuple[Box[str | None], Box[Annotated[str, Field(description='Here.')] | None]]": TYPED_DICT,
    "tuple[Many[int], Many[Annotated[int, Field(ge=3)]]]": "Many = TypeAliasType('Many', list[T], type_params=(T,))\n",
    "Box[pydantic.JsonValue]": BOX,
    "list[pydantic.JsonValue]": "",
    "dict[str, pydantic.JsonValue]": "",
    "Annotated[pydantic.JsonValue, Field(description='Here.')]": "",
    "Optional[Annotated[pydantic.JsonValue, Field(min_length=1)]]": "",
    "Box[list[Item]]": BOX,
    "Box[dict[str, int]]": BOX,
    "Box[tuple[int, ...]]": BOX,
    "Box[Literal['a', 1]]": BOX,
    "Box[Literal[Mode.FAST]]": BOX + "class Mode(Enum):\n    FAST = 'f'\n    SLOW = 's'\n",
    "Box[datetime.date]": BOX,
    "Box[Box[int]]": BOX,
    "Box[Box]": BOX,
    "dict[str, Box[int]] | None": BOX,
    "tuple[Box[int], Box[str], Box[int]]": BOX,
    "Outer.Inner[int]": "class Outer:\n    class Inner(BaseModel, Generic[T]):\n        a: T\n",
    # -- docstrings: what pydantic makes of a model with arguments has none
    "tuple[Box, Box[int], Box[T]]": described(BOX),
    "tuple[Small, Other[int]]": (
        described(BOX) + "class Small(Box[int]): ...\nclass Other(Box[T], Generic[T]):\n    'Another.'\n"
    ),
    "tuple[Box, Box[str]]": described(DATACLASS),
    "tuple[Box, Box[list[str]]]": described(PYDANTIC_DATACLASS),
    "tuple[Box, Box[list[bytes]]]": described(TYPED_DICT),
    "tuple[Box, Box[list[None]]]": described(NAMED_TUPLE),
    # -- classes of every kind
    "Box[float]": DATACLASS,
    "Box[bool]": PYDANTIC_DATACLASS,
    "Box[bytes]": TYPED_DICT,
    "Box[uuid.UUID]": NAMED_TUPLE,
    "list[Box]": DATACLASS,
    "set[Box]": PYDANTIC_DATACLASS,
    "tuple[Box, ...]": TYPED_DICT,
    "Sequence[Box]": NAMED_TUPLE,
    # -- several parameters, subclasses
    "Pair[str, int]": PAIR,
    "Pair[Item, Pair[int, str]]": PAIR,
    "StringPair[int]": PAIR + "class StringPair(Pair[str, V], Generic[V]):\n    more: V\n",
    "Unlisted[int]": PAIR + "class Unlisted(Pair[str, V]):\n    more: V\n",
    "IntPair": PAIR
    + "class StringPair(Pair[str, V], Generic[V]):\n    more: V\nclass IntPair(StringPair[int]):\n    last: bool\n",
    "Swapped[int, str]": PAIR + "class Swapped(Pair[V, K], Generic[K, V]):\n    third: K\n",
    "Bare": PAIR + "class Bare(Pair):\n    third: int\n",
    "Open[int]": BOX + "class Open(Box, Generic[T]):\n    third: T\n",
    "Wrapped[int]": BOX
    + "class Wrapped(BaseModel, Generic[V]):\n    box: Box[V]\n    boxes: dict[str, Box[list[V]]]\n",
    "Mixed[int]": "class Mixin(Generic[T]):\n    mixed: T\nclass Mixed(Mixin[T], BaseModel, Generic[T]):\n    own: T\n",
    "IntBox": DATACLASS + "@dataclass\nclass IntBox(Box[int]):\n    own: int = 1\n",
    "Left[int]": DATACLASS_PAIR + "@dataclass\nclass Left(Pair[str, V], Generic[V]):\n    own: V\n",
    "IntTyped": TYPED_DICT + "class IntTyped(Box[int]):\n    own: int\n",
    "TypedOf[int]": TYPED_DICT + "class TypedOf(Box[T], Generic[T]):\n    own: T\n",
    "pydantic.RootModel[list[int]]": "",
    "pydantic.RootModel[Item]": "",
    "Roots[int]": "class Roots(pydantic.RootModel[list[T]], Generic[T]):\n    pass\n",
    "Given": "class Roots(pydantic.RootModel[list[T]], Generic[T]):\n    pass\nclass Given(Roots[int]):\n    pass\n",
    # -- recursion
    "Tree": TREE,
    "Tree[int]": TREE,
    "Tree[Tree[int]]": TREE,
    "Tree[float]": "@dataclass\nclass Tree(Generic[T]):\n    value: T\n    children: 'list[Tree[T]]'\n",
    "Even[int]": (
        "class Even(BaseModel, Generic[T]):\n    value: T\n    next: 'Odd[T] | None' = None\n"
        "class Odd(BaseModel, Generic[T]):\n    next: Even[T] | None = None\n"
    ),
    "Owner": BOX + "class Owner(BaseModel):\n    box: 'Box[Owner] | None' = None\n",
    # -- defaults (PEP 696)
    "Two[str]": "class Two(BaseModel, Generic[T, Default]):\n    a: T\n    b: Default\n",
    "Two[str, bool]": "class Two(BaseModel, Generic[T, Default]):\n    a: T\n    b: Default\n",
    "list[Two]": "class Two(BaseModel, Generic[T, Default]):\n    a: T\n    b: Default\n",
    "Same[int]": (
        "Second = typing_extensions.TypeVar('Second', default=list[T])\n"
        "class Same(BaseModel, Generic[T, Second]):\n    a: T\n    b: Second\n"
    ),
    "Bounded": "Bound = TypeVar('Bound', bound='Item')\nclass Bounded(BaseModel, Generic[Bound]):\n    a: Bound\n    b: Bound | None = None\n",
    # -- aliases
    "Pairs": "Pairs = list[tuple[T, T]]\n",
    "Pairs[int]": "Pairs = list[tuple[T, T]]\n",
    "MaybeList[int]": "MaybeList: TypeAlias = T | list[T]\n",
    "MaybeList[Any]": "MaybeList: TypeAlias = Union[T, list[T]]\n",
    "Swap[int, str]": "Swap = dict[K, V]\n",
    "Nested[int]": "Inner = list[T]\nNested = dict[str, Inner]\n",
    "Boxes[int]": DATACLASS + "Boxes = list[Box[T]]\n",
    "Renamed[int]": BOX + "Renamed = Box\n",
    "Items[int]": "Items = list\n",
    "Maybe[int]": "Maybe = Optional\n",
    "Holding[int]": (
        "MaybeList = Union[T, list[T]]\n"
        "class Holding(BaseModel, Generic[T]):\n    bare: MaybeList\n    given: MaybeList[T]\n    fixed: MaybeList[str]\n"
    ),
    "Later": "Later: TypeAlias = 'list[Item]'\n",
    # -- aliases with a name of their own (PEP 695), in the form that older Pythons have
    "Named": "Named = TypeAliasType('Named', int | None)\n",
    "Optional[Named]": "Named = TypeAliasType('Named', Literal['a', 'b'])\n",
    "tuple[Named, Named]": "Named = TypeAliasType('Named', Annotated[int, Field(ge=0, description='D.')])\n",
    "Json": "Json = TypeAliasType('Json', 'dict[str, Json] | list[Json] | str | int | None')\n",
    "OfModel": "OfModel = TypeAliasType('OfModel', Item)\n",
    "tuple[OfModel, OfModel]": "OfModel = TypeAliasType('OfModel', Item)\n",
    "tuple[OfModel, Item]": "OfModel = TypeAliasType('OfModel', Item)\n",
    "OfAlias": "Named = TypeAliasType('Named', Item)\nOfAlias = TypeAliasType('OfAlias', Named)\n",
    "tuple[OfAlias, Named]": "Named = TypeAliasType('Named', Item)\nOfAlias = TypeAliasType('OfAlias', Named)\n",
    "tuple[Many, Many[int], Many[Item]]": "Many = TypeAliasType('Many', list[T], type_params=(T,))\n",
    "Either[str, int]": "Either = TypeAliasType('Either', dict[V, K], type_params=(K, V))\n",
    "Box[Named]": BOX + "Named = TypeAliasType('Named', int | str)\n",
    "Pet": CATS + "Pet = TypeAliasType('Pet', Annotated[Cat | Dog, Field(discriminator='kind')])\n",
    "Annotated[First | Dog, Field(discriminator='kind')]": CATS + "First = TypeAliasType('First', Cat)\n",
    "Annotated[Typed[int] | Other[str], Field(discriminator='kind')]": (
        "class Typed(BaseModel, Generic[T]):\n    kind: Literal['a']\n    a: T\n"
        "class Other(BaseModel, Generic[T]):\n    kind: Literal['b']\n    b: T\n"
    ),
    "Configured": (
        DATACLASS + "class Configured(BaseModel):\n    model_config = ConfigDict(extra='forbid', str_max_length=5)\n"
        "    box: Box[str]\n    boxes: list[Box[Item]]\n"
    ),
    # -- Self, LiteralString, NewType
    "Chain": "class Chain(BaseModel):\n    next: Optional[Self] = None\n",
    "Longer": "class Chain(BaseModel):\n    next: Optional[Self] = None\nclass Longer(Chain):\n    a: int\n",
    "Chain[int]": "class Chain(BaseModel, Generic[T]):\n    value: T\n    next: Optional[Self] = None\n",
    "Linked": "@dataclass\nclass Linked:\n    next: Optional[Self] = None\n",
    "Third": "First = NewType('First', int)\nSecond = NewType('Second', First)\nThird = typing_extensions.NewType('Third', Second)\n",
    "Ids": "Ids = NewType('Ids', 'list[dict[str, int]]')\n",
    "BoxId": BOX + "BoxId = NewType('BoxId', Box[int])\n",
    # -- strings inside annotations
    "list['int']": "",
    "Optional['Item']": "",
    "dict[str, 'list[\"Item\"]']": "",
    "Annotated['int', Field(ge=0)]": "",
    "Box['Item']": DATACLASS,
    "'list[' 'int]'": "",
    "list['int | None']": "",
}
POSITIONS: Mapping[str, str] = {
    "parameter": "def f(x: {type}): ...",
    "twice": "def f(x: {type}, y: list[{type}]): ...",
    "described": "def f(x: Annotated[{type}, Field(description='About x.')]): ...",
    "result": "def f() -> {type}: ...",
    "model field": "class Holder(BaseModel):\n    x: {type}\ndef f(x: Holder): ...",
    "dataclass field": "@dataclass\nclass Holder:\n    x: {type}\ndef f(x: Holder): ...",
}


def assert_same(derive: Callable[[str], tuple[Any, Any]], source: str) -> None:
    static, runtime = derive(source)
    assert static.input == runtime.input
    assert static.output == runtime.output


@pytest.mark.parametrize("annotation", TYPES)
def test_type(derive_tools: DeriveTools, annotation: str) -> None:
    functions = {position: template.format(type=annotation) for position, template in POSITIONS.items()}
    assert_each_same(derive_tools, IMPORTS + HEADER + TYPES[annotation], functions)


@pytest.mark.parametrize("position", ["parameter", "result", "model field", "described"])
@pytest.mark.parametrize(
    ("narrowed", "definitions", "meaning"),
    [
        ("Annotated[Few, Field(max_length=3)]", "Few = TypeAliasType('Few', list[int])\n", "list[int]"),
        ("Annotated[Small, Field(ge=0)]", "Small = TypeAliasType('Small', int)\n", "int"),
        ("Annotated[Small, Field(ge=0)]", "Small = TypeAliasType('Small', int | None)\n", "int | None"),
        ("Annotated[Pet, Field(discriminator='kind')]", CATS + "Pet = TypeAliasType('Pet', Cat | Dog)\n", "Cat | Dog"),
    ],
)
def test_narrowed_alias(
    derive: Callable[[str], tuple[Any, Any]], narrowed: str, definitions: str, meaning: str, position: str
) -> None:
    """toolgen's choice: pydantic puts what narrows an alias into its definition, for all that refer to it."""
    static, _ = derive(module(HEADER + definitions, POSITIONS[position].format(type=narrowed)))
    spelled_out = re.sub(r"\[\w+, Field", f"[{meaning}, Field", narrowed)
    _, runtime = derive(module(HEADER + definitions, POSITIONS[position].format(type=spelled_out)))
    assert static == runtime


NEWER: Mapping[str, tuple[str, str]] = {
    # annotation: definitions in the syntax of Python 3.12 or 3.13, and what they mean in that of 3.11
    "Box[int]": (
        "class Box[T](BaseModel):\n    value: T\n    more: list[T] = []\n",
        BOX.replace("    maybe: Optional[T] = None\n", ""),
    ),
    "Box[Item]": ("@dataclass\nclass Box[T]:\n    value: T\n    maybe: T | None = None\n", DATACLASS),
    "Box[str]": ("class Box[T](TypedDict):\n    value: T\n    maybe: NotRequired[list[T]]\n", TYPED_DICT),
    "Box[bool]": ("class Box[T](GenericTuple):\n    value: T\n    count: int = 0\n", NAMED_TUPLE),
    "Pair[str, int]": ("class Pair[A, B](BaseModel):\n    key: A\n    value: B\n", PAIR),
    "Two[str]": (
        "class Two[A, B = int](BaseModel):\n    a: A\n    b: B\n",
        "class Two(BaseModel, Generic[T, Default]):\n    a: T\n    b: Default\n",
    ),
    "Bounded": (
        "class Bounded[T: Item](BaseModel):\n    a: T\n    b: T | None = None\n",
        "class Bounded(BaseModel, Generic[Bound]):\n    a: Bound\n    b: Bound | None = None\n",
    ),
    "OneOf": (
        "class OneOf[T: (int, str)](BaseModel):\n    a: T\n",
        "class OneOf(BaseModel, Generic[Constrained]):\n    a: Constrained\n",
    ),
    "Sub[int]": (
        "class Pair[A, B](BaseModel):\n    key: A\n    value: B\nclass Sub[A](Pair[str, A]):\n    more: A\n",
        PAIR + "class Sub(Pair[str, V], Generic[V]):\n    more: V\n",
    ),
    "Tree[int]": ("class Tree[T](BaseModel):\n    value: T\n    children: 'list[Tree[T]]' = []\n", TREE),
    "Named": ("type Named = int | None\n", "Named = TypeAliasType('Named', int | None)\n"),
    "Json": (
        "type Json = dict[str, Json] | list[Json] | str | int | None\n",
        "Json = TypeAliasType('Json', 'dict[str, Json] | list[Json] | str | int | None')\n",
    ),
    "tuple[Many, Many[int]]": (
        "type Many[Element] = list[Element]\n",
        "Many = TypeAliasType('Many', list[T], type_params=(T,))\n",
    ),
    "Either[str, int]": (
        "type Either[A, B: str] = dict[B, A]\n",
        "Either = TypeAliasType('Either', dict[V, K], type_params=(K, V))\n",
    ),
    "Later": (
        "type Later = list[Defined]\nclass Defined(BaseModel):\n    a: int\n",
        "class Defined(BaseModel):\n    a: int\nLater = TypeAliasType('Later', list[Defined])\n",
    ),
    "Sized": (
        'SIZE = 3\ntype Sized = Annotated[list[int], Field(max_length=SIZE, description=f"At most {f"{SIZE}"}.")]\n',
        "Sized = TypeAliasType('Sized', Annotated[list[int], Field(max_length=3, description='At most 3.')])\n",
    ),
}


def static_of(source: str, root: Path) -> Any:
    write(root, {"tools.py": source})
    analysis = read(root)
    assert [found for found in analysis.diagnostics if found.severity == "error"] == []
    return static(analysis)["f"]


@pytest.mark.parametrize("position", ["parameter", "twice", "result", "model field"])
@pytest.mark.parametrize("annotation", NEWER)
def test_newer_syntax(derive: Callable[[str], tuple[Any, Any]], tmp_path: Path, annotation: str, position: str) -> None:
    newer, older = (HEADER + definitions for definitions in NEWER[annotation])
    function = POSITIONS[position].format(type=annotation)
    _, runtime = derive(module(newer if sys.version_info >= (3, 13) else older, function))
    assert static_of(module(newer, function), tmp_path) == runtime


@pytest.mark.parametrize(
    ("newer", "older"),
    [
        ("def f[X](x: X) -> list[X]", "def f(x: T) -> list[T]"),
        ("def f[X: int](x: X) -> X", "def f(x: int) -> int"),
        ("def f[X: (int, str)](x: X)", "def f(x: int | str)"),
        ("def f[X: Item](x: X, y: list[X]) -> X", "def f(x: Item, y: list[Item]) -> Item"),
        ("def f[X = int](x: X)", "def f(x: int)"),
        (
            "def f[X = list[int], Y: str = Literal['a']](x: X, y: dict[str, Y])",
            "def f(x: list[int], y: dict[str, Literal['a']])",
        ),
    ],
)
def test_type_parameters_of_a_function(
    derive: Callable[[str], tuple[Any, Any]], tmp_path: Path, newer: str, older: str
) -> None:
    _, runtime = derive(module(HEADER, f"{older}: ..."))
    # `def f[` is not where `module` looks for the function.
    source = f"{IMPORTS}{HEADER}\n@tool('f', 'F.')\n{newer}: ...\n"
    assert static_of(source, tmp_path) == runtime


OPTIONS = "class Options(TypedDict, total=False):\n    limit: Required[int]\n    tags: Annotated[list[str], Field(min_length=1)]\n"


@pytest.mark.parametrize(
    ("written", "meaning"),
    [
        (
            "**kwargs: typing_extensions.Unpack[Options]",
            "*, limit: int, tags: Annotated[list[str], Field(min_length=1)]",
        ),
        (
            "a: int, **kwargs: typing.Unpack['Options']",
            "a: int, *, limit: int, tags: Annotated[list[str], Field(min_length=1)]",
        ),
        ("**kwargs: 'typing.Unpack[Options]'", "*, limit: int, tags: Annotated[list[str], Field(min_length=1)]"),
    ],
)
def test_keywords_of_a_typed_dictionary(
    derive: Callable[[str], tuple[Any, Any]], tmp_path: Path, written: str, meaning: str
) -> None:
    """A function says with a default that it can do without an argument, a typed dictionary without one."""
    _, runtime = derive(module(HEADER + OPTIONS, f"def f({meaning}): ..."))
    found = static_of(module(HEADER + OPTIONS, f"def f({written}): ..."), tmp_path)
    assert found.input == runtime.input | {"required": [name for name in runtime.input["required"] if name != "tags"]}


@pytest.mark.parametrize(
    "function",
    [
        "def f(*args: T): ...",
        "def f(*args: Item, **kwargs: T): ...",
        "def f(*args: 'list[Item]', x: int): ...",
        "def f(a: T, /, b: T, *, c: T): ...",
        "def f(a: 'T', b: 'T | None' = None) -> 'dict[str, T]': ...",
        "def f(**kwargs: 'Default'): ...",
    ],
)
def test_signature(derive: Callable[[str], tuple[Any, Any]], function: str) -> None:
    assert_same(derive, module(HEADER, function))


MODULES = {
    "generic.py": "from typing import Generic, TypeVar\nfrom pydantic import BaseModel\nT = TypeVar('T')\nclass Page(BaseModel, Generic[T]):\n    items: list[T]\n    next: 'Page[T] | None' = None\n",
    "one.py": "from pydantic import BaseModel\nclass Item(BaseModel):\n    a: int\n",
    "two.py": "from dataclasses import dataclass\nfrom typing import Generic, TypeVar\nimport generic\nT = TypeVar('T')\n@dataclass\nclass Item(Generic[T]):\n    b: T\nItems = list[Item[T]]\n",
}


@pytest.mark.parametrize(
    "annotation",
    [
        "generic.Page[one.Item]",
        "generic.Page[two.Item[int]]",
        "two.Items[one.Item]",
        "dict[str, two.Items[generic.Page[int]]]",
    ],
)
def test_across_modules(derive_project: Callable[[Mapping[str, str]], tuple[Any, Any]], annotation: str) -> None:
    tools = f"import generic, one, two\nfrom toolgen import tool\n@tool('f', 'F.')\ndef f(x: {annotation}) -> {annotation}: ...\n"
    static, runtime = derive_project(MODULES | {"tools.py": tools})
    assert static.input == runtime.input
    assert static.output == runtime.output


ENCLOSED = """\
About = Field(description='Here.', examples=[1], title='It')
Address = TypeVar('Address', bound=Annotated[pydantic.IPvAnyAddress, About])
NewAddress = typing.NewType('NewAddress', Annotated[pydantic.IPvAnyAddress, About])
Plain = Annotated[pydantic.IPvAnyAddress, About]
Count = typing.NewType('Count', Annotated[int, Field(ge=3, description='Here.')])
"""


@pytest.mark.parametrize("annotation", ["Address", "NewAddress", "Plain", "Count", "Annotated[Count, Field(le=9)]"])
def test_metadata_behind_a_name(derive: Callable[[str], tuple[Any, Any]], annotation: str) -> None:
    assert_same(derive, module(HEADER + ENCLOSED, EVERYWHERE.format(type=annotation)))


DOCUMENTED = "def f(x: {type}):\n    'F.\\n\\n    Args:\\n        x: Something else.\\n    '\n"


@pytest.mark.parametrize("annotation", ["Plain", "Count", "Annotated[Count, Field(le=9)]"])
def test_a_description_behind_a_name_comes_before_the_docstring(
    derive: Callable[[str], tuple[Any, Any]], annotation: str
) -> None:
    assert_same(derive, module(HEADER + ENCLOSED, DOCUMENTED.format(type=annotation)))


@pytest.mark.parametrize("annotation", ["Address", "NewAddress"])
def test_the_docstring_describes_what_pydantic_forgets_to(
    derive: Callable[[str], tuple[Any, Any]], annotation: str
) -> None:
    """A class that makes its own schema hides what a bound or a `NewType` says of it."""
    static, runtime = derive(module(HEADER + ENCLOSED, DOCUMENTED.format(type=annotation)))
    given, derived = (one.input["properties"]["x"] for one in (static, runtime))
    assert "description" not in derived
    assert given == derived | {"description": "Something else."}


ALIASES = """\
class One:
    Item = TypeAliasType("Item", int)
class Two:
    Item = TypeAliasType("Item", list[str])
Item = TypeAliasType("Item", dict[str, bool])
Before = Item
Item = TypeAliasType("Item", float)
"""


@pytest.mark.parametrize(
    "annotation",
    ["One.Item", "Two.Item", "Item", "Before", "tuple[One.Item, Two.Item]", "tuple[Two.Item, Item, One.Item, Before]"],
)
def test_aliases_of_one_name(derive: Callable[[str], tuple[Any, Any]], annotation: str) -> None:
    assert_same(derive, module(HEADER + ALIASES, f"def f(x: {annotation}): ..."))


SAME_NAME = {
    "one.py": "from pydantic import BaseModel\nclass Item(BaseModel):\n    a: int\nclass Only(BaseModel):\n    item: Item\n",
    "two.py": "from pydantic import BaseModel\nclass Item(BaseModel):\n    b: str\n    next: 'Item | None' = None\n",
}


@pytest.mark.parametrize("imports", ["import one, two\n", "import two, one\n"])
@pytest.mark.parametrize(
    "parameters", ["x: one.Only, y: two.Item", "y: two.Item, x: one.Only", "x: one.Item, y: two.Item"]
)
def test_classes_of_one_name(
    derive_project: Callable[[Mapping[str, str]], tuple[Any, Any]], imports: str, parameters: str
) -> None:
    tools = f"{imports}from toolgen import tool\n@tool('f', 'F.')\ndef f({parameters}): ...\n"
    static, runtime = derive_project(SAME_NAME | {"tools.py": tools})
    assert static.input == runtime.input
    assert {"one__Item", "two__Item"} <= static.input["$defs"].keys()
