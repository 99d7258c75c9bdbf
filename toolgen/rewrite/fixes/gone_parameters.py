"""TG208: entries of a docstring that describe parameters which the function has not."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from toolgen.config.config import Config
from toolgen.pipeline import Analysis
from toolgen.rewrite.change import Change
from toolgen.rewrite.codemod import Codemod, without_texts
from toolgen.rewrite.docstring import DocstringEdit
from toolgen.rewrite.docstring_lines import without


def _changes(analysis: Analysis, _: Config) -> Iterator[Change]:
    defined = {tool.span: tool.defined or tool.span for tool in analysis.manifest.tools}
    gone = ((one.span, dict(one.details)["name"]) for one in analysis.diagnostics if one.code == "TG208")
    for span, name in dict.fromkeys((defined.get(span, span), name) for span, name in gone):  # one for several tools
        yield Change("TG208", span, "FunctionDef", DocstringEdit(partial(without, name=name)))


CODEMOD = Codemod(("TG208",), _changes, forgets=without_texts)
