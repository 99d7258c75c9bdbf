"""The marker API: what `@tool` and its companions do at run time, and what type checkers make of them."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path
from textwrap import dedent
from typing import Annotated, Any, get_args, get_origin

import pytest

import toolgen
from toolgen import Argument, Declaration, Injected, Tool, tool


def function(city: str) -> str:
    return f"sunny in {city}"


async def coroutine(city: str) -> str:
    return f"sunny in {city}"


async def generator(city: str) -> AsyncIterator[str]:
    yield f"sunny in {city}"


# -- the decorated object stays what it was -------------------------------------------------------------------

FORMS: dict[str, tuple[Callable[[Any], Any], dict[str, object]]] = {
    "@tool": (tool, {}),
    "@tool()": (tool(), {}),
    "@tool(name)": (tool("weather"), {"name": "weather"}),
    "@tool(name, description)": (tool("weather", "Today's."), {"name": "weather", "description": "Today's."}),
    "@tool(name=)": (tool(name="weather"), {"name": "weather"}),
    "@tool(tags=)": (tool(tags=["web"]), {"tags": ["web"]}),
    "@tool(name, tags=)": (tool("weather", tags=["web"]), {"name": "weather", "tags": ["web"]}),
}


@pytest.mark.parametrize("subject", [function, coroutine, generator], ids=lambda subject: subject.__name__)
@pytest.mark.parametrize(("decorate", "keywords"), FORMS.values(), ids=FORMS)
def test_every_form_returns_the_same_object_and_records_what_it_was_given(
    decorate: Callable[[Any], Any], keywords: dict[str, object], subject: Any
) -> None:
    signature = inspect.signature(subject)
    assert decorate(subject) is subject
    assert vars(subject.__toolgen__) == keywords
    assert inspect.signature(subject) == signature


def test_every_keyword_is_recorded() -> None:
    def before(arguments: dict[str, Any]) -> dict[str, Any]:
        return arguments

    def after(result: object) -> object:
        return result

    @tool(
        "weather",
        "Today's weather.",
        title="Weather",
        param_descriptions={"city": "Where."},
        params={"city": {"enum": ["Rome"]}},
        required=["city"],
        preprocess=before,
        postprocess=after,
        tags=["web"],
        category="outside",
        requires_approval=True,
        risk_level="low",
        timeout=2.5,
        examples=[{"city": "Rome"}],
        multiline=["city"],
        annotations={"read_only": True},
        deprecated="use forecast",
    )
    def weather(city: str) -> str:
        return city

    assert vars(weather.__toolgen__) == {  # type: ignore[attr-defined]
        "name": "weather",
        "description": "Today's weather.",
        "title": "Weather",
        "param_descriptions": {"city": "Where."},
        "params": {"city": {"enum": ["Rome"]}},
        "required": ["city"],
        "preprocess": before,
        "postprocess": after,
        "tags": ["web"],
        "category": "outside",
        "requires_approval": True,
        "risk_level": "low",
        "timeout": 2.5,
        "examples": [{"city": "Rome"}],
        "multiline": ["city"],
        "annotations": {"read_only": True},
        "deprecated": "use forecast",
    }


def test_a_declaration_shows_its_keywords() -> None:
    assert repr(Declaration({"name": "weather", "timeout": 3})) == "Declaration(name='weather', timeout=3)"


class Station:
    @tool
    def method(self, city: str) -> str:
        return city

    @tool
    @staticmethod
    def static_inside(city: str) -> str:
        return city

    @staticmethod
    @tool
    def static_outside(city: str) -> str:
        return city

    @tool(name="c")
    @classmethod
    def class_inside(cls, city: str) -> str:
        return cls.__name__ + city

    @classmethod
    @tool(name="c")
    def class_outside(cls, city: str) -> str:
        return cls.__name__ + city


@pytest.mark.parametrize(
    ("name", "result", "keywords"),
    [
        ("method", "Rome", {}),
        ("static_inside", "Rome", {}),
        ("static_outside", "Rome", {}),
        ("class_inside", "StationRome", {"name": "c"}),
        ("class_outside", "StationRome", {"name": "c"}),
    ],
)
def test_methods_of_every_kind_still_bind_and_show_their_declaration(
    name: str, result: str, keywords: dict[str, object]
) -> None:
    bound = getattr(Station(), name)
    assert bound("Rome") == result
    assert vars(bound.__toolgen__) == keywords


def test_nested_functions_are_marked_one_by_one() -> None:
    def make(suffix: str) -> Callable[[], str]:
        @tool(name=f"echo_{suffix}")
        def echo() -> str:
            return suffix

        return echo

    first, second = make("a"), make("b")
    assert (first(), second()) == ("a", "b")
    assert [vars(echo.__toolgen__) for echo in (first, second)] == [  # type: ignore[attr-defined]
        {"name": "echo_a"},
        {"name": "echo_b"},
    ]


# -- companions -----------------------------------------------------------------------------------------------


def test_argument_has_defaults_and_a_readable_form() -> None:
    argument = Argument("path")
    assert (argument.name, argument.description, argument.required, argument.multiline) == ("path", "", True, False)
    assert (
        repr(Argument("path", "Where.", False, True))
        == "Argument(name='path', description='Where.', required=False, multiline=True)"
    )


def test_a_tool_class_declares_with_class_attributes() -> None:
    class Weather(Tool):
        name = "weather"
        arguments = (Argument("city"),)

        def execute(self, city: str) -> str:
            return city

    assert Weather().execute("Rome") == "Rome"
    assert Weather.name == "weather"


def test_injected_is_annotated_at_run_time() -> None:
    hint: Any = Injected[int]
    assert get_origin(hint) is Annotated
    assert get_args(hint)[0] is int


def test_the_public_names_are_listed() -> None:
    assert sorted(toolgen.__all__) == ["Argument", "Declaration", "Injected", "Tool", "tool"]
    assert all(hasattr(toolgen, name) for name in toolgen.__all__)


# -- what it costs --------------------------------------------------------------------------------------------


def loaded_modules(statement: str) -> set[str]:
    command = f"{statement}; import sys; print(*sys.modules)"
    # -S: the site module's `.pth` files load modules of their own, which differ between environments.
    path = str(Path(toolgen.__file__).parents[1])
    code = f"import sys; sys.path.insert(0, {path!r}); {command}"
    run = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, check=True)
    return set(run.stdout.split())


def test_importing_toolgen_imports_nothing_else() -> None:
    # `from __future__ import annotations` loads `__future__`, which is a table of flags.
    assert loaded_modules("import toolgen") - loaded_modules("import __future__") == {"toolgen"}


# -- what type checkers see -----------------------------------------------------------------------------------

KEPT = """\
from collections.abc import AsyncIterator, Callable
from typing import Any, assert_type

from toolgen import Argument, Injected, Tool, tool


@tool
def bare(city: str, days: int = 1) -> list[str]:
    return [city] * days


@tool()
def called(city: str) -> str:
    return city


@tool("name", "description")
def named(city: str) -> str:
    return city


@tool(tags=("a", "b"), risk_level="high", timeout=3, annotations={"read_only": True, "open_world": False})
async def coroutine(city: str) -> str:
    return city


@tool(params={"city": {"type": "string", "enum": lambda: ["Rome"]}, "days": int}, examples=[{"city": "Rome"}])
async def generator(city: str, days: int) -> AsyncIterator[str]:
    yield city * days


class Station:
    @tool
    def method(self, city: str) -> str:
        return city

    @tool
    @staticmethod
    def static_inside(city: str) -> str:
        return city

    @staticmethod
    @tool()
    def static_outside(city: str) -> str:
        return city

    @tool(name="c")
    @classmethod
    def class_inside(cls, city: str) -> str:
        return city

    @classmethod
    @tool
    def class_outside(cls, city: str) -> str:
        return city


class Weather(Tool):
    name = "weather"
    description = "Today's weather."
    tags = ["web"]
    examples = [{"city": "Rome"}]
    arguments = [Argument("city", "Where.", required=False)]

    def execute(self, city: str = "Rome") -> str:
        return city


class Forecast(Tool):
    name = "forecast"
    parameters_schema = {"type": "object", "properties": {"city": {"type": "string"}}}

    async def execute(self, city: str) -> str:
        return city


@tool
def with_user(city: str, user: Injected[int]) -> int:
    return assert_type(user, int)


async def use(station: Station) -> None:
    assert_type(bare("Rome", days=2), list[str])
    assert_type(called("Rome"), str)
    assert_type(named("Rome"), str)
    assert_type(await coroutine("Rome"), str)
    async for line in generator("Rome", 2):
        assert_type(line, str)
    assert_type(station.method("Rome"), str)
    assert_type(station.static_inside("Rome"), str)
    assert_type(Station.static_outside("Rome"), str)
    assert_type(Station.class_inside("Rome"), str)
    assert_type(Station.class_outside("Rome"), str)
    assert_type(with_user("Rome", 3), int)
    assert_type(Weather().execute("Rome"), str)
    assert_type(await Forecast().execute("Rome"), str)
"""

REFUSED = """\
from toolgen import Argument, tool

@tool
def weather(city: str) -> str: return city

weather(1)
tool(nme="weather")
tool(3)
tool("weather", risk_level="huge")
tool(tags=5)
tool(annotations={"readonly": True})
tool(examples=["Rome"])
tool(timeout="3s")
tool("weather", "Today's.", "Weather")
Argument(description="no name")
"""

REFUSED_LINES = set(range(6, 16))
CHECKERS = {
    "mypy": ("mypy", "--strict", "--no-error-summary", "--no-incremental", "--cache-dir", "{folder}/cache"),
    "pyright": ("pyright", "--pythonpath", sys.executable),
}


def complaints(checker: str, sources: Mapping[str, str], folder: Path) -> list[str]:
    """The errors of a type checker about `sources`, which are in files of these names, one a line."""
    for name, source in sources.items():
        (folder / name).write_text(dedent(source), encoding="utf-8")
    command = [part.format(folder=folder) for part in CHECKERS[checker]]
    run = subprocess.run(
        [sys.executable, "-m", *command, *sources], cwd=folder, capture_output=True, text=True, check=False
    )
    assert run.returncode in (0, 1), run.stdout + run.stderr
    return [line for line in run.stdout.splitlines() if "error:" in line or " - error" in line]


@pytest.mark.parametrize("checker", CHECKERS)
def test_type_checkers_keep_the_static_type_and_refuse_wrong_arguments(checker: str, tmp_path: Path) -> None:
    found = complaints(checker, {"kept.py": KEPT, "refused.py": REFUSED}, tmp_path)
    lines = [int(match[1]) for line in found if (match := re.search(r"refused\.py:(\d+):", line))]
    assert len(lines) == len(found)
    assert {*lines} == REFUSED_LINES
