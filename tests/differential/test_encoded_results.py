"""What is sent of a result is valid against the output schema that is published: drawn types, and values of them."""

from __future__ import annotations

import decimal
import importlib
import json
import typing
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument, ResolutionFailed
from jsonschema import Draft202012Validator
from positions import IMPORTS
from sides import TOOLS, importable, read, write

from toolgen.runtime import CallResult, structured

HEAD = IMPORTS + "import fractions\nimport ipaddress\nimport attrs\nimport msgspec\n"
CLASSES = {
    "Mode": "class Mode(Enum):\n    FAST = 'f'\n    SLOW = 2\n",
    "Level": "class Level(IntEnum):\n    LOW = 1\n    HIGH = 2\n",
    "Point": "class Point(NamedTuple):\n    x: int\n    at: {type}\n",
    "Task": "@dataclass\nclass Task:\n    text: str\n    due: {type}\n    made: int = field(init=False, default=1)\n",
    "Entry": "class Entry(TypedDict):\n    a: Required[{type}]\n    b: NotRequired[str]\n",
    "Model": "class Model(BaseModel):\n    model_config = ConfigDict(extra='forbid')\n"
    "    x_y: {type} = Field(alias='xY')\n",
    "Upper": "class Upper(BaseModel):\n    model_config = ConfigDict(alias_generator=str.upper)\n    first: {type}\n",
    "Split": "class Split(BaseModel):\n    x: {type} = Field(validation_alias='a', serialization_alias='b')\n",
    "Tagged": "class Left(BaseModel):\n    side: Literal['l'] = Field('l', alias='Side')\n    x: {type}\n"
    "class Right(BaseModel):\n    side: Literal['r'] = Field('r', alias='Side')\n"
    "class Tagged(BaseModel):\n    one: Union[Left, Right] = Field(discriminator='side', alias='One')\n",
    "Summed": "class Summed(BaseModel):\n    model_config = ConfigDict(extra='forbid')\n    x: {type}\n"
    "    @pydantic.computed_field\n    @property\n    def y(self) -> int: return 1\n",
    "Held": "@pydantic.dataclasses.dataclass\nclass Held:\n    x: {type} = Field(alias='xX')\n",
    "Kept": "@dataclass\nclass Kept:\n    x: {type}\n    y: dataclasses.InitVar[int]\n",
    "Keyed": "class Keyed(TypedDict):\n    x: Annotated[{type}, Field(alias='xX')]\n",
    "Defined": "@attrs.define\nclass Defined:\n    _size: {type}\n",
    "Struct": "class Struct(msgspec.Struct, rename='camel', tag=True):\n    a_b: {type}\n",
}
SCALARS = (
    *("None", "bool", "int", "str", "bytes", "complex", "object", "Literal['a', 1, True]"),
    *("datetime.date", "datetime.datetime", "datetime.time", "datetime.timedelta", "decimal.Decimal"),
    *("fractions.Fraction", "uuid.UUID", "pathlib.PurePath", "ipaddress.IPv4Address", "ipaddress.IPv6Network"),
    *("Annotated[int, at.Ge(0)]", "Annotated[str, at.MaxLen(3)]", "Annotated[float, at.Gt(0), at.Lt(9)]"),
)
KEYS = ("str", "int", "bool", "datetime.date", "uuid.UUID", "Mode", "Literal['a', 'b']")
ARRAYS = ("list[{}]", "Sequence[{}]", "deque[{}]", "tuple[{}, ...]", "tuple[int, {}]", "Optional[{}]", "Union[{}, int]")

LEAVES = st.sampled_from([*SCALARS, "Mode", "Level"])


def _within(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    arrays = st.builds(str.format, st.sampled_from(ARRAYS), inner)
    mappings = st.builds("dict[{}, {}]".format, st.sampled_from(KEYS), inner)
    return arrays | mappings


TYPES = st.recursive(LEAVES, _within, max_leaves=4) | st.sampled_from(["set[int]", "frozenset[str]", "set[Mode]"])


def _checked(source: str, data: st.DataObject) -> None:
    with TemporaryDirectory() as folder:
        root = Path(folder)
        write(root, {f"{TOOLS}.py": source})
        analysis = read(root)
        (found,) = analysis.manifest.tools
        notes = {one.code for one in analysis.diagnostics}
        if found.output_schema is None:
            assert "TG307" in notes or str(found.returns) in {"object", "typing.Any"}
            return
        with importable(root):
            function = importlib.import_module(TOOLS).f
            value = _value(typing.get_type_hints(function, include_extras=True)["return"], data)
        sent = json.loads(CallResult("id", "f", value).to_json())
    Draft202012Validator(found.output_schema).validate(sent)


SERVERS = {
    "fastmcp": "from fastmcp import FastMCP\nmcp = FastMCP('x')\n",
    "mcp 1": "from mcp.server.fastmcp import FastMCP\nmcp = FastMCP('x')\n",
    "mcp 2": "from mcp.server import MCPServer\nmcp = MCPServer('x')\n",
}


def _served(server: str, source: str, data: st.DataObject) -> None:
    """What a server answers with is valid; that it is installed is not needed to call the function."""
    with TemporaryDirectory() as folder:
        root = Path(folder)
        write(root, {f"{TOOLS}.py": SERVERS[server] + source.replace("@tool", "@mcp.tool()")})
        (found,) = read(root).manifest.tools
        if found.output_schema is None:
            return
        write(root, {f"{TOOLS}.py": source})
        with importable(root):
            function = importlib.import_module(TOOLS).f
            value = _value(typing.get_type_hints(function, include_extras=True)["return"], data)
        sent = json.loads(json.dumps(structured(found, value)))
    Draft202012Validator(found.output_schema).validate(sent)


# What stands for any object: JSON has neither NaN nor infinities, and a `range` of Hypothesis's fills the memory.
ANY = st.none() | st.booleans() | st.integers() | st.text() | st.dates() | st.uuids() | st.lists(st.integers())


def _value(type_: Any, data: st.DataObject) -> Any:
    """A value of a type; Hypothesis refuses some types when it is asked, and others (`deque[None]`) when it draws."""
    st.register_type_strategy(decimal.Decimal, st.decimals(allow_nan=False, allow_infinity=False))
    st.register_type_strategy(object, ANY)
    # Hypothesis takes bytes for a `Sequence[int]`, and pydantic refuses them.
    st.register_type_strategy(Sequence, lambda one: st.lists(st.from_type(*typing.get_args(one))))
    try:
        return data.draw(st.from_type(type_))
    except (InvalidArgument, ResolutionFailed):
        assume(False)


SETTINGS = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


@SETTINGS
@given(TYPES, st.data())
def test_a_result(type_: str, data: st.DataObject) -> None:
    kinds = "".join(CLASSES[name] for name in ("Mode", "Level"))
    _checked(f"{HEAD}{kinds}@tool\ndef f() -> {type_}:\n    'F.'\n", data)


@pytest.mark.parametrize("name", [*CLASSES][2:])
@settings(SETTINGS, max_examples=12)
@given(type_=LEAVES, place=st.sampled_from(["{}", "list[{}]", "Optional[{}]", "dict[str, {}]"]), data=st.data())
def test_an_object(name: str, type_: str, place: str, data: st.DataObject) -> None:
    kinds = "".join(CLASSES[one].format(type=type_) for one in ("Mode", "Level", name))
    source = f"{HEAD}{kinds}@tool\ndef f() -> {place.format(name)}:\n    'F.'\n"
    _checked(source, data)


@pytest.mark.parametrize("server", SERVERS)
@pytest.mark.parametrize("name", ["Task", "Entry", "Model", "Upper", "Split", "Held", "Tagged"])
@settings(SETTINGS, max_examples=10)
@given(type_=LEAVES, place=st.sampled_from(["{}", "list[{}]", "Optional[{}]", "dict[str, {}]"]), data=st.data())
def test_what_a_server_answers_with(server: str, name: str, type_: str, place: str, data: st.DataObject) -> None:
    assume(type_ != "object")  # which may be what JSON has no form for
    kinds = "".join(CLASSES[one].format(type=type_) for one in ("Mode", "Level", name))
    _served(server, f"{HEAD}{kinds}@tool\ndef f() -> {place.format(name)}:\n    'F.'\n", data)
