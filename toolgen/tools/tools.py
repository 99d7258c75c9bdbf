"""`Declaration` → `ToolSpec`."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace

from toolgen.diagnostics.diagnostic import diagnose
from toolgen.diagnostics.suggest import suggest
from toolgen.evaluation.constants import Constants
from toolgen.evaluation.functions import FunctionValue
from toolgen.evaluation.names.lookup import External, Names, Site
from toolgen.frameworks import DialectError
from toolgen.model.json_pointer import pointer
from toolgen.model.tool import HOOKS, Binding, Origin, ToolSpec
from toolgen.model.types import Constrained, Field, Schema, TypeExpr
from toolgen.syntax.descriptions import whole
from toolgen.syntax.docstrings import Docstring, parse_docstring
from toolgen.syntax.expressions import parse_expression
from toolgen.syntax.facts import Class, Expression, Function
from toolgen.tools.argument_list import argument_fields
from toolgen.tools.arguments import ArgumentReader
from toolgen.tools.callables import hook
from toolgen.tools.declarations.declaration import Declaration
from toolgen.tools.declarations.spread import spread
from toolgen.tools.defaults import other_defaults
from toolgen.tools.fragments import Fragments, check_schema, read_fragments
from toolgen.tools.results import ResultReader
from toolgen.tools.signature import Signature, SignatureReader
from toolgen.tools.tool_models import ToolModel, given_schema, model_fields, tool_model
from toolgen.types.annotations import AnnotationReader
from toolgen.types.schema.builder import SchemaBuilder, Schemas

_DECORATED: Mapping[str, Binding] = {"staticmethod": "static_method", "classmethod": "class_method"}
_ABSTRACT = External("abc.abstractmethod")
_NO_DOCSTRING = Docstring("", {}, None, ())


class ToolBuilder:
    """Builds the tools of a project, one declaration at a time; its diagnostics are those of `reader`."""

    def __init__(self, names: Names, constants: Constants, reader: AnnotationReader) -> None:
        self._names = names
        self._constants = constants
        self._reader = reader
        self._schemas = Schemas(reader.classes)
        self._signatures = {id(one): SignatureReader(reader, one) for one in names.dialects.known}
        self._results: dict[int, ResultReader] = {}

    def build(self, declaration: Declaration) -> ToolSpec | None:
        """The tool that `declaration` makes; None for an abstract class, which is the base of tools and none itself.

        None as well for a function in another that is registered under a name which only running tells (TG201).
        """
        declaration = spread(declaration, self._names)
        function = declaration.function
        if function is None or any(self._decorator(d, function.site) == _ABSTRACT for d in function.facts.decorators):
            return None
        binding = self._binding(declaration, function)
        return self._tool(declaration, function.described, function.definition.site, binding)

    def _tool(self, declaration: Declaration, function: Function, site: Site, binding: Binding) -> ToolSpec | None:
        node, dialect = declaration.node, declaration.dialect
        named = node if binding == "tool_class" else function
        site = site.within(function)
        arguments = self._arguments(declaration, named.name)
        declared = arguments.value("name", named.name)
        if "name" in arguments.faulty and declaration.how == "call" and site.scopes[-1].kind == "function":
            return None
        arguments.tool = name = dialect.rename(declared)
        self._refuse_unknown(declaration)
        model = tool_model(arguments, self._reader)
        texts = _texts(declaration, named, function, model) if arguments.value("docstring", True) else []
        docstring = _docstring(*(texts[1:2] if _is_described_apart(declaration, binding, arguments) else texts[:2]))
        fragments = read_fragments(arguments, self._names, self._reader)
        signature = self._signature(declaration, function, site, binding, arguments, fragments, model)
        signature = signature.by_name() if declaration.convention.is_by_name else signature
        self._check_names(arguments, signature, docstring, fragments, declaration.removed)
        signature = _overridden(signature, docstring, fragments, arguments)
        schema = self._input_schema(signature, fragments, arguments, docstring, model)
        hints, hinted_title = arguments.hints()
        result = self._result_reader(declaration).read(function, site, arguments)
        return ToolSpec(
            name=name,
            title=arguments.value("title", hinted_title if name == declared else declared),
            description=self._description(arguments, texts),
            input_schema=schema,
            origin=_origin(declaration, function, binding),
            span=arguments.place,
            parameters=signature.parameters,
            returns=result.returns,
            output_schema=result.output_schema,
            is_wrapped=result.is_wrapped,
            is_served=result.is_served,
            is_async=function.is_async,
            is_generator=function.is_generator,
            returns_description=docstring.returns,
            raises=docstring.raises,
            tags=tuple(arguments.value("tags", [])),
            category=arguments.value("category"),
            risk_level=arguments.value("risk_level"),
            requires_approval=_requires_approval(arguments),
            timeout=arguments.value("timeout"),
            annotations=tuple(hints.items()),
            examples=tuple(arguments.value("examples", [])),
            multiline=(*arguments.value("multiline", []), *signature.multiline),
            injected=signature.injected,
            supplied=signature.supplied,
            hooks=dict(_hooks(arguments, self._names)),
            dynamic=dict(_dynamic(signature, fragments)),
            defaults=dict(other_defaults(signature, schema)),
            deprecated=arguments.value("deprecated", False),
        )

    def _arguments(self, declaration: Declaration, name: str) -> ArgumentReader:
        """The arguments of a declaration, which is called `name` in messages; TG201 for an object in their place."""
        arguments = ArgumentReader(declaration, self._names, self._constants, self._reader.diagnostics, name)
        if (hidden := arguments.written("declaration")) is not None:
            arguments.not_constant("declaration", hidden, hidden.node)
        return arguments

    def _signature(
        self,
        declaration: Declaration,
        function: Function,
        site: Site,
        binding: Binding,
        arguments: ArgumentReader,
        fragments: Fragments,
        model: ToolModel | None,
    ) -> Signature:
        """What the function says of its parameters, or what the declaration gives in its place."""
        reader = self._signatures[id(declaration.dialect)]
        with self._reader.diagnostics.captured() as found:
            signature = reader.read(
                function,
                site,
                binding,
                tool=arguments.tool,
                excluded=_excluded(arguments),
                convention=declaration.convention,
                takes_whole=declaration.convention.takes_whole({*declaration.arguments, *declaration.spelled}),
                typed=self._typed(function, fragments, arguments),
            )
        if model is not None:  # it stands for the types that were read
            return model_fields(signature, model, reader.injection, self._reader.names)
        self._reader.diagnostics += found
        return argument_fields(signature, arguments, self._reader) if binding == "tool_class" else signature

    # -- the declaration --------------------------------------------------------------------------------------

    def _binding(self, declaration: Declaration, function: FunctionValue) -> Binding:
        site = declaration.site
        if isinstance(declaration.node, Class):
            return "tool_class"
        if function.is_partial or any(scope.kind == "function" for scope in site.scopes):
            return "local"
        if site.scopes[-1].kind != "class":
            return "function"
        for decorator in function.facts.decorators:
            symbol = self._decorator(decorator, site)
            if isinstance(symbol, External) and symbol.name in _DECORATED:
                return _DECORATED[symbol.name]
        return "method"

    def _decorator(self, decorator: Expression, site: Site) -> object:
        node = parse_expression(decorator.text)
        return self._names.evaluate(node.func if isinstance(node, ast.Call) else node, site)

    def _refuse_unknown(self, declaration: Declaration) -> None:
        if not declaration.dialect.is_closed:
            return
        known = {name for one in declaration.dialect.decorators.values() for name in one.arguments}
        for argument, written in declaration.unknown.items():
            details = {"argument": argument, "decorator": "tool", "suggestion": suggest(argument, known)}
            self._reader.diagnostics.append(diagnose("TG202", written.span(), **details))

    def _description(self, arguments: ArgumentReader, docstrings: Iterable[str | None]) -> str:
        dialect = arguments.declaration.dialect
        given = {name: arguments.value(name) for name in dialect.describing}
        texts = [text for text in docstrings if text]
        try:
            described = (dialect.describe(text, given) for text in texts)
            description: str = arguments.value("description") or next(filter(str.strip, described), "")
        except DialectError as fault:
            reason = f"{type(fault.error).__name__}: {fault.error}"
            details = {"name": fault.name, "value": "describe", "reason": reason}
            self._reader.diagnostics.append(diagnose("TG009", arguments.place, **details))
            return whole(texts[0], {})
        # A description that is there but not constant has its own diagnostic.
        if not description.strip() and "description" not in arguments.faulty:
            self._reader.diagnostics.append(diagnose("TG203", arguments.place, tool=arguments.tool))
        return arguments.declaration.convention.amend(description)

    def _typed(self, function: Function, fragments: Fragments, arguments: ArgumentReader) -> Collection[str]:
        """The parameters whose type the declaration says, so that they need no annotation."""
        if not any(map(arguments.written, ("parameters_schema", "model", "inputs"))):
            return fragments.names
        return [parameter.name for parameter in function.parameters]

    # -- parameters -------------------------------------------------------------------------------------------

    def _check_names(
        self,
        arguments: ArgumentReader,
        signature: Signature,
        docstring: Docstring,
        fragments: Fragments,
        removed: Collection[str],
    ) -> None:
        """TG207 and TG208: names in the declaration and the docstring that are no parameter."""
        known = {name for field in signature.fields for name in (field.name, field.alias)}
        if signature.rest is not None or signature.takes_whole:
            return
        mentioned: dict[str, Iterable[str]] = {
            "param_descriptions": arguments.value("param_descriptions", {}),
            "params": fragments.names,
            "required": arguments.value("required", []),
            "multiline": arguments.value("multiline", []),
            "examples": {key for example in arguments.value("examples", []) for key in example},
        }
        for argument, names in mentioned.items():
            for name in sorted(set(names) - known):
                arguments.no_parameter(argument, name, suggest(name, known))
        hidden = {*signature.injected, *removed, *(p.name for p in signature.parameters)}
        for name in docstring.parameters:
            if name not in known and name not in hidden:
                details = {"tool": arguments.tool, "name": name, "suggestion": suggest(name, known)}
                self._reader.diagnostics.append(diagnose("TG208", arguments.place, **details))

    def _input_schema(
        self,
        signature: Signature,
        fragments: Fragments,
        arguments: ArgumentReader,
        docstring: Docstring,
        model: ToolModel | None,
    ) -> Schema:
        if (given := given_schema(arguments, model)) is not None:
            check_schema(given.argument, given.schema, given.written, arguments, self._reader)
            return {"type": "object", "properties": {}} | given.schema
        required = arguments.value("required")
        rest = next((docstring.parameters.get(p.name) for p in signature.parameters if p.kind == "var_keyword"), None)

        def make(builder: SchemaBuilder) -> Schema:
            schema = builder.of_fields(signature.fields)
            for field in signature.fields:
                if field.name in fragments.schemas:
                    schema["properties"][field.alias] = _about(field, builder) | fragments.schemas[field.name]
            if required is not None:
                schema = {key: value for key, value in schema.items() if key != "required"}
                schema |= {"required": required} if required else {}
            if signature.rest is not None:
                about = {"description": rest} if rest else {}
                schema |= {"additionalProperties": (builder.of(signature.rest) | about) or True}
            return schema

        return self._schemas.of(make)

    def _result_reader(self, declaration: Declaration) -> ResultReader:
        rules = declaration.convention.results or declaration.dialect.results
        if id(rules) not in self._results:
            self._results[id(rules)] = ResultReader(self._reader, self._schemas, rules)
        return self._results[id(rules)]


def _texts(
    declaration: Declaration, named: Class | Function, function: Function, model: ToolModel | None
) -> list[str | None]:
    """The docstrings that may describe a tool, the first choice first."""
    texts = [named.docstring, function.docstring][:: -1 if declaration.convention.is_method_described else 1]
    return [*texts, model.docstring if model else None]


def _origin(declaration: Declaration, function: Function, binding: Binding) -> Origin:
    module, called = declaration.site.module, function.name if binding == "tool_class" else ""
    qualname, dialect = declaration.node.qualname, declaration.dialect.name
    function_at = declaration.dialect.function_at[function.is_async] if declaration.how == "decorator" else ""
    return Origin(module.path, module.name, qualname, dialect, binding, declaration.how, called, function_at)


def _is_described_apart(declaration: Declaration, binding: Binding, arguments: ArgumentReader) -> bool:
    """Whether the tool is a class with a description: its docstring is about the class, with those of `__init__`."""
    is_class = binding == "tool_class" and not declaration.dialect.is_closed
    return is_class and arguments.written("description") is not None


def _requires_approval(arguments: ArgumentReader) -> bool:
    asked: bool = arguments.value("requires_approval", arguments.value("approval_mode") == "always_require")
    return asked


def _docstring(*texts: str | None) -> Docstring:
    """The first docstring, and what those after it add to its parameters."""
    parsed = [parse_docstring(text) for text in dict.fromkeys(texts) if text]
    if len(parsed) < 2:
        return parsed[0] if parsed else _NO_DOCSTRING
    parameters = {name: text for docstring in reversed(parsed) for name, text in docstring.parameters.items()}
    return replace(parsed[0], parameters=parameters)


def _excluded(arguments: ArgumentReader) -> Collection[str]:
    """The parameters that the declaration says are supplied."""
    context = arguments.value("context", False)
    usual = arguments.declaration.convention.context
    named = arguments.value("injected", [])
    named = named.values() if isinstance(named, dict) else named
    return [*named, *arguments.keys("filled"), *([usual if context is True else context] if context else [])]


def _dynamic(signature: Signature, fragments: Fragments) -> Iterator[tuple[str, str]]:
    """JSON pointers to the enums that functions supply, and the references of these functions."""
    aliases = {field.name: field.alias for field in signature.fields}
    for (name, *inner), reference in fragments.dynamic.items():
        yield pointer("properties", aliases.get(name, name), *inner, "enum"), reference


def _hooks(arguments: ArgumentReader, names: Names) -> Iterator[tuple[str, str]]:
    for argument in HOOKS:
        reference = hook(arguments, names, argument)
        if reference is not None:
            yield argument, reference


def _overridden(
    signature: Signature, docstring: Docstring, fragments: Fragments, arguments: ArgumentReader
) -> Signature:
    """`signature` with the types and descriptions that the declaration and the docstring give its parameters."""
    given = arguments.value("param_descriptions", {})
    fields = []
    for field in (*signature.fields, *_extra_fields(signature, docstring, fragments, given)):
        fallback = None if _is_described(field.type) else docstring.parameters.get(field.name)
        description = given.get(field.name, field.description or fallback)
        fields.append(replace(field, type=fragments.types.get(field.name, field.type), description=description))
    types = {field.name: field.type for field in fields}
    parameters = tuple(
        replace(p, type=types[p.name]) if p.name in fragments.types and p.name in types else p
        for p in signature.parameters
    )
    return replace(signature, fields=tuple(fields), parameters=parameters)


def _is_described(type_: TypeExpr) -> bool:
    """Whether metadata of `type_` describes it: its own, or that of a bound or a `NewType`."""
    while isinstance(type_, Constrained):
        if dict(type_.metadata.items).get("description"):
            return True
        type_ = type_.base
    return False


def _extra_fields(
    signature: Signature, docstring: Docstring, fragments: Fragments, described: Iterable[str]
) -> Iterator[Field]:
    """The keys of `**kwargs` that the declaration or the docstring speaks of by name."""
    if signature.rest is None:
        return
    known = {field.name for field in signature.fields} | {p.name for p in signature.parameters} | {*signature.injected}
    for name in dict.fromkeys([*fragments.names, *described, *docstring.parameters]):
        if name not in known:
            yield Field(name, name, signature.rest, required=False)


def _about(field: Field, builder: SchemaBuilder) -> Schema:
    """What stays of a property whose schema is replaced: its description and default."""
    return {key: value for key, value in builder.of_field(field).items() if key in {"description", "default"}}
