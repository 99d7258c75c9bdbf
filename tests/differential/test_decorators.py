"""Decorators that can be followed: the schema that toolgen reads is that of the function that they return."""

# ruff: noqa: E501 (a table of source text)

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from positions import IMPORTS

Derive = Callable[[str], tuple[Any, Any]]
DeriveProject = Callable[[Mapping[str, str]], tuple[Any, Any]]

HEAD = f"import contextlib, functools, inspect\nfrom functools import wraps\n{IMPORTS}"
WRAPPER = "    @wraps(fn)\n    def w(*args, **kwargs): return fn(*args, **kwargs)\n"

DECORATORS: dict[str, tuple[str, str]] = {
    # what it is: its definition, its use
    "returns the function": ("def deco(fn): return fn\n", "@deco"),
    "wraps": (f"def deco(fn):\n{WRAPPER}    return w\n", "@deco"),
    "wraps of a coroutine function": (
        "def deco(fn):\n    @wraps(fn)\n    async def w(*args): ...\n    return w\n",
        "@deco",
    ),
    "wraps and its own parameters": (
        "def deco(fn):\n    @wraps(fn)\n    def w(other: list[str], *, more: int = 3) -> bytes: ...\n    return w\n",
        "@deco",
    ),
    "own parameters": (
        "def deco(fn):\n    def f(other: list[str], *, more: int = 3) -> bytes:\n        'F.'\n    return f\n",
        "@deco",
    ),
    "own parameters with types of its own": (
        "def deco(fn):\n    from decimal import Decimal as D\n    def f(other: D, more: 'Literal[1, 2]' = 1) -> 'list[int]':\n        'F.'\n    return f\n",
        "@deco",
    ),
    "update_wrapper": (
        "def deco(fn):\n    def w(*args): ...\n    return functools.update_wrapper(w, fn)\n",
        "@deco",
    ),
    "the signature of the function": (
        (
            "def deco(fn):\n    def w(*args): ...\n    w.__signature__ = inspect.signature(fn)\n    w.__annotations__ = fn.__annotations__\n"
            "    w.__name__ = fn.__name__\n    w.__doc__ = fn.__doc__\n    return w\n"
        ),
        "@deco",
    ),
    **{
        f"signature of {what}": (
            f"def deco(fn):\n    @wraps(fn)\n    def w(*args, **kwargs): ...\n    sig = inspect.signature(fn)\n    w.__signature__ = {made}\n    return w\n",
            "@deco",
        )
        for what, made in {
            "kinds": "sig.replace(parameters=[p for p in sig.parameters.values() if p.kind is not inspect.Parameter.KEYWORD_ONLY])",
            "kinds, by names of the parameter": "sig.replace(parameters=(p for p in sig.parameters.values() if p.kind not in (p.KEYWORD_ONLY, p.VAR_KEYWORD)))",
            "what has no default": "sig.replace(parameters=[p for p in sig.parameters.values() if p.default is inspect.Parameter.empty])",
            "what has a default that is equal": "sig.replace(parameters=[p for p in sig.parameters.values() if p.default != 0.5])",
            "what is annotated": "sig.replace(parameters=[p for p in sig.parameters.values() if p.annotation is inspect.Signature.empty])",
            "parameters anew": "inspect.Signature([*sig.parameters.values()][1:], return_annotation=sig.return_annotation)",
            "parameters and its own result": "sig.replace(parameters=[*sig.parameters.values()][1:], return_annotation=sig.return_annotation)",
        }.items()
    },
    "factory": (
        "def make(n):\n    def deco(fn):\n        @wraps(fn)\n        def w(*a): ...\n        return w\n    return deco\n",
        "@make(3)",
    ),
    "optional argument": (
        f"def deco(fn=None, *, n=1):\n    if fn is None: return functools.partial(deco, n=n)\n{WRAPPER}    return w\n",
        "@deco(n=3)",
    ),
    "method": ("class Box:\n    def deco(self, n):\n        return lambda fn: fn\nbox = Box()\n", "@box.deco(3)"),
    "by the kind of the function": (
        "def deco(fn):\n    if inspect.iscoroutinefunction(fn):\n        def f(x: int): 'F.'\n        return f\n    @wraps(fn)\n    def w(*a): ...\n    return w\n",
        "@deco",
    ),
    "context manager": ("@contextlib.contextmanager\ndef timer(): yield\n", "@timer()"),
    "lru_cache": ("", "@functools.lru_cache(maxsize=3)"),
    "cache": ("", "@functools.cache"),
    "validate_call": ("", "@pydantic.validate_call"),
    "deprecated": ("import typing_extensions\n", "@typing_extensions.deprecated('x')"),
    "two": (f"def a(fn): return fn\ndef b(fn):\n{WRAPPER}    return w\n", "@a\n@b"),
    "a wrapper of the tool decorator": (
        "def my(**options):\n    def deco(fn):\n        return tool(**options)(fn)\n    return deco\n",
        "@my(tags=['x'])",
    ),
    "a partial of the tool decorator": ("my = functools.partial(tool, tags=['x'])\n", "@my(title='T')"),
}
FUNCTION = "def f(a: int, b: Optional[list[str]] = None, *, c: Annotated[float, Field(ge=0)] = 0.5) -> dict[str, int]:\n    'F.'\n"


@pytest.mark.parametrize(("definitions", "decorator"), DECORATORS.values(), ids=DECORATORS)
def test_decorator(derive: Derive, definitions: str, decorator: str) -> None:
    first = "" if "my(" in decorator else "@tool\n"
    static, runtime = derive(f"{HEAD}{definitions}\n{first}{decorator}\n{FUNCTION}")
    assert static == runtime


def test_types_are_looked_up_where_the_wrapper_stands(derive_project: DeriveProject) -> None:
    deco = f"{HEAD}Item = dict[str, bool]\ndef deco(fn):\n    def f(item: Item, mode: Literal['a'] = 'a') -> Item:\n        'F.'\n    return f\n"
    static, runtime = derive_project(
        {"deco.py": deco, "tools.py": f"{HEAD}from deco import deco\nItem = int\n@tool\n@deco\n{FUNCTION}"}
    )
    assert static == runtime
