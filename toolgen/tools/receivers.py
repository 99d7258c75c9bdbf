"""The first parameter of a method: whether it takes the object, or is an argument like the others."""

from __future__ import annotations

from collections.abc import Mapping

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.evaluation.functions import FunctionValue
from toolgen.evaluation.names.lookup import Names, Site
from toolgen.model.tool import Binding
from toolgen.syntax.facts import Class, Function
from toolgen.tools.declarations.declaration import Declaration
from toolgen.types.external_names import decorator_name

_DECORATED: Mapping[str, Binding] = {"staticmethod": "static_method", "classmethod": "class_method"}
_RECEIVERS = frozenset({"self", "cls"})


def binding_of(declaration: Declaration, function: FunctionValue, names: Names) -> Binding:
    """What a call of `function` needs: an object, its class, or nothing."""
    site = declaration.site
    if isinstance(declaration.node, Class):
        return "tool_class"
    is_nameless = function.is_partial or function.facts.name == "<lambda>"
    if is_nameless or any(scope.kind == "function" for scope in site.scopes):
        return "local"
    if site.scopes[-1].kind != "class":
        return "function"
    decorators = (decorator_name(one, site, names) for one in function.facts.decorators)
    decorated = next((_DECORATED[name] for name in decorators if name in _DECORATED), None)
    # Frameworks are given the function while the class is made, and call it as it is: it is no method yet.
    is_plain = not declaration.dialect.is_closed and not _takes_object(function.described)
    return decorated or ("static_method" if is_plain else "method")


def receiver_fault(
    declaration: Declaration, function: Function, binding: Binding, site: Site, names: Names
) -> Diagnostic | None:
    """TG227 for a method that does not take its object, takes it for its first argument, or would be asked for it."""
    first, name = next(iter(function.parameters), None), function.name
    is_static = not _DECORATED.keys().isdisjoint(function.decorator_texts)
    if (binding == "tool_class" or (binding == "method" and declaration.dialect.is_closed)) and not is_static:
        if _takes_object(function):
            return None
        reason = "it has no `self`" if first is None else f"`{first.name}` stands in the place of `self`"
        example = f"write `def {name}(self, …)`"
    elif first is not None and _is_given_unbound(declaration, binding, names):
        reason = f"the server is given the function of the class, and takes `{first.name}` for an argument"
        example = f"register the method of an object: `add_tool(instance.{name})`"
    else:
        return None
    return diagnose("TG227", site.name_span(function), name=name, reason=reason, example=example)


def _takes_object(function: Function) -> bool:
    """Whether the first parameter takes an object by its name, or has no type that a model could be told."""
    first = next(iter(function.parameters), None)
    is_positional = first is not None and first.kind not in {"keyword", "var_keyword"}
    return first is not None and is_positional and (first.name in _RECEIVERS or first.annotation is None)


def _is_given_unbound(declaration: Declaration, binding: Binding, names: Names) -> bool:
    """Whether a server is given a method as its class has it: in the body of that, or as `Class.method`."""
    if declaration.given is None or declaration.marker.rpartition(".")[0] not in names.dialects.servers:
        return False
    if declaration.how == "decorator":
        return binding in {"method", "class_method"}
    return binding == "method" and declaration.is_unbound
