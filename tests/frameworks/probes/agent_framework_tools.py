"""Tools of agent-framework."""

import found
from agent_framework import FunctionTool


def tools(module):
    for tool in found.instances(module, FunctionTool):
        yield found.tool(tool.name, tool.description, tool.parameters())
