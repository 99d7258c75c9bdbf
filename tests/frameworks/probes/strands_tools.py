"""Tools of strands."""

import found
from strands.tools.decorator import DecoratedFunctionTool


def tools(module):
    for tool in found.instances(module, DecoratedFunctionTool):
        spec = tool.tool_spec
        yield found.tool(spec["name"], spec["description"], spec["inputSchema"]["json"])
