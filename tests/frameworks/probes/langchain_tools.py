"""Tools of langchain: what a model is told, which is `tool_call_schema`."""

import found
from langchain_core.tools import BaseTool


def tools(module):
    for tool in found.instances(module, BaseTool):
        yield found.tool(tool.name, tool.description, tool.tool_call_schema.model_json_schema())
