"""Tools of inspect, as they are described to a model."""

from found import tool
from inspect_ai.tool import ToolDef


def tools(module):
    for made in module.tools:
        described = ToolDef(made)
        yield tool(
            described.name, described.description, described.parameters.model_dump(mode="json", exclude_none=True)
        )
