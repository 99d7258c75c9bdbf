"""The functions of analysed files by their places, so that libcst need not parse a file in which nothing changes."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from toolgen.model.span import Span
from toolgen.model.tool import ToolSpec
from toolgen.pipeline import Analysis
from toolgen.syntax.newer_syntax import text_and_tree
from toolgen.syntax.nodes import FunctionDef, parameters_of, walk
from toolgen.syntax.text import SourceText


@dataclass(frozen=True, slots=True, eq=False)
class Function:
    """A function: its docstring as written, the lines of its decorators, and the places of `parameters` of one name."""

    docstring: str | None
    decorators: tuple[int, ...]
    parameters: Mapping[str, tuple[int, int]]


def functions_of(analysis: Analysis) -> Iterator[tuple[ToolSpec, Span, Function]]:
    """The tools that functions of the analysed files are, which were parsed before, and the places of their names."""
    for tool in analysis.manifest.tools:
        at = tool.defined
        functions = {} if at is None or at.path not in analysis.sources else _functions(analysis.sources[at.path])
        if at is not None and at.line in functions:
            yield tool, at, functions[at.line]


def told_of(tool: ToolSpec) -> dict[str, str]:
    """What a model is told in words of each parameter that the input schema has, empty for nothing."""
    properties = tool.input_schema.get("properties", {})
    schemas = {one.name: properties[one.alias] for one in tool.parameters if one.alias in properties}
    return {name: schema.get("description", "") if isinstance(schema, dict) else "" for name, schema in schemas.items()}


@lru_cache(maxsize=4096)  # several codemods ask, and again for the project as it will be
def _functions(source: bytes) -> Mapping[int, Function]:
    """The functions of a file by the lines of their names."""
    text, tree = text_and_tree(source)
    lines = SourceText(text)
    found = (node for node in walk(tree) if isinstance(node, FunctionDef))
    return {
        node.lineno: Function(
            ast.get_docstring(node, clean=False),
            tuple(one.lineno for one in node.decorator_list),
            {one.arg: (one.lineno, lines.column(one)) for one in parameters_of(node)},
        )
        for node in found
    }
