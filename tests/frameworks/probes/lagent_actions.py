"""Actions of lagent: each method that `tool_api` marks, with its parameters as a JSON Schema."""

import found
from lagent.actions import BaseAction


def tools(module):
    for action in found.instances(module, BaseAction):
        for described in action.description.get("api_list", [action.description]):
            properties = {
                each["name"]: {key: each[key] for key in each.keys() - {"name"}} for each in described["parameters"]
            }
            schema = {"type": "object", "properties": properties, "required": described["required"]}
            yield found.tool(described["name"], described["description"], schema)
