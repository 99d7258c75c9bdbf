from tools import HANDLERS, TOOLS


def run(block):
    try:
        return HANDLERS[block.name](**block.input)
    except Exception:
        return f"{block.name} failed"


def chat(client, text):
    messages = [{"role": "user", "content": text}]
    while True:
        response = client.messages.create(model="scripted", messages=messages, tools=TOOLS)
        if response.stop_reason != "tool_use":
            return [*messages, response.content[0].text]
        results = [
            {"type": "tool_result", "tool_use_id": block.id, "content": str(run(block))}
            for block in response.content
            if block.type == "tool_use"
        ]
        messages.append({"role": "user", "content": results})
