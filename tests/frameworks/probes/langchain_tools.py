"""Tools of langchain: what a model is told, which is `tool_call_schema`."""

import found
from langchain_core.tools import BaseTool


def tools(module):
    for tool in found.instances(module, BaseTool):
        schema = tool.tool_call_schema.model_json_schema()
        # `convert_to_openai_function` takes the docstring that the model was made with out of it.
        schema.pop("description", None)
        yield found.tool(tool.name, tool.description, schema)
