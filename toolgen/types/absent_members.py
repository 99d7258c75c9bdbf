"""Members that an enumeration has not: what names one raises when the default that it is, is evaluated."""

from __future__ import annotations

import ast
from enum import EnumType

from toolgen.evaluation.constants import Constants, NotConstantError
from toolgen.evaluation.kinds.class_bodies import class_bodies
from toolgen.evaluation.names.lookup import Names, Site


def enumeration_without(node: ast.expr, site: Site, names: Names, constants: Constants) -> str:
    """The enumeration of which `node` names a member that it has not, as `node` has it; empty where none is known."""
    match node:
        case ast.Attribute(value=owner, attr=name) | ast.Subscript(value=owner, slice=ast.Constant(value=str(name))):
            pass
        case ast.Call(func=owner, args=[ast.Constant(value=name)], keywords=[]):
            pass
        case _:
            return ""
    try:
        class_ = constants.value(owner, site)
    except NotConstantError:
        return ""
    symbol = names.evaluate(owner, site)
    if not isinstance(class_, EnumType) or symbol is None:
        return ""
    if any("metaclass" in dict(body.node.keywords) for body in class_bodies(symbol, names)):
        return ""  # code of the project decides what a member, an item or a call of it is
    seen = "_missing_" if isinstance(node, ast.Call) else str(name)
    is_there = names.attribute(symbol, seen) is not None or _has(class_, name, node)
    return "" if is_there else ast.unparse(owner)


def _has(class_: EnumType, name: object, node: ast.expr) -> bool:
    if not isinstance(node, ast.Call):
        return hasattr(class_, str(name))
    try:
        class_(name)
    except ValueError:
        return False
    return True
