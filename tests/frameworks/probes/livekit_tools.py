"""Functions and agents of livekit, as they are sent to a model without strictness."""

import found
from livekit.agents import Agent
from livekit.agents.llm import FunctionTool
from livekit.agents.llm.utils import build_legacy_openai_schema


def functions(module):
    yield from found.instances(module, FunctionTool)
    for agent in found.instances(module, Agent):
        yield from agent.tools


def tools(module):
    for function in functions(module):
        sent = build_legacy_openai_schema(function, internally_tagged=True)
        yield found.tool(sent["name"], sent["description"], sent["parameters"])
