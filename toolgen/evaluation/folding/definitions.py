"""What is known of a function or class by its head: its names, and its docstring."""

from __future__ import annotations

from toolgen.syntax.facts import Class, Function


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
