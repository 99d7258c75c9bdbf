"""The tools as the functions that `tools.pyi` and `tools.d.ts` declare: JSON goes in, and JSON comes out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from toolgen.model.json_values import Json
from toolgen.runtime.calling import dispatch, is_sync, prepare
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
        function = self._sync(tool) if is_sync(self._catalogue, tool) else self._async(tool)
        function.__name__ = function.__qualname__ = name
        function.__doc__ = tool.description
        return function

    def __dir__(self) -> list[str]:
        return [*self._tools]

    def _async(self, tool: ToolEntry) -> Callable[..., Any]:
        async def function(**arguments: Json) -> Json:
            value = await dispatch(self._catalogue, tool, arguments, self._context, approved=False)
            made = [item async for item in value] if hasattr(value, "__anext__") else value
            return encode(made, by_name=tool.by_name)

        return function

    def _sync(self, tool: ToolEntry) -> Callable[..., Any]:
        def function(**arguments: Json) -> Json:
            value = prepare(self._catalogue, tool, arguments, self._context, approved=False)()
            return encode(value, by_name=tool.by_name)

        return function
