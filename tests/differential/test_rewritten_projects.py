"""Generated projects that are written in another way: the tools and the schemas are the same, or something is said.

What changes nothing that toolgen reads (a module that no tool needs, the order of files, the names of locals) may not
even change what is said.
"""

from __future__ import annotations

import os
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from canonical import Schema, canonical, numbered
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rewriting import (
    Files,
    Rewrite,
    lists_to_comprehensions,
    literals_to_constants,
    renamed_locals,
    split_module,
    unchanged,
)
from sides import write
from strategies import Project
from strategies.registrations import registering
from strategies.scope import Draw, pick

from toolgen.config.config import Config
from toolgen.model.tool import ToolSpec
from toolgen.pipeline import analyse

EXAMPLES = int(os.environ.get("TOOLGEN_EXAMPLES", "20"))
"""Projects for each property: more are a matter of time."""

UNNEEDED = (
    "import functools\n\n@functools.singledispatch\ndef show(x): ...\n\n@show.register\ndef _(x: int): ...\n",
    "def tool(*args, **kwargs):\n    return lambda function: None\n\n@tool('x')\ndef other(): ...\n",
    "from tools import *\nfrom models import *\n",
    "import tools\n\nclass Server:\n    def tool(self, function):\n        return function\n\nmcp = Server()\n",
    "LIMIT = DEFAULT = PREFIX = 'other'\n\nclass Item:\n    value: bytes\n\ndef one() -> bytes: ...\n",
    "def register(server, each):\n    server.tool(name='other')(each)\n",
    "def __getattr__(name):\n    raise AttributeError(name)\n\n__all__ = ['tool']\n",
    "def logged(function):\n    return None\n\ndef wrapped(value):\n    return []\n",
    "import fastmcp\n\nmcp = fastmcp.FastMCP('empty')\nadd = mcp.tool\n",
)
"""Modules that are like those of the projects in something, and that none of them imports."""


@dataclass(frozen=True, slots=True)
class Said:
    """What toolgen says of a project: its tools by name, and the codes of its diagnostics by path."""

    tools: Mapping[str, Schema]
    codes: Mapping[str, Counter[str]]

    def within(self, files: Files) -> Said:
        """The same without what is said of other files."""
        return Said(self.tools, {path: codes for path, codes in self.codes.items() if path in files})


def said(files: Files, **keys: Any) -> Said:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        write(root, files)
        analysis = analyse(Config(root=root, output="", **keys))
    codes: dict[str, Counter[str]] = {}
    for found in analysis.diagnostics:
        codes.setdefault(found.span.path, Counter())[found.code] += 1
    return Said({tool.name: _schema(tool) for tool in analysis.manifest.tools}, codes)


def _schema(tool: ToolSpec) -> Schema:
    schemas = {
        key: canonical(numbered(schema or {}))
        for key, schema in (("input", tool.input_schema), ("output", tool.output_schema))
    }
    return Schema({"description": tool.description, "tags": [*tool.tags], **schemas})


def total(found: Said) -> Counter[str]:
    """How often each code is said."""
    return sum(found.codes.values(), Counter())


Test: TypeAlias = Callable[[Files, Files], None]


def rewritten(rewrite: Rewrite) -> Callable[[Test], Callable[[], None]]:
    """The test is called with the files of projects, and with what `rewrite` makes of them."""

    @st.composite
    def pairs(draw: Draw) -> tuple[Project, Project]:
        before = draw(registering())
        return before, replace(before, files=rewrite(draw, before.files))

    def decorate(test: Test) -> Callable[[], None]:
        @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
        @given(pairs())
        def run(pair: tuple[Project, Project]) -> None:
            before, after = pair
            test(before.files, after.files)

        run.__name__ = test.__name__
        return run

    return decorate


def with_other_modules(draw: Draw, files: Files) -> Files:
    texts = draw(st.lists(st.sampled_from(UNNEEDED), min_size=1, unique=True))
    folder = pick(draw, ("aside", "zebra", "shared_too/aside"))
    return {**files, **{f"{folder}_{number}.py": text for number, text in enumerate(texts)}}


def in_another_order(draw: Draw, files: Files) -> Files:
    return {path: files[path] for path in draw(st.permutations([*files]))}


@rewritten(with_other_modules)
def test_a_module_that_no_tool_needs_changes_nothing(before: Files, after: Files) -> None:
    assert said(after).within(before) == said(before)


@rewritten(in_another_order)
def test_the_order_of_files_changes_nothing(before: Files, after: Files) -> None:
    assert said(after, paths=tuple(after)) == said(before)


@rewritten(renamed_locals)
def test_the_names_of_locals_change_nothing(before: Files, after: Files) -> None:
    assert said(after) == said(unchanged(before))


@pytest.mark.parametrize("rewrite", [split_module, literals_to_constants, lists_to_comprehensions])
def test_what_means_the_same_is_the_same_or_is_told(rewrite: Rewrite) -> None:
    @rewritten(rewrite)
    def run(before: Files, after: Files) -> None:
        was, is_ = said(unchanged(before)), said(after)
        assert is_.tools == was.tools or total(is_) - total(was)

    run()
