from __future__ import annotations

import importlib
import pkgutil

from mcp.server.fastmcp import FastMCP

import depot.tools
from depot.registry import RESOURCES, TOOLS, admin

mcp = FastMCP("depot")

for found in pkgutil.iter_modules(depot.tools.__path__):
    importlib.import_module(f"depot.tools.{found.name}")


def register(server: FastMCP) -> None:
    for function, name, meta in TOOLS:
        server.tool(name=name, **meta)(function)
    for name, function in RESOURCES.items():
        server.add_tool(function, name=name)


def register_admin(server: FastMCP) -> None:
    for function in admin.tools:
        server.add_tool(function)


register(mcp)
register_admin(mcp)
