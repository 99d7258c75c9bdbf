"""Validators in types: whatever kind of function has them, they run before it, and say what is wrong."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from textwrap import indent
from types import ModuleType
from typing import Any

import pytest

from toolgen.config.config import Config
from toolgen.pipeline import analyse

HEADER = """
import functools
from typing import TYPE_CHECKING, Annotated, Any
from annotated_types import Predicate
from pydantic import AfterValidator, BaseModel, BeforeValidator, Field, field_validator, model_validator
from pydantic_core import PydanticCustomError
from toolgen import Argument, Injected, Tool, tool

def inside(path):
    if path.startswith('/'):
        raise ValueError('it is outside of the root')
    return f'root/{path}'

Inside = Annotated[str, AfterValidator(inside)]
"""
OUTSIDE = '$.path: expected a valid value (Value error, it is outside of the root), got "/etc"'


@pytest.fixture(params=["", "from __future__ import annotations\n"], ids=["objects", "texts"])
def module(request: pytest.FixtureRequest, project: Callable[..., Any]) -> Callable[[str], Any]:
    """The dispatch module of `app`, whose source follows the header; annotations are objects, or texts."""
    return lambda source: project({"app.py": f"{request.param}{HEADER}\n{source}"})


def faults(dispatch: Any, name: str, arguments: Any) -> list[str]:
    """What is wrong with a call."""
    with pytest.raises(dispatch.InvalidArguments) as caught:
        asyncio.run(dispatch.dispatch(name, arguments))
    return [*map(str, caught.value.faults)]


READ = "{decorator}\n{kind}def read({first}path: Inside) -> str: return path"
DECORATOR = "@tool('read', 'R.')"


def method(first: str = "self, ", kind: str = "", decorator: str = DECORATOR) -> str:
    return f"class Files:\n{indent(READ.format(decorator=decorator, kind=kind, first=first), '    ')}\n"


METHODS = {
    "method": method(),
    "async method": method(kind="async "),
    "method of a base": method().replace("Files", "Base") + "class Files(Base): ...",
}
CLASS = """
class Read(Tool):
    name = 'read'
    description = 'R.'
    {listed}
    def execute(self, path: Inside) -> str: return path
"""
WRAPPED = """
def logged(function):
    @functools.wraps(function)
    def call(*args, **kwargs): return function(*args, **kwargs)
    return call
"""
FUNCTIONS = {
    "function": READ.format(decorator=DECORATOR, kind="", first=""),
    "static method": method("", decorator=f"{DECORATOR}\n@staticmethod"),
    "class": CLASS.format(listed=""),
    "class with a list": CLASS.format(listed="arguments = [Argument('path', 'P.')]"),
    "wrapped": WRAPPED + READ.format(decorator=f"{DECORATOR}\n@logged", kind="", first=""),
    "with what is injected, of a type that is not there": (
        "if TYPE_CHECKING:\n    from nowhere import Database\n"
        f"{DECORATOR}\ndef read(path: Inside, db: 'Injected[Database]' = None) -> str: return path"
    ),
}


@pytest.mark.parametrize("source", [*METHODS.values(), *FUNCTIONS.values()], ids=[*METHODS, *FUNCTIONS])
def test_validators_run_whatever_the_function_belongs_to(source: str, module: Callable[[str], Any]) -> None:
    dispatch = module(source)
    if source in METHODS.values():
        dispatch.bind(import_module("app").Files())
    assert asyncio.run(dispatch.dispatch("read", {"path": "a"})) == "root/a"
    assert faults(dispatch, "read", {"path": "/etc"}) == [OUTSIDE]


@pytest.mark.parametrize("made", [lambda function: function, partial], ids=["function", "partial"])
def test_a_function_in_a_function_is_validated_once_it_is_bound(
    made: Callable[[Any], Any], module: Callable[[str], Any]
) -> None:
    dispatch = module(
        "def make():\n    @tool('read', 'R.')\n    def read(path: Inside) -> str: return path\n    return read"
    )
    dispatch.bind(read=made(import_module("app").make()))
    assert asyncio.run(dispatch.dispatch("read", {"path": "a"})) == "root/a"
    assert faults(dispatch, "read", {"path": "/etc"}) == [OUTSIDE]


def test_without_pydantic_no_tool_is_called_unvalidated(
    project: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    dispatch = project(
        {
            "app.py": """
                from typing import Annotated
                from annotated_types import Ge, Predicate
                from toolgen import tool

                @tool("plain", "P.")
                def plain(word: Annotated[int, Ge(1)]) -> int: return word

                @tool("coded", "C.")
                def coded(word: Annotated[str, Predicate(str.islower)]) -> str: return word
            """
        }
    )
    monkeypatch.setitem(sys.modules, "pydantic", None)
    assert asyncio.run(dispatch.dispatch("plain", {"word": 1})) == 1
    with pytest.raises(dispatch.ToolFailed, match="pydantic"):
        asyncio.run(dispatch.dispatch("coded", {"word": "a"}))


# -- what a validator raises ------------------------------------------------------------------------------------------

RAISED = {
    "ValueError('no')": "(Value error, no)",
    "AssertionError('no')": "(Assertion failed, no)",
    "PydanticCustomError('kind', 'no {what}', {'what': 'luck'})": "(no luck)",
}


@pytest.mark.parametrize(("raised", "told"), RAISED.items())
def test_what_is_refused_is_told_with_its_path(raised: str, told: str, module: Callable[[str], Any]) -> None:
    dispatch = module(
        f"def check(value):\n    raise {raised}\nKey = Annotated[str, AfterValidator(check)]\n"
        "class Order(BaseModel):\n    keys: list[Key]\n"
        "@tool('buy', 'B.')\ndef buy(order: Annotated[Order, Field(alias='the-order')]) -> None: ..."
    )
    assert faults(dispatch, "buy", {"the-order": {"keys": ["a"]}}) == [
        f'$["the-order"].keys[0]: expected a valid value {told}, got "a"'
    ]


PETS = """
class Cat(BaseModel):
    kind: Literal['cat']
    x: Annotated[int, AfterValidator(abs)]
class Dog(BaseModel):
    kind: Literal['dog']
    ys: dict[str, int]
@tool('feed', 'F.')
def feed(
    all: list[Annotated[Cat | Dog, Field(discriminator='kind')]] = [],
    one: Annotated[int, AfterValidator(abs)] | Cat = 1,
) -> None: ...
"""


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"all": [{"kind": "cat", "x": "q"}]}, ['$.all[0].x: expected a valid value (Input should be a valid int']),
        ({"all": [{"kind": "cat"}]}, ["$.all[0].x: expected a valid value (Field required), got nothing"]),
        ({"all": [{"kind": "dog", "ys": {"a": "q"}}]}, ["$.all[0].ys.a: expected a valid value (Input should be"]),
        ({"all": [{"kind": "bird"}]}, ["$.all[0]: expected a valid value (Input tag 'bird' found using"]),
        ({"one": {"x": "q"}}, ["$.one: ", "$.one.kind: ", "$.one.x: "]),
    ],
)  # fmt: skip
def test_a_path_has_no_members_of_unions(arguments: Any, told: list[str], module: Callable[[str], Any]) -> None:
    found = faults(module(f"from typing import Literal\n{PETS}"), "feed", arguments)
    assert [one[: len(start)] for one, start in zip(found, told, strict=True)] == told


def test_a_function_that_is_bound_has_the_annotations_that_were_read(module: Callable[[str], Any]) -> None:
    """The manifest says that pydantic validates: no other function would be given what its own annotations say."""
    nested = indent(READ.format(decorator=DECORATOR, kind="", first=""), "    ")
    dispatch = module(f"def make():\n{nested}\n    return read\n")
    for other in (lambda path: path, partial(lambda path: path)):
        with pytest.raises(TypeError, match=r"read is validated as app:make\.<locals>\.read is annotated: bind that"):
            dispatch.bind(read=other)
    import app  # type: ignore[import-not-found]

    dispatch.bind(read=app.make())
    assert faults(dispatch, "read", {"path": "/etc"}) == [OUTSIDE]


@pytest.mark.parametrize("raised", ["KeyError('key')", "TypeError('type')", "ZeroDivisionError()"])
def test_what_is_no_refusal_is_a_failure(raised: str, module: Callable[[str], Any]) -> None:
    """pydantic lets it pass, so that no framework calls the tool."""
    dispatch = module(
        f"def check(value):\n    raise {raised}\n"
        "@tool('buy', 'B.')\ndef buy(key: Annotated[str, AfterValidator(check)]): ..."
    )
    with pytest.raises(dispatch.ToolFailed) as caught:
        asyncio.run(dispatch.dispatch("buy", {"key": "a"}))
    assert type(caught.value.cause).__name__ == raised.partition("(")[0]


def test_what_gathers_arguments_has_their_paths(module: Callable[[str], Any]) -> None:
    dispatch = module("@tool('read', 'R.')\ndef read(*path: Inside, **others: Inside): return path, others")
    assert asyncio.run(dispatch.dispatch("read", {"path": ["a"], "b": "b"})) == (("root/a",), {"b": "root/b"})
    assert faults(dispatch, "read", {"path": ["a", "/b"], "c": "/c"}) == [
        '$.path[1]: expected a valid value (Value error, it is outside of the root), got "/b"',
        '$.c: expected a valid value (Value error, it is outside of the root), got "/c"',
    ]


# -- what the declaration says beside the annotation ------------------------------------------------------------------


def test_a_fragment_counts_beside_the_validators(module: Callable[[str], Any]) -> None:
    dispatch = module(
        "@tool('read', 'R.', params={'path': {'enum': ['a', '/etc']}})\ndef read(path: Inside): return path"
    )
    assert asyncio.run(dispatch.dispatch("read", {"path": "a"})) == "root/a"
    assert faults(dispatch, "read", {"path": "/etc"}) == [OUTSIDE]
    assert faults(dispatch, "read", {"path": "b"}) == ['$.path: expected "a" or "/etc", got "b"']


def test_a_default_is_validated_where_its_field_says_so(module: Callable[[str], Any]) -> None:
    dispatch = module(
        "@tool('read', 'R.')\n"
        "def read(path: Inside = Field(default='a', validate_default=True), other: Inside = Field(default='/etc')):\n"
        "    return path, other"
    )
    assert asyncio.run(dispatch.dispatch("read", {})) == ("root/a", "/etc")


@pytest.fixture
def langchain(monkeypatch: pytest.MonkeyPatch) -> None:
    """A `langchain_core` whose decorator leaves the function as it is."""
    tools = ModuleType("langchain_core.tools")
    vars(tools)["tool"] = lambda *_, **__: lambda function: function
    monkeypatch.setitem(sys.modules, "langchain_core", ModuleType("langchain_core"))
    monkeypatch.setitem(sys.modules, "langchain_core.tools", tools)


@pytest.mark.usefixtures("langchain")
def test_the_validators_of_a_model_of_all_arguments_run(project: Callable[..., Any]) -> None:
    source = f"""{HEADER}
from langchain_core.tools import tool

class Copy(BaseModel):
    source: Inside
    times: int = 2

    @model_validator(mode='before')
    @classmethod
    def renamed(cls, value):
        return value if 'source' in value else dict(source=value.pop('path'), **value)

    @model_validator(mode='after')
    def check(self):
        if self.times > 5:
            raise ValueError('too often')
        return self

@tool(args_schema=Copy)
def copy(source, times):
    'Copy.'
    return source, times
"""
    dispatch = project({"app.py": source})
    assert asyncio.run(dispatch.dispatch("copy", {"source": "a"})) == ("root/a", 2)
    assert asyncio.run(dispatch.dispatch("copy", {"path": "a", "times": "3"})) == ("root/a", 3)
    assert dispatch.call_sync("copy", {"source": "a"}) == ("root/a", 2)
    assert faults(dispatch, "copy", {"source": "/etc"}) == [
        '$.source: expected a valid value (Value error, it is outside of the root), got "/etc"'
    ]
    assert faults(dispatch, "copy", {"source": "a", "times": 6}) == [
        "$: expected a valid value (Value error, too often), got an object of size 2"
    ]


MADE = """
def fresh():
    return [1]

class Query(BaseModel):
    words: list[str] = Field(default_factory=list)
    more: dict = Field(default_factory=lambda: {'a': 1})
    ids: list = Field(default_factory=fresh)
    limit: int = 5

@tool(args_schema=Query)
def find(words=None, more=None, ids=None, limit=0):
    'Find.'
    return words, more, ids, limit
"""


@pytest.mark.usefixtures("langchain")
def test_the_factories_of_a_model_make_its_defaults(project: Callable[..., Any]) -> None:
    source = f"{HEADER}\nfrom pydantic import BaseModel, Field\nfrom langchain_core.tools import tool\n{MADE}"
    dispatch = project({"app.py": source})
    assert dispatch.call_sync("find", {}) == ([], {"a": 1}, [1], 5)
    assert dispatch.call_sync("find", {"words": ["a"], "limit": 2}) == (["a"], {"a": 1}, [1], 2)


FAULTY = {
    "made in a function": "def make():\n    {model}\n    @tool(args_schema=Copy)\n    def copy(path: str): 'C.'",
    "some fields are supplied": (
        "from langchain_core.tools import InjectedToolArg\n"
        "class Base(BaseModel):\n    user: Annotated[str, InjectedToolArg]\n"
        "{model}\n@tool(args_schema=Copy)\ndef copy(path: str, user: str):\n    'C.'"
    ),
}


@pytest.mark.parametrize("source", FAULTY.values(), ids=FAULTY)
def test_a_model_whose_validators_cannot_run_is_an_error(source: str, tmp_path: Path) -> None:
    model = f"class Copy({'Base' if 'Base' in source else 'BaseModel'}): path: Inside"
    text = f"{HEADER}\nfrom langchain_core.tools import tool\n{source.format(model=model)}\n"
    (tmp_path / "app.py").write_text(text, encoding="utf-8")
    analysis = analyse(Config(root=tmp_path, output=""))
    found = [(one.code, text.splitlines()[one.span.line - 1].strip()) for one in analysis.diagnostics]
    assert found == [("TG225", model)]


UNSEEN = {
    "for type checkers": ("if TYPE_CHECKING: from types_ import Local", "", "'Local'"),
    "in an import for type checkers": ("if TYPE_CHECKING: import types_", "", "'list[types_.Local]'"),
    "quoted in part": ("if TYPE_CHECKING: from types_ import Local", "", "list['Local']"),
    "of a class": ("", "class Files:", "'Local'"),
    "of a function": ("", "def make():", "'Local | None'"),
}
SEEN = {
    "evaluated where it stands": ("", "class Files:", "Local"),
    "of the module as well": ("from types_ import Local", "class Files:", "'Local'"),
    "a literal": ("", "class Files:", "Annotated[Literal['Local'], AfterValidator(inside)]"),
    "without code": ("if TYPE_CHECKING: from types_ import Plain", "", "Plain"),
}


@pytest.mark.parametrize(("before", "around", "annotation"), [*UNSEEN.values(), *SEEN.values()], ids=[*UNSEEN, *SEEN])
def test_code_behind_a_name_that_the_module_has_not_is_an_error(
    before: str, around: str, annotation: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    local = "    Local = Inside\n" if around else ""
    body = f"{local}    @tool('read', 'R.')\n    def read(self, path: {annotation}): ...\n"
    text = f"{HEADER}\nfrom typing import Literal\n{before}\n{around}\n{body if around else body.replace('    ', '')}"
    (tmp_path / "app.py").write_text(text, encoding="utf-8")
    (tmp_path / "types_.py").write_text(
        f"{HEADER}\nLocal = Inside\nclass Plain(BaseModel): path: str\n", encoding="utf-8"
    )
    found = [one.code for one in analyse(Config(root=tmp_path, output="")).diagnostics if one.code == "TG225"]
    assert found == ["TG225"] * (request.node.callspec.id in UNSEEN)


INJECTED = """
@tool('read', 'R.')
def read(path: Inside, db: Injected[str] = '', *, more: int = 0) -> str: return f'{path}{db}{more}'
"""


def test_calls_from_code_run_them(module: Callable[[str], Any]) -> None:
    dispatch = module(INJECTED)
    assert dispatch.call_sync("read", {"path": "a", "db": "x"}) == "root/ax0"
    assert asyncio.run(dispatch.tools.read(path="a", more=1, db="x")) == "root/ax1"
    with pytest.raises(dispatch.InvalidArguments) as caught:
        dispatch.call_sync("read", {"path": "/etc"})
    assert [*map(str, caught.value.faults)] == [OUTSIDE]
