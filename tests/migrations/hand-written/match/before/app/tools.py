import asyncio

FETCH = {
    "type": "function",
    "name": "fetch",
    "description": "Fetch a page.\n\nPages are text.",
    "parameters": {
        "type": "object",
        "properties": {
            "url": {"type": "string", "format": "uri", "description": "Where it is."},
            "headers": {"type": "object", "additionalProperties": {"type": "string"}},
            "mode": {"type": ["string", "null"], "description": "How, as:\n- fast\n- slow"},
        },
        "required": ["url"],
        "additionalProperties": False,
    },
    "strict": False,
}
ADD = {
    "type": "function",
    "name": "add",
    "description": "Add two numbers.",
    "parameters": {
        "type": "object",
        "properties": {
            "left": {"type": "number", "exclusiveMinimum": 0},
            "right": {"type": "number", "default": 1},
            "digits": {"type": "integer", "enum": [0, 1, 2]},
        },
        "required": ["left", "digits"],
    },
}
TOOLS = [FETCH, ADD]


async def fetch(url: str, headers: dict | None = None, mode: str | None = None):
    await asyncio.sleep(0)
    return f"{url} {headers} {mode}"


def add(left: float, right: float, digits=0) -> float:
    return round(left + right, digits)
