"""Servers that are mounted on others, and the names that their tools are served under."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from typing import NamedTuple

from toolgen.diagnostics.diagnostic import Diagnostic
from toolgen.iteration import grouped, reached
from toolgen.model.tool import ToolSpec


class Mount(NamedTuple):
    """The server `child` is mounted on `parent`, with `prefix` before the names of its tools.

    `diagnostic` is what is to be said where that is not followed.
    """

    parent: str
    child: str
    prefix: str
    diagnostic: Diagnostic


def above(servers: Iterable[str], mounts: Sequence[Mount]) -> Mapping[str, frozenset[str]]:
    """The servers that each of `servers` is mounted on, one on the other."""
    parents = grouped((mount.child, mount.parent) for mount in mounts)
    return {one: frozenset(reached(parents.get(one, ()), lambda name: parents.get(name, ()))) for one in servers}


def prefixes(
    tools: Sequence[ToolSpec], mounts: Sequence[Mount], configured: Collection[str]
) -> tuple[Mapping[str, str], list[Diagnostic]]:
    """What stands before the names of the tools of each server, and what is to be said of mounts that do not tell.

    A server that is mounted in several ways has its tools under several names, of which none is chosen. A tool whose
    server is not known may be of any that is mounted. Of servers that are `configured` the configuration says it.
    """
    servers = dict.fromkeys(tool.server for tool in tools)
    found = _joined(servers.keys(), mounts)
    known = {server: next(iter(found[server])) for server in servers if len(found.get(server, ())) == 1}
    mounted = {tool.origin.dialect for tool in tools if known.get(tool.server)}
    is_any = not mounted.isdisjoint(servers.keys() - {*configured})  # a server that is not known has the dialect's name
    followed = {*configured} if is_any else {*known, *configured, *(mount.parent for mount in mounts)}
    diagnostics = [mount.diagnostic for mount in mounts if mount.prefix and mount.child not in followed]
    return {server: prefix for server, prefix in known.items() if prefix and server not in configured}, diagnostics


def _joined(servers: Set[str], mounts: Sequence[Mount]) -> Mapping[str, Set[str]]:
    """The prefixes of each server, from those that are on no other downwards; of several two, which are enough."""
    by_parent = grouped((mount.parent, mount) for mount in mounts)
    found = {server: {""} for server in {*servers, *by_parent}.difference(mount.child for mount in mounts)}
    pending = [*found]
    while pending:
        parent = pending.pop()
        for mount in by_parent.get(parent, ()):
            known = found.setdefault(mount.child, set())
            more = sorted({outer + mount.prefix for outer in found[parent]} - known)[: 2 - len(known)]
            if more:
                known.update(more)
                pending.append(mount.child)
    return found
