"""What may fail where the program goes on: `try`, `with suppress(…)`, and the imports in them."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Collection, Sequence

from toolgen.evaluation.completion import Completion
from toolgen.evaluation.component import Component
from toolgen.evaluation.folding.values import Frame, Unknown
from toolgen.evaluation.names.lookup import External
from toolgen.evaluation.paths import AbandonedPathError
from toolgen.evaluation.targets import assign
from toolgen.syntax.attempts import NOT_FOUND, imported_by, leading_to, passed_over, suppressing, taken_by
from toolgen.syntax.expressions import callee
from toolgen.syntax.nodes import walk


class Attempts(Component):
    """Runs the statements that take exceptions."""

    def with_(self, node: ast.With | ast.AsyncWith, frame: Frame) -> Completion:
        """How `node` ends; of what its managers give, nothing is known."""
        for item in node.items:
            self._evaluator.evaluate(item.context_expr, frame)
            if item.optional_vars is not None:
                given = Unknown(item.context_expr, self._evaluator.origin(item.context_expr, frame))
                assign(self._evaluator, item.optional_vars, given, frame)
        handlers = [one for item in node.items if (one := self._suppressor(item.context_expr, frame)) is not None]
        try:
            return self._attempted(node.body, handlers, frame)
        except AbandonedPathError as error:
            if not any(self._takes(one, error.args) for one in handlers):
                raise
            return None

    def try_(self, node: ast.Try, frame: Frame) -> Completion:
        """How `node` ends."""
        run = self._evaluator.statements.run
        try:
            end = self._tried(node, frame)
        except AbandonedPathError:
            if (end := run(node.finalbody, frame)) is None:
                raise
            return end
        return run(node.finalbody, frame) or end

    def import_(self, node: ast.Import | ast.ImportFrom, frame: Frame) -> Completion:
        """What is imported is looked up where it is used, unless it is asked for: it may not be there.

        Where the program goes on without it, it is there on one path, and not on another.
        """
        path = self._evaluator.path
        if not path.caught.isdisjoint(NOT_FOUND) and not self._names.optional.are_found(imported_by(node), frame.site):
            path.may_fail(node, "ModuleNotFoundError", NOT_FOUND)
        for alias in node.names if path.is_asked else ():
            name = alias.asname or alias.name.partition(".")[0]
            frame.variables[name] = self._evaluator.bindings.imported(node, alias, frame)
        return None

    def _tried(self, node: ast.Try, frame: Frame) -> Completion:
        """How a `try` ends but for its `finally`."""
        run = self._evaluator.statements.run
        try:
            end = self._attempted(node.body, node.handlers, frame)
        except AbandonedPathError as error:
            return self._handled(node, error, frame)
        end = end or run(node.orelse, frame)
        for handler in node.handlers:  # nobody knows whether what is before it fails
            imports = [*leading_to(handler, node)]
            if imports and self._names.optional.are_found(imports, frame.site):
                self._skip(frame, *handler.body)
            elif self._matters(handler, node.body, frame) and self._evaluator.path.choose(handler):
                return run(handler.body, frame) or end
        return end

    def _matters(self, handler: ast.ExceptHandler, body: Sequence[ast.stmt], frame: Frame) -> bool:
        """Whether `handler` may register tools, or answers whether something in `body` fails: `return False`."""
        match handler.body:
            case [*_, ast.Return(value=ast.Constant(value=bool()))]:
                return any(isinstance(node, ast.Call | ast.Subscript) for one in body for node in walk(one))
            case _:
                return self._evaluator.may_register(handler, frame)

    def _handled(self, node: ast.Try, error: AbandonedPathError, frame: Frame) -> Completion:
        """How a `try` ends whose body ends in `error`. Raises it where no handler takes it."""
        handler = next((one for one in node.handlers if self._takes(one, error.args)), None)
        self._skip(frame, *node.orelse)
        for other in node.handlers:
            self._skip(frame, *([] if other is handler else other.body))
        if handler is None:
            raise error
        frame.variables.update({handler.name: Unknown(ast.Name(handler.name))} if handler.name else {})
        return self._evaluator.statements.run(handler.body, frame)

    def _attempted(self, body: Sequence[ast.stmt], handlers: Sequence[ast.ExceptHandler], frame: Frame) -> Completion:
        """How `body` ends, in which imports and the environment may fail where the program goes on, by `handlers`."""
        path, outer = self._evaluator.path, self._evaluator.path.caught
        path.caught = outer.union(*map(passed_over, handlers))
        try:
            return self._evaluator.statements.run(body, frame)
        finally:
            path.caught = outer

    def _takes(self, handler: ast.ExceptHandler, raised: Collection[str]) -> bool:
        """Whether `handler` takes an exception: where that is not known, on this path."""
        known = _takes(handler, raised)
        return self._evaluator.path.choose(handler) if known is None else known

    def _suppressor(self, node: ast.expr, frame: Frame) -> ast.ExceptHandler | None:
        """The context manager `contextlib.suppress(…)` as the handler that it is; None for any other."""
        handler, known = suppressing(node), External("contextlib.suppress")
        return handler if handler and self._names.evaluate(callee(node), frame.site) == known else None


def _takes(handler: ast.ExceptHandler, raised: Collection[str]) -> bool | None:
    """Whether `handler` takes exceptions of the classes `raised`; None where none of these is Python's own."""
    names = {*taken_by(handler)}
    known = [getattr(builtins, name) for name in raised if hasattr(builtins, name)]
    classes = tuple(getattr(builtins, name, ()) for name in names)
    if not names.isdisjoint(raised) or any(issubclass(one, classes) for one in known or (Exception,)):
        return True
    return False if known else None
