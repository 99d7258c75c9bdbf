"""What decorators other than those of tools make of a signature, and which arguments they give themselves."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.evaluation.calls import Effects
from toolgen.evaluation.evaluator import Evaluator
from toolgen.evaluation.folding.values import Choice, Value
from toolgen.evaluation.functions import FunctionValue
from toolgen.evaluation.outcomes import Outcome, Outcomes
from toolgen.evaluation.stand_ins import Effect, Instance
from toolgen.frameworks import ToolMarker
from toolgen.syntax.nodes import children, names_in
from toolgen.tools.declarations.declaration import Decorator

_KEEPERS: Mapping[str, frozenset[str]] = {
    # The standard library; builtins have no package.
    "": frozenset({"classmethod", "staticmethod"}),
    "abc": frozenset({"abstractmethod"}),
    "atexit": frozenset({"register"}),
    "functools": frozenset({"cache", "lru_cache", "singledispatch"}),
    "types": frozenset({"coroutine"}),
    "typing": frozenset({"final", "no_type_check", "overload", "override"}),
    "typing_extensions": frozenset({"deprecated", "final", "overload", "override"}),
    "unittest": frozenset({"dict", "multiple", "object", "patch"}),
    "warnings": frozenset({"deprecated"}),
    # Third-party packages, each seen to leave `inspect.signature`, the type hints and the docstring as they were.
    "aiocache": frozenset({"cached", "cached_stampede"}),
    "autogen": frozenset({"register_for_execution"}),
    "async_lru": frozenset({"alru_cache"}),
    "backoff": frozenset({"on_exception", "on_predicate"}),
    "beartype": frozenset({"beartype"}),
    "cachetools": frozenset(
        {"cached", "cachedmethod", "fifo_cache", "lfu_cache", "lru_cache", "rr_cache", "ttl_cache"}
    ),
    "click": frozenset({"argument", "option", "pass_context", "pass_obj"}),
    "ddtrace": frozenset({"wrap"}),
    "deprecated": frozenset({"deprecated", "versionadded", "versionchanged"}),
    "diskcache": frozenset({"memoize"}),
    "fastapi": frozenset({"delete", "get", "head", "options", "patch", "post", "put", "websocket"}),
    "langfuse": frozenset({"observe"}),
    "logfire": frozenset({"instrument"}),
    "mlflow": frozenset({"trace"}),
    "opentelemetry": frozenset({"start_as_current_span"}),
    "pydantic": frozenset({"validate_arguments", "validate_call"}),
    "ratelimit": frozenset({"limits", "sleep_and_retry"}),
    "retry": frozenset({"retry"}),
    "sentry_sdk": frozenset({"monitor", "trace"}),
    "stamina": frozenset({"retry"}),
    "tenacity": frozenset({"retry"}),
    "typeguard": frozenset({"typechecked"}),
    "wrapt": frozenset({"synchronized"}),
}
"""Decorators that keep the signature, by package and last name: packages move them from module to module."""

MOST_SHOWN = 50
"""Up to how many functions of which each shows the next a decorator is followed: each path is given copies of all."""


def effects(configured: Mapping[str, Sequence[str]]) -> Effects:
    """What the configuration and then the table of known decorators say of a decorator, by its qualified names."""

    def effect(names: Sequence[str]) -> Effect | None:
        for name in names:
            if name in configured:
                return Effect(frozenset(configured[name]))
        for name in names:
            package, _, last = name.rpartition(".")
            if last in _KEEPERS.get(package.partition(".")[0], ()):
                return Effect()
        return None

    return effect


class SignatureDecorators:
    """Follows the decorators of a tool that are no tool decorators."""

    def __init__(self, evaluator: Evaluator, outcomes: Outcomes) -> None:
        self._evaluator = evaluator
        self._markers = evaluator.markers
        self._outcomes = outcomes

    def follow(
        self, function: FunctionValue, decorators: Sequence[Decorator]
    ) -> tuple[FunctionValue, list[Diagnostic]]:
        """`function` after `decorators`, the lowest first, and what is to be said of them (TG213, TG214)."""
        diagnostics: list[Diagnostic] = []
        for decorator in reversed(decorators):
            is_short = len(function.chain) <= MOST_SHOWN
            after = self._settled(self._outcomes.of(*decorator, function)) if is_short else None
            diagnostics += self.judge(decorator, function, after)
            function = after or function
        return function, diagnostics

    def filled(self, function: FunctionValue, marker: ToolMarker | None) -> FunctionValue:
        """`function` without what the configuration says that a decorator of tools fills."""
        effect = None if marker is None else self._evaluator.calls.effect(marker.name)
        return function if effect is None else replace(function, removed=function.removed | effect.removed)

    def judge(self, decorator: Decorator, before: FunctionValue, after: FunctionValue | None) -> Iterator[Diagnostic]:
        """TG213 or TG214 where `@decorator` makes `after` of `before` with a signature that is not known."""
        names = self._markers.names_of(decorator.ref.node, decorator.site)
        span, details = decorator.span, {"decorator": (names or [decorator.name])[0], "tool": before.name}
        if after is None:
            yield diagnose("TG214", span, **details)
        elif after.why_rewritten and not before.why_rewritten:
            yield diagnose("TG213", span, **details, reason=after.why_rewritten)
        elif after.definition.facts is not before.definition.facts and any(
            parameter.kind.startswith("var") for parameter in after.definition.facts.parameters
        ):
            reason = "it returns a function with other parameters, without `functools.wraps`"
            yield diagnose("TG213", span, **details, reason=reason)
        elif after.facts is not before.facts and (names := [*_fills(after, before)]):
            reason = f"it fills {', '.join(f'`{name}`' for name in names)} itself"
            yield diagnose("TG213", span, **details, reason=reason)

    def _settled(self, outcomes: Sequence[Outcome]) -> FunctionValue | None:
        """The function that all paths through a decorator come to; None where one of them cannot be followed."""
        functions = [self._as_function(result) for outcome in outcomes for result in _options(outcome.result)]
        first = functions[0] if functions else None
        if first is None or None in functions:
            return None
        if any(function.shape != first.shape for function in functions if function is not None):
            first.rewritten = "what it returns depends on a condition that is known only when it runs"
        return first

    def _as_function(self, value: Value) -> FunctionValue | None:
        match value:
            case Instance(attributes={"__wrapped__": FunctionValue() as inner}):
                return inner
            case _:
                return self._evaluator.functions.of(value)


def _options(value: Value) -> Iterator[Value]:
    if isinstance(value, Choice):
        for option in value.options:
            yield from _options(option)
    else:
        yield value


def _fills(outer: FunctionValue, inner: FunctionValue) -> Iterator[str]:
    """The parameters of `inner` that `outer`, which calls it, has values for: `f("user", *args, **kwargs)`."""
    if outer.code is None or isinstance(outer.code.node, ast.Lambda):
        return
    own = outer.code.node.args
    given = {
        one.arg for one in (*own.posonlyargs, *own.args, *own.kwonlyargs, own.vararg, own.kwarg) if one is not None
    }
    names = [one.name for one in inner.described.parameters]
    left = {one.name for one in outer.described.parameters}
    for node in _unasked(outer.code.node, own.kwarg):
        match node:
            case ast.Call(func=ast.Name(id=name)) if _is(name, inner, outer):
                values = [*_by_position(node, names), *((one.arg or "", one.value) for one in _keywords(node))]
            case ast.Assign(targets=[ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=str(key)))]) if (
                own.kwarg is not None and name == own.kwarg.arg
            ):
                values = [(key, node.value)]
            case _:
                continue
        for key, value in values:
            if key in left and given.isdisjoint(names_in(value)):
                yield key


def _unasked(function: ast.AST, keywords: ast.arg | None) -> Iterator[ast.AST]:
    """What stands in a function, but for what hangs on its `**kwargs`: that fills what nobody has given."""
    pending = [function]
    while pending:
        node = pending.pop()
        yield node
        if not (isinstance(node, ast.If) and keywords is not None and keywords.arg in names_in(node.test)):
            pending += children(node)


def _is(name: str, inner: FunctionValue, outer: FunctionValue) -> bool:
    frame = None if outer.code is None else outer.code.frame.find(name)
    value = None if frame is None else frame.variables[name]
    return isinstance(value, FunctionValue) and value.facts is inner.facts


def _by_position(call: ast.Call, names: list[str]) -> Iterator[tuple[str, ast.expr]]:
    """The arguments before `*args`, which are in nobody's place where nothing follows them."""
    starred = next((number for number, one in enumerate(call.args) if isinstance(one, ast.Starred)), 0)
    return zip(names, call.args[:starred], strict=False)


def _keywords(call: ast.Call) -> list[ast.keyword]:
    """The arguments by name beside `**kwargs`."""
    return call.keywords if any(one.arg is None for one in call.keywords) else []
