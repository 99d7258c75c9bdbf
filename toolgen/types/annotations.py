"""`Expression` → `TypeExpr`: what annotations mean, with the classes that they name."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection
from dataclasses import replace

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.diagnostics.findings import Diagnostics
from toolgen.evaluation.constants import Constants
from toolgen.evaluation.kinds.qualifiers import hides_its_type
from toolgen.evaluation.names.expression_ref import ExpressionRef
from toolgen.evaluation.names.lookup import Defined, Names, Site
from toolgen.evaluation.names.symbols import Arguments
from toolgen.model.classes import ClassSpec, Field, class_key
from toolgen.model.type_parts import only_said
from toolgen.model.types import ANY, MISSING, Constrained, Generic, Metadata, Named, TypeExpr, Unknown
from toolgen.syntax.expressions import arguments_of, generic, parsed, quoted_in, whole_span
from toolgen.syntax.facts import Expression
from toolgen.types.annotated import is_refused, is_text_bound, of_field
from toolgen.types.annotation_parser import AnnotationParser
from toolgen.types.class_faults import ClassFaults
from toolgen.types.discriminators import Discriminators
from toolgen.types.external_names import external_name
from toolgen.types.field import FieldReader, property_name
from toolgen.types.known.forms import SELF, STREAMS, UNPACK
from toolgen.types.parameters import is_importable, named_alias, parameter_count
from toolgen.types.sizes import Sizes

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
        site = ref.site if arguments is None else ref.site._replace(arguments=arguments)
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
            inner = symbol.site._replace(arguments=((SELF, type_), *arguments))
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
