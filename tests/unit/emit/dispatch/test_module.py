"""The module as a whole: what type checkers, linters and Python itself say of it."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from toolgen.emit.dispatch.helpers import RESERVED
from toolgen.model.tool import Origin, ToolSpec
from toolgen.model.types import ClassSpec, EnumMember, Generic, LiteralOf, Named, Union

Project = Callable[..., Any]

MODELS = """
    from __future__ import annotations

    from dataclasses import dataclass
    from datetime import date
    from enum import Enum
    from typing import NamedTuple, TypedDict


    class Priority(Enum):
        LOW = "low"
        HIGH = "high"


    @dataclass
    class Task:
        text: str
        due: date | None = None
        parent: Task | None = None


    class Point(NamedTuple):
        x: float
        y: float


    class AVeryLongNameOfAClassThatStandsInAnnotations(TypedDict):
        point: Point
        when: date


    class Outer:
        @dataclass
        class Inner:
            when: date
"""

TOOLS = '''
    from __future__ import annotations

    import collections
    import datetime
    import decimal
    import pathlib
    import uuid
    from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence, Set
    from typing import Annotated, Any, Literal

    from pydantic import Field
    from toolgen import Injected, Tool, tool

    from app.models import AVeryLongNameOfAClassThatStandsInAnnotations, Outer, Point, Priority, Task

    @tool
    def add_reminder(text: str, due: datetime.datetime | None = None, priority: Priority = Priority.LOW) -> Task:
        """Add."""
        return Task(text)

    @tool
    async def list_tasks(
        status: Literal["open", "cancelled", "something that is longer than the others", "and another one"] = "open",
        limit: Annotated[int, Field(ge=1, le=50)] = 20,
        pattern: Annotated[str, Field(pattern=r"^(?:[A-Z]{3}-[0-9]+|[a-z]+(?:-[a-z]+)*(?:\\.[a-z]+)*)$")] = "x",
    ) -> list[AVeryLongNameOfAClassThatStandsInAnnotations] | dict[str, AVeryLongNameOfAClassThatStandsInAnnotations]:
        """List."""
        return []

    @tool
    async def watch(seconds: Annotated[float, Field(gt=0, multiple_of=0.1)]) -> AsyncIterator[int]:
        """Watch."""
        yield 1

    @tool
    def everything(
        list: list[list[list[dict[str, datetime.date]]]],
        datetime: dict[int, decimal.Decimal | uuid.UUID],
        tasks: Sequence[Task | Outer.Inner | None],
        point: Point,
        nested: Mapping[str, list[tuple[AVeryLongNameOfAClassThatStandsInAnnotations, pathlib.Path, bytes]]],
        bare: collections.deque,
        words: Set[str] | frozenset[str] | collections.OrderedDict | None = None,
    ) -> None:
        """All of it."""

    @tool
    def join(separator: str = ",", /, *parts: str, **labels: datetime.date) -> str:
        """Join."""
        return separator.join(parts)

    @tool
    def a_tool_with_a_name_that_is_exactly_as_long_as_a_provider_permits(a: int = 0, *, db: Injected[str]) -> int:
        """Long."""
        return a

    @tool(name="with-dashes", params={"if": {"type": "object", "properties": {"a": {"type": "array", "items": {
        "type": "array", "items": {"type": "array", "items": {"anyOf": [{"type": "string"}, {"enum": [1, None]}]}}}}}},
        "one": {"oneOf": [{"type": "integer"}, {"type": "array", "uniqueItems": True}], "not": {"const": [1]}}})
    def dashes(one: Any, **more: Any) -> Any:
        """Schemas of one's own."""

    class Agent:
        @tool
        def method(self, days: int) -> Iterator[str]:
            """Method."""
            yield "x"

    class Search(Tool):
        name = "search"
        description = "Search."

        def execute(self, query: str) -> list[str]:
            return [query]

    def make() -> Any:
        @tool
        def inner() -> int:
            """Nested."""
            return 1

        return inner
'''

USES = """
    from collections.abc import AsyncIterator
    from typing import Any, assert_type

    import app.tools
    from app.models import Priority, Task
    from dispatch import Fault, InvalidArguments, ToolName, bind, call, dispatch


    async def use(name: ToolName) -> None:
        assert_type(await call("add_reminder", {"text": "x", "priority": Priority.HIGH}), Task)
        assert_type(await call("watch", {"seconds": 1}), AsyncIterator[int])
        assert_type(await call("join", {"parts": ["a"], "labels": {}}), str)
        assert_type(await call("inner", {}), int)
        assert_type(
            await call("a_tool_with_a_name_that_is_exactly_as_long_as_a_provider_permits", {"a": 1}, {"db": "x"}), int
        )
        assert_type(await dispatch(name, "{}"), Any)
        bind(Agent=app.tools.Agent(), Search=app.tools.Search(), inner=lambda: 1)
        try:
            await dispatch("watch", {"seconds": 1})
        except InvalidArguments as error:
            assert_type(error.faults, list[Fault])
"""

WRONG = """
    from dispatch import ToolName, bind, call

    name: ToolName = "nothing"


    async def use() -> None:
        await call("nothing", {})
        await call("add_reminder", {})
        await call("add_reminder", {"text": 1})
        await call("add_reminder", {"text": "x", "more": 1})
        await call("a_tool_with_a_name_that_is_exactly_as_long_as_a_provider_permits", {"a": 1})
        await call("a_tool_with_a_name_that_is_exactly_as_long_as_a_provider_permits", {"a": 1}, {"db": 1})
        text: str = await call("search", {"query": "x"})
        bind(Agent=1)
        bind(Nothing=1)
"""


def run(module: str, *arguments: str, cwd: Path) -> str:
    """What a tool prints; empty if it is content."""
    command = [sys.executable, "-m", module, *arguments]
    done = subprocess.run(command, cwd=cwd, capture_output=True, encoding="utf-8", check=False)
    return "" if done.returncode == 0 else done.stdout + done.stderr


def lines(source: str) -> set[int]:
    """The lines of `WRONG` that are wrong."""
    return {n for n, line in enumerate(dedent(source).splitlines(), 1) if re.search(r"call\(|bind\(|name:", line)}


def test_it_passes_linters_and_type_checkers(project: Project, tmp_path: Path) -> None:
    project({"app/__init__.py": "", "app/models.py": MODELS, "app/tools.py": TOOLS})
    (tmp_path / "uses.py").write_text(dedent(USES))
    (tmp_path / "wrong.py").write_text(dedent(WRONG))
    assert run("ruff", "format", "--isolated", "--diff", "dispatch.py", cwd=tmp_path) == ""
    assert run("ruff", "check", "--isolated", "dispatch.py", cwd=tmp_path) == ""
    assert run("ruff", "check", "--isolated", "--select", "E,F,I,UP,B", "dispatch.py", cwd=tmp_path) == ""
    # The tools themselves leave out arguments of types, which must not matter.
    mypy = ("mypy", "--strict", "--config-file=", "--follow-imports=silent")
    pyright = ("pyright", "--pythonpath", sys.executable)
    assert run(*mypy, "dispatch.py", "uses.py", cwd=tmp_path) == ""
    assert run(*pyright, "dispatch.py", "uses.py", cwd=tmp_path) == ""
    found = run(*mypy, "wrong.py", cwd=tmp_path)
    assert {int(n) for n in re.findall(r"^wrong\.py:(\d+): error", found, re.MULTILINE)} == lines(WRONG)
    found = run(*pyright, "wrong.py", cwd=tmp_path)
    assert {int(n) for n in re.findall(r"wrong\.py:(\d+):\d+ - error", found)} == lines(WRONG)


def small(tool: Callable[..., ToolSpec]) -> Iterator[list[ToolSpec]]:
    yield []
    yield [tool({})]
    origin = Origin("", "os.path", "join", "toolgen")
    yield [tool({"properties": {"a": {"type": "integer"}}}, "only", origin=origin, returns=Named("int"), is_async=True)]
    result = Generic("dict", (Named("str"), Union((Named("datetime.datetime"), Named("collections.abc.Sequence")))))
    longest = LiteralOf(tuple(f"a literal that is rather long {number}" for number in range(4)))
    yield [tool({}, "x" * 64, origin=origin, returns=Union((result, longest, Named("None"))), injected=("db",))]
    yield [tool({"properties": {"a": {}}}, "a-b", origin=origin), tool({}, "a_b", origin=origin), tool({}, "invalid")]
    needing = {"required": ["x"]}, {"properties": {"x": {"properties": {"y": {"type": "string", "minLength": 1}}}}}
    yield [tool({"properties": {"a": {"anyOf": [*needing, {"not": {"required": ["z"]}}]}}}, "nested", origin=origin)]


def test_few_tools_pass_them_too(generate: Callable[..., str], tool: Callable[..., ToolSpec], tmp_path: Path) -> None:
    for index, tools in enumerate(small(tool)):
        (tmp_path / f"dispatch_{index}.py").write_text(generate(*tools), encoding="utf-8")
    assert run("ruff", "format", "--isolated", "--diff", ".", cwd=tmp_path) == ""
    assert run("ruff", "check", "--isolated", ".", cwd=tmp_path) == ""
    assert run("ruff", "check", "--isolated", "--select", "E,F,I,UP,B", ".", cwd=tmp_path) == ""
    assert run("mypy", "--strict", "--config-file=", ".", cwd=tmp_path) == ""
    assert run("pyright", "--pythonpath", sys.executable, ".", cwd=tmp_path) == ""


# -- names ----------------------------------------------------------------------------------------------------


def defined(text: str) -> Counter[str]:
    """The names that the top level of a module defines, and how often."""
    found: Counter[str] = Counter()
    for node in ast.parse(text).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            found[node.name] += 1
        elif isinstance(node, ast.Assign):
            found.update(target.id for target in node.targets if isinstance(target, ast.Name))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found[node.target.id] += 1
        elif isinstance(node, ast.Import | ast.ImportFrom):
            found.update(alias.name.partition(".")[0] for alias in node.names if node.col_offset == 0)
    return found


def test_no_name_is_defined_twice(project: Project, tmp_path: Path) -> None:
    project({"app/__init__.py": "", "app/models.py": MODELS, "app/tools.py": TOOLS})
    names = defined((tmp_path / "dispatch.py").read_text(encoding="utf-8"))
    assert {name for name, count in names.items() if count > 1} <= {"call", "call_sync"}


@pytest.mark.parametrize("name", sorted(RESERVED))
def test_a_tool_or_class_can_be_called_as_something_in_the_template(
    generate: Callable[..., str], tool: Callable[..., ToolSpec], name: str
) -> None:
    stem = re.sub("Arguments$|^_(to|check|read)_", "", name)
    class_name = "".join(map(str.capitalize, stem.split("_")))
    member = EnumMember(f"{stem}.{class_name}", "a", "x" * 60)
    spec = ClassSpec(f"{stem}.{class_name}", stem, class_name, "enum", members=(member,))
    values = {"properties": {"a": {"enum": ["x" * 60]}}}
    parameter = tool(values).parameters[0]
    typed = type(parameter)("a", "a", "keyword", Named(spec.name))
    text = generate(tool(values, stem, parameters=(typed,)), tool(values, f"{stem}_"), classes=[spec])
    exec(compile(text, "dispatch.py", "exec"), {})
    assert {found for found, count in defined(text).items() if count > 1} <= {"call", "call_sync"}


def test_packages_named_like_something_in_the_module_are_imported_under_another_name(
    generate: Callable[..., str], tool: Callable[..., ToolSpec]
) -> None:
    spec = ClassSpec("call.models.Task", "call.models", "Task", "dataclass")
    text = generate(tool({}, returns=Named(spec.name)), classes=[spec])
    assert "    import call.models as _call_models\n" in text
    assert "-> _call_models.Task:" in text


# -- what it needs --------------------------------------------------------------------------------------------


def test_it_imports_the_standard_library_alone(project: Project, tmp_path: Path) -> None:
    project({"app/__init__.py": "", "app/models.py": MODELS, "app/tools.py": TOOLS})
    script = "import sys, dispatch; print(*{name.partition('.')[0] for name in sys.modules})"
    done = subprocess.run(
        [sys.executable, "-S", "-c", script], cwd=tmp_path, capture_output=True, encoding="utf-8", check=True
    )
    assert {*done.stdout.split()} - sys.stdlib_module_names == {"dispatch", "__main__"} - sys.stdlib_module_names


def test_only_helpers_that_are_used_are_there(generate: Callable[..., str], tool: Callable[..., ToolSpec]) -> None:
    origin = Origin("", "app", "subject", "toolgen")
    text = generate(tool({"properties": {"a": {"type": "string"}}}, origin=origin))
    names = {name for name in defined(text) if name.startswith("_")}
    assert names == {
        *("_ABSENT", "_DECODER", "_ENCODER", "_Faults", "_Path", "_SUBJECT_NAMES", "_TOOLS", "_Tool", "_accepted"),
        *("_decoded", "_drop_others", "_fault", "_finished", "_finite", "_found", "_function", "_guarded_sync"),
        *("_in_thread", "_is_name", "_is_unicode", "_load", "_loaded", "_mistake", "_object", "_plain"),
        *("_read_subject", "_ready", "_reason", "_refuse_repetition", "_refused", "_result", "_scan", "_shown"),
        *("_shown_path", "_without_repetition"),
    }
    assert "bind" not in defined(text)


def test_the_same_manifest_makes_the_same_text(generate: Callable[..., str], tool: Callable[..., ToolSpec]) -> None:
    schema = {"properties": {"a": {"type": "array", "items": {"enum": [1, 2]}}, "b": {"type": "object"}}}
    texts: Mapping[str, None] = dict.fromkeys(generate(tool(schema), tool(schema, "other")) for _ in range(3))
    assert len(texts) == 1
