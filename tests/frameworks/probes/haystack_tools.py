"""Tools of haystack."""

import found
from haystack.tools import Tool


def tools(module):
    for tool in found.instances(module, Tool):
        yield found.tool(tool.name, tool.description, tool.parameters)
