"""TG612: a docstring describes the parameters in another order than the function has them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from toolgen.config.config import Config
from toolgen.pipeline import Analysis
from toolgen.rewrite.change import Change
from toolgen.rewrite.codemod import Codemod, without_texts
from toolgen.rewrite.docstring import DocstringEdit
from toolgen.rewrite.docstring_lines import in_order
from toolgen.rewrite.functions import function_at
from toolgen.syntax.docstrings import parse_docstring


def _changes(analysis: Analysis, _: Config) -> Iterator[Change]:
    for tool in analysis.manifest.tools:
        function = function_at(analysis.sources, tool.defined)
        if tool.defined is None or function is None or function.docstring is None:
            continue
        order = [*function.parameters]
        described = [name for name in parse_docstring(function.docstring).parameters if name in order]
        if described != sorted(described, key=order.index):
            yield Change("TG612", tool.defined, "FunctionDef", DocstringEdit(partial(in_order, order=tuple(order))))


CODEMOD = Codemod(("TG612",), _changes, forgets=without_texts)
