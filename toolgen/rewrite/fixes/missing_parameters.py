"""TG611: parameters that a docstring does not describe get an entry in its style, which is then to be written."""

from __future__ import annotations

from collections.abc import Iterator

from toolgen.config.config import Config
from toolgen.model.span import Span
from toolgen.model.tool import ToolSpec
from toolgen.pipeline import Analysis
from toolgen.rewrite.change import Change
from toolgen.rewrite.codemod import Codemod, without_texts
from toolgen.rewrite.docstring import Describing
from toolgen.rewrite.docstring_lines import TODO, layouts
from toolgen.rewrite.functions import function_at
from toolgen.syntax.docstrings import parse_docstring


def _changes(analysis: Analysis, _: Config) -> Iterator[Change]:
    layout = layouts(analysis.sources)
    undescribed: dict[Span | None, set[str]] = {}  # a function may be several tools
    for tool in analysis.manifest.tools:
        undescribed.setdefault(tool.defined, set()).update(_undescribed(tool))
    for at, names in undescribed.items():
        function = function_at(analysis.sources, at)
        if at is None or function is None or not function.docstring:
            continue
        missing = names.difference(parse_docstring(function.docstring).parameters)  # the type may say the same
        if entries := tuple((name, TODO) for name in function.parameters if name in missing):
            yield Change("TG611", at, "FunctionDef", Describing(entries, layout(at)))


def _undescribed(tool: ToolSpec) -> tuple[str, ...]:
    """The parameters of which a model is told nothing in words."""
    properties = tool.input_schema.get("properties", {})
    told = {alias for alias, schema in properties.items() if isinstance(schema, dict) and schema.get("description")}
    return tuple(one.name for one in tool.parameters if one.alias in properties and one.alias not in told)


CODEMOD = Codemod(("TG611",), _changes, forgets=without_texts)
