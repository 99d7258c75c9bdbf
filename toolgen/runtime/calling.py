"""Which code makes a call: a registered function, or the dispatch module beside the manifest."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from toolgen.model.json_pointer import keys, put
from toolgen.model.json_values import Schema
from toolgen.runtime.catalogue import Catalogue
from toolgen.runtime.dispatch_module import Arguments, Context, DispatchModule
from toolgen.runtime.entry import ToolEntry
from toolgen.runtime.errors import RegistrationError, approval_required, close_matches, did_you_mean
from toolgen.runtime.modules import Location, callee, declared, fits, location, not_callable
from toolgen.runtime.registered import Registered, guarded, new_tool


class Caller:
    """Makes the calls of one tool: by the function that is registered for it, or by the dispatch module."""

    def __init__(self, catalogue: Catalogue, tool: ToolEntry) -> None:
        self.tool = tool
        self._catalogue = catalogue
        self._function = catalogue.registered.get(tool.name)

    async def dispatch(self, arguments: Arguments, context: Context, approved: bool) -> Any:
        """What the tool returns. Raises ToolError."""
        if function := self._function:
            return await function.dispatch(arguments, context, approved or not self.requires_approval)
        module = self.module()
        self._see_approval(module, approved)
        return await module.dispatch(self.tool.name, arguments, self._supplied(context), approved=approved)

    def decode(self, arguments: Arguments, context: Context) -> dict[str, Any]:
        """The Python values of the arguments by parameter name. Raises ToolError."""
        if self._function:
            return self._function.decode(self.tool.name, arguments, self._supplied(context))
        return self.decoded(self.tool.name, arguments, context)

    def decoded(self, name: str, arguments: Arguments, context: Context) -> dict[str, Any]:
        """The same by the dispatch module, whatever is registered."""
        return self.module().decode(name, arguments, self._supplied(context))

    def check_context(self, context: Context) -> None:
        """See that a call has what the application supplies, if it can be made. Raises a TypeError: InvalidContext."""
        try:
            if function := self._function:
                function.check_context(context)
            else:
                module: Any = self.module()
                check = getattr(getattr(module, "tools", module), "check_context", None)
                if check is not None:  # which modules of older versions have not
                    check(self.tool.name, self._supplied(context))
        except TypeError:
            raise
        except (Exception, SystemExit):
            return

    @property
    def requires_approval(self) -> bool:
        """Whether somebody has to agree, by the manifest or its module. Raises CallError where nothing can call it."""
        if self.tool.requires_approval or self._catalogue.source(self.tool.name) is None:
            return self.tool.requires_approval
        return self._asks(self.module())

    @property
    def is_sync(self) -> bool:
        """Whether the code of the tool blocks the thread that it runs in."""
        return not (self._function or self.tool).is_async

    def prepare(self, arguments: Arguments, context: Context, approved: bool) -> Callable[[], Any]:
        """The call of a sync tool to be made in another process. Raises ToolError, now or when it is made."""
        tool, function = self.tool, self._function
        if function is None:
            module = self.module()
            self._see_approval(module, approved)
            # Hooks may be async, also those of a sync tool.
            awaited = partial(_awaited, _sendable(module, "dispatch")) if tool.hooks else None
            made = awaited or _sendable(module, "dispatch_sync")
            return partial(made, tool.name, arguments, self._supplied(context), approved=approved)
        bound = function.bound(arguments, context)
        if not approved and self.requires_approval:
            raise approval_required(tool.name)
        return partial(guarded, tool.name, tool.timeout, bound)

    def resolved(self, instance: object, context: Context) -> ToolEntry:
        """The tool with the values of enums now, by `instance` or what is bound. Raises ToolError where unknown."""
        module: Any = self.module()
        if instance is not None and _owns(instance, self.tool):
            module = module.Dispatcher(instance)
        schema = self.tool.input_schema
        for pointer, values in module.dynamic_enums(self.tool.name, context).items():
            schema = put(schema, keys(pointer), values)
        return replace(self.tool, input_schema=schema)

    def module(self) -> DispatchModule:
        """The dispatch module of the tool, imported. Raises CallError where there is none that may be imported."""
        tool, source = self.tool, self._catalogue.source(self.tool.name)
        named = source.dispatch if source and isinstance(source.dispatch, str) else ""
        place = source.path if source else "its manifest"
        for module in filter(None, (named, tool.module)):
            if not self._catalogue.allows(module):
                reason = f"{module} is in none of the packages that `Toolbox.load` was told to allow"
                raise not_callable(tool.name, reason)
        try:
            found = callee(source)
            does_fit = found is None or fits(tool, found)
        except Exception as error:
            reason = f"the dispatch module beside {place} fails: {type(error).__name__}: {error}"
            raise not_callable(tool.name, reason) from error
        if found is None:
            way_out = "Ship the one that `toolgen build` writes there, load the module itself, or register the function"
            raise not_callable(tool.name, f"there is no dispatch.py beside {place}. {way_out}")
        if not does_fit:
            reason = f"{place} and the dispatch module beside it are not of one build, which writes both"
            raise not_callable(tool.name, reason)
        return found

    def _supplied(self, context: Context) -> Context:
        """What of `context`, which is for the tools of several modules, the module of the tool knows."""
        if context is None or self.tool.dynamic:
            return context
        return {name: value for name, value in context.items() if name in self.tool.injected}

    def _asks(self, module: DispatchModule) -> bool:
        """Whether the module itself asks for approval."""
        return bool(getattr(declared(module, self.tool.name), "requires_approval", False))

    def _see_approval(self, module: DispatchModule, approved: bool) -> None:
        """See that somebody agreed where the manifest alone asks for it; the module sees to what it asks for itself."""
        if self.tool.requires_approval and not approved and not self._asks(module):
            raise approval_required(self.tool.name)


def registered(
    catalogue: Catalogue,
    function: Callable[..., Any],
    name: str | None,
    description: str | None,
    input_schema: Schema | None,
) -> Registered:
    """`function` as the tool `name`. Raises RegistrationError."""
    name = getattr(function, "__name__", "<nameless>") if name is None else name
    if not callable(function) or name.startswith("<"):
        raise RegistrationError(
            f"{function!r} is no function with a name: give a function, and a `name` if it has none"
        )
    known = catalogue.scanned.get(name)
    if known is not None:
        return Registered(known, function, Caller(catalogue, known).decoded)
    if input_schema is None:
        meant = did_you_mean(close_matches(name, catalogue.scanned))
        way_out = f"{meant} A new one needs its `input_schema`" if meant else ": give its `input_schema`"
        raise RegistrationError(f"no manifest has a tool {name!r}{way_out}")
    return new_tool(function, name, description, input_schema)


def _owns(instance: object, tool: ToolEntry) -> bool:
    """Whether the tool is a method of the class of `instance`, or this class itself."""
    owner = tool.qualname if tool.binding == "tool_class" else tool.qualname.rpartition(".")[0]
    return (tool.module, owner) in [(base.__module__, base.__qualname__) for base in type(instance).__mro__]


def _sendable(found: DispatchModule, method: str) -> Callable[..., Any]:
    """A function of a dispatch module as another process can be sent it, with the objects that are bound."""
    place = location(found)
    return getattr(found, method) if place is None else partial(_at, place, method)


def _at(place: Location, method: str, *arguments: Any, **keywords: Any) -> Any:
    return getattr(place.load(), method)(*arguments, **keywords)


def _awaited(function: Callable[..., Any], *arguments: Any, **keywords: Any) -> Any:
    return asyncio.run(function(*arguments, **keywords))
