"""An agent whose tools are methods, and stand in three places."""

import json
from typing import Any, Literal
from toolgen import tool
from generated import dispatch


class Agent:
    tools = []

    def __init__(self, client, model):
        self.client = client
        self.model = model
        self.messages = []

    @tool(name="run_analysis")
    async def _run_analysis(self, prompt: str):
        """Perform spatial analysis on the current selection"""
        return f"analysis of {prompt}"


class GeoAgent(Agent):
    tools = [
        {
            "type": "function",
            "name": "add_map_layer",
            "description": "Add a layer to the map with optional filters",
            "parameters": {
                "type": "object",
                "properties": {
                    "table": {"type": "string", "enum": ["parcels", "roads"]},
                    "layer_id": {"type": "string"},
                    "color": {"type": "string", "description": "As #rrggbb."},
                    "filters": {"type": "array", "items": {"type": "object"}},
                },
                "required": ["table", "layer_id"],
            },
        },
        {
            "type": "function",
            "name": "remove_map_layer",
            "description": "Remove a layer by its ID",
            "parameters": {
                "type": "object",
                "properties": {"layer_id": {"type": "string"}},
                "required": ["layer_id"],
            },
        },
        {
            "type": "function",
            "name": "run_analysis",
            "description": "Perform spatial analysis on the current selection",
            "parameters": {
                "type": "object",
                "properties": {"prompt": {"type": "string"}},
                "required": ["prompt"],
            },
        },
    ]

    def __init__(self, client, model):
        super().__init__(client, model)
        self.layers = {}

    @tool(name="add_map_layer")
    def _add_map_layer(self, table: Literal["parcels", "roads"], layer_id: str, color: str | None = None, filters: list[dict[str, Any]] = ()):
        """Add a layer to the map with optional filters

        Args:
            color: As #rrggbb.
        """
        self.layers[layer_id] = (table, color, list(filters or ()))
        return f"{len(self.layers)} layers"

    @tool(name="remove_map_layer")
    def _remove_map_layer(self, layer_id: str):
        """Remove a layer by its ID"""
        return self.layers.pop(layer_id, None) is not None

    async def chat(self, text):
        self.messages.append({"role": "user", "content": text})
        while True:
            response = await self.client.responses.create(model=self.model, input=self.messages, tools=self.tools)
            if not response.output:
                return response.output_text
            for call in response.output:
                args = json.loads(call.arguments)
                try:
                    try:
                        result = await dispatch.Dispatcher(self).dispatch(call.name, args)
                    except dispatch.UnknownTool:
                        raise ValueError(call.name)
                except Exception as error:
                    result = f"{call.name} failed: {type(error).__name__}"
                self.messages.append({"type": "function_call_output", "call_id": call.call_id, "output": result})
