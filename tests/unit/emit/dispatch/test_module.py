"""The module as a whole: the names in it, and that it holds nothing that is not used."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable, Mapping
from difflib import SequenceMatcher, ndiff
from pathlib import Path
from typing import Any

import pytest

from toolgen.emit import _support
from toolgen.emit.dispatch.naming import ERRORS, FUNCTIONS, RESERVED
from toolgen.model.classes import ClassSpec
from toolgen.model.tool import Origin, ToolSpec
from toolgen.model.types import EnumMember, Named

Project = Callable[..., Any]
APP = Origin("", "app", "f", "toolgen")
SAMPLE = Path(__file__).parents[4] / "sample_project/src/assistant/generated"

# -- names ----------------------------------------------------------------------------------------------------


def defined(text: str) -> Counter[str]:
    """The names that the top level of a module defines, and how often."""
    found: Counter[str] = Counter()
    for node in ast.parse(text).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            found[node.name] += 1
        elif isinstance(node, ast.Assign):
            found.update(name.id for target in node.targets for name in ast.walk(target) if isinstance(name, ast.Name))
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


def test_a_module_whose_function_has_its_name_is_imported_under_another(
    generate: Callable[..., str], tool: Callable[..., ToolSpec]
) -> None:
    spec = ClassSpec("app.search.Hit", "app.search", "Hit", "dataclass")
    origin = Origin("", "app.search", "search", "toolgen")  # `from app.search import search` in `app/__init__.py`
    text = generate(tool({}, "find", returns=Named(spec.name), origin=origin), classes=[spec])
    assert "    import app.search as _app_search\n" in text
    assert "-> _app_search.Hit: ..." in text


# -- what is in it --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tools", [0, 1])
def test_what_it_offers_depends_on_no_tool(load: Callable[..., Any], tool: Callable[..., ToolSpec], tools: int) -> None:
    module = load(*[tool({}, "subject", origin=APP)] * tools)
    assert all(getattr(module, name) is getattr(_support, name) for name in ERRORS)
    assert all(callable(getattr(module, name)) for names in FUNCTIONS for name in names)
    assert {"Context", "Dispatcher", "Instances", "tools"} <= {*vars(module)}


FIXED = 30
"""The lines that are there whatever the tools are: imports, errors, and the functions that the module offers."""

MOST = 30
"""The lines of a tool, without its description."""


def test_thirty_lines_are_fixed(generate: Callable[..., str]) -> None:
    assert len(generate().splitlines()) <= FIXED


def test_tools_of_the_sample_project_have_thirty_lines_on_average() -> None:
    text = (SAMPLE / "dispatch.py").read_text(encoding="utf-8")
    _, *tools = text.partition("\n\n\ntools = ")[0].split("    @_support.tool(")
    lines = [len(re.sub(r'""".*?"""\n', "", tool, flags=re.DOTALL).splitlines()) for tool in tools]
    assert len(lines) == 26
    assert sum(lines) <= MOST * len(lines)
    assert len(text.splitlines()) <= FIXED + MOST * len(lines)


def test_a_second_tool_is_one_place_of_the_module(generate: Callable[..., str], tool: Callable[..., ToolSpec]) -> None:
    specs = [tool({"properties": {"a": {"type": "string"}}}, name, origin=APP) for name in ("one", "two", "zero")]
    before, after = (generate(*some).splitlines() for some in (specs[::2], specs))
    changes = [change for change in SequenceMatcher(None, before, after).get_opcodes() if change[0] != "equal"]
    assert [change[0] for change in changes] == ["insert"]


def test_a_timeout_changes_the_line_of_its_tool_alone(
    generate: Callable[..., str], tool: Callable[..., ToolSpec]
) -> None:
    before, after = (
        generate(tool({}, "one", origin=APP, timeout=timeout), tool({}, "two", origin=APP)).splitlines()
        for timeout in (None, 3)
    )
    assert [line for line in ndiff(before, after) if line[0] in "+-"] == [
        '-     @_support.tool("app:f", set())',
        '+     @_support.tool("app:f", set(), timeout=3)',
    ]


def test_the_same_manifest_makes_the_same_text(generate: Callable[..., str], tool: Callable[..., ToolSpec]) -> None:
    schema = {"properties": {"a": {"type": "array", "items": {"enum": [1, 2]}}, "b": {"type": "object"}}}
    texts: Mapping[str, None] = dict.fromkeys(generate(tool(schema), tool(schema, "other")) for _ in range(3))
    assert len(texts) == 1
