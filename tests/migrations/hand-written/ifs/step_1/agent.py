import json

import memory
from pydantic import Field
from typing import Annotated


def now():
    """Tell the time."""
    return "noon"


def tools_for(user):
    return [
        {
            "type": "function",
            "function": {
                "name": "remember",
                "description": "Remember a text.",
                "parameters": {
                    "type": "object",
                    "properties": {"text": {"type": "string", "description": "What to remember."}},
                    "required": ["text"],
                },
            },
        },
        {"type": "function", "function": {"name": "recall", "description": "Tell what is remembered."}},
        {
            "type": "function",
            "function": {
                "name": "forget",
                "description": "Forget a text.",
                "parameters": {
                    "type": "object",
                    "properties": {"number": {"type": "integer", "minimum": 0}},
                    "required": ["number"],
                },
            },
        },
        {"type": "function", "function": {"name": "now", "description": "Tell the time."}},
        {"type": "function", "function": {"name": "quit", "description": f"End the talk with {user}."}},
    ]


class Agent:
    def __init__(self, client):
        self.client = client
        self.memory = memory.Memory()

    def forget(self, number: Annotated[int, Field(ge=0)]):
        """Forget a text."""
        return self.memory.texts.pop(number)

    def dispatch(self, call):
        arguments = json.loads(call.arguments)
        if call.name == "remember":
            return memory.remember(arguments["text"])
        if call.name == "recall":
            self.memory.asked += 1
            return str(self.memory.texts)
        if call.name == "forget":  # for ever
            return self.forget(**arguments)
        if "now" == call.name:
            return now()
        return "bye"

    def run(self, text):
        messages = [{"role": "user", "content": text}]
        while True:
            response = self.client.chat.completions.create(model="m", messages=messages, tools=tools_for("you"))
            message = response.choices[0].message
            if not message.tool_calls:
                return [*messages, message.content]
            for call in message.tool_calls:
                content = self.dispatch(call.function)
                messages.append({"role": "tool", "tool_call_id": call.id, "content": content})
