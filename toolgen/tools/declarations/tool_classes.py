"""Classes that are tools, or whose methods are: subclasses of the bases that dialects name."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.evaluation.evaluator import Evaluator
from toolgen.evaluation.field_calls import PYDANTIC_FIELDS
from toolgen.evaluation.folding.faults import NotConstantError
from toolgen.evaluation.folding.values import Value
from toolgen.evaluation.functions import FunctionValue
from toolgen.evaluation.names.bodies import expressions_of
from toolgen.evaluation.names.expression_ref import ExpressionRef
from toolgen.evaluation.names.lineage import NearestAbove
from toolgen.evaluation.names.lookup import Defined, External, Names, Site, Symbol
from toolgen.evaluation.names.symbols import class_of_receiver
from toolgen.evaluation.outcomes import Outcomes
from toolgen.evaluation.stand_ins import Instance, Registration
from toolgen.frameworks import Dialect, ToolClass
from toolgen.frameworks.google_adk import DeclaringClass
from toolgen.frameworks.llama_index import MethodList
from toolgen.memoize import memoized_by
from toolgen.model.contract import HOOKS
from toolgen.project.modules import Module
from toolgen.syntax.bodies import statements
from toolgen.syntax.expressions import is_literal, last_name, parse_expression, whole_span
from toolgen.syntax.facts import Assignment, Class, Declared, Expression, Function
from toolgen.syntax.nodes import walk
from toolgen.tools.declarations.constructors import Constructors, agreed, called_with_all, named, told_of
from toolgen.tools.declarations.declaration import Declaration, Decorator, declaration
from toolgen.tools.declarations.near_markers import NearMarkers
from toolgen.tools.declarations.serving_classes import is_own
from toolgen.tools.declarations.signature_decorators import SignatureDecorators

_OF_ONE_TOOL = frozenset({"arguments", "description", "name", "parameters_schema"})
"""What a class says of itself alone: one that says no more than a category is a base of others."""

_DESCRIBED = frozenset({"name", "description"})


class ToolClasses:
    """Reads class declarations."""

    def __init__(self, evaluator: Evaluator, outcomes: Outcomes, signatures: SignatureDecorators) -> None:
        self._evaluator = evaluator
        self._outcomes = outcomes
        self._names = evaluator.names
        self._markers = evaluator.markers
        self._near = NearMarkers(evaluator.names, self._markers)
        self._bases_of_tools = evaluator.names.dialects.bases
        self._signatures = signatures
        self._diagnostics: list[Diagnostic] = []
        self._constructors = Constructors(evaluator, outcomes, self._diagnostics)
        self._nameless: dict[int, Diagnostic] = {}
        self._named: dict[int, tuple[Defined, Dialect]] = {}
        self._nearest = NearestAbove(evaluator.names, self._bases_of_tools)

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """What could not be followed so far. A class without a name is a base where another is below it, or tools where
        its objects were followed.
        """
        passed = self._nearest.passed.union(self._named)
        nameless = (found for key, found in self._nameless.items() if key not in passed)
        return [*self._diagnostics, *nameless, *self._other_objects()]

    def of(self, declared: Declared, site: Site) -> Iterator[Declaration]:
        """The tools that the class `declared` is or has."""
        node = declared.node
        if not isinstance(node, Class) or not node.bases:
            return
        symbol = site.symbol(node)
        if (above := self._nearest.of(symbol)) is None:
            self._diagnostics += self._resembling(node, site)
            return
        dialect, made = self._bases_of_tools[above.name]
        if isinstance(made, MethodList):
            yield from self._listed(symbol, dialect, made)
        elif isinstance(made, DeclaringClass):
            yield from self._declaring(symbol, node, dialect, made)
        elif made.is_followed:
            yield from self._whole(symbol, node, dialect, made)
        else:
            self._diagnostics.append(_not_followed(f"the class `{node.name}`", symbol, node, dialect))

    def _resembling(self, node: Class, site: Site) -> Iterator[Diagnostic]:
        """TG218 for a base of a dialect's name that comes from where nothing was found, TG211 if it is not imported."""
        for base in node.bases:
            symbol = self._names.base(base, node, site)
            if symbol is None or (isinstance(symbol, Defined) and not isinstance(symbol.node, Class)):
                dialects = self._meant(base, node, site)
                yield from (_not_followed(f"the class `{node.name}`", site.symbol(node), node, one) for one in dialects)
            elif namesake := self._near.namesake_of_base(symbol, site):
                yield namesake.diagnostic(whole_span(base, site.module.path))

    def _meant(self, base: Expression, node: Class, site: Site) -> list[Dialect]:
        """The first dialect that `node` may be of by `base`, or by what it says where imported, and a method."""
        name, body = last_name(parse_expression(base.text)), node.scope.bindings.keys()
        imported = self._markers.imported(site.module)
        return [
            dialect
            for known, (dialect, made) in self._bases_of_tools.items()
            if not body.isdisjoint(made.methods)
            and (known.rpartition(".")[2] == name or (dialect.name in imported and body >= _DESCRIBED))
        ][:1]

    def is_called(self, function: Function, site: Site, dialect: Dialect) -> bool:
        """Whether `function` at `site` is the method by which its class is a tool of `dialect`."""
        if site.owner is None or not dialect.bases:
            return False
        symbol = site.symbol(site.owner)
        above = symbol if symbol.name in self._bases_of_tools else self._nearest.of(symbol)
        found = None if above is None else self._bases_of_tools[above.name]
        return found is not None and found[0] is dialect and function.name in found[1].methods

    def _whole(self, symbol: Defined, node: Class, dialect: Dialect, made: ToolClass) -> Iterator[Declaration]:
        """The class itself; one without a name that has to have one is a base, or named where it is made."""
        arguments, is_named = self._said(symbol, dialect, made)
        method = self._method(symbol, made)
        if not is_named:
            if method is not None and not any(one.endswith("abstractmethod") for one in method.facts.decorator_texts):
                what = f"the class `{node.name}`, whose name is known only when it runs"
                self._nameless[id(node)] = _not_followed(what, symbol, node, dialect)
            return
        if method is None and dialect.is_closed and not _OF_ONE_TOOL.isdisjoint(node.scope.bindings):
            details = {"reason": f"it has no `{made.methods[0]}`", "example": f"write `def {made.methods[0]}(self, …)`"}
            self._nameless[id(node)] = diagnose("TG227", symbol.site.name_span(node), name=node.name, **details)
        yield Declaration(dialect, node, symbol.site, arguments, {}, method, "class", _spelled(made), made.convention)

    @memoized_by(lambda symbol, *_: id(symbol.node))
    def _said(self, symbol: Defined, dialect: Dialect, made: ToolClass) -> tuple[dict[str, ExpressionRef], bool]:
        """What a class says of its tool, and whether that is a name of its own; a base that is read says it first."""
        above = self._nearest.of(symbol)
        base = self._names.behind(above, symbol.site) if isinstance(above, External) and made.is_read else None
        inherited = {} if base is None else dict(self._attributes(base, dialect, made))
        arguments = inherited | dict(self._attributes(symbol, dialect, made))
        constructed = self._constructors.said(symbol, made, arguments)
        arguments |= constructed
        if made.is_named and not self._is_named(arguments, constructed):
            constructed = dict(self._constructors.initialized(symbol, made)) or constructed
            arguments |= constructed
        return arguments, not made.is_named or self._is_named(arguments, constructed)

    def is_named_by_objects(self, class_: Defined) -> bool:
        """Whether the objects of a class are tools, and not it: that is told of these then."""
        above = self._nearest.of(class_)
        if above is None or self.is_tool(class_):
            return False
        self._named[id(class_.node)] = class_, self._bases_of_tools[above.name][0]
        return True

    def _other_objects(self) -> Iterator[Diagnostic]:
        """TG211 for what else is done with a class of whose objects some are tools: it may make others."""
        words = frozenset(class_.name.rpartition(".")[2].encode() for class_, _ in self._named.values())
        modules = (one for one in self._names.project.modules if words and one.contents.speaks_of(words))
        for node, site, symbol in (use for module in modules for use in class_uses(module, self._names)):
            if isinstance(symbol, Defined) and id(symbol.node) in self._named:
                what, dialect = f"`{ast.unparse(node)}`", self._named[id(symbol.node)][1]
                yield diagnose("TG211", site.span(node), what=what, dialect=dialect.name)

    def is_tool(self, class_: Defined) -> bool:
        """Whether a class whose objects are told a name is a tool by itself, as it says one."""
        above = self._nearest.of(class_)
        return above is not None and self._said(class_, *self._bases_of_tools[above.name])[1]

    def made(
        self, registration: Registration, class_: Defined, function: FunctionValue, given: ExpressionRef
    ) -> Declaration:
        """The tool that an object of `class_` is, of what its constructor was `given`."""
        dialect, made = self._bases_of_tools[registration.marker.name]
        node = class_.node
        arguments = self._said(class_, dialect, made)[0]
        after = self._after(function.facts, function.site)
        told = declaration(registration, after, function, given, "call")
        if not isinstance(node, Class):
            return told
        said = {**arguments, **told.arguments}
        return replace(told, node=node, site=class_.site, arguments=said, spelled=_spelled(made))

    def _is_named(self, arguments: Mapping[str, ExpressionRef], constructed: Mapping[str, ExpressionRef]) -> bool:
        """Whether the class says its name and arguments itself, and not whoever makes an object of it."""
        is_made = self._constructors.is_open(constructed.get("name"))
        name = arguments["name"].node if "name" in arguments else None
        is_said = name is not None and not (isinstance(name, ast.Constant) and name.value == "")
        return is_said and not is_made and not self._constructors.is_parameter(constructed.get("model"))

    def _declaring(self, symbol: Defined, node: Class, dialect: Dialect, made: DeclaringClass) -> Iterator[Declaration]:
        """The class itself, as a method of its own tells a model of it; one that never does is no function."""
        declaring, method = self._names.attribute(symbol, made.declaring), self._method(symbol, made)
        if not is_own(declaring, dialect, self._names) or not isinstance(declaring.node, Function):
            return
        if (told := told_of(symbol, made, self._outcomes)) is None:
            return
        arguments = dict(agreed(told, made, named(declaring.node, declaring.site)))
        called = None if method is None else called_with_all(method, made)
        if called is None or not arguments:
            what = f"`{node.qualname}.{made.declaring}`"
            self._nameless[id(node)] = _not_followed(what, symbol, node, dialect)
            return
        yield Declaration(dialect, node, symbol.site, arguments, {}, called, "class", _spelled(made), made.convention)

    def _listed(self, symbol: Defined, dialect: Dialect, made: MethodList) -> Iterator[Declaration]:
        """The methods that the class lists by name."""
        listing = ExpressionRef.assigned(self._names.attribute(symbol, made.listing))
        if listing is None:
            return
        for item, name in self._methods_in(listing):
            method = self._names.attribute(symbol, name) if isinstance(name, str) else None
            match method:
                case Defined(node=Function() as node, site=site) if not self._evaluator.outside_changes.describe(
                    method
                ):
                    yield Declaration(dialect, node, site, {}, {}, self._after(node, site), "method")
                case _:
                    what = f"`{made.listing}`"
                    self._diagnostics.append(diagnose("TG211", item.span(), what=what, dialect=dialect.name))

    def _methods_in(self, listing: ExpressionRef) -> Iterator[tuple[ExpressionRef, Value]]:
        """What a list of methods names, or pairs of one tool called in two ways, where it is; None if unknown."""
        parts = listing.elements
        for part in [listing] if parts is None else parts:
            value: Value = None
            with suppress(NotConstantError):
                value, _ = self._evaluator.constant(part.node, part.site)
            for one in value if parts is None and isinstance(value, list | tuple) else [value]:
                yield part, one[0] if isinstance(one, tuple) and one else one

    def _method(self, symbol: Defined, made: ToolClass) -> FunctionValue | None:
        """The method that is called, as its decorators have left it."""
        for name in made.methods:
            found = self._names.attribute(symbol, name)
            if isinstance(found, Defined) and isinstance(found.node, Function):
                return self._after(found.node, found.site)
        return None

    def _after(self, node: Function, site: Site) -> FunctionValue:
        function = FunctionValue.of(node, site)
        after, diagnostics = self._signatures.follow(function, Decorator.above(node, site))
        self._diagnostics += diagnostics
        return after

    def _attributes(self, symbol: Symbol, dialect: Dialect, made: ToolClass) -> Iterator[tuple[str, ExpressionRef]]:
        for name, argument in made.attributes.items():
            match found := self._names.attribute(symbol, name):
                case Defined(node=Assignment()) if (value := self._default(ExpressionRef.assigned(found))) is not None:
                    yield argument, value
                case Defined(node=Function() as method, site=site) if argument in HOOKS:
                    yield argument, named(method, site)
                case Defined(node=Function() as method) if dialect.is_closed or any(
                    text.endswith("property") for text in method.decorator_texts
                ):
                    yield argument, self._returned(found, method, symbol)

    def _default(self, assigned: ExpressionRef | None) -> ExpressionRef | None:
        """What is `assigned` to an attribute, or the default of the field that it is: `Field(default="search")`."""
        try:
            call = None if assigned is None else self._evaluator.objects.records.field_calls.of(assigned, lambda _: {})
        except NotConstantError:
            return assigned
        if call is None or call.function not in PYDANTIC_FIELDS:
            return assigned
        default = call.arguments.get("default")
        return None if default is None or is_literal(default.node, ...) else default

    def _returned(self, symbol: Defined, method: Function, owner: Symbol) -> ExpressionRef:
        """What a method of `owner` returns, in its place where it does nothing else; the method if that is unknown."""
        site = symbol.site
        node = site.module.contents.source.find(method)
        body = [] if node is None else statements(node)
        match body[1:] if method.docstring is not None else body:
            case [ast.Return(value=ast.expr() as value)]:
                within = site.module.contents.source.expression(value)
                return ExpressionRef(parse_expression(within.text), within, site)
        ref = named(method, site)
        if isinstance(owner, Defined):
            with suppress(NotConstantError):
                receiver = Instance(owner, is_exact=False)
                value = self._evaluator.applied(symbol, [receiver], ref.node)
                return replace(ref, value=(value,))
        return ref


def _spelled(made: ToolClass) -> dict[str, str]:
    return {argument: name for name, argument in reversed([*made.attributes.items()])}


def _not_followed(what: str, symbol: Defined, node: Class, dialect: Dialect) -> Diagnostic:
    return diagnose("TG211", symbol.site.name_span(node), what=what, dialect=dialect.name)


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
