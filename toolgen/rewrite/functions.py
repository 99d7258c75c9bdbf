"""The functions of analysed files by their places, so that libcst need not parse a file in which nothing changes."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from toolgen.model.span import Span
from toolgen.syntax.newer_syntax import text_and_tree
from toolgen.syntax.nodes import FunctionDef, parameters_of, walk
from toolgen.syntax.text import SourceText


@dataclass(frozen=True, slots=True)
class Function:
    """A function: its docstring as written, the lines of its decorators, and the places of `parameters` of one name."""

    docstring: str | None
    decorators: tuple[int, ...]
    parameters: Mapping[str, tuple[int, int]]


def function_at(sources: Mapping[str, bytes], span: Span | None) -> Function | None:
    """The function whose name stands at `span`; None where there is none in `sources`, which were parsed before."""
    if span is None or span.path not in sources:
        return None
    return _functions(sources[span.path]).get(span.line)


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
