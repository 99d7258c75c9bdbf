"""Code in types: what `dispatch` gives to a tool is what pydantic makes of the arguments, where it runs functions.

Every kind of code stands in every place. The reference is `pydantic.validate_call` of the function itself. What all
kinds need stands in a module of its own, and all of a table are one project: it takes a third of the time.
"""

from __future__ import annotations

import asyncio
import importlib
import inspect
import json
import re
from collections.abc import Mapping, Sequence
from functools import cache, partial
from inspect import Parameter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pytest
from coded import ANNOTATED, CLASSES, HEADER, NESTED, OBJECTS, OWN, PLACES, TEXTS
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError, validate_call
from sides import importable, read, write, write_dispatch

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning")

REFUSED = "refused"
NOT_READ = frozenset({"TG231", "TG315"})
"""What the build may say of these types: that the schema does not show what metadata does, or refuses their default."""
NOT_MADE = frozenset(("not", place) for place in ("Optional", "nested", "optional", "union"))
"""Types that Python itself cannot make: metadata without a hash stand in a union."""


SHARED = {"shared_code.py": HEADER}


class Cell(NamedTuple):
    """The source of a module with the tool `f`, and the arguments to call it with."""

    source: str
    arguments: Sequence[Mapping[str, Any]]


def cell(kind: str, place: str) -> Cell:
    about, values = PLACES[place], OBJECTS if kind in CLASSES else TEXTS
    made = {**CLASSES, **OWN}.get(kind) or f"V = {ANNOTATED[kind]}"
    defined = f"{made}\n{about.definitions}"
    text = source(defined, about.parameters, header="from shared_code import *")
    return Cell(text, [about.arguments_for(value) for value in values])


def source(defined: str, parameters: str, header: str = HEADER) -> str:
    # An annotation that stands as text is found by another way.
    future = "from __future__ import annotations\n" if len(parameters) % 2 else ""
    return f"{future}{header}\n{defined}\nasync def f({parameters}) -> Any:\n    return v\n"


@pytest.mark.parametrize("kinds", [ANNOTATED, CLASSES, OWN], ids=["annotated", "classes", "own schemas"])
def test_verdict_and_value_are_those_of_pydantic(kinds: Mapping[str, str], tmp_path: Path) -> None:
    cells = [(kind, place) for kind in kinds for place in PLACES if (kind, place) not in NOT_MADE]
    found = differences(tmp_path, [cell(*one) for one in cells])
    assert [(*cells[index], *rest) for index, *rest in found] == []


@pytest.mark.parametrize(
    ("base", "hook"), [("BaseModel", "__get_pydantic_core_schema__"), ("dict", "__get_validators__")]
)
def test_a_class_that_makes_its_own_schema_is_no_tool(base: str, hook: str, tmp_path: Path) -> None:
    defined = f"class V({base}):\n    @classmethod\n    def {hook}(cls, *given): ..."
    write(tmp_path, {"m_0.py": tool(source(defined, "v: V"), 0)})
    assert [found.code for found in read(tmp_path).diagnostics if found.severity == "error"] == ["TG312"]


@settings(max_examples=25)
@given(st.data())
def test_any_code_at_any_depth_in_any_place(data: st.DataObject) -> None:
    """Each kind of code inside up to three containers, in a place of each of eight tools, with drawn values."""
    with TemporaryDirectory() as root:
        cells = [data.draw(nested_cells()) for _ in range(8)]
        assert [(cells[index].source, *rest) for index, *rest in differences(Path(root), cells)] == []


@st.composite
def nested_cells(draw: st.DrawFn) -> Cell:
    kind = draw(st.sampled_from([*ANNOTATED, *CLASSES]).filter(lambda kind: kind != "not"))
    texts = st.sampled_from(TEXTS) | st.text("abAB ", max_size=3)
    values = st.sampled_from(OBJECTS) | st.fixed_dictionaries({"a": texts}) if kind in CLASSES else texts
    annotation, defined = "V", [CLASSES.get(kind) or f"V = {ANNOTATED[kind]}"]
    for depth in range(draw(st.integers(0, 3))):
        container = draw(st.sampled_from(NESTED))
        defined.append(container.definitions.format(inner=annotation, name=f"H{depth}"))
        annotation = container.annotation.format(inner=annotation, name=f"H{depth}")
        values = st.builds(container.wrapped, values)
    place = PLACES[draw(st.sampled_from([*PLACES]))]
    defined.append(re.sub(r"\bV\b", annotation, place.definitions))
    arguments = [place.arguments_for(value) for value in draw(st.lists(values, min_size=2, max_size=6))]
    return Cell(source("\n".join(defined), re.sub(r"\bV\b", annotation, place.parameters)), arguments)


def differences(root: Path, cells: Sequence[Cell]) -> Sequence[tuple[int, Mapping[str, Any], str, str]]:
    """The calls that end otherwise than pydantic's: the number of the cell, the arguments, and both ends."""
    write(root, SHARED | {f"m_{index}.py": tool(one.source, index) for index, one in enumerate(cells)})
    analysis = read(root, null_is_default=False)  # to pydantic it is none
    assert [str(found) for found in analysis.diagnostics if found.code not in NOT_READ] == []
    write_dispatch(root / "coded_generated", analysis.manifest)
    with importable(root):
        return asyncio.run(compared(cells))


async def compared(cells: Sequence[Cell]) -> Sequence[tuple[int, Mapping[str, Any], str, str]]:
    found, dispatch = [], importlib.import_module("coded_generated.dispatch")
    for index, one in enumerate(cells):
        function = importlib.import_module(f"m_{index}").f
        for arguments in one.arguments:
            ours = await ended(partial(dispatch.dispatch, f"tool_{index}", json.dumps(arguments)))
            theirs = await ended(partial(called, function, arguments))
            if ours != theirs:
                found.append((index, arguments, ours, theirs))
    return found


def tool(text: str, index: int) -> str:
    return text.replace("\nasync def f(", f"\n@tool('tool_{index}', 'F.')\nasync def f(")


async def ended(call: Any) -> str:
    """How a call ends: with a value, refused, or with an exception of the code in the types."""
    try:
        return repr(await call())
    except ValidationError:
        return REFUSED
    except Exception as error:
        failed = getattr(error, "cause", error)
        return REFUSED if type(error).__name__ == "InvalidArguments" else type(failed).__name__


validated = cache(validate_call)
"""As a program does it: once for all calls."""


def called(function: Any, arguments: Mapping[str, Any]) -> Any:
    """The call that the arguments stand for, as pydantic makes it."""
    given = dict(arguments)
    kinds = {name: one.kind for name, one in inspect.signature(function).parameters.items() if name in given}
    alone = [given.pop(name) for name, kind in kinds.items() if kind is Parameter.POSITIONAL_ONLY]
    several = [given.pop(name) for name, kind in kinds.items() if kind is Parameter.VAR_POSITIONAL]
    return validated(function)(*alone, *(item for items in several for item in items), **given)
