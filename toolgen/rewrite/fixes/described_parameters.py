"""TG208, TG611, TG612: a docstring describes the parameters that its function has, all of them, and in its order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from toolgen.config.config import Config
from toolgen.model.span import Span
from toolgen.pipeline import Analysis
from toolgen.rewrite.change import Change
from toolgen.rewrite.codemod import Codemod, without_texts
from toolgen.rewrite.docstring import described, with_docstring
from toolgen.rewrite.docstring_lines import TODO, in_order, layouts, renamed, without
from toolgen.rewrite.functions import Function, functions_of, told_of
from toolgen.syntax.docstrings import parse_docstring

_MEANT = re.compile(r"did you mean `(\w+)`\?")


def _gone(analysis: Analysis, _: Config) -> Iterator[Change]:
    """An entry whose name is a misspelling of the one parameter that it may mean describes that; others are gone."""
    defined = {tool.span: tool.defined or tool.span for tool in analysis.manifest.tools}
    told = [(one.span, dict(one.details)) for one in analysis.diagnostics if one.code == "TG208"]
    gone = ((defined.get(span, span), said["name"], said["suggestion"]) for span, said in told)
    for span, name, suggestion in dict.fromkeys(gone):  # one for several tools
        meant = _MEANT.fullmatch(suggestion)
        lines = partial(renamed, name=name, meant=meant[1]) if meant else partial(without, name=name)
        yield Change("TG208", span, "FunctionDef", partial(with_docstring, lines=lines))


def _missing(analysis: Analysis, _: Config) -> Iterator[Change]:
    """Parameters that a docstring does not describe get an entry in its style, which is then to be written."""
    layout = layouts(analysis.sources)
    undescribed: dict[Span, tuple[Function, set[str]]] = {}  # a function may be several tools
    for tool, at, function in functions_of(analysis):
        untold = (name for name, text in told_of(tool).items() if not text)
        undescribed.setdefault(at, (function, set()))[1].update(untold)
    for at, (function, names) in undescribed.items():
        missing = names.difference(parse_docstring(function.docstring or "").parameters)  # the type may say the same
        if function.docstring and (new := [name for name in function.parameters if name in missing]):
            edit = partial(described, texts=dict.fromkeys(new, TODO), layout=layout(at))
            yield Change("TG611", at, "FunctionDef", edit)


def _misplaced(analysis: Analysis, _: Config) -> Iterator[Change]:
    for _tool, at, function in functions_of(analysis):
        order = [*function.parameters]
        found = [name for name in parse_docstring(function.docstring or "").parameters if name in order]
        if found != sorted(found, key=order.index):
            edit = partial(with_docstring, lines=partial(in_order, order=order))
            yield Change("TG612", at, "FunctionDef", edit)


GONE, MISSING, MISPLACED = (
    Codemod((code,), changes, forgets=without_texts)
    for code, changes in (("TG208", _gone), ("TG611", _missing), ("TG612", _misplaced))
)
