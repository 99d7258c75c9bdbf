"""A model that says what it was told to say, in the form of the chat completions."""

from types import SimpleNamespace as Made


class Completions:
    def __init__(self, turns):
        self.turns = list(turns)
        self.told = []

    def create(self, *, model, messages, tools):
        self.told.append(sorted(tool["function"]["name"] for tool in tools))
        calls = [
            Made(id=f"call_{number}", function=Made(name=name, arguments=arguments))
            for number, (name, arguments) in enumerate(self.turns.pop(0))
        ]
        return Made(choices=[Made(message=Made(content=None if calls else "done", tool_calls=calls))])


class Client:
    def __init__(self, turns):
        self.chat = Made(completions=Completions(turns))
