"""Tools of crewai: the schema of their arguments, and the names that models are told.

A tool's description holds its name and arguments as well, if it is not made by the newest releases.
"""

import found
from crewai.tools import BaseTool
from crewai.utilities.string_utils import sanitize_tool_name


def tools(module):
    for tool in found.instances(module, BaseTool):
        _, _, description = tool.description.rpartition("Tool Description: ")
        yield found.tool(sanitize_tool_name(tool.name), description, tool.args_schema.model_json_schema())
