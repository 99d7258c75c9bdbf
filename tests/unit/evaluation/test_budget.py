"""How much work and time a question, a file and a project have, and where it is told that nothing is left."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from toolgen.config.config import Config
from toolgen.evaluation import budget
from toolgen.evaluation.budget import (
    ALL_SECONDS,
    FILE_SECONDS,
    MAX_ALL_STEPS,
    MAX_FILE_STEPS,
    MAX_STEPS,
    SECONDS,
    STEPS_AT_ONCE,
    STEPS_OF_ONE,
    Allowance,
)
from toolgen.evaluation.folding.faults import TooLargeError
from toolgen.pipeline import analyse

Pass = Callable[[float], None]


@pytest.fixture
def pass_time(monkeypatch: pytest.MonkeyPatch) -> Pass:
    """`pass_time(seconds)`: the processor works for so long."""
    clock = [5.0]
    for of_process_or_world in ("process_time", "monotonic"):
        monkeypatch.setattr(budget, of_process_or_world, lambda: clock[0])

    def go_on(seconds: float) -> None:
        clock[0] += seconds

    return go_on


def work(allowance: Allowance, path: str, steps: int, at_once: int = 100) -> int:
    """How many of `steps` one question after the other takes for a file, until nothing is left."""
    done = 0
    while done < steps:
        budget = allowance.question(path)
        try:
            for _ in range(MAX_STEPS // at_once):
                budget.spend(at_once)
                done += at_once
        except TooLargeError:
            return done
        finally:
            budget.settle()
    return done


def test_a_question() -> None:
    budget = Allowance().question("a.py")
    budget.spend(MAX_STEPS)
    with pytest.raises(TooLargeError):
        budget.spend(1)


@pytest.mark.parametrize("at_once", [1, 100, 5_000])
def test_a_file_leaves_something_for_the_others(at_once: int) -> None:
    allowance = Allowance()
    done = work(allowance, "a.py", MAX_ALL_STEPS, at_once)
    assert MAX_FILE_STEPS <= done < MAX_FILE_STEPS + 20_000
    assert allowance.files["a.py"].is_spent
    assert not allowance.is_spent
    assert work(allowance, "b.py", 100_000) == 100_000
    assert work(allowance, "a.py", MAX_STEPS) == STEPS_OF_ONE


def test_a_project() -> None:
    allowance = Allowance()
    done = sum(work(allowance, f"{number}.py", 100_000) for number in range(20))
    assert MAX_ALL_STEPS <= done < MAX_ALL_STEPS + 50_000
    assert allowance.is_spent
    assert not any(file.is_spent for file in allowance.files.values())


def test_the_time_of_a_question(pass_time: Pass) -> None:
    budget = Allowance().question("a.py")
    budget.spend(STEPS_AT_ONCE)
    pass_time(SECONDS + 1)
    with pytest.raises(TooLargeError):
        budget.spend(STEPS_AT_ONCE)


def test_the_time_of_a_file(pass_time: Pass) -> None:
    """Also of many questions, each of which takes few steps."""
    allowance = Allowance()
    for _ in range(20):
        with suppress(TooLargeError):
            allowance.question("a.py").spend(1)
        pass_time(FILE_SECONDS / 15)
    allowance.question("b.py").spend(1)
    assert [(path, file.is_spent) for path, file in allowance.files.items()] == [("a.py", True), ("b.py", False)]


def test_the_time_of_a_project(pass_time: Pass) -> None:
    allowance = Allowance()
    for number in range(20):
        with suppress(TooLargeError):
            allowance.question(f"{number}.py").spend(1)
        pass_time(ALL_SECONDS / 15)
    with pytest.raises(TooLargeError):
        allowance.question("20.py").spend(1)


def test_it_is_told_for_the_file_alone(tmp_path: Path) -> None:
    head = "from toolgen import tool\n"
    tool = "@tool(tags=[{1}])\ndef f{0}(x: int) -> str:\n    'Do it.'\n"
    (tmp_path / "bad.py").write_text(
        head + "".join(f"A{n} = [*range(30000)]\n" + tool.format(n, f"str(len(A{n}))") for n in range(150))
    )
    (tmp_path / "good.py").write_text(head + tool.format("", "str(1 + 1)"))
    analysis = analyse(Config(root=tmp_path, paths=(".",)))
    spent = [one for one in analysis.diagnostics if one.code == "TG109"]
    assert [(one.span.path, "of this file" in one.message) for one in spent] == [("bad.py", True)]
    assert "good.py" not in {one.span.path for one in analysis.diagnostics}
    assert {tool.name: tool.tags for tool in analysis.manifest.tools}["f"] == ("2",)


def test_what_a_constant_takes_is_no_work_of_the_question(tmp_path: Path) -> None:
    """A long table in a call that may take half of a question, and a tool of each of its rows."""
    rows = [{"name": f"t{row}", "keys": {f"key{key}": key for key in range(15)}} for row in range(200)]
    (tmp_path / "kit.py").write_text(
        f"ROWS = {rows!r}\nclass Kit:\n    def __init__(self, near):\n        self.near = near\n"
        "    @property\n    def rows(self):\n        return ROWS\n"
    )
    (tmp_path / "server.py").write_text(
        "from mcp.server.fastmcp import FastMCP\nfrom kit import Kit\nmcp = FastMCP('x')\n"
        "def search(text: str) -> str:\n    'Search.'\n"
        "def main():\n    kit = Kit(load())\n    for row in kit.rows:\n        mcp.tool(name=row['name'])(search)\n"
    )
    analysis = analyse(Config(root=tmp_path, paths=(".",)))
    assert len(analysis.manifest.tools) == len(rows)
