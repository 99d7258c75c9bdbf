import json

from . import tools
import app.generated.dispatch


async def dispatch(name, args):
    match name:
        case "help":
            result = "Ask for fetch or add."
        case _:
            try:
                result = await app.generated.dispatch.dispatch(name, args)
            except app.generated.dispatch.UnknownTool:
                result = f"there is no tool {name}"
    return result


async def chat(client, text):
    items = [{"role": "user", "content": text}]
    while True:
        response = await client.responses.create(model="scripted", input=items, tools=tools.TOOLS)
        calls = [item for item in response.output if item.type == "function_call"]
        if not calls:
            return [*items, response.output_text]
        for call in calls:
            output = str(await dispatch(call.name, json.loads(call.arguments)))
            items.append({"type": "function_call_output", "call_id": call.call_id, "output": output})
