"""Tools of smolagents, as they are sent to a model."""

import found
from smolagents import Tool
from smolagents.models import get_tool_json_schema


def tools(module):
    for tool in found.instances(module, Tool):
        function = get_tool_json_schema(tool)["function"]
        yield found.tool(function["name"], function["description"], function["parameters"])
