"""Which code makes a call: a registered function, or the dispatch module beside the manifest."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

from toolgen.model.json_values import Schema
from toolgen.runtime.catalogue import Catalogue
from toolgen.runtime.dispatch_module import Arguments, Context, DispatchModule
from toolgen.runtime.entry import ToolEntry
from toolgen.runtime.errors import RegistrationError, approval_required, close_matches, did_you_mean
from toolgen.runtime.modules import Location, callee, declared, fits, location, not_callable
from toolgen.runtime.registered import Registered, guarded, new_tool


async def dispatch(
    catalogue: Catalogue, tool: ToolEntry, arguments: Arguments, context: Context, approved: bool
) -> Any:
    """What the tool returns. Raises ToolError."""
    function = catalogue.registered.get(tool.name)
    if function:
        return await function.dispatch(arguments, context, approved or not requires_approval(catalogue, tool))
    module = called(catalogue, tool)
    _see_approval(module, tool, approved)
    return await module.dispatch(tool.name, arguments, supplied(tool, context), approved=approved)


def decode(catalogue: Catalogue, tool: ToolEntry, arguments: Arguments, context: Context) -> dict[str, Any]:
    """The Python values of the arguments by parameter name. Raises ToolError."""
    function = catalogue.registered.get(tool.name)
    decode = function.decode if function else called(catalogue, tool).decode
    return decode(tool.name, arguments, supplied(tool, context))


def check_context(catalogue: Catalogue, tool: ToolEntry, context: Context) -> None:
    """See that a call has all that the application supplies. Raises a TypeError: the InvalidContext of what is called.

    That nothing can make the call is for the call to say.
    """
    function = catalogue.registered.get(tool.name)
    try:
        if function:
            function.check_context(context)
        else:
            module: Any = called(catalogue, tool)
            check = getattr(getattr(module, "tools", module), "check_context", None)
            if check is not None:  # which modules of older versions have not
                check(tool.name, supplied(tool, context))
    except TypeError:
        raise
    except (Exception, SystemExit):
        return


def requires_approval(catalogue: Catalogue, tool: ToolEntry) -> bool:
    """Whether the tool is not called before somebody agrees: its manifest says so, or its dispatch module.

    Raises CallError where nothing can call it.
    """
    if tool.requires_approval or catalogue.source(tool.name) is None:
        return tool.requires_approval
    return bool(getattr(declared(called(catalogue, tool), tool.name), "requires_approval", False))


def _see_approval(module: DispatchModule, tool: ToolEntry, approved: bool) -> None:
    """See that somebody agreed where the manifest alone asks for it; the module sees to what it asks for itself."""
    asked = tool.requires_approval and not getattr(declared(module, tool.name), "requires_approval", False)
    if asked and not approved:
        raise approval_required(tool.name)


def is_sync(catalogue: Catalogue, tool: ToolEntry) -> bool:
    """Whether the code of the tool blocks the thread that it runs in."""
    function = catalogue.registered.get(tool.name)
    return not (function.is_async if function else tool.is_async)


def prepare(
    catalogue: Catalogue, tool: ToolEntry, arguments: Arguments, context: Context, approved: bool
) -> Callable[[], Any]:
    """The call of a sync tool as a function without parameters, which can be sent to another process.

    Raises ToolError where it cannot be made; what it returns raises ToolError where it fails.
    """
    function = catalogue.registered.get(tool.name)
    if function is None:
        module = called(catalogue, tool)
        _see_approval(module, tool, approved)
        # Hooks may be async, also those of a sync tool.
        hooked = partial(_awaited, _sendable(module, "dispatch")) if tool.hooks else _sendable(module, "dispatch_sync")
        return partial(hooked, tool.name, arguments, supplied(tool, context), approved=approved)
    bound = function.bound(arguments, context)
    if not approved and requires_approval(catalogue, tool):
        raise approval_required(tool.name)
    return partial(guarded, tool.name, tool.timeout, bound)


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
        return Registered(known, function, partial(_decoded, catalogue, known))
    if input_schema is None:
        meant = did_you_mean(close_matches(name, catalogue.scanned))
        way_out = f"{meant} A new one needs its `input_schema`" if meant else ": give its `input_schema`"
        raise RegistrationError(f"no manifest has a tool {name!r}{way_out}")
    return new_tool(function, name, description, input_schema)


def _decoded(
    catalogue: Catalogue, tool: ToolEntry, name: str, arguments: Arguments, context: Context
) -> dict[str, Any]:
    return called(catalogue, tool).decode(name, arguments, supplied(tool, context))


def supplied(tool: ToolEntry, context: Context) -> Context:
    """What of `context`, which is for the tools of several modules, the module of `tool` knows."""
    if context is None or tool.dynamic:
        return context
    return {name: value for name, value in context.items() if name in tool.injected}


def called(catalogue: Catalogue, tool: ToolEntry) -> DispatchModule:
    """The dispatch module that calls `tool`, imported. Raises CallError where there is none that may be imported."""
    source = catalogue.source(tool.name)
    named = source.dispatch if source and isinstance(source.dispatch, str) else ""
    place = source.path if source else "its manifest"
    for module in filter(None, (named, tool.module)):
        if not catalogue.allows(module):
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


def _sendable(found: DispatchModule, method: str) -> Callable[..., Any]:
    """A function of a dispatch module as another process can be sent it, with the objects that are bound."""
    place = location(found)
    return getattr(found, method) if place is None else partial(_at, place, method)


def _at(place: Location, method: str, *arguments: Any, **keywords: Any) -> Any:
    return getattr(place.load(), method)(*arguments, **keywords)


def _awaited(function: Callable[..., Any], *arguments: Any, **keywords: Any) -> Any:
    return asyncio.run(function(*arguments, **keywords))
