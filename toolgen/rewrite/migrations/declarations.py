"""`--from`: the declarations of a framework become `@tool`, by the framework's own tables."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from toolgen.config.config import Config
from toolgen.frameworks import Dialect
from toolgen.frameworks.plugins import in_use
from toolgen.model.span import Span
from toolgen.model.tool import ToolSpec
from toolgen.pipeline import Analysis
from toolgen.rewrite.change import Change, Imported, Left, UnchangeableError, made_or_left
from toolgen.rewrite.codemod import Codemod, EncodedTool
from toolgen.rewrite.migrations.arguments import keywords
from toolgen.rewrite.migrations.decorator import DecoratorEdit, Keyword
from toolgen.rewrite.migrations.files import Files, names_in
from toolgen.rewrite.migrations.framework_classes import tool_class
from toolgen.rewrite.removing import removed
from toolgen.rewrite.schema_meaning import meaning, opened
from toolgen.rewrite.spelling import reference

_FORGOTTEN = frozenset(
    {
        *("by_name", "defaults", "description", "hinted_title", "is_wrapped", "output_schema", "parameters"),
        *("raises", "returns", "returns_description", "source"),
    }
)
"""What a framework says in its own way: how it makes descriptions of docstrings and schemas of results."""

_SEE_THROUGH = frozenset({"fastmcp", "mcp"})
"""The frameworks that find a context inside of `Annotated`, which `Injected[…]` is."""


def migrating(framework: str) -> Codemod:
    """Makes `@tool` of the declarations of `framework`, where the arguments that a model is told of stay the same."""
    return Codemod((framework,), partial(_changes, framework), kept)


def kept(tool: EncodedTool) -> EncodedTool:
    """`tool` but for what frameworks say in their way, the order of tags, and whether others are refused."""
    schema = opened(tool["input_schema"])
    entries = {key: value for key, value in tool.items() if key not in _FORGOTTEN}
    return entries | {"input_schema": meaning(schema), "tags": sorted(tool.get("tags", ()))}


def _changes(framework: str, analysis: Analysis, config: Config) -> Iterator[Change | Left]:
    dialect = next(one for one in in_use(config, []).known if one.name == framework)
    files = Files(analysis)
    tools = [tool for tool in analysis.manifest.tools if tool.origin.dialect == framework]
    functions = Counter(tool.defined for tool in tools)
    calls = Counter(tool.declared for tool in tools)
    for tool in tools:
        is_alone = functions[tool.defined] == 1, calls[tool.declared] == 1
        changes = _Declaration(dialect, files, tool, *is_alone, config).changes()
        yield from made_or_left(changes, framework, tool.span, tool.name)


@dataclass(frozen=True, slots=True)
class _Declaration:
    """One tool of a framework, and whether its function and its call are of no other."""

    dialect: Dialect
    files: Files
    tool: ToolSpec
    has_function: bool
    has_call: bool
    config: Config

    def changes(self) -> Iterator[Change]:
        """The changes that make `@tool` of it. Raises UnchangeableError."""
        tool = self.tool
        if tool.origin.binding == "tool_class":
            yield tool_class(self.dialect, self.files, self.config, tool)
            return
        if tool.defined is None or tool.declared is None:
            raise UnchangeableError("its declaration stands elsewhere")
        if not tool.marker:
            raise UnchangeableError("a function of the project declares it")
        if not self.has_function:
            raise UnchangeableError("its function is several tools")
        if tool.origin.binding == "local":
            raise UnchangeableError("its function is nested in another one, and only its framework has it there")
        if tool.provided:
            raise UnchangeableError(f"the framework makes `{tool.provided[0]}`")
        is_decorated = tool.origin.registration == "decorator"
        yield from self._of_decorator(tool.defined, tool.declared) if is_decorated else self._of_call(tool.declared)

    def _of_decorator(self, defined: Span, declared: Span) -> Iterator[Change]:
        declarator = self.dialect.decorators[self.tool.marker]
        if declarator.convention.is_factory:
            raise UnchangeableError("what its function returns is the tool")
        function = self.files.function(defined)
        at = self.files.decorator(function, declared)
        node = function.decorator_list[at]
        call = node if isinstance(node, ast.Call) else None
        given = keywords(self.tool, self.dialect, declarator, call, stays=True)
        yield self._decorated(given, at, names_in(node))

    def _of_call(self, declared: Span) -> Iterator[Change]:
        call = self.files.call(declared)
        inner = call.func if isinstance(call.func, ast.Call) else call
        declarator = {**self.dialect.decorators, **self.dialect.calls}[self.tool.marker]
        if declarator.lists and not declarator.functions:  # the framework takes functions there, which they stay
            self._check_stays()
            yield self._decorated(keywords(self.tool, self.dialect, declarator, None, stays=False))
            return
        if not self.has_call:
            raise UnchangeableError("its call declares several tools")
        given = keywords(self.tool, self.dialect, declarator, inner, stays=False)
        statement = self.files.statement(call, declared)
        if statement is None:
            self._check_stays()
        yield self._decorated(given)
        if statement is not None:
            yield Change(self.dialect.name, statement, "Line", removed, (), names_in(call), self.tool.name)

    def _check_stays(self) -> None:
        """Raises UnchangeableError where the framework, which is still given the function, would not know a context."""
        if self.tool.injected and self.dialect.name not in _SEE_THROUGH:
            raise UnchangeableError(f"{self.dialect.name} would no longer supply `{self.tool.injected[0]}`")

    def _decorated(
        self, given: tuple[Keyword, ...], index: int | None = None, done_with: tuple[Imported, ...] = ()
    ) -> Change:
        defined = self.tool.defined or self.tool.span
        self.files.function(defined)
        edit = DecoratorEdit(
            reference("toolgen", "tool"), given, index, self.tool.injected, reference("toolgen", "Injected")
        )
        return Change(self.dialect.name, defined, "FunctionDef", edit, (), done_with, self.tool.name)
