"""`--to`: tools with `@tool` are declared to a framework, by the framework's own tables."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from toolgen.config.config import Config
from toolgen.frameworks import Declarator, Dialect
from toolgen.frameworks.plugins import in_use
from toolgen.frameworks.tables import is_method
from toolgen.frameworks.toolgen import TOOLGEN
from toolgen.model.tool import ToolSpec
from toolgen.pipeline import Analysis
from toolgen.rewrite.change import Change, Left, UnchangeableError, made_or_left
from toolgen.rewrite.codemod import Codemod
from toolgen.rewrite.literals import literal
from toolgen.rewrite.migrations.counterparts import Target, counterparts, target_of
from toolgen.rewrite.migrations.declarations import kept
from toolgen.rewrite.migrations.decorator import DecoratorEdit
from toolgen.rewrite.migrations.files import Files, names_in
from toolgen.rewrite.migrations.qualified import classes_in, imported_names, qualified
from toolgen.rewrite.migrations.servers import Servers
from toolgen.rewrite.spelling import bound, reference
from toolgen.syntax.docstrings import parse_docstring
from toolgen.syntax.nodes import FunctionDef, parameters_of

_GOOGLE = re.compile(r"^\s*Args:$", re.MULTILINE)


def declaring(framework: str, server: str = "") -> Codemod:
    """Declares tools with `@tool` to `framework`, by its object `server`, `module:name`, where it has such."""
    return Codemod((framework,), partial(_changes, framework, server), kept)


def _changes(framework: str, server: str, analysis: Analysis, config: Config) -> Iterator[Change | Left]:
    dialect = next(one for one in in_use(config, []).known if one.name == framework)
    if (target := target_of(dialect)) is None:
        return
    tools = [tool for tool in analysis.manifest.tools if tool.origin.dialect == TOOLGEN.name]
    functions = Counter(tool.defined for tool in tools)
    is_one_file = len({tool.span.path for tool in tools}) == 1
    files, servers = Files(analysis), Servers(dialect, analysis, config, server)
    for tool in tools:
        made = _Tool(dialect, target, files, servers, tool, functions[tool.defined] == 1, is_one_file)
        yield from made_or_left(made.changes(), framework, tool.span, tool.name)


@dataclass(frozen=True, slots=True)
class _Decorator:
    """The decorator that is written, as `DecoratorEdit` takes it, its table, and what the file has to define for it."""

    name: str
    declarator: Declarator
    defines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Tool:
    """One tool with `@tool`, whether its function is of no other, and whether all such tools stand in one file."""

    dialect: Dialect
    target: Target
    files: Files
    servers: Servers
    tool: ToolSpec
    has_function: bool
    is_one_file: bool

    def changes(self) -> Iterator[Change]:
        """The change that declares it to the framework. Raises UnchangeableError."""
        tool = self.tool
        if not self.has_function:
            raise UnchangeableError("its function is several tools")
        if tool.defined is None or tool.declared is None or tool.origin.registration != "decorator":
            raise UnchangeableError("it is declared by a class")
        if tool.origin.binding not in {"function", "local"}:
            raise UnchangeableError("it is a method")
        function, tree = self.files.function(tool.defined), self.files.tree(tool.defined.path)
        if self.target.is_documented and (missing := _undocumented(function)):
            raise UnchangeableError(f"{self.dialect.name} refuses a function without {missing}")
        index = self.files.decorator(function, tool.declared)
        node = function.decorator_list[index]
        annotations = {one.arg: one.annotation for one in parameters_of(function)}
        names = imported_names(tree)
        injected = {name: annotations.get(name) for name in tool.injected}
        place = self._place(tree, function)
        named = {*self.dialect.injected_names, *place.declarator.convention.supplied([*annotations])}
        unwrapped = tuple(name for name, one in injected.items() if self._is_wrapped(name, one, names, name in named))
        call = node if isinstance(node, ast.Call) else None
        given = counterparts(tool, self.dialect, place.declarator, call, self.target)
        edit = DecoratorEdit(place.name, given, index, unwrapped=unwrapped, is_called=self.target.is_called)
        gone = [node, *(one.value for name in unwrapped if isinstance(one := injected[name], ast.Subscript))]
        done_with = names_in(*gone)
        yield Change(self.dialect.name, tool.defined, "FunctionDef", edit, (), done_with, tool.name, place.defines)

    def _is_wrapped(self, name: str, annotation: ast.expr | None, names: Mapping[str, str], is_named: bool) -> bool:
        """Whether a supplied parameter stands in `Injected[…]`. Raises UnchangeableError for what is not supplied."""
        if not is_named and (annotation is None or self.dialect.injected.isdisjoint(classes_in(annotation, names))):
            raise UnchangeableError(f"{self.dialect.name} does not supply `{name}`")
        match annotation:
            case ast.Subscript(value=value):
                return qualified(value, names) == "toolgen.Injected"
            case _:
                return False

    def _place(self, tree: ast.Module, function: FunctionDef) -> _Decorator:
        """How the file writes the decorator. Raises UnchangeableError where it cannot."""
        marker = self._marker(function)
        if not is_method(marker):
            module, _, name = marker.rpartition(".")
            return _Decorator(reference(module, name), self.dialect.decorators[marker])
        path, method = self.tool.span.path, marker.rpartition(".")[2]
        server = self.servers.of(path, function.decorator_list[0].lineno)
        if server is not None:
            declarator = self.dialect.decorators[f"{server.class_name}.{method}"]
            is_known = server.path == path or self.servers.is_imported(server, path, tree)
            name = server.name if is_known else reference(server.module, server.name)
            return _Decorator(f"{name}.{method}", declarator)
        return self._with_server(tree, marker)

    def _marker(self, function: FunctionDef) -> str:
        """The qualified name of the decorator, by what the function is."""
        first = next((one.arg for one in parameters_of(function)), "")
        if self.target.contextual and first in self.tool.injected:
            return self.target.contextual
        return self.target.asynchronous if self.target.asynchronous and self.tool.is_async else self.target.marker

    def _with_server(self, tree: ast.Module, marker: str) -> _Decorator:
        """An object that the file gets."""
        target, variable = self.target, self.target.variable
        class_name = marker.rpartition(".")[0]
        if not variable or not self.is_one_file:
            raise UnchangeableError(f"the project has no object of `{class_name}`, whose method declares it")
        if variable in bound(tree):
            raise UnchangeableError(f"`{variable}` means something else in this file")
        older = target.older.rpartition(".")[0]
        if older and any(name.startswith(older.rpartition(".")[0]) for name in imported_names(tree).values()):
            class_name, marker = older, target.older
        module, _, name = class_name.rpartition(".")
        text = literal(self.servers.modules.named(self.tool.span.path).rpartition(".")[2]) if target.is_named else ""
        place = f"{variable}.{marker.rpartition('.')[2]}"
        return _Decorator(
            place, self.dialect.decorators[marker], (f"{variable} = {reference(module, name)}({text})\n",)
        )


def _undocumented(function: FunctionDef) -> str:
    """What a function does not say of its parameters and its result; nothing where it has no parameters."""
    names = [one.arg for one in parameters_of(function)]
    docstring = ast.get_docstring(function) or ""
    said = parse_docstring(docstring).parameters if _GOOGLE.search(docstring) else {}
    if missing := next((name for name in names if name not in said), ""):
        return f"a description of `{missing}` below `Args:`"
    return "an annotation of its result" if names and function.returns is None else ""
