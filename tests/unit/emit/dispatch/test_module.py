"""The module as a whole: the names in it, and that it holds nothing that is not used."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable, Mapping
from difflib import ndiff
from typing import Any

import pytest

from toolgen.emit import _support
from toolgen.emit.dispatch.naming import ERRORS, FUNCTIONS, RESERVED
from toolgen.model.tool import Origin, ToolSpec
from toolgen.model.types import ClassSpec, EnumMember, Named

Project = Callable[..., Any]
APP = Origin("", "app", "f", "toolgen")

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
    exec(compile(text, "dispatch.py", "exec"), {"__package__": "toolgen.emit"})
    assert {found for found, count in defined(text).items() if count > 1} == set()


def test_packages_named_like_something_in_the_module_are_imported_under_another_name(
    generate: Callable[..., str], tool: Callable[..., ToolSpec]
) -> None:
    spec = ClassSpec("call.models.Task", "call.models", "Task", "dataclass")
    text = generate(tool({}, returns=Named(spec.name)), classes=[spec])
    assert "    import call.models as _call_models\n" in text
    assert "-> _call_models.Task: ..." in text


# -- what is in it --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tools", [0, 1])
def test_what_it_offers_depends_on_no_tool(load: Callable[..., Any], tool: Callable[..., ToolSpec], tools: int) -> None:
    module = load(*[tool({}, "subject", origin=APP)] * tools)
    assert all(getattr(module, name) is getattr(_support, name) for name in ERRORS)
    assert all(callable(getattr(module, name)) for name in FUNCTIONS)
    assert {"Context", "Dispatcher", "Instances", "ToolName", "tools"} <= {*vars(module)}


def test_a_tool_adds_its_own_lines_alone(generate: Callable[..., str], tool: Callable[..., ToolSpec]) -> None:
    specs = [tool({"properties": {"a": {"type": "string"}}}, name, origin=APP) for name in ("one", "two", "three")]
    counts = [len(generate(*specs[:number]).splitlines()) for number in (1, 2, 3)]
    assert counts[0] < 80
    assert counts[2] - counts[1] == counts[1] - counts[0] < 20


def test_a_timeout_changes_the_entry_of_its_tool_alone(
    generate: Callable[..., str], tool: Callable[..., ToolSpec]
) -> None:
    before, after = (
        generate(tool({}, "one", origin=APP, timeout=timeout), tool({}, "two", origin=APP)).splitlines()
        for timeout in (None, 3)
    )
    assert [line for line in ndiff(before, after) if line[0] in "+-"] == [
        '-     "one": _support.Tool("app:f", _read_one),',
        '+     "one": _support.Tool("app:f", _read_one, timeout=3),',
    ]


def test_a_tool_takes_nothing_from_what_is_there(generate: Callable[..., str], tool: Callable[..., ToolSpec]) -> None:
    specs = [tool({}, name, origin=APP) for name in ("one", "two")]
    before, after = (generate(*specs[:number]).splitlines() for number in (1, 2))
    changes = ndiff(before, after)
    assert [line for line in changes if line.startswith("-")] == ['- ToolName = Literal["one"]']


def test_the_same_manifest_makes_the_same_text(generate: Callable[..., str], tool: Callable[..., ToolSpec]) -> None:
    schema = {"properties": {"a": {"type": "array", "items": {"enum": [1, 2]}}, "b": {"type": "object"}}}
    texts: Mapping[str, None] = dict.fromkeys(generate(tool(schema), tool(schema, "other")) for _ in range(3))
    assert len(texts) == 1
