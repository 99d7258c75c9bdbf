"""Tools of openai-agents."""

import found
from agents import FunctionTool


def tools(module):
    for tool in found.instances(module, FunctionTool):
        yield found.tool(tool.name, tool.description, tool.params_json_schema)
