"""`Declaration` → `ToolSpec`."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, replace
from functools import cached_property

from toolgen.diagnostics.suggest import suggest
from toolgen.evaluation.constants import Constants
from toolgen.evaluation.functions import FunctionValue
from toolgen.evaluation.names.lookup import Names
from toolgen.frameworks import Dialect, DialectError, Results
from toolgen.frameworks.smolagents import CheckedInputs
from toolgen.memoize import memoized_by
from toolgen.model.classes import ClassSpec, Field
from toolgen.model.json_pointer import pointer
from toolgen.model.json_values import Schema
from toolgen.model.tool import Binding, Origin, Parameter, ToolSpec
from toolgen.model.type_parts import union_members
from toolgen.model.types import ANY, NONE, TypeExpr
from toolgen.tools.argument_list import argument_fields, check_schema_fit
from toolgen.tools.arguments import ArgumentReader
from toolgen.tools.declarations.declaration import Declaration, spread
from toolgen.tools.fragments import Fragments, checked_schema, read_fragments
from toolgen.tools.injection import Injection, binding_of, receiver_fault
from toolgen.tools.input_schemas import schema_of
from toolgen.tools.results import ResultReader
from toolgen.tools.shadowing import shadowed
from toolgen.tools.signature import Signature, SignatureReader
from toolgen.tools.tool_fields import excluded, extras, hooks, plain
from toolgen.tools.tool_models import ToolModel, given_schema, model_fields, tool_model
from toolgen.tools.tool_texts import ToolTexts, deprecation
from toolgen.tools.values import default_faults, example_faults, extra_faults, other_defaults
from toolgen.types.annotations import AnnotationReader
from toolgen.types.external_names import decorator_name
from toolgen.types.schema.builder import Schemas


class ToolBuilder:
    """Builds the tools of a project, one declaration at a time; its diagnostics are those of `reader`."""

    def __init__(self, names: Names, constants: Constants, reader: AnnotationReader) -> None:
        self.names = names
        self.constants = constants
        self.reader = reader
        self.schemas = Schemas(reader.classes)
        self._closed_schemas = {
            "classes": Schemas(reader.classes, is_closed=True, inside_models=self.schemas),
            "objects": Schemas(reader.classes, is_closed=True),
        }
        self.signatures = {id(one): SignatureReader(reader, one) for one in names.dialects.known}

    def build(self, declaration: Declaration) -> ToolSpec | None:
        """The tool; None for an abstract class, and for a nested function whose name only running tells (TG211)."""
        declaration = spread(declaration, self.constants)
        function = declaration.function
        if function is None or self._is_abstract(function):
            return None
        binding = binding_of(declaration, function, self.names)
        self.reader.diagnostics += shadowed(function) if binding != "tool_class" else ()
        return _ToolReader(self, declaration, function, binding).read()

    def _is_abstract(self, function: FunctionValue) -> bool:
        decorators = function.facts.decorators
        return any(decorator_name(one, function.site, self.names) == "abc.abstractmethod" for one in decorators)

    def schemas_of(self, dialect: Dialect) -> Schemas:
        """What makes the schemas of the arguments of its tools."""
        return self._closed_schemas.get(dialect.closed, self.schemas)

    def results(self, declaration: Declaration) -> ResultReader:
        """What reads the results of the tools that are declared so."""
        return self._results(declaration.convention.results or declaration.dialect.results)

    @memoized_by(id)
    def _results(self, rules: Results) -> ResultReader:
        return ResultReader(self.reader, self.schemas, rules)


class _ToolReader:
    """Reads one tool: what its declaration says, its function, its docstrings, and the model of its arguments."""

    def __init__(self, builder: ToolBuilder, declaration: Declaration, value: FunctionValue, binding: Binding) -> None:
        self._builder = builder
        self._reader = builder.reader
        self._declaration = declaration
        self._function = function = value.described
        self._site = value.definition.site.within(function)
        self._binding = binding
        self._named = declaration.node if binding == "tool_class" else function
        self._arguments = ArgumentReader(declaration, builder.constants, builder.reader.diagnostics, self._named.name)
        self._texts = ToolTexts(self._arguments, self._named, function, builder.reader.diagnostics)

    def read(self) -> ToolSpec | None:
        """The tool; None for a function in another whose name only running tells."""
        if (declared := self._declared_name()) is None:
            return None
        try:
            self._arguments.tool = self._declaration.dialect.rename(declared)
        except DialectError as fault:
            self._arguments.refused(fault)
            self._arguments.tool = declared
        self._refuse_unknown()
        self._doubt_offered()
        if wrong := receiver_fault(self._declaration, self._function, self._binding, self._site, self._builder.names):
            self._reader.diagnostics.append(wrong)
        return self._spec(declared)

    def _spec(self, declared: str) -> ToolSpec:
        """The tool, which is `declared` under that name."""
        declaration, function, arguments = self._declaration, self._function, self._arguments
        signature = self._signature()
        schema = self._input_schema(signature)
        self._reader.diagnostics += example_faults(arguments, schema)
        self._reader.diagnostics += extra_faults(arguments)
        rest = [one.name for one in function.parameters if one.kind.startswith("var")]
        self._reader.diagnostics += default_faults(signature, self._reader.classes, schema, arguments.span, rest)
        hints, hinted_title = arguments.hints()
        result = self._builder.results(declaration).read(function, self._site, arguments)
        title = arguments.value("title", hinted_title if arguments.tool == declared else declared)
        return ToolSpec(
            name=arguments.tool,
            title=title,
            hinted_title=hinted_title if hinted_title != title else None,
            description=self._texts.description(None if self._model is None else self._model.docstring),
            input_schema=schema,
            origin=self._origin(signature.model),
            span=arguments.span,
            defined=self._site.name_span(function),
            declared=None if declaration.given is None else declaration.given.span(),
            marker=declaration.marker,
            is_async=function.is_async,
            is_generator=function.is_generator,
            is_modelled=self._is_modelled,
            returns_description=self._texts.docstring.returns,
            raises=self._texts.docstring.raises,
            requires_approval=arguments.value(
                "requires_approval", arguments.value("approval_mode") == "always_require"
            ),
            deprecated=arguments.value("deprecated", deprecation(self._named, self._site, self._reader)),
            extras=extras(arguments),
            annotations=tuple(hints.items()),
            multiline=(*arguments.value("multiline", []), *signature.multiline),
            branches=tuple((one.test.line, one.holds) for one in declaration.conditions),
            is_conditional=declaration.is_conditional,
            hooks=dict(hooks(arguments, self._builder.names)),
            dynamic=dict(self._dynamic(signature)),
            defaults=dict(other_defaults(signature, schema)),
            **{name: getattr(signature, name) for name in ("parameters", "injected", "supplied", "provided")},
            **{one.name: getattr(result, one.name) for one in fields(result)},
            **plain(arguments),
        )

    def _declared_name(self) -> str | None:
        arguments = self._arguments
        if (hidden := arguments.given("declaration")) is not None:
            arguments.not_constant("declaration", hidden, hidden.node)
        # Calls in other functions may be of one function and many names.
        arguments.is_nameless = self._declaration.how == "call" and self._site.scopes[-1].kind == "function"
        declared: str = arguments.value("name", self._named.name)
        return None if "name" in arguments.faulty and arguments.is_nameless else declared

    @cached_property
    def _model(self) -> ToolModel | None:
        return tool_model(self._arguments, self._reader)

    @cached_property
    def _fragments(self) -> Fragments:
        return read_fragments(self._arguments, self._builder.names, self._reader)

    def _origin(self, model: str) -> Origin:
        declaration, is_async = self._declaration, self._function.is_async
        module, called = declaration.site.module, self._function.name if self._binding == "tool_class" else ""
        qualname, dialect = declaration.node.qualname, declaration.dialect.name
        function_at = declaration.dialect.function_at[is_async] if declaration.how == "decorator" else ""
        how = declaration.how
        place = (module.path, module.name, qualname, dialect, self._binding, how, called)
        return Origin(*place, function_at, model=model, called_as=declaration.called_as)

    def _refuse_unknown(self) -> None:
        dialect, unknown = self._declaration.dialect, self._declaration.unknown
        if not (unknown and dialect.is_closed):
            return
        known = {name for one in dialect.decorators.values() for name in one.arguments}
        for argument, ref in unknown.items():
            details = {"argument": argument, "decorator": "tool", "suggestion": suggest(argument, known)}
            self._reader.diagnostics.report("TG202", ref.span(), **details)

    def _doubt_offered(self) -> None:
        """TG226 for a tool that the framework hides or changes by what the declaration gives it: `is_enabled=check`."""
        ref = self._arguments.given("offered")
        if ref is not None and self._builder.names.values.constant(ref.node, ref.site) is not True:
            call = f"{self._arguments.spelled('offered')}={ast.unparse(ref.node)}"
            self._reader.diagnostics.report("TG226", ref.span(), call=call, object=f"{self._site.module.name}:NAME")

    def _signature(self) -> Signature:
        """What the function takes, by what the declaration and the docstring say of it."""
        signature = self._read_signature()
        signature = signature.copied() if self._declaration.convention.is_copied else signature
        self._check_names(signature)
        return self._overridden(signature)

    def _read_signature(self) -> Signature:
        """What the function says of its parameters, or what the declaration gives in its place."""
        declaration, reader = self._declaration, self._builder.signatures[id(self._declaration.dialect)]
        with self._reader.diagnostics.captured() as found:
            signature = reader.read(
                self._function,
                self._site,
                self._binding,
                tool=self._arguments.tool,
                excluded=excluded(self._arguments),
                convention=declaration.convention,
                # What else a model allows is handed on, where the function takes it.
                is_modelled=self._is_modelled,
                takes_whole=declaration.convention.takes_whole({*declaration.arguments, *declaration.spelled}),
                # Of these, the declaration says the type.
                typed=[one.name for one in self._function.parameters] if self._is_modelled else self._fragments.names,
            )
        if self._model is not None:  # it stands for the types that were read
            return self._modelled(signature, self._model, reader.injection)
        self._reader.diagnostics += found
        is_class = self._binding == "tool_class"
        if is_class and declaration.dialect.is_closed:
            check_schema_fit(signature, self._arguments)
        for kind in declaration.dialect.recognisers if is_class else ():
            if isinstance(kind, CheckedInputs):
                self._check_inputs(kind, signature)
        return argument_fields(signature, self._arguments, self._reader) if is_class else signature

    def _modelled(self, signature: Signature, model: ToolModel, injection: Injection) -> Signature:
        """`signature` with the fields of the model that stands for its types."""
        is_dumped = self._declaration.convention.is_dumped
        found = model_fields(signature, model, injection, self._reader, is_dumped=is_dumped)
        # `Model.model_json_schema()` has the docstring of the model, which other frameworks leave out.
        about = (model.is_schema and model.spec.description) or ""
        is_closed = model.spec.closed is True and not self._declaration.convention.tells_fields
        return replace(found, about=about, is_closed=is_closed)

    def _check_inputs(self, kind: CheckedInputs, signature: Signature) -> None:
        """TG227 where the framework refuses the class for its `inputs`."""
        symbol, inputs = self._declaration.site.symbol(self._declaration.node), self._arguments.value("model")
        is_checked = self._builder.names.attribute(symbol, kind.unchecked) is None
        if is_checked and inputs is not None and "model" not in self._arguments.faulty:
            optional = {one.name: one.default is not None for one in self._function.parameters[1:]}
            optional |= {one.name: True for one in signature.fields if NONE in union_members(one.type)}
            if reason := kind.fault(inputs, optional):
                span = self._site.name_span(self._function)
                details = {"name": self._function.name, "reason": reason, "example": "make both say the same"}
                self._reader.diagnostics.report("TG227", span, **details)

    @property
    def _is_modelled(self) -> bool:
        return any(map(self._arguments.given, ("parameters_schema", "model")))

    def _check_names(self, signature: Signature) -> None:
        """TG207 and TG208: names in the declaration and the docstring that are no parameter."""
        if signature.rest is None and not signature.takes_whole:
            known = {name for field in signature.fields for name in (field.name, field.alias)}
            self._check_mentioned(known)
            self._check_documented(signature, known)

    def _check_mentioned(self, known: set[str]) -> None:
        arguments = self._arguments
        mentioned: dict[str, Iterable[str]] = {
            "param_descriptions": arguments.value("param_descriptions", {}),
            "params": self._fragments.names,
            "required": arguments.value("required", []),
            "multiline": arguments.value("multiline", []),
            "examples": {key for example in arguments.value("examples", []) for key in example},
        }
        for argument, names in mentioned.items():
            for name in sorted(set(names) - known):
                arguments.no_parameter(argument, name, suggest(name, known))

    def _check_documented(self, signature: Signature, known: set[str]) -> None:
        own = (*(p.name for p in signature.parameters), *(p.name for p in self._function.parameters))
        known_here = known.union(signature.injected, self._declaration.removed, own)
        undescribed = known.difference(self._texts.docstring.parameters)
        for name in self._texts.docstring.parameters:
            if name not in known_here:
                removing = "remove it: all its parameters are described"
                details = {"name": name, "suggestion": suggest(name, undescribed) if undescribed else removing}
                self._reader.diagnostics.report("TG208", self._arguments.span, tool=self._arguments.tool, **details)

    def _overridden(self, signature: Signature) -> Signature:
        """`signature` with the types and descriptions that the declaration and the docstring give its parameters."""
        given, overrides = self._arguments.value("param_descriptions", {}), self._fragments.types
        fields = []
        is_first = self._declaration.dialect.parameter_fields.is_documented
        for field in (*signature.fields, *self._extra_fields(signature, given)):
            documented = self._texts.documented.get(field.name)
            own = (documented if is_first else None) or field.description
            said = {"description": given.get(field.name, own), "documented": documented}
            fields.append(replace(field, type=overrides.get(field.name, field.type), **said))
        self._report_unwritten(fields)
        is_stated = self._fragments.names or given_schema(self._arguments, self._model)
        parameters = tuple(map(self._stated, signature.parameters)) if is_stated else signature.parameters
        return replace(signature, fields=tuple(fields), parameters=parameters)

    def _report_unwritten(self, fields: Sequence[Field]) -> None:
        """TG233 where descriptions have only been begun."""
        said = {field.name: field.description or field.documented or "" for field in fields}
        begun = {name: text.partition("\n")[0] for name, text in said.items() if text.startswith("TODO")}
        if begun:
            details = {"names": "`, `".join(begun), "texts": "`, `".join(dict.fromkeys(begun.values()))}
            self._reader.diagnostics.report("TG233", self._arguments.span, tool=self._arguments.tool, **details)

    def _stated(self, parameter: Parameter) -> Parameter:
        """`parameter` with the type that the declaration gives it; its schema then says more than the annotation."""
        type_ = self._fragments.types.get(parameter.name, parameter.type)
        return replace(parameter, type=type_, validated_by="schema" if parameter.validated_by == "schema" else "both")

    def _extra_fields(self, signature: Signature, described: Iterable[str]) -> Iterator[Field]:
        """The keys of `**kwargs` that the declaration or the docstring speaks of by name."""
        if signature.rest is None:
            return
        known = {f.name for f in signature.fields}.union(signature.injected, (p.name for p in signature.parameters))
        for name in dict.fromkeys([*self._fragments.names, *described, *self._texts.docstring.parameters]):
            if name not in known:
                yield Field(name, name, signature.rest, required=False)

    def _dynamic(self, signature: Signature) -> Iterator[tuple[str, str]]:
        """JSON pointers to the enums that functions supply, and the references of these functions."""
        aliases = {field.name: field.alias for field in signature.fields}
        for (name, *inner), reference in self._fragments.dynamic.items():
            yield pointer("properties", aliases.get(name, name), *inner, "enum"), reference

    def _input_schema(self, signature: Signature) -> Schema:
        arguments, fragments = self._arguments, self._fragments.schemas
        if (given := given_schema(arguments, self._model)) is not None:
            schema = checked_schema(given.argument, given.schema, given.ref, arguments, self._reader)
            return {"type": "object", "properties": {}} | schema
        is_open = self._declaration.dialect.closed == "nothing" or self._declaration.convention.is_open
        is_taken = self._declaration.convention.is_given_all and arguments.given("model") is None
        schemas = self._builder.schemas_of(self._declaration.dialect)
        rests = (p.name for p in signature.parameters if p.kind == "var_keyword")
        rest = next(map(self._texts.documented.get, rests), None) or ""
        required = arguments.value("required")
        others = signature.rest if self._model is None else self._told_of_others(self._model.spec)
        return schema_of(signature, schemas, fragments, required, others, rest, is_closed=not is_open or is_taken)

    def _told_of_others(self, spec: ClassSpec) -> TypeExpr | None:
        """The type of what a model allows beside its fields, whether or not the function is given it."""
        is_told = spec.closed is False and not self._declaration.convention.tells_fields
        return (spec.rest or ANY) if is_told else None
