"""`--from classes`: methods that take `**kwargs` by a schema of their class get parameters with types."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass

from toolgen.call_syntax.values import types_of
from toolgen.config.config import Config
from toolgen.frameworks.toolgen import TOOLGEN
from toolgen.model.applicators import without
from toolgen.model.json_values import Json, Schema
from toolgen.model.keywords import NULL
from toolgen.model.tool import ToolSpec
from toolgen.pipeline import Analysis
from toolgen.rewrite.annotation_text import AnnotationWriter
from toolgen.rewrite.change import Change, Left, UnchangeableError, made_or_left
from toolgen.rewrite.codemod import Codemod, EncodedTool
from toolgen.rewrite.literals import literal
from toolgen.rewrite.migrations.class_members import MembersEdit, member
from toolgen.rewrite.migrations.files import UNREADABLE, Files
from toolgen.rewrite.migrations.keyword_reads import Read, reads_of, refuse_other_meaning
from toolgen.rewrite.migrations.typed_method import TypedMethod, TypedParameter, members_for
from toolgen.rewrite.schema_meaning import inlined, meaning, nullable, opened
from toolgen.rewrite.spelling import bound
from toolgen.syntax.nodes import FunctionDef
from toolgen.syntax.source import decode
from toolgen.views.naming import is_identifier

_CODE = "classes"
_SCHEMA = "parameters_schema"
_READ = re.compile(rf"\.\s*{_SCHEMA}\b|[\"']{_SCHEMA}[\"']")


def typing_classes() -> Codemod:
    """Gives parameters to the methods of toolgen's own classes and of those that the project configures."""
    return Codemod((_CODE,), _changes, _kept)


def _kept(tool: EncodedTool) -> EncodedTool:
    """`tool` but for how its function takes arguments, what may be left out, and whether others are refused."""
    schema = opened(tool["input_schema"])
    required = schema.get("required", ())
    properties = {
        name: value if name in required else _optional(value) for name, value in schema.get("properties", {}).items()
    }
    others = without(tool, "defaults", "parameters")
    return others | {"input_schema": meaning({**schema, "properties": properties})}


def _optional(schema: Json) -> Json:
    """What an argument may be that need not be given, unless it is null."""
    if not isinstance(schema, dict):
        return schema
    said = meaning(without(schema, "default"))
    members = [one for one in said.get("anyOf", ()) if one != NULL]
    others = without(said, "anyOf")
    return {**others, **members[0]} if len(members) == 1 else {**others, "anyOf": members} if members else said


def _changes(analysis: Analysis, config: Config) -> Iterator[Change | Left]:
    files = Files(analysis)
    dialects = {TOOLGEN.name, *(one.match.partition(".")[0] for one in config.decorators if one.method)}
    tools = [tool for tool in analysis.manifest.tools if tool.origin.binding == "tool_class"]
    if not tools:
        return
    is_needed = _is_schema_read(config, files, tools)
    new: dict[str, set[str]] = {}
    for tool in tools:
        if tool.origin.dialect in dialects:
            made = _Class(files, config, tool, is_needed, new.setdefault(tool.span.path, set()))
            yield from made_or_left(made.changes(), _CODE, tool.span, tool.name)


def _is_schema_read(config: Config, files: Files, tools: Sequence[ToolSpec]) -> bool:
    """Whether something of the project reads the schemas of its tools, or a class asks those below it for them."""
    classes = {(tool.span.path, tool.span.line) for tool in tools}
    for path, source in files.everything(config):
        with suppress(*UNREADABLE):
            if _READ.search(decode(source)):
                return True
        with suppress(UnchangeableError, *UNREADABLE):
            nodes = [one for one in ast.walk(files.tree(path)) if isinstance(one, ast.ClassDef)]
            if any(member(one, _SCHEMA) for one in nodes if (path, one.lineno) not in classes):
                return True
    return False


@dataclass(frozen=True, slots=True)
class _Class:
    """A class that is a tool, whose schema stays if it `is_needed`; `new` are names that classes before it take."""

    files: Files
    config: Config
    tool: ToolSpec
    is_needed: bool
    new: set[str]

    def changes(self) -> Iterator[Change]:
        """The change that types its method, if it takes `**kwargs`. Raises UnchangeableError."""
        tool = self.tool
        node = self.files.of_class(tool.span)
        method = member(node, tool.origin.method)
        if not isinstance(method, FunctionDef):
            raise UnchangeableError(f"`{tool.origin.method}` stands elsewhere")
        if method.args.kwarg is None:
            return
        reads = reads_of(method)
        schema = member(node, _SCHEMA)
        if schema is None:
            raise UnchangeableError("no schema of its own says what its arguments are")
        properties = self._properties(reads)
        writer = writer_of(self.files, self.config, tool, self.new)
        parameters = [self._parameter(name, one, reads.get(name, ()), writer) for name, one in properties.items()]
        for one in parameters:
            refuse_other_meaning(method, one.name, reads.get(one.name, ()))
        self.new.update(writer.classes)
        edit = TypedMethod(method.args.kwarg.arg, tuple(parameters))
        params = () if self.is_needed else members_for(parameters)
        gone = "" if self.is_needed else _SCHEMA
        whole = MembersEdit(method.name, params, edit, frozenset({gone}), tuple(writer.classes.values()))
        yield Change(_CODE, tool.span, "ClassDef", whole, about=tool.name)

    def _properties(self, reads: Mapping[str, Sequence[Read]]) -> Mapping[str, Json]:
        """The arguments that its schema has. Raises UnchangeableError for names that a parameter cannot have."""
        schema = inlined(self.tool.input_schema, {})
        properties: Mapping[str, Json] = schema.get("properties", {})
        for name in properties:
            if not is_identifier(name) or name.startswith("__"):
                raise UnchangeableError(f"no parameter can be called `{name}`")
        for name in reads:
            if name not in properties:
                raise UnchangeableError(f"its schema has no `{name}`")
        return properties

    def _parameter(self, name: str, schema: Json, reads: Sequence[Read], writer: AnnotationWriter) -> TypedParameter:
        """The parameter of an argument. Raises UnchangeableError where its body and its schema do not go together."""
        schema = schema if isinstance(schema, dict) else {}
        is_required = name in self.tool.input_schema.get("required", ())
        default, falls_back = ("", False) if is_required else _default(name, schema, reads)
        schema = nullable(schema) if default == "None" and "default" not in schema else schema
        said = without(schema, "description") if self.is_needed else schema
        return TypedParameter(name, writer.of(said, name), default, falls_back)


def writer_of(files: Files, config: Config, tool: ToolSpec, new: Set[str]) -> AnnotationWriter:
    """What writes annotations into the file of `tool`, in which there will be the names `new` as well."""
    tree = files.tree(tool.span.path)
    return AnnotationWriter(
        has_pydantic="pydantic" in "\n".join(files.text(tool.span.path).lines),
        python_version=config.python_version,
        taken=bound(tree) | new,
    )


def _default(name: str, schema: Schema, reads: Sequence[Read]) -> tuple[str, bool]:
    """The default of a parameter that need not be given, and whether what is read falls back to one of its own."""
    written = {ast.unparse(one.default) if one.default else "" for one in reads}
    if "default" in schema:
        default = literal(schema["default"])
        if isinstance(schema["default"], list | dict):
            raise UnchangeableError(f"the default of `{name}` is an object that would be shared")
        if any(one not in {"", repr(schema["default"])} for one in written):
            raise UnchangeableError(f"`{name}` has one default in its schema and another in its body")
        return default, False
    if "" in written:
        raise UnchangeableError(f"`{name}` need not be given, and its body asks for it")
    if len(written) == 1 and _is_constant(found := next(iter(written))):
        return literal(ast.literal_eval(found)), False
    falls_back = bool(written - {"None"})
    if falls_back and "null" in types_of(schema, {}):
        raise UnchangeableError(f"`{name}` may be null, which its body tells from one that is not given")
    return "None", falls_back


def _is_constant(text: str) -> bool:
    """Whether the text of an expression is a number, a text or the like."""
    with suppress(ValueError, SyntaxError):
        return isinstance(ast.literal_eval(text), str | int | float | bool | None)
    return False
