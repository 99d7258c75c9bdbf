"""Tools of autogen."""

import found
from autogen_core.tools import FunctionTool


def tools(module):
    for tool in found.instances(module, FunctionTool):
        yield found.tool(tool.schema["name"], tool.schema["description"], tool.schema["parameters"])
