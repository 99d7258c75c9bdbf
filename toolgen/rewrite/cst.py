"""libcst's nodes: it takes long to be imported, and is when there is something to change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from libcst import *  # noqa: F403


def __getattr__(name: str) -> Any:
    import libcst

    return getattr(libcst, name)
