"""A model that says what it was told to say, in the form of the messages."""

from types import SimpleNamespace as Made


class Messages:
    def __init__(self, turns):
        self.turns = list(turns)
        self.told = []

    def create(self, *, model, messages, tools):
        self.told.append(sorted(tool["name"] for tool in tools))
        uses = [
            Made(type="tool_use", id=f"use_{number}", name=name, input=given)
            for number, (name, given) in enumerate(self.turns.pop(0))
        ]
        return Made(content=uses or [Made(type="text", text="done")], stop_reason="tool_use" if uses else "end_turn")


class Client:
    def __init__(self, turns):
        self.messages = Messages(turns)
