#!/usr/bin/env python3
"""All of an agent in one file, which is the program."""

import json
from types import SimpleNamespace as Made
from toolgen import tool
from generated import dispatch
from toolgen.runtime import Toolbox

print("starting")
SAID = [[("note", {"text": "tea"}), ("notes", {})], [("count", {}), ("cancel", {"number": 3})], []]
NOTES = []


@tool
def note(text: str):
    """Write a note."""
    NOTES.append(text)
    return f"{len(NOTES)} notes"


@tool
def notes():
    """List the notes."""
    return list(NOTES)


class Desk:
    def __init__(self):
        self.calls = 0
        self.handlers = {"count": self.count, "cancel": self.cancel}

    @tool
    def count(self):
        """Count the calls."""
        self.calls += 1
        return self.calls

    @tool
    def cancel(self, number: int):
        """Cancel a call.

        Args:
            number: The "number" of the call.
        """
        return number

    def call(self, name, arguments):
        return self.handlers[name](**arguments)


desk = Desk()
FUNCTIONS = {"note": note, "notes": notes}


def call(name, arguments):
    handler = FUNCTIONS.get(name)
    if handler is None:
        return desk.call(name, arguments)
    return dispatch.dispatch_sync(name, arguments)


def model(messages, tools):
    """A model that says what it was told to say."""
    return [Made(name=name, arguments=json.dumps(given)) for name, given in SAID.pop(0)]


NUMBER = {"type": "integer", "description": 'The "number" of the call.'}
messages = []
while calls := model(
    messages,
    tools=Toolbox.load(dispatch).definitions("openai"),
):
    for made in calls:
        messages.append(call(made.name, json.loads(made.arguments)))
print(messages, NOTES, desk.calls)
