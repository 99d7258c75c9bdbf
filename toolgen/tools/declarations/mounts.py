"""Servers that are mounted on others, and the names that their tools are served under."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from toolgen.diagnostics.diagnostic import Diagnostic
from toolgen.model.tool import ToolSpec


class Mount(NamedTuple):
    """The server `child` is mounted on `parent`, with `prefix` before the names of its tools.

    `diagnostic` is what is to be said where that is not followed.
    """

    parent: str
    child: str
    prefix: str
    diagnostic: Diagnostic


def above(server: str, mounts: Sequence[Mount]) -> frozenset[str]:
    """The servers that `server` is mounted on, one on the other."""
    found = frozenset[str]()
    while more := {one.parent for one in mounts if one.child in {server, *found}} - found:
        found |= more
    return found


def prefixes(
    tools: Sequence[ToolSpec], mounts: Sequence[Mount], configured: Collection[str]
) -> tuple[Mapping[str, str], list[Diagnostic]]:
    """What stands before the names of the tools of each server, and what is to be said of mounts that do not tell.

    A server that is mounted in several ways has its tools under several names, of which none is chosen. Of servers that
    are `configured` the configuration says it.
    """
    by_child: dict[str, list[Mount]] = {}
    for mount in mounts:
        by_child.setdefault(mount.child, []).append(mount)

    def joined(server: str, above: frozenset[str] = frozenset()) -> Iterator[str]:
        if server not in by_child:
            yield ""
        for mount in by_child.get(server, ()):
            if mount.parent not in above:
                yield from (outer + mount.prefix for outer in joined(mount.parent, above | {mount.parent}))

    found = {server: {*joined(server)} for server in dict.fromkeys(tool.server for tool in tools)}
    known = {server: next(iter(several)) for server, several in found.items() if len(several) == 1}
    followed = {*known, *configured, *(mount.parent for mount in mounts)}
    diagnostics = [mount.diagnostic for mount in mounts if mount.prefix and mount.child not in followed]
    return {server: prefix for server, prefix in known.items() if prefix and server not in configured}, diagnostics
