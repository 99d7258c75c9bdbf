"""Tools of crewai: the schema of their arguments.

A tool's description holds its name and arguments as well, if it is not made by the newest releases.
"""

import found
from crewai.tools import BaseTool


def tools(module):
    for tool in found.instances(module, BaseTool):
        _, _, description = tool.description.rpartition("Tool Description: ")
        yield found.tool(tool.name, description, tool.args_schema.model_json_schema())
