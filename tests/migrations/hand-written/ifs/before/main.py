from agent import Agent
from client import Client

client = Client(
    [
        [("now", "{}"), ("remember", '{"text": "tea"}')],
        [("recall", "{}"), ("forget", '{"number": 0}'), ("quit", "{}")],
        [],
    ]
)
for message in Agent(client).run("Remember tea."):
    print(message)
print(client.chat.completions.told)
