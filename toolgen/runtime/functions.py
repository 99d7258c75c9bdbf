"""The tools as the functions that `tools.pyi` and `tools.d.ts` declare: JSON goes in, and JSON comes out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from toolgen.model.json_values import Json
from toolgen.runtime.calling import Caller
from toolgen.runtime.catalogue import Catalogue
from toolgen.runtime.dispatch_module import Context
from toolgen.runtime.encoding import encode
from toolgen.runtime.entry import ToolEntry


class Functions:
    """The functions as attributes, async where the tool is: each makes a call that nobody agreed to, and raises as that
    does; what it returns is as pydantic writes it in JSON, and of a tool that yields the list of what it yields."""

    def __init__(self, catalogue: Catalogue, tools: Mapping[str, ToolEntry], context: Context) -> None:
        self._catalogue = catalogue
        self._tools = tools
        self._context = context

    def __getattr__(self, name: str) -> Callable[..., Any]:
        tool = self._tools.get(name)
        if tool is None:
            raise AttributeError(f"there is no tool that is called {name!r} in code")
        caller = Caller(self._catalogue, tool)
        function = self._sync(caller) if caller.is_sync else self._async(caller)
        function.__name__ = function.__qualname__ = name
        function.__doc__ = tool.description
        return function

    def __dir__(self) -> list[str]:
        return [*self._tools]

    def _async(self, caller: Caller) -> Callable[..., Any]:
        async def function(**arguments: Json) -> Json:
            value = await caller.dispatch(arguments, self._context, approved=False)
            made = [item async for item in value] if hasattr(value, "__anext__") else value
            return encode(made, by_name=caller.tool.by_name)

        return function

    def _sync(self, caller: Caller) -> Callable[..., Any]:
        def function(**arguments: Json) -> Json:
            value = caller.prepare(arguments, self._context, approved=False)()
            return encode(value, by_name=caller.tool.by_name)

        return function
