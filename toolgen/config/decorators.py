"""`[[tool.toolgen.decorators]]`: the decorators of frameworks that toolgen has no dialect for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from toolgen.config.keys import Key, choice, is_dotted, is_name
from toolgen.model.keywords import list_of

DocstringStyle = Literal["body", "lead", "whole"]


@dataclass(frozen=True, slots=True)
class DeclaredDecorator:
    """An entry of `decorators`: what `match`, a qualified name, declares tools with.

    `positional` names its positional arguments, and `arguments` maps its keywords to those of toolgen's own `@tool`.
    With `function` it is no decorator but is called with the function, which is that argument. With `method` it is a
    class, each of whose subclasses is a tool that calls that method, and `arguments` are its members. `injected` are
    types of parameters that the framework supplies, `docstring` is the part of the docstring that is the description,
    and `receivers` are the usual names of the object whose method it is.
    """

    match: str
    positional: tuple[str, ...] = ()
    arguments: Mapping[str, str] = field(default_factory=lambda: {"name": "name", "description": "description"})
    function: str = ""
    method: str = ""
    injected: tuple[str, ...] = ()
    docstring: DocstringStyle = "body"
    receivers: tuple[str, ...] = ()


def _is_mapping(value: Any) -> bool:
    """Whether `value` maps names of arguments to those that toolgen knows."""
    from toolgen.model.arguments import MEMBERS, OTHER_ARGUMENTS  # few projects declare any

    known = {*MEMBERS, *OTHER_ARGUMENTS}
    return isinstance(value, dict) and all(
        is_name(name) and isinstance(argument, str) and argument in known for name, argument in value.items()
    )


KEYS: Mapping[str, Key] = {
    "match": Key("the dotted name of a decorator", '"myframework.tool"', is_dotted),
    "positional": Key("a list of names", '["name", "description"]', list_of(is_name)),
    "arguments": Key("a table from its arguments to those of `@tool`", '{ title = "name" }', _is_mapping),
    "function": Key("the name of an argument", '"fn"', is_name),
    "method": Key("the name of a method", '"execute"', is_name),
    "injected": Key("a list of dotted names of types", '["myframework.Context"]', list_of(is_dotted)),
    "docstring": choice(DocstringStyle, '"whole"'),
    "receivers": Key("a list of names", '["app"]', list_of(is_name)),
}


def declared_decorator(entry: Mapping[str, Any]) -> DeclaredDecorator:
    """The entry, which has no faults."""
    from toolgen.model.arguments import MEMBERS

    values: dict[str, Any] = {"arguments": dict(zip(MEMBERS, MEMBERS, strict=True))} if "method" in entry else {}
    values |= {key: tuple(value) if isinstance(value, list) else value for key, value in entry.items()}
    return DeclaredDecorator(**values)
