"""Agents and toolsets of pydantic-ai: the definitions of their tools."""

import found
from pydantic_ai import Agent, FunctionToolset


def toolsets(module):
    for agent in found.instances(module, Agent):
        yield from (each for each in agent.toolsets if isinstance(each, FunctionToolset))
    yield from found.instances(module, FunctionToolset)


def tools(module):
    for toolset in toolsets(module):
        for tool in toolset.tools.values():
            definition = tool.tool_def
            yield found.tool(definition.name, definition.description, definition.parameters_json_schema)
