"""toolgen's own markers: `from toolgen import tool`, `toolgen.Tool`."""

from __future__ import annotations

from toolgen.dialects.dialect import Dialect
from toolgen.model.tool import HINTS

ARGUMENTS = (
    "name",
    "description",
    "title",
    "param_descriptions",
    "params",
    "required",
    "preprocess",
    "postprocess",
    "tags",
    "category",
    "requires_approval",
    "risk_level",
    "timeout",
    "examples",
    "multiline",
    "annotations",
    "deprecated",
)

TOOLGEN = Dialect(
    name="toolgen",
    needles=frozenset({b"tool", b"Tool"}),
    decorators=frozenset({"toolgen.tool"}),
    bases=frozenset({"toolgen.Tool"}),
    positional=("name", "description"),
    arguments={argument: argument for argument in ARGUMENTS},
    is_closed=True,
    hints={hint: hint for hint in HINTS},
    injected=frozenset({"toolgen.Injected"}),
)
