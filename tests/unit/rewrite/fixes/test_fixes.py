"""Each codemod on its cases: `tests/fixes/<codemod>/<case>` holds a file before and after it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.rewrite.conftest import Planned
from toolgen.diagnostics.codes import CODES
from toolgen.rewrite.descriptions import PLACES, moving
from toolgen.rewrite.fixes import FIXES, fixes

FOLDER = Path(__file__).parents[3] / "fixes"
CASES = sorted(path.parent.relative_to(FOLDER).as_posix() for path in FOLDER.glob("*/*/before.py"))
FIXING = dict(zip(FIXES, fixes(), strict=True))
CODEMODS = {**FIXING, **{f"descriptions_in_{place}": moving(place) for place in PLACES}}


def test_each_codemod_has_cases() -> None:
    assert {case.partition("/")[0] for case in CASES} == {*CODEMODS}


def test_the_table_of_codes_says_which_can_be_fixed() -> None:
    assert {code for one in FIXING.values() for code in one.codes} == {one.id for one in CODES.values() if one.fix}


@pytest.mark.parametrize("case", CASES)
def test_codemod_makes_the_one_of_the_other_and_a_second_run_changes_nothing(case: str, planned: Planned) -> None:
    codemod = CODEMODS[case.partition("/")[0]]
    before, after = ((FOLDER / case / name).read_bytes() for name in ("before.py", "after.py"))
    made = planned({"tools.py": before}, codemod)
    assert [str(found) for found in made.diagnostics] == []
    assert [file.new.decode() for file in made.files] == [after.decode()]
    assert planned({"tools.py": after}, codemod).files == ()


MADE = '''\
from strands import tool


@tool
def sub(left: int) -> int:
    """Take."""
    return left


def make(name: str = "add"):
    @tool(name=name)
    def inner(left: int) -> int:
        """Add."""
        return left

    return inner


first = make()
second = make("all")
third = make(name="sub")
'''


CALLED = """\
from mcp.server.fastmcp import FastMCP

def add(left: int) -> int:
    'Add.'

def sub(left: int) -> int:
    'Take.'

mcp = FastMCP("numbers")
mcp.add_tool(add)
mcp.add_tool(sub, name="add")
"""


CLASSES = "\n".join(
    f"from toolgen import Tool\nclass {name}(Tool):\n    name = 'add'\n    description = 'Add.'\n"
    f"    def execute(self, left: int) -> int: ...\n"
    for name in ("Add", "Sum")
)
NAMELESS = (
    "from smolagents import tool\n\nif True:\n    @tool\n    def add(left: int) -> int:\n        'Add.'\n\n"
    "def make():\n    @tool\n    def add(left: int) -> int:\n        'Sum.'\n\n    return add\n"
)


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        (MADE, "a function of the project declares it"),
        (CALLED, "what declares it may say a name already"),
        (CLASSES, "a class says its name"),
        (NAMELESS, "smolagents has several words for its name, or none"),
    ],
)
def test_a_tool_whose_name_is_given_stays(source: str, reason: str, planned: Planned) -> None:
    made = planned({"tools.py": source}, FIXING["colliding_names"])
    said = [f"this is left as it is (TG205): {reason}"]
    assert (made.files, [one.message for one in made.diagnostics]) == ((), said)
