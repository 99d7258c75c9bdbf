"""Which code makes a call: a registered function, or the dispatch module beside the manifest."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeAlias

from toolgen.model.types import Schema
from toolgen.runtime.catalogue import Catalogue
from toolgen.runtime.entry import ToolEntry
from toolgen.runtime.errors import approval_required
from toolgen.runtime.modules import DispatchModule, Location, location, missing
from toolgen.runtime.registered import Arguments, Context, Registered, guarded, new_tool

Call: TypeAlias = Callable[[], Any]


async def dispatch(
    catalogue: Catalogue, entry: ToolEntry, arguments: Arguments, context: Context, approved: bool
) -> Any:
    """What the tool returns. Raises ToolError."""
    function = catalogue.registered.get(entry.name)
    if function:
        return await function.dispatch(arguments, context, approved)
    module = _module(catalogue, entry).load()
    return await module.dispatch(entry.name, arguments, context, **_agreed(entry, approved))


def prepared(catalogue: Catalogue, entry: ToolEntry, arguments: Arguments, context: Context, approved: bool) -> Call:
    """The call of a sync tool as a function without parameters, which can be sent to another process.

    Raises ToolError where it cannot be made; what it returns raises ToolError where it fails.
    """
    function = catalogue.registered.get(entry.name)
    if function is None:
        return partial(_dispatched, _module(catalogue, entry), entry.name, arguments, context, _agreed(entry, approved))
    call = function.bound(arguments, context)
    if entry.requires_approval and not approved:
        raise approval_required(entry.name)
    return partial(guarded, call)


def registered(
    catalogue: Catalogue,
    function: Callable[..., Any],
    name: str | None,
    description: str | None,
    input_schema: Schema | None,
) -> Registered:
    """`function` as the tool `name`. Raises RegistrationError."""
    name = function.__name__ if name is None else name
    entry = catalogue.scanned.get(name)
    if entry is None:
        return new_tool(function, name, description, input_schema)
    known = entry

    def decode(_: str, arguments: Arguments, context: Context) -> dict[str, Any]:
        return _module(catalogue, known).load().decode(known.name, arguments, context)

    return Registered(entry, function, decode)


def _module(catalogue: Catalogue, entry: ToolEntry) -> Location:
    source = catalogue.source(entry.name)
    found = location(source) if source else None
    if found is None:
        raise missing(entry.name, source)
    return found


def _dispatched(
    place: Location,
    name: str,
    arguments: Arguments,
    context: Context,
    agreed: Mapping[str, bool],
) -> Any:
    module: DispatchModule = place.load()
    return module.dispatch_sync(name, arguments, context, **agreed)


def _agreed(entry: ToolEntry, approved: bool) -> dict[str, bool]:
    """What the generated module is told of an approval, which it asks for where the manifest says so."""
    return {"approved": True} if approved and entry.requires_approval else {}
