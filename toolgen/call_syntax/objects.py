"""Calls as JSON objects with a name and arguments, which several syntaxes have in common."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from toolgen.call_syntax.grammar import Block, Item, prefixes
from toolgen.call_syntax.message import CallFault, ToolCall
from toolgen.call_syntax.repair import closed, is_plausible, repaired, said
from toolgen.call_syntax.syntax import CallSyntax
from toolgen.call_syntax.values import decoded
from toolgen.model.json_values import Json

_QUOTE = "[\"'\u201c\u201d]"
_TYPE = rf"(?:{_QUOTE}type{_QUOTE}\s{{0,20}}:\s{{0,20}}{_QUOTE}function{_QUOTE}\s{{0,20}},\s{{0,40}})?"
"""What some models write first, as the interfaces of providers have it."""


def object_opening(*keys: str) -> str:
    """A regular expression for the beginning of an object that begins with one of `keys`, or of a list of them."""
    either = "|".join(map(re.escape, keys))
    return rf"(?:\[\s{{0,20}})?\{{\s{{0,40}}{_TYPE}{_QUOTE}?(?:{either}){_QUOTE}?\s{{0,20}}:"


def object_starts(*keys: str) -> str:
    """The same for the end of a text in which one may have begun."""
    either = "|".join(map(prefixes, (*keys, "type")))
    before = rf"(?:{_QUOTE}type{_QUOTE}[^{{}}]{{0,90}}?,\s{{0,40}})?"
    begun = rf"{_QUOTE}type{_QUOTE}[^{{}}]{{0,90}}"
    name = rf"\{{\s{{0,40}}(?:{begun}|{before}{_QUOTE}?(?:{either})(?:{_QUOTE}?\s{{0,20}})?)"
    return rf"(?:\[\s{{0,20}}|(?:\[\s{{0,20}})?{name})"


def calls_in(syntax: CallSyntax, block: Block, text: str, name_key: str, args_key: str) -> Iterator[Item]:
    """The calls in `text`, an object or a list of such, in `block`; what is wrong with it where one is none."""
    return items_in(
        syntax, block, text, lambda value: [_call(syntax, block, one, name_key, args_key) for one in _several(value)]
    )


def call_in(syntax: CallSyntax, block: Block, name: str, text: str) -> Iterator[Item]:
    """The call of `name` with the arguments that `text` is, an object that stands in `block`; else what is wrong."""

    def called(value: Json) -> list[Item]:
        is_object = isinstance(value, dict)
        message = "the arguments have to be an object of JSON"
        return [syntax.called(block, name, value) if is_object else block.fault("malformed", message)]

    return items_in(syntax, block, text, called)


def items_in(syntax: CallSyntax, block: Block, text: str, items: Callable[[Json], list[Item]]) -> Iterator[Item]:
    """What `items` makes of the JSON that `text` is, or was meant to be; else what is wrong with it."""
    try:
        yield from items(decoded(text))
    except ValueError as error:
        yield from _repaired(syntax, block, text, error, items)


def _repaired(
    syntax: CallSyntax, block: Block, text: str, error: ValueError, items: Callable[[Json], list[Item]]
) -> Iterator[Item]:
    """The calls that were meant by what is no JSON, if that is clear; else what is wrong with it."""
    fault = block.unfinished() if block.is_cut else _malformed(block, text, error)
    try:
        value = closed(text) if block.is_cut else repaired(text, error)
    except ValueError:
        yield fault
        return
    for item in items(value):
        if isinstance(item, ToolCall) and is_plausible(item.arguments, syntax.schema(item.name), is_cut=block.is_cut):
            yield replace(item, remarks=(said(value),))
        else:
            yield fault


def _several(value: Json) -> list[Json]:
    return value if isinstance(value, list) else [value]


def _call(syntax: CallSyntax, block: Block, value: Json, name_key: str, args_key: str) -> Item:
    name = value.get(name_key) if isinstance(value, dict) else None
    if not isinstance(value, dict) or name_key not in value:
        return block.text
    if not isinstance(name, str):
        return block.fault("malformed", f'"{name_key}" has to be the name of a tool')
    arguments = _object(value.get(args_key))
    if arguments is None:
        return block.fault("malformed", f'"{args_key}" has to be an object with the arguments by their names')
    if args_key not in value and value.keys() != {name_key}:
        return block.fault("malformed", f'the arguments have to stand in an object "{args_key}"')
    return syntax.called(block, name, arguments)


def _object(value: Json) -> dict[str, Json] | None:
    """Arguments; some models write them as JSON text."""
    if isinstance(value, str):
        try:
            value = decoded(value)
        except ValueError:
            return None
    return {} if value is None else value if isinstance(value, dict) else None


def _malformed(block: Block, text: str, error: ValueError) -> CallFault:
    details: Any = error if isinstance(error, json.JSONDecodeError) else None
    at = max(0, block.text.find(text)) + (details.pos if details else 0)
    reason = details.msg if details else str(error)
    return block.fault("malformed", f"the call is not valid JSON: {reason}", at, at + 1 if details else None)
