"""Output schemas in serialization mode, as fastmcp has them: equal to pydantic's, or left out with a note (TG307)."""

# ruff: noqa: E501 (a table of source text)

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from canonical import Schema, canonical, inlined
from positions import IMPORTS
from sides import TOOLS, importable, read, write, written

SERVER = "class FastMCP:\n    def tool(self, function):\n        return function\n"
SERIALIZING = "BeforeValidator, PlainSerializer, RootModel, WithJsonSchema, WrapSerializer"
DECORATORS = "computed_field, field_serializer, field_validator, model_serializer"
HEAD = IMPORTS.replace(
    "from toolgen import tool",
    f"from fastmcp import FastMCP\nfrom pydantic import {SERIALIZING}, {DECORATORS}\n\nmcp = FastMCP()",
)

POSITIONS = {
    "value": "@mcp.tool\ndef value() -> dict[str, {type}]: ...\n",
    "field": "class M(BaseModel):\n    x: {type}\n    y: list[{type}] = []\n\n@mcp.tool\ndef model_field() -> M: ...\n",
    "dataclass field": "@dataclass\nclass D:\n    x: {type}\n\n@mcp.tool\ndef dataclass_field() -> D: ...\n",
    "item": "class I(TypedDict):\n    x: NotRequired[{type}]\n\n@mcp.tool\ndef item() -> I: ...\n",
}
"""What `{type}` can stand in, each as a tool of its own in one module."""

SAME = {
    **dict.fromkeys(("int", "str", "bytes", "Any", "bool | None", "list[int]", "set[str]", "tuple[int, str]"), ""),
    **dict.fromkeys(("datetime.date", "datetime.datetime", "datetime.timedelta", "pathlib.Path", "uuid.UUID"), ""),
    **dict.fromkeys(("Literal['a', 1]", "Iterable[int]", "Sequence[str]", "Mapping[str, int]", "deque[int]"), ""),
    **dict.fromkeys(("type[int]", "pydantic.AnyUrl", "dict[int, str]"), ""),
    **dict.fromkeys(("Annotated[int, Field(ge=1, description='N.')]", "Annotated[list[int], Field(min_length=1)]"), ""),
    "Mode": "class Mode(Enum):\n    'How.'\n    FAST = 'f'\n",
    "Point": "class Point(NamedTuple):\n    x: int\n    y: int = 0\n",
    "Task": "@dataclass\nclass Task:\n    'A task.'\n    a: int\n    b: list[int] = field(default_factory=list)\n    c: int = field(init=False, default=1)\n",
    "Entry": "class Entry(TypedDict, total=False):\n    'An entry.'\n    a: Required[int]\n    b: Annotated[str, Field(description='B.')]\n",
    "Model": "class Model(BaseModel):\n    'A model.'\n    model_config = ConfigDict(extra='forbid')\n    a: int = Field(3, description='A.', examples=[1])\n    b: 'Model | None' = None\n",
    "Box[int]": "from typing import Generic, TypeVar\nT = TypeVar('T')\nclass Box(BaseModel, Generic[T]):\n    v: T\n",
    "Tags": "class Tags(RootModel[list[str]]):\n    'Tags.'\n",
}
"""Types that are written as they are read."""

WRITTEN = {
    "decimal.Decimal": "",
    "Annotated[decimal.Decimal, Field(gt=0, max_digits=5)]": "",
    "Optional[decimal.Decimal]": "",
    "Union[decimal.Decimal, str]": "",
    "dict[str, decimal.Decimal]": "",
    "fractions.Fraction": "import fractions\n",
    "pydantic.ByteSize": "",
    "pydantic.Json": "",
    "pydantic.Json[int]": "",
    "pydantic.Json[list[decimal.Decimal]]": "",
    "pydantic.SecretStr": "",
    "Annotated[int, BeforeValidator(str)]": "",
    "Aliased": "class Aliased(BaseModel):\n    first: int = Field(alias='firstOne')\n    second: int = Field(1, validation_alias='b', serialization_alias='s')\n",
    "Generated": "class Generated(BaseModel):\n    model_config = ConfigDict(alias_generator=str.upper)\n    first: int\n",
    "Validated": "class Validated(BaseModel):\n    x: int\n    @field_validator('x')\n    @classmethod\n    def check(cls, v): return v\n",
    "Computed": "class Computed(BaseModel):\n    x: int\n    @computed_field\n    @property\n    def y(self) -> int: return 1\n",
    "Below": "class Above(BaseModel):\n    @computed_field\n    def y(self) -> int: return 1\nclass Below(Above):\n    x: int\n",
    "Described": "import functools\nclass Described(BaseModel):\n    x: int\n    @computed_field\n    @functools.cached_property\n    def y(self) -> datetime.date | None:\n        '''Y.\n\n        More.\n        '''\n    @computed_field()\n    @property\n    def z(self) -> list[str]: return []\n",
    "Priced": "class Priced(BaseModel):\n    price: decimal.Decimal = decimal.Decimal('1.5')\n    parts: list['Priced'] = []\n",
}
"""Types that are written otherwise than they are read, as the source says without being run."""

LEFT_OUT = {
    "Annotated[int, PlainSerializer(lambda v: v)]": "",
    "Annotated[int, PlainSerializer(text)]": "def text(v) -> str: ...\n",
    "Annotated[int, WrapSerializer(text)]": "def text(v, h) -> str: ...\n",
    "Annotated[int, BeforeValidator(int, json_schema_input_type=str)]": "",
    "Annotated[int, WithJsonSchema({'type': 'string'}, mode='serialization')]": "",
    "Money": "def text(v) -> str: ...\nMoney = Annotated[int, PlainSerializer(text)]\n",
    "Renamed": "class Renamed(BaseModel):\n    x: int\n    @computed_field(alias='z')\n    @property\n    def y(self) -> int: return 1\n",
    "Shadowing": "class Above(BaseModel):\n    @computed_field\n    def y(self) -> int: return 1\nclass Shadowing(Above):\n    x: int\n    @property\n    def y(self) -> str: return ''\n",
    "Nested": "class One(BaseModel):\n    x: int\nclass Nested(BaseModel):\n    @computed_field\n    def y(self) -> One: return One(x=1)\n",
    "Serialized": "class Serialized(BaseModel):\n    x: int\n    @field_serializer('x')\n    def s(self, v) -> str: ...\n",
    "Whole": "class Whole(BaseModel):\n    x: int\n    @model_serializer\n    def s(self) -> str: ...\n",
    "Excluding": "class Excluding(BaseModel):\n    x: int\n    y: int = Field(exclude=True)\n",
    "Required": "class Required(BaseModel):\n    model_config = ConfigDict(json_schema_serialization_defaults_required=True)\n    x: int = 1\n",
    "Taking": "class Taking(BaseModel):\n    x: int\n    @field_validator('x', mode='before', json_schema_input_type=str)\n    @classmethod\n    def v(cls, v): return v\n",
}


@dataclass(frozen=True)
class Both:
    """What toolgen reads and what pydantic derives, by tool, and the codes of what toolgen has to say."""

    ours: Mapping[str, Schema | None]
    theirs: Mapping[str, Schema]
    notes: Sequence[str]


def both(root: Path, definitions: str, type_: str) -> Both:
    tools = "".join(position.format(type=type_) for position in POSITIONS.values())
    write(root, {"fastmcp.py": SERVER, f"{TOOLS}.py": f"{HEAD}{definitions}\n{tools}"})
    analysis = read(root)
    outputs = {tool.name: tool.output_schema for tool in analysis.manifest.tools}
    assert len(outputs) == len(POSITIONS)
    with importable(root):
        module = importlib.import_module(TOOLS)
        theirs = {name: written(getattr(module, name)) for name in outputs}
    return Both(
        {name: None if schema is None else canonical(inlined(schema)) for name, schema in outputs.items()},
        theirs,
        [found.code for found in analysis.diagnostics if found.code == "TG307"],
    )


@pytest.mark.parametrize("type_", [*SAME, *WRITTEN])
def test_what_is_read_is_what_is_written(type_: str, tmp_path: Path) -> None:
    found = both(tmp_path, {**SAME, **WRITTEN}[type_], type_)
    assert (found.ours, found.notes) == (found.theirs, [])


@pytest.mark.parametrize("type_", LEFT_OUT)
def test_what_is_not_followed_is_left_out(type_: str, tmp_path: Path) -> None:
    found = both(tmp_path, LEFT_OUT[type_], type_)
    assert (found.ours, found.notes) == (dict.fromkeys(found.theirs), ["TG307"] * len(POSITIONS))
    assert all(found.theirs.values())
