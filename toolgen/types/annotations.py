"""`Expression` → `TypeExpr`: what an annotation means."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection
from contextlib import nullcontext
from dataclasses import replace

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.diagnostics.findings import Diagnostics
from toolgen.diagnostics.suggest import suggest
from toolgen.evaluation.constants import Constants
from toolgen.evaluation.kinds.qualifiers import QUALIFIERS, hides_its_type
from toolgen.evaluation.names.expression_ref import ExpressionRef
from toolgen.evaluation.names.lookup import Defined, External, Names, Site, Symbol
from toolgen.evaluation.names.standard import EXPORTS
from toolgen.evaluation.names.symbols import Arguments
from toolgen.model.classes import ClassSpec, Field, class_key
from toolgen.model.span import Span
from toolgen.model.type_parts import only_said
from toolgen.model.types import (
    ANY,
    ELLIPSIS,
    MISSING,
    NONE,
    Constrained,
    Generic,
    Metadata,
    Named,
    TypeExpr,
    Unknown,
    union,
)
from toolgen.syntax.expressions import (
    InvalidExpressionError,
    arguments_of,
    generic,
    is_literal,
    parse_expression,
    parsed,
    quoted_in,
    whole_span,
)
from toolgen.syntax.facts import Assignment, Class, Expression, TypeParameter
from toolgen.types.annotated import FORMS, is_refused, is_text_bound, of_field, read_annotated, read_call
from toolgen.types.arguments import read_name, read_root_model, read_self, read_subscript
from toolgen.types.arity import arity, expected, is_lenient
from toolgen.types.class_faults import ClassFaults
from toolgen.types.discriminators import Discriminators
from toolgen.types.external_names import external_name
from toolgen.types.field import FieldReader, property_name
from toolgen.types.known.forms import SELF, STREAMS, SUPPORTED, UNPACK, canonical
from toolgen.types.known.markers import CONSTRAINED
from toolgen.types.known.pydantic_types import ABBREVIATIONS, DEFINED
from toolgen.types.literals import read_literal
from toolgen.types.parameters import is_importable, named_alias, parameter_count, renamed
from toolgen.types.sizes import Sizes, size
from toolgen.types.unions import read_members

ClassBuilder = Callable[[Defined, "AnnotationReader"], ClassSpec | None]


class AnnotationReader:
    """Reads annotations; gathers the classes that they name and the diagnostics that they cause."""

    def __init__(self, names: Names, constants: Constants, build_class: ClassBuilder) -> None:
        self.names = names
        self.constants = constants
        self.mapped: dict[str, TypeExpr] = {}
        self.classes: dict[str, ClassSpec] = {}
        self.symbols: dict[str, Defined] = {}
        self.diagnostics = Diagnostics()
        self.fields = FieldReader(names, constants, self.diagnostics)
        self.unions = Discriminators(self.classes, self.diagnostics)
        self._build_class = build_class
        self._faults = ClassFaults(self.diagnostics)
        self._refused: set[str] = set()
        self._memo: dict[tuple[tuple[str, int, int], Arguments], TypeExpr] = {}
        self._read_for: dict[tuple[object, ...], tuple[TypeExpr, tuple[Diagnostic, ...]]] = {}
        self.sizes = Sizes()
        self.following: frozenset[int] = frozenset()

    def read(self, expression: Expression, site: Site) -> TypeExpr:
        """The type that `expression` means at `site`. What cannot be known is `Unknown`, with a diagnostic."""
        site = site.at(expression.line)
        key = (site.key(expression.text), site.arguments)
        if key not in self._memo:
            place = (self._faults.reader, expression, *key)  # what is wrong stands there, as far as that class knows
            if place not in self._read_for:
                self._read_for[place] = self._read(expression, site)
            type_, found = self._read_for[place]
            self.diagnostics += found
            if not (found or self._faults.reader):  # what it names has no faults, and will have none
                self._memo[key] = type_
        else:
            type_ = self._memo[key]
        if not (reason := self.sizes.spend(type_)):
            return type_
        span = whole_span(expression, site.module.path)
        self.diagnostics.report("TG326", span, name=expression.text, reason=reason)
        return Unknown(expression.text)

    def _read(self, expression: Expression, site: Site) -> tuple[TypeExpr, tuple[Diagnostic, ...]]:
        """The type that `expression` means, and what is wrong with it."""
        with self.diagnostics.captured() as found, self.names.doubts.captured() as doubts:
            type_ = self.parser(expression, site).whole()
        told = {diagnostic.message for diagnostic in found}  # of a class that is named here
        span = whole_span(expression, site.module.path)
        unsure = [diagnose("TG318", span, name=name) for name in dict.fromkeys(doubts)]
        found += [diagnostic for diagnostic in unsure if diagnostic.message not in told]
        return type_, tuple(dict.fromkeys(found))

    def read_result(self, expression: Expression, site: Site) -> TypeExpr:
        """The type that a return annotation means: `read`, and the streams that only a result can be."""
        return self._read_form(expression, site, STREAMS)

    def read_rest(self, expression: Expression, site: Site) -> TypeExpr:
        """The type that the annotation of `**kwargs` means: `read`, and `Unpack[…]` of all of them (PEP 692)."""
        return self._read_form(expression, site, {UNPACK})

    def _read_form(self, expression: Expression, site: Site, forms: Collection[str]) -> TypeExpr:
        """`read`, where one of `forms` may stand around the type."""
        node = parsed(expression.text)
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            return self._read_form(quoted_in(node, node.value, expression), site, forms)
        name = "" if node is None else external_name(generic(node), site, self.names)
        if name not in forms:
            return self.read(expression, site)
        arguments = arguments_of(node) if isinstance(node, ast.Subscript) else []
        return Generic(name, tuple(map(self.parser(expression, site).type, arguments)))

    def field(
        self,
        name: str,
        annotation: Expression | None,
        default: Expression | None,
        site: Site,
        at: Site | None = None,
        *,
        keeps: Collection[str] | None = None,
    ) -> Field:
        """The parameter or field `name: annotation = default`; what `Field` says on the right wins over `Annotated`.

        The default stands `at` another site where a class above has it. Of what the annotation says of the whole, all
        but the items that somebody `keeps` is left out.
        """
        if annotation is not None and default is not None and hides_its_type(name, annotation, site):
            type_: TypeExpr = self.parser(annotation, site).invalid(f"`{name}` is the default of the field by then")
        else:
            type_ = ANY if annotation is None else self.read(annotation, site)
            type_ = type_ if keeps is None else only_said(type_, keeps.__contains__)
        assigned = self.fields.default(default, at or site)
        base, items = of_field(type_, assigned)
        metadata = dict(items)
        written = None if default is None else whole_span(default, (at or site).module.path)
        for item in assigned:
            if default and written and is_text_bound(*item) and is_refused(self, type_, *item):
                self.diagnostics.report("TG314", written, text=default.text, type=str(type_))
        if written and "discriminator" in dict(assigned):
            self.unions.add(base, metadata["discriminator"], written)
        alias = property_name(metadata.get("validation_alias"), name)
        required = not {"default", "default_factory"} & metadata.keys()
        whole = Constrained(base, Metadata(items)) if items or isinstance(base, Constrained) else base
        written = written or (annotation and whole_span(annotation, site.module.path))
        return Field(name, alias, whole, required, metadata.get("default", MISSING), default_at=written)

    def read_part(self, ref: ExpressionRef, arguments: Arguments | None = None) -> TypeExpr:
        """The type that a part of an expression means, where `arguments` stand for type variables if they are given."""
        site = ref.site if arguments is None else replace(ref.site, arguments=arguments)
        is_whole = ref.node is (parsed(ref.within.text) or ref.node)
        return self.read(ref.within, site) if is_whole else self.parser(ref.within, site).type(ref.node)

    def parser(self, expression: Expression, site: Site) -> AnnotationParser:
        """What parses `expression` and its parts."""
        return AnnotationParser(self, expression, site)

    def class_named(self, symbol: Defined, arguments: Arguments = ()) -> TypeExpr:
        """The type that names the class `symbol`, which is read when it is first seen; `Unknown` for no JSON type.

        `arguments` stand for its type variables. The same with an alias that has a name of its own. What is wrong with
        a class is said again wherever it is named, because a result that names it is forgiven.
        """
        types = tuple(type_ for _, type_ in arguments)
        own = symbol.name if is_importable(symbol) else f"{symbol.name}:{symbol.site.line}"
        type_ = Generic(own, types) if types else Named(own)
        name = class_key(type_)
        if name not in self._faults:
            self.symbols[name] = symbol
            inner = replace(symbol.site, arguments=((SELF, type_), *arguments))
            with self._faults.reading(name):
                spec = self._build(Defined(name, symbol.node, inner))
                if spec is None:
                    self._refused.add(name)
                else:
                    self.classes[name] = replace(spec, arguments=types, parameters=parameter_count(symbol, self.names))
                    self.unions.judge()
        self._faults.report(name)
        return Unknown(name) if name in self._refused else type_

    def _build(self, symbol: Defined) -> ClassSpec | None:
        outer, self.following = self.following, frozenset()
        try:
            alias = named_alias(symbol, self.names)
            return self._build_class(symbol, self) if alias is None else self._build_alias(symbol, alias)
        except RecursionError:
            self._refused.add(symbol.name)
            raise
        finally:
            self.following = outer

    def _build_alias(self, symbol: Defined, alias: ExpressionRef) -> ClassSpec:
        module = symbol.site.module.name
        qualname = symbol.name.partition("[")[0].partition(":")[0].removeprefix(f"{module}.")
        if not is_importable(symbol):
            qualname = f"<locals>.{qualname}"
        value = Field("value", "value", self.read_part(alias), required=True)
        return ClassSpec(symbol.name, module, qualname, "alias", fields=(value,))


class AnnotationParser:
    """Parses one annotation, which stands at one site."""

    def __init__(self, reader: AnnotationReader, expression: Expression, site: Site) -> None:
        self.reader = reader
        self.expression = expression
        self.site = site
        self.is_substituted = False
        self._parts = 0
        self._is_too_large = False

    def whole(self) -> TypeExpr:
        try:
            type_ = self.type(parse_expression(self.expression.text))
            return Unknown(self.expression.text) if self._is_too_large else type_
        except InvalidExpressionError:
            return self.invalid("it is not an expression")
        except RecursionError:
            return self.invalid("it is nested too deeply")

    def type(self, node: ast.expr) -> TypeExpr:
        match node:
            case ast.Constant(value=None):
                return NONE
            case ast.Constant(value=str(text)):
                quoted = quoted_in(node, text, self.expression)
                return self.shared(node, self.reader.parser(quoted, self.site.completed).whole())
            case ast.Name() | ast.Attribute():
                return self.shared(node, self.named(node))
            case ast.Subscript():
                return self.subscript(node)
            case ast.BinOp(op=ast.BitOr(), left=left, right=right):
                return self.union([left, right])
            case ast.Call(func=function) if (name := self.external_name(function)) in CONSTRAINED:
                return read_call(self, node, name)
            case ast.Starred():
                return self.problem("TG303", node, name=ast.unparse(node))
            case _:
                return self.invalid("it is not a type", node)

    def shared(self, node: ast.expr, type_: TypeExpr) -> TypeExpr:
        """`type_`, for which `node` stands: it may be larger than that, and may stand elsewhere, too."""
        if self._is_too_large:
            return Unknown(self.expression.text)
        self._parts, reason = size(type_, self._parts)
        self._is_too_large = bool(reason)
        return self.problem("TG326", node, name=ast.unparse(node), reason=reason) if reason else type_

    # -- names ------------------------------------------------------------------------------------------------

    def named(self, node: ast.expr) -> TypeExpr:
        return self.symbol(self.reader.names.evaluate(node, self.site), node)

    def symbol(self, symbol: Symbol | None, node: ast.expr) -> TypeExpr:
        if symbol is not None and symbol.name in self.reader.mapped:
            return self.reader.mapped[symbol.name]
        match symbol:
            case None:
                self.reader.diagnostics.append(self.ref(node).undefined())
                return Unknown(self.expression.text)
            case External(name=name):
                return self.external(name, node)
            case Defined(node=Class()):
                return self.named_class(symbol, node)
            case Defined(node=Assignment() | TypeParameter()):
                return read_name(self, symbol, node)
            case _:
                return self.invalid("it is not a type", node)

    def external_name(self, node: ast.expr) -> str:
        """The canonical name of what `node` names, if that is known by its name; empty for the rest."""
        return external_name(node, self.site, self.reader.names)

    def external(self, name: str, node: ast.expr) -> TypeExpr:
        name = canonical(name)
        if name in ABBREVIATIONS:
            return ABBREVIATIONS[name]
        if name in SUPPORTED:
            return NONE if name == "None" else Named(name)
        if name == SELF:
            return read_self(self, node)
        if name in DEFINED:
            self.reader.classes.setdefault(name, DEFINED[name])
            return Named(name)
        if (absence := self.reader.names.absences.of(name, self.site)) is not None:
            code, details = absence
            return self.problem(code, node, name=ast.unparse(node), **details)
        return self.misspelt(name, node) or self.problem("TG303", node, name=ast.unparse(node))

    def misspelt(self, name: str, node: ast.expr) -> Unknown | None:
        """TG303 with the nearest of the names that the module of the standard library has; None where it has `name`."""
        module, _, last = name.rpartition(".")
        names = EXPORTS.get(module, frozenset({last}))
        nearest = None if last in names else suggest(last, names)
        if nearest is None or "`" not in nearest:
            return None
        return self.undescribed(node, nearest)

    def named_class(self, symbol: Defined, node: ast.expr, arguments: Arguments = ()) -> TypeExpr:
        is_made = arguments and any(name != SELF for name, _ in self.site.arguments)
        with self.reader.sizes.instance(symbol.node) if is_made else nullcontext("") as reason:
            if reason:
                return self.problem("TG326", node, name=ast.unparse(node), reason=reason)
            with self.reader.diagnostics.captured() as found:
                type_ = self.reader.class_named(symbol, arguments)
        self.reader.diagnostics += found
        if not isinstance(type_, Unknown):
            return type_
        has_schema = any(one.code == "TG312" for one in found)
        return Unknown(self.expression.text) if has_schema else self.problem("TG303", node, name=ast.unparse(node))

    # -- subscripts -------------------------------------------------------------------------------------------

    def subscript(self, node: ast.Subscript) -> TypeExpr:
        symbol = renamed(self.reader.names.evaluate(node.value, self.site), self.reader.names)
        arguments = arguments_of(node)
        match symbol:
            case External(name=external):
                name = canonical(external)
                least, most = arity(external)
                if not least <= len(arguments) <= most:
                    details = {"expected": expected(least, most), "given": str(len(arguments))}
                    found = diagnose("TG316", self.span(node), name=ast.unparse(node.value), **details)
                    is_ignored = len(arguments) > most and is_lenient(external)
                    self.reader.diagnostics.append(replace(found, is_tolerated=is_ignored))
                    if not is_ignored:
                        return Unknown(self.expression.text)
                if name in QUALIFIERS:
                    return self.type(arguments[0])
                if name in _FORMS:
                    return _FORMS[name](self, arguments)
                if name in SUPPORTED:
                    is_open = name == "tuple" and len(arguments) == 2 and is_literal(arguments[1], ...)
                    types = [*map(self.type, arguments[:1] if is_open else arguments)]
                    return Generic(name, (*types, *([ELLIPSIS] if is_open else [])))
            case Defined(name=name, node=Class() | Assignment()) if name not in self.reader.mapped:
                return self.shared(node, read_subscript(self, symbol, node))
        return self.symbol(symbol, node.value)

    def union(self, arguments: list[ast.expr]) -> TypeExpr:
        outer, self.is_substituted = self.is_substituted, False
        members = read_members(self, arguments)
        # Where a type variable of a class stands for anything, pydantic drops what else there is.
        found = ANY if self.is_substituted and ANY in members else union(*members)
        self.is_substituted |= outer
        return found

    # -- problems ---------------------------------------------------------------------------------------------

    def ref(self, node: ast.expr) -> ExpressionRef:
        """`node`, a part of the expression, with its place."""
        return ExpressionRef(node, self.expression, self.site)

    def span(self, node: ast.expr) -> Span:
        return self.ref(node).span()

    def problem_at(self, code: str, node: ast.expr, **details: str) -> None:
        self.reader.diagnostics.report(code, self.span(node), **details)

    def problem(self, code: str, node: ast.expr, **details: str) -> Unknown:
        self.problem_at(code, node, **details)
        return Unknown(self.expression.text)

    def undescribed(self, node: ast.expr, way_out: str) -> Unknown:
        """TG303 with a way out of its own: what `node` names may have a schema, and is left out of no union."""
        found = diagnose("TG303", self.span(node), name=ast.unparse(node))
        self.reader.diagnostics.append(replace(found, help=way_out))
        return Unknown(self.expression.text)

    def invalid(self, reason: str, node: ast.expr | None = None) -> Unknown:
        if node is not None:
            return self.problem("TG306", node, text=ast.unparse(node), reason=reason)
        span = whole_span(self.expression, self.site.module.path)
        self.reader.diagnostics.report("TG306", span, text=self.expression.text, reason=reason)
        return Unknown(self.expression.text)


_FORMS: dict[str, Callable[[AnnotationParser, list[ast.expr]], TypeExpr]] = {
    "typing.Optional": lambda parser, arguments: parser.union([*arguments[:1], ast.Constant(None)]),
    "typing.Union": AnnotationParser.union,
    "typing.Annotated": read_annotated,
    "typing.Literal": read_literal,
    "pydantic.RootModel": read_root_model,
    **FORMS,
}
