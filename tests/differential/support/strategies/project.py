"""Whole projects: a module of models, a package of shared types, and a module of tools that imports from both."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from hypothesis import strategies as st
from hypothesis.vendor.pretty import RepresentationPrinter

from strategies import constants, enums, functions, models, records
from strategies.functions import Tool
from strategies.imports import imports
from strategies.scope import Draw, Scope, Symbol, maybe, pick

HEADER = """\
import collections, collections.abc
import dataclasses
import datetime
import decimal
import enum
import functools
import inspect
import ipaddress
import os
import pathlib
import re
import sys
import textwrap
import typing
import typing as t
import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, IntFlag, StrEnum, auto
from typing import (
    TYPE_CHECKING, Annotated, Any, ClassVar, Dict, Final, Generic, List, Literal, LiteralString, NamedTuple, NewType,
    Optional, Self, Tuple, TypeAlias, TypeVar, Union,
)

import annotated_types as at
import pydantic
import typing_extensions as te
from pydantic import BaseModel, ConfigDict, Field, RootModel
from pydantic.alias_generators import to_camel, to_pascal
from pydantic.json_schema import SkipJsonSchema
from typing_extensions import NotRequired, ReadOnly, Required, TypeAliasType, TypedDict

import toolgen
from toolgen import tool

T = TypeVar("T")


def unchanged(value):
    return value


def wrapped(value, handler):
    return handler(value)


def unknown():
    return "unknown"

"""

CLASSES = ("Item", "Mode", "Task", "Order", "Options")

_WRITERS: Sequence[tuple[Callable[[Draw, Scope, str], None], Sequence[str]]] = (
    (models.model, CLASSES),
    (models.model, CLASSES),
    (enums.enumeration, CLASSES),
    (enums.enumeration, CLASSES),
    (records.dataclass_, CLASSES),
    (records.dataclass_, CLASSES),
    (records.typed_dict, CLASSES),
    (records.named_tuple, CLASSES),
    (models.root_model, CLASSES),
    (models.generic, CLASSES),
    (models.discriminated, CLASSES),
    (models.nested, CLASSES),
    (constants.value, constants.NAMES),
    (constants.value, constants.NAMES),
    (constants.size, constants.NAMES),
    (constants.rebound, constants.NAMES),
    (constants.alias, constants.ALIASES),
    (constants.alias, constants.ALIASES),
    (constants.type_variable, constants.ALIASES),
    (constants.shared_metadata, constants.ALIASES),
    (functions.decorator, ("logged", "timed")),
)
"""What writes a definition, and names for it; what stands twice is drawn twice as often."""


@dataclass(frozen=True, slots=True)
class Project:
    """The texts of some modules by path, and the tools in `tools.py`."""

    files: Mapping[str, str]
    tools: tuple[Tool, ...]

    def __repr__(self) -> str:
        return "\n".join(f"# {path}\n{text.replace(HEADER, '')}" for path, text in self.files.items())

    def _repr_pretty_(self, printer: RepresentationPrinter, _cycle: bool) -> None:
        """How hypothesis shows an example that fails."""
        printer.text(repr(self))


@st.composite
def projects(draw: Draw) -> Project:
    """A project of one, two or three modules."""
    files: dict[str, str] = {}
    importable: dict[str, Sequence[Symbol]] = {}
    if maybe(draw):
        scope = _module(draw, files, "models.py", {})
        importable["models"] = scope.own
    if maybe(draw):
        scope = _module(draw, files, "shared/types.py", importable)
        files["shared/__init__.py"] = _package(draw, scope.own)
        importable[pick(draw, ("shared", "shared.types"))] = scope.own
    tools: list[Tool] = []
    _module(draw, files, "tools.py", importable, tools)
    return Project(files, tuple(tools))


def _module(
    draw: Draw,
    files: dict[str, str],
    path: str,
    importable: Mapping[str, Sequence[Symbol]],
    tools: list[Tool] | None = None,
) -> Scope:
    """Write the module at `path`, which may import from others, into `files`."""
    scope = Scope()
    for module, symbols in importable.items():
        imports(draw, scope, module, [symbol for symbol in symbols if not maybe(draw, 3)])
    for _ in range(draw(st.integers(0 if importable else 1, 3))):
        write, names = pick(draw, _WRITERS)
        write(draw, scope, scope.free(draw, names))
    if tools is not None:
        tools += [functions.tool(draw, scope, f"do_{number}") for number in range(draw(st.integers(1, 3)))]
    postponed = "from __future__ import annotations\n" if maybe(draw, 3) else ""
    files[path] = postponed + HEADER + "\n".join(scope.lines) + "\n"
    return scope


def _package(draw: Draw, symbols: Sequence[Symbol]) -> str:
    """An `__init__.py` that re-exports what the module `types` beside it defines."""
    names = [symbol.name for symbol in symbols]
    exports = f"\n__all__ = {names!r}\n"
    forms = (
        "from .types import *\n",
        f"from .types import {', '.join(names)}\n",
        f"from shared.types import {', '.join(names)}\n{exports}",
        f"from . import types\nfrom .types import *\n{exports}",
    )
    return pick(draw, forms) if names else ""
