# Copied by `toolgen build`, the same in all projects; do not edit.
# JSON has no type before it is read, which pyright's strict mode wants of each value.
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnnecessaryIsInstance=false
"""What `dispatch.py`, the generated module beside this one, is built on.

Errors, the dispatcher, and the helpers that check and decode what a model sent. Nothing
is needed but the standard library; what few tools need of that is imported late.
"""

from __future__ import annotations

import builtins
import json
import sys
from collections import Counter
from collections.abc import (
    AsyncGenerator,
    AsyncIterator,
    Awaitable,
    Callable,
    Coroutine,
    Iterable,
    Iterator,
    Mapping,
)
from collections.abc import Set as AbstractSet
from functools import cache, cached_property, partial
from importlib import import_module
from json.encoder import encode_basestring
from keyword import iskeyword
from math import isfinite
from operator import attrgetter
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Generic,
    NamedTuple,
    ParamSpec,
    TypeAlias,
    TypedDict,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

if TYPE_CHECKING:
    import concurrent.futures
    import datetime
    import decimal
    import fractions
    import re
    import uuid
    import zoneinfo

Arguments: TypeAlias = "str | bytes | Mapping[str, object] | None"
Path: TypeAlias = "tuple[Any, ...] | str"
"""The path of a container and the key in it, or the name of an argument; empty for the
object that has all of them."""

ABSENT = object()
NUMBERS = (int, float)
_TOLD = 20
"""How many faults a model is told of."""
_LOOKED_AT = 100
"""How many faults are put into words; of the others only the number is told."""
_CROWD = 1_000
"""How many values of one hash may be in a set, which compares each with all others."""


Anything: TypeAlias = Mapping[str, object]
"""What functions need that may look for anything."""


class Nothing(TypedDict):
    """What tools need that need nothing of the application."""


# -- errors -------------------------------------------------------------------------


class Fault(NamedTuple):
    """One thing that is wrong with the arguments of a call."""

    path: str
    expected: str
    got: str

    def __str__(self) -> str:
        return f"{self.path}: expected {self.expected}, got {self.got}"


class ToolError(Exception):
    """A call went wrong. `message` tells a model what to do about it."""

    code = "tool_error"
    message: str

    def __str__(self) -> str:
        return self.message

    def to_dict(self) -> dict[str, Any]:
        """The error as a JSON object."""
        return {"code": self.code, "message": self.message}


class UnknownTool(ToolError):
    """There is no tool of this name. `nearest` are the names that look like it."""

    code = "unknown_tool"

    def __init__(self, name: str, nearest: Iterable[str] = ()) -> None:
        self.nearest = [*nearest]
        super().__init__(str(name), self.nearest)
        shown = " or ".join(map(_shown, self.nearest))
        hint = f"; did you mean {shown}?" if shown else ""
        self.message = f"there is no tool {_shown(str(name))}{hint}"

    def to_dict(self) -> dict[str, Any]:
        return {**super().to_dict(), "nearest": self.nearest}


class InvalidArguments(ToolError):
    """The arguments do not fit the tool. `faults` are all that is wrong with them.

    A model is told the first of them.
    """

    code = "invalid_arguments"

    def __init__(self, name: str, faults: list[Fault]) -> None:
        super().__init__(name, faults)
        self.faults = faults
        lines = [f"invalid arguments for {_shown(name)}:"]
        lines += map(Fault.__str__, faults[:_TOLD])
        if len(faults) > _TOLD:
            lines.append(f"and {len(faults) - _TOLD} more")
        self.message = "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        faults = [fault._asdict() for fault in self.faults[:_TOLD]]
        return {**super().to_dict(), "faults": faults}


class ToolFailed(ToolError):
    """The tool raised an exception, `cause`. A model is told its type and its text."""

    code = "tool_failed"

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(name, reason)
        self.message = f"{_shown(name)} failed: {reason}"

    @property
    def cause(self) -> BaseException | None:
        return self.__cause__


class ApprovalRequired(ToolError):
    """The arguments are right, but the tool is not called before somebody approves."""

    code = "approval_required"

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.message = f"{_shown(name)} needs approval: ask the user for it first"


class ToolTimeout(ToolError):
    """The tool did not finish within its time, which is `timeout` seconds."""

    code = "tool_timeout"

    def __init__(self, name: str, timeout: float) -> None:
        super().__init__(name, timeout)
        self.timeout = timeout
        late = f"{_shown(name)} did not finish within {timeout} seconds"
        self.message = f"{late}: ask it for less, or try again later"


class ToolNotBound(ToolError):
    """The tool belongs to an object that was not given to `bind`."""

    code = "tool_not_bound"

    def __init__(self, name: str, owner: str) -> None:
        super().__init__(name, owner)
        self.message = f"{_shown(name)} is not available: {_shown(owner)} is not bound"


class InvalidContext(TypeError):
    """The application supplies too little to a tool, or what none takes.

    It is no ToolError: a model could do nothing about it.
    """


def _failed(name: str, error: Exception) -> ToolFailed:
    """The failure of a tool, with the type and the text of what was raised."""
    from traceback import format_exception_only

    text = "".join(format_exception_only(error)).strip()
    return ToolFailed(name, _cut(text, 1000))


# -- faults -------------------------------------------------------------------------


class Faults(list[Fault]):
    """What is wrong with arguments. `names` counts the names in their objects."""

    __slots__ = ("names",)
    names: int

    def add(self, at: Path, expected: str, value: Any) -> None:
        """Note that `value`, which stands at `at`, is not what was expected."""
        if len(self) >= _LOOKED_AT:
            return self.append(self[-1])
        # A constructor may say what it was given, all of it.
        return self.append(Fault(_shown_path(at), _cut(expected, 1000), _shown(value)))


def _cut(text: str, most: int) -> str:
    """`text` as it can be sent on: short, and without halves of characters."""
    if len(text) > most:
        text = f"{text[:most]}..."
    return text if text.isascii() else text.encode(errors="backslashreplace").decode()


def _shown_path(at: Path) -> str:
    """The path, each key of which comes behind that of its container, as a JSONPath."""
    if isinstance(at, str) and len(at) <= 80 and at.isascii() and at.isidentifier():
        return f"$.{at}"  # the place of most faults
    text = ""
    while at != ():
        at, key = ((), at) if isinstance(at, str) else at
        if isinstance(key, str) and len(key) <= 80 and key.isidentifier():
            text = f".{key}{text}"
        elif type(key) is int:
            text = f"[{key}]{text}"
        else:
            text = f"[{_shown(key)}]{text}"
    return _cut(f"${text}", 300)


def _shown(value: Any) -> str:
    """A JSON value in a few words, or as it is written if it is short."""
    if isinstance(value, str):
        if len(value) > 80:
            return f"{_shown(value[:60])}... ({len(value)} characters)"
        return _cut(encode_basestring(value), 500)
    if value is ABSENT:
        return "nothing"
    if isinstance(value, dict):
        return f"an object of size {len(value)}"
    if isinstance(value, list):
        return f"an array of length {len(value)}"
    return _cut(_ENCODER.encode(value), 500)


# -- JSON ---------------------------------------------------------------------------


def _refuse_repetition(text: str, faults: Faults) -> None:
    """Refuse text in which a name stands twice in an object.

    There are as many names as colons, but for colons in strings; and behind a quote
    there is a colon in a string only if the quote is escaped.
    """
    has_spaces = any(f"{space}:" in text for space in " \t\r\n")
    if not has_spaces and faults.names == text.count('":'):
        return
    try:
        _decoded(text)
    except ValueError as error:
        faults[:] = [_mistake(error)]


def object_of(arguments: Arguments, faults: Faults) -> dict[str, Any]:
    """The arguments in the types that JSON text decodes to."""
    value: Any
    if isinstance(arguments, (str, bytes)):
        try:
            # Where a tool takes no arguments, some providers send an empty text.
            value = _decoded(arguments or "{}")
        except ValueError as error:
            faults.append(_mistake(error))
            return {}
    else:
        value = {} if arguments is None else _plain(arguments, (), faults)
    if type(value) is not dict and not faults:
        faults.add((), "an object", value)
    result: dict[str, Any] = value
    return result


def _mistake(error: ValueError) -> Fault:
    # Python adds advice for programmers behind a semicolon.
    mistake = str(error).partition("; use ")[0]
    return Fault("$", "JSON", f"text with a mistake: {mistake}")


def _decoded(text: str | bytes) -> Any:
    """The value of JSON text. Raises ValueError."""
    if isinstance(text, bytes):
        text = text.decode()
    value = _DECODER.decode(text)
    # Halves of a character could not be sent on: they raise UnicodeEncodeError.
    if "\\" in text and ("\\ud" in text or "\\uD" in text):
        _ENCODER.encode(value).encode()
    elif not text.isascii():
        text.encode()
    return value


def _without_repetition(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        ((name, _),) = Counter(name for name, _ in pairs).most_common(1)
        raise ValueError(f"{_shown(name)} stands twice in an object")
    return value


def _finite(text: str) -> float:
    value = float(text)
    if not isfinite(value):
        raise ValueError(f"{text[:20]} is too large")
    return value


def _refused(constant: str) -> None:
    raise ValueError(f"{constant} is not JSON")


def decoder(*, is_lenient: bool = False) -> json.JSONDecoder:
    """What refuses all that decoders disagree on: repeated names, NaN, large numbers.

    One that `is_lenient` takes line breaks inside of strings.
    """
    return json.JSONDecoder(
        object_pairs_hook=_without_repetition,
        parse_float=_finite,
        parse_constant=_refused,
        strict=not is_lenient,
    )


# What pydantic refuses may be what a validator made of JSON.
_ENCODER = json.JSONEncoder(ensure_ascii=False, default=repr)
json_text = _ENCODER.encode
_DECODER = decoder()
# What `raw_decode` calls. It does not see that a name stands twice in an object.
_scan: Callable[[Any, int], tuple[Any, int]] = attrgetter("scan_once")(
    json.JSONDecoder(parse_float=_finite, parse_constant=_refused)
)


def _plain(value: Any, at: Path, faults: Faults) -> Any:
    """A copy of a value in the types that JSON text decodes to."""
    if value is None or type(value) is bool:
        return value
    if type(value) is str:
        if not _is_unicode(value):
            faults.add(at, "text of whole characters", value)
        return value
    if type(value) is float and isfinite(value):
        return value
    if type(value) is int and value.bit_length() < 14_000:
        return value
    if isinstance(value, (list, tuple)):
        return [_plain(item, (at, i), faults) for i, item in enumerate(value)]
    if isinstance(value, Mapping) and all(map(_is_name, value)):
        return {key: _plain(item, (at, key), faults) for key, item in value.items()}
    got = f"a Python {type(value).__name__} that is not JSON"
    faults.append(Fault(_shown_path(at), "a JSON value", got))
    return None


def _is_name(key: object) -> bool:
    return isinstance(key, str) and _is_unicode(key)


def _is_unicode(text: str) -> bool:
    """Whether `text` has no halves of characters, which cannot be sent on."""
    try:
        return text.isascii() or bool(text.encode())
    except UnicodeEncodeError:
        return False


# -- tools --------------------------------------------------------------------------


Reader: TypeAlias = Callable[[dict[str, Any], Faults], None]
"""Checks arguments and decodes them where they are."""


def _nothing(_given: dict[str, Any], _faults: Faults) -> None:
    """The reader of what is read already."""


class Tool(NamedTuple):
    """Where a tool is, `module:qualname`, and how it is called.

    `names` are those of its parameters: what has another is left out. `aliases` are
    those by which providers know some.
    `by_pydantic` are the parameters whose types run code, and the properties they are,
    which are none where they gather several; it gets Python values, or JSON if not
    `by_python`. `model` has all of them as its fields.
    `served` is the name that its server has for it, where that is another one;
    `called_as` is what a function is given first that is called for several tools.
    """

    place: str
    names: AbstractSet[str] | None = None
    name: str = ""
    aliases: Mapping[str, str] = {}
    read: Reader = _nothing
    is_async: bool = False
    is_generator: bool = False
    injected: tuple[str, ...] = ()
    provided: tuple[str, ...] = ()
    defaults: str = ""
    has_positional: bool = False
    has_field_defaults: bool = False
    by_pydantic: Mapping[str, str] = {}
    by_python: bool = False
    model: Class | None = None
    owner: str = ""
    served: str = ""
    method: str = ""
    function_at: str = ""
    called_as: str = ""
    is_class: bool = False
    requires_approval: bool = False
    timeout: float | None = None
    preprocess: Callable[[Any], Any] | None = None
    postprocess: Callable[[Any], Any] | None = None
    dynamic: Mapping[str, Callable[[Any], Any]] = {}

    @property
    def is_direct(self) -> bool:
        """Whether there is nothing to do but to await the function."""
        around = (self.injected, self.defaults, self.dynamic, self.timeout is not None)
        hooks = self.preprocess, self.postprocess, self.requires_approval
        odd = self.is_generator, self.has_positional, self.has_field_defaults
        return self.is_async and not any((*around, *hooks, *odd, self.by_pydantic))


Given = ParamSpec("Given")


def _decorator(
    made: Callable[Given, Tool],
) -> Callable[Given, Callable[[Reader], Tool]]:
    def decorator(*args: Given.args, **about: Given.kwargs) -> Callable[[Reader], Tool]:
        tool = made(*args, **about)

        def read_by(read: Reader) -> Tool:
            name = tool.name or getattr(read, "__name__", "").removeprefix("_read_")
            return tool._replace(name=name, read=read)

        return read_by

    return decorator


tool = _decorator(Tool)
"""Declares a tool by its reader, which is named like the tool if it has no other."""


def _tools_of(cls: type) -> dict[str, Tool]:
    """The tools that a class declares, by their names."""
    return {one.name: one for one in vars(cls).values() if isinstance(one, Tool)}


class Parts(Mapping[str, Tool]):
    """The tools of the modules in a package, each of which is imported when needed."""

    def __init__(self, package: str, parts: Mapping[str, str]) -> None:
        self._package = package
        self._parts = parts
        self._loaded: dict[str, Tool] = {}

    def __getitem__(self, name: str) -> Tool:
        if name not in self._loaded:
            part = import_module(f"{self._package}.{self._parts[name]}")
            self._loaded.update(_tools_of(part.Tools))
        return self._loaded[name]

    def __contains__(self, name: object) -> bool:
        return name in self._parts

    def __iter__(self) -> Iterator[str]:
        return iter(self._parts)

    def __len__(self) -> int:
        return len(self._parts)


Context = TypeVar("Context", bound=Mapping[str, object])


class Dispatcher(Generic[Context]):
    """The tools, the objects that some belong to, and what the application supplies.

    The functions of the module are the methods of one Dispatcher; make others where
    several sets of objects are in use at once.
    """

    _tools: ClassVar[Mapping[str, Tool]] = {}
    _owners: ClassVar[Mapping[str, tuple[str, str] | None]] = {}
    _supplies: ClassVar[frozenset[str] | None] = frozenset()
    _in_threads: ClassVar[bool] = True
    _aliases: ClassVar[Mapping[str, str]] = {}

    def __init_subclass__(
        cls,
        *,
        tools: Mapping[str, Tool] | None = None,
        owners: Mapping[str, tuple[str, str] | None] = {},
        supplies: Iterable[str] | None = (),
        in_threads: bool = True,
        aliases: Mapping[str, str] = {},
    ) -> None:
        """`owners` are the classes by the names that `bind` has for their objects.

        `supplies` are the names that a context may have, None where it may have any.
        Sync tools that are awaited run in threads, if `in_threads`. `aliases` are other
        names by which providers know tools. A class that neither declares tools nor is
        given `tools` has those of the one above it.
        """
        tools = tools or _tools_of(cls)
        if not tools:
            return
        cls._tools = tools
        cls._owners = owners
        cls._supplies = None if supplies is None else frozenset(supplies)
        cls._in_threads = in_threads
        cls._aliases = aliases

    def __init__(self, *instances: Any, **named: Any) -> None:
        self._instances: dict[str, Any] = {}
        self._context: dict[str, Any] = {}
        self._functions: dict[str, Any] = {}
        self._direct: dict[str, tuple[Tool, Any]] = {}
        self.bind(*instances, **named)

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "_functions": {}, "_direct": {}}

    def bind(self, *instances: Any, **named: Any) -> None:
        """Give objects whose methods are tools, and functions that no import reaches.

        An object without a name is that of its class, or a server, toolkit or agent of
        a framework, whose tools have them. `context` has what the caller supplies to
        tools, by the names of the parameters. Raises TypeError for what no tool needs,
        which is an InvalidContext for a name in it.
        """
        context = self._supplied(named.pop("context", None))
        owned = [pair for instance in instances for pair in self._owned(instance)]
        bound = self._chosen(owned) | named
        if unknown := bound.keys() - self._owners.keys():
            raise TypeError(f"no tool belongs to {', '.join(sorted(unknown))}")
        for name, found in bound.items():
            self._check_annotated(name, found)
        self._context = context
        self._instances.update(bound)
        self._functions.clear()
        self._direct.clear()

    async def call(
        self, name: str, arguments: Mapping[str, Any], context: Context | None = None
    ) -> Any:
        """Call a tool with Python values, by the names of its parameters.

        Nothing is decoded, and nothing checked but by validators in types, which raise
        InvalidArguments. `context` has what the caller supplies to tools, by the names
        of the parameters. Raises what the tool raises.

        The tool's hooks, approval and timeout do not apply.
        """
        tool = self._found(name)
        return await self._result(tool, self._called(name, tool, arguments, context))

    def call_sync(
        self, name: str, arguments: Mapping[str, Any], context: Context | None = None
    ) -> Any:
        """`call` for sync tools, without an event loop."""
        return self._called(name, self._sync(name), arguments, context)()

    async def dispatch(
        self,
        name: str,
        arguments: Arguments,
        context: Context | None = None,
        *,
        approved: bool = False,
    ) -> Any:
        """Validate and decode what a model sent, call the tool and return its result.

        `arguments` is JSON text, or the object that it stands for; an empty text or
        None stands for none. `context` has what the caller supplies to tools, by the
        names of the parameters. What goes wrong is a ToolError.

        A tool that requires approval is called if it is `approved`.
        """
        try:
            tool, function = self._direct[name]
        except (KeyError, TypeError):
            return await self._dispatched(name, arguments, context, approved)
        if context:
            self._supplied(context)
        given = _accepted(name, tool, tool.read, arguments)
        try:
            return await function(**given)
        except Exception as error:
            raise _failed(name, error) from error

    async def _dispatched(
        self, name: str, arguments: Arguments, context: Context | None, approved: bool
    ) -> Any:
        tool = self._found(name)
        supplied = self._provided(name, tool, context)
        if tool.preprocess:
            arguments = _parsed(name, tool, arguments)
            hook = self._hook(name, tool, tool.preprocess)
            changed = await _hooked(name, hook, arguments)
            arguments = arguments if changed is None else changed
        given = self._checked(name, tool, arguments, supplied)
        if tool.requires_approval and not approved:
            raise ApprovalRequired(name)
        run = self._ready(name, tool, given, supplied)
        if tool.is_direct:
            self._direct[name] = tool, self._function(name, tool)
        hook = self._hook(name, tool, tool.postprocess)
        if tool.is_generator:
            return self._stream(name, tool, run, hook)
        result = await _guarded(name, tool.timeout, self._result(tool, run))
        return result if hook is None else await _hooked(name, hook, result)

    def dispatch_sync(
        self,
        name: str,
        arguments: Arguments,
        context: Context | None = None,
        *,
        approved: bool = False,
    ) -> Any:
        """`dispatch` for sync tools, without an event loop."""
        tool = self._sync(name)
        supplied = self._provided(name, tool, context)
        if tool.preprocess:
            arguments = _parsed(name, tool, arguments)
            hook = self._hook(name, tool, tool.preprocess)
            changed = _hooked_sync(name, hook, arguments)
            arguments = arguments if changed is None else changed
        given = self._checked(name, tool, arguments, supplied)
        if tool.requires_approval and not approved:
            raise ApprovalRequired(name)
        run = self._ready(name, tool, given, supplied)
        hook = self._hook(name, tool, tool.postprocess)
        if tool.is_generator:
            return _stream_sync(name, tool, run, hook)
        result = _guarded_sync(name, tool.timeout, run)
        return result if hook is None else _hooked_sync(name, hook, result)

    def decode(
        self, name: str, arguments: Arguments, context: Context | None = None
    ) -> dict[str, Any]:
        """Validate and decode what a model sent, and call nothing.

        Returns Python values by the names of the parameters. Raises a ToolError.
        """
        supplied = self._supplied(context)
        return self._checked(name, self._found(name), arguments, supplied)

    def check_context(self, name: str, context: Context | None = None) -> None:
        """See that a call has all that the application supplies to the tool.

        Raises InvalidContext where it has not, and a ToolError for an unknown tool.
        """
        self._provided(name, self._found(name), context)

    def dynamic_enums(
        self, name: str, context: Context | None = None
    ) -> dict[str, list[Any]]:
        """The values of each `enum` that is made at run time.

        They are returned by the JSON pointers of the tool's input schema.
        """
        return self._allowed(name, self._found(name), self._supplied(context))

    if not TYPE_CHECKING:

        def __getattr__(self, attribute: str) -> Any:
            """The function of a tool, which takes its parameters by name."""
            if attribute.startswith("_"):
                raise AttributeError(attribute)
            for name in self._tools:
                if function_name(name) == attribute:
                    return lambda **arguments: self.call(name, arguments)
            raise AttributeError(f"there is no tool {attribute!r}")

    # -- what a call needs ----------------------------------------------------------

    def _found(self, name: str) -> Tool:
        if isinstance(name, str):  # a model may send anything
            known = name if name in self._tools else self._aliases.get(name)
            if known is not None:
                return self._tools[known]
        from difflib import get_close_matches

        raise UnknownTool(name, get_close_matches(str(name)[:200], self._tools))

    def _sync(self, name: str) -> Tool:
        tool = self._found(name)
        if tool.is_async:
            raise TypeError(f"the tool {name} is async, so that it has to be awaited")
        return tool

    def _supplied(self, context: Mapping[str, object] | None) -> dict[str, Any]:
        """What the caller supplies, with this call or before."""
        if not context:
            return self._context
        if self._supplies is not None:
            unknown = context.keys() - self._supplies
            if unknown:
                raise InvalidContext(f"no tool takes {', '.join(sorted(unknown))}")
        return {**self._context, **context}

    def _provided(
        self,
        name: str,
        tool: Tool,
        context: Mapping[str, object] | None,
        arguments: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """What the caller supplies to a tool, which is all that it needs."""
        supplied = self._supplied(context)
        if arguments:
            supplied = {**supplied, **arguments}
        missing = [key for key in tool.injected if key not in supplied]
        if missing:
            function = self._function(name, tool)
            supplied = {**supplied, **_current(function, missing)}
            # The default of what is provided stands for what only the framework makes.
            needed = {*_without_default(function, missing), *tool.provided}
            missing = [key for key in missing if key in needed and key not in supplied]
        if missing:
            names = ", ".join(missing)
            raise InvalidContext(f"the tool {name} needs {names} from the context")
        return supplied

    def _checked(
        self, name: str, tool: Tool, arguments: Arguments, supplied: Mapping[str, Any]
    ) -> dict[str, Any]:
        read = tool.read
        if tool.dynamic or tool.defaults:
            read = _extended(tool, self._allowed(name, tool, supplied))
        read = self._coded(name, tool, read)
        return _accepted(name, tool, read, arguments)

    def _coded(self, name: str, tool: Tool, read: Reader) -> Reader:
        """A reader of the arguments of a tool, with the code in their types."""
        if tool.model:
            return _modelled(tool.by_pydantic, read, tool.model.type)
        if tool.by_pydantic:
            return _validating(tool, read, self._function(name, tool))
        return read

    def _called(
        self,
        name: str,
        tool: Tool,
        arguments: Mapping[str, Any],
        context: Context | None,
    ) -> Callable[[], Any]:
        """The call of a tool with Python values, which may be some of the supplied."""
        supplied = self._provided(name, tool, context, arguments)
        if tool.by_pydantic:
            faults = Faults()
            arguments = {k: v for k, v in arguments.items() if k not in tool.injected}
            made = tool._replace(by_python=True)
            self._coded(name, made, _nothing)(arguments, faults)
            if faults:
                raise InvalidArguments(name, faults)
        return self._ready(name, tool, arguments, supplied)

    def _allowed(
        self, name: str, tool: Tool, supplied: Mapping[str, Any]
    ) -> dict[str, list[Any]]:
        """The values that dynamic enums have now."""
        if not tool.dynamic:
            return {}
        owner = self._owner(name, tool)
        subject = supplied if owner is None else owner
        try:
            dynamic = tool.dynamic.items()
            return {place: _listed(find(owner), subject) for place, find in dynamic}
        except Exception as error:
            raise _failed(name, error) from error

    def _hook(self, name: str, tool: Tool, find: Callable[[Any], Any] | None) -> Any:
        """A hook of the tool, if it has one."""
        if find is None:
            return None
        owner = self._owner(name, tool)
        try:
            return find(owner)
        except Exception as error:
            raise _failed(name, error) from error

    def _ready(
        self,
        name: str,
        tool: Tool,
        given: Mapping[str, Any],
        supplied: Mapping[str, Any],
    ) -> Callable[[], Any]:
        """The call of a tool with Python values, which only has to be made."""
        function = self._function(name, tool)
        if tool.injected:
            found = {key: supplied[key] for key in tool.injected if key in supplied}
            given = {**given, **found}
        if tool.has_field_defaults:
            given = _completed(name, function, given)
        if tool.has_positional:
            from inspect import signature

            bound = signature(function).bind_partial()
            known = bound.signature.parameters
            bound.arguments.update(given)
            bound.apply_defaults()
            others = {key: given[key] for key in given if key not in known}
            return partial(function, *bound.args, **bound.kwargs, **others)
        return partial(function, **given)

    def _function(self, name: str, tool: Tool) -> Any:
        """The function behind a tool."""
        if name not in self._functions:
            owner = self._owner(name, tool)
            if owner is None:
                found = _loaded(name, tool)
            else:
                found = getattr(owner, tool.method) if tool.method else owner
            if tool.function_at:
                found = _unwrapped(name, tool, found, owner if tool.method else None)
            if tool.called_as:
                found = partial(found, tool.called_as)
            self._functions[name] = found
        return self._functions[name]

    def _owner(self, name: str, tool: Tool) -> Any:
        """The object that a tool belongs to, if it does."""
        if not tool.owner:
            return None
        instance = self._instances.get(tool.owner)
        if instance is None and tool.is_class:
            instance = _made_alone(_loaded(name, tool))
        if instance is None:
            raise ToolNotBound(name, tool.owner)
        self._instances[tool.owner] = instance
        return instance

    def _chosen(self, owned: list[tuple[str, object]]) -> dict[str, Any]:
        """One object for each owner: of several, the one with the name of the tool."""
        chosen: dict[str, Any] = {}
        for owner, one in sorted(owned, key=lambda pair: not self._is_named(*pair)):
            known = chosen.setdefault(owner, one)
            is_named = self._is_named(owner, known) and not self._is_named(owner, one)
            if known is not one and not is_named:
                raise TypeError(f"{owner}: two of these have it")
        return chosen

    def _is_named(self, owner: str, one: object) -> bool:
        """Whether an object has the name of a tool of this owner."""
        name = getattr(one, "name", None)
        tool = self._tools.get(name) if type(name) is str else None
        return tool is not None and tool.owner == owner

    def _owned(self, instance: object) -> list[tuple[str, object]]:
        """An object, by the names of what it owns, or else what it holds, by theirs."""
        owned = [(owner, instance) for owner in self._owners_of(instance)]
        owned = owned or [*self._served(instance)]
        if not owned:
            kind = type(instance).__name__
            known = (self._tools.get(name) for name, _ in _held(instance))
            if any(tool is not None and not tool.owner for tool in known):
                raise TypeError(f"what a {kind} has is found without being bound")
            raise TypeError(f"no tool belongs to a {kind}")
        return owned

    def _owners_of(self, instance: object) -> list[str]:
        """The names of its class and bases that own tools.

        Of several objects of one class each owns the tool that it is named after.
        """
        kinds = type(instance).__mro__
        classes = {(kind.__module__, kind.__qualname__) for kind in kinds}
        owners = [
            owner
            for owner, place in self._owners.items()
            if place in classes
            or (place and ("__main__", place[1]) in classes and is_running(place[0]))
        ]
        named = getattr(instance, "name", None)
        places = [*self._owners.values()]
        alone = [one for one in owners if places.count(self._owners[one]) == 1]
        return [named] if named in owners else alone

    def _check_annotated(self, name: str, found: object) -> None:
        """See that a function has the annotations by which pydantic is to validate."""
        from inspect import unwrap

        tool = None if self._owners[name] else self._tools.get(name)
        if tool is None or not tool.by_pydantic or tool.model:
            return
        if tool.function_at:
            found = _unwrapped(name, tool, found, None)
        function: Any = unwrap(getattr(found, "func", found))  # type: ignore[arg-type]
        if getattr(function, "__qualname__", "") != _qualname(tool):
            raise TypeError(
                f"{name} is validated as {tool.place} is annotated: bind that"
            )

    def _served(self, server: object) -> Iterator[tuple[str, object]]:
        """The functions of the tools in a server, or the objects that they are of."""
        found = [
            (tool, function)
            for name, function in _held(server)
            for tool in self._owned_as(name, function)
        ]
        function = _called_for_all(server)
        place = getattr(function, "__qualname__", "")
        owned = (tool for tool in self._tools.values() if tool.owner)
        found += [(tool, function) for tool in owned if _qualname(tool) == place]
        for one in _tools_in(server):
            yield from ((owner, one) for owner in self._owners_of(one))
        for tool, function in found:
            owner = getattr(function, "__self__", None) if tool.method else function
            yield from () if owner is None else [(tool.owner, owner)]

    def _owned_as(self, name: str, function: object) -> list[Tool]:
        """The tools that need an owner and have this name in their server.

        None of those that one function is in several servers: it may be of each.
        """
        named = (key for key in self._tools if key.endswith(name))
        known = ((key, self._tools[key]) for key in named)
        owned = [t for key, t in known if t.owner and (t.served or key) == name]
        found = [t for t in owned if not _is_another(function, t)]
        qualname = str(getattr(function, "__qualname__", ""))
        same = [
            t for t in found if len(found) == 1 or qualname.startswith(_qualname(t))
        ]
        place = f"{getattr(function, '__module__', '')}:{qualname}"
        here = [t.place for t in same if place.startswith(t.place)]
        return [t for t in same if here.count(t.place) == 1 or not here]

    # -- running --------------------------------------------------------------------

    async def _result(self, tool: Tool, run: Callable[[], Any]) -> Any:
        """What a tool returns; a generator is returned as it is."""
        if tool.is_generator:
            return run()
        return await run() if tool.is_async else await self._in_turn(tool, run)

    async def _in_turn(self, tool: Tool, run: Callable[[], Any]) -> Any:
        """What a sync tool returns; the event loop goes on meanwhile, in threads."""
        if not self._in_threads:
            return run()
        from asyncio import to_thread, wrap_future

        if tool.timeout is not None:
            return await wrap_future(in_thread(run))
        return await to_thread(finished, run)

    async def _stream(
        self,
        name: str,
        tool: Tool,
        run: Callable[[], Any],
        hook: Callable[[Any], Any] | None,
    ) -> AsyncIterator[Any]:
        """The items of a generator; what is raised in their place is a ToolError."""
        from contextlib import aclosing

        try:
            items = run() if tool.is_async else self._steps(tool, run)
        except Exception as error:
            raise _failed(name, error) from error
        async with aclosing(items):
            while True:
                step = anext(items, ABSENT)
                item = await _guarded(name, tool.timeout, step)
                if item is ABSENT:
                    return
                yield item if hook is None else await _hooked(name, hook, item)

    async def _steps(
        self, tool: Tool, run: Callable[[], Any]
    ) -> AsyncGenerator[Any, None]:
        """The items of a sync generator."""
        step = partial(next, run(), ABSENT)
        while (item := await self._in_turn(tool, step)) is not ABSENT:
            yield item


def function_name(name: str) -> str:
    """What the function of a tool is called: its name, as far as Python allows."""
    found = name.replace("-", "_").replace(".", "_").replace("/", "_")
    is_taken = iskeyword(found) or hasattr(builtins, found)
    return f"{found}_" if is_taken or hasattr(Dispatcher, found) else found


# -- arguments ----------------------------------------------------------------------


def _accepted(
    name: str, tool: Tool, read: Reader, arguments: Arguments
) -> dict[str, Any]:
    """The Python values of the arguments, by the names of the parameters."""
    faults = Faults()
    given: dict[str, Any]
    try:
        try:
            given, end = _scan(arguments, 0)
        except (StopIteration, TypeError, ValueError):
            given, end = {}, -1
        if not (
            type(given) is dict
            and type(arguments) is str
            and end == len(arguments)
            and arguments.isascii()
            and "\\u" not in arguments
        ):
            # There is something unusual about it, which takes more than scanning.
            given = object_of(arguments, faults)
        if not faults:
            faults.names = len(given)
            if tool.aliases:
                known_as(given, tool.aliases)
            if tool.names is not None and not given.keys() <= tool.names:
                drop_others(given, tool.names)
            read(given, faults)
            if type(arguments) is str and faults.names != arguments.count(":"):
                _refuse_repetition(arguments, faults)
    except RecursionError:
        faults.append(Fault("$", "less nesting", "more than Python can follow"))
    except Exception as error:
        raise _failed(name, error) from error
    else:
        if not faults:
            return given
    raise InvalidArguments(name, faults)


def _extended(tool: Tool, allowed: Mapping[str, list[Any]]) -> Reader:
    """The reader of a tool, with the enums and the defaults that it does not know."""

    def read(given: dict[str, Any], faults: Faults) -> None:
        _check_dynamic(given, allowed, faults)
        if tool.defaults:
            for key, value in _decoded(tool.defaults).items():
                given.setdefault(key, value)
        tool.read(given, faults)
        if tool.defaults:
            # Their names are not in the text, which is parsed once more then.
            faults.names = -1

    return read


def _validating(tool: Tool, read: Reader, function: Any) -> Reader:
    """The reader of a tool, with what pydantic makes of arguments that run code."""

    def validated(given: dict[str, Any], faults: Faults) -> None:
        read(given, faults)
        if faults:
            return
        for name, key in tool.by_pydantic.items():
            if name in given:
                at = ((), key) if key else ()
                plain = getattr(function, "__func__", function)
                validate = _validator(plain, name, tool.by_python)
                given[name] = _by_pydantic(validate, given[name], at, faults)

    return validated


def _modelled(names: Mapping[str, str], read: Reader, model: Any) -> Reader:
    """The reader of a tool, with what a model makes of the arguments, its fields."""
    others = [name for name, key in names.items() if not key]

    def validated(given: dict[str, Any], faults: Faults) -> None:
        read(given, faults)
        if faults:
            return
        whole = {names.get(key, key): value for key, value in given.items()}
        whole |= whole.pop("", {})  # what is gathered has no name of its own
        made = adapted(model, whole, (), faults)
        fields = made if isinstance(made, dict) else getattr(made, "__dict__", {})
        extra = getattr(made, "__pydantic_extra__", None) or {}
        given.clear()
        given.update({name: fields[name] for name in names if name in fields})
        given.update(dict.fromkeys(others, extra))

    return validated


@cache
def _validator(function: Any, name: str, by_python: bool) -> Callable[[Any], Any]:
    """What validates the argument for a parameter, as the function annotates it."""
    from inspect import signature, unwrap
    from types import GenericAlias, SimpleNamespace
    from typing import Annotated
    from warnings import catch_warnings, simplefilter

    parameter = signature(function).parameters[name]
    # The annotations of other parameters need not be known when the program runs.
    alone = SimpleNamespace(__annotations__={name: parameter.annotation})
    scope = getattr(unwrap(getattr(function, "func", function)), "__globals__", {})
    kind: Any = get_type_hints(alone, scope, include_extras=True)[name]
    if hasattr(field := type(parameter.default), "from_annotated_attribute"):
        info = field.from_annotated_attribute(kind, parameter.default)
        kind = Annotated[info.annotation, info]
    if getattr(get_origin(kind), "_name", "") == "Unpack":  # also that of extensions
        (kind,) = get_args(kind)
    elif parameter.kind is parameter.VAR_KEYWORD:
        kind = GenericAlias(dict, (str, kind))
    elif parameter.kind is parameter.VAR_POSITIONAL:
        kind = GenericAlias(list, kind)
    with catch_warnings():
        # The name and the default in a `Field` have no effect here, and need none.
        simplefilter("ignore")
        # Metadata need not be hashable, so that no cache can have the type for a key.
        adapter = load("pydantic", "TypeAdapter")(kind)
    validate: Callable[[Any], Any] = adapter.validate_python
    if by_python:
        return validate
    return lambda value: adapter.validate_json(_ENCODER.encode(value))


def _parsed(name: str, tool: Tool, arguments: Arguments) -> dict[str, Any]:
    """The arguments in the types that JSON text decodes to."""
    faults = Faults()
    try:
        given = object_of(arguments, faults)
    except RecursionError:
        faults.append(Fault("$", "less nesting", "more than Python can follow"))
    else:
        if not faults:
            known_as(given, tool.aliases)
            return given
    raise InvalidArguments(name, faults)


def known_as(given: dict[str, Any], aliases: Mapping[str, str]) -> None:
    """Put arguments in the places that their names stand for, where nothing is."""
    for told in aliases.keys() & given.keys():
        if aliases[told] not in given:
            given[aliases[told]] = given.pop(told)


def _check_dynamic(
    given: dict[str, Any], allowed: Mapping[str, list[Any]], faults: Faults
) -> None:
    for pointer, values in allowed.items():
        for at, value in _values_at(pointer.split("/")[1:-1], given):
            if not among(value, tuple(values)):
                faults.add(at, _alternatives(values), value)


def _values_at(
    steps: list[str], value: Any, at: Path = ()
) -> Iterator[tuple[Path, Any]]:
    """The values that a part of the schema of `value` is about, with their paths."""
    if not steps:
        yield at, value
        return
    keyword, *steps = steps
    inside: list[tuple[Any, Any]] = []
    if keyword == "items" and isinstance(value, list):
        inside = [*enumerate(value)]
    elif keyword == "properties" and isinstance(value, dict):
        name = steps.pop(0).replace("~1", "/").replace("~0", "~")
        inside = [(name, value[name])] if name in value else []
    for key, item in inside:
        if steps and type(item) is str:
            item = value[key] = unpacked(item)
        yield from _values_at(steps, item, (at, key))


def _alternatives(values: list[Any]) -> str:
    """Values in words, the first of them where there are many."""
    shown = [*map(_shown, values)]
    if len(shown) > 20:
        return f"one of {len(shown)} values: {', '.join(shown[:10])}, ..."
    return _listing(shown) if shown else "nothing (there is no choice now)"


def _listing(phrases: Iterable[str]) -> str:
    """`a, b or c`."""
    *most, last = phrases
    return f"{', '.join(most)} or {last}" if most else last


def _listed(make: Any, subject: Any) -> list[Any]:
    """The values of an enum, which may be made of `subject` or of nothing."""
    from inspect import signature

    values: Any = make
    if callable(make):
        values = make(subject) if signature(make).parameters else make()
    return [*values]


def _mcp_1(module: Any) -> Any:
    """The `Context` of the request that is answered now, without its server."""
    running = sys.modules["mcp.server.lowlevel.server"]
    return module.Context(request_context=running.request_ctx.get())


_ASKED: dict[str, Callable[[Any], Any]] = {
    "fastmcp.server.dependencies": lambda module: module.get_context(),
    "mcp.server.fastmcp.server": _mcp_1,
    "pydantic_ai._run_context": lambda module: module.get_current_run_context(),
    "langchain_core.runnables.config": (
        lambda module: module.var_child_runnable_config.get()
    ),
    "langgraph.config": lambda module: module.get_store(),
}
"""The modules of frameworks that say what runs now, and how they are asked."""
_KINDS_OF_DICTIONARIES = {"langchain_core.runnables.config": "RunnableConfig"}


def _current(function: Any, names: list[str]) -> dict[str, Any]:
    """The contexts of what runs now, for those of `names` that are annotated with their
    classes. A framework that was not imported runs nothing.
    """
    from inspect import unwrap

    found: dict[str, Any] = {}
    for name, ask in _ASKED.items():
        module = sys.modules.get(name)
        try:
            context = None if module is None else ask(module)
            hints = {} if context is None else get_type_hints(unwrap(function))
        except (AttributeError, LookupError, NameError, RuntimeError, TypeError):
            continue  # nothing runs, or there are no such names
        kind = getattr(module, _KINDS_OF_DICTIONARIES.get(name, ""), type(context))
        types = {key: _classes_in(hints.get(key)) for key in names}
        made_by = [one for one in kind.__mro__ if one not in (object, dict)]
        found |= {key: context for key in names if types[key].intersection(made_by)}
    return found


def _classes_in(hint: Any) -> set[Any]:
    """The class that `hint` is, and those of its members, without their arguments."""
    parts = {hint, *get_args(hint)}
    generic = [getattr(one, "__pydantic_generic_metadata__", {}) for one in parts]
    return {*parts, *map(get_origin, parts), *(one.get("origin") for one in generic)}


def _without_default(function: Any, names: list[str]) -> list[str]:
    """Those of the parameters `names` that a call has to give.

    What a framework shows for a signature may have defaults that the code has not.
    """
    from inspect import signature, unwrap

    plain = unwrap(getattr(function, "__func__", function))
    if (code := getattr(plain, "__code__", None)) is None:
        parameters = signature(function).parameters
        needed = {key for key, p in parameters.items() if p.default is p.empty}
    else:
        positional = code.co_varnames[: code.co_argcount]
        last = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        optional = positional[len(positional) - len(plain.__defaults__ or ()) :]
        needed = {*last} - {*optional, *(plain.__kwdefaults__ or ())}
    return [name for name in names if name in needed]


def _completed(name: str, function: Any, given: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments, with the defaults that the function keeps in `Field(...)`."""
    function = getattr(function, "__func__", function)
    faults = Faults()
    defaults: dict[str, Any] = {}
    try:
        for key, field in _fields_of(function).items():
            if key in given:
                continue
            value = defaults[key] = field.get_default(call_default_factory=True)
            if field.validate_default:
                validate = _validator(function, key, by_python=True)
                defaults[key] = _by_pydantic(validate, value, ((), key), faults)
    except Exception as error:
        raise _failed(name, error) from error
    if faults:
        raise InvalidArguments(name, faults)
    return {**defaults, **given}


@cache
def _fields_of(function: Any) -> dict[str, Any]:
    """What `Field(...)` has for defaults: in their places, else in `Annotated`."""
    from inspect import signature

    parameters = signature(function).parameters
    places = {
        key: [p.default] for key, p in parameters.items() if p.default is not p.empty
    }
    for key, hint in _hints(function).items():
        places.setdefault(key, [*getattr(hint, "__metadata__", ())])
    return {
        key: place
        for key, found in places.items()
        for place in found
        if hasattr(type(place), "is_required") and not place.is_required()
    }


def _hints(function: Any) -> dict[str, Any]:
    """The annotations, if all their names can be found: no framework does without."""
    try:
        return get_type_hints(function, include_extras=True)
    except NameError:
        return {}


# -- results ------------------------------------------------------------------------


async def _guarded(name: str, seconds: float | None, result: Awaitable[Any]) -> Any:
    """A result; what was raised in its place becomes a ToolError."""
    if seconds is not None:
        return await _in_time(name, seconds, result)
    try:
        return await result
    except Exception as error:
        raise _failed(name, error) from error


async def _in_time(name: str, seconds: float, result: Awaitable[Any]) -> Any:
    from asyncio import timeout

    limit = timeout(seconds)
    try:
        async with limit:
            return await result
    except Exception as error:
        if limit.expired():
            raise ToolTimeout(name, seconds) from None
        raise _failed(name, error) from error


def _guarded_sync(name: str, seconds: float | None, run: Callable[[], Any]) -> Any:
    try:
        if seconds is None:
            return run()
        from concurrent.futures import wait

        future = in_thread(run)
        if future in wait([future], seconds).done:
            return future.result()
    except Exception as error:
        raise _failed(name, error) from error
    raise ToolTimeout(name, seconds)


def in_thread(run: Callable[[], Any]) -> concurrent.futures.Future[Any]:
    """A call in a thread that, unlike one of a pool, lets the program end before it."""
    from concurrent.futures import Future
    from contextvars import copy_context
    from threading import Thread

    future: Future[Any] = Future()
    future.set_running_or_notify_cancel()
    context = copy_context()

    def work() -> None:
        try:
            future.set_result(context.run(finished, run))
        except BaseException as error:  # noqa: BLE001 - it is raised where it is awaited
            future.set_exception(error)

    Thread(target=work, daemon=True).start()
    return future


def finished(run: Callable[[], Any]) -> Any:
    """What `run` returns, for a future."""
    try:
        return run()
    except StopIteration as error:
        # No future can hold it: whoever awaits would do so for ever.
        raise RuntimeError("the tool raised StopIteration") from error


def _stream_sync(
    name: str, tool: Tool, run: Callable[[], Any], hook: Callable[[Any], Any] | None
) -> Iterator[Any]:
    items = _guarded_sync(name, tool.timeout, run)
    step = partial(next, items, ABSENT)
    while True:
        item = _guarded_sync(name, tool.timeout, step)
        if item is ABSENT:
            return
        yield item if hook is None else _hooked_sync(name, hook, item)


async def _hooked(name: str, hook: Callable[[Any], Any], value: Any) -> Any:
    """What a hook makes of `value`."""
    try:
        result = hook(value)
        return await result if isinstance(result, Awaitable) else result
    except Exception as error:
        raise _failed(name, error) from error


def _hooked_sync(name: str, hook: Callable[[Any], Any], value: Any) -> Any:
    try:
        result = hook(value)
    except Exception as error:
        raise _failed(name, error) from error
    if isinstance(result, Awaitable):
        if isinstance(result, Coroutine):
            result.close()
        raise TypeError(f"a hook of the tool {name} is async: dispatch it with await")
    return result


# -- functions and classes ----------------------------------------------------------


# Where frameworks keep the tools of a server, toolkit or agent.
_TOOLS_OF = (
    "_tool_manager._tools",  # mcp, and fastmcp 2
    "_local_provider._components",  # fastmcp, from 3 on
    "_function_toolset.tools",  # agents of pydantic-ai
    "functions",  # toolkits of agno
    "tools",  # toolsets of pydantic-ai, agents of other frameworks
    "get_tools",  # toolkits of langchain
    "to_tool_list",  # tool specs of llama-index
)
# Where fastmcp keeps the servers that are mounted on one: from 3 on, and before.
_MOUNTS_OF = ("providers", "_mounted_servers", "_tool_manager._mounted_servers")
# Where a tool of a framework has its function.
_FUNCTION_OF = (
    "on_invoke_tool._invoke_tool_impl.__agents_function_tool_wrapped_callable__",
    "fn",  # mcp, fastmcp
    "func",  # langchain, crewai, google-adk
    "coroutine",  # langchain
    "function",  # pydantic-ai, haystack
    "entrypoint",  # agno
    "_real_fn",  # llama-index
    "__wrapped__",  # strands
)


def _tools_in(server: object) -> Iterable[Any]:
    """The tools of a server, a toolkit, an agent or a list."""
    is_list = isinstance(server, list | tuple)
    tools: Any = server if is_list else _first(server, _TOOLS_OF)
    if callable(tools):
        tools = tools()
    return tools.values() if isinstance(tools, Mapping) else tools or ()


def _mounted(server: object) -> Iterator[object]:
    """The servers that are mounted on a server, and those on these."""
    servers = [server]
    for one in servers:  # which grows
        mounts = _first(one, _MOUNTS_OF)
        for mount in mounts if isinstance(mounts, list) else ():
            while (inner := getattr(mount, "_inner", None)) is not None:
                mount = inner
            child = getattr(mount, "server", None)
            if child is not None and all(child is not known for known in servers):
                servers.append(child)
    yield from servers[1:]


def _held(server: object) -> Iterator[tuple[str, Any]]:
    """The tools of a server, a toolkit, an agent or a list: name and function.

    Those of mounted servers have the names that they have there.
    """
    tools = [tool for one in (server, *_mounted(server)) for tool in _tools_in(one)]
    for tool in tools:
        function = _first(tool, _FUNCTION_OF)
        name = getattr(tool, "name", getattr(function, "__name__", None))
        if callable(function) and type(name) is str:
            yield name, function


def _called_for_all(server: object) -> Any:
    """The function that a low-level server of mcp calls for each of its tools."""
    from inspect import getclosurevars

    if (asked := getattr(server, "get_request_handler", None)) is not None:
        return getattr(asked("tools/call"), "handler", None)  # mcp 2
    handlers: Any = getattr(server, "request_handlers", None)
    for request, handler in [*handlers.items()] if type(handlers) is dict else []:
        if getattr(request, "__name__", "") == "CallToolRequest":
            return getclosurevars(handler).nonlocals.get("func")
    return None


def _is_another(function: Any, tool: Tool) -> bool:
    """Whether a function has the name of a tool's, but stands in another place."""
    from inspect import unwrap

    known = _qualname(tool)
    place = getattr(unwrap(function), "__qualname__", known)
    is_namesake = place.rpartition(".")[2] == known.rpartition(".")[2]
    return is_namesake and place != known and not tool.method


def _first(found: object, places: Iterable[str]) -> Any:
    """The first attribute that is there and not None."""
    for place in places:
        try:
            value = attrgetter(place)(found)
        except AttributeError:
            continue
        if value is not None:
            return value
    return None


def _unwrapped(name: str, tool: Tool, found: Any, owner: object) -> Any:
    """The function in an object that a framework's decorator left in its place."""
    from inspect import isfunction, ismethod

    # Some releases of a framework leave the function.
    if isfunction(found) or ismethod(found):
        return found
    try:
        function = attrgetter(tool.function_at)(found)
    except AttributeError as error:
        raise _failed(name, error) from error
    return function if owner is None else function.__get__(owner)


def _made_alone(kind: Any) -> Any:
    """An object of a class, None where that has to be given something."""
    try:
        return kind()
    except Exception:
        # What a model needs may be what its constructor gives it.
        if _asks_for_something(kind):
            return None
        raise


def _asks_for_something(kind: Any) -> bool:
    """Whether a class says that it cannot be called without arguments."""
    from inspect import signature

    try:
        signature(kind).bind()
    except TypeError:
        return True
    except ValueError:  # it does not say what it is given
        pass
    return False


def _qualname(tool: Tool) -> str:
    return tool.place.partition(":")[2]


def _loaded(name: str, tool: Tool) -> Any:
    """What a tool is in its module."""
    try:
        return load(*tool.place.split(":"))
    except Exception as error:
        raise _failed(name, error) from error


def load(module: str, qualname: str) -> Any:
    """Take a class or function from a module: the program itself, or it is imported."""
    found = sys.modules["__main__"] if is_running(module) else import_module(module)
    return attrgetter(qualname)(found)


def is_running(module: str) -> bool:
    """Whether a module is the program: to import it would run it a second time."""
    main = sys.modules.get("__main__")
    spec, file = getattr(main, "__spec__", None), getattr(main, "__file__", None)
    if spec is not None or file is None:
        return spec is not None and spec.name == module
    from importlib.util import find_spec
    from pathlib import Path

    if Path(file).stem != module.rpartition(".")[2]:
        return False
    try:
        found = find_spec(module)
        return bool(found and found.origin and Path(file).samefile(found.origin))
    except (ImportError, OSError, ValueError):
        return False


def imported(module: str, qualname: str, *inside: str) -> Callable[[object], Any]:
    """What finds a function in a module, whatever object the tool belongs to.

    One without a name is `inside` the declaration of the tool.
    """
    return lambda _: _declared(load(module, qualname), inside)


def declared(*inside: str) -> Callable[[object], Any]:
    """What finds a function without a name in the declaration of the tool itself."""
    return lambda function: _declared(function, inside)


def _declared(function: Any, inside: tuple[str, ...]) -> Any:
    if not inside:
        return function
    argument, *keys = inside
    found = getattr(getattr(function, "__toolgen__", function), argument)
    for key in keys:
        found = found[key]
    return found


def method(name: str) -> Callable[[object], Any]:
    """What finds a method of the object that the tool belongs to."""
    return attrgetter(name)


class Class:
    """A class, which is imported when it is needed."""

    def __init__(self, module: str, qualname: str, *names: str) -> None:
        self._place = module, qualname
        self._names = names

    @cached_property
    def type(self) -> Any:
        return load(*self._place)

    @cached_property
    def make(self) -> Callable[..., Any]:
        """Takes arguments of the names that were given, in their order there."""
        from inspect import signature

        kind: Callable[..., Any] = self.type
        parameters = signature(kind).parameters.values()
        names = [p.name for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD]
        if names[: len(self._names)] == [*self._names]:
            return kind
        # It takes some by name alone, or in another order than when this was written.
        return lambda *values: kind(**dict(zip(self._names, values, strict=True)))

    @cached_property
    def members(self) -> dict[Any, Any]:
        """The members of an enumeration by their values."""
        return {member.value: member for member in self.type}


# -- checks -------------------------------------------------------------------------


def drop_others(given: dict[str, Any], names: AbstractSet[str]) -> None:
    """Keep the arguments of these names alone."""
    for key in given.keys() - names:
        del given[key]


def drop_nulls(given: dict[str, Any], names: tuple[str, ...]) -> None:
    """Leave out what is null of what may be left out, and may not be null."""
    for name in names:
        if name in given and given[name] is None:
            del given[name]


def refuse_others(
    value: dict[str, Any], at: Path, faults: Faults, names: set[str]
) -> None:
    """Add a fault for each name that is none of `names`, with the nearest of them."""
    from difflib import get_close_matches

    known = sorted(names)
    for key, item in value.items():
        if key not in names:
            # A model reads only the first faults.
            is_read = len(faults) < 20
            near = get_close_matches(key[:80], known, 1) if is_read else []
            told = f"did you mean {_shown(near[0])}?" if near else ""
            hint = told or f"only {_alternatives(known)}"
            faults.add((at, key), f"no such name ({hint})", item)


def parse_texts(given: dict[str, Any], names: tuple[str, ...]) -> None:
    """Put values in the places of the JSON texts of null, arrays and objects."""
    for name in names:
        if type(value := given.get(name)) is str:
            given[name] = None if value.strip() == "null" else unpacked(value)


def unpacked(value: Any) -> Any:
    """The array or object whose JSON text a model sent in its place."""
    try:
        decoded = _decoded(value)
    except ValueError:
        return value
    return decoded if isinstance(decoded, (list, dict)) else value


def tool_request(name: str, arguments: Mapping[str, Any]) -> Any:
    """What a low-level server of mcp 2 hands to the function for `tools/call`."""
    from importlib import import_module

    request = import_module("mcp.types").CallToolRequestParams
    return request(name=name, arguments={**arguments})


def whole(value: Any) -> Any:
    """The integer that a float is: JSON makes no difference between 1 and 1.0."""
    return int(value) if value.is_integer() else value


def _comparable(value: Any) -> Any:
    """A hashable value that is equal where the JSON is: 1 to 1.0, but not to true."""
    if isinstance(value, bool):
        return bool, value
    if isinstance(value, list):
        return tuple(map(_comparable, value))
    if isinstance(value, dict):
        return frozenset((key, _comparable(item)) for key, item in value.items())
    return value


def among(value: Any, options: tuple[Any, ...]) -> bool:
    """Whether `value` is one of `options`."""
    return _comparable(value) in map(_comparable, options)


def unique(items: list[Any]) -> bool:
    """Whether no item stands twice, and it does not take their square to see that."""
    found = [*map(_comparable, items)]
    return not _is_crowd(found) and len(set(found)) == len(items)


def _is_crowd(values: list[Any]) -> bool:
    """Whether many of the values have one hash, as numbers can be made that do."""
    if len(values) <= _CROWD:
        return False
    crowds = {key for key, n in Counter(map(hash, values)).items() if n > _CROWD}
    alike: dict[int, set[str]] = {key: set() for key in crowds}
    for value in values if crowds else ():
        if hash(value) in crowds:
            alike[hash(value)].add(repr(value))
    return any(len(different) > _CROWD for different in alike.values())


def multiple(value: float, step: float) -> bool:
    """Whether `value` is a multiple of `step`, in decimal notation."""
    from fractions import Fraction

    return Fraction(repr(value)) % Fraction(repr(step)) == 0


Check: TypeAlias = Callable[[Any, Path, Faults], None]


def accepts(check: Check, value: Any, at: Path, faults: Faults) -> bool:
    """Whether `check` finds no fault; none is added to `faults`."""
    return not any(_tried(value, at, faults, (check,)))


def once(check: Check) -> Check:
    """A check that a schema may want of one value several times, and is made once."""

    def checked(value: Any, at: Path, faults: Faults) -> None:
        (found,) = _tried(value, at, faults, (check,))
        if found.names:
            faults.names += found.names
        told = {*faults[:_LOOKED_AT]}
        faults += [one for one in dict.fromkeys(found[:_LOOKED_AT]) if one not in told]

    return checked


class _Findings(Faults):
    """Faults of one kind of a union, and all that was found out on the way to them.

    Each part of the arguments is looked at once: what unions inside of unions find
    would otherwise take twice the time for each level.
    """

    def __init__(self, known: dict[Any, Any]) -> None:
        super().__init__()
        self.known = known
        self.names = 0


def _known(faults: Faults) -> dict[Any, Any]:
    return faults.known if isinstance(faults, _Findings) else {}


def _kind(value: Any) -> Any:
    """What tells a value from others at its path: one that it replaced, or its name."""
    return value if type(value) is str else type(value)


def _tried(
    value: Any, at: Path, faults: Faults, checks: Iterable[Check]
) -> list[_Findings]:
    """The faults that each of the checks finds."""
    known = _known(faults)
    found: list[_Findings] = []
    for check in checks:
        key = check, at, _kind(value)
        if key not in known:
            known[key] = _Findings(known)
            _try(check, value, at, known[key])
        found.append(known[key])
    return found


def _try(check: Check, value: Any, at: Path, found: Faults) -> None:
    """Make a check; what it refuses keeps its nulls, which another one may want."""
    is_object = type(value) is dict and None in value.values()
    before = {**value} if is_object else {}
    check(value, at, found)
    if found and is_object:
        value.update(before)


def _nearest(
    tried: list[_Findings], at: Path, names: tuple[str, ...]
) -> Iterable[Fault]:
    """The faults of the check that comes nearest, which `names` may have a name for.

    It is of the right kind, misses the fewest parts, and has the fewest faults.
    """
    if not all(tried):
        return ()
    place = _shown_path(at)
    if all(len(found) == 1 and found[0].path == place for found in tried):
        expected = _listing(dict.fromkeys(found[0].expected for found in tried))
        return [tried[0][0]._replace(expected=expected)]

    def distance(found: _Findings) -> tuple[bool, int, int]:
        missing = sum(fault.got == "nothing" for fault in found)
        return any(fault.path == place for fault in found), missing, len(found)

    first, *rest = nearest = min(tried, key=distance)
    name = names[tried.index(nearest)] if names else ""
    if name and not first.expected.endswith(_NEAREST):
        first = first._replace(expected=f"{first.expected} (for {name}{_NEAREST}")
    return [first, *rest]


_NEAREST = ", which comes nearest)"


def any_of(
    value: Any,
    at: Path,
    faults: Faults,
    checks: tuple[Check, ...],
    names: tuple[str, ...] = (),
) -> None:
    """Add the faults by which `value` comes nearest to satisfying one of the checks."""
    faults += _nearest(_tried(value, at, faults, checks), at, names)


def one_of(
    value: Any,
    at: Path,
    faults: Faults,
    checks: tuple[Check, ...],
    names: tuple[str, ...] = (),
) -> None:
    """The same, where `value` must not satisfy a second one."""
    tried = _tried(value, at, faults, checks)
    faults += _nearest(tried, at, names)
    if sum(not found for found in tried) > 1:
        faults.add(at, "a value of one kind, not of several", value)


def tagged(
    value: Any,
    at: Path,
    faults: Faults,
    tag: str,
    checks: Mapping[str, Check],
    *,
    is_required: bool = False,
) -> None:
    """The same for objects of which the property `tag` says which check counts."""
    if type(value) is not dict:
        return faults.add(at, "an object", value)
    found = value.get(tag, ABSENT)
    if type(found) is str and found in checks:
        return checks[found](value, at, faults)
    # Where the tag may be left out, the rest may still tell.
    if found is ABSENT and not is_required:
        tried = _tried(value, at, faults, dict.fromkeys(checks.values()))
        if sum(not found for found in tried) == 1:
            return None
    return faults.add((at, tag), _alternatives([*checks]), found)


# -- decoding -----------------------------------------------------------------------

Decode: TypeAlias = Callable[[Any, Path, Faults], Any]


def renamed(given: dict[str, Any], names: dict[str, str]) -> None:
    """Put the arguments under the names of their parameters."""
    values = {name: given.pop(key) for key, name in names.items() if key in given}
    given.update(values)


def made(
    make: Callable[[Any], Any], value: Any, at: Path, faults: Faults, expected: str
) -> Any:
    """What `make` makes of `value`; its refusal is a fault."""
    try:
        return make(value)
    except (
        ArithmeticError,
        AttributeError,
        NotImplementedError,
        TypeError,
        ValueError,
    ):
        return faults.add(at, expected, value)


def member(kind: Class, value: Any, at: Path, faults: Faults) -> Any:
    """The member of an enumeration that has a value."""
    try:
        return kind.members[value]
    except (LookupError, TypeError):
        # The class may find one in a way of its own.
        name = kind.type.__qualname__
        return made(kind.type, value, at, faults, f"a {name}")


def named_member(
    kind: Class, values: dict[str, Any], value: Any, at: Path, faults: Faults
) -> Any:
    """The member of an enumeration whose value JSON writes as `value`."""
    for name, written in values.items():
        if written == value:
            return kind.type[name]
    return faults.add(at, f"a {kind.type.__name__}", value)


def items(
    make: Callable[[Any], Any],
    value: Any,
    at: Path,
    faults: Faults,
    decode: Decode | None = None,
) -> Any:
    """An array as a list, set, tuple or deque."""
    if type(value) is not list:
        return faults.add(at, "an array", value)
    if decode is not None:
        value = [decode(item, (at, i), faults) for i, item in enumerate(value)]
        if make is list:
            return value
    return made(partial(_collected, make), value, at, faults, "an array of scalars")


def _collected(make: Callable[[Any], Any], values: list[Any]) -> Any:
    if make in {set, frozenset} and _is_crowd(values):
        raise ValueError(values)
    return make(values)


def entries(
    make: Callable[[Any], Any],
    value: Any,
    at: Path,
    faults: Faults,
    decode: Decode | None = None,
    decode_key: Decode | None = None,
) -> Any:
    """An object as a dictionary."""
    if type(value) is not dict:
        return faults.add(at, "an object", value)
    keys = [*value]
    if decode_key:
        keys = [decode_key(name, (at, name), faults) for name in value]
        if _is_crowd(keys):
            return faults.add(at, "an object with other names", value)
    items = value.items()
    found = [decode(item, (at, key), faults) if decode else item for key, item in items]
    return make(dict(zip(keys, found, strict=True)))


def fixed(
    value: Any, at: Path, faults: Faults, decoders: tuple[Decode | None, ...]
) -> Any:
    """An array as a tuple with a type for each of its items."""
    if type(value) is not list or len(value) != len(decoders):
        return faults.add(at, f"an array of length {len(decoders)}", value)
    return tuple(_decoded_each(value, at, faults, decoders))


def positions(
    value: Any, at: Path, faults: Faults, decoders: dict[str, Decode | None]
) -> dict[str, Any]:
    """The fields of a named tuple, from an array."""
    if type(value) is not list or len(value) > len(decoders):
        faults.add(at, f"an array of at most {len(decoders)} items", value)
        return {}
    found = _decoded_each(value, at, faults, decoders.values())
    return dict(zip(decoders, found, strict=False))


def _decoded_each(
    values: list[Any], at: Path, faults: Faults, decoders: Iterable[Decode | None]
) -> Iterator[Any]:
    """The items of an array, each by a decoder of its own."""
    for i, (item, decode) in enumerate(zip(values, decoders, strict=False)):
        yield decode(item, (at, i), faults) if decode else item


def only(value: dict[str, Any], names: set[str]) -> dict[str, Any]:
    """The properties of these names."""
    if value.keys() <= names:
        return value
    return {name: item for name, item in value.items() if name in names}


def constructed(kind: Class, fields: dict[str, Any], at: Path, faults: Faults) -> Any:
    """An instance of a class, unless its fields are at fault."""
    if faults:
        return None
    try:
        return kind.type(**fields)
    except (AssertionError, TypeError, ValueError) as error:
        return not_made(kind, error, fields, at, faults)


def not_made(
    kind: Class, error: Exception, value: Any, at: Path, faults: Faults
) -> None:
    """The constructor refuses what is in `value`."""
    return faults.add(at, f"a valid {kind.type.__name__} ({error})", value)


def validated(model: Any, value: Any, at: Path, faults: Faults) -> Any:
    """An instance of a pydantic model, which finds its own faults."""
    return _by_pydantic(model.model_validate, value, at, faults)


def adapted(kind: Any, value: Any, at: Path, faults: Faults) -> Any:
    """A value of one of pydantic's own types."""
    return _by_pydantic(_adapter(kind).validate_python, value, at, faults)


@cache
def _adapter(kind: Any) -> Any:
    return load("pydantic", "TypeAdapter")(kind)


def _by_pydantic(
    validate: Callable[[Any], Any], value: Any, at: Path, faults: Faults
) -> Any:
    """What pydantic makes of a value, unless it finds faults in it."""
    try:
        return validate(value)
    except ValueError as error:
        if not hasattr(error, "errors"):
            raise
        refused: Any = error
    for fault in refused.errors():
        is_missing = fault["type"] == "missing"
        place = _place(at, fault["loc"], value, is_missing)
        got = ABSENT if is_missing else fault["input"]
        faults.add(place, f"a valid value ({fault['msg']})", got)
    return None


def _place(at: Path, keys: tuple[Any, ...], value: Any, is_missing: bool) -> Path:
    """Where in `value` the keys lead, which may name members of unions, too."""
    for number, key in enumerate(keys, 1):
        try:
            value = value[key]
        except (LookupError, TypeError):
            if not is_missing or number < len(keys):
                continue
        at = at, key
    return at


def first(
    value: Any,
    at: Path,
    faults: Faults,
    options: tuple[tuple[Check, Decode | None], ...],
) -> Any:
    """What the first type that `value` fits makes of it."""
    known = _known(faults)
    key = options, at, _kind(value)
    if key not in known:
        known[key] = _chosen(value, at, known, options)
    found, mismatch = known[key]
    faults += mismatch
    return found


def _chosen(
    value: Any,
    at: Path,
    known: dict[Any, Any],
    options: tuple[tuple[Check, Decode | None], ...],
) -> tuple[Any, Faults]:
    refusals = []
    for check, decode in options:
        mismatch = _Findings(known)
        _try(check, value, at, mismatch)
        if not mismatch:
            found = decode(value, at, mismatch) if decode else value
            if not mismatch:
                return found, mismatch
        refusals.append(mismatch)
    return None, _together(at, refusals)


def _together(at: Path, refusals: list[_Findings]) -> Faults:
    """What is wrong for all types: one fault, where each finds no other than that."""
    place = _shown_path(at)
    if any([fault.path for fault in one] != [place] for one in refusals):
        return refusals[-1]
    last = refusals[-1]
    texts = dict.fromkeys(fault.expected for one in refusals for fault in one)
    last[0] = last[0]._replace(expected=" or ".join(texts))
    return last


# -- types of the standard library --------------------------------------------------


def _reading(make: Callable[[Any], Any], expected: str) -> Decode:
    """What reads a value by a function that refuses all but what is expected."""

    def read(value: Any, at: Path, faults: Faults) -> Any:
        return made(make, value, at, faults, expected)

    return read


def calling(module: str, name: str, expected: str) -> Decode:
    """What reads a value by calling a class."""
    kind = Class(module, name)
    return _reading(lambda value: kind.type(value), expected)


def _in_ascii(value: Any) -> Any:
    """The text of a number; in digits of other scripts it is one for Python alone."""
    return value if value.isascii() else None


def _uuid(value: str) -> uuid.UUID:
    from uuid import UUID

    text = value.removeprefix("urn:uuid:")
    if text[:1] == "{" and text[-1:] == "}":
        text = text[1:-1]
    # Python reads hyphens and underscores wherever they stand.
    if text[8:24:5] == "----":
        text = text.replace("-", "", 4)
    if not (text.isascii() and text.isalnum()):
        raise ValueError(value)
    return UUID(text)


_DATE = Class("datetime", "date")
_DATETIME = Class("datetime", "datetime")
_TIME = Class("datetime", "time")


def _date(value: str) -> datetime.date:
    # Python reads dates by weeks, too, and such that have no hyphens.
    if len(value) != 10 or value[4::3] != "--":
        raise ValueError(value)
    found: datetime.date = _DATE.type.fromisoformat(value)
    return found


def _zoned(value: str) -> str:
    """A time, unless Python alone reads its zone: of hours alone, or with seconds."""
    rest = value.partition(":")[2].replace("-", "+")
    clock, sign, zone = rest.partition("+")
    if (sign and len(zone) not in {4, 5}) or clock.rstrip("Zz")[-1:] in {".", ",", " "}:
        raise ValueError(value)
    return value


def _datetime(value: str) -> datetime.datetime:
    if value[4:10:3] != "--" or (len(value) > 10 and value[13:14] != ":"):
        raise ValueError(value)
    found: datetime.datetime = _DATETIME.type.fromisoformat(_zoned(value))
    return found


def _time(value: str) -> datetime.time:
    if value[2:3] != ":":
        raise ValueError(value)
    found: datetime.time = _TIME.type.fromisoformat(_zoned(value))
    return found


@cache
def _duration_pattern() -> re.Pattern[str]:
    import re

    number = r"([0-9]+(?:\.[0-9]+)?)"
    return re.compile(
        rf"([+-]?)P(?=.)(?:{number}Y)?(?:{number}M)?(?:{number}W)?(?:{number}D)?"
        rf"(?:T(?=.)(?:{number}H)?(?:{number}M)?(?:{number}S)?)?"
    )


def _duration(value: Any) -> datetime.timedelta:
    """A duration in the notation of ISO 8601 or in seconds."""
    from datetime import timedelta

    if not isinstance(value, str):
        return timedelta(seconds=value)
    match = _duration_pattern().fullmatch(value)
    if match is None:
        raise ValueError(value)
    sign, *numbers = match.groups(default="0")
    years, months, weeks, days, hours, minutes, seconds = map(float, numbers)
    # As pydantic has it.
    days += 365 * years + 30 * months
    duration = timedelta(days, seconds, 0, 0, minutes, hours, weeks)
    return -duration if sign == "-" else duration


def _decimal(value: Any) -> decimal.Decimal:
    """A finite number, from one or from its text."""
    from decimal import Decimal

    number = Decimal(str(value))
    if not number.is_finite():
        raise ValueError(value)
    return number


def _fraction(value: Any) -> fractions.Fraction:
    """A fraction, from a number or from its text, of which Python makes all digits."""
    from fractions import Fraction

    number, _, exponent = str(value).lower().partition("e")
    if len(number) > 1_000 or (exponent and abs(int(exponent)) > 1_000):
        raise ValueError(value)
    return Fraction(str(value))


_REGEX = (
    "a regular expression of at most 1,000 characters and 20 loops or choices, "
    "without loops in loops"
)
_PIECES = (
    r"\\.|\[\^?\]?(?:\\.|[^]\\])*\]"
    r"|\((?:\?(?:P?<\w+>|<?[=!]|[a-zA-Z-]*:|>))?"
    r"|(?:[*+?]|\{\d*,?\d*\})[?+]?|[^\\[]"
)
_MOST_WAYS = 2**20


def _pattern(value: str) -> re.Pattern[str]:
    """A regular expression of a model's, which takes no time to compile nor doubles it.

    It doubles the work with each character where what is repeated is repeated or may be
    one of several itself, or where as many choices follow each other.
    """
    import re

    # Ranges may be of many characters, and groups of none be repeated as often; spaces
    # and comments hide loops.
    odd = r"\(\?(?:#|[a-zA-Z]*x)|\{(?=[0-9]*,?[0-9]*\})[0-9,]*[0-9]{5}"
    if len(value) > 1_000 or value.count("-") > 50 or re.search(odd, value):
        raise ValueError(value)
    if _ways(re.findall(_PIECES, value, re.DOTALL)) > _MOST_WAYS:
        raise ValueError(value)
    try:
        return re.compile(value)
    except (re.error, OverflowError, RecursionError, Warning) as error:
        raise ValueError(value) from error


def _ways(pieces: list[str]) -> float:
    """In how many ways a text may match, where each loop counts as two."""
    ways, alternatives, varies = 1.0, [1], [False]
    for piece, after in zip(pieces, [*pieces[1:], ""], strict=False):
        if piece[0] == "(":
            alternatives.append(1)
            varies.append(False)
        elif piece == "|":
            alternatives[-1] += 1
            varies[-1] = True
        elif piece == ")" and len(varies) > 1:
            ways *= alternatives.pop()
            inner = varies.pop()
            varies[-1] |= inner
            if inner and after[:1] in {"*", "+", "{"}:
                return float("inf")
        elif piece[0] in "*+?{":
            ways *= 2
            varies[-1] = True
    return ways * alternatives[0]


def _zone_info(value: Any) -> zoneinfo.ZoneInfo:
    from zoneinfo import ZoneInfo

    try:
        return ZoneInfo(value)
    except (LookupError, OSError) as error:
        raise ValueError(value) from error


to_int = _reading(lambda value: int(_in_ascii(value)), "an integer")
to_float = _reading(lambda value: float(_in_ascii(value)), "a number")
to_uuid = _reading(_uuid, "a UUID")
to_bytes = _reading(str.encode, "a string of valid characters")
to_date = _reading(_date, "a date like 2026-01-31")
to_datetime = _reading(_datetime, "a time like 2026-01-31T09:30:00+01:00")
to_time = _reading(_time, "a time of day like 09:30:00")
to_timedelta = _reading(_duration, "a duration like P1DT2H30M")
to_decimal = _reading(_decimal, "a decimal number")
to_fraction = _reading(_fraction, "a fraction like 1/3")
to_pattern = _reading(_pattern, _REGEX)
to_zone_info = _reading(_zone_info, "a time zone like Europe/Paris")
