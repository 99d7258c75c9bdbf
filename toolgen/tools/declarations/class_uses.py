"""Uses of a class whose objects are tools by which others of them may be made: `K = Search`, `partial(Search, …)`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from toolgen.evaluation.names.bodies import expressions_of
from toolgen.evaluation.names.lookup import Names, Site
from toolgen.evaluation.names.symbols import Symbol, class_of_receiver
from toolgen.project.modules import Module
from toolgen.syntax.nodes import walk

_KINDS: tuple[type[ast.expr | ast.stmt], ...] = (ast.AnnAssign, ast.expr)
_MAKING = frozenset({"construct", "model_construct", "model_validate", "model_validate_json", "parse_obj"})
"""Class methods of pydantic's models that make an object. Source: <https://docs.pydantic.dev/latest/api/base_model/>."""


def class_uses(module: Module, names: Names) -> Iterator[tuple[ast.expr, Site, Symbol]]:
    """The expressions of `module` that mean a class which is neither called by its name there, nor in an annotation,
    nor asked about, each with what it means.
    """
    seen = set[int]()
    for node, site in expressions_of(module, *_KINDS):
        symbol = None
        match node:
            case ast.AnnAssign(annotation=part) | ast.Subscript(slice=part):
                seen.update(map(id, walk(part)))
            case ast.BinOp(op=ast.BitOr()) | ast.Call(func=ast.Name(id="isinstance" | "issubclass" | "super")):
                seen.update(map(id, walk(node)))
            case ast.Call(func=function):
                seen.add(id(function))
                symbol = _made_of_own(function, site)
            case ast.Attribute(value=owner, attr=name) if name not in _MAKING:
                seen.add(id(owner))
        if symbol is None and isinstance(node, ast.Name | ast.Attribute) and id(node) not in seen:
            symbol = names.evaluate(node, site)
        if symbol is not None and isinstance(node, ast.expr):
            yield node, site, symbol


def _made_of_own(function: ast.expr, site: Site) -> Symbol | None:
    """The class of which `cls(…)`, `type(self)(…)` or `self.__class__(…)` in a method of it makes an object."""
    match function:
        case (
            ast.Name(id="cls" as name)
            | ast.Call(func=ast.Name(id="type"), args=[ast.Name(id=name)])
            | ast.Attribute(value=ast.Name(id=name), attr="__class__")
        ):
            return class_of_receiver(name, site)
        case _:
            return None
