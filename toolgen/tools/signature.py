"""A function's parameters → what a model fills, what the caller supplies, and the types of both."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.evaluation.names.expression_ref import ExpressionRef
from toolgen.evaluation.names.lookup import Defined, External, Site
from toolgen.frameworks import Convention, Dialect
from toolgen.frameworks.dialect import Rest
from toolgen.frameworks.pydantic_ai import UnwrappedModel
from toolgen.memoize import memoized
from toolgen.model.classes import Field, class_key
from toolgen.model.json_values import Json
from toolgen.model.tool import BY_NAME, WHOLE, Binding, Parameter, Validation, Whole
from toolgen.model.type_parts import only_said
from toolgen.model.types import ANY, ELLIPSIS, Generic, Named, TypeExpr
from toolgen.syntax import facts
from toolgen.syntax.expressions import generic, unquoted, whole_span
from toolgen.tools.injection import Injection
from toolgen.types.absent_names import absent, evaluated_names
from toolgen.types.annotations import AnnotationReader
from toolgen.types.code import validation
from toolgen.types.known.forms import UNPACK


@dataclass(frozen=True, slots=True)
class Signature:
    """`fields` are the properties of the input schema, one for each of `parameters` but `**kwargs`.

    `rest` is the type of the values of `**kwargs`, None where unknown arguments are not taken. `multiline` names
    arguments that hold many lines. `supplied` are the classes of those `injected`, as far as they are known;
    `provided` are those whose defaults the framework replaces. `defaults` are those of Python, by the names of
    parameters, as far as they are constant. `model` is a reference of the class whose code validates all of them, if
    there is one. One that `is_closed` refuses other arguments, whatever its framework does, and `about` is said
    of all of them.
    """

    parameters: tuple[Parameter, ...]
    fields: tuple[Field, ...] = ()
    rest: TypeExpr | None = None
    injected: tuple[str, ...] = ()
    provided: tuple[str, ...] = ()
    multiline: tuple[str, ...] = ()
    supplied: tuple[tuple[str, str], ...] = ()
    defaults: tuple[tuple[str, Json], ...] = ()
    model: str = ""
    is_closed: bool = False
    about: str = ""

    @property
    def takes_whole(self) -> bool:
        """Whether one parameter takes all arguments, which another says what they are."""
        return any(parameter.kind in WHOLE for parameter in self.parameters)

    def with_fields(self, fields: tuple[Field, ...], rest: TypeExpr | None = None) -> Signature:
        """The signature of `fields`, by keyword where no parameter is called so; `rest` is for `**kwargs`."""
        rest = None if self.rest is None else rest
        known = {parameter.name: parameter for parameter in self.parameters}
        parameters = [known.get(f.name, Parameter(f.name, f.alias, "keyword", f.type)) for f in fields]
        if rest is not None:
            parameters += [replace(one, type=rest) for one in self.parameters if one.kind == "var_keyword"]
        taken = self.parameters if self.takes_whole else tuple(parameters)
        return replace(self, fields=fields, rest=rest, parameters=taken)

    def with_named_rest(self) -> Signature:
        """This signature with keywords in the places of `*args` and `**kwargs`, which is given them by these names."""
        if self.rest is None:
            return self
        parameters = tuple(_named_rest(one, self.rest) for one in self.parameters)
        named = [new for new, old in zip(parameters, self.parameters, strict=True) if new is not old]
        fields = {field.name: field for field in self.fields}
        fields |= {one.name: Field(one.name, one.alias, one.type, required=False, default=None) for one in named}
        return replace(self, parameters=parameters, fields=tuple(fields.values()), rest=None)

    def copied(self) -> Signature:
        """This signature with the names, defaults, descriptions and constraints of its fields alone."""
        types = [only_said(field.type, lambda one: one not in _NO_CONSTRAINTS) for field in self.fields]
        fields = tuple(replace(one, alias=one.name, type=type_) for one, type_ in zip(self.fields, types, strict=True))
        parameters = tuple(replace(parameter, alias=parameter.name) for parameter in self.parameters)
        return replace(self, fields=fields, parameters=parameters)


_NO_CONSTRAINTS = frozenset({"deprecated", "discriminator", "examples", "json_schema_extra", "title"})
"""What `Field` says of a parameter and no constraint is."""

_WITH_FIELDS = frozenset({"dataclass", "pydantic", "pydantic_dataclass", "typed_dict"})


class SignatureReader:
    """Reads the signatures of one dialect's tools."""

    def __init__(self, reader: AnnotationReader, dialect: Dialect) -> None:
        self._reader = reader
        self._is_pythonic = dialect.validates == "python"
        self._rest = dialect.rest
        self._fields = dialect.parameter_fields
        self._dialect = dialect.name
        self._contexts = dialect.injected
        self._unwraps = any(isinstance(one, UnwrappedModel) for one in dialect.recognisers)
        self.injection = Injection(reader.names, dialect)

    def read(
        self,
        function: facts.Function,
        site: Site,
        binding: Binding,
        *,
        tool: str,
        excluded: Collection[str],
        convention: Convention,
        takes_whole: Whole | None,
        is_modelled: bool,
        typed: Collection[str],
    ) -> Signature:
        """The signature of `function`, defined at `site`, which is the tool `tool`.

        `excluded` are parameters that the caller supplies whatever their type, as are those of `convention`; `typed`
        are those whose type is given elsewhere, so that they need no annotation. Where it `takes_whole`, the first
        that is left takes all arguments, and nobody gives the others.
        """
        annotations = (*(one.annotation for one in function.parameters), function.returns)
        self._reader.diagnostics += absent(annotations, site, function.name)
        taken = function.parameters[binding in {"method", "class_method", "tool_class"} :]  # without the object
        if convention.takes_context is not None:
            self._reader.diagnostics += self._misplaced(taken, convention.takes_context, function.name, site)
        excluded = {*excluded, *convention.supplied([one.name for one in taken])}
        if convention.hides_private and not is_modelled:
            excluded |= {one.name for one in taken if one.name.startswith("_")}
        injected = [one for one in taken if one.name in excluded or self.injection.is_supplied(one, site)]
        filled = [one for one in taken if one not in injected]
        if takes_whole:
            signature = Signature(tuple(self._whole(one, site, takes_whole) for one in filled[:1]))
        else:
            filled = list(self._with_rest(filled, {} if is_modelled else self._rest, site, tool))
            fixed = (one for one in filled if not one.kind.startswith("var") and one.name not in typed)
            for one in (one for one in fixed if one.annotation is None):
                self._reader.diagnostics.report("TG304", site.name_span(one), name=one.name, tool=tool)
            signature = self._unwrapped(self._filled(filled, site))
            signature = signature.with_named_rest() if "named" in self._rest.values() and not is_modelled else signature
        return self._with_supplied(signature, injected, site) if injected else signature

    def _misplaced(
        self, taken: Sequence[facts.Parameter], takes_context: bool, name: str, site: Site
    ) -> Iterator[Diagnostic]:
        """TG227 where the function `name` does not take the framework's context first, or takes it anywhere else."""
        for position, one in enumerate(taken):
            class_ = self._class(one, site)
            if takes_context and position == 0:
                is_refused = class_ is not None and class_.rpartition(".")[0] in {"", "typing"}
                reason = f"`{one.name}` stands in the place of the framework's context"
                example = "take the context first, or use the decorator for functions without one"
            else:
                is_refused = class_ in self._contexts
                reason = f"`{one.name}` is the framework's context, for which this is not the place"
                example = "take it first, by the decorator for functions with one"
            if is_refused:
                yield diagnose("TG227", site.name_span(one), name=name, reason=reason, example=example)

    def _class(self, parameter: facts.Parameter, site: Site) -> str | None:
        """The class that the annotation of `parameter` names: qualified if it is of another package."""
        annotation = ExpressionRef.of(parameter.annotation, site)
        if annotation is None:
            return None
        node = unquoted(annotation.node)
        named = ExpressionRef.named(node, site, self._reader.names) if node else None
        node, site = (named.node, named.site) if named else (node, site)
        match node and self._reader.names.evaluate(generic(node), site):
            case External(name=name) | Defined(node=facts.Class(name=name)):
                return name
            case _:
                return "typing.Union" if isinstance(node, ast.BinOp) else None

    def _with_rest(
        self, taken: Sequence[facts.Parameter], rest: Mapping[str, Rest], site: Site, tool: str
    ) -> Iterator[facts.Parameter]:
        """The parameters that are left where the framework does with `*args` and `**kwargs` what `rest` says (TG237).

        What it gives by the name of `*args` only `**kwargs` can take. By a name that begins with `_` it gives nothing:
        pydantic makes no field of it.
        """
        kinds = {one.kind for one in taken}
        for one in taken:
            treatment = rest.get(one.kind, "open")
            treatment = "dropped" if treatment == "named" and one.name.startswith("_") else treatment
            is_kept = treatment in {"open", "required"}
            is_lost = one.kind == "var_positional" and not is_kept and "var_keyword" not in kinds
            if treatment == "refused" or (is_lost and treatment != "dropped"):
                self._reader.diagnostics.report("TG237", site.name_span(one), name=one.name, tool=tool)
            elif treatment == "single":
                yield one._replace(kind="keyword")
            elif treatment != "dropped":
                yield one

    def _with_supplied(self, signature: Signature, injected: Sequence[facts.Parameter], site: Site) -> Signature:
        """`signature` with what is said of the parameters that are `injected` (TG301)."""
        undefined = (self.injection.undefined(one.annotation, site) for one in injected)
        self._reader.diagnostics += chain.from_iterable(undefined)
        names = tuple(one.name for one in injected)
        provided = tuple(one.name for one in injected if self.injection.is_provided(one, site))
        classes = ((one.name, self.injection.class_of(one.annotation, site)) for one in injected)
        supplied = tuple(found for found in classes if found[1])
        return replace(signature, injected=names, provided=provided, supplied=supplied)

    def _filled(self, filled: Sequence[facts.Parameter], site: Site) -> Signature:
        """The signature of the parameters that a model fills."""
        parameters: list[Parameter] = []
        fields: list[Field] = []
        defaults: list[tuple[str, Json]] = []
        rest: TypeExpr | None = None
        for parameter in filled:
            field = self._field(parameter, site)
            if parameter.kind == "var_keyword":
                keys, rest = self._keywords(field.type, parameter, site)
                fields += keys
            else:
                fields.append(field)
            defaults += [] if parameter.default is None else [(parameter.name, field.default)]
            is_annotated = parameter.default is None and not field.required and not parameter.kind.startswith("var")
            is_field = is_annotated or self._reader.fields.is_field(parameter.default, site)
            if (validated_by := self._validation(field.type)) != "schema":
                self._reader.diagnostics += _not_found(parameter, site)
            parameters.append(
                Parameter(parameter.name, field.alias, parameter.kind, field.type, is_field, validated_by)
            )
        return Signature(tuple(parameters), tuple(fields), rest, defaults=tuple(defaults))

    @memoized
    def _validation(self, type_: TypeExpr) -> Validation:
        """What tells whether a value is one of `type_`, which most tools of a project have in common."""
        return validation(type_, self._reader.classes, is_pythonic=self._is_pythonic)

    def _unwrapped(self, signature: Signature) -> Signature:
        """The signature of the fields of the class that is the only parameter, where the framework asks for these."""
        if not self._unwraps or len(signature.parameters) != 1 or signature.parameters[0].kind not in BY_NAME:
            return signature
        (only,) = signature.parameters
        spec = self._reader.classes.get(class_key(only.type)) if isinstance(only.type, Named) else None
        if spec is None or spec.kind not in _WITH_FIELDS:
            return signature
        validated_by: Validation = "schema" if only.validated_by == "schema" else "both"
        whole = replace(only, kind="whole", validated_by=validated_by)
        rest = (spec.rest or ANY) if spec.closed is False else None
        return Signature((whole,), spec.fields, rest, is_closed=spec.closed is True, about=spec.description or "")

    def _whole(self, parameter: facts.Parameter, site: Site, kind: Whole) -> Parameter:
        if kind != "whole":  # what else it may be is made for it
            return Parameter(parameter.name, parameter.name, kind, Named("str") if kind == "text" else ANY)
        type_ = ANY if parameter.annotation is None else self._reader.read(parameter.annotation, site)
        validated_by: Validation = "schema" if self._validation(type_) == "schema" else "both"
        return Parameter(parameter.name, parameter.name, kind, type_, validated_by=validated_by)

    def _field(self, parameter: facts.Parameter, site: Site) -> Field:
        """What a parameter is in the schema; `*args` takes a list of what its annotation says."""
        name = parameter.name
        if parameter.kind == "var_keyword" and parameter.annotation is not None:
            return Field(name, name, self._reader.read_rest(parameter.annotation, site), required=False)
        field = self._annotated(parameter, site)
        if parameter.kind != "var_positional":
            return field
        is_required = self._rest.get("var_positional") == "required"
        return Field(name, name, Generic("list", (field.type,)), is_required)

    def _annotated(self, parameter: facts.Parameter, site: Site) -> Field:
        """What the annotation and the default say, of which some frameworks take `Field(…)` for the default itself."""
        rules, default = self._fields, parameter.default
        is_field = (rules.is_default or rules.is_optional) and self._reader.fields.is_field(default, site)
        default = None if is_field and rules.is_default else default
        field = self._reader.field(parameter.name, parameter.annotation, default, site, keeps=rules.keeps)
        if rules.text_names is not None:
            self._reader.diagnostics += _not_looked_up(parameter, site, self._dialect, rules.text_names)
        return replace(field, required=False) if is_field else field

    def _keywords(
        self, type_: TypeExpr, parameter: facts.Parameter, site: Site
    ) -> tuple[tuple[Field, ...], TypeExpr | None]:
        """What `**kwargs` takes by name, and the type of what else it takes, None for nothing: PEP 692 names all."""
        if not isinstance(type_, Generic) or type_.name != UNPACK or parameter.annotation is None:
            return (), type_
        spec = self._reader.classes.get(class_key(type_.arguments[0]))
        if spec is not None and spec.kind == "typed_dict":
            return spec.fields, None
        details = {"text": parameter.annotation.text, "reason": "`Unpack` takes a `TypedDict` here"}
        span = whole_span(parameter.annotation, site.module.path)
        self._reader.diagnostics.report("TG306", span, **details)
        return (), None


def _not_looked_up(parameter: facts.Parameter, site: Site, dialect: str, names: frozenset[str]) -> Iterator[Diagnostic]:
    """TG328 for a name in text of an annotation that the module of the framework has not, which alone is asked."""
    for name, is_text in evaluated_names(parameter.annotation, site):
        if parameter.annotation and is_text and name not in names and not hasattr(builtins, name):
            span = whole_span(parameter.annotation, site.module.path)
            yield diagnose("TG328", span, parameter=parameter.name, dialect=dialect, name=name)
            return


def _not_found(parameter: facts.Parameter, site: Site) -> Iterator[Diagnostic]:
    """TG225 for a name in text of an annotation that the module will lack when pydantic evaluates it there."""
    module, annotation = site.module.facts.scope, parameter.annotation
    for name, is_text in evaluated_names(annotation, site):
        scope = site.scope_of(name)
        is_absent = name in module.assumed if scope is module else scope and name not in module.bindings
        if annotation and is_text and is_absent:
            where = f"an annotation of names that `{site.module.name}` has when it runs: `{name}` is none of them"
            span = whole_span(annotation, site.module.path)
            yield diagnose("TG225", span, what=f"`{parameter.name}`", where=where)
            return


def _named_rest(parameter: Parameter, rest: TypeExpr) -> Parameter:
    """`parameter` as a keyword, where it takes what others do not; `rest` is the type of each value of `**kwargs`."""
    if parameter.kind == "var_keyword":
        return replace(parameter, kind="keyword", type=Generic("dict", (Named("str"), rest)))
    if parameter.kind == "var_positional" and isinstance(parameter.type, Generic):
        return replace(parameter, kind="keyword", type=Generic("tuple", (*parameter.type.arguments, ELLIPSIS)))
    return parameter
