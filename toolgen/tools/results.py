"""What a tool returns, and the output schema that its framework makes of that.

Source: `func_metadata` of `mcp`, in `mcp/server/fastmcp/utilities/func_metadata.py` of version 1 and
`mcp/server/mcpserver/utilities/func_metadata.py` of version 2; `ParsedFunction.from_function` in
`fastmcp/tools/function_parsing.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from toolgen.diagnostics.diagnostic import diagnose, errors_in, has_errors
from toolgen.evaluation.constants import NotConstantError
from toolgen.evaluation.names.expression_ref import ExpressionRef
from toolgen.evaluation.names.lookup import Defined, Site
from toolgen.frameworks import ANNOTATED, UNION, Results
from toolgen.model.classes import ClassSpec, Field, class_key
from toolgen.model.json_values import Schema
from toolgen.model.keywords import TYPES
from toolgen.model.span import Span
from toolgen.model.type_parts import class_names, reached_classes, strip
from toolgen.model.types import ANY, Generic, Named, TypeExpr, union
from toolgen.model.wrapping import RESULT, is_object, with_root
from toolgen.syntax.expressions import whole_span
from toolgen.syntax.facts import Expression, Function
from toolgen.tools.arguments import ArgumentReader
from toolgen.tools.fragments import checked_schema
from toolgen.types.annotations import AnnotationReader
from toolgen.types.classes.custom_serialization import custom_serializer, has_two_names, unlike_read
from toolgen.types.classes.rebuilt import UnknownFieldsError, rebuilt
from toolgen.types.known.forms import STREAMS
from toolgen.types.result_forms import NONE_TYPE, Form, FormReader
from toolgen.types.schema.builder import Schemas

_PRIMITIVES = frozenset({"None", NONE_TYPE, "bool", "bytes", "float", "int", "str"})
_RECORDS = frozenset({"dataclass", "pydantic", "root_model", "typed_dict"})
_NO_FIELDS = frozenset({"enum", "named_tuple"})
"""Kinds of classes of which the SDK of MCP makes no schema."""


@dataclass(frozen=True, slots=True)
class Result:
    """What a function returns, and its output schema; None where it has none.

    `is_wrapped` says that the schema is of an object around the result, `by_name` that it has the names of fields where
    these have aliases, `is_served` that a server has made it by rules of its own.
    """

    returns: TypeExpr = ANY
    output_schema: Schema | None = None
    is_wrapped: bool = False
    by_name: bool = False
    is_served: bool = False


class _UnknownResultError(Exception):
    """The type of a result is not known, or what its framework makes of it."""

    def __init__(self, span: Span, reason: str) -> None:
        super().__init__(reason)
        self.fault = diagnose("TG307", span, reason=reason)


class ResultReader:
    """Reads what the tools of one dialect return. Its diagnostics are those of `reader`."""

    def __init__(self, reader: AnnotationReader, schemas: Schemas, rules: Results) -> None:
        self._reader = reader
        self._schemas = schemas if rules.mode == "validation" else Schemas(reader.classes, is_serializing=True)
        self._rules = rules
        self._forms = FormReader(reader.names)
        self._described: dict[TypeExpr, Result] = {}

    def read(self, function: Function, site: Site, arguments: ArgumentReader) -> Result:
        """What `function`, defined at `site`, returns; a schema that is not known is left out, with a note (TG307)."""
        try:
            result = self._last(function, site, arguments)
        except _UnknownResultError as unknown:
            self._reader.diagnostics.append(unknown.fault)
            result = Result()
        if function.returns is None or result.returns != ANY:
            return result
        return replace(result, returns=self._leniently(function.returns, site))

    def _last(self, function: Function, site: Site, arguments: ArgumentReader) -> Result:
        """The result of `function`, with the schema of what `postprocess` makes of it. Raises _UnknownResultError."""
        if (hook := arguments.given("postprocess")) is None or function.is_generator:
            return self._result(function, site, arguments)
        symbol = self._reader.names.evaluate(hook.node, hook.site)
        if not isinstance(symbol, Defined) or not isinstance(made := symbol.node, Function) or made.decorators:
            return Result()
        return replace(self._result(made, symbol.site.within(made), arguments), returns=ANY)

    def _result(self, function: Function, site: Site, arguments: ArgumentReader) -> Result:
        """The result, whose type may be left out. Raises _UnknownResultError."""
        if (given := arguments.declaration.arguments.get("output_schema")) is not None:
            return self._given(given, arguments)
        is_structured = self._is_structured(arguments)
        if function.returns is None:
            word = arguments.value("output_type")
            return _unwrapped(ANY, {"type": word} if word in TYPES else None)
        if is_structured is False:
            return Result()
        if self._rules.roots == "any":
            return self._whole_result(function, function.returns, site)
        form = self._data(self._forms.read(function.returns, site))
        silences = [one for one in self._rules.silences if not (one.is_default and is_structured)]
        is_silent = self._is_bare(form.inner) or any(form.mentions(one.types, one.inside) for one in silences)
        return Result() if is_silent else self._served(form)

    def _is_structured(self, arguments: ArgumentReader) -> bool | None:
        """What a declaration says of whether there is a schema. Raises _UnknownResultError."""
        if (given := arguments.given("structured_output")) is None:
            return None
        try:
            arguments.folded("structured_output", given)
        except NotConstantError:
            raise _UnknownResultError(given.span(), "`structured_output` is not constant") from None
        value: bool | None = arguments.value("structured_output")
        return value

    def _given(self, ref: ExpressionRef, arguments: ArgumentReader) -> Result:
        """The result that a declaration describes, or that it says nothing of. Raises _UnknownResultError."""
        try:
            schema = arguments.folded("output_schema", ref)
        except NotConstantError:
            raise _UnknownResultError(ref.span(), "`output_schema` is not constant") from None
        if not isinstance(schema, dict):
            return Result()
        schema = checked_schema("output_schema", schema, ref, arguments, self._reader)
        is_wrapped = any(schema.get(key) == value for key, value in self._rules.beside.items())
        return Result(ANY, schema, is_wrapped, is_served=True)

    def _leniently(self, annotation: Expression, site: Site) -> TypeExpr:
        """What an annotation means, or anything: its faults are worth a note only where a schema is left out."""
        with self._reader.diagnostics.captured() as found:
            type_ = self._reader.read_result(annotation, site)
        self._reader.diagnostics += [one for one in found if one.code == "TG327"]
        return ANY if has_errors(found) else type_

    def _known(self, read: Callable[[], TypeExpr]) -> TypeExpr:
        """What `read` reads. Raises _UnknownResultError in place of its faults."""
        with self._reader.diagnostics.captured() as found:
            type_ = read()
        if fault := next(iter(errors_in(found)), None):
            unknown = _UnknownResultError(fault.span, fault.message)
            # A name that is not defined keeps the module from being imported, or its annotations from being read.
            unknown.fault = fault if fault.code in {"TG301", "TG327"} else unknown.fault
            raise unknown
        self._reader.diagnostics += found
        return type_

    def _whole_result(self, function: Function, annotation: Expression, site: Site) -> Result:
        """The result as pydantic describes it. Raises _UnknownResultError."""
        type_ = self._known(lambda: self._reader.read_result(annotation, site))
        if function.is_generator or _is_stream(type_):
            return Result(type_)
        if type_ not in self._described:
            if (name := unlike_read(type_, self._reader)) is not None:
                raise _written_by(name, annotation, site)
            self._described[type_] = _unwrapped(type_, self._whole(type_))
        return self._described[type_]

    def _whole(self, type_: TypeExpr) -> Schema | None:
        return self._schemas.whole(lambda builder: builder.of(type_)) or None

    def _data(self, form: Form) -> Form:
        """The part of an annotation that is about data."""
        first, *others = form.arguments or (form,)
        if form.name == ANNOTATED and others and first.mentions(self._rules.stand_ins, ()):
            return others[0]
        if form.name != UNION:
            return form
        arms = tuple(arm for arm in form.arguments if not arm.mentions(self._rules.signals, ()))
        return arms[0] if len(arms) == 1 else replace(form, arguments=arms)

    def _is_bare(self, form: Form) -> bool:
        """Whether it is a collection of anything, in any number."""
        items = [argument.name for argument in form.arguments]
        is_fixed = form.name == "tuple" and items not in ([], ["typing.Any", "..."])
        return form.name in self._rules.bare and not is_fixed and not {*items} - {"typing.Any", "..."}

    def _served(self, form: Form) -> Result:
        """The result as a server of MCP describes it. Raises _UnknownResultError."""
        type_ = self._known(lambda: self._type(form))
        if _is_stream(type_) or self._has_no_model(type_):
            return Result()
        differing = custom_serializer if self._rules.mode == "serialization" else unlike_read
        if (name := differing(type_, self._reader)) is not None:
            raise _written_by(name, form.ref.within, form.ref.site)
        if self._rules.roots != "objects":
            return self._of_class(form.inner, type_)
        schema = self._whole(type_) or {}
        result = self._plain(schema) if is_object(schema) else self._wrapped(type_)
        return replace(result, by_name=self._rules.mode == "serialization" and has_two_names(type_, self._reader))

    def _has_no_model(self, type_: TypeExpr) -> bool:
        """Whether pydantic, and so the server, refuses a class that toolgen describes elsewhere."""
        reached = reached_classes(class_names(type_), self._reader.classes)
        return any(spec.kind in {"attrs", "struct"} for spec in reached.values())

    def _type(self, form: Form) -> TypeExpr:
        if form.name == UNION:
            return union(*map(self._type, form.arguments))
        return self._reader.read_part(form.ref)

    def _plain(self, schema: Schema) -> Result:
        return Result(output_schema=with_root(schema), is_served=True)

    def _wrapped(self, type_: TypeExpr) -> Result:
        field = Field(RESULT, RESULT, type_, required=True)
        schema = self._schemas.of(lambda builder: builder.of_fields([field]))
        return Result(output_schema={**schema, **self._rules.beside}, is_wrapped=True, is_served=True)

    def _of_class(self, form: Form, type_: TypeExpr) -> Result:
        """What the SDK of MCP makes of an annotation: it asks for the class rather than for what is described."""
        inner = strip(type_)
        if form.name == "dict" and form.is_class and [one.name for one in form.arguments[:1]] == ["str"]:
            return self._plain(self._whole(inner) or {})
        spec = self._reader.classes.get(class_key(inner)) if form.is_class else None
        is_model = spec is not None and spec.kind in {"pydantic", "root_model"}
        if not form.is_class or (form.arguments and not is_model) or form.name in _PRIMITIVES:
            return self._wrapped(type_)
        if spec is None or spec.kind in _NO_FIELDS:
            return Result()
        if spec.kind not in self._rules.rebuilt and spec.kind in _RECORDS:
            return self._plain(self._whole(inner) or {})
        return self._rebuilt(form, spec)

    def _rebuilt(self, form: Form, spec: ClassSpec) -> Result:
        """A model of the fields of a class. Raises _UnknownResultError."""
        reader = self._reader
        try:
            fields = rebuilt(form.symbol, spec, reader.classes, reader.names)
        except UnknownFieldsError:
            reason = f"the framework makes a model of its own of `{spec.qualname}`"
            raise _UnknownResultError(whole_span(form.ref.within, form.ref.site.module.path), reason) from None
        return Result() if fields is None else self._plain(self._schemas.of(lambda builder: builder.of_fields(fields)))


def _unwrapped(type_: TypeExpr, schema: Schema | None) -> Result:
    """A result that a server of MCP puts into an object of its own, where it is none."""
    return Result(type_, schema, is_wrapped=schema is not None and not is_object(schema))


def _written_by(name: str, annotation: Expression, site: Site) -> _UnknownResultError:
    reason = f"`{name}` is written otherwise than it is read"
    return _UnknownResultError(whole_span(annotation, site.module.path), reason)


def _is_stream(type_: TypeExpr) -> bool:
    inner = strip(type_)
    return isinstance(inner, Named | Generic) and inner.name in STREAMS
