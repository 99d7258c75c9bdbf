"""Classes of frameworks, each of which is a tool → subclasses of `toolgen.Tool` whose `execute` has the signature."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Set
from functools import lru_cache

from toolgen.config.config import Config
from toolgen.frameworks import Dialect, ToolClass
from toolgen.model.applicators import references
from toolgen.model.json_values import Json, Schema
from toolgen.model.tool import ToolSpec
from toolgen.rewrite.annotation_text import AnnotationText, AnnotationWriter
from toolgen.rewrite.change import Change, UnchangeableError
from toolgen.rewrite.literals import literal
from toolgen.rewrite.migrations.class_members import MembersEdit, member
from toolgen.rewrite.migrations.classes import writer_of
from toolgen.rewrite.migrations.files import Files, names_in
from toolgen.rewrite.migrations.typed_method import TypedMethod, TypedParameter, members_for
from toolgen.rewrite.spelling import reference
from toolgen.syntax.nodes import FunctionDef

_METHOD = "execute"
_KEPT = frozenset({"name", "description"})
_GONE = frozenset({"model", "output_type"})
"""What the signature says in place of these."""

_JSON = frozenset({"Any", "Dict", "List", "None", "Optional", "Union", "bool", "dict", "float", "int", "list", "str"})
"""Names in annotations of values that are what JSON has."""


def tool_class(dialect: Dialect, files: Files, config: Config, tool: ToolSpec) -> Change:
    """Makes a framework's class a `toolgen.Tool`. Raises UnchangeableError where it uses more, or stands elsewhere."""
    if tool.origin.registration != "class":
        raise UnchangeableError("each object of its class is a tool")
    node = files.of_class(tool.span)
    made = next(one for one in dialect.bases.values() if tool.origin.method in one.methods)
    method = member(node, tool.origin.method)
    if len(node.bases) != 1 or node.keywords or not isinstance(method, FunctionDef):
        raise UnchangeableError("its class has several bases, or its method stands elsewhere")
    gone = frozenset(_gone(node, made, tool))
    _refuse_framework_members(node, method, gone)
    if any(node.name in _spoken(tree) for _, tree in files.mentioning(config, [node.name.encode()])):
        raise UnchangeableError(f"`{node.name}` is used elsewhere, where it has to be a tool of the framework")
    writer = writer_of(files, config, tool, set())
    parameters = tuple(_parameters(files, tool, method, writer))
    edit = TypedMethod("", parameters, _METHOD)
    classes, base = tuple(writer.classes.values()), reference("toolgen", "Tool")
    whole = MembersEdit(method.name, members_for(parameters), edit, gone, classes, base)
    unwritten = [node.bases[0], *(one.annotation for one in node.body if isinstance(one, ast.AnnAssign))]
    return Change(dialect.name, tool.span, "ClassDef", whole, (), names_in(*unwritten), tool.name)


def _gone(node: ast.ClassDef, made: ToolClass, tool: ToolSpec) -> Iterator[str]:
    """The members that go. Raises UnchangeableError for those that mean something to the framework alone."""
    for statement in node.body:
        match statement:
            case ast.Expr(value=ast.Constant()):
                pass
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
            ) if (means := made.attributes.get(name)) is not None:
                if means in _KEPT and not (isinstance(value, ast.Constant) and value.value == getattr(tool, means)):
                    raise UnchangeableError(f"the framework makes another `{means}` of what the class says")
                if means not in _KEPT | _GONE:
                    raise UnchangeableError(f"`{name}` has no counterpart in `toolgen.Tool`")
                if means in _GONE:
                    yield name
            case ast.FunctionDef(name=name, decorator_list=[]) | ast.AsyncFunctionDef(name=name, decorator_list=[]) if (
                name == tool.origin.method or (name not in made.methods and not name.startswith("__"))
            ):
                pass
            case _:
                what = ast.unparse(statement).partition("\n")[0]
                raise UnchangeableError(f"`{what}` has no counterpart in `toolgen.Tool`")


def _refuse_framework_members(node: ast.ClassDef, method: FunctionDef, gone: Set[str]) -> None:
    """Raises UnchangeableError where the class uses what it will not have: members of the framework, or what goes."""
    for one in ast.walk(node):
        match one:
            case ast.Attribute(value=ast.Name(id="self"), attr=name) if (
                name in gone or name == method.name or member(node, name) is None
            ):
                raise UnchangeableError(f"`self.{name}` is the framework's")
            case ast.Call(func=ast.Name(id="super")):
                raise UnchangeableError("`super()` is the framework's")


@lru_cache(maxsize=16)  # for each class of a file
def _spoken(tree: ast.Module) -> Set[str]:
    """The names that a file uses or imports, and its texts that may be names."""
    found: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.alias(name=name):
                found.add(name)
            case ast.Constant(value=str(text)):
                found.add(re.split(r"[.:]", text)[-1])
    return found


def _parameters(
    files: Files, tool: ToolSpec, method: FunctionDef, writer: AnnotationWriter
) -> Iterator[TypedParameter]:
    """The parameters of `execute`, by what a model is told. Raises UnchangeableError."""
    given = method.args
    taken = {one.arg: one for one in [*given.args[1:], *given.kwonlyargs]}
    properties: Mapping[str, Json] = tool.input_schema.get("properties", {})
    if given.vararg or given.kwarg or given.posonlyargs or taken.keys() - properties.keys():
        raise UnchangeableError(f"`{method.name}` takes what no model is told of")
    text = files.text(tool.span.path)
    for name, schema in properties.items():
        if name not in taken or not isinstance(schema, dict):
            raise UnchangeableError(f"`{method.name}` has no parameter `{name}`")
        is_required = name in tool.input_schema.get("required", ())
        annotation = taken[name].annotation
        if annotation is None or _is_json(annotation):
            if any(references(schema)):
                raise UnchangeableError(f"`{name}` is what a class of its model makes")
            written = writer.of(schema, name)
        else:
            written = AnnotationText(writer.described(text.expression(annotation).text, schema))
        yield TypedParameter(name, written, "" if is_required else _default(name, schema))


def _is_json(annotation: ast.expr) -> bool:
    """Whether the values of an annotation are what JSON has."""
    names = {one.id for one in ast.walk(annotation) if isinstance(one, ast.Name)}
    others = [one for one in ast.walk(annotation) if isinstance(one, ast.Attribute | ast.Call)]
    texts = [one for one in ast.walk(annotation) if isinstance(one, ast.Constant) and one.value is not None]
    return names <= _JSON and not others and not texts


def _default(name: str, schema: Schema) -> str:
    if "default" not in schema or isinstance(schema["default"], list | dict):
        raise UnchangeableError(f"the default of `{name}` is made anew for each call, or is not known")
    return literal(schema["default"])
