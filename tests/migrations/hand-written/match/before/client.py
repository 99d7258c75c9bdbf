"""A model that says what it was told to say, in the form of the responses."""

from types import SimpleNamespace as Made


class Responses:
    def __init__(self, turns):
        self.turns = list(turns)
        self.told = []

    async def create(self, *, model, input, tools):
        self.told.append(sorted(tool["name"] for tool in tools))
        calls = [
            Made(type="function_call", call_id=f"call_{number}", name=name, arguments=arguments)
            for number, (name, arguments) in enumerate(self.turns.pop(0))
        ]
        return Made(output=calls, output_text="" if calls else "done")


class Client:
    def __init__(self, turns):
        self.responses = Responses(turns)
