"""What the runtime uses of a generated dispatch module."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, TypeAlias

Arguments: TypeAlias = "str | bytes | Mapping[str, object] | None"
"""What a model sent as arguments: JSON text, an object, or nothing where a tool takes none."""
Context: TypeAlias = "Mapping[str, object] | None"
"""What the caller supplies to tools, by the names of parameters."""

Given: TypeAlias = Any
"""The same where a generated module has a type for it."""


class DispatchModule(Protocol):
    """A generated module, or a `Dispatcher` of one."""

    async def dispatch(
        self, name: str, arguments: Arguments, context: Given = None, *, approved: bool = False
    ) -> Any: ...

    def dispatch_sync(
        self, name: str, arguments: Arguments, context: Given = None, *, approved: bool = False
    ) -> Any: ...

    def decode(self, name: str, arguments: Arguments, context: Given = None) -> dict[str, Any]: ...
