"""What `toolgen/frameworks/published.py` says of the objects of a module: of each server, toolkit, agent and tool."""

import runpy
from pathlib import Path

import found

PACKAGE = Path(__file__).parents[3] / "toolgen"
TABLE = runpy.run_path(str(PACKAGE / "frameworks" / "published.py"))


def tools(module):
    objects = [value for value in found.instances(module, object) if TABLE["row_of"](value)]
    for tool in TABLE["published"](objects):
        yield found.tool(tool["name"], tool["description"], tool["input"], tool.get("output"))
