"""The entries of a dictionary, each as the expression that says it: settings of models, and what declares a tool."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from typing import TypeAlias

from toolgen.evaluation.folding.values import NotConstantError
from toolgen.evaluation.names.expression_ref import ExpressionRef
from toolgen.evaluation.names.lookup import External, Names

Entries: TypeAlias = dict[str, ExpressionRef]


class EntryReader:
    """Reads dictionaries: `makes` says which calls give one beside `dict(…)`, `known` what more is known of a name."""

    def __init__(
        self,
        names: Names,
        makes: Callable[[ast.Call], bool] = lambda _: False,
        known: Callable[[ExpressionRef], Entries | None] = lambda _: None,
    ) -> None:
        self._names = names
        self._makes = makes
        self._known = known

    def read(self, ref: ExpressionRef) -> Entries:
        """The entries of the dictionary that `ref` makes. Raises NotConstantError."""
        try:
            return self._read(ref)
        except RecursionError:
            raise NotConstantError(ref.node) from None

    def _read(self, ref: ExpressionRef) -> Entries:
        match ref.node:
            case ast.Dict(keys=keys, values=values):
                return self._joined(ref, zip((self._key(key, ref) for key in keys), values, strict=True))
            case ast.BinOp(left=left, op=ast.BitOr(), right=right):
                return self._joined(ref, [(None, left), (None, right)])
            case ast.Call(func=ast.Attribute(value=value, attr="copy"), args=[], keywords=[]):
                return self._read(ref.part(value))
            case ast.Call(args=arguments, keywords=keywords) as call if self._is_dict(call, ref) or self._makes(call):
                unnamed = [(None, argument) for argument in arguments]
                return self._joined(ref, [*unnamed, *((k.arg, k.value) for k in keywords)])
            case ast.Name() | ast.Attribute():
                return self._named(ref)
        raise NotConstantError(ref.node)

    def _is_dict(self, call: ast.Call, ref: ExpressionRef) -> bool:
        return self._names.evaluate(call.func, ref.site) == External("dict")

    def _joined(self, ref: ExpressionRef, parts: Iterable[tuple[str | None, ast.expr]]) -> Entries:
        """Entries by name, and whole dictionaries, which have none."""
        found: Entries = {}
        for key, value in parts:
            part = ref.part(value)
            found |= self._read(part) if key is None else {key: part}
        return found

    def _named(self, ref: ExpressionRef) -> Entries:
        """A dictionary by its name."""
        if (known := self._known(ref)) is not None:
            return known
        symbol = self._names.evaluate(ref.node, ref.site)
        value = ExpressionRef.assigned(symbol)
        if symbol is None or value is None or symbol.name.rpartition(".")[2] in value.site.scopes[-1].changed:
            raise NotConstantError(ref.node)
        return self._read(value)

    def _key(self, node: ast.expr | None, ref: ExpressionRef) -> str | None:
        """The text of a key; None for `**`, which has none. Raises NotConstantError for any other."""
        if node is None:
            return None
        key = node.value if isinstance(node, ast.Constant) else self._names.values.constant(node, ref.site)
        if not isinstance(key, str):
            raise NotConstantError(node)
        return key
