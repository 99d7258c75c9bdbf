"""The parameters of a function in libcst's tree that have one name each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

_GROUPS = ("posonly_params", "params", "kwonly_params")


def parameters_of(node: Any) -> list[Any]:
    """The parameters of the function `node`, in their order."""
    return [one for group in _GROUPS for one in getattr(node.params, group)]


def with_parameters(node: Any, change: Callable[[Any], Any]) -> Any:
    """The function `node` with what `change` makes of each of them, whatever the length of its body."""
    groups = {group: [*map(change, getattr(node.params, group))] for group in _GROUPS}
    return node.with_changes(params=node.params.with_changes(**groups))
