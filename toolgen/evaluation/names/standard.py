"""The packages whose names are known by tables, and what star imports of the standard library bind."""

from __future__ import annotations

import abc
import collections
import collections.abc
import contextlib
import dataclasses
import datetime
import decimal
import enum
import fractions
import functools
import ipaddress
import itertools
import json
import math
import numbers
import os
import pathlib
import re
import sys
import time
import types
import typing
import uuid
from collections.abc import Iterator, Mapping
from types import ModuleType

STANDARD_LIBRARY = sys.stdlib_module_names

OPAQUE_PACKAGES = STANDARD_LIBRARY | {
    *("annotated_types", "attr", "attrs", "msgspec", "pydantic", "pydantic_core", "toolgen", "typing_extensions")
}
"""Packages whose names are known by tables, so that their source is never looked up."""

_MODULES = (
    *(abc, collections, collections.abc, contextlib, dataclasses, datetime, decimal, enum, fractions, functools),
    *(ipaddress, itertools, json, math, numbers, os, pathlib, re, sys, time, types, typing, uuid),
)


def is_opaque(module: str) -> bool:
    """Whether the names of the dotted `module` are known by tables."""
    return module.partition(".")[0] in OPAQUE_PACKAGES


def is_object(name: str) -> bool:
    """Whether what has the dotted `name` is known to be a function or class, rather than a constant; builtins are."""
    module, _, last = name.rpartition(".")
    if module.partition(".")[0] in STANDARD_LIBRARY:
        return any(one.__name__ == module and callable(getattr(one, last, None)) for one in _MODULES)
    return not module or is_opaque(module)


def _exports(module: ModuleType) -> Iterator[str]:
    yield from getattr(module, "__all__", (name for name in vars(module) if not name.startswith("_")))


EXPORTS: Mapping[str, frozenset[str]] = {module.__name__: frozenset(_exports(module)) for module in _MODULES}
"""What `from module import *` binds, for the modules that types come from."""
