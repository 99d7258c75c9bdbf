"""Which parameters the framework or the caller supplies, so that a model does not fill them; and the first of a method,
which takes the object or is an argument like the others."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.evaluation.functions import FunctionValue
from toolgen.evaluation.names.expression_ref import ExpressionRef
from toolgen.evaluation.names.lookup import MAX_ALIASES, Defined, External, Names, Site
from toolgen.frameworks import ANNOTATED, Dialect
from toolgen.frameworks.results import UNIONS
from toolgen.frameworks.semantic_kernel import InjectedEntry
from toolgen.memoize import memoized_by
from toolgen.model.tool import Binding
from toolgen.syntax.expressions import arguments_of, callee, parsed, unquoted, whole_span
from toolgen.syntax.facts import Assignment, Class, Expression, Function, Parameter
from toolgen.syntax.nodes import walk
from toolgen.tools.declarations.declaration import Declaration
from toolgen.tools.shadowing import shadowing
from toolgen.types.arity import expected
from toolgen.types.external_names import decorator_name, external_name

_INJECTED = External("toolgen.Injected")
_BUILTINS = frozenset({"bool", "bytes", "float", "int", "str"})


class Injection:
    """Decides for one dialect, under whatever names they are used: by what it has of its own, and the types that any
    framework supplies.
    """

    def __init__(self, names: Names, dialect: Dialect) -> None:
        self._names = names
        self._types = names.dialects.injected | dialect.excluded
        self._markers = dialect.injected_metadata
        self._supplied_names = dialect.injected_names
        self._entries = [one for one in dialect.recognisers if isinstance(one, InjectedEntry)]
        self._providers = dialect.providers

    def is_supplied(self, parameter: Parameter, site: Site) -> bool:
        """Whether `parameter` of a function at `site` is filled by another than the model."""
        annotation = parameter.annotation
        if parameter.name in self._supplied_names:
            return True
        return (annotation is not None and self.is_injected(annotation, site)) or self.is_provided(parameter, site)

    def is_provided(self, parameter: Parameter, site: Site) -> bool:
        """Whether the default of `parameter` is an object that stands for what the framework makes: `Depends(user)`."""
        default = parameter.default
        return default is not None and bool(self._providers) and self._is_provided(parsed(default.text), site)

    @memoized_by(lambda annotation, site: site.key(annotation.text))
    def is_injected(self, annotation: Expression, site: Site) -> bool:
        """Whether an annotation at `site` says that the framework supplies the value."""
        return self._means_injected(ExpressionRef.of(annotation, site), MAX_ALIASES)

    def class_of(self, annotation: Expression | None, site: Site) -> str:
        """What `toolgen.Injected[…]` holds: a builtin, or `module:qualname` of a plain class of this tree; else ""."""
        node = self._inside(annotation, site)
        match self._names.evaluate(node, site) if node else None:
            case External(name=name) if name in _BUILTINS:
                return name
            case Defined(node=Class() as found, site=place) if place.module.root == site.module.root:
                is_generic = found.type_parameters or any("[" in base.text for base in found.bases)
                return "" if is_generic else f"{place.module.name}:{found.qualname}"
            case _:
                return ""

    def undefined(self, annotation: Expression | None, site: Site) -> Iterator[Diagnostic]:
        """TG301 for the names in `toolgen.Injected[…]` that mean nothing, TG316 for more types than one."""
        if annotation is None or (inside := self._inside(annotation, site)) is None:
            return
        if isinstance(inside, ast.Tuple):
            details = {"name": _INJECTED.name, "expected": expected(1, 1), "given": str(len(inside.elts))}
            yield diagnose("TG316", whole_span(annotation, site.module.path), **details)
        for node in walk(inside):
            if isinstance(node, ast.Name) and self._names.lookup(node.id, site) is None:
                yield ExpressionRef(node, annotation, site).undefined()

    def _inside(self, annotation: Expression | None, site: Site) -> ast.expr | None:
        """What stands in `toolgen.Injected[…]`, quoted or not; None for other annotations."""
        node = unquoted(parsed(annotation.text)) if annotation else None
        is_injected = isinstance(node, ast.Subscript) and self._names.evaluate(node.value, site) == _INJECTED
        return node.slice if is_injected and isinstance(node, ast.Subscript) else None

    def _means_injected(self, ref: ExpressionRef | None, steps: int) -> bool:
        """Whether an annotation is an injected type: alone, optional, in `Annotated`, quoted or under another name."""
        if ref is None:
            return False
        match ref.node:
            case ast.Constant(value=str(text)) if steps and (inside := parsed(text)):
                return self._means_injected(ref.part(inside), steps - 1)
            case ast.BinOp(op=ast.BitOr(), left=left, right=right):
                return any(self._means_injected(ref.part(part), steps) for part in (left, right))
            case ast.Subscript() as form:
                return self._subscript_is_injected(ref.part(form.value), [*map(ref.part, arguments_of(form))], steps)
            case ast.Name() | ast.Attribute() if steps:
                return self._name_is_injected(ref, steps - 1)
            case _:
                return False

    def _subscript_is_injected(self, generic: ExpressionRef, items: Sequence[ExpressionRef], steps: int) -> bool:
        name = external_name(generic.node, generic.site, self._names)
        if name == ANNOTATED and items:
            first, *metadata = items
            each = (one for some in metadata for one in some.unpacked(self._names))
            return self._means_injected(first, steps) or any(map(self._is_marker, each))
        if name in UNIONS:
            return any(self._means_injected(item, steps) for item in items)
        return self._means_injected(generic, steps)

    def _is_marker(self, metadata: ExpressionRef) -> bool:
        """Whether it is a provider, a marking class or object (`InjectedToolArg()`), or has a marking entry."""
        node, site = metadata.node, metadata.site
        if isinstance(node, ast.Dict):
            pairs = zip(node.keys, node.values, strict=True)
            constants = {
                k.value: v.value for k, v in pairs if isinstance(k, ast.Constant) and isinstance(v, ast.Constant)
            }
            return any(constants.get(one.key) is one.value for one in self._entries)
        is_marking = self._names.is_below(self._names.evaluate(callee(node), site), self._markers)
        return is_marking or self._is_provided(node, site)

    def _name_is_injected(self, name: ExpressionRef, steps: int) -> bool:
        match symbol := self._names.evaluate(name.node, name.site):
            case External(name=known):
                return known in self._types
            case Defined(node=Assignment()):
                return self._means_injected(ExpressionRef.assigned(symbol), steps)
            case Defined(node=Class()):
                return self._names.is_below(symbol, self._types)
            case _:
                return False

    def _is_provided(self, node: ast.expr | None, site: Site) -> bool:
        """Whether `node` is a call of a provider, or a name for one."""
        if isinstance(node, ast.Call):
            symbol = self._names.evaluate(node.func, site)
            return isinstance(symbol, External) and symbol.name in self._providers
        value = None if node is None else ExpressionRef.named(node, site, self._names)
        return value is not None and isinstance(value.node, ast.Call) and self._is_provided(value.node, value.site)


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
        return "function" if shadowing(function) is None else "local"
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
