"""Tools of ag2."""

import found
from ag2.tools.final.function_tool import FunctionTool


def tools(module):
    for tool in found.instances(module, FunctionTool):
        function = tool.schema.function
        yield found.tool(function.name, function.description, function.parameters)
