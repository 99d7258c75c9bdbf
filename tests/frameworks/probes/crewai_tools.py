"""Tools of crewai: the schema of their arguments. The description is told with name and arguments, after the last colon."""

import found
from crewai.tools import BaseTool


def tools(module):
    for tool in found.instances(module, BaseTool):
        _, _, description = tool.description.rpartition("Tool Description: ")
        yield found.tool(tool.name, description, tool.args_schema.model_json_schema())
