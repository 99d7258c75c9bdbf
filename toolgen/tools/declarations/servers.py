"""Which object a tool is declared with: a server, a toolkit or what stands for one."""

from __future__ import annotations

import ast

from toolgen.evaluation.names.lookup import Defined, External, Names, Site
from toolgen.syntax.expressions import callee, parsed
from toolgen.syntax.facts import Assignment, Class, Parameter


def server(node: ast.expr, site: Site, names: Names) -> str:
    """The reference, `module:qualname`, of the object that `node` is at `site`; empty where it is not known.

    It is what an assignment calls a class for, in a module, a function or a method, or the object of the class around.
    """
    symbol = names.evaluate(node, site)
    match symbol, node:
        case Defined(node=Assignment() as made, site=at, name=name), _ if _is_made(made, at, names):
            return f"{at.module.name}:{at.prefix}{name.rpartition('.')[2]}"
        case Defined(node=Parameter(name=name), site=at), ast.Name() if _is_receiver(name, at):
            return f"{at.module.name}:{at.owner.qualname}" if at.owner else ""
        case None, ast.Attribute(value=ast.Name(id=name), attr=attr) if _is_receiver(name, site):
            assigned = site.owner.attributes.get(attr) if site.owner else None
            is_made = assigned is not None and _is_made(assigned, site, names)
            return f"{site.module.name}:{site.owner.qualname}.{attr}" if site.owner and is_made else ""
        case _:
            return ""


def made_by(node: ast.expr, site: Site, names: Names) -> str:
    """The reference of the class of the project of which `node` makes an object, that declares tools by itself."""
    function = callee(node)
    class_ = names.evaluate(function.value if isinstance(function, ast.Subscript) else function, site)
    match class_:
        case Defined(node=Class(qualname=qualname), site=at) if isinstance(node, ast.Call):
            return f"{at.module.name}:{qualname}"
        case _:
            return ""


def _is_made(assignment: Assignment, site: Site, names: Names) -> bool:
    """Whether the value of `assignment` is a new object of a class."""
    call = parsed(assignment.value.text) if assignment.value else None
    class_ = names.evaluate(call.func, site) if isinstance(call, ast.Call) else None
    is_known = isinstance(class_, External) and class_.name in names.dialects.known_names
    return is_known or (isinstance(class_, Defined) and isinstance(class_.node, Class))


def _is_receiver(name: str, site: Site) -> bool:
    """Whether `site` is in a method of the class around, which calls its object `name`."""
    is_method = len(site.scopes) > 2 and site.owner is not None and site.scopes[-2] is site.owner.scope
    return is_method and next(iter(site.scopes[-1].bindings), None) == name
