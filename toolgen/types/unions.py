"""The members of a union."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from toolgen.diagnostics.codes import CODES
from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.model.type_parts import union_members
from toolgen.model.types import NONE, TypeExpr, Union, Unknown

if TYPE_CHECKING:
    from toolgen.types.annotation_parser import AnnotationParser

_UNPACKING = frozenset({"typing.get_args", "typing_extensions.get_args"})
_UNDESCRIBED = ("TG303", CODES["TG303"].help)
"""What is said of a class that has none, rather than of one whose name is misspelt, or that only running tells."""


def read_members(parser: AnnotationParser, nodes: list[ast.expr]) -> list[TypeExpr]:
    """The types of `nodes`, but those without schema beside others, which `get_union_of_schemas` skips."""
    diagnostics = parser.reader.diagnostics
    members, skipped = list[TypeExpr](), list[Diagnostic]()
    for node in nodes:
        with diagnostics.captured() as found:
            type_ = _unpacked(parser, node) if isinstance(node, ast.Starred) else parser.type(node)
        is_undescribed = bool(found) and {(one.code, one.help) for one in found} == {_UNDESCRIBED}
        if is_undescribed and not isinstance(node, ast.Starred):
            skipped += found
            members += [NONE] if NONE in union_members(type_) else []
        else:
            members.append(type_)
            diagnostics += found
    if skipped and {*members} <= {NONE}:
        members.append(Unknown(parser.expression.text))
    else:
        skipped = [diagnose("TG323", one.span, member=one.message) for one in skipped]
    diagnostics += skipped
    return members


def _unpacked(parser: AnnotationParser, node: ast.Starred) -> TypeExpr:
    """The members of the union `X`, for which `*get_args(X)` stands among those of another."""
    match node.value:
        case ast.Call(func=function, args=[argument]) if parser.external_name(function) in _UNPACKING:
            found = parser.type(argument)
            return found if isinstance(found, Union) else parser.type(node)
        case _:
            return parser.type(node)
