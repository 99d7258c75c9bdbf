"""Tools and agents of google-adk, as they are declared to a model."""

import asyncio

import found
from google.adk.agents import Agent
from google.adk.tools import BaseTool


def made(module):
    yield from found.instances(module, BaseTool)
    for agent in found.instances(module, Agent):
        yield from asyncio.run(agent.canonical_tools())


def tools(module):
    for tool in made(module):
        sent = tool._get_declaration().model_dump(mode="json", exclude_none=True)
        schema = sent.get("parameters_json_schema") or sent.get("parameters", {})
        yield found.tool(sent["name"], sent["description"], schema)
