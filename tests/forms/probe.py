"""What fastmcp makes of some modules: `probe.py FOLDER…`, in an environment that holds it.

Prints a JSON object: for each cell in the folders (`cell_ROW_COLUMN.py`; the modules beside it have longer names) the
tools of all servers that are made while it is imported, as an object by name, or the error that the import raises.
"""

import asyncio
import contextlib
import importlib
import json
import sys
from pathlib import Path

from fastmcp import FastMCP

servers = []


def made(server, *args, init=FastMCP.__init__, **options):
    init(server, *args, **options)
    servers.append(server)


def main(*folders):
    FastMCP.__init__ = made
    sys.path[:0] = folders
    modules = [path.stem for folder in folders for path in Path(folder).glob("*.py") if path.stem.count("_") == 2]
    return {module: tools(module) for module in modules}


def tools(module):
    servers.clear()
    try:
        importlib.import_module(module)
        return {tool.name: said(tool) for tool in asyncio.run(listed())}
    except Exception as error:
        return repr(error)


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
