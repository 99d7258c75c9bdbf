"""Tools of the SDK of Anthropic."""

import found
from anthropic.lib.tools import BetaAsyncFunctionTool, BetaFunctionTool


def tools(module):
    for tool in found.instances(module, BetaFunctionTool, BetaAsyncFunctionTool):
        sent = tool.to_dict()
        yield found.tool(sent["name"], sent["description"], sent["input_schema"])
