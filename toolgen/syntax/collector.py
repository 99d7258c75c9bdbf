"""What the statements of a file bind and declare: one walk over them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from toolgen.syntax.attempts import failed, found_if, imports_in, may_fail, suppressor, swallows
from toolgen.syntax.block import Block, Branch
from toolgen.syntax.calls import CallFinder
from toolgen.syntax.changes import note, touched, touched_through
from toolgen.syntax.conditions import DEFAULT_TARGET, Target, decide, is_main, leaves, passes_by
from toolgen.syntax.expressions import is_literal
from toolgen.syntax.facts import (
    Assignment,
    Called,
    Class,
    Condition,
    Declared,
    Expression,
    Function,
    Import,
    OpaqueBinding,
    Scope,
    StarImport,
)
from toolgen.syntax.line_ranges import any_between, any_within, first_line
from toolgen.syntax.mutation import is_list, mutated, sign_of
from toolgen.syntax.newer_syntax import TypeAlias
from toolgen.syntax.nodes import FunctionDef, bound_by, docstring_of, gives_import, is_generator, stored_in, walk
from toolgen.syntax.parameters import parameters, repetition, type_parameters
from toolgen.syntax.refusals import REFUSABLE, refusal
from toolgen.syntax.text import SourceText


class Collector:
    """One walk over a file: `declared` and `called` are what may declare tools, scopes get what is bound in them.

    `needle_lines`, sorted, hold what tools are declared with, which are `needles` and the arguments `keywords`;
    functions without such a line are not looked into. `faults` are what `ast.parse` lets through that is no Python.
    """

    def __init__(
        self,
        text: SourceText,
        needle_lines: Sequence[int],
        needles: frozenset[str] = frozenset(),
        target: Target = DEFAULT_TARGET,
        keywords: frozenset[str] = frozenset(),
    ) -> None:
        self.target = target
        self.text = text
        self.expression = text.expression
        self.calls = CallFinder(needles, keywords)
        self.needle_lines = needle_lines
        self.yield_lines = text.lines_with("yield")
        self.value_lines = text.lines_with("_value_")
        self.import_lines = text.lines_with("import")
        self.global_lines = text.lines_with("global ")
        self.walrus_lines = text.lines_with(":=")
        self.declared: list[Declared] = []
        self.called: list[Called] = []
        self.faults: list[SyntaxError] = []

    def body(self, statements: Sequence[ast.stmt], block: Block) -> None:
        around = block.conditions
        for index, statement in enumerate(statements):
            self.own(statement, block)
            if type(statement) in REFUSABLE:
                self.refused(refusal(statement, block))
            handler = _HANDLERS.get(type(statement))
            if handler is not None:
                handler(self, statement, block)
            elif isinstance(statement, ast.Assign | ast.AnnAssign):
                self.assignment(statement, block, docstring_of(statements[index + 1 : index + 2]))
        block.conditions = around

    def refused(self, fault: SyntaxError | None) -> None:
        self.faults += [] if fault is None else [fault]

    def own(self, statement: ast.stmt, block: Block) -> None:
        """What a statement binds and calls outside of its blocks, whatever it is."""
        if self.walrus_lines and any_between(self.walrus_lines, statement.lineno, statement.end_lineno):
            self.walrus(statement, block)
        if self.calls and any_between(self.needle_lines, statement.lineno, statement.end_lineno):
            self.called += self.calls.within(statement, block, self.expression)

    def import_(self, node: ast.Import | ast.ImportFrom, block: Block) -> None:
        conditions = tuple(one for one in block.conditions if one.imports is None)  # attempts are taken to succeed
        if conditions or block.checking:
            block.scopes[-1].conditional[node.lineno] = conditions
        for alias in node.names:
            if isinstance(node, ast.Import):
                top = alias.name if alias.asname else alias.name.partition(".")[0]
                block.bind(alias.asname or top, Import(top, None, 0, node.lineno))
            elif alias.name == "*":
                block.scopes[-1].star_imports.append(StarImport(node.module or "", node.level, node.lineno))
            else:
                block.bind(alias.asname or alias.name, Import(node.module or "", alias.name, node.level, node.lineno))
        if block.imports_are_optional:  # what follows an import that may fail is there where that is found
            block.conditions = (*block.conditions, found_if([node], holds=True))

    def assignment(self, node: ast.Assign | ast.AnnAssign, block: Block, docstring: str | None) -> None:
        annotation = self.text.optional(node.annotation) if isinstance(node, ast.AnnAssign) else None
        found = Assignment(self.text.optional(node.value), annotation, node.lineno, docstring)
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            if isinstance(target, ast.Name):
                block.bind(target.id, found)
            elif isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name):
                self.attribute(target.value.id, target.attr, found, block)
            else:
                self.unpacking(target, node.value, node.lineno, block)
        self.mutation(node, block)

    def unpacking(self, target: ast.expr, value: ast.expr | None, line: int, block: Block) -> None:
        """`a, b = 1, 2` and `a, b = call()` bind each name to its part; of any other unpacking nothing is known."""
        match target, value:
            case ast.Name(id=name), ast.expr():
                block.bind(name, Assignment(self.expression(value), None, line))
            case ((ast.Tuple(elts=names) | ast.List(elts=names)), (ast.Tuple(elts=values) | ast.List(elts=values))) if (
                len(names) == len(values) and not any(isinstance(item, ast.Starred) for item in (*names, *values))
            ):
                for part, item in zip(names, values, strict=True):
                    self.unpacking(part, item, line, block)
            case ((ast.Tuple(elts=names) | ast.List(elts=names)), ast.Call()) if all(
                isinstance(part, ast.Name) for part in names
            ):
                whole = self.expression(value)
                for index, name in enumerate(map(ast.unparse, names)):
                    block.bind(name, Assignment(whole._replace(text=f"{whole.text}[{index}]"), None, line))
            case _:
                self.opaque([target], OpaqueBinding(line), block)

    def attribute(self, receiver: str, name: str, found: Assignment, block: Block) -> None:
        if block.owner is None or block.scopes[-1].kind != "function":
            return
        if name == "_value_":  # of an enumeration's member: what `__new__` makes is no parameter of it
            is_recorded = block.prefix.endswith(("__new__.<locals>.", "__init__.<locals>."))
        else:
            is_recorded = receiver == next(iter(block.scopes[-1].bindings), None)
        if is_recorded:
            block.owner.attributes.setdefault(name, found)

    def type_alias(self, node: TypeAlias, block: Block) -> None:
        scope = type_parameters(node, self.text)
        found = Assignment(self.expression(node.value), None, node.lineno, None, scope, is_type=True)
        block.bind(node.name.id, found)

    def augmented(self, node: ast.AugAssign, block: Block) -> None:
        """`name += value` is `name = name + (value)`, where it is known how often it runs; a list takes any items."""
        self.mutation(node, block)
        if not isinstance(node.target, ast.Name) or block.looping:
            self.opaque([node.target], OpaqueBinding(node.lineno), block)
            return
        name, value = node.target.id, self.expression(node.value)
        is_extended = isinstance(node.op, ast.Add) and is_list(block.scopes[-1].bindings.get(name))
        text = f"[*{name}, *({value.text})]" if is_extended else f"{name} {sign_of(node.op)} ({value.text})"
        block.bind(name, Assignment(Expression(text, node.lineno, node.col_offset + 1), None, node.lineno))

    def delete(self, node: ast.Delete, block: Block) -> None:
        self.opaque(node.targets, OpaqueBinding(node.lineno), block)
        self.mutation(node, block)

    def opaque(self, targets: Iterable[ast.expr | None], found: OpaqueBinding, block: Block) -> None:
        for target in targets:
            for node in walk(target) if target is not None else ():
                if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
                    block.bind(node.id, found)

    def global_(self, node: ast.Global, block: Block) -> None:
        block.globals.update(node.names)

    def walrus(self, statement: ast.stmt, block: Block) -> None:
        """`name := value` in a condition, or in a statement without a body."""
        within = statement if hasattr(statement, "value") else getattr(statement, "test", None)
        for node in walk(within) if within is not None else ():
            if isinstance(node, ast.NamedExpr):
                block.bind(node.target.id, Assignment(self.expression(node.value), None, node.lineno))

    def mutation(self, statement: ast.stmt, block: Block) -> None:
        """A statement that may change objects: a collection, how often nobody knows in a loop, or another."""
        scope = block.scopes[-1]
        names = touched(statement, scope)
        if not names:
            return
        found = mutated(statement, scope.bindings.get, self.expression)
        if found is not None:
            name, binding = found
            del names[name]
            block.bind(name, OpaqueBinding(statement.lineno) if block.looping else binding)
        note(scope.changed, names)

    def if_(self, node: ast.If, block: Block) -> None:
        known = decide(node.test, self.target, block.qualified, checking=False)
        if known is None:
            block.branch([*self.chain(node, block)][:: -1 if is_main(node.test) else 1], node.end_lineno or 0)
            passed = [holds for holds, body in ((True, node.body), (False, node.orelse)) if not passes_by(body)]
            if len(passed) == 1:
                passing = Condition(self.expression(node.test), passed[0], leaves=True)
                block.conditions = (*block.conditions, passing)
            return
        checked = decide(node.test, self.target, block.qualified, checking=True)
        if checked is not None and checked is not known:
            outer, block.checking = block.checking, True
            self.body(node.body if checked else node.orelse, block)
            block.checking = outer
        self.body(node.body if known else node.orelse, block)

    def chain(self, node: ast.If, block: Block) -> Iterator[Branch]:
        """The branches of `node`, and of what follows each other as `elif`: a server may ask for hundreds of names."""
        test = self.expression(node.test)
        yield self.branch(node.body, block, (Condition(test, holds=True),))
        failed: tuple[Condition, ...] = (Condition(test, holds=False),)
        while (other := self.chained(node, block)) is not None:
            node, test = other, self.expression(other.test)
            yield self.branch(node.body, block, (*failed, Condition(test, holds=True)), node)
            failed = (*failed, Condition(test, holds=False))
        yield self.branch(node.orelse, block, failed)

    def chained(self, node: ast.If, block: Block) -> ast.If | None:
        """The `if` that is all of the `else` of `node`, unless what it asks is known, or binds a name."""
        match node.orelse:
            case [ast.If(test=test) as other] if not (is_main(node.test) or is_main(test)):
                binds = any_between(self.walrus_lines, other.lineno, test.end_lineno)
                is_known = decide(test, self.target, block.qualified, checking=False) is not None
                return None if binds or is_known else other
        return None

    def branch(
        self,
        statements: Sequence[ast.stmt],
        block: Block,
        conditions: tuple[Condition, ...] = (),
        head: ast.If | None = None,
    ) -> Branch:
        """A branch that runs under `conditions`; `head` is the `elif` whose it is."""

        def walk() -> bool:
            outer = block.conditions
            if head is not None:
                block.conditions = (*outer, *conditions[:-1])
                self.own(head, block)
            block.conditions = (*outer, *conditions)
            self.body(statements, block)
            block.conditions = outer
            return not (statements and leaves(statements[-1]))

        return (first_line([head or statements[0]]) - 1 if statements else 0), walk

    def try_(self, node: ast.Try, block: Block) -> None:
        for handler in node.handlers:
            if handler.name:
                block.bind(handler.name, OpaqueBinding(handler.lineno))
        handlers = [self.branch(one.body, block, (failed(one, node),)) for one in node.handlers]
        body = self.attempted([*node.body, *node.orelse], block, is_optional=any(map(swallows, node.handlers)))
        is_test = any(not isinstance(getattr(one, "value", one), ast.Constant) for one in node.body)
        attempted = not may_fail(node.body, node.handlers)
        block.branch([body, *handlers], node.end_lineno or 0, attempted=attempted, is_test=is_test)
        self.body(node.finalbody, block)
        if any(passes_by(one.body) for one in node.handlers if swallows(one)) and (imports := imports_in(node.body)):
            block.conditions = (*block.conditions, found_if(imports, holds=True)._replace(leaves=True))

    def attempted(self, statements: Sequence[ast.stmt], block: Block, *, is_optional: bool) -> Branch:
        """A branch that may end early; where that `is_optional`, the program goes on without what is not found."""
        line, walk = self.branch(statements, block)

        def attempt() -> bool:
            outer, block.imports_are_optional = block.imports_are_optional, block.imports_are_optional or is_optional
            completes = walk()
            block.imports_are_optional = outer
            return completes

        return line, attempt

    def loop(self, node: ast.For | ast.AsyncFor | ast.While, block: Block) -> None:
        if not isinstance(node, ast.While):
            found = OpaqueBinding(node.lineno, self.expression(node.iter), ast.unparse(node.target))
            self.opaque([node.target], found, block)
        outer, conditions, block.looping = block.looping, block.conditions, True
        if isinstance(node, ast.While) and decide(node.test, self.target, block.qualified, checking=False) is None:
            block.conditions = (*conditions, Condition(self.expression(node.test), holds=True))
        self.body(node.body, block)
        block.conditions = conditions
        self.body(node.orelse, block)
        block.looping = outer
        if not isinstance(node, ast.While):
            # `for register in (add_a, add_b): register(app)`
            self.calls_of(stored_in(node.target) if self.needle_lines else (), node.body, block)
            self.mutation(node, block)
            note(block.scopes[-1].changed, touched_through(node, block.scopes[-1]))

    def calls_of(self, names: Collection[str], body: Sequence[ast.stmt], block: Block) -> None:
        """Note the calls in `body` of one of `names` that are not noted for what they are given."""
        found = [*map(self.expression, self.calls.of_names(names, body))] if names and self.calls else []
        noted = {one.call for one in self.called} if found else set()
        self.called += [Called(one, block.scopes, block.owner, block.conditions) for one in found if one not in noted]

    def with_(self, node: ast.With | ast.AsyncWith, block: Block) -> None:
        self.opaque((item.optional_vars for item in node.items), OpaqueBinding(node.lineno), block)
        self.mutation(node, block)
        handlers = [*filter(None, map(suppressor, node.items))]
        is_failing, is_optional = may_fail(node.body, handlers), any(map(swallows, handlers))
        if is_failing or is_optional:
            bodies = [self.attempted(node.body, block, is_optional=is_optional), self.branch([], block)]
            block.branch(bodies, node.end_lineno or 0, attempted=not is_failing, is_test=True)
        else:
            self.body(node.body, block)

    def match(self, node: ast.Match, block: Block) -> None:
        for case in node.cases:
            for name in (name for pattern in walk(case.pattern) for name in bound_by(pattern)):
                block.bind(name, OpaqueBinding(node.lineno))
        block.branch(self.cases(node, block), node.end_lineno or 0)

    def cases(self, node: ast.Match, block: Block) -> Iterator[Branch]:
        """The branches of `node`, each below what those before it do not take; the last runs where no case fits."""
        subject = self.expression(node.subject)
        failed: tuple[Condition, ...] = ()
        for case in node.cases:
            pattern, guard = case.pattern, f" if {ast.unparse(case.guard)}" if case.guard else ""
            test = subject._replace(line=pattern.lineno, column=pattern.col_offset + 1)
            taken = Condition(test, holds=True, case=ast.unparse(pattern) + guard)
            is_certain = isinstance(pattern, ast.MatchAs) and pattern.pattern is None and not guard
            yield self.branch(case.body, block, failed if is_certain else (*failed, taken))
            failed = (*failed, taken._replace(holds=False))
        yield self.branch([], block, failed)

    def class_(self, node: ast.ClassDef, block: Block) -> None:
        facts = Class(
            name=node.name,
            qualname=block.prefix + node.name,
            line=node.lineno,
            column=self.text.name_column(node),
            bases=tuple(map(self.expression, node.bases)),
            keywords=tuple((k.arg, self.expression(k.value)) for k in node.keywords if k.arg),
            decorators=tuple(self.expression(_applied(one)) for one in node.decorator_list),
            docstring=docstring_of(node.body),
            scope=Scope("class"),
            attributes={},
            type_parameters=type_parameters(node, self.text),
        )
        block.bind(node.name, facts)
        if node.bases or node.decorator_list:
            self.declared.append(Declared(facts, block.scopes, block.owner, block.conditions))
        interesting = block.interesting or any_within(self.needle_lines, node)
        scopes = (*_around(facts, block), facts.scope)
        self.body(node.body, Block(scopes, f"{facts.qualname}.", facts, interesting, block.conditions))
        changed = facts.scope.changed
        note(block.scopes[-1].changed, {name: changed[name] for name in changed if name not in facts.scope.bindings})

    def function(self, node: FunctionDef, block: Block) -> None:
        interesting = block.interesting or any_within(self.needle_lines, node)
        if node.name in {"__new__", "__init__"}:
            interesting = interesting or any_within(self.value_lines, node)  # it may set the values of an enumeration
        registering = (
            self.calls.registering(node) if any_between(self.needle_lines, node.lineno, node.end_lineno) else ()
        )
        interesting = interesting or bool(registering) or any_within(self.global_lines, node)
        taken = tuple(parameters(node.args, self.text))
        self.refused(repetition(taken))
        facts = Function(
            name=node.name,
            qualname=block.prefix + node.name,
            line=node.lineno,
            column=self.text.name_column(node),
            is_async=isinstance(node, ast.AsyncFunctionDef),
            is_generator=any_within(self.yield_lines, node) and is_generator(node),
            parameters=taken,
            returns=self.text.optional(node.returns),
            decorators=tuple(self.expression(_applied(one)) for one in node.decorator_list),
            docstring=docstring_of(node.body),
            scope=Scope("function") if interesting else None,
            type_parameters=type_parameters(node, self.text),
            gives_import=any_within(self.import_lines, node) and gives_import(node),
        )
        block.bind(node.name, facts)
        if node.decorator_list:
            self.declared.append(Declared(facts, block.scopes, block.owner, block.conditions))
        if facts.scope is not None:
            facts.scope.bindings.update((parameter.name, parameter) for parameter in facts.parameters)
            scopes = (*_around(facts, block), facts.scope)
            inside = Block(scopes, f"{facts.qualname}.<locals>.", block.owner, False, block.conditions)
            self.body(node.body, inside)
            self.calls_of(registering, node.body, inside)


def _applied(decorator: ast.expr) -> ast.expr:
    """What a decorator is, whatever the condition in it, where the other side is None: that cannot be called."""
    while isinstance(decorator, ast.IfExp):
        sides = [one for one in (decorator.body, decorator.orelse) if not is_literal(one, None)]
        if len(sides) != 1:
            break
        decorator = sides[0]
    return decorator


def _around(facts: Class | Function, block: Block) -> tuple[Scope, ...]:
    """The scopes around the body of a definition at `block`."""
    return block.scopes if facts.type_parameters is None else (*block.scopes, facts.type_parameters)


_HANDLERS: dict[type[ast.stmt], Callable[..., None]] = {
    ast.Import: Collector.import_,
    ast.ImportFrom: Collector.import_,
    ast.AugAssign: Collector.augmented,
    ast.Delete: Collector.delete,
    ast.Global: Collector.global_,
    ast.Expr: Collector.mutation,
    ast.If: Collector.if_,
    ast.Try: Collector.try_,
    ast.TryStar: Collector.try_,
    ast.For: Collector.loop,
    ast.AsyncFor: Collector.loop,
    ast.While: Collector.loop,
    ast.With: Collector.with_,
    ast.AsyncWith: Collector.with_,
    ast.Match: Collector.match,
    ast.ClassDef: Collector.class_,
    ast.FunctionDef: Collector.function,
    ast.AsyncFunctionDef: Collector.function,
    TypeAlias: Collector.type_alias,
}
