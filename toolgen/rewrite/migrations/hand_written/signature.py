"""What the list says of a tool, written into the signature and the docstring of its function in libcst's tree."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from toolgen.rewrite import cst
from toolgen.rewrite.change import UnchangeableError
from toolgen.rewrite.docstring import Describing
from toolgen.rewrite.docstring_lines import Layout
from toolgen.rewrite.parameters import with_parameters


@dataclass(frozen=True, slots=True)
class SignatureEdit:
    """Writes annotations and defaults of parameters, and what the docstring says of the tool and its arguments.

    `summary` is the docstring of a function that has none, `entries` are those of parameters.
    """

    annotations: Mapping[str, str]
    defaults: Mapping[str, str]
    summary: str
    entries: tuple[tuple[str, str], ...]
    layout: Layout

    def __bool__(self) -> bool:
        return bool(self.annotations or self.defaults or self.summary or self.entries)

    def __call__(self, node: Any) -> Any:
        node = with_parameters(node, self._typed)
        node = self._summed(node) if self.summary else node
        return Describing(self.entries, self.layout)(node) if self.entries else node

    def _summed(self, node: Any) -> Any:
        """`node` with a docstring. Raises UnchangeableError."""
        if not isinstance(node.body, cst.IndentedBlock):
            raise UnchangeableError("its body stands in the line of its `def`")
        docstring = cst.SimpleStatementLine([cst.Expr(cst.SimpleString(f'"""{self.summary}"""'))])
        return node.with_changes(body=node.body.with_changes(body=[docstring, *node.body.body]))

    def _typed(self, parameter: Any) -> Any:
        """A parameter with the annotation and the default that it is to have."""
        name, new = parameter.name.value, dict[str, Any]()
        if name in self.annotations:
            written = cst.parse_expression(self.annotations[name])
            old = parameter.annotation
            new["annotation"] = old.with_changes(annotation=written) if old else cst.Annotation(written)
        if name in self.defaults:
            new["default"] = cst.parse_expression(self.defaults[name])
        if new and not (parameter.annotation and parameter.default):
            new["equal"] = cst.MaybeSentinel.DEFAULT
        return parameter.with_changes(**new)
