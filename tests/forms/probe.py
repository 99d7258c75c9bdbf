"""What fastmcp makes of some modules: `probe.py FOLDER MODULE…`, in an environment that holds it.

Prints a JSON object: for each module the tools of all servers that are made while it is imported, as an object by name,
or the error that the import raises.
"""

import asyncio
import contextlib
import importlib
import json
import sys

from fastmcp import FastMCP

servers = []


def made(server, *args, init=FastMCP.__init__, **options):
    init(server, *args, **options)
    servers.append(server)


def main(folder, *modules):
    sys.path.insert(0, folder)
    FastMCP.__init__ = made
    found = {}
    for module in modules:
        servers.clear()
        try:
            importlib.import_module(module)
            found[module] = {tool.name: said(tool) for tool in asyncio.run(listed())}
        except Exception as error:
            found[module] = repr(error)
    return found


async def listed():
    return [tool for server in servers for tool in await server.list_tools()]


def said(tool):
    return {
        "description": tool.description,
        "tags": sorted(tool.tags),
        "title": tool.title or (tool.annotations and tool.annotations.title),
        "schema": tool.parameters,
    }


if __name__ == "__main__":
    with contextlib.redirect_stdout(sys.stderr):
        found = main(*sys.argv[1:])
    json.dump(found, sys.stdout)
