"""Functions that a program registers: in the place of a scanned tool, or as a tool that no manifest has."""

from __future__ import annotations

import asyncio
import inspect
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from concurrent.futures import Future, wait
from contextvars import copy_context
from dataclasses import dataclass
from functools import partial
from threading import Thread
from typing import Any, TypeAlias

from toolgen.model.applicators import references
from toolgen.model.canonical import digest
from toolgen.model.types import Schema
from toolgen.runtime.dispatch_module import Arguments, Context
from toolgen.runtime.entry import ParameterEntry, ToolEntry
from toolgen.runtime.errors import (
    CallError,
    InvalidContext,
    RegistrationError,
    approval_required,
    timed_out,
    tool_failed,
)

Decode: TypeAlias = Callable[[str, Arguments, Context], "dict[str, Any]"]


_END = object()
_BY_POSITION = frozenset({"positional", "var_positional", "var_keyword"})


@dataclass(frozen=True, slots=True)
class Registered:
    """A tool with the function that runs it. `decode` turns what a model sent into values by parameter name."""

    entry: ToolEntry
    function: Callable[..., Any]
    decode: Decode

    @property
    def is_async(self) -> bool:
        """Whether the function runs in the event loop."""
        return _is_async(self.function)

    def bound(self, arguments: Arguments, context: Context) -> Callable[[], Any]:
        """The call, ready to be made. Raises as `check_context` and `decode` do."""
        self.check_context(context)
        values = self.decode(self.entry.name, arguments, context)
        values |= {name: value for name, value in (context or {}).items() if name in self.entry.injected}
        if _BY_POSITION.isdisjoint(parameter.kind for parameter in self.entry.parameters):
            return partial(self.function, **values)
        bound = inspect.signature(self.function).bind_partial()
        if unknown := values.keys() - bound.signature.parameters.keys():
            raise tool_failed(TypeError(f"the registered function does not take {', '.join(sorted(unknown))}"))
        bound.arguments.update(values)
        bound.apply_defaults()
        return partial(self.function, *bound.args, **bound.kwargs)

    def check_context(self, context: Context) -> None:
        """See that a call has all that the application supplies. Raises InvalidContext."""
        taken = inspect.signature(self.function).parameters if self.entry.injected else {}
        needed = [
            name for name in self.entry.injected if name in taken and taken[name].default is inspect.Parameter.empty
        ]
        if missing := [name for name in needed if name not in (context or {})]:
            raise InvalidContext(f"the tool {self.entry.name} needs {', '.join(missing)} from the context")

    async def dispatch(self, arguments: Arguments, context: Context, approved: bool) -> Any:
        """Make the call as a generated module does: in a thread where it is sync, as a stream where it yields.

        Raises CallError, also where nobody agreed to it (`approved`).
        """
        call = self.bound(arguments, context)
        if not approved:
            raise approval_required(self.entry.name)
        if _is_generator(self.function):
            return self._stream(call)
        return await self._in_time(call if self.is_async else partial(self._in_thread, call))

    async def _in_thread(self, call: Callable[[], Any]) -> Any:
        """What a sync function returns. With a timeout the thread is one that the program does not wait for."""
        if self.entry.timeout is None:
            return await asyncio.to_thread(_finished, call)
        return await asyncio.wrap_future(_thread(partial(_finished, call)))

    async def _stream(self, call: Callable[[], Any]) -> AsyncIterator[Any]:
        items = await self._in_time(partial(self._in_thread, call))
        while (item := await self._in_time(partial(_next, items))) is not _END:
            yield item

    async def _in_time(self, make: Callable[[], Awaitable[Any]]) -> Any:
        """What is awaited, in the time that the tool declares. Raises CallError."""
        try:
            async with asyncio.timeout(self.entry.timeout) as limit:
                return await make()
        except TimeoutError as error:
            raise (timed_out(self.entry.name, self.entry.timeout) if limit.expired() else tool_failed(error)) from error
        except Exception as error:
            raise tool_failed(error) from error


def _is_async(function: Callable[..., Any]) -> bool:
    return inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function)


def _is_generator(function: Callable[..., Any]) -> bool:
    return inspect.isgeneratorfunction(function) or inspect.isasyncgenfunction(function)


async def _next(items: Any) -> Any:
    """The next item of a generator, that of a sync one from a thread."""
    is_async = hasattr(items, "__anext__")
    return await (anext(items, _END) if is_async else asyncio.to_thread(next, items, _END))


def guarded(name: str, timeout: float | None, call: Callable[[], Any]) -> Any:
    """What `call` returns, in at most `timeout` seconds. Raises CallError with what it raises as the cause."""
    try:
        if timeout is None:
            return call()
        made = _thread(call)
        if made in wait([made], timeout).done:
            return made.result()
    except Exception as error:
        raise tool_failed(error) from error
    raise timed_out(name, timeout)


def _thread(call: Callable[[], Any]) -> Future[Any]:
    """A call in a thread of its own, for which the program does not wait when it ends."""
    made: Future[Any] = Future()
    made.set_running_or_notify_cancel()
    context = copy_context()

    def make() -> None:
        try:
            made.set_result(context.run(call))
        except BaseException as error:
            made.set_exception(error)

    Thread(target=make, daemon=True).start()
    return made


def _finished(call: Callable[[], Any]) -> Any:
    try:
        return call()
    except StopIteration as error:  # which no future can hold: whoever awaits it would do so for ever
        raise RuntimeError("the tool raised StopIteration") from error


def new_tool(function: Callable[..., Any], name: str, description: str | None, input_schema: Schema) -> Registered:
    """A tool that no manifest has. Raises RegistrationError where its schema is wrong, or jsonschema is missing."""
    description = description if description is not None else inspect.getdoc(function)
    if not description:
        raise RegistrationError(f"the new tool {name!r} has no description: give one, or write a docstring")
    decode = _validated(name, input_schema)
    entry = ToolEntry(
        name=name,
        description=description,
        input_schema=input_schema,
        digest=digest({"name": name, "description": description, "input_schema": input_schema}),
        is_async=_is_async(function),
        is_generator=_is_generator(function),
        parameters=tuple(ParameterEntry(key, key, "keyword", "") for key in input_schema.get("properties", ())),
        module=function.__module__,
        qualname=getattr(function, "__qualname__", name),
    )
    return Registered(entry, function, decode)


def _validated(name: str, schema: Schema) -> Decode:
    """Checks arguments by `schema` and leaves them as JSON. Raises RegistrationError."""
    try:
        from jsonschema import Draft202012Validator
        from jsonschema.exceptions import SchemaError
        from referencing import Registry
        from referencing.exceptions import Unresolvable
        from referencing.jsonschema import DRAFT202012
    except ImportError:
        raise RegistrationError(
            f"no manifest has a tool {name!r}, so its arguments can only be checked by the package jsonschema, "
            "which is not installed"
        ) from None
    try:
        Draft202012Validator.check_schema(schema)
    except SchemaError as error:
        raise RegistrationError(f"the schema of {name!r} is wrong at {error.json_path}: {error.message}") from None
    # A registry that fetches nothing: without one, `jsonschema` asks the network for what it does not know.
    known: Registry[Any] = Registry().with_resource("", DRAFT202012.create_resource(schema))
    for reference in references(schema):
        try:
            known.resolver().lookup(reference)
        except Unresolvable:
            raise RegistrationError(f"the schema of {name!r} does not hold {reference!r}, to which it refers") from None
    validator = Draft202012Validator(schema, registry=known)

    def decode(_: str, arguments: Arguments, __: Context) -> dict[str, Any]:
        value = _value(name, arguments)
        errors = [*validator.iter_errors(value)]
        if errors:
            faults = [
                _fault(error.json_path, f"{error.validator} {error.validator_value!r}", error.instance)
                for error in errors
            ]
            raise _invalid(name, faults, [f"{error.json_path}: {error.message}" for error in errors])
        return value  # type: ignore[no-any-return]

    return decode


def _value(name: str, arguments: Arguments) -> Any:
    """The object that a model sent; where a tool takes no arguments, some providers send an empty text or None."""
    value = {} if arguments is None else dict(arguments) if isinstance(arguments, Mapping) else arguments
    if isinstance(value, (str, bytes)):
        try:
            value = json.loads(value or "{}", parse_constant=_refuse)
        except (ValueError, RecursionError) as error:
            fault = _fault("$", "JSON", f"text with a mistake: {error}")
            raise _invalid(name, [fault], [f"$: expected JSON, got text with a mistake: {error}"]) from None
    if not isinstance(value, dict):
        fault = _fault("$", "an object", value)
        raise _invalid(name, [fault], [f"$: expected an object, got {fault['got']}"])
    return value


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is not JSON")


def _fault(path: str, expected: str, got: Any) -> dict[str, str]:
    """What is wrong at a place, as the errors of generated modules say it."""
    return {"path": path, "expected": expected, "got": repr(got)[:80]}


def _invalid(name: str, faults: list[dict[str, str]], sentences: list[str]) -> CallError:
    message = "\n".join([f"invalid arguments for {name!r}:", *sentences])
    return CallError("invalid_arguments", message, faults=faults)
