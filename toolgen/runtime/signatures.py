"""Whether functions still are what their manifest says: the one part of the runtime that imports tools."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from operator import attrgetter
from typing import Any

from toolgen.runtime.entry import ToolEntry

_WRAPPED = ("fn", "func", "coroutine", "function", "__func__", "__wrapped__")
"""Attributes at which the objects that decorators put in the place of a function usually keep it."""
_BOUND = ("method", "class_method", "tool_class")
"""Bindings whose first parameter is the instance or class, where the function is taken from its class."""


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A difference between a function and the manifest, in a sentence."""

    tool: str
    message: str

    def __str__(self) -> str:
        return f"{self.tool}: {self.message}"


def scanned(entry: ToolEntry, is_allowed: bool) -> list[Mismatch]:
    """The differences of a tool that is imported from where the manifest says; none for one that no import reaches."""
    if entry.binding == "local":
        return []
    if not is_allowed:
        return [Mismatch(entry.name, f"{entry.module} is not imported: it is in none of the packages that are allowed")]
    try:
        found = attrgetter(entry.qualname)(import_module(entry.module))
    except AttributeError:
        return [Mismatch(entry.name, f"{entry.module} has no {entry.qualname} any more")]
    except (Exception, SystemExit) as error:
        return [Mismatch(entry.name, f"{entry.module} cannot be imported: {type(error).__name__}: {error}")]
    if isinstance(found, type):
        found = getattr(found, entry.method or "execute", found)
    try:
        function = _unwrapped(found, entry.function_at)
    except AttributeError as error:
        return [Mismatch(entry.name, f"{entry.module} has something else than a function at {entry.qualname}: {error}")]
    skipped = 1 if entry.binding in _BOUND and not inspect.ismethod(found) else 0
    return differences(entry, function, skipped + bool(entry.called_as))


def differences(entry: ToolEntry, function: Callable[..., Any], skipped: int = 0) -> list[Mismatch]:
    """The differences between `function`, without its first `skipped` parameters, and the manifest."""
    try:
        parameters = [*inspect.signature(function).parameters.values()][skipped:]
    except ValueError:  # some builtin functions do not tell
        return []
    return [Mismatch(entry.name, message) for message in _messages(entry, function, parameters)]


def _messages(entry: ToolEntry, function: Callable[..., Any], parameters: list[inspect.Parameter]) -> Iterator[str]:
    yield from _kinds(entry, function)
    aliases = {parameter.name: parameter.alias for parameter in entry.parameters}
    required, properties = set(entry.input_schema.get("required", ())), entry.input_schema.get("properties", {})
    overridden = "required" in getattr(getattr(function, "__toolgen__", None), "__dict__", {})
    # smolagents has the method `forward` take an object that it does not use.
    supplied = {*entry.injected, *(["self"] if entry.function_at else [])}
    accepts_any = any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters)
    for parameter in parameters:
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD) or parameter.name in supplied:
            continue
        if parameter.name not in aliases:
            yield f"the function has a parameter {parameter.name!r} that the manifest does not know"
        elif aliases[parameter.name] not in properties:
            continue  # it takes all arguments
        elif _is_required(parameter) and aliases[parameter.name] not in {*required, *entry.defaults}:
            yield f"the function requires {parameter.name!r}, which is optional in the manifest"
        elif not overridden and not _is_required(parameter) and aliases[parameter.name] in required:
            yield f"{parameter.name!r} has a default, and is required in the manifest"
    names = {parameter.name for parameter in parameters}
    for name in (*aliases, *entry.injected):
        if name not in names and not accepts_any:
            yield f"the function has no parameter {name!r} any more"


def _kinds(entry: ToolEntry, function: Callable[..., Any]) -> Iterator[str]:
    is_async = inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function)
    if is_async != entry.is_async:
        yield f"the function is {_kind(is_async)}, and {_kind(entry.is_async)} in the manifest"


def _kind(is_async: bool) -> str:
    return "async" if is_async else "sync"


def _is_required(parameter: inspect.Parameter) -> bool:
    """Whether a call needs it: it has no default, or one of pydantic's `Field` that gives none."""
    if parameter.default is parameter.empty:
        return True
    says = getattr(type(parameter.default), "is_required", None)
    return bool(says(parameter.default)) if says else False


def _is_function(found: Any) -> bool:
    """Whether it is a function or method. What frameworks leave in the place of one may have `__get__` and be none."""
    return inspect.isfunction(found) or inspect.ismethod(found) or inspect.isbuiltin(found)


def _unwrapped(found: Any, function_at: str) -> Callable[..., Any]:
    """The function in `found`, without what decorators put around it. Raises AttributeError where it is not there."""
    if function_at and not _is_function(found):
        return attrgetter(function_at)(found)  # type: ignore[no-any-return]
    inner = found
    while inner is not None and not _is_function(inner):
        inner = next((value for name in _WRAPPED if callable(value := getattr(inner, name, None))), None)
    if inner is None and not callable(found):
        raise AttributeError(f"it is a {type(found).__name__}")
    function: Callable[..., Any] = found if inner is None else inner
    return function
