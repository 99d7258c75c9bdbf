"""Tools of camel, as they are sent to a model."""

import found
from camel.toolkits import FunctionTool


def tools(module):
    for tool in found.instances(module, FunctionTool):
        sent = tool.get_openai_tool_schema()["function"]
        yield found.tool(sent["name"], sent["description"], sent["parameters"])
