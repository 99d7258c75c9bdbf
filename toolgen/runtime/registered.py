"""Functions that a program registers: in the place of a scanned tool, or as a tool that no manifest has."""

from __future__ import annotations

import asyncio
import inspect
import reprlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from concurrent.futures import wait
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from itertools import count, islice
from typing import Any, TypeAlias

from toolgen.emit._support import Fault, Faults, finished, in_thread, known_as, object_of, unique
from toolgen.model.applicators import references
from toolgen.model.canonical import digest
from toolgen.model.json_values import Schema
from toolgen.model.patterns import tried, untried_patterns
from toolgen.providers.projection.names import parameter_aliases
from toolgen.runtime.dispatch_module import Arguments, Context
from toolgen.runtime.entry import ParameterEntry, ToolEntry
from toolgen.runtime.errors import (
    CallError,
    InvalidContext,
    RegistrationError,
    approval_required,
    capped,
    timed_out,
    tool_failed,
)

Decode: TypeAlias = Callable[[str, Arguments, Context], "dict[str, Any]"]


_END = object()
_TOLD = 20
"""How many faults a model is told of."""
_MOST_FOLLOWED = 20_000
_followed: ContextVar[Iterator[int]] = ContextVar("followed")
"""Counts the references that are followed for one value: definitions that double are many."""
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
        """Make the call, in a thread or as a stream if need be. Raises CallError, too if it is not `approved`."""
        call = self.bound(arguments, context)
        if not approved:
            raise approval_required(self.entry.name)
        if _is_generator(self.function):
            return self._stream(call)
        return await self._in_time(call if self.is_async else partial(self._in_thread, call))

    async def _in_thread(self, call: Callable[[], Any]) -> Any:
        """What a sync function returns. With a timeout the thread is one that the program does not wait for."""
        if self.entry.timeout is None:
            return await asyncio.to_thread(finished, call)
        return await asyncio.wrap_future(in_thread(call))

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
        made = in_thread(call)
        if made in wait([made], timeout).done:
            return made.result()
    except Exception as error:
        raise tool_failed(error) from error
    raise timed_out(name, timeout)


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
        validator = _validator(name, schema)
    except ImportError:
        raise RegistrationError(
            f"no manifest has a tool {name!r}, so its arguments can only be checked by the package jsonschema, "
            "which is not installed"
        ) from None

    aliases = parameter_aliases(schema.get("properties", {}))

    def decode(_: str, arguments: Arguments, __: Context) -> dict[str, Any]:
        _followed.set(count(1))
        mistakes, errors = Faults(), []
        try:
            value = object_of(arguments, mistakes)
            if not mistakes:
                known_as(value, aliases)
                errors = [*islice(validator.iter_errors(value), _TOLD)]
        except (ValueError, RecursionError) as error:
            reason = "more nesting than Python can follow" if isinstance(error, RecursionError) else str(error)
            mistakes.append(Fault("$", "JSON", reason))
        if mistakes:
            raise _invalid(name, [one._asdict() for one in mistakes[:_TOLD]], map(str, mistakes[:_TOLD]))
        if errors:
            faults = [
                _fault(error.json_path, f"{error.validator} {error.validator_value!r}", error.instance)
                for error in errors
            ]
            raise _invalid(name, faults, (f"{error.json_path}: {_said(error)}" for error in errors))
        return value

    return decode


def _validator(name: str, schema: Schema) -> Any:
    """The validator of `jsonschema` for `schema`, which asks no network. Raises ImportError and RegistrationError."""
    from jsonschema import Draft202012Validator
    from jsonschema.validators import extend

    _check(name, schema)
    validator = extend(Draft202012Validator, _keywords())  # type: ignore[no-untyped-call]
    return validator(schema, registry=_registry(name, schema))


def _check(name: str, schema: Schema) -> None:
    """Raises RegistrationError for a schema that is none, or whose patterns cannot be tried."""
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import SchemaError

    try:
        Draft202012Validator.check_schema(schema)
    except SchemaError as error:
        raise RegistrationError(f"the schema of {name!r} is wrong at {error.json_path}: {error.message}") from None
    except RecursionError:
        raise RegistrationError(f"the schema of {name!r} has more nesting than Python can follow") from None
    if untried := untried_patterns(schema):
        raise RegistrationError(
            f"the schema of {name!r} has a pattern that is none or may take a time without end: {untried[0]!r}"
        )


def _registry(name: str, schema: Schema) -> Any:
    """What `schema` may refer to: itself, as `jsonschema` asks the network else. Raises RegistrationError."""
    from referencing import Registry
    from referencing.exceptions import Unresolvable
    from referencing.jsonschema import DRAFT202012

    known: Registry[Any] = Registry().with_resource("", DRAFT202012.create_resource(schema))
    for reference in references(schema):
        try:
            known.resolver().lookup(reference)
        except Unresolvable:
            raise RegistrationError(f"the schema of {name!r} does not hold {reference!r}, to which it refers") from None
    return known


def _keywords() -> dict[str, Callable[..., Iterator[Any]]]:
    """The keywords that would take too long as `jsonschema` has them."""
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import ValidationError

    def each_once(_: Any, is_unique: bool, value: Any, __: Schema) -> Iterator[ValidationError]:
        if is_unique and isinstance(value, list) and not unique(value):
            yield ValidationError(f"{value!r} has non-unique elements")

    def counted(*given: Any) -> Iterator[ValidationError]:
        if next(_followed.get()) > _MOST_FOLLOWED:
            raise ValueError("it takes too long to check")
        yield from usual["$ref"](*given)

    usual = Draft202012Validator.VALIDATORS
    return {"$ref": counted, "pattern": tried(usual["pattern"]), "uniqueItems": each_once}


def _fault(path: str, expected: str, got: Any) -> dict[str, str]:
    """What is wrong at a place, as the errors of generated modules say it."""
    return {"path": capped(path, 300), "expected": capped(expected, 1000), "got": capped(reprlib.repr(got), 80)}


def _said(error: Any) -> str:
    """What `jsonschema` says, which begins with the value: what is wrong with a long one would be cut off."""
    value = repr(error.instance)
    return str(error.message).replace(value, capped(value, 80))


def _invalid(name: str, faults: list[dict[str, str]], sentences: Iterable[str]) -> CallError:
    message = "\n".join([f"invalid arguments for {name!r}:", *(capped(sentence, 400) for sentence in sentences)])
    return CallError("invalid_arguments", message, faults=faults)
