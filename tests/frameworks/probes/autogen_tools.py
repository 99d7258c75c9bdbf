"""Tools of autogen."""

import found
from autogen_core.tools import BaseTool


def tools(module):
    for tool in found.instances(module, BaseTool):
        yield found.tool(tool.schema["name"], tool.schema["description"], tool.schema["parameters"])
