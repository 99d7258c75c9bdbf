"""A function's parameters → what a model fills, what the caller supplies, and the types of both."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from toolgen.diagnostics.diagnostic import diagnose
from toolgen.evaluation.names.lookup import Site
from toolgen.frameworks import Convention, Dialect
from toolgen.model.span import Span
from toolgen.model.tool import Binding, Parameter
from toolgen.model.types import ANY, Field, Generic, Json, TypeExpr, class_key
from toolgen.syntax import facts
from toolgen.syntax.expressions import whole_span
from toolgen.tools.injection import Injection
from toolgen.types.annotations import AnnotationReader
from toolgen.types.known.forms import UNPACK


@dataclass(frozen=True, slots=True)
class Signature:
    """`fields` are the properties of the input schema, one for each of `parameters` but `**kwargs`.

    `rest` is the type of the values of `**kwargs`, None where unknown arguments are not taken. `multiline` names
    arguments that hold many lines. `supplied` are the classes of those `injected`, as far as they are known. `defaults`
    are those of Python, by the names of parameters, as far as they are constant.
    """

    parameters: tuple[Parameter, ...]
    fields: tuple[Field, ...]
    injected: tuple[str, ...]
    rest: TypeExpr | None
    multiline: tuple[str, ...] = ()
    supplied: tuple[tuple[str, str], ...] = ()
    defaults: tuple[tuple[str, Json], ...] = ()

    @property
    def takes_whole(self) -> bool:
        """Whether one parameter takes all arguments, which another says what they are."""
        return any(parameter.kind == "whole" for parameter in self.parameters)

    def by_name(self) -> Signature:
        """This signature without the aliases of its fields."""
        fields = tuple(replace(field, alias=field.name) for field in self.fields)
        parameters = tuple(replace(parameter, alias=parameter.name) for parameter in self.parameters)
        return replace(self, fields=fields, parameters=parameters)


class SignatureReader:
    """Reads the signatures of one dialect's tools."""

    def __init__(self, reader: AnnotationReader, dialect: Dialect) -> None:
        self._reader = reader
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
        takes_whole: bool,
        typed: Collection[str],
    ) -> Signature:
        """The signature of `function`, defined at `site`, which is the tool `tool`.

        `excluded` are parameters that the caller supplies whatever their type, as are those of `convention`; `typed`
        are those whose type is given elsewhere, so that they need no annotation. If it `takes_whole`, the first that is
        left takes all arguments, and nobody gives the others.
        """
        parameters: list[Parameter] = []
        fields: list[Field] = []
        injected: dict[str, str] = {}
        defaults: list[tuple[str, Json]] = []
        rest: TypeExpr | None = None
        taken = _without_receiver(function, binding)
        excluded = {*excluded, *convention.supplied([one.name for one in taken])}
        for written in taken:
            if written.name in excluded or self.injection.is_supplied(written, site):
                injected[written.name] = self.injection.class_of(written.annotation, site)
                continue
            if takes_whole:
                parameters += [] if parameters else [self._whole(written, site)]
                continue
            if written.annotation is None and not written.kind.startswith("var") and written.name not in typed:
                span = Span(site.module.path, written.line, written.column, len(written.name))
                self._reader.diagnostics.append(diagnose("TG304", span, name=written.name, tool=tool))
            field = self._field(written, site)
            if written.kind == "var_keyword":
                keys, rest = self._keywords(field.type, written, site)
                fields += keys
            else:
                fields.append(field)
            defaults += [] if written.default is None else [(written.name, field.default)]
            is_field = self._reader.fields.is_field(written.default, site)
            parameters.append(Parameter(written.name, field.alias, written.kind, field.type, is_field))
        supplied = tuple((name, found) for name, found in injected.items() if found)
        return Signature(
            tuple(parameters), tuple(fields), tuple(injected), rest, supplied=supplied, defaults=tuple(defaults)
        )

    def _whole(self, written: facts.Parameter, site: Site) -> Parameter:
        type_ = ANY if written.annotation is None else self._reader.read(written.annotation, site)
        return Parameter(written.name, written.name, "whole", type_)

    def _field(self, written: facts.Parameter, site: Site) -> Field:
        if written.kind == "var_keyword" and written.annotation is not None:
            type_ = self._reader.read_rest(written.annotation, site)
            return Field(written.name, written.name, type_, required=False)
        field = self._reader.field(written.name, written.annotation, written.default, site)
        if written.kind == "var_positional":
            return Field(written.name, written.name, Generic("list", (field.type,)), required=False)
        return field

    def _keywords(
        self, type_: TypeExpr, written: facts.Parameter, site: Site
    ) -> tuple[tuple[Field, ...], TypeExpr | None]:
        """What `**kwargs` takes by name, and the type of what else it takes, None for nothing: PEP 692 names all."""
        if not isinstance(type_, Generic) or type_.name != UNPACK or written.annotation is None:
            return (), type_
        spec = self._reader.classes.get(class_key(type_.arguments[0]))
        if spec is not None and spec.kind == "typed_dict":
            return spec.fields, None
        details = {"text": written.annotation.text, "reason": "`Unpack` takes a `TypedDict` here"}
        span = whole_span(written.annotation, site.module.path)
        self._reader.diagnostics.append(diagnose("TG306", span, **details))
        return (), None


def _without_receiver(function: facts.Function, binding: Binding) -> tuple[facts.Parameter, ...]:
    has_receiver = binding in {"method", "class_method", "tool_class"}
    return function.parameters[1:] if has_receiver else function.parameters
