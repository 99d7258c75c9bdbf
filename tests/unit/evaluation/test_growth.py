"""How much work a question is: it grows with the code that is followed, and not with the ways through it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Container, Sequence
from typing import Any

import pytest

from toolgen.evaluation.budget import MAX_TURNS, Allowance, Budget, FileAllowance
from toolgen.evaluation.completion import Completion
from toolgen.evaluation.evaluator import Evaluator
from toolgen.evaluation.folding import parts
from toolgen.evaluation.folding.values import Frame, Unknown
from toolgen.evaluation.functions import FunctionValue
from toolgen.evaluation.kinds import class_bodies
from toolgen.evaluation.names.callers import Call, Callers
from toolgen.evaluation.names.lookup import Site
from toolgen.evaluation.statements import Statements
from toolgen.pipeline import Analysis
from toolgen.syntax.contents import Contents
from toolgen.syntax.facts import Binding, Function, Scope
from toolgen.tools import fragments

HEAD = "from mcp.server.fastmcp import FastMCP\nmcp = FastMCP('x')\ndef f(text: str) -> str:\n    'F.'\n"


def toolkit(count: int) -> str:
    """A class that adds functions to a list under conditions, each made of the list before."""
    adds = "".join(f"        if a{index}:\n            tools.append(self.f)\n" for index in range(count))
    flags = ", ".join(f"a{index}" for index in range(count))
    return (
        f"from agno.tools import Toolkit\nclass Box(Toolkit):\n    def __init__(self, {flags}):\n        tools = []\n"
        f"{adds}        super().__init__(name='box', tools=tools)\n    def f(self, text: str) -> str:\n        'F.'\n"
    )


def callers(count: int) -> str:
    """Functions that each call the one before twice, in the condition of a registration."""
    chain = "".join(f"def g{index}(x):\n    return g{index - 1}(x) or g{index - 1}(x)\n" for index in range(1, count))
    return f"{HEAD}def g0(x):\n    return len(x)\n{chain}if g{count - 1}(input()):\n    mcp.add_tool(f)\n"


@pytest.mark.parametrize("source", [toolkit, callers])
def test_four_times_the_code_is_no_more_than_eight_times_the_work(
    source: Callable[[int], str], analyse: Callable[..., Analysis], monkeypatch: pytest.MonkeyPatch
) -> None:
    spent = 0
    spend = Budget.spend

    def counted(budget: Budget, steps: int) -> None:
        nonlocal spent
        spent += max(steps, 1)
        spend(budget, steps)

    monkeypatch.setattr(Budget, "spend", counted)
    work = []
    for count in (3, 12):
        spent = 0
        assert [tool.name for tool in analyse({"tools.py": source(count)}).manifest.tools] == ["f"]
        work.append(spent)
    assert work[1] <= 8 * work[0]


@pytest.mark.parametrize("call", ["list(globals())", "sorted(vars())", "[*map(str, vars())]"])
def test_the_names_of_a_module_that_are_not_known_have_an_end(call: str, analyse: Callable[..., Analysis]) -> None:
    source = f"from toolgen import tool\n@tool\ndef f(a: object = {call}):\n    'F.'\n"
    assert {one.code for one in analyse({"tools.py": source}).diagnostics} == {"TG305"}


def test_a_fragment_that_doubles_with_each_name_is_too_large(
    analyse: Callable[..., Analysis], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (parts, fragments):
        monkeypatch.setattr(module, "MAX_WEIGHT", 10_000)
    names = "X = {'type': 'object', 'properties': {'a': X, 'b': {'items': X}}}\n" * 40
    source = f"from toolgen import tool\nX = {{}}\n{names}@tool(params={{'a': X}})\ndef f(a: dict):\n    'F.'\n"
    assert {one.code for one in analyse({"tools.py": source}).diagnostics} == {"TG201"}


def test_a_loop_that_nothing_ends_is_left(analyse: Callable[..., Analysis], monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing in it takes something from the list, which stays as long as it is."""
    entered: list[ast.stmt] = []
    run = Statements.run

    def counted(statements: Statements, body: Sequence[ast.stmt], frame: Frame) -> Completion:
        entered.extend(body[:1])
        return run(statements, body, frame)

    monkeypatch.setattr(Statements, "run", counted)
    found = analyse({"tools.py": f"{HEAD}stack = [f]\nwhile stack:\n    mcp.add_tool(stack[-1])\n"})
    assert {one.code for one in found.diagnostics} == {"TG211"}
    assert len(entered) < 3 * MAX_TURNS


def test_what_calls_give_is_asked_once_for_all_turns_of_a_recursion(
    analyse: Callable[..., Analysis], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = 0
    calls = Callers.calls

    def counted(callers: Callers, function: Function, site: Site) -> Sequence[Call]:
        nonlocal asked
        asked += 1
        return calls(callers, function, site)

    monkeypatch.setattr(Callers, "calls", counted)
    work = []
    for depth in (2, 6):
        asked = 0
        register = "    mcp.tool(name=name[1:])(f)\n    if n:\n" + "        register(n - 1, name)\n" * 2
        source = f"{HEAD}def register(n, name):\n{register}register({depth}, input())\n"
        assert {one.code for one in analyse({"tools.py": source}).diagnostics} == {"TG211"}
        work.append(asked)
    assert work[0] == work[1] > 0, work


def test_what_a_class_body_binds_below_conditions_is_asked_once_for_each_name(
    analyse: Callable[..., Analysis], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = 0
    bound = class_bodies._bound

    def counted(scope: Scope, name: str, absent: Container[int] = ()) -> list[Binding]:
        nonlocal asked
        asked += 1
        return bound(scope, name, absent)

    monkeypatch.setattr(class_bodies, "_bound", counted)
    work = []
    for count in (10, 40):
        asked = 0
        fields = "".join(f"    if N > {n}:\n        x{n}: int\n    else:\n        x{n}: str\n" for n in range(count))
        source = f"{HEAD}from pydantic import BaseModel\nN = 5\nclass X(BaseModel):\n{fields}"
        (tool,) = analyse({"tools.py": f"{source}@mcp.tool()\ndef g(x: X):\n    'G.'\n"}).manifest.tools
        assert [one["type"] for one in tool.input_schema["$defs"]["X"]["properties"].values()][3:7] == [
            *("integer", "integer", "string", "string")
        ]
        work.append(asked)
    assert work[1] <= 4 * work[0], work


NOTHING: Any = None
DEEP = 5_000
"""More than Python's recursion goes."""


def test_the_origin_of_a_long_chain_is_found() -> None:
    """`x.a.a.…()`, where the project gave `x` in a call."""
    node, given = ast.parse(f"x{'.a()' * 60}").body[0], ast.Name("given")
    assert isinstance(node, ast.Expr)
    chain: ast.expr = node.value
    for _ in range(DEEP):
        chain = ast.Attribute(chain, "a", ast.Load(), lineno=1, col_offset=0)
    frame = Frame(NOTHING, {"x": Unknown(given, (given, NOTHING))})
    found, site = Evaluator.origin(NOTHING, chain, frame)
    while isinstance(found, ast.Attribute | ast.Call):
        found = found.value if isinstance(found, ast.Attribute) else found.func
    assert (found, site) == (given, NOTHING)


def test_a_function_may_show_many_in_turn() -> None:
    function = FunctionValue(NOTHING, NOTHING, "f", None, is_async=False)
    for _ in range(DEEP):
        function = FunctionValue(NOTHING, NOTHING, "f", None, is_async=False, shown=function)
    assert len(function.chain) == DEEP + 1


def containers(count: int) -> dict[str, str]:
    """Modules that each fill a list of their own and register what is in it."""
    fill = "def add{0}(one):\n    TOOLS{0}.append(one)\n    return one\nadd{0}(f)\n"
    text = HEAD + "TOOLS{0} = []\n" + fill + "for one in TOOLS{0}:\n    mcp.add_tool(one, name='f{0}')\n"
    return {f"m{index}.py": text.format(index) for index in range(count)}


def test_a_container_is_looked_for_where_its_name_stands(
    analyse: Callable[..., Analysis], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = 0
    lines_with = Contents.lines_with

    def counted(contents: Contents, word: str) -> list[int]:
        nonlocal asked
        asked += 1
        return lines_with(contents, word)

    monkeypatch.setattr(Contents, "lines_with", counted)
    assert len(analyse(containers(12)).manifest.tools) == 12
    assert asked == 2 * 12  # for each list, and for the function that fills it


LOOP = "def make(x):\n    for i in range(10 ** 6):\n        x = x + 1\n    return x\n"


def test_a_long_call_without_functions_leaves_the_registration_known(analyse: Callable[..., Analysis]) -> None:
    found = analyse({"tools.py": f"{HEAD}{LOOP}n = make(1)\nmcp.add_tool(f, name='g')\n"})
    assert [tool.name for tool in found.manifest.tools] == ["g"]


def functions(count: int, work: int) -> str:
    """A loop that registers functions after much work for each."""
    defined = "".join(f"def f{index}(text: str) -> str:\n    'F.'\n" for index in range(count))
    names = ", ".join(f"f{index}" for index in range(count))
    return f"{HEAD}{defined}for one in [{names}]:\n    for i in range({work}):\n        x = i\n    mcp.add_tool(one)\n"


def test_a_loop_may_register_many_functions(analyse: Callable[..., Analysis]) -> None:
    found = analyse({"tools.py": functions(90, 200)})
    assert len(found.manifest.tools) == 90
    assert not found.diagnostics


def test_a_loop_that_is_too_long_to_be_followed_is_told(analyse: Callable[..., Analysis]) -> None:
    found = analyse({"tools.py": functions(20, 2_000)})
    assert 0 < len(found.manifest.tools) < 20
    assert [one.code for one in found.diagnostics] == ["TG211"]


def test_a_limited_budget_gives_back_what_was_not_spent() -> None:
    budget = Budget(FileAllowance("", Allowance()), 100)
    with budget.limited(10):
        budget.spend(4)
        assert budget.steps == 6
    assert budget.steps == 96
