"""What is known of a function or class by its head: its names, its docstring, and how it takes arguments."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence

from toolgen.evaluation.folding.values import Value
from toolgen.model.tool import ParameterKind
from toolgen.syntax.facts import Class, Expression, Function

_KINDS: Mapping[ParameterKind, inspect._ParameterKind] = {
    "positional": inspect.Parameter.POSITIONAL_ONLY,
    "positional_or_keyword": inspect.Parameter.POSITIONAL_OR_KEYWORD,
    "var_positional": inspect.Parameter.VAR_POSITIONAL,
    "keyword": inspect.Parameter.KEYWORD_ONLY,
    "var_keyword": inspect.Parameter.VAR_KEYWORD,
}


def decorators(function: Function) -> list[str]:
    return [decorator.text for decorator in function.decorators]


def dunder(node: Function | Class, name: str) -> str | None:
    """`__name__`, `__qualname__` or `__doc__` of what `node` defines. Raises AttributeError for others.

    A decorator may return another function, which has other names.
    """
    if isinstance(node, Function) and node.decorators:
        raise AttributeError(name)
    match name:
        case "__name__":
            return node.name
        case "__qualname__":
            return node.qualname
        case "__doc__":
            return _docstring(node)
    raise AttributeError(name)


def _docstring(node: Function | Class) -> str | None:
    if node.docstring is None and isinstance(node, Class):  # some are given one when they are made
        raise AttributeError("__doc__")
    return None if node.docstring is None else _without_indent(node.docstring)


def _without_indent(docstring: str) -> str:
    """A docstring as Python has it since 3.13, which takes off the indentation and no line."""
    first, *rest = docstring.expandtabs().split("\n")
    margin = min((len(line) - len(line.lstrip(" ")) for line in rest if line.strip(" ")), default=0)
    return "\n".join([first.lstrip(" "), *(line[margin:] for line in rest)])


def bound(
    function: Function,
    arguments: Sequence[Value],
    keywords: Mapping[str, Value],
    default: Callable[[Expression], Value],
) -> dict[str, Value]:
    """The parameters of `function` in a call; `default` evaluates those that are not given. Raises TypeError."""
    parameters = [
        inspect.Parameter(p.name, _KINDS[p.kind], default=inspect.Parameter.empty if p.default is None else p.default)
        for p in function.parameters
    ]
    found = inspect.Signature(parameters).bind(*arguments, **keywords)
    found.apply_defaults()
    return {name: default(value) if isinstance(value, Expression) else value for name, value in found.arguments.items()}
