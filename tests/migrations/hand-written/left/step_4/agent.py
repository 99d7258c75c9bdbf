import datetime
from toolgen import tool
from generated import dispatch
from toolgen.runtime import Toolbox

ANY = {"type": "object", "properties": {"a": {"type": "integer"}}}


def told(name, parameters=ANY):
    return {"type": "function", "function": {"name": name, "description": f"The tool {name}.", "parameters": parameters}}


COMPUTED = [told(name) for name in ("made", "up")]
NUMBER = {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}

TOOLS = [
    *Toolbox.load(dispatch).definitions("openai"),
    {
        "type": "function",
        "function": {
            "name": "root",
            "description": "One of two.",
            "parameters": {
                "type": "object",
                "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}},
                "oneOf": [{"required": ["a"]}, {"required": ["b"]}],
            },
        },
    },
    {"type": "function", "function": {"name": "logged", "description": "It is logged.", "parameters": NUMBER}},
    {"type": "function", "function": {"name": "renamed", "description": "It is renamed.", "parameters": NUMBER}},
    {
        "type": "function",
        "function": {
            "name": "classed",
            "description": "It takes a class.",
            "parameters": {
                "type": "object",
                "properties": {"when": {"type": "string", "format": "date"}},
                "required": ["when"],
            },
        },
    },
    {"type": "function", "function": {"name": "sloppy", "description": "It is sloppy.", "parameters": ANY}},
    {"type": "function", "function": {"name": "any_name", "description": "It takes all.", "parameters": NUMBER}},
    {"type": "function", "function": {"name": "whole", "description": "It takes one.", "parameters": NUMBER}},
    {"type": "function", "function": {"name": "unfound", "description": "It is nowhere.", "parameters": NUMBER}},
    # What the model is told of here has no name that is known.
    {"type": "function", "function": {"name": input.__name__, "description": "It is unknown.", "parameters": NUMBER}},
]


def root(a=None, b=None):
    return a or b


def logged(a):
    return a


def renamed(number):
    return number


def classed(when: datetime.date):
    return when


def sloppy(a):
    return a


def any_name(**values):
    return values


def whole(values):
    return values


@tool
def good(a: int):
    """It is good."""
    return a


def call_tool(name, args):
    if name == "root":
        return root(**args)
    elif name == "logged":
        print("called", name)
        return logged(**args)
    elif name == "renamed":
        return renamed(args["a"])
    elif name == "classed":
        return classed(**args)
    elif name == "sloppy":
        return sloppy(**args)
    elif name == "any_name":
        return any_name(**args)
    elif name == "whole":
        return whole(args)
    else:
        try:
            return dispatch.dispatch_sync(name, args)
        except dispatch.UnknownTool:
            pass
