"""The values that forms yield: each as the module text `V`, beside another of its kind, `O`, which they must not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

_IMPORTS = """\
import asyncio
import contextlib
import functools
import itertools
import operator
import os
import textwrap
from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Any, Literal, NamedTuple

from fastmcp import FastMCP
from fastmcp.tools import Tool
from pydantic import BaseModel, Field

mcp = FastMCP("server")
"""
_FUNCTIONS = '''
def pick() -> None:
    """Pick."""


def extra() -> None:
    """Extra."""


def danger() -> None:
    """Danger."""
'''
_CLASSES = """
class Base(BaseModel):
    x: int


class Other(BaseModel):
    danger: str
"""
_DECORATORS = """
def plain(function):
    return function
"""
_SERVERS = """
class Silent:
    def tool(self, *args, **kwargs):
        return args[0] if args and callable(args[0]) else lambda function: function

    def add_tool(self, tool):
        pass


silent = Silent()
"""


@dataclass(frozen=True, slots=True)
class Value:
    """A value as an expression, and another that stands beside it where a form has something to choose from.

    A module with a form that yields it begins with `definitions`. A descriptor is something else once it is an
    attribute of a class.
    """

    text: str
    other: str
    definitions: str = _IMPORTS + _FUNCTIONS
    is_hashable: bool = True
    is_descriptor: bool = False


VALUES: Mapping[str, Value] = {
    "text": Value("'pick'", "'danger'"),
    "number": Value("3", "9"),
    "true": Value("True", "False"),
    "false": Value("False", "True"),
    "texts": Value("['a', 'b']", "['danger']", is_hashable=False),
    "mapping": Value("{'title': 'T'}", "{'title': 'Danger'}", is_hashable=False),
    "function": Value("pick", "danger", is_descriptor=True),
    "functions": Value("[pick, extra]", "[danger]", is_hashable=False),
    "server": Value("mcp", "silent", _IMPORTS + _SERVERS),
    "no server": Value("silent", "mcp", _IMPORTS + _SERVERS),
    "decorator": Value("mcp.tool", "plain", _IMPORTS + _DECORATORS, is_descriptor=True),
    "no decorator": Value("plain", "mcp.tool", _IMPORTS + _DECORATORS, is_descriptor=True),
    "class": Value("Base", "Other", _IMPORTS + _CLASSES, is_descriptor=True),
}
"""By the kind of the value; `Silent` is like a server and registers nothing."""
