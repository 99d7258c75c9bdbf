"""Tools of llama-index."""

import found
from llama_index.core.tools import BaseTool


def tools(module):
    for tool in found.instances(module, BaseTool):
        data = tool.metadata
        yield found.tool(data.name, data.description, data.get_parameters_dict())
